/** A partner's coverage block: by pincode slot, the number of its zone and how the zone came to hold the pincode. */
import type { Zone } from '../schemas/documents.js';
import { COVERAGE_LEVELS } from '../domain/vocabulary.js';
import type { Geography } from './geography.js';
import { allocate, type Block } from './layout.js';

export const coverageLayout = (slots: number) => ({ zone: ['u16', slots], level: ['u8', slots] }) as const;
export type CoverageLayout = ReturnType<typeof coverageLayout>;

const PINCODE = COVERAGE_LEVELS.indexOf('pincode');
const AREA = COVERAGE_LEVELS.indexOf('area');
const CITY = COVERAGE_LEVELS.indexOf('city');
const STATE = COVERAGE_LEVELS.indexOf('state');

/** The zones that cover anything, in the order of their ids: zone number n is the n-th, counted from 1. */
export function numberedZones(zones: readonly Zone[]): Zone[] {
  return zones.filter((zone) => zone.status).sort((a, b) => a.id - b.id);
}

/**
 * Resolves every pincode (decisions, part 5): its own entry, else the active zone that lists one of its areas, its
 * city, its state; where several do, the lowest id. `assigned` holds pincode, zone id, pincode, zone id, …
 */
export function buildCoverage(geography: Geography, zones: readonly Zone[], assigned: Float64Array, version: number): Block {
  const active = numberedZones(zones);
  const numberOf = new Map(active.map((zone, index) => [zone.id, index + 1]));
  const byArea = new Map<number, number>();
  const byCity = new Map<number, number>();
  const byState = new Map<number, number>();
  // in order of id, so that the first to claim a place is the lowest
  active.forEach(({ geographical }, index) => {
    claim(byArea, geographical.areas, index + 1);
    claim(byCity, geographical.cities, index + 1);
    claim(byState, geographical.states, index + 1);
  });

  const { block, columns } = allocate(coverageLayout(geography.slots), version);
  const { areaStart, areaId, cityId, stateId, slotOf } = geography.columns;
  for (let slot = 1; slot < geography.slots; slot++) {
    let number = 0;
    for (let index = areaStart[slot]!; byArea.size > 0 && index < areaStart[slot + 1]!; index++) {
      const candidate = byArea.get(areaId[index]!);
      if (candidate !== undefined && (number === 0 || candidate < number)) number = candidate;
    }
    let level = AREA;
    if (number === 0) [number, level] = [byCity.get(cityId[slot]!) ?? 0, CITY];
    if (number === 0) [number, level] = [byState.get(stateId[slot]!) ?? 0, STATE];
    columns.zone[slot] = number;
    columns.level[slot] = number === 0 ? 0 : level;
  }
  for (let index = 0; index < assigned.length; index += 2) {
    const slot = slotOf[assigned[index]!]!;
    const number = numberOf.get(assigned[index + 1]!);
    if (slot === 0 || number === undefined) continue;
    columns.zone[slot] = number;
    columns.level[slot] = PINCODE;
  }
  return block;
}

function claim(places: Map<number, number>, ids: readonly number[], number: number): void {
  for (const id of ids) if (!places.has(id)) places.set(id, number);
}
