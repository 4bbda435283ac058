/** Lists and cards that a courier made for one town: pickups, transit and km beyond it, and embargoes. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SheetReading } from '../../src/sheets/tables/reading.js';
import { TestApp } from '../support/app.js';
import { applied, importedText, newCourier, rowsOf, weightCharge } from '../support/imports.js';

const [DELHI, BENGALURU, MUMBAI] = ['110001', '560001', '400001'];

let app: TestApp;
before(async () => {
  app = await TestApp.startDemo({ now: new Date() });
});
after(() => app.close());

async function charges(partnerId: string, from: string, to: string) {
  app.clock.nowMs = Date.now();
  const { json } = await app.ask('charges', {
    ...{ partnerId, pickupPincode: from, deliveryPincode: to, weight: 500 },
    ...{ paymentType: 'PREPAID', shipmentType: 'B2C' },
  });
  return (json as { data: Record<string, never> }).data as unknown as {
    available: boolean;
    charges: { otherCharges: number };
    coverage: { estimatedTime?: number; pickupCovered?: boolean; reasons?: { code: string }[] };
  };
}

describe('a card from one place', () => {
  const partnerId = 'from-delhi';
  const places = {
    states: [],
    cities: [],
    areas: [],
  };
  let ids: Record<string, number> = {};
  before(async () => {
    ids = await newCourier(app, partnerId, { b: [BENGALURU, DELHI], d: [MUMBAI] }, { pickupOnlyFrom: true });
    const services = ['PICKUP', 'DELIVERY', 'COD', 'PREPAID'].map((serviceTypeId) => ({
      serviceTypeId,
      isAvailable: true,
    }));
    const warehouse = { id: 4_000, partnerId, name: 'Warehouse', description: '', status: true, attributes: [] };
    const { err } = await applied(app, [
      {
        collection: 'zones',
        document: { ...warehouse, services, geographical: places, pickupPincodes: [DELHI] },
      },
    ]);
    assert.equal(err, '');
    const rates = await importedText(
      app,
      'rates',
      'slab,b,d,Warehouse>d\n0-500,33,40,41\n',
      '',
      '--partner',
      partnerId,
    );
    assert.equal(rates.code, 0, rates.err);
  });

  it('begins in the zone that lists the pickup, and delivers in the other', async () => {
    assert.equal(await weightCharge(app, { partnerId, from: DELHI, to: MUMBAI, weight: 500 }), 41);
    assert.equal(await weightCharge(app, { partnerId, from: DELHI, to: DELHI, weight: 500 }), 33);
  });

  it('covers no other pickup', async () => {
    assert.deepEqual(await weightCharge(app, { partnerId, from: MUMBAI, to: DELHI, weight: 500 }), [
      'INSUFFICIENT_COVERAGE',
    ]);
    const { coverage } = await charges(partnerId, MUMBAI, DELHI);
    assert.equal(coverage.pickupCovered, false);
  });

  it('takes transit of a list, which no import of serviceability moves', async () => {
    const list = `Pincode,TAT (days),zone\n${BENGALURU},4,b\n${DELHI},1,d\n`;
    const { code, err } = await importedText(app, 'serviceability', list, '', '--partner', partnerId, '--force');
    assert.deepEqual([code, err], [0, '']);
    const [entry] = (await rowsOf(app, 'zone-pincodes', partnerId)).filter(({ pincode }) => pincode === BENGALURU);
    assert.equal(entry!['transitDays'], 4);
    assert.equal((await charges(partnerId, DELHI, BENGALURU)).coverage.estimatedTime, 96);
    const zones = await rowsOf(app, 'zones', partnerId);
    assert.deepEqual(zones.find(({ id }) => id === 4_000)!['pickupPincodes'], [DELHI]);
    assert.equal(ids['b']! > 0, true);
  });

  it('refuses a pickup that nobody knows', async () => {
    const [zone] = (await rowsOf(app, 'zones', partnerId)).filter(({ id }) => id === 4_000);
    const { code, err } = await applied(app, [
      { collection: 'zones', document: { ...zone, pickupPincodes: ['999999'] } },
    ]);
    assert.equal(code, 1);
    assert.match(err, /pickupPincodes\[0\]/);
  });
});

describe('a list that is the whole truth', () => {
  it('is refused where the entries that it lacks are over a tenth, however few', async () => {
    const partnerId = 'whole-truth';
    await newCourier(app, partnerId, { A: [DELHI, BENGALURU, MUMBAI] });
    const args = [
      app,
      'serviceability',
      `pincode,zone\n${DELHI},A\n`,
      '',
      '--partner',
      partnerId,
      '--replace',
    ] as const;
    const { code, err } = await importedText(...args);
    const lost = '2 by pickup, 2 by delivery';
    assert.deepEqual(
      [code, err.split('\n')[0]],
      [1, `GUARD_LOSSES: 2 of 3 covered pincodes would lose pickup or delivery, or move to another zone: ${lost}`],
    );
    const dry = await importedText(...args, '--force', '--dry-run');
    assert.match(dry.out, /^2 pincodes lose delivery \(3 before, 1 after\)$/m);
  });
});

describe('a list seen from one town', () => {
  const partnerId = 'seen-from';
  before(async () => {
    await newCourier(app, partnerId, { A: [DELHI, BENGALURU, MUMBAI] });
    await importedText(app, 'rates', 'slab,A\n0-500,40\n', '', '--partner', partnerId);
  });

  it('is refused for its transit, which names the columns', async () => {
    const list = `Pincode,Surface TAT,Transit in hours\n${DELHI},1,30\n`;
    const { code, err } = await importedText(app, 'serviceability', list, '', '--partner', partnerId);
    assert.equal(code, 1);
    assert.match(err, /^TRANSIT_FROM_ONE_TOWN: Transit in hours is the transit from one town/);
    const forced = await importedText(app, 'serviceability', list, '', '--partner', partnerId, '--force');
    assert.equal(forced.code, 0);
    assert.match(forced.out, /not read: Surface TAT/);
    assert.equal((await charges(partnerId, BENGALURU, DELHI)).coverage.estimatedTime, 30);
    const both = await importedText(
      ...([app, 'serviceability', `pincode,transit_days,transit_hours\n${DELHI},1,30\n`, ''] as const),
      ...['--partner', partnerId, '--force'],
    );
    assert.match(both.err, /transit_hours: does not go with days of transit/);
  });

  it('charges km beyond the town', async () => {
    const when = { edlKmFrom: 20, edlKmTo: 60 };
    const row = { partnerId, code: 'EDL', label: 'Beyond the town', order: 10, basis: 'FLAT', value: 75, when };
    assert.equal((await applied(app, [{ collection: 'surcharges', match: true, document: row }])).err, '');
    const usual = (await charges(partnerId, DELHI, MUMBAI)).charges.otherCharges;
    const list = `Pincode,EDL Distance\n${MUMBAI},20\n${BENGALURU},60\n`;
    const { code, out } = await importedText(
      app,
      'serviceability',
      list,
      '',
      '--partner',
      partnerId,
      '--only',
      'edl_km',
    );
    assert.equal(code, 0, out);
    assert.equal((await charges(partnerId, DELHI, MUMBAI)).charges.otherCharges - usual, 75);
    assert.equal((await charges(partnerId, DELHI, BENGALURU)).charges.otherCharges - usual, 0);
    const far = await importedText(
      app,
      'serviceability',
      `pincode,edl_km\n${MUMBAI},1001\n`,
      '',
      '--partner',
      partnerId,
    );
    assert.match(far.err, /edl_km: must be a number up to 1000, but is "1001"/);
  });

  it('is laid over by the columns of --only alone, whatever stands in others', async () => {
    const list = `Pin,ODA,COD,Zone Name,Serviceable\n${MUMBAI},N,Cash,Nowhere,No\n${MUMBAI},N,UPI,Elsewhere,No\n`;
    const options = ['--partner', partnerId, '--only', 'oda', '--dry-run', '--json'];
    const { code, out, err } = await importedText(app, 'serviceability', list, '', ...options);
    assert.deepEqual([code, err], [0, '']);
    const { columns, notRead, repeated } = (JSON.parse(out) as { reading: SheetReading }).reading;
    assert.deepEqual(columns, { pincode: 'Pin', oda: 'ODA' });
    assert.deepEqual([notRead, repeated], [['COD', 'Zone Name', 'Serviceable'], 1]);
    const whole = await importedText(app, 'serviceability', list, '', ...options, '--replace');
    assert.equal(whole.code, 2);
    assert.match(whole.err, /^--replace does not go with --only, which leaves everything else as it is\n/);
  });

  it('may be laid over by a list of ranges without a heading', async () => {
    const list = `${DELHI}-110003\n5600*\n`;
    const options = ['--partner', partnerId, '--only', 'oda', '--dry-run'];
    const { code, out } = await importedText(app, 'serviceability', list, '', ...options);
    assert.equal(code, 0);
    assert.match(out, /^2 pincodes get ODA \(0 before, 2 after\)$/m);
  });

  it('blocks by an embargo from now on, and N ends that block alone', async () => {
    const blocked = async () =>
      (await rowsOf(app, 'zone-pincodes', partnerId)).flatMap(({ pincode, blocked: block }) =>
        block ? [`${pincode as string} ${(block as { reason: string }).reason}`] : [],
      );
    await importedText(
      ...([app, 'serviceability', `pincode,blocked_from,reason\n${DELHI},2026-01-01,Flood\n`, ''] as const),
      ...['--partner', partnerId],
    );
    const set = await importedText(
      app,
      'serviceability',
      `pincode,Embargo\n${MUMBAI},Y\n${BENGALURU},N\n`,
      '',
      '--partner',
      partnerId,
    );
    assert.equal(set.code, 0, set.err);
    assert.match(set.out, /1 pincode is blocked/);
    assert.deepEqual((await blocked()).toSorted(), [`${DELHI} Flood`, `${MUMBAI} embargo`]);
    assert.deepEqual(await weightCharge(app, { partnerId, from: DELHI, to: MUMBAI, weight: 500 }), ['PINCODE_BLOCKED']);
    await importedText(app, 'serviceability', `pincode,Embargo\n${MUMBAI},N\n${DELHI},N\n`, '', '--partner', partnerId);
    assert.deepEqual(await blocked(), [`${DELHI} Flood`]);
  });
});
