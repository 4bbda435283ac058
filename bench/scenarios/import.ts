/** How soon a courier's sheet of all India is in quotes: from the start of the command `pinrate import`. */
import { strict as assert } from 'node:assert';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { DEMO_SERVICE } from '../../src/demo-service.js';
import { median, type Section } from '../support/figures.js';
import type { Plan } from '../support/load.js';
import { pincodesOfIndia } from '../support/pincodes.js';
import { ask, CHARGES_PATH } from '../support/questions.js';
import { startPinrate } from '../support/servers.js';
import { filledStore } from '../support/stores.js';

const MOST_SECONDS = 4;
const PARTNER = 'dharaline-surface';
/** Two of its zones: each import moves all of India to the other. */
const ZONES = [201, 202] as const;
const QUESTION = {
  partnerId: PARTNER,
  pickupPincode: '110001',
  deliveryPincode: '744101',
  weight: 400,
  paymentType: 'PREPAID',
  shipmentType: 'B2C',
};

export async function benchImport(plan: Plan): Promise<Section> {
  const pinrate = await startPinrate({ dataDir: await filledStore(plan) });
  const pincodes = pincodesOfIndia();
  const sheet = join(plan.folder, 'all-india.csv');
  const samples: number[] = [];
  for (let round = 0; round < plan.rounds; round++) {
    const zone = ZONES[round % ZONES.length]!;
    await writeFile(sheet, `pincode,zone,cod\n${pincodes.map((pincode) => `${pincode},${zone},Y\n`).join('')}`);
    const startedAtMs = performance.now();
    await importSheet(pinrate.url, sheet);
    await assertQuoted(pinrate.url, zone);
    samples.push((performance.now() - startedAtMs) / 1_000);
  }
  await pinrate.stop();
  const name = `a sheet of ${pincodes.length} pincodes: in quotes after`;
  return {
    title: 'import',
    series: [],
    figures: [{ name, value: median(samples), unit: 's', target: { atMost: MOST_SECONDS }, samples }],
  };
}

/** As a user does, in a process of its own. */
async function importSheet(url: string, sheet: string): Promise<void> {
  const program = join(PACKAGE_ROOT, 'dist', 'src', 'cli', 'main.js');
  // all of India moves, which is refused without it
  const args = ['import', 'serviceability', sheet, '--partner', PARTNER, '--force'];
  await promisify(execFile)(process.execPath, [program, ...args], {
    env: { ...process.env, PINRATE_URL: url, PINRATE_ID: DEMO_SERVICE.id, PINRATE_SECRET: DEMO_SERVICE.secret },
  });
}

async function assertQuoted(url: string, zone: number): Promise<void> {
  const { status, text } = await ask(url, CHARGES_PATH, JSON.stringify(QUESTION));
  assert.equal(status, 200, text);
  assert.match(text, new RegExp(`"to":\\{"id":"${zone}"`));
}
