/**
 * The resolved coverage of a partner's zones (docs/rules.md#coverage), as counts. It is resolved over the catalog, so
 * that the entries of inactive partners are listed too and a zone can be tried before it is written.
 */
import type { Catalog } from '../../documents/catalog.js';
import {
  type Claims,
  claimsOf,
  numberedZones,
  resolveCoverage,
  zoneIn,
  zoneOfPlaces,
} from '../../../index/coverage.js';
import type { Partner, Zone } from '../../../model/documents.js';
import { placeTable, type PlaceTable } from './place-table.js';
import { addTo } from '../../../model/members.js';

export interface CoverageCounts {
  states: number;
  cities: number;
  areas: number;
  pincodes: number;
}

export interface PartnerCoverage {
  /** The coverage of a zone, by its id. */
  of(zoneId: number): CoverageCounts;
  /** Of all zones together: each place counts once. */
  total: CoverageCounts;
  /** The pincodes that have an entry in a zone, ascending; by the zone's id. */
  entries(zoneId: number): readonly string[];
}

/** What a zone would cover if it were written and both it and its partner were active. */
export interface ZoneTrial {
  covered: CoverageCounts;
  /** The number of pincodes in its states, cities and areas. */
  named: number;
  /** The other zones that hold some of those, the one with the most first. */
  holders: { zone: Zone; pincodes: number }[];
}

export const NOTHING: CoverageCounts = { states: 0, cities: 0, areas: 0, pincodes: 0 };
const NO_ENTRIES: readonly string[] = [];

interface CoverageMemo {
  /** The version of the table; the table itself is not kept alive. */
  version: symbol;
  isActive: boolean;
  assigned: Float64Array;
  coverage: PartnerCoverage;
}

/** By the list of the partner's zones: the catalog makes a new list when a zone changes. */
const remembered = new WeakMap<readonly Zone[], CoverageMemo>();

/** The present coverage of a partner. An inactive partner covers nothing. */
export function coverageOf(catalog: Catalog, { partnerId, status }: Partner): PartnerCoverage {
  const table = placeTable(catalog);
  const isActive = status === 'ACTIVE';
  const zones = catalog.of('zones', partnerId);
  const known = remembered.get(zones);
  // entries change in place, so they are compared, which is cheap even with an entry for every pincode
  if (
    known !== undefined
    && known.version === table.version
    && known.isActive === isActive
    && isSame(known.assigned, catalog.assigned(partnerId))
  )
    return known.coverage;
  const { assigned } = catalog.coverageDocuments(partnerId);
  const coverage = countCoverage(table, isActive ? zones : [], assigned);
  remembered.set(zones, { version: table.version, isActive, assigned, coverage });
  return coverage;
}

/**
 * Tries `zone`, which the catalog does not hold, with entries of `pincodes`, together with the partner's other zones.
 */
export function tryZone(catalog: Catalog, zone: Zone, pincodes: readonly string[]): ZoneTrial {
  const zones = [...catalog.of('zones', zone.partnerId), { ...zone, status: true }];
  const { assigned } = catalog.coverageDocuments(zone.partnerId);
  return resolveTrial(placeTable(catalog), zones, zone, withEntries(assigned, zone.id, pincodes));
}

/**
 * The number of pincodes that zone `zoneId` covers now or, with entries of `added`, would cover; unknown pincodes do
 * not count. An inactive zone, or a zone of an inactive partner, covers nothing.
 */
export function coveredPincodes(
  catalog: Catalog,
  { partnerId, status }: Partner,
  zoneId: number,
  added: readonly string[] = [],
): number {
  const table = placeTable(catalog);
  const { claims, counts } = placedOf(table, catalog.of('zones', partnerId));
  const own = claims.numberOf.get(zoneId);
  if (status !== 'ACTIVE' || own === undefined) return 0;
  let covered = counts[own]!;
  const move = (pincode: number, number: number): void => {
    const slot = table.slotOf(pincode);
    if (slot === 0) return;
    const isPlaced = zoneOfPlaces(table, claims, slot) === own;
    if (isPlaced !== (number === own)) covered += isPlaced ? -1 : 1;
  };
  const moved = new Set(added.map(Number));
  for (const pincode of moved) move(pincode, own);
  for (const [pincode, entry] of catalog.assigned(partnerId)) {
    const number = claims.numberOf.get(entry);
    if (number !== undefined && !moved.has(pincode)) move(pincode, number);
  }
  return covered;
}

interface ClaimMemo {
  /** Of the table. */
  version: symbol;
  claims: Claims;
  /** By zone number: the pincodes that it would cover if there were no entries. */
  counts: Uint32Array;
}

/** By the list of the partner's zones, like {@link remembered}. */
const placed = new WeakMap<readonly Zone[], ClaimMemo>();

/** Kept because most assignments are of a few pincodes: then only the partner's entries are looked at. */
function placedOf(table: PlaceTable, zones: readonly Zone[]): ClaimMemo {
  let known = placed.get(zones);
  if (known?.version !== table.version) {
    const claims = claimsOf(zones);
    const counts = new Uint32Array(claims.numberOf.size + 1);
    for (const covered of resolveCoverage(table, zones, new Float64Array())) counts[zoneIn(covered)]!++;
    placed.set(zones, (known = { version: table.version, claims, counts }));
  }
  return known;
}

function withEntries(assigned: Float64Array, zoneId: number, pincodes: readonly string[]): Float64Array {
  const all = new Float64Array(assigned.length + pincodes.length * 2);
  all.set(assigned);
  let end = assigned.length;
  for (const pincode of pincodes) {
    all[end++] = Number(pincode);
    all[end++] = zoneId;
  }
  return all;
}

function isSame(copy: Float64Array, entries: ReturnType<Catalog['assigned']>): boolean {
  if (copy.length !== entries.size * 2) return false;
  let index = 0;
  for (const [pincode, zoneId] of entries) {
    if (copy[index] !== pincode || copy[index + 1] !== zoneId) return false;
    index += 2;
  }
  return true;
}

function resolveTrial(
  table: PlaceTable,
  zones: readonly Zone[],
  { id, geographical }: Zone,
  assigned: Float64Array,
): ZoneTrial {
  const zone = resolveCoverage(table, zones, assigned).map(zoneIn);
  const numbered = numberedZones(zones);
  const own = numbered.findIndex((row) => row.id === id) + 1;
  const isNamed = namedBy(geographical, table);
  const namedOf = new Uint32Array(numbered.length + 1);
  const counter = new PlaceCounter(table);
  for (let slot = 1; slot < table.slots; slot++) {
    if (zone[slot] === own) counter.add(slot);
    if (isNamed(slot)) namedOf[zone[slot]!]!++;
  }
  const holders = numbered
    .map((row, index) => ({ zone: row, pincodes: namedOf[index + 1]! }))
    .filter(({ zone: { id: holder }, pincodes }) => holder !== id && pincodes > 0);
  holders.sort((a, b) => b.pincodes - a.pincodes);
  return { covered: counter.counts, named: namedOf.reduce((sum, count) => sum + count, 0), holders };
}

/** Whether a slot lies in one of the places. */
function namedBy(
  geographical: Zone['geographical'],
  { columns: { stateId, cityId, areaStart, areaId } }: PlaceTable,
): (slot: number) => boolean {
  const states = new Set(geographical.states);
  const cities = new Set(geographical.cities);
  const areas = new Set(geographical.areas);
  return (slot) => {
    if (states.has(stateId[slot]!) || cities.has(cityId[slot]!)) return true;
    for (let index = areaStart[slot]!; index < areaStart[slot + 1]!; index++)
      if (areas.has(areaId[index]!)) return true;
    return false;
  };
}

function countCoverage(table: PlaceTable, zones: readonly Zone[], assigned: Float64Array): PartnerCoverage {
  const zone = resolveCoverage(table, zones, assigned).map(zoneIn);
  const ids = numberedZones(zones).map(({ id }) => id);
  const { byNumber, total } = countZones(table, zone, ids.length);
  const byId = new Map(ids.map((id, index) => [id, byNumber[index + 1]!]));
  const entries = listEntries(table, assigned);
  return { of: (zoneId) => byId.get(zoneId) ?? NOTHING, total, entries: (zoneId) => entries.get(zoneId) ?? NO_ENTRIES };
}

/** The coverage of each zone number, and of all zones together. */
function countZones(
  table: PlaceTable,
  zone: Uint16Array,
  zones: number,
): { byNumber: CoverageCounts[]; total: CoverageCounts } {
  const { start, slots } = groupByZone(zone, zones);
  const perZone = new PlaceCounter(table);
  const overall = new PlaceCounter(table);
  const byNumber: CoverageCounts[] = [NOTHING];
  for (let number = 1; number <= zones; number++) {
    perZone.begin(number);
    for (let index = start[number]!; index < start[number + 1]!; index++) {
      perZone.add(slots[index]!);
      overall.add(slots[index]!);
    }
    byNumber.push(perZone.counts);
  }
  return { byNumber, total: overall.counts };
}

/**
 * The covered slots ordered by zone number; those of zone n are from `start[n]` up to, but not including, `start[n +
 * 1]`.
 */
function groupByZone(zone: Uint16Array, zones: number): { start: Uint32Array; slots: Uint32Array } {
  const start = new Uint32Array(zones + 2);
  for (let slot = 1; slot < zone.length; slot++) if (zone[slot] !== 0) start[zone[slot]! + 1]!++;
  for (let number = 1; number < start.length; number++) start[number]! += start[number - 1]!;
  const next = start.slice();
  const slots = new Uint32Array(start[zones + 1]!);
  for (let slot = 1; slot < zone.length; slot++) if (zone[slot] !== 0) slots[next[zone[slot]!]!++] = slot;
  return { start, slots };
}

/** Counts each place once: a place that has the current count's mark was counted already. */
class PlaceCounter {
  counts: CoverageCounts = { ...NOTHING };
  readonly #states: Uint16Array;
  readonly #cities: Uint16Array;
  readonly #areas: Uint16Array;
  #mark = 1;

  constructor(private readonly table: PlaceTable) {
    this.#states = new Uint16Array(table.states);
    this.#cities = new Uint16Array(table.cities);
    this.#areas = new Uint16Array(table.areas);
  }

  /** Starts a count; `mark` must be higher than the previous one. */
  begin(mark: number): void {
    this.#mark = mark;
    this.counts = { ...NOTHING };
  }

  add(slot: number): void {
    const { stateNumber, cityNumber, areaStart, areaNumber } = this.table.columns;
    this.counts.pincodes++;
    if (this.#isNew(this.#states, stateNumber[slot]!)) this.counts.states++;
    if (this.#isNew(this.#cities, cityNumber[slot]!)) this.counts.cities++;
    for (let index = areaStart[slot]!; index < areaStart[slot + 1]!; index++)
      if (this.#isNew(this.#areas, areaNumber[index]!)) this.counts.areas++;
  }

  /** Also false for a deleted place, which has no mark. */
  #isNew(marks: Uint16Array, number: number): boolean {
    if (number >= marks.length || marks[number] === this.#mark) return false;
    marks[number] = this.#mark;
    return true;
  }
}

function listEntries(places: PlaceTable, assigned: Float64Array): Map<number, string[]> {
  const { slots, pincodes } = places;
  const zoneOf = new Float64Array(slots);
  for (let index = 0; index < assigned.length; index += 2)
    zoneOf[places.slotOf(assigned[index]!)] = assigned[index + 1]!;
  const entries = new Map<number, string[]>();
  for (let slot = 1; slot < slots; slot++) {
    const zoneId = zoneOf[slot]!;
    if (zoneId !== 0) addTo(entries, zoneId, pincodes[slot - 1]!.pincode);
  }
  return entries;
}
