/** What a line assumes, on the worked example: each member by itself, against the question that it stands for. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MAIN, TestApp } from '../../support/app.js';
import type { Reply } from '../../support/client.js';
import { charges, fullWorld } from '../questions/fixture.js';
import type { Body } from '../questions/requests.js';
import type { World } from '../../reference/types.js';

const BULK = '/shipments/calculate-charges/bulk';
const WHITEFIELD = '999999';

function world(): World {
  const full = fullWorld();
  return {
    ...full,
    partners: full.partners.map((row) => ({ ...row, limits: { ...row.limits, maxWeight: 5_000 } })),
    'packages': full.packages.map((row) => ({ ...row, maxWeight: 20_000 })),
    'lane-rules': [
      {
        id: 1,
        partnerId: 'acme',
        lane: 'LOCAL',
        priority: 1,
        when: { sameState: true },
        status: true,
        createdAt: '2026-01-01T00:00:00.000Z',
      },
      {
        id: 2,
        partnerId: 'acme',
        lane: 'NATIONAL',
        priority: 2,
        when: {},
        status: true,
        createdAt: '2026-01-01T00:00:00.000Z',
      },
    ],
  };
}

let app: TestApp;
before(async () => {
  app = await TestApp.start(world(), { now: new Date('2026-03-11T06:30:00.000Z') });
});
after(() => app.close());

async function lineOf(line: Body, detail = 'charges'): Promise<Reply['json']> {
  const { status, json } = await app.post(BULK, { shipments: [line], detail }, MAIN);
  assert.equal(status, 200, JSON.stringify(json));
  return json.data.results[0];
}

const single = async (line: Body): Promise<Reply['json']> => (await app.ask('charges', line)).json.data;

describe('an assumption', () => {
  it('leaves an end that is left out of the details of reasons', async () => {
    const { pickupPincode: _, deliveryPincode, ...rest } = charges();
    const assume = { lane: 'NATIONAL', carried: true, chargeableWeight: 24_000 };
    const reasonsOf = async (line: Body) => (await lineOf({ ...line, assume }, 'full')).data.coverage.reasons;
    const [half] = await reasonsOf({ ...rest, deliveryPincode });
    assert.deepEqual([half.code, half.details.ends], ['NO_RATE', [{ end: 'DELIVERY', pincode: deliveryPincode }]]);
    const [none] = await reasonsOf(rest);
    assert.deepEqual([none.code, 'ends' in none.details], ['NO_RATE', false]);
  });

  it('says so in the result, and changes nothing by itself', async () => {
    const plain = await lineOf(charges());
    const assumed = await lineOf({ ...charges(), assume: {} });
    assert.deepEqual(assumed, { ...plain, assumed: true });
    assert.equal('assumed' in plain, false);
  });

  it('of a chargeable weight is priced as that weight is', async () => {
    const { dimensions: _, ...bare } = charges({ weight: 3_300 });
    const heavier = await single(bare);
    for (const line of [charges({ weight: 1_000 }), charges({ weight: undefined, dimensions: undefined })]) {
      const result = await lineOf({ ...line, assume: { chargeableWeight: 3_300 } });
      assert.equal(result.chargeableWeight, 3_300);
      assert.equal(result.charges.weightCharge, heavier.charges.weightCharge);
      assert.equal(result.totalAmount, heavier.charges.totalAmount);
    }
    const refused = await lineOf({ ...charges(), assume: { chargeableWeight: 9_000 } });
    assert.deepEqual([refused.available, refused.reason], [false, 'WEIGHT_EXCEEDED']);
    const carried = await lineOf({ ...charges(), assume: { chargeableWeight: 9_000, carried: true } });
    assert.equal(carried.available, true);
  });

  it('of a lane needs no ends, and taxes as between states', async () => {
    const { pickupPincode: _, deliveryPincode: __, ...rest } = charges();
    const result = await lineOf({ ...rest, assume: { lane: 'NATIONAL', carried: true } }, 'full');
    assert.equal(result.ok, true, JSON.stringify(result));
    assert.equal(result.assumed, true);
    for (const ends of [{}, { pickupPincode: WHITEFIELD, deliveryPincode: WHITEFIELD }]) {
      const { available, lane, hours, deliveryDate } = await lineOf({
        ...rest,
        ...ends,
        assume: { lane: 'NATIONAL', carried: true },
      });
      if (available)
        assert.deepEqual({ lane, hours, deliveryDate }, { lane: 'NATIONAL', hours: null, deliveryDate: null });
    }
    assert.equal((await lineOf(rest)).error.code, 'VALIDATION_ERROR');
  });

  it('of a lane stands in place of what the rules say', async () => {
    assert.equal((await lineOf(charges())).lane, 'NATIONAL');
    const result = await lineOf({ ...charges(), assume: { lane: 'LOCAL' } });
    assert.deepEqual(
      [result.lane, result.applicableZones.lane, result.applicableZones.laneRuleId],
      ['LOCAL', 'LOCAL', null],
    );
  });

  it('of zones gives the price between these zones', async () => {
    const { error } = await lineOf({ ...charges(), assume: { fromZoneId: 11 } });
    assert.deepEqual(
      [error.code, error.details[0].field, error.details[0].code],
      ['VALIDATION_ERROR', 'assume.fromZoneId', 'INVALID_VALUE'],
    );
    const back = await lineOf({ ...charges(), assume: { fromZoneId: 2, toZoneId: 1, carried: true } });
    assert.deepEqual([back.applicableZones.from.id, back.applicableZones.to.id], ['2', '1']);
  });

  it('refuses lanes that the partner does not have, and assumptions without a partner', async () => {
    const { error } = await lineOf({ ...charges(), assume: { lane: 'MOON' } });
    assert.deepEqual([error.code, error.details[0].field], ['VALIDATION_ERROR', 'assume.lane']);
    const without = await lineOf({ ...charges({ partnerId: undefined }), assume: { carried: true } });
    assert.deepEqual([without.error.code, without.error.details[0].field], ['VALIDATION_ERROR', 'assume']);
  });

  it('of a parcel that was carried looks at no limit, and asks a partner that is not active', async () => {
    const tooDear = charges({ declaredValue: 900_000, paymentType: 'COD' });
    assert.equal((await lineOf(tooDear)).available, false);
    assert.equal((await lineOf({ ...tooDear, assume: { carried: true } })).available, true);
    const idle = charges({ partnerId: 'idle' });
    assert.equal((await lineOf(idle)).error.code, 'PARTNER_NOT_FOUND');
    const carried = await lineOf({ ...idle, assume: { carried: true } });
    // it has no zones in this world
    assert.deepEqual([carried.ok, carried.available, carried.reason], [true, false, 'INSUFFICIENT_COVERAGE']);
  });

  it('of nothing collected charges no COD', async () => {
    const cod = await lineOf(charges({ paymentType: 'COD', declaredValue: 2_000 }));
    const uncollected = await lineOf({
      ...charges({ paymentType: 'COD', declaredValue: 2_000 }),
      assume: { collected: false },
    });
    assert.ok(cod.charges.codCharge > 0);
    assert.equal(uncollected.charges.codCharge, 0);
    assert.equal(uncollected.charges.weightCharge, cod.charges.weightCharge);
  });
});
