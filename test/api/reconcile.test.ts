/** `pinrate reconcile` against a real node with the demo: an invoice with a fault of each kind. */
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { nodeKnowledge } from '../../src/bulk/node.js';
import { connect } from '../../src/client/connect.js';
import { assignShipment, calculateCharges, importOutcomes } from '../../src/client/operations.js';
import { dayOf } from '../../src/reconcile/money.js';
import { csvRows } from '../../src/sheets/files/csv.js';
import { withFolder } from '../store/fixtures.js';
import { MAIN, TestApp } from '../support/app.js';
import { pinrate } from '../support/imports.js';

const PARTNER = 'haatwala-ecom';
let app: TestApp;
before(async () => {
  app = await TestApp.startDemo({ now: new Date() });
});
after(() => app.close());

const node = () => connect({ url: app.app.url, service: MAIN.id, secret: MAIN.secret });

/** The total with tax, as a checkout gets it. */
async function totalOf(more: Record<string, unknown>): Promise<string> {
  const { data } = await calculateCharges(node(), {
    ...{ partnerId: PARTNER, pickupPincode: '110001', deliveryPincode: '560001', weight: 1_200 },
    ...{ shipmentType: 'B2C', paymentType: 'PREPAID', shipDate: '2026-11-03' },
    ...more,
  });
  assert(data.available);
  return data.charges.totalAmount.toFixed(2);
}

interface Sums {
  sum: number;
  lines: number;
}
interface SummaryFile {
  invoice: { number: string; lines: number; billed: number; from: string; to: string };
  expected: number;
  difference: number;
  unreadable: { billed: number };
  unpriced: { billed: number };
  ok: Sums;
  within: Sums;
  over: Sums;
  under: Sums;
  credits: Sums;
  pricedBy: object;
  ranAt: string;
}
type Row = Record<string, string>;
async function rowsIn(file: string): Promise<Row[]> {
  const [headings, ...rows] = [...csvRows(await readFile(file, 'utf8'), ',')];
  return rows.map(({ cells }) => Object.fromEntries(headings!.cells.map((name, at) => [name, cells[at]!])));
}

const INVOICE = 'awb,ref,date,from,to,weight,total\n8301,L-1,2026-11-03,110001,560001,1200 g,128.01\n';

const MAP = `
amounts: withTax
invoice:
  columns:
    awb: AWB Code
    ref: Order ID
    date: Awb Assigned Date
    direction: Description
    charged_weight: Charged Weight
    total: Billing Amount
  units: {charged_weight: kg}
  values:
    direction: {/^fwd/: FORWARD, Forward and RTO: BOTH}
  strip: {awb: /^\\(R\\)/}
shipments:
  set: {from: 110001}
`;
const ORDERS = `Order Id,AWB,To Pincode,Weight (g),Payment,Order Value,Status,Ship Date
ORD-1,7001,560001,1200,Prepaid,,,2026-11-03
ORD-2,7002,560001,1200,Prepaid,,,2026-11-03
ORD-3,7003,560001,1200,Prepaid,,CANCELLED,2026-11-03
ORD-4,7004,560001,1200,COD,1999,RTO,2026-11-03
ORD-5,7005,560001,1200,Prepaid,,Delivered,2026-11-03
ORD-6,7006,560001,1200,Prepaid,,,2026-11-04
`;

it('names each fault of an invoice, writes its files, and does so again with the same bytes', async () => {
  await withFolder(async (folder) => {
    const file = (name: string): string => join(folder, name);
    const [right, heavy, rto] = [
      await totalOf({}),
      await totalOf({ weight: 2_600 }),
      await totalOf({ direction: 'RTO' }),
    ];
    const both = (Number(right) + Number(rto)).toFixed(2);
    const back = (
      Number(await totalOf({ declaredValue: 1_999 }))
      + Number(await totalOf({ declaredValue: 1_999, direction: 'RTO' }))
    ).toFixed(2);
    const lines = [
      ['7001', 'ORD-1', '2026-11-03', 'Fwd charges', '1.2', right],
      ['="7002"', 'ord-2', '2026-11-03', 'Fwd charges', '2.6', heavy],
      ['7003', 'ORD-3', '2026-11-03', 'Fwd charges', '1.2', right],
      ['(R)7001', 'ORD-1', '2026-11-03', 'Fwd charges', '1.2', right],
      ['7099', 'ORD-99', '2026-11-03', 'Fwd charges', '1.2', right],
      ['7004', 'ORD-4', '2026-11-05', 'Forward and RTO', '1.2', back],
      ['7005', 'ORD-5', '2026-11-05', 'Forward and RTO', '1.2', both],
      ['7001', 'ORD-1', '2026-11-05', 'Fwd charges', '1.2', `-${right}`],
      ['7010', 'ORD-10', '2026-11-05', 'Sideways', '1.2', right],
    ];
    const headings = 'AWB Code,Order ID,Awb Assigned Date,Description,Charged Weight,Billing Amount,Remark';
    await writeFile(file('invoice.csv'), `${headings}\n${lines.map((cells) => `${cells.join(',')},-5`).join('\n')}\n`);
    await writeFile(file('orders.csv'), ORDERS);
    await writeFile(file('map.yaml'), MAP);
    const args = (out: string) => [
      ...['reconcile', file('invoice.csv'), '--partner', PARTNER, '--map', file('map.yaml')],
      ...['--shipments', file('orders.csv'), '--ledger', file('ledger.csv'), '--out', file(out)],
    ];
    const { code, out, err } = await pinrate(app, ...args('first'));
    // what is not read is named
    assert.deepEqual([code, err], [1, 'invoice.csv: not read: Remark\n']);
    assert.match(out, /1 line cannot be read: direction: Sideways \(1\)/);
    const found = await rowsIn(file('first/lines.csv'));
    assert.deepEqual(
      found.map(({ line, billed, expected, cause, status }) => [line, billed, expected, cause, status]),
      [
        ['2', right, right, '', 'OK'],
        ['3', heavy, right, 'WEIGHT', 'OVERBILLED'],
        ['4', right, '0.00', 'CANCELLED', 'OVERBILLED'],
        ['5', right, '0.00', 'DUPLICATE', 'OVERBILLED'],
        ['6', right, '0.00', 'NOT_BOOKED', 'OVERBILLED'],
        ['7', back, back, '', 'OK'],
        ['8', both, right, 'DIRECTION', 'OVERBILLED'],
        ['9', `-${right}`, '0.00', 'CREDIT', 'CREDIT'],
        ['10', right, '', 'direction: Sideways', 'UNREADABLE'],
      ],
    );
    assert.deepEqual(
      [found[1]!['expected_g'], found[1]!['charged_g'], found[1]!['expected_lane'], found[1]!['WEIGHT']],
      ['1200', '2600', 'Metro North>Metro South', (Number(heavy) - Number(right)).toFixed(2)],
    );
    const disputes = await readFile(file('first/dispute.csv'), 'utf8');
    const [first, second] = disputes.split('\r\n');
    assert.equal(first, `${headings},expected,difference,cause,reason`);
    assert.match(
      second!,
      new RegExp(`^"?="+7002"+,ord-2,2026-11-03,Fwd charges,2.6,${heavy},-5,${right},[\\d.]+,WEIGHT,`),
    );
    assert.match(second!, /Charged weight 2600 g, our weight by the contract 1200 g/);
    assert.deepEqual(await rowsIn(file('first/unbilled.csv')), [
      { ref: 'ORD-6', awb: '7006', date: '2026-11-04', expected: right },
    ]);
    const summary = JSON.parse(await readFile(file('first/summary.json'), 'utf8')) as SummaryFile;
    const { invoice, expected, difference, unreadable, unpriced, within, over, under, credits } = summary;
    assert.equal(
      Math.round(invoice.billed * 100),
      Math.round((expected + difference + unreadable.billed + unpriced.billed) * 100),
    );
    assert.equal(Math.round(difference * 100), Math.round((within.sum + over.sum + under.sum + credits.sum) * 100));
    assert.deepEqual(
      [invoice.number, invoice.lines, invoice.from, invoice.to],
      ['invoice.csv', 9, '2026-11-03', '2026-11-05'],
    );
    assert.match(await readFile(file('first/summary.json'), 'utf8'), new RegExp(`"expected": ${expected.toFixed(2)}`));
    const ledger = await rowsIn(file('ledger.csv'));
    assert.equal(ledger.length, 10, 'two lines have two legs, one has none that is known');

    const again = await pinrate(app, ...args('second'));
    assert.equal(again.code, 1);
    for (const name of ['lines.csv', 'dispute.csv', 'unbilled.csv', 'summary.json', 'report.html']) {
      const [one, two] = await Promise.all(
        ['first', 'second'].map((each) => readFile(file(`${each}/${name}`), 'utf8')),
      );
      const timeless = (text: string): string => text.replaceAll(summary.ranAt, '').replace(/"ranAt": ".*"/, '');
      if (name !== 'report.html') assert.equal(timeless(one!), timeless(two!), name);
    }
    assert.deepEqual(await rowsIn(file('ledger.csv')), ledger);
    const next = await pinrate(app, ...args('third'), '--invoice', 'INV-2');
    assert.equal(next.code, 1);
    const third = await rowsIn(file('third/lines.csv'));
    assert.deepEqual(
      third.map(({ cause }) => cause),
      [
        'DUPLICATE',
        'DUPLICATE',
        'CANCELLED',
        'DUPLICATE',
        'NOT_BOOKED',
        'DUPLICATE',
        'DUPLICATE',
        'CREDIT',
        third[8]!['cause'],
      ],
    );
  });
});

it('prices what the node assigned, as it was asked', async () => {
  await withFolder(async (folder) => {
    const file = (name: string): string => join(folder, name);
    await assignShipment(node(), {
      shipmentDetails: {
        ...{ shipmentId: 'REC-1', serviceTypes: ['PICKUP', 'DELIVERY'], fromPincode: '110001', toPincode: '560001' },
        ...{ weight: 1_200, paymentType: 'PREPAID', shipmentType: 'B2C' },
      },
      assignmentPreferences: { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: PARTNER },
    });
    const today = dayOf(new Date().toISOString());
    const right = await totalOf({ shipDate: today, serviceRequirements: ['PICKUP', 'DELIVERY'] });
    await writeFile(file('invoice.csv'), `awb,ref,date,charged_weight,total\n8001,REC-1,${today},1200 g,${right}\n`);
    await writeFile(file('map.yaml'), 'amounts: withTax\n');
    const { code, out, err } = await pinrate(
      app,
      ...[...['reconcile', file('invoice.csv'), '--partner', PARTNER, '--map', file('map.yaml'), '--out', file('out')]],
    );
    assert.deepEqual([code, err], [0, ''], out);
    const summary = JSON.parse(await readFile(file('out/summary.json'), 'utf8')) as SummaryFile;
    assert.equal(summary.ok.lines, 1);
    assert.deepEqual(summary.pricedBy, { shipment: 1, line: 0, option: 0, today: 0 });
  });
});

it('finds returns that are not owed by the outcomes that the node has, of its own parcels and of others', async () => {
  await withFolder(async (folder) => {
    const file = (name: string): string => join(folder, name);
    await assignShipment(node(), {
      shipmentDetails: {
        ...{ shipmentId: 'REC-2', serviceTypes: ['PICKUP', 'DELIVERY'], fromPincode: '110001', toPincode: '560001' },
        ...{ weight: 1_200, paymentType: 'PREPAID', shipmentType: 'B2C' },
      },
      assignmentPreferences: { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: PARTNER },
    });
    const today = dayOf(new Date().toISOString());
    const [pickedUpAt, deliveredAt] = [86_400_000, 0].map((ms) => new Date(Date.now() - ms).toISOString());
    const elsewhere = { partnerId: PARTNER, deliveryPincode: '560001', paymentType: 'PREPAID' as const, pickedUpAt };
    await importOutcomes(node(), [
      { shipmentId: 'REC-2', pickedUpAt, status: 'DELIVERED', deliveredAt },
      { awb: '8101', ...elsewhere, status: 'DELIVERED', deliveredAt },
      { awb: '8102', ...elsewhere, status: 'RTO' },
      { awb: '8103', ...elsewhere, status: 'OPEN' },
    ]);
    const rto = await totalOf({ shipDate: today, direction: 'RTO', serviceRequirements: ['PICKUP', 'DELIVERY'] });
    const plain = await totalOf({ shipDate: today, direction: 'RTO' });
    const rest = `RTO,${today},110001,560001,1200 g`;
    const lines = [`8100,REC-2,${rest},${rto}`, ...['8101', '8102', '8103'].map((awb) => `${awb},,${rest},${plain}`)];
    await writeFile(file('invoice.csv'), `awb,ref,direction,date,from,to,weight,total\n${lines.join('\n')}\n`);
    await writeFile(file('map.yaml'), 'amounts: withTax\n');
    const { code, err } = await pinrate(
      app,
      ...['reconcile', file('invoice.csv'), '--partner', PARTNER, '--map', file('map.yaml'), '--out', file('out')],
    );
    assert.deepEqual([code, err], [1, '']);
    assert.deepEqual(
      (await rowsIn(file('out/lines.csv'))).map(({ awb, expected, DIRECTION, status }) => [
        ...[awb, expected, DIRECTION, status],
      ]),
      [
        ['8100', '0.00', rto, 'OVERBILLED'],
        ['8101', '0.00', plain, 'OVERBILLED'],
        ['8102', plain, '0.00', 'OK'],
        ['8103', plain, '0.00', 'OK'],
      ],
    );
  });
});

it('writes over none of the files that it reads', async () => {
  await withFolder(async (folder) => {
    const file = (name: string): string => join(folder, name);
    await writeFile(file('lines.csv'), INVOICE);
    await writeFile(file('map.yaml'), 'amounts: withTax\n');
    const run = (...more: string[]) =>
      pinrate(app, 'reconcile', file('lines.csv'), '--partner', PARTNER, '--map', file('map.yaml'), ...more);
    const forced = await run('--out', folder, '--force');
    assert.deepEqual([forced.code, /lines\.csv is read, and would be written over/.test(forced.err)], [2, true]);
    assert.equal((await run('--propose', file('lines.csv'))).code, 2);
    assert.equal(await readFile(file('lines.csv'), 'utf8'), INVOICE);
  });
});

it('leaves a ledger as it is that another run extends at the same time', async () => {
  await withFolder(async (folder) => {
    const file = (name: string): string => join(folder, name);
    await writeFile(file('invoice.csv'), INVOICE);
    await writeFile(file('map.yaml'), 'amounts: withTax\n');
    const run = (number: string) =>
      pinrate(
        app,
        ...['reconcile', file('invoice.csv'), '--partner', PARTNER, '--map', file('map.yaml')],
        ...['--out', file(`out-${number}`), '--ledger', file('ledger.csv'), '--invoice', number, '--force'],
      );
    const numbersIn = async () => (await rowsIn(file('ledger.csv'))).map(({ invoice }) => invoice);
    const ended = new Map<string, Awaited<ReturnType<typeof run>>>();
    await Promise.all(['one', 'two'].map(async (number) => ended.set(number, await run(number))));
    const [late] = ['one', 'two'].filter((number) => ended.get(number)!.code === 2);
    // they may have run one after the other
    if (late !== undefined) {
      assert.match(ended.get(late)!.err, /ledger\.csv was changed during the run/);
      assert.deepEqual(await numbersIn(), [late === 'one' ? 'two' : 'one']);
      await run(late);
    }
    assert.deepEqual((await numbersIn()).sort(), ['one', 'two']);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.includes('unfinished')),
      [],
    );
  });
});

it('reads outcomes once for the couriers of a sheet, and keeps those of each apart', async () => {
  const at = { deliveryPincode: '560001', paymentType: 'PREPAID' as const, pickedUpAt: '2026-11-03T06:00:00Z' };
  const deliveredAt = '2026-11-05T06:00:00Z';
  await importOutcomes(node(), [
    { awb: '8201', partnerId: PARTNER, ...at, status: 'DELIVERED', deliveredAt },
    { awb: '8201', partnerId: 'kachhua-cargo', ...at, status: 'RTO' },
    { awb: '8202', partnerId: 'nabhdoot-air', ...at, status: 'RTO' },
  ]);
  const asked: string[] = [];
  const counting = connect({
    ...{ url: app.app.url, service: MAIN.id, secret: MAIN.secret },
    fetch: (url, init) => {
      asked.push(new URL(String(url)).pathname);
      return fetch(url, init);
    },
  });
  const days = { from: '2026-11-01', to: '2026-11-30' };
  const known = await nodeKnowledge(counting, [PARTNER, 'kachhua-cargo'], days, { awb: null, ref: null });
  const found = (awb: string) => [...known.outcomes].map(([, book]) => book.find({ awb, ref: '' }));
  assert.deepEqual(
    [found('8201'), found('8202')],
    [
      ['DELIVERED', 'RETURNED'],
      [undefined, undefined],
    ],
  );
  assert.equal(asked.filter((path) => path.endsWith('/outcomes')).length, 1);
});

it('asks for what it cannot know, and proposes a map', async () => {
  await withFolder(async (folder) => {
    const file = (name: string): string => join(folder, name);
    await writeFile(file('invoice.csv'), 'Waybill No,Charged Weight (kg),Billing Amount,Odd\n1,0.5,50,x\n');
    await writeFile(file('bare.csv'), 'Waybill No,Odd Weight,Sum Of All\n1,0.5,50\n');
    await writeFile(file('map.yaml'), 'amounts: withTax\n');
    await writeFile(file('wrong.yaml'), 'amounts: withTax\ncompare: [freight]\n');
    await writeFile(file('unreadable.csv'), 'ref,to\n1,560001\n1,560002\n');
    const run = (...args: string[]) => pinrate(app, 'reconcile', ...args);
    const of = [file('invoice.csv'), '--partner', PARTNER];
    const out = ['--out', file('out')];
    const basis = await run(...of, ...out);
    assert.deepEqual([basis.code, /amounts: withTax, or amounts: withoutTax/.test(basis.err)], [2, true], basis.err);
    assert.equal((await run(...of, '--map', file('map.yaml'))).code, 2, 'a folder is needed');
    assert.equal((await run(file('invoice.csv'), ...out, '--map', file('map.yaml'))).code, 2, 'a partner is needed');
    assert.equal((await run(...of, ...out, '--map', file('wrong.yaml'))).code, 2);
    assert.equal((await run(...of, ...out, '--map', file('map.yaml'), '--tolerance', 'much')).code, 2);
    const nobody = await run(file('invoice.csv'), '--partner', 'nobody', ...out, '--map', file('map.yaml'));
    assert.deepEqual([nobody.code, /there is no partner nobody/.test(nobody.err)], [1, true], nobody.err);
    const bare = await run(file('bare.csv'), '--partner', PARTNER, ...out, '--map', file('map.yaml'));
    assert.equal(bare.code, 1);
    assert.match(bare.out, /^A map to start from.*\ninvoice:\n {2}headings: 1\n {2}columns:\n {4}awb: "Waybill No"/s);
    assert.match(bare.err, /there is no heading of an amount/);
    const proposed = await run(...of, '--propose', file('proposal.yaml'));
    assert.equal(proposed.code, 0, proposed.err);
    const proposal = await readFile(file('proposal.yaml'), 'utf8');
    assert.match(proposal, /^# amounts: withTax, or withoutTax\ninvoice:\n/);
    assert.match(proposal, /^ {4}total: "Billing Amount"/m);
    assert.match(proposal, /^ {4}# not read: "Odd"/m);
    await writeFile(file('gst.csv'), 'AWB,Charged Weight (kg),Amount,CGST,SGST\n1,0.5,50,4.5,4.5\n');
    await writeFile(file('gst.yaml'), 'invoice: {columns: {total: Amount, tax: [CGST, SGST]}}\n');
    const summed = ['--map', file('gst.yaml'), '--propose', file('summed.yaml')];
    assert.equal((await run(file('gst.csv'), '--partner', PARTNER, ...summed)).code, 0);
    assert.match(await readFile(file('summed.yaml'), 'utf8'), /^ {4}tax: \["CGST", "SGST"\]/m);
    const faults = await run(...of, ...out, '--map', file('map.yaml'), '--shipments', file('unreadable.csv'));
    assert.deepEqual(
      [faults.code, /unreadable.csv:3: ref: 1 is in another row too/.test(faults.err)],
      [1, true],
      faults.err,
    );
    await writeFile(file('six.csv'), `ref,to\n${'1,560001\n1,560002\n'.repeat(5)}`);
    const six = [...of, ...out, '--map', file('map.yaml'), '--shipments', file('six.csv')];
    assert.match((await run(...six)).err, /… and \d more faults of this kind; --all-faults lists them/);
    assert.equal((await run(...six, '--all-faults')).err.match(/is in another row too/g)!.length, 5);
    const unpriced = await run(...of, ...out, '--map', file('map.yaml'), '--force');
    assert.equal(unpriced.code, 1);
    assert.match(unpriced.out, /1 line has no price: PICKUP_UNKNOWN \(1\)/);
    const full = await run(...of, ...out, '--map', file('map.yaml'));
    assert.deepEqual([full.code, /is not empty/.test(full.err)], [2, true]);
    const json = await pinrate(app, '--json', 'reconcile', ...of, ...out, '--map', file('map.yaml'), '--force');
    assert.equal((JSON.parse(json.out) as { unpriced: { lines: number } }).unpriced.lines, 1);
  });
});
