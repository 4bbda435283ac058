import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import type { Area, City, PincodeRow, State } from '../../src/model/documents.js';

/** A pincode's place, or another. */
export type Point = Pick<PincodeRow, 'latitude' | 'longitude'>;

/** The shipped geography with lookups by the names that people use. Every lookup throws on an unknown name. */
export interface Geography {
  states: readonly State[];
  cities: readonly City[];
  pincodes: readonly PincodeRow[];
  /** Those with a position of their own; the others have that of their city. */
  located: readonly PincodeRow[];
  /** By ISO code, such as `KA`. */
  state(code: string): State;
  /** By `STATE/City`, such as `MH/Mumbai`: five district names repeat across states. */
  city(ref: string): City;
  /** By `pincode/Name`, such as `411028/Hadapsar`: area names are not unique. */
  area(ref: string): Area;
  pincode(code: string): PincodeRow;
}

const GEOGRAPHY_FOLDER = join(PACKAGE_ROOT, 'data', 'geography');
const EARTH_RADIUS_KM = 6371.0088;

function readRows<T>(collection: string): T[] {
  const text = gunzipSync(readFileSync(join(GEOGRAPHY_FOLDER, `${collection}.ndjson.gz`))).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

function lookup<T>(kind: string, found: ReadonlyMap<string, T>): (ref: string) => T {
  return (ref) => {
    const row = found.get(ref);
    if (row === undefined) throw new Error(`no ${kind} '${ref}' in data/geography`);
    return row;
  };
}

export function readGeography(): Geography {
  const states = readRows<State>('states');
  const cities = readRows<City>('cities');
  const pincodes = readRows<PincodeRow>('pincodes');
  const areas = new Map(readRows<Area>('areas').map((area) => [area.id, area]));
  const stateCodes = new Map(states.map((state) => [state.id, state.code]));
  const pincode = lookup('pincode', new Map(pincodes.map((row) => [row.pincode, row])));
  return {
    states,
    cities,
    pincodes,
    located: pincodes.filter(({ source }) => source !== 'couriers'),
    pincode,
    state: lookup('state', new Map(states.map((state) => [state.code, state]))),
    city: lookup('city', new Map(cities.map((city) => [`${stateCodes.get(city.stateId)}/${city.name}`, city]))),
    area: (ref) => {
      const [code = '', ...name] = ref.split('/');
      const ofPincode = pincode(code).areaIds.map((id) => areas.get(id)!);
      return lookup(
        'area',
        new Map(ofPincode.map((area) => [`${code}/${area.name}`, area])),
      )(`${code}/${name.join('/')}`);
    },
  };
}

/** Great-circle kilometres between two places; infinite when either has no coordinates. */
export function kilometresBetween(a: Point, b: Point): number {
  if (a.latitude === null || a.longitude === null || b.latitude === null || b.longitude === null) return Infinity;
  const radians = Math.PI / 180;
  const halfLatitude = Math.sin(((a.latitude - b.latitude) * radians) / 2);
  const halfLongitude = Math.sin(((a.longitude - b.longitude) * radians) / 2);
  const chord =
    halfLatitude ** 2 + Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * halfLongitude ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(chord));
}
