/** `pinrate rate` on a real node with the demo: what it writes is what single questions answer. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { runCli } from '../../src/cli/run.js';
import { csvRows } from '../../src/sheets/files/csv.js';
import { withFolder } from '../store/fixtures.js';
import { MAIN, partnerCredential, TestApp } from '../support/app.js';
import type { ClientCredential } from '../support/client.js';

let app: TestApp;
before(async () => {
  app = await TestApp.startDemo({ now: new Date('2026-12-01T06:00:00Z') });
});
after(() => app.close());

/** Rows of the output by their headings. */
async function rated(
  text: string,
  args: readonly string[] = [],
  { kind, id, secret }: ClientCredential = MAIN,
): Promise<{ code: number; err: string; rows: Record<string, string>[] }> {
  return withFolder(async (folder) => {
    const [input, out] = [join(folder, 'orders.csv'), join(folder, 'priced.csv')];
    await writeFile(input, text);
    const written = { out: '', err: '' };
    const code = await runCli(['rate', input, '--out', out, ...args], {
      env: { PINRATE_URL: app.app.url, PINRATE_ID: kind === 'partner' ? `partner:${id}` : id, PINRATE_SECRET: secret },
      homeFolder: '/nowhere',
      out: { write: (text) => (written.out += text) },
      err: { write: (text) => (written.err += text) },
      now: () => app.clock.nowMs,
    });
    const [headings, ...rows] = [...csvRows(await readFile(out, 'utf8'), ',')].map(({ cells }) => cells);
    const named = rows.map((cells) => Object.fromEntries(headings!.map((name, at) => [name, cells[at]!])));
    return { code, err: written.err, rows: named };
  });
}

const ORDERS = [
  'Order ID,Pickup Pin,Drop Pin,Weight (kg),Length,Breadth,Height (cm),Payment Mode,Order Value,Type,Ship Date',
  'O1,110001,560001,1.2,,,,Prepaid,2499.50,B2C,2026-12-02',
  'O2,110001,400001,0.4,30,20,10,COD,"1,999.00",B2C,05-Dec-2026',
  'O3,110001,744101,45,,,,PPD,500,B2B,2026-12-02 16:07',
  'O4,110001,999999,1,,,,PPD,500,B2C,2026-12-02',
].join('\n');

const QUESTIONS = [
  { deliveryPincode: '560001', weight: 1_200, paymentType: 'PREPAID', declaredValue: 2_499.5, shipDate: '2026-12-02' },
  {
    ...{ deliveryPincode: '400001', weight: 400, dimensions: { length: 30, width: 20, height: 10 } },
    ...{ paymentType: 'COD', declaredValue: 1_999, shipDate: '2026-12-05' },
  },
  {
    ...{ deliveryPincode: '744101', weight: 45_000, paymentType: 'PREPAID', declaredValue: 500, shipmentType: 'B2B' },
    shipDate: '2026-12-02T16:07:00+05:30',
  },
].map((question) => ({ pickupPincode: '110001', shipmentType: 'B2C', ...question }));

it('has the price of each line by one partner, with its components', async () => {
  const { code, err, rows } = await rated(ORDERS, ['--partner', 'nabhdoot-air', '--detail', 'charges']);
  assert.equal(code, 1);
  assert.match(err, /^.*orders\.csv:5: PINCODE_NOT_FOUND: /m);
  assert.equal(rows[3]!['reason'], 'PINCODE_NOT_FOUND');
  for (const [at, question] of QUESTIONS.entries()) {
    const { data } = (await app.ask('charges', { partnerId: 'nabhdoot-air', ...question })).json;
    const { total, chargeable_g: grams, hours, lane, reason, ...row } = rows[at]!;
    if (!data.available) assert.deepEqual([total, reason], ['', data.coverage.reason]);
    else {
      assert.deepEqual(
        [total, grams, hours, lane, reason],
        [
          data.charges.totalAmount.toFixed(2),
          String(data.calculationDetails.chargeableWeight),
          String(data.coverage.estimatedTime),
          data.calculationDetails.applicableZones.lane ?? '',
          '',
        ],
      );
      for (const name of ['weightCharge', 'fscCharge', 'codCharge', 'otherCharges', 'gstAmount'])
        assert.equal(row[name], data.charges[name].toFixed(2), name);
    }
  }
});

it('has the cheapest offers of each line, as a search finds them', async () => {
  const { rows } = await rated(ORDERS, ['--best', '3']);
  for (const [at, question] of QUESTIONS.entries()) {
    const { json } = await app.ask('availability', { ...question, serviceRequirements: [] });
    const offers = (json.data?.availablePartners ?? []) as { partnerId: string; estimatedCost: number }[];
    const wanted = offers.slice(0, 3).map(({ partnerId, estimatedCost }) => [partnerId, estimatedCost.toFixed(2)]);
    const found = rows.filter((row) => row['Order ID'] === `O${at + 1}` && row['rank'] !== '');
    assert.deepEqual(
      found.map(({ partner, total }) => [partner, total]),
      wanted,
    );
    const [cheapest] = (await rated(ORDERS)).rows.filter((row) => row['Order ID'] === `O${at + 1}`);
    assert.equal(cheapest!['partner'], wanted[0]?.[0] ?? '');
  }
});

it('prices a partner for itself', async () => {
  const { code, err, rows } = await rated(
    ORDERS.split('\n').slice(0, 2).join('\n'),
    [],
    partnerCredential('nabhdoot-air'),
  );

  assert.match(err, /^Warning: 1 line: The price has no pickup/);
  assert.deepEqual([code, rows.map(({ partner }) => partner)], [0, ['nabhdoot-air']]);
});
