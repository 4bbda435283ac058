/** `pinrate backtest` against a real node with the demo. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { runCli } from '../../src/cli/run.js';
import type { BacktestFigures } from '../../src/contract/allocation-figures.js';
import { withFolder } from '../store/fixtures.js';
import { MAIN, TestApp } from '../support/app.js';
import { removeDemoRules } from '../support/demo-rules.js';

const SHIPMENTS = 3;

let app: TestApp;
/** Who gets a parcel without a policy. */
let usual: string;
before(async () => {
  app = await TestApp.startDemo({ now: new Date() });
  await removeDemoRules(app);
  for (let index = 0; index < SHIPMENTS; index++) {
    const { json, text } = await app.ask('assignment', {
      shipmentDetails: {
        ...{ shipmentId: `CLI-${index}`, serviceTypes: ['PICKUP', 'DELIVERY'], weight: 1_200, shipmentType: 'B2C' },
        ...{ fromPincode: '110001', toPincode: '560001', paymentType: 'PREPAID', declaredValue: 900 },
      },
      assignmentPreferences: { assignmentStrategy: 'BEST_MATCH' },
    });
    assert.ok(json.data?.assignment, text);
    usual = json.data.assignment.partnerId;
  }
});
after(() => app.close());

async function pinrate(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const written = { out: '', err: '' };
  const code = await runCli(['backtest', ...args], {
    env: { PINRATE_URL: app.app.url, PINRATE_ID: MAIN.id, PINRATE_SECRET: MAIN.secret },
    homeFolder: '/nowhere',
    out: { write: (text) => (written.out += text) },
    err: { write: (text) => (written.err += text) },
  });
  return { code, ...written };
}
const without = (partnerId: string) => ({
  ...{ policyId: 'house', name: 'House', priority: 1, status: true },
  rules: [{ ruleId: 'not-it', label: 'Not it', when: {}, exclude: { partners: [partnerId] }, status: true }],
});

it('says what a policy in a file would have cost', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'house.json');
    await writeFile(path, JSON.stringify(without(usual)));
    const { code, out, err } = await pinrate(path, '--since', '1d');
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^3 shipments: 3 would have had another partner\.\n/);
    assert.match(out, /^You would have paid ₹[\d.,]+ (less|more): ₹[\d.,]+ → ₹[\d.,]+, [+−]₹[\d.,]+ a shipment\.$/m);
    assert.match(out, new RegExp(`^${usual} +3 +0$`, 'm'));
    assert.match(out, /^not-it +3 +0 +[+-]?[\d.,]+$/m);
    assert.match(out, new RegExp(`^CLI-0 +${usual} +\\S+ +[+-]?[\\d.,]+ +not-it$`, 'm'));
    const figures = JSON.parse((await pinrate(path, '--limit', '2', '--json')).out) as BacktestFigures;
    assert.deepEqual([figures.parcels, figures.moved, figures.rules[0]!.acted], [2, 2, 2]);
    assert.equal(
      (JSON.parse((await pinrate(path, '--customer', 'nobody', '--json')).out) as BacktestFigures).parcels,
      0,
    );
  }));

it('takes a policy in any file, also as a line of pinrate apply', () =>
  withFolder(async (folder) => {
    const document = without(usual);
    const line = JSON.stringify({ collection: 'allocation-policies', document });
    const group = '{"collection":"place-groups","document":{"groupId":"METRO"}}';
    for (const [name, text] of [
      ['landed-policy.ndjson', `${JSON.stringify(document)}\n`],
      ['line.ndjson', `${line}\n`],
      ['lines.ndjson', `${group}\n${line}\n`],
      ['house', JSON.stringify(document, null, 2)],
    ] as const) {
      const path = join(folder, name);
      await writeFile(path, text);
      const { code, out, err } = await pinrate(path, '--json');
      assert.deepEqual([code, err], [0, ''], name);
      assert.equal((JSON.parse(out) as BacktestFigures).moved, 3, name);
    }
    const path = join(folder, 'two.ndjson');
    await writeFile(path, `${line}\n${line}\n`);
    const two = await pinrate(path);
    assert.equal(two.code, 2);
    assert.match(two.err, /it must have one policy, and has 2/);
    assert.equal((await pinrate(join(folder, 'missing.ndjson'))).code, 2);
  }));

it('takes no policy, and says what it cannot read', async () => {
  const { code, out } = await pinrate('NONE');
  assert.equal(code, 0);
  assert.match(out, /^3 shipments: 0 would have had another partner\.\nYou would have paid the same: /);
  assert.deepEqual([(await pinrate('missing.json')).code, (await pinrate('NONE', '--since', 'often')).code], [2, 2]);
  const unknown = await pinrate('nobody');
  const message = 'POLICY_NOT_FOUND: there is no policy nobody, and no file of this name either\n';
  assert.deepEqual([unknown.code, unknown.err], [1, message]);
});

it('asks the orders of a sheet', () =>
  withFolder(async (folder) => {
    const orders = join(folder, 'orders.csv');
    const lines = [
      'Order No,Pickup Pincode,Drop Pincode,Weight (kg),Payment Mode,COD amount,Order value,Ship date,Courier',
      `A/1,110001,560001,1.2,COD,900,900,2026-10-05,${usual}`,
      `A/2,110001,560001,1.2,PREPAID,0,900,2026-10-06,${usual}`,
      'A/3,110001,400001,0.4,PREPAID,0,900,2026-10-06,',
    ];
    await writeFile(orders, `${lines.join('\n')}\n`);
    const policy = join(folder, 'house.json');
    await writeFile(policy, JSON.stringify(without(usual)));
    const { code, out, err } = await pinrate(policy, orders, '--json');
    assert.deepEqual([code, err], [0, '']);
    const { parcels, moved, unpriced, moves } = JSON.parse(out) as BacktestFigures;
    assert.deepEqual([parcels, moved, unpriced], [3, 2, 1]);
    assert.deepEqual(moves.map(({ shipmentId }) => shipmentId).sort(), ['A-1', 'A-2']);
    // of a few rows one that is no pincode would be a fault of the column
    const good = Array.from({ length: 60 }, () => lines[1]);
    const bad = 'A/2,11000,560001,1.2,COD,900,900,2026-10-05,x';
    await writeFile(orders, `${[lines[0], ...good, bad].join('\n')}\n`);
    const wrong = await pinrate(policy, orders);
    assert.equal(wrong.code, 1);
    assert.match(wrong.err, /orders\.csv:62: Pickup Pincode: /);
  }));
