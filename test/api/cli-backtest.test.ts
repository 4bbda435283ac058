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

const pinrate = (...args: string[]): ReturnType<typeof run> => run('backtest', ...args);

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const written = { out: '', err: '' };
  const code = await runCli(args, {
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
    assert.deepEqual([code, err], [0, 'assumed: type B2C, since no column says it\n']);
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

/** Orders from Delhi to Bengaluru, with what differs between them. */
async function sheetOf(folder: string, headings: string, ...rows: string[]): Promise<string> {
  const path = join(folder, 'orders.csv');
  const lines = rows.map((row, number) => `O-${number},110001,560001,1.2,B2C,${row}`);
  await writeFile(path, `${[`ref,from,to,Weight (kg),type,${headings}`, ...lines].join('\n')}\n`);
  return path;
}

it('names the headings of a sheet of orders that it does not read, and what is left out', () =>
  withFolder(async (folder) => {
    const path = await sheetOf(folder, 'payment,Carrier,Cost centre', `PREPAID,${usual},x`);
    const { code, out, err } = await pinrate('NONE', path);
    assert.deepEqual(err.split('\n'), [
      'not read: Carrier, Cost centre',
      'assumed: assigned now, since no column says when',
      'assumed: nobody has them, since no column says who',
      '',
    ]);
    assert.equal(code, 0);
    assert.match(out, /^There is nothing to compare\.$/m);
  }));

it('tells orders without a courier from those of unknown ones and from those without a price', () =>
  withFolder(async (folder) => {
    const rows = ['', '', 'aravali', 'aravali', 'brisk', 'himbrahma-hills', usual].map((id) => `PREPAID,${id}`);
    const { out } = await pinrate('NONE', await sheetOf(folder, 'payment,courier', ...rows));
    assert.match(out, /^2 shipments without a courier: nobody has carried them yet, so there is no before\.$/m);
    assert.match(out, /^3 shipments cannot be compared\. There is no such partner: aravali \(2\), brisk \(1\)\.$/m);
    assert.match(out, /^1 shipment cannot be compared: the courier has no price for it now\.$/m);
    assert.match(
      out,
      /^Warning: 1 shipment: No outcomes of PREPAID parcels count yet: it is assumed that 2 % return, /m,
    );
  }));

it('says where the name of a courier stands in place of its id, and what to do', () =>
  withFolder(async (folder) => {
    const names = ['Aravali Express', usual, 'Aravali Express', 'Brisk & Co'].map((name) => `PREPAID,${name},1`);
    const path = await sheetOf(folder, 'payment,Courier,Order Date', ...names);
    const { code, out, err } = await pinrate('NONE', path);
    assert.equal(code, 1);
    const hint = 'is no partnerId: say which courier it is by values: partner in a map';
    assert.ok(err.includes(`orders.csv:2: Courier: Aravali Express ${hint}\n`), err);
    assert.ok(err.includes(`orders.csv:5: Courier: Brisk & Co ${hint}\n`), err);
    assert.match(out, /^A map to start from, as a file for --map:\nheadings: 1\n/);
    assert.match(out, /^ {2}# not read: "Order Date"/m, 'a date is no order number');
    const map = out
      .slice(out.indexOf('headings: 1'))
      .replace(/"Aravali Express": .*/, `Aravali Express: ${usual}`)
      .replace(/"Brisk & Co": .*/, `Brisk & Co: ${usual}`);
    await writeFile(join(folder, 'map.yaml'), map);
    const mapped = await pinrate('NONE', path, '--map', join(folder, 'map.yaml'), '--json');
    assert.equal((JSON.parse(mapped.out) as BacktestFigures).unpriced, 0, mapped.err);
  }));

it('names the line and the heading of what the node finds in a sheet of orders', () =>
  withFolder(async (folder) => {
    const rows = ['PREPAID,900,2026-10-05', 'COD,9000000000,2026-10-05'];
    const path = await sheetOf(folder, 'payment,Order Value,date', ...rows);
    const { code, err } = await pinrate('NONE', path);
    assert.equal(code, 1);
    assert.match(err, /orders\.csv:3: Order Value: must be /);
  }));

it('warns where a policy ranks by landed costs without terms', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'landed.json');
    const policy = { ...without(usual), rank: { strategy: 'CHEAPEST', cost: 'LANDED' } };
    await writeFile(path, JSON.stringify(policy));
    const warning = 'The policy house ranks by landed costs, of which there are no terms: the price counted';
    assert.match((await pinrate(path)).out, new RegExp(`^Warning: 3 shipments: ${warning}\\.$`, 'm'));
    const parcel = ['allocate', '110001', '560001', '--weight', '1.2kg', '--policy', path];
    for (const args of [parcel, [...parcel, '--explain']])
      assert.ok((await run(...args)).out.endsWith(`\nWarning: ${warning}\n`));
  }));
