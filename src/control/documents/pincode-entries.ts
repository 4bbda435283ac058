/**
 * The entries of pincodes by partner. A partner may assign all of them, so they are kept as numbers: the zone. Entries
 * that say something else than their zone share one object by what they say.
 */
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Zone, ZonePincode } from '../../model/documents.js';
import { canonicalJson } from '../../domain/canonical.js';
import type { EntryDocuments } from '../../index/coverage.js';
import type { PincodeOverrides } from '../../index/overrides.js';
import { addTo } from '../../model/members.js';

/** Memory does not hold the moment of assignment. */
type UndatedEntry = Omit<ZonePincode, 'assignedAt'>;

/** Entries of one zone that say the same. */
interface OverrideGroup {
  zoneId: number;
  overrides: PincodeOverrides;
  /** Identifies both. */
  text: string;
  entries: number;
}

/** The zone of each pincode that has an entry. Changes with the store. */
export interface ZoneAssignments extends Iterable<[pincode: number, zoneId: number]> {
  readonly size: number;
  get(pincode: number): number | undefined;
  /** What the entry says otherwise than its zone: the same object where entries of a zone say the same. */
  overridesAt(pincode: number): PincodeOverrides | undefined;
}

function withoutMoment(entry: ZonePincode): UndatedEntry {
  const kept: Partial<ZonePincode> = { ...entry };
  delete kept.assignedAt;
  return kept as UndatedEntry;
}

const zoneOf = (held: number | OverrideGroup): number => (typeof held === 'number' ? held : held.zoneId);

class PartnerEntries implements ZoneAssignments {
  constructor(readonly held = new Map<number, number | OverrideGroup>()) {}

  /** How many of them are special. */
  specials = 0;
  /** See {@link PincodeEntries.digest}; null: not known. */
  digest: { zones: readonly Zone[]; text: string } | null = null;
  /** Whether a fork has them too: then they must not change. */
  isForked = false;

  copy(): PartnerEntries {
    const copy = new PartnerEntries(new Map(this.held));
    copy.specials = this.specials;
    copy.digest = this.digest;
    return copy;
  }

  get size(): number {
    return this.held.size;
  }

  get(pincode: number): number | undefined {
    const held = this.held.get(pincode);
    return held === undefined ? undefined : zoneOf(held);
  }

  overridesAt(pincode: number): PincodeOverrides | undefined {
    const held = this.held.get(pincode);
    return typeof held === 'object' ? held.overrides : undefined;
  }

  *[Symbol.iterator](): Generator<[number, number]> {
    for (const [pincode, held] of this.held) yield [pincode, zoneOf(held)];
  }
}

const NOTHING = new PartnerEntries();

export class PincodeEntries {
  readonly #partners = new Map<string, PartnerEntries>();
  /** By their texts. */
  readonly #specials = new Map<string, OverrideGroup>();

  /** The same entries, which from now on change apart from these. */
  fork(): PincodeEntries {
    const fork = new PincodeEntries();
    for (const [partnerId, entries] of this.#partners) {
      entries.isForked = true;
      fork.#partners.set(partnerId, entries);
    }
    return fork;
  }

  of(partnerId: string): ZoneAssignments {
    return this.#of(partnerId);
  }

  /** Whether it changed the overrides. */
  put(entry: ZonePincode): boolean {
    const { partnerId, pincode, zoneId, ...overrides } = withoutMoment(entry);
    const entries = this.#changing(partnerId);
    // the new one first, so that an equal one stays the same object
    const held = Object.keys(overrides).length === 0 ? zoneId : this.#special(zoneId, overrides);
    const former = entries.held.get(Number(pincode));
    const changes = this.#release(entries, former) || typeof held !== 'number';
    if (typeof held !== 'number') entries.specials++;
    entries.held.set(Number(pincode), held);
    if (changes) entries.digest = null;
    return changes;
  }

  /** Whether it changed the overrides. */
  delete(partnerId: string, pincode: number): boolean {
    const entries = this.#changing(partnerId);
    const changes = this.#release(entries, entries.held.get(pincode));
    entries.held.delete(pincode);
    if (changes) entries.digest = null;
    return changes;
  }

  document(partnerId: string, pincode: number): UndatedEntry | undefined {
    const held = this.#of(partnerId).held.get(pincode);
    if (held === undefined) return undefined;
    const overrides = typeof held === 'number' ? undefined : held.overrides;
    return { partnerId, pincode: padded(pincode), zoneId: zoneOf(held), ...overrides };
  }

  compare(entry: ZonePincode): 'same' | 'other' | 'missing' {
    const wanted = withoutMoment(entry);
    const { partnerId, pincode, zoneId } = wanted;
    const held = this.#of(partnerId).held.get(Number(pincode));
    if (held === undefined) return 'missing';
    // made of numbers alone, most are compared without making a document
    if (typeof held === 'number' && Object.keys(wanted).length === KEY_MEMBERS)
      return held === zoneId ? 'same' : 'other';
    return isDeepStrictEqual(this.document(partnerId, Number(pincode)), wanted) ? 'same' : 'other';
  }

  /** As `partnerId/pincode`. */
  keys(): string[] {
    return [...this.#partners.keys()].flatMap((partnerId) => this.keysOf(partnerId));
  }

  keysOf(partnerId: string): string[] {
    return [...this.#of(partnerId).held.keys()].map((pincode) => `${partnerId}/${padded(pincode)}`);
  }

  get size(): number {
    return [...this.#partners.values()].reduce((sum, { size }) => sum + size, 0);
  }

  documents(partnerId: string): EntryDocuments {
    const { held, specials } = this.#of(partnerId);
    const assigned = new Float64Array(held.size * 2);
    const special = new Float64Array(specials * 2);
    const positions = new Map<PincodeOverrides, number>();
    let index = 0;
    let next = 0;
    for (const [pincode, entry] of held) {
      assigned[index++] = pincode;
      assigned[index++] = zoneOf(entry);
      if (typeof entry === 'number') continue;
      if (!positions.has(entry.overrides)) positions.set(entry.overrides, positions.size);
      special[next++] = pincode;
      special[next++] = positions.get(entry.overrides)!;
    }
    return { assigned, special, overrides: [...positions.keys()] };
  }

  /**
   * Identifies what a partner's entries override; '': nothing.
   * @param zones the partner's; entries of inactive or missing zones do not count
   * @param isKnown whether there is such a pincode; the others count for nothing
   */
  digest(partnerId: string, zones: readonly Zone[], isKnown: (pincode: string) => boolean): string {
    const entries = this.#of(partnerId);
    if (entries.specials === 0) return '';
    if (entries.digest?.zones !== zones) entries.digest = { zones, text: digestOf(entries, zones, isKnown) };
    return entries.digest.text;
  }

  /** Notes that a pincode was created or deleted. Answers the partners that override something there. */
  pincodeChanged(pincode: number): string[] {
    const concerned: string[] = [];
    for (const [partnerId, entries] of this.#partners) {
      if (entries.specials === 0 || typeof entries.held.get(pincode) !== 'object') continue;
      this.#changing(partnerId).digest = null;
      concerned.push(partnerId);
    }
    return concerned;
  }

  #of(partnerId: string): PartnerEntries {
    return this.#partners.get(partnerId) ?? NOTHING;
  }

  /** The entries of a partner, to be changed. */
  #changing(partnerId: string): PartnerEntries {
    let entries = this.#partners.get(partnerId);
    if (entries !== undefined && !entries.isForked) return entries;
    this.#partners.set(partnerId, (entries = entries?.copy() ?? new PartnerEntries()));
    return entries;
  }

  #special(zoneId: number, overrides: PincodeOverrides): OverrideGroup {
    const text = `${zoneId} ${JSON.stringify(overrides)}`;
    let special = this.#specials.get(text);
    // parsed again: a store's objects are larger, and keep the text of their document alive
    if (special === undefined)
      this.#specials.set(
        text,
        (special = { zoneId, overrides: JSON.parse(JSON.stringify(overrides)) as PincodeOverrides, text, entries: 0 }),
      );
    special.entries++;
    return special;
  }

  /** Whether it was special. */
  #release(entries: PartnerEntries, held: number | OverrideGroup | undefined): boolean {
    if (held === undefined || typeof held === 'number') return false;
    entries.specials--;
    // what a fork has of its origin's is not counted by it
    if (this.#specials.get(held.text) !== held) return true;
    held.entries--;
    if (held.entries === 0) this.#specials.delete(held.text);
    return true;
  }
}

/** partnerId, zoneId, pincode */
const KEY_MEMBERS = 3;
const padded = (pincode: number): string => String(pincode).padStart(6, '0');

/** The pincodes of each distinct override, in an order that does not depend on that of the entries. */
function digestOf({ held }: PartnerEntries, zones: readonly Zone[], isKnown: (pincode: string) => boolean): string {
  const zoneIds = new Set(zones.filter(({ status }) => status).map(({ id }) => id));
  const bySpecial = new Map<OverrideGroup, number[]>();
  for (const [pincode, entry] of held) {
    if (typeof entry === 'number' || !zoneIds.has(entry.zoneId) || !isKnown(padded(pincode))) continue;
    addTo(bySpecial, entry, pincode);
  }
  const byText = new Map<string, number[]>();
  for (const [{ overrides }, listed] of bySpecial) {
    const text = canonicalJson(overrides);
    const known = byText.get(text);
    byText.set(text, known === undefined ? listed : known.concat(listed));
  }
  if (byText.size === 0) return '';
  const lines = [...byText].map(([text, listed]) => `${text} ${Uint32Array.from(listed).sort().join()}`).sort();
  return hash('sha256', lines.join('\n'), 'base64');
}
