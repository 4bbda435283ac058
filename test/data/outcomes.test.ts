/** The demo's sheets of outcomes are those of their script, and the shipped maps read of each what its script put in. */
import assert from 'node:assert/strict';
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { readGeography } from '../../data/demo-maker/geography.js';
import { MONTH } from '../../data/make-outcomes.js';
import { OUTCOME_SHEETS, outcomeFiles, parcelsIn } from '../../data/outcome-maker/files.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { OUTCOMES } from '../../src/sheets/outcomes/form.js';
import { outcomeMapOf, shippedMap } from '../../src/sheets/outcomes/map.js';
import { readOutcomes } from '../../src/sheets/outcomes/read.js';
import type { OutcomeLine } from '../../src/sheets/outcomes/row.js';
import { SHIPPED_MAPS } from '../../src/sheets/outcomes/shipped-maps.js';
import { openTable } from '../../src/sheets/tables/stream.js';

const FOLDER = join(PACKAGE_ROOT, 'data', 'outcomes');
const geography = readGeography();

it('are what the script makes', () => {
  const files = outcomeFiles(MONTH, geography);
  assert.deepEqual(readdirSync(FOLDER).sort(), [...files.keys(), 'setumarg.yaml'].sort());
  for (const [name, content] of files) assert(content.equals(readFileSync(join(FOLDER, name))), name);
});

it('have a shipped map each', () => {
  assert.deepEqual(OUTCOME_SHEETS.map(({ name }) => name).sort(), [...SHIPPED_MAPS.keys()].sort());
});

const STATUS = {
  ...{ DELIVERED: 'DELIVERED', RETURNED: 'RTO', LOST: 'LOST' },
  ...{ UNDELIVERED: 'OPEN', RETURNING: 'OPEN', MOVING: 'OPEN' },
} as const;
const INDIA_AHEAD_MS = 330 * 60_000;
const MINUTE_MS = 60_000;

for (const sheet of OUTCOME_SHEETS)
  it(`${sheet.name}: each parcel, its end, its courier, its attempts and its pickup`, async () => {
    const [own] = sheet.partnerIds.length === 1 ? sheet.partnerIds : [null];
    const map =
      own === null
        ? outcomeMapOf(readFileSync(join(FOLDER, `${sheet.name}.yaml`), 'utf8'), `${sheet.name}.yaml`)
        : shippedMap(sheet.name);
    const open = () => createReadStream(join(FOLDER, `${sheet.name}.csv`)) as AsyncIterable<Buffer>;
    const stream = await openTable(open, OUTCOMES, map);
    const { lines } = await readOutcomes(stream, {
      ...{ by: 'awb', partnerId: own ?? null, caller: null },
      isPartnerId: () => false,
    });
    const read: OutcomeLine[] = [];
    for await (const { line } of lines()) read.push(line);
    const parcels = parcelsIn(sheet, MONTH, geography).filter(({ end }) => end !== 'CANCELLED');
    assert.equal(read.length, parcels.length);
    for (const [at, parcel] of parcels.entries()) {
      const line = read[at]!;
      assert(parcel.end !== 'CANCELLED');
      assert.deepEqual(
        [line.status, line.partnerId, line.deliveryPincode, line.paymentType, line.attempts ?? 0],
        [STATUS[parcel.end], parcel.partnerId, parcel.to, parcel.payment, parcel.attempts],
        line.awb,
      );
      const pickedUpMs = Date.parse(line.pickedUpAt!) + INDIA_AHEAD_MS;
      assert(Math.abs(pickedUpMs - parcel.pickedUp) < MINUTE_MS, line.awb);
    }
  });
