/** What a sheet of rates says of a card as a whole: rows that end, minimum weights, tax, and couriers side by side. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Package, WeightTerms } from '../../src/model/documents.js';
import { TestApp } from '../support/app.js';
import { applied, importedText, newCourier, rowsOf, weightCharge } from '../support/imports.js';

const DAY_MS = 86_400_000;
const [DELHI, BENGALURU, MUMBAI] = ['110001', '560001', '400001'];

let app: TestApp;
before(async () => {
  app = await TestApp.startDemo({ now: new Date() });
});
after(() => app.close());

const inForce = async (partnerId: string): Promise<Package[]> =>
  (await rowsOf<Package>(app, 'packages', partnerId)).filter(
    ({ status, validTo }) => status && (!validTo || Date.parse(validTo) > Date.now()),
  );

const THREE_SLABS = 'slab,>A,>B\n0-500,40,50\n500-1000,60,70\n+500,20,25\n';
const ONE_SLAB = 'slab,>A\n0-1000,55\n+1000,33\n';

describe('a sheet of rates is the truth about the routes that it names', () => {
  it('ends their other rows now, and lists them in the dry run', async () => {
    const partnerId = 'truth-now';
    await newCourier(app, partnerId, { A: [DELHI], B: [BENGALURU] });
    await importedText(app, 'rates', THREE_SLABS, '', '--partner', partnerId);
    const former = (await inForce(partnerId)).filter(({ maxWeight }) => maxWeight === 500);
    const dry = await importedText(app, 'rates', ONE_SLAB, '', '--partner', partnerId, '--dry-run');
    assert.match(dry.out, /^2 rows end, replaced by the sheet: packages\/\d+, packages\/\d+$/m);
    assert.equal((await inForce(partnerId)).length, 4);
    const { code, out } = await importedText(app, 'rates', ONE_SLAB, '', '--partner', partnerId);
    assert.equal(code, 0);
    assert.match(out, /^1 created, 2 ended\n/);
    const rows = await inForce(partnerId);
    // B is no route of the sheet
    assert.equal(rows.length, 3);
    assert.equal(former.length, 2);
    const parcel = { partnerId, from: BENGALURU, to: DELHI };
    assert.equal(await weightCharge(app, { ...parcel, weight: 400 }), 55);
    assert.equal(await weightCharge(app, { ...parcel, weight: 2_500 }), 55 + 2 * 33);
    assert.equal(await weightCharge(app, { partnerId, from: DELHI, to: BENGALURU, weight: 400 }), 50);
  });

  it('leaves them with --keep', async () => {
    const partnerId = 'truth-kept';
    await newCourier(app, partnerId, { A: [DELHI], B: [BENGALURU] });
    await importedText(app, 'rates', THREE_SLABS, '', '--partner', partnerId);
    const { out } = await importedText(app, 'rates', ONE_SLAB, '', '--partner', partnerId, '--keep');
    assert.match(out, /^1 created\n/);
    assert.equal((await inForce(partnerId)).length, 5);
  });

  it('ends them when it begins, and switches off those to come', async () => {
    const partnerId = 'truth-later';
    const ids = await newCourier(app, partnerId, { A: [DELHI], B: [BENGALURU] });
    await importedText(app, 'rates', THREE_SLABS, '', '--partner', partnerId);
    const [start, later, end] = [10, 20, 5].map((days) => new Date(Date.now() + days * DAY_MS).toISOString());
    const row = { partnerId, baseWeight: 700, baseCharge: 1, addonWeight: 0, addonCharge: 0, toZoneId: ids.A };
    await applied(app, [
      { collection: 'packages', match: true, document: { ...row, validFrom: later } },
      { collection: 'packages', match: true, document: { ...row, maxWeight: 700, validTo: end } },
    ]);
    const { code, err } = await importedText(
      app,
      'rates',
      ONE_SLAB,
      '',
      ...['--partner', partnerId, '--set', `validFrom=${start}`],
    );
    assert.deepEqual([code, err], [0, '']);
    const rows = (await rowsOf<Package>(app, 'packages', partnerId)).filter(({ toZoneId }) => toZoneId === ids.A);
    const dates = rows.map(({ baseWeight, maxWeight = null, status, validFrom = null, validTo = null }) =>
      [baseWeight, maxWeight, status, validFrom, validTo].join(' '),
    );
    const last = new Date(Date.parse(start!) - 1).toISOString();
    assert.deepEqual(dates.toSorted(), [
      `1000  true  ${last}`,
      `1000  true ${start} `,
      `500 500 true  ${last}`,
      `700  false ${later} `,
      `700 700 true  ${end}`,
    ]);
  });
});

describe('weights of a sheet of rates', () => {
  const MATRIX = 'Zones,A,B\nA,12.7,9.85\nB,20,30.25\n';

  it('are charged to the gram with --per-kg exact, from a minimum on', async () => {
    const partnerId = 'to-the-gram';
    await newCourier(app, partnerId, { A: [DELHI], B: [BENGALURU] });
    const options = ['--partner', partnerId, '--per-kg', 'exact', '--set', 'minChargeableWeight=10kg'];
    const { code, err } = await importedText(app, 'rates', MATRIX.replace('30.25', '30.255'), '', ...options);
    assert.deepEqual([code, err], [0, '']);
    assert.equal(await weightCharge(app, { partnerId, from: DELHI, to: BENGALURU, weight: 10_500 }), 103.43);
    assert.equal(await weightCharge(app, { partnerId, from: DELHI, to: BENGALURU, weight: 5_000 }), 98.5);
    assert.equal(await weightCharge(app, { partnerId, from: BENGALURU, to: BENGALURU, weight: 12_001 }), 363.09);
  });

  it('keep what else weight-terms say when a minimum replaces theirs', async () => {
    const partnerId = 'terms-kept';
    await newCourier(app, partnerId, { A: [DELHI], B: [BENGALURU] });
    await applied(app, [{ collection: 'weight-terms', match: true, document: { partnerId, cft: 6 } }]);
    const options = [
      '--partner',
      partnerId,
      '--per-kg',
      '--set',
      'minChargeableWeight=20000 g',
      '--set',
      'minCharge=450',
    ];
    await importedText(app, 'rates', MATRIX, '', ...options);
    const [terms, another] = await rowsOf<WeightTerms>(app, 'weight-terms', partnerId);
    assert.deepEqual([terms!.cft, terms!.minChargeableWeight, another], [6, 20_000, undefined]);
    assert.equal(await weightCharge(app, { partnerId, from: DELHI, to: DELHI, weight: 500 }), 450);
    assert.equal(await weightCharge(app, { partnerId, from: BENGALURU, to: DELHI, weight: 25_100 }), 520);
  });

  it('need a unit for the minimum', async () => {
    const partnerId = 'no-unit';
    await newCourier(app, partnerId, { A: [DELHI], B: [BENGALURU] });
    const options = ['--partner', partnerId, '--per-kg', '--set', 'minChargeableWeight=20'];
    const { code, err } = await importedText(app, 'rates', MATRIX, '', ...options);
    assert.equal(code, 1);
    assert.match(err, /minChargeableWeight: says no unit/);
  });
});

describe('amounts with tax', () => {
  it('set the amounts of the card, unless other rows with amounts stay', async () => {
    const partnerId = 'with-tax';
    await newCourier(app, partnerId, { A: [DELHI], B: [BENGALURU] });
    const docket = { partnerId, type: 'docket', chargeType: 'flat', value: 20 };
    await applied(app, [{ collection: 'customer-charges', match: true, document: docket }]);
    const options = ['--partner', partnerId, '--with-tax'];
    const refused = await importedText(app, 'rates', THREE_SLABS, '', ...options);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /^AMOUNTS_DIFFER: .*1 row of customer-charges\n--force imports it all the same/);
    assert.equal((await importedText(app, 'rates', THREE_SLABS, '', ...options, '--force')).code, 0);
    const { json } = await app.get(`/documents/partners/${partnerId}`);
    assert.equal((json as { data: { amounts: string } }).data.amounts, 'WITH_TAX');
    // they have tax by now
    assert.equal((await importedText(app, 'rates', ONE_SLAB, '', ...options)).code, 0);
  });
});

describe('a sheet of several products', () => {
  const [surface, air] = ['several-surface', 'several-air'];
  before(async () => {
    for (const partnerId of [surface, air]) await newCourier(app, partnerId, { A: [DELHI], B: [BENGALURU] });
  });

  it('has a column for each courier', async () => {
    const sheet = 'Weight,Eco,Eco Plus,Jet\nUpto 500 gm,30,30,80\nAddl 500 gm,20,20,60\n';
    const map = `partners: {Eco: ${surface}, Jet: ${air}}\n`;
    const missing = await importedText(app, 'rates', sheet, map);
    assert.equal(missing.code, 1);
    assert.match(missing.err, /sheet\.csv:1: Eco Plus: is none of partners in the map/);
    assert.equal((await importedText(app, 'rates', sheet, `${map}ignore: [Eco Plus]\n`)).code, 0);
    assert.equal(await weightCharge(app, { partnerId: surface, from: DELHI, to: BENGALURU, weight: 700 }), 50);
    assert.equal(await weightCharge(app, { partnerId: air, from: DELHI, to: BENGALURU, weight: 700 }), 140);
  });

  it('has a row for each, by a column', async () => {
    const sheet = 'Courier,zone,rate\nEco,>A,10\nEco 2,>B,12\nJet,>A,30\n';
    const map = `columns: {partner: Courier}\npartners: {Eco: ${surface}, Eco 2: ${surface}, Jet: ${air}}\nset: {step: 500 g}\n`;
    const { code, err } = await importedText(app, 'rates', sheet, map);
    assert.deepEqual([code, err], [0, '']);
    assert.equal(await weightCharge(app, { partnerId: surface, from: DELHI, to: BENGALURU, weight: 700 }), 24);
    assert.equal(await weightCharge(app, { partnerId: air, from: BENGALURU, to: DELHI, weight: 1_200 }), 90);
    const unknown = await importedText(app, 'rates', `${sheet}Rail,>A,5\n`, map);
    assert.match(unknown.err, /sheet\.csv:5: Courier: "Rail" is none of partners in the map\n/);
    assert.equal((await importedText(app, 'rates', sheet, map, '--partner', air)).code, 2);
  });

  it('prices services of one courier', async () => {
    const sheet = 'Weight,Standard,Fast\n0-500 g,30,80\n+500 g,20,60\n';
    const map = 'services: {Fast: EXPRESS}\nlanes: {Standard: ">"}\n';
    const refused = await importedText(app, 'rates', sheet, map, '--partner', surface);
    assert.match(refused.err, /Standard: must be FROM>TO/);
    const { code } = await importedText(
      app,
      'rates',
      sheet,
      'services: {Fast: EXPRESS}\nignore: [Standard]\n',
      '--partner',
      surface,
    );
    assert.equal(code, 0);
    const rows = (await inForce(surface)).filter(({ service }) => service === 'EXPRESS');
    assert.deepEqual(
      rows.map(({ baseCharge, addonCharge }) => [baseCharge, addonCharge]),
      [[80, 60]],
    );
  });

  it('has couriers in a list of pincodes', async () => {
    const sheet = `Courier,pincode,zone,cod\nEco,${MUMBAI},A,N\nJet,${MUMBAI},B,Y\n`;
    const map = `columns: {partner: Courier}\npartners: {Eco: ${surface}, Jet: ${air}}\n`;
    const { code, err } = await importedText(app, 'serviceability', sheet, map);
    assert.deepEqual([code, err], [0, '']);
    const entries = await Promise.all(
      [surface, air].map(async (id) =>
        (await rowsOf(app, 'zone-pincodes', id)).find(({ pincode }) => pincode === MUMBAI),
      ),
    );
    assert.deepEqual(
      entries.map((entry) => entry?.['services']),
      [{ COD: false }, { COD: true }],
    );
  });

  it('makes zones of each of them', async () => {
    const sheet = `Courier,pincode,zone\nEco,${MUMBAI},West\nJet,${MUMBAI},West\nJet,${BENGALURU},South\n`;
    const map = `columns: {partner: Courier}\npartners: {Eco: ${surface}, Jet: ${air}}\n`;
    const { code, err } = await importedText(app, 'serviceability', sheet, map, '--create-zones', '--force');
    assert.deepEqual([code, err], [0, '']);
    const names = async (id: string): Promise<unknown[]> =>
      (await rowsOf(app, 'zones', id)).map(({ name }) => name).slice(2);
    assert.deepEqual([await names(surface), await names(air)], [['West'], ['West', 'South']]);
  });
});

describe('pincodes that the node does not know', () => {
  it('are made in the city that the sheet names, else in that of the nearest', async () => {
    const partnerId = 'new-places';
    await newCourier(app, partnerId, { A: [DELHI], B: [] });
    const sheet = 'pincode,zone,City,State\n110999,A,New Delhi,Delhi\n560998,B,Nowhere,KA\n999999,A,,\n';
    const options = ['--partner', partnerId, '--create-missing'];
    const refused = await importedText(app, 'serviceability', sheet, '', ...options);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /sheet\.csv:4: pincode: the node knows no pincode that begins with 999/);
    const { code, out } = await importedText(app, 'serviceability', sheet.replace('999999,A,,\n', ''), '', ...options);
    assert.equal(code, 0);
    assert.match(out, /1 new pincode by the city of the sheet, such as 110999 in Delhi, Delhi /);
    assert.match(out, /1 new pincode by the nearest pincode, such as 560998 in .*\(near 560\d+\)/);
    const { json } = await app.get('/documents/pincodes/110999');
    const { source, sourcePartnerId } = (json as { data: Record<string, unknown> }).data;
    assert.deepEqual([source, sourcePartnerId], ['sheet', partnerId]);
    assert.equal((await importedText(app, 'serviceability', sheet, '', ...options, '--skip-unknown')).code, 2);
  });
});
