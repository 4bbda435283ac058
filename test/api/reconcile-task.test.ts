/** An invoice whose orders, SKU weights and routes stand in three more sheets: one command, and a short map. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { csvRows } from '../../src/sheets/files/csv.js';
import { withFolder } from '../store/fixtures.js';
import { TestApp } from '../support/app.js';
import { applied, importedText, newCourier, pinrate } from '../support/imports.js';

const [DELHI, BENGALURU, MUMBAI] = ['110001', '560001', '400001'];
const partnerId = 'warehouse-x';
let app: TestApp;
before(async () => {
  app = await TestApp.startDemo({ now: new Date() });
  await newCourier(app, partnerId, { b: [BENGALURU], d: [MUMBAI] });
  const services = ['PICKUP', 'DELIVERY', 'COD', 'PREPAID'].map((serviceTypeId) => ({
    serviceTypeId,
    isAvailable: true,
  }));
  const warehouse = {
    id: 4_900,
    partnerId,
    name: 'Warehouse',
    description: '',
    status: true,
    attributes: [],
    services,
  };
  const geographical = { states: [], cities: [], areas: [] };
  await applied(app, [{ collection: 'zones', document: { ...warehouse, geographical, pickupPincodes: [DELHI] } }]);
  const legs = ['fwd', 'rto'].flatMap((leg) => ['b', 'd'].map((zone) => `${leg}_${zone}`));
  const row = legs.flatMap((name) => [`${name}_fixed`, `${name}_additional`]).join();
  const map = [
    'columns: {"{direction}_{lane}_{fixed|additional}": price}',
    'values: {direction: {fwd: FORWARD, rto: RTO}}',
    'set: {step: 500 g}\n',
  ].join('\n');
  const { err } = await importedText(
    app,
    'rates',
    `${row}\n33,28.3,45.4,44.8,20.5,28.3,41.3,44.8\n`,
    map,
    '--partner',
    partnerId,
  );
  assert.equal(err, '');
});
after(() => app.close());

const MAP = `compare: [freight, rto]
invoice:
  columns:
    awb: AWB Code
    ref: Order ID
    charged_weight: Charged Weight
    from: Warehouse Pincode
    to: Customer Pincode
    zone: Zone
    direction: Type of Shipment
    total: Billing Amount (Rs.)
  units: {charged_weight: kg}
shipments:
  columns: {ref: ExternOrderNo, sku: SKU, quantity: Order Qty}
items:
  columns: {sku: SKU, weight: Weight (g)}
routes:
  columns: {from: Warehouse Pincode, to: Customer Pincode, zone: Zone}
`;
const INVOICE = `AWB Code,Order ID,Charged Weight,Warehouse Pincode,Customer Pincode,Zone,Type of Shipment,\
Billing Amount (Rs.)
900000000001,2001,0.6,${DELHI},${BENGALURU},b,Forward charges,61.3
900000000002,2002,1.3,${DELHI},${MUMBAI},d,Forward charges,135.0
900000000003,2003,0.5,${DELHI},${BENGALURU},d,Forward and RTO charges,86.7
900000000004,2004,0.5,${DELHI},382830,d,Forward charges,45.4
`;
const ORDERS = `ExternOrderNo,SKU,Order Qty
2001,8904000000001,2.00
2001,GIFTBOX1,1.00
2002,8904000000001,1.00
2003,8904000000001,1.00
2003,8904000000001,1.00
2004,UNKNOWN,1.00
`;
const ITEMS = `SKU,Weight (g)
8904000000001,250
GIFTBOX1,60
GIFTBOX1,60
`;
const ROUTES = `Warehouse Pincode,Customer Pincode,Zone
${DELHI},${BENGALURU},b
${DELHI},${MUMBAI},d
${DELHI},382830,d
${DELHI},382830,d
`;

it('finds what weight and zone have cost, in one command', async () => {
  assert(MAP.trimEnd().split('\n').length <= 25);
  await withFolder(async (folder) => {
    const file = (name: string): string => join(folder, name);
    const texts = {
      'invoice.csv': INVOICE,
      'orders.csv': ORDERS,
      'sku.csv': ITEMS,
      'zones.csv': ROUTES,
      'map.yaml': MAP,
    };
    for (const [name, text] of Object.entries(texts)) await writeFile(file(name), text);
    const { code, err } = await pinrate(
      app,
      ...[
        ...['reconcile', file('invoice.csv'), '--partner', partnerId, '--out', file('out'), '--map', file('map.yaml')],
        ...['--shipments', file('orders.csv'), '--items', file('sku.csv'), '--routes', file('zones.csv')],
      ],
    );
    assert.deepEqual([code, err], [1, '']);
    const [headings, ...rows] = [...csvRows(await readFile(file('out/lines.csv'), 'utf8'), ',')];
    const at = (name: string): number => headings!.cells.indexOf(name);
    const shown = rows.map(({ cells }) =>
      ['expected_g', 'charged_g', 'expected', 'difference', 'cause', 'status'].map((name) => cells[at(name)]),
    );
    assert.deepEqual(shown, [
      // 2 × 250 + 60 g
      ['560', '600', '61.30', '0.00', '', 'OK'],
      ['250', '1300', '45.40', '89.60', 'WEIGHT', 'OVERBILLED'],
      // two equal rows of an order are two pieces
      ['500', '500', '53.50', '33.20', 'LANE', 'OVERBILLED'],
      // nobody knows the pincode, and the house has its zone; a SKU without a weight is not judged by it
      ['', '500', '45.40', '0.00', '', 'OK'],
    ]);
    const summary = JSON.parse(await readFile(file('out/summary.json'), 'utf8')) as Record<string, unknown>;
    assert.equal(summary['unweighed'], 1);
  });
});
