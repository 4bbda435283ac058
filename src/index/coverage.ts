/** A partner's coverage block: for each pincode slot the number of its zone, and what assigns the pincode to it. */
import type { Hold, Zone } from '../model/documents.js';
import type { SlotPlaces } from './slot-places.js';
import { strict as assert } from 'node:assert';
import { COVERAGE_LEVELS } from '../domain/vocabulary.js';
import { MAX_ZONES_PER_PARTNER } from '../limits/documents.js';
import { valuesOf } from './columns.js';
import { holdColumns } from './holds.js';
import { allocate, type Block } from './layout.js';
import { blockNames, overrideColumns, type PincodeOverrides } from './overrides.js';

/** By slot, and by special place: an entry of the pincode's own that overrides something. */
interface Coverage {
  /**
   * The zone's number in the low bits, its position in COVERAGE_LEVELS above; 0: not covered. From SPECIAL on it is the
   * number of a special place instead. There are few of these, since most entries of a partner say the same, so that
   * they need no further column by slot.
   */
  covered: Uint16Array;
  /** The zone's number, and the number of the override, from 1. */
  specialZone: Uint16Array;
  specialOverride: Uint16Array;
}

const columnsFor = (
  covered: Uint16Array,
  special: readonly number[],
  overrides: readonly PincodeOverrides[],
  holds: ReturnType<typeof holdColumns>,
  pickups: Pickups,
) => ({
  covered: valuesOf('u16', covered),
  specialZone: valuesOf('u16', special.map(zoneIn)),
  specialOverride: valuesOf(
    'u16',
    special.map((place) => place >> ZONE_BITS),
  ),
  overrides: overrideColumns(overrides),
  names: blockNames(overrides),
  holds,
  pickupSlot: valuesOf('u32', pickups.slots),
  pickupZone: valuesOf('u16', pickups.zones),
});

/** Places that lie in a zone at the pickup, whatever else says another one. */
interface Pickups {
  /** Ascending. */
  slots: readonly number[];
  /** The number of each slot's zone. */
  zones: readonly number[];
}

/** Of several zones that list a pincode, the lowest id has it. */
function pickupsOf(places: SlotPlaces, zones: readonly ClaimingZone[]): Pickups {
  const found = new Map<number, number>();
  numberedZones(zones).forEach(({ pickupPincodes }, index) => {
    for (const pincode of pickupPincodes ?? []) {
      const slot = places.slotOf(Number(pincode));
      if (slot !== 0 && !found.has(slot)) found.set(slot, index + 1);
    }
  });
  const slots = [...found.keys()].sort((a, b) => a - b);
  return { slots, zones: slots.map((slot) => found.get(slot)!) };
}

interface PickupCoverage extends Coverage {
  pickupSlot: Uint32Array;
  pickupZone: Uint16Array;
}

/**
 * The zone's number and the position in COVERAGE_LEVELS of a slot at the pickup, for {@link zoneIn} and levelIn.
 * @param isOnly shipments begin at the listed places alone
 */
export function pickupAt(coverage: PickupCoverage, slot: number, isOnly: boolean): number {
  const { pickupSlot, pickupZone } = coverage;
  // most partners list none
  const place = pickupSlot.length === 0 ? -1 : pickupSlot.indexOf(slot);
  if (place !== -1) return PINCODE | pickupZone[place]!;
  return isOnly ? 0 : (levelIn(coverage.covered[slot]!) << ZONE_BITS) | zoneAt(coverage, slot);
}
export type CoverageLayout = ReturnType<typeof columnsFor>;

const ZONE_BITS = 13;
const [, PINCODE, AREA, CITY, STATE] = COVERAGE_LEVELS.map((_, level) => level << ZONE_BITS) as [
  none: number,
  pincode: number,
  area: number,
  city: number,
  state: number,
];
const SPECIAL = COVERAGE_LEVELS.length << ZONE_BITS;
assert(MAX_ZONES_PER_PARTNER < 1 << ZONE_BITS && COVERAGE_LEVELS.length < 1 << (16 - ZONE_BITS));

/** More pincodes than India has. */
const MAX_SPECIAL = (1 << 16) - SPECIAL;

/** The zone's number where a resolution found it; 0: not covered. */
export const zoneIn = (covered: number): number => covered & ((1 << ZONE_BITS) - 1);
/** The position in COVERAGE_LEVELS. */
export const levelIn = (covered: number): number => (covered >= SPECIAL ? PINCODE : covered) >> ZONE_BITS;

/** The number of the zone of a place, the value of a slot in `covered`; 0: not covered. */
export const zoneOf = ({ specialZone }: Coverage, place: number): number =>
  place < SPECIAL ? zoneIn(place) : specialZone[place - SPECIAL]!;

/** The number of the override of a place; 0: none. */
export const overrideOf = ({ specialOverride }: Coverage, place: number): number =>
  place < SPECIAL ? 0 : specialOverride[place - SPECIAL]!;

/** The number of the zone that a slot lies in; 0: not covered. */
export const zoneAt = (coverage: Coverage, slot: number): number => zoneOf(coverage, coverage.covered[slot]!);

/** The number of the override at a slot; 0: none. */
export const overrideAt = (coverage: Coverage, slot: number): number => overrideOf(coverage, coverage.covered[slot]!);

/** Must be a power of two. */
const AREA_MARKS = 4_096;
const areaMark = (id: number): number => id & (AREA_MARKS - 1);

/** The fields of a zone that coverage depends on. */
type ClaimingZone = Pick<Zone, 'id' | 'partnerId' | 'status' | 'geographical' | 'pickupPincodes'>;

/** The zones that cover anything, in the order of their ids. Zone number n is the n-th of them, counted from 1. */
export function numberedZones<Z extends ClaimingZone>(zones: readonly Z[]): Z[] {
  return zones.filter((zone) => zone.status).sort((a, b) => a.id - b.id);
}

/** The zone number that has a place, by the place's id; and each zone's number, by the zone's id. */
export interface Claims {
  numberOf: ReadonlyMap<number, number>;
  byArea: ReadonlyMap<number, number>;
  /** By the last bits of an area's id: whether such an area is claimed. Usually none is; faster than a look-up. */
  areaMarks: Uint8Array;
  byCity: ReadonlyMap<number, number>;
  byState: ReadonlyMap<number, number>;
}

/** The partner's coverage as a block, with its holds, which depend on places too; see {@link resolveCoverage}. */
export function buildCoverage(
  places: SlotPlaces,
  zones: readonly ClaimingZone[],
  { assigned, special: entries, overrides }: EntryDocuments,
  holds: readonly Hold[],
  version: number,
): Block {
  const covered = resolveCoverage(places, zones, assigned);
  const found = new Uint32Array(entries.length === 0 ? 0 : places.slots);
  for (let index = 0; index < entries.length; index += 2) {
    const slot = places.slotOf(entries[index]!);
    // otherwise of no active zone: it counts for nothing
    if (levelIn(covered[slot]!) << ZONE_BITS === PINCODE) found[slot] = entries[index + 1]! + 1;
  }
  const { numbers, distinct } = numbered(found, overrides);
  const special = new Map<number, number>();
  found.forEach((position, slot) => {
    if (position === 0) return;
    const place = (numbers[position - 1]! << ZONE_BITS) | zoneIn(covered[slot]!);
    if (!special.has(place)) special.set(place, special.size);
    covered[slot] = SPECIAL + special.get(place)!;
  });
  assert(special.size <= MAX_SPECIAL, `the partner's entries say at most ${MAX_SPECIAL} different things`);
  const pickups = pickupsOf(places, zones);
  const columns = columnsFor(covered, [...special.keys()], distinct, holdColumns(places, holds), pickups);
  return allocate(columns, version).block;
}

/**
 * The distinct ones of `overrides` that slots have, in the order of the slots, and by position the number of each,
 * which counts from 1. The order of the entries has no meaning.
 * @param found by slot, the position plus 1
 */
function numbered(
  found: Uint32Array,
  overrides: readonly PincodeOverrides[],
): { numbers: number[]; distinct: PincodeOverrides[] } {
  const numbers: number[] = [];
  const byText = new Map<string, number>();
  const distinct: PincodeOverrides[] = [];
  for (const position of found) {
    if (position === 0 || numbers[position - 1] !== undefined) continue;
    const override = overrides[position - 1]!;
    const text = JSON.stringify(override);
    if (!byText.has(text)) byText.set(text, distinct.push(override));
    numbers[position - 1] = byText.get(text)!;
  }
  return { numbers, distinct };
}

/** A partner's own entries. */
export interface EntryDocuments {
  /** Pincode, zone id, pincode, … */
  assigned: Float64Array;
  /** What entries override: pincode, position in `overrides`, pincode, … */
  special: Float64Array;
  overrides: readonly PincodeOverrides[];
}

/**
 * Resolves which of a partner's zones each pincode lies in (docs/rules.md#coverage). The order of precedence:
 *
 * 1. the pincode's own entry, if its zone is active;
 * 2. the active zone that lists one of its areas;
 * 3. the active zone that lists its city;
 * 4. the active zone that lists its state.
 *
 * If several zones list a place of the same level, the lowest id has it. Nothing else decides coverage: the index and
 * the operations both ask here.
 * @param assigned the entries: pincode, zone id, pincode, …; of two entries of a pincode the later one counts
 * @param covered what to fill, all 0; it is like {@link Coverage.covered}
 */
export function resolveCoverage(
  places: SlotPlaces,
  zones: readonly ClaimingZone[],
  assigned: Float64Array,
  covered: Uint16Array = new Uint16Array(places.slots),
): Uint16Array {
  const claims = claimsOf(zones);
  resolvePlaces(places, claims, covered);
  resolveEntries(places, claims, assigned, covered);
  return covered;
}

/** The places that the active ones of `zones` claim. */
export function claimsOf(zones: readonly ClaimingZone[]): Claims {
  const active = numberedZones(zones);
  const byArea = new Map<number, number>();
  const byCity = new Map<number, number>();
  const byState = new Map<number, number>();
  // in order of id, so that the lowest id claims a place first
  active.forEach(({ geographical }, index) => {
    claim(byArea, geographical.areas, index + 1);
    claim(byCity, geographical.cities, index + 1);
    claim(byState, geographical.states, index + 1);
  });
  const areaMarks = new Uint8Array(AREA_MARKS);
  for (const id of byArea.keys()) areaMarks[areaMark(id)] = 1;
  return { numberOf: new Map(active.map((zone, index) => [zone.id, index + 1])), byArea, areaMarks, byCity, byState };
}

function resolvePlaces(places: SlotPlaces, claims: Claims, covered: Uint16Array): void {
  const { byCity, byState } = claims;
  const { cityId, stateId } = places.columns;
  // a pincode is mostly in the city and state of the one before it, so this saves most look-ups
  let city = Number.NaN;
  let state = Number.NaN;
  let ofCity = 0;
  let ofState = 0;
  for (let slot = 1; slot < places.slots; slot++) {
    if (cityId[slot] !== city) {
      city = cityId[slot]!;
      ofCity = byCity.get(city) ?? 0;
    }
    if (stateId[slot] !== state) {
      state = stateId[slot]!;
      ofState = byState.get(state) ?? 0;
    }
    const ofArea = zoneOfAreas(places, claims, slot);
    covered[slot] = ofArea !== 0 ? AREA | ofArea : ofCity !== 0 ? CITY | ofCity : ofState !== 0 ? STATE | ofState : 0;
  }
}

/**
 * What {@link resolveCoverage} gives a single slot.
 * @param entry the id of the zone that the pincode's own entry names; undefined: it has none
 */
export function coveredAt(places: SlotPlaces, claims: Claims, slot: number, entry: number | undefined): number {
  const number = entry === undefined ? undefined : claims.numberOf.get(entry);
  return number === undefined ? coveredByPlaces(places, claims, slot) : PINCODE | number;
}

/** The number of the zone that the slot lies in when its pincode has no entry; 0: not covered. */
export function zoneOfPlaces(places: SlotPlaces, claims: Claims, slot: number): number {
  return zoneIn(coveredByPlaces(places, claims, slot));
}

function coveredByPlaces(places: SlotPlaces, claims: Claims, slot: number): number {
  const { cityId, stateId } = places.columns;
  const ofArea = zoneOfAreas(places, claims, slot);
  if (ofArea !== 0) return AREA | ofArea;
  const ofCity = claims.byCity.get(cityId[slot]!);
  if (ofCity !== undefined) return CITY | ofCity;
  const ofState = claims.byState.get(stateId[slot]!);
  return ofState === undefined ? 0 : STATE | ofState;
}

/** The number of the zone that lists one of the slot's areas, the lowest of several; 0: none does. */
function zoneOfAreas(
  { columns: { areaStart, areaId } }: SlotPlaces,
  { byArea, areaMarks }: Claims,
  slot: number,
): number {
  let lowest = 0;
  for (let index = areaStart[slot]!; byArea.size > 0 && index < areaStart[slot + 1]!; index++) {
    if (areaMarks[areaMark(areaId[index]!)] === 0) continue;
    const number = byArea.get(areaId[index]!);
    if (number !== undefined && (lowest === 0 || number < lowest)) lowest = number;
  }
  return lowest;
}

/** The partner's own entries replace what its places gave. */
function resolveEntries(places: SlotPlaces, { numberOf }: Claims, assigned: Float64Array, covered: Uint16Array): void {
  for (let index = 0; index < assigned.length; index += 2) {
    const slot = places.slotOf(assigned[index]!);
    const number = numberOf.get(assigned[index + 1]!);
    if (slot === 0 || number === undefined) continue;
    covered[slot] = PINCODE | number;
  }
}

function claim(places: Map<number, number>, ids: readonly number[], number: number): void {
  for (const id of ids) if (!places.has(id)) places.set(id, number);
}
