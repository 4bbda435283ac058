/** Pincodes that couriers deliver to and the directory does not have: facts, counted from their lists (see NOTICE). */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { PACKAGE_ROOT } from '../../src/package-root.js';
import { nameKey } from './city-aliases.js';
import { type CityDocument, type PincodeDocument, roundDegrees } from './documents.js';
import type { StateDocument } from './states.js';
import { groupBy } from './tally.js';

const FILE = path.join(PACKAGE_ROOT, 'data', 'geography-maker', 'seen-by-couriers.csv');

/** The digits of a pincode that name its sorting district. */
const DISTRICT_DIGITS = 3;

/** A pincode with what the couriers' lists say of it. */
export interface SeenPincode {
  readonly pincode: string;
  readonly stateCode: string;
  readonly place: string;
}

/** The rows of the file, which has neither quotes nor commas in its cells. */
export function readSeenByCouriers(): SeenPincode[] {
  const [, ...lines] = readFileSync(FILE, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [pincode, stateCode, place, ...more] = line.split(',');
    if (!/^[1-8][0-9]{5}$/.test(pincode ?? '') || !stateCode || !place || more.length > 0)
      throw new Error(`${FILE}: "${line}" is not a pincode, a state and a place`);
    return { pincode: pincode!, stateCode, place };
  });
}

/** The geography of the directory: what a pincode may be placed by. */
export interface KnownPlaces {
  readonly states: readonly StateDocument[];
  /** With their aliases. */
  readonly cities: readonly CityDocument[];
  readonly pincodes: readonly PincodeDocument[];
}

/** The row whose number is nearest, the lower one of two equally near; undefined when there are none. */
function nearest(pincode: string, rows: readonly PincodeDocument[]): PincodeDocument | undefined {
  const gapOf = (row: PincodeDocument) => Math.abs(Number(row.pincode) - Number(pincode));
  let best: PincodeDocument | undefined;
  // the rows are ascending
  for (const row of rows) if (best === undefined || gapOf(row) < gapOf(best)) best = row;
  return best;
}

/**
 * The pincodes as documents, without areas, at the mean position of their cities. Each lies in a city of its state:
 *
 * 1. the one with the place's name;
 * 2. the one that has the place among its other names; of several the one with the nearest known pincode;
 * 3. the city of the state's nearest known pincode with the same first three digits.
 *
 * @throws where the directory has the pincode, or none of these finds a city
 */
export function placeSeenPincodes(seen: readonly SeenPincode[], known: KnownPlaces): PincodeDocument[] {
  const stateIds = new Map(known.states.map(({ id, code }) => [code, id]));
  const rowsOfState = groupBy(known.pincodes, ({ stateId }) => stateId);
  const rowsOfCity = groupBy(known.pincodes, ({ cityId }) => cityId);
  const citiesOfState = groupBy(known.cities, ({ stateId }) => stateId);
  const taken = new Set(known.pincodes.map(({ pincode }) => pincode));

  const cityIdOf = ({ pincode, place }: SeenPincode, stateId: number): number | undefined => {
    const wanted = nameKey(place);
    const cities = citiesOfState.get(stateId) ?? [];
    const own = cities.find(({ name }) => nameKey(name) === wanted);
    if (own !== undefined) return own.id;
    const called = cities.filter(({ aliases = [] }) => aliases.some((alias) => nameKey(alias) === wanted));
    const rows =
      called.length > 0
        ? called.flatMap(({ id }) => rowsOfCity.get(id) ?? []).sort((a, b) => Number(a.pincode) - Number(b.pincode))
        : (rowsOfState.get(stateId) ?? []).filter((row) => row.pincode.startsWith(pincode.slice(0, DISTRICT_DIGITS)));
    return nearest(pincode, rows)?.cityId;
  };

  return seen.map((each) => {
    const { pincode, stateCode, place } = each;
    if (taken.has(pincode)) throw new Error(`${pincode} is in the directory, or twice in the couriers' list`);
    taken.add(pincode);
    const stateId = stateIds.get(stateCode);
    const cityId = stateId === undefined ? undefined : cityIdOf(each, stateId);
    if (stateId === undefined || cityId === undefined)
      throw new Error(`nothing says where ${pincode} lies (${place}, ${stateCode})`);
    return { pincode, cityId, stateId, areaIds: [], ...meanOf(rowsOfCity.get(cityId)!), source: 'couriers' };
  });
}

/** The mean position of rows, in degrees with four decimals. */
function meanOf(rows: readonly PincodeDocument[]): Pick<PincodeDocument, 'latitude' | 'longitude'> {
  const placed = rows.filter(({ latitude }) => latitude !== null);
  if (placed.length === 0) return { latitude: null, longitude: null };
  const mean = (of: 'latitude' | 'longitude') =>
    roundDegrees(placed.reduce((sum, row) => sum + row[of]!, 0) / placed.length);
  return { latitude: mean('latitude'), longitude: mean('longitude') };
}
