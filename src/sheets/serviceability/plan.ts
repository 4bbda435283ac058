/** From the rows of a list of pincodes to the partner's entries: a sheet changes what it says and nothing else. */
import type { Zone } from '../../model/documents.js';
import { firstNot } from '../search.js';
import type { Fault, Faults, SourcePosition } from '../tables/faults.js';
import type { SheetMap } from '../tables/map.js';
import { EffectCounter, type Effect } from './effect.js';
import { ATTRIBUTE_FIELDS, FLAG_FIELDS, type Name, SERVICE_FIELDS, SERVICES } from './form.js';
import type { EntryNumbers, PincodeRow } from './rows.js';
import { ATTRIBUTE_NAMES, type Coverage, coverageOf, type Entry, type PartnerCoverage } from './state.js';
import type { SheetZones } from './zones.js';

export interface PlannedEntry {
  entry: Entry;
  /** The source of a member of the entry, such as `services.COD`. */
  positionOf(field: string): SourcePosition;
}

export interface ServiceabilityPlan {
  entries: PlannedEntry[];
  /** New zones, and those that get a service. */
  zones: Zone[];
  /** Pincodes that the node does not know, each at its row. */
  unknown: (Fault & { pincode: string })[];
  /** Known pincodes that no zone covers, of rows that name none, each at its row. */
  uncovered: (SourcePosition & { pincode: string })[];
  /** Rows that say again what another row says. */
  repeated: number;
  /** Pincodes that an overlay leaves, since the partner does not cover them. */
  notCovered: number;
  /** Entries that are not in the sheet and are removed. */
  removed: number;
  does: Effect[];
  /** Why the import takes too much away; null: it does not. */
  loss: string | null;
}

export interface PlanOptions {
  map: SheetMap;
  zones: SheetZones;
  /** Fields that alone count, of pincodes that the partner covers; null: all fields, of all pincodes. */
  only: readonly Name[] | null;
  /** With one flag in `only`: its value at the pincodes that the sheet does not name. */
  others: boolean | null;
  /** Zones of new pincodes by their places. */
  placed: ReadonlyMap<string, number>;
  /** When an embargo begins. */
  now: string;
  /** Pincodes that are covered and not in the sheet get neither pickup nor delivery. */
  closesOthers: boolean;
  /** Entries that are not in the sheet are removed: then this zone covers their pincodes. null: they stay */
  zoneWithoutEntry: ((pincode: string) => number | undefined) | null;
}

export function planServiceability(
  rows: readonly PincodeRow[],
  state: PartnerCoverage,
  options: PlanOptions,
  faults: Faults,
): ServiceabilityPlan {
  return new Planner(state, options, faults).plan(rows);
}

class Planner {
  readonly #entries: PlannedEntry[] = [];
  readonly #unknown: (Fault & { pincode: string })[] = [];
  readonly #uncovered: (SourcePosition & { pincode: string })[] = [];
  readonly #first = new Map<string, PincodeRow>();
  readonly #effects: EffectCounter;
  readonly #sorted: readonly string[];
  #repeated = 0;
  #notCovered = 0;
  #removed = 0;

  constructor(
    private readonly state: PartnerCoverage,
    private readonly options: PlanOptions,
    private readonly faults: Faults,
  ) {
    this.#effects = new EffectCounter(state.covered);
    this.#sorted = [...state.pincodes].sort();
  }

  plan(rows: readonly PincodeRow[]): ServiceabilityPlan {
    for (const row of rows) for (const pincode of this.#pincodesOf(row)) this.#take(pincode, row);
    this.#rest();
    this.#remove();
    const { made, changed } = this.options.zones;
    const before = this.state.zones.length;
    const newZones = made.length === 0 ? [] : [effect('new zones', made.length, before, before + made.length)];
    const services = changed.map(({ name }) => effect(`zone ${name} gets a service of the sheet, free of charge`, 1));
    const missing = [...this.state.covered.keys()].filter((pincode) => !this.#first.has(pincode)).length;
    return {
      entries: this.#entries,
      zones: [...made, ...changed],
      unknown: this.#unknown,
      uncovered: this.#uncovered,
      repeated: this.#repeated,
      notCovered: this.#notCovered,
      removed: this.#removed,
      does: [
        ...newZones,
        ...services,
        ...this.#effects.effects,
        ...(missing > 0 ? [effect('covered pincodes are not in the sheet', missing)] : []),
        ...(this.#notCovered > 0 ? [effect('pincodes are left, since they are not covered', this.#notCovered)] : []),
      ],
      loss: this.#effects.loss,
    };
  }

  /** A range stands for the pincodes within that are known; a single one may be unknown. */
  *#pincodesOf({ ranges }: PincodeRow): Generator<string> {
    for (const { from, to } of ranges) {
      if (from === to) {
        yield from;
        continue;
      }
      for (
        let at = firstNot(this.#sorted, (each) => each < from);
        at < this.#sorted.length && this.#sorted[at]! <= to;
        at++
      )
        yield this.#sorted[at]!;
    }
  }

  #take(pincode: string, row: PincodeRow): void {
    const first = this.#first.get(pincode);
    if (first !== undefined) {
      const difference = differenceOf(first, row);
      if (difference === null) this.#repeated++;
      else
        this.faults.add(
          row.row.position('pincode'),
          `${pincode} is on line ${first.row.line} already, with another ${difference}`,
        );
      return;
    }
    this.#first.set(pincode, row);
    const before = this.state.covered.get(pincode);
    if (this.options.only !== null) {
      if (before === undefined) this.#notCovered++;
      else this.#put(pincode, row, before, before.zoneId);
      return;
    }
    const isKnown = this.state.pincodes.has(pincode);
    if (!isKnown)
      this.#unknown.push({
        ...row.row.position('pincode'),
        pincode,
        message: `the node does not know pincode ${pincode}`,
      });
    // a wrong name of a zone is a fault of an unknown pincode's row too
    if (!isKnown && row.zone === '') return;
    const zoneId = this.#zoneOf(row, pincode);
    if (zoneId !== null && isKnown) this.#put(pincode, row, before, zoneId);
  }

  /**
   * 1. The zone that the row says.
   * 2. The zone that covers the pincode now, or will by its place.
   * 3. The zone that the map sets.
   */
  #zoneOf({ row, zone }: PincodeRow, pincode: string): number | null {
    const { covered, entries } = this.state;
    const now = covered.get(pincode)?.zoneId ?? entries.get(pincode)?.zoneId ?? this.options.placed.get(pincode);
    if (zone === '' && now !== undefined) return now;
    const text = zone === '' ? row.get('zone') : zone;
    if (text === '') {
      this.#uncovered.push({ ...row.position('zone'), pincode });
      return null;
    }
    const found = this.options.zones.find(text);
    if (!found.ok) this.faults.add(row.position('zone'), found.message);
    return found.ok ? found.id : null;
  }

  #put(pincode: string, row: PincodeRow, before: Coverage | undefined, zoneId: number): void {
    const { zones, only } = this.options;
    const own = this.state.entries.get(pincode);
    const counts = (name: Name): boolean => only === null || only.includes(name);
    const flags = Object.fromEntries(
      FLAG_FIELDS.flatMap((name) => {
        const value = row.flags[name] ?? impliedFlag(name, row, only);
        return value === undefined || !counts(name) ? [] : [[name, value]];
      }),
    ) as PincodeRow['flags'];
    const isNotServed = [...row.meanings].some(([name, meaning]) => meaning === 'not served' && counts(name));
    const cleared = new Set([...row.meanings].filter(([, meaning]) => meaning === 'clear').map(([name]) => name));
    for (const name of FLAG_FIELDS) if (flags[name] === true && name in NEEDED) zones.need(zoneId, NEEDED[name]!);
    const zone = zones.zone(zoneId)!;
    const entry = entryOf({
      ...{ partnerId: this.state.partnerId, zone, pincode, own, flags, isNotServed, cleared },
      maxCod: counts('max_cod') ? row.maxCod : null,
      numbers: numbersThatCount(row.numbers, counts),
      blocked: counts('blocked_from') ? row.blocked : null,
      embargo: counts('embargo') ? row.embargo : null,
      now: this.options.now,
    });
    this.#add(entry, zone, before, own, row.zone !== '' && only === null, (field) =>
      row.row.position(columnOf(field, entry)),
    );
  }

  /** No own entry is made where none is needed. */
  #add(
    entry: Entry,
    zone: Zone,
    before: Coverage | undefined,
    own: Entry | undefined,
    isStated: boolean,
    positionOf: PlannedEntry['positionOf'],
  ): void {
    const after = coverageOf(entry, zone);
    const isNeeded = own !== undefined || isStated || before === undefined || !isSame(before, after, entry);
    if (!isNeeded) return;
    this.#effects.add(before, after);
    this.#entries.push({ entry, positionOf });
  }

  /** The covered pincodes that the sheet does not name. */
  #rest(): void {
    const { only, others, closesOthers, zones } = this.options;
    const [flag] = only ?? [];
    if (others === null && !closesOthers) return;
    for (const [pincode, before] of this.state.covered) {
      if (this.#first.has(pincode)) continue;
      const zone = zones.zone(before.zoneId);
      if (zone === undefined) continue;
      const own = this.state.entries.get(pincode);
      const flags = others === null ? {} : { [flag!]: others };
      const part = { partnerId: this.state.partnerId, zone, pincode, own, maxCod: null, numbers: {}, blocked: null };
      const rest = { embargo: null, now: this.options.now, isNotServed: closesOthers, cleared: new Set<Name>() };
      const entry = entryOf({ ...part, ...rest, flags });
      if (own !== undefined && isSame(before, coverageOf(entry, zone), {})) continue;
      this.#add(entry, zone, before, own, false, () => ({ line: 1, column: flag ?? null }));
    }
  }

  /** What removed entries leave of their pincodes: the zone of the place, or nothing. */
  #remove(): void {
    const { zoneWithoutEntry, zones } = this.options;
    if (zoneWithoutEntry === null) return;
    for (const [pincode, { partnerId }] of this.state.entries) {
      if (this.#first.has(pincode)) continue;
      this.#removed++;
      const zone = zones.zone(zoneWithoutEntry(pincode) ?? 0);
      const after = zone === undefined ? undefined : coverageOf({ partnerId, zoneId: zone.id, pincode }, zone);
      this.#effects.add(this.state.covered.get(pincode), after);
    }
  }
}

const effect = (what: string, count: number, before: number | null = null, after: number | null = null): Effect => ({
  what,
  count,
  before,
  after,
});

/** A list of one flag without a column says Y. */
function impliedFlag(name: Name, { row }: PincodeRow, only: readonly Name[] | null): boolean | undefined {
  const isListOf = only?.length === 1 && only[0] === name;
  return isListOf && !row.hasColumn(name) && row.get(name) === '' ? true : undefined;
}

/** Zones list what their pincodes have. */
const NEEDED: Partial<Record<Name, 'ODA' | 'HILL' | 'REVERSE'>> = { oda: 'ODA', hill: 'HILL', reverse: 'REVERSE' };

interface EntryParts {
  partnerId: string;
  zone: Zone;
  pincode: string;
  own: Entry | undefined;
  flags: PincodeRow['flags'];
  isNotServed: boolean;
  cleared: ReadonlySet<Name>;
  maxCod: number | null;
  numbers: EntryNumbers;
  blocked: PincodeRow['blocked'];
  embargo: boolean | null;
  now: string;
}

function entryOf(parts: EntryParts): Entry {
  const { partnerId, zone, pincode, own, flags, isNotServed, cleared, maxCod } = parts;
  const services: Record<string, boolean> = { ...own?.services };
  for (const name of SERVICE_FIELDS) {
    if (cleared.has(name)) delete services[SERVICES[name]];
    if (flags[name] !== undefined) services[SERVICES[name]] = flags[name];
    if (isNotServed && (name === 'pickup' || name === 'delivery')) services[SERVICES[name]] = false;
  }
  const isAsZone = ATTRIBUTE_FIELDS.every((name) => cleared.has(name) && flags[name] === undefined);
  const formerly = isAsZone ? undefined : (own?.attributes ?? undefined);
  const isSaid = ATTRIBUTE_FIELDS.some((name) => flags[name] !== undefined);
  const attributes = isSaid
    ? ATTRIBUTE_NAMES.filter((attribute, at) => {
        return flags[ATTRIBUTE_FIELDS[at]!] ?? (formerly ?? zone.attributes).includes(attribute);
      })
    : formerly;
  const maxCodAmount = maxCod ?? (cleared.has('max_cod') ? null : (own?.maxCodAmount ?? null));
  const block = blockOf(parts);
  return {
    partnerId,
    zoneId: zone.id,
    pincode,
    ...(Object.keys(services).length > 0 && { services: services as Entry['services'] }),
    ...(attributes !== undefined && { attributes }),
    ...(block !== null && { blocked: block }),
    ...(maxCodAmount !== null && { maxCodAmount }),
    ...numbersOf(parts),
  };
}

/** An embargo begins now and has no end. N ends such a block alone. */
function blockOf({ own, cleared, blocked, embargo, now }: EntryParts): Entry['blocked'] | null {
  const former = cleared.has('blocked_from') ? null : (own?.blocked ?? null);
  if (blocked !== null) return blocked;
  const isEmbargo = former?.reason === EMBARGO && former.to === null;
  if (embargo === true) return isEmbargo ? former : { from: now, to: null, reason: EMBARGO };
  return embargo === false && isEmbargo ? null : former;
}

const EMBARGO = 'embargo';

/** Days take the place of hours, and hours of days. */
function numbersOf({ own, numbers, cleared }: EntryParts): EntryNumbers {
  const isTransitGone = TRANSIT_FIELDS.some((name) => cleared.has(name));
  const isTransitSaid = numbers.transitDays !== undefined || numbers.transitHours !== undefined;
  const edlKm = numbers.edlKm ?? (cleared.has('edl_km') ? null : (own?.edlKm ?? null));
  const former = isTransitSaid || isTransitGone ? undefined : own;
  const transitDays = numbers.transitDays ?? former?.transitDays ?? null;
  const transitHours = numbers.transitHours ?? former?.transitHours ?? null;
  return {
    ...(edlKm !== null && { edlKm }),
    ...(transitDays !== null && { transitDays }),
    ...(transitHours !== null && { transitHours }),
  };
}

const TRANSIT_FIELDS = ['transit', 'transit_days', 'transit_hours'] as const;

function numbersThatCount({ edlKm, ...transit }: EntryNumbers, counts: (name: Name) => boolean): EntryNumbers {
  return { ...(counts('edl_km') && edlKm !== undefined && { edlKm }), ...(counts('transit_days') && transit) };
}

/** Whether a pincode without an entry is as the entry would make it. */
function isSame(before: Coverage, after: Coverage, entry: Partial<Entry>): boolean {
  const isEqual = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
    one.size === other.size && [...one].every((each) => other.has(each));
  const own = [entry.maxCodAmount, entry.blocked, entry.edlKm, entry.transitDays, entry.transitHours];
  const hasLimit = own.some((value) => (value ?? null) !== null);
  return (
    before.zoneId === after.zoneId
    && isEqual(before.services, after.services)
    && isEqual(before.attributes, after.attributes)
    && !hasLimit
  );
}

/** The first field in which two rows about one pincode contradict; null: they say the same. */
function differenceOf(one: PincodeRow, other: PincodeRow): string | null {
  if (one.zone.toLowerCase() !== other.zone.toLowerCase()) return `zone: "${one.zone}" and "${other.zone}"`;
  const flagged = FLAG_FIELDS.find((name) => one.flags[name] !== other.flags[name]);
  if (flagged !== undefined) return flagged;
  if (one.maxCod !== other.maxCod) return 'max_cod';
  if (one.embargo !== other.embargo) return 'embargo';
  if (one.numbers.edlKm !== other.numbers.edlKm) return 'edl_km';
  const [transit, otherTransit] = [one, other].map(({ numbers }) => `${numbers.transitDays} ${numbers.transitHours}`);
  if (transit !== otherTransit) return 'transit';
  return JSON.stringify(one.blocked) === JSON.stringify(other.blocked) ? null : 'block';
}

/** Our heading of a member of the document, such as `services.COD` or `attributes[0]`. */
function columnOf(field: string, { attributes }: Entry): string {
  const [, index] = /^attributes\[(\d)\]/.exec(field) ?? [];
  if (index !== undefined) return attributes![Number(index)]!.toLowerCase();
  const service = SERVICE_FIELDS.find((name) => field === `services.${SERVICES[name]}`);
  return service ?? COLUMNS[field] ?? field;
}

const COLUMNS: Readonly<Record<string, Name>> = {
  'zoneId': 'zone',
  'maxCodAmount': 'max_cod',
  'blocked.from': 'blocked_from',
  'blocked.to': 'blocked_to',
  'blocked.reason': 'reason',
  'services': 'zone',
  'edlKm': 'edl_km',
  'transitDays': 'transit_days',
  'transitHours': 'transit_hours',
};
