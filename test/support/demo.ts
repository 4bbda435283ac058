/** The demo as tests start it: its cards are those of data/demo, over a tenth of India's pincodes. */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Area, PincodeRow, Zone, ZonePincode } from '../../src/model/documents.js';
import { GENERATED_OUTCOMES_FILE } from '../../src/store/dataset/generated-outcomes.js';
import { GEOGRAPHY_FOLDER, PACKAGE_ROOT } from '../../src/package-root.js';

export const DEMO_FOLDER = join(PACKAGE_ROOT, 'data', 'demo');

/** Cities of which every pincode is there: Delhi, Mumbai, Pune and Bengaluru. */
const WHOLE = ['1100', '4000', '4110', '5600'];
/** Of each other city, next to what the demo's cards name. */
const PINCODES_OF_A_CITY = 1;
/** Of each pincode, in the order of the list. */
const AREAS_OF_A_PINCODE = 2;

/** Tests of returns and landed costs bring their own. */
const LEFT_OUT: ReadonlySet<string> = new Set([GENERATED_OUTCOMES_FILE, 'landed-terms.ndjson']);

const CACHE = join(PACKAGE_ROOT, 'dist', 'tests-data');
/** Another shape of the small demo is another folder. */
const SHAPE = '5';

/** A dataset's folder, which is made where it is not there; nobody may change it. */
export function smallDemoFolder(): string {
  const hash = createHash('sha256').update(JSON.stringify([SHAPE, WHOLE, PINCODES_OF_A_CITY, AREAS_OF_A_PINCODE]));
  for (const folder of [DEMO_FOLDER, GEOGRAPHY_FOLDER])
    for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)));
  const name = `demo-${hash.digest('hex').slice(0, 16)}`;
  const folder = join(CACHE, name);
  mkdirSync(CACHE, { recursive: true });
  if (readdirSync(CACHE).includes(name)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished);
  writeSmallDemo(unfinished);
  try {
    renameSync(unfinished, folder);
  } catch {
    // another process was faster, with the same content
    rmSync(unfinished, { recursive: true });
  }
  return folder;
}

function writeSmallDemo(folder: string): void {
  const zones = readLines<Zone>(readFileSync(join(DEMO_FOLDER, 'zones.ndjson'), 'utf8'));
  const assigned = readLines<ZonePincode>(readFileSync(join(DEMO_FOLDER, 'zone-pincodes.ndjson'), 'utf8'));
  const named = new Set([
    ...assigned.map(({ pincode }) => pincode),
    ...zones.flatMap(({ pickupPincodes }) => pickupPincodes ?? []),
  ]);
  const areaIds = new Set(zones.flatMap(({ geographical }) => geographical.areas));
  const perCity = new Map<number, number>();
  const pincodes = shipped<PincodeRow>('pincodes').filter(({ pincode, cityId, areaIds: own, source }) => {
    if (named.has(pincode) || WHOLE.some((start) => pincode.startsWith(start))) return true;
    if (own.some((id) => areaIds.has(id))) return true;
    // these have no areas, and are no city's main post office
    if (source === 'couriers') return false;
    const already = perCity.get(cityId) ?? 0;
    perCity.set(cityId, already + 1);
    return already < PINCODES_OF_A_CITY;
  });
  for (const each of pincodes) {
    each.areaIds = each.areaIds.filter((id, index) => index < AREAS_OF_A_PINCODE || areaIds.has(id));
    for (const id of each.areaIds) areaIds.add(id);
  }
  writeLines(join(folder, 'pincodes.ndjson'), pincodes);
  writeLines(
    join(folder, 'areas.ndjson'),
    shipped<Area>('areas').filter(({ id }) => areaIds.has(id)),
  );
  for (const name of ['states', 'cities'])
    copyFileSync(join(GEOGRAPHY_FOLDER, `${name}.ndjson.gz`), join(folder, `${name}.ndjson.gz`));
  for (const name of readdirSync(DEMO_FOLDER).filter((each) => !LEFT_OUT.has(each)))
    copyFileSync(join(DEMO_FOLDER, name), join(folder, name));
}

const readLines = <Row>(text: string): Row[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);

const shipped = <Row>(name: string): Row[] =>
  readLines<Row>(gunzipSync(readFileSync(join(GEOGRAPHY_FOLDER, `${name}.ndjson.gz`))).toString('utf8'));

const writeLines = (path: string, rows: readonly object[]): void =>
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
