/**
 * Writes docs/example-sheets: `npm run data:sheets`. What a courier sends (the pincodes that it serves, and a matrix of
 * rates in which something is missing), and the whole matrix.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Geography, readGeography } from './demo-maker/geography.js';
import {
  AHMEDABAD,
  BENGALURU,
  CHENNAI,
  DELHI_NCR,
  HYDERABAD,
  ISLANDS,
  KOLKATA,
  MUMBAI,
  NORTH_EAST,
  PUNE,
} from './demo-maker/regions.js';

const METROS = [DELHI_NCR, MUMBAI, PUNE, AHMEDABAD, BENGALURU, HYDERABAD, CHENNAI, KOLKATA].flat();
const SPECIAL = [...NORTH_EAST, ...ISLANDS, 'JK', 'LA'];

/** The courier's serviceability: a title, a heading, and a row for each pincode of India. */
export function serviceability(geography: Geography): string {
  const metros = new Set(METROS.map((ref) => geography.city(ref).id));
  const special = new Set(SPECIAL.map((code) => geography.state(code).id));
  const islands = new Set(ISLANDS.map((code) => geography.state(code).id));
  const rows = geography.pincodes.map(({ pincode, cityId, stateId }) => {
    const area = metros.has(cityId) ? 'METRO' : special.has(stateId) ? 'NE & JK' : 'ROI';
    return [pincode, area, islands.has(stateId) ? 'N' : 'Y'].join();
  });
  return ['Samudra Express: serviceability of November 2026,,', 'Pin Code,Area Type,COD', ...rows, ''].join('\r\n');
}

const sheet = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const LIGHT = ['slab,A,B,C,D,E', '0-500,32,38,44,50,72', '500-1000,58,70,82,94,136'];

/** The sheet ends at 5 kg, and the courier carries 10. */
export const RATES = sheet([...LIGHT, '1000-2000,104,128,150,172,250', '2000-5000,220,270,310,350,520']);
/** The whole one, in which lane C is dearer from 1 kg on. */
export const CORRECTED = sheet([
  ...LIGHT,
  '1000-2000,104,128,158,172,250',
  '2000-5000,220,270,330,350,520',
  '5000+ +1000,38,46,54,60,92',
]);

function main(): void {
  const folder = fileURLToPath(new URL('../docs/example-sheets/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}pincodes.csv`, serviceability(readGeography()));
  writeFileSync(`${folder}rates.csv`, RATES);
  writeFileSync(`${folder}rates-corrected.csv`, CORRECTED);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
