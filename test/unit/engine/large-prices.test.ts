/** Rate cards at the bounds of what documents allow: a price is exact to the paisa, or it is NO_RATE. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PRICE_TOO_LARGE } from '../../../src/domain/reasons.js';
import { meanOf } from '../../../src/domain/money.js';
import { MAX_SUBTOTAL_PAISE } from '../../../src/limits/documents.js';
import { NOON, packageRow, workedShipment, workedWorld } from '../../reference/fixture.js';
import { referenceCheck } from '../../reference/model.js';
import { Rng } from '../../reference/rng.js';
import type { World } from '../../reference/types.js';
import { seedOf } from '../../support/depth.js';
import { assignment, AVAILABILITY, CHARGES, askWorld } from './ask.js';

const SEED = seedOf(20_261_123);
const ROUNDS = 60;
const MAX_RUPEES = 1_000_000;
const SIZE = { length: 1_000, width: 100, height: 100 };
const services = ['PICKUP', 'DELIVERY'] as const;

/** acme asks `addonCharge` for every gram above the first, `distance` and `fsc` percent, and takes large parcels. */
function dearWorld(addonCharge: number, distance: number, fsc: number): World {
  return workedWorld((world) => {
    const [acme] = world.partners;
    acme!.limits = {
      maxWeight: 10_000_000,
      maxDimensions: SIZE,
      maxCodAmount: MAX_RUPEES,
      maxDeclaredValue: MAX_RUPEES,
    };
    acme!.volumetricDivisor = 1_000;
    world.packages = [
      packageRow({ id: 1, baseWeight: 1, baseCharge: MAX_RUPEES, addonWeight: 1, addonCharge, maxWeight: null }),
    ];
    world['distance-charges'] = [
      {
        id: 1,
        partnerId: 'acme',
        distanceFrom: 0,
        distanceTo: 5_000,
        charge: distance,
        chargeType: 'percentage',
        status: true,
      },
    ];
    for (const row of world['customer-charges'])
      if (row.type === 'fsc') Object.assign(row, { chargeType: 'percentage', value: fsc });
    world.discounts = [];
  });
}

describe(`prices of extreme rate cards (PINRATE_TEST_SEED=${SEED})`, () => {
  it('are the exact ones of the reference, or NO_RATE', async () => {
    const rng = new Rng(SEED);
    const outcomes = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const world = dearWorld(
        rng.int(0, MAX_RUPEES * 100) / 100,
        rng.int(0, 10_000_000) / 10_000,
        rng.int(0, 10_000_000) / 10_000,
      );
      const volume = { length: rng.int(1, 1_000), width: rng.int(1, 100), height: rng.int(1, 100) };
      const expected = referenceCheck(
        world,
        'acme',
        { ...workedShipment, services: [...services], dimensions: volume },
        NOON,
      );
      assert.equal(expected.kind, 'CHECKED');
      if (expected.kind !== 'CHECKED') continue;
      const ask = await askWorld(world);
      const { data } = ask('charges', { ...CHARGES, serviceRequirements: services, dimensions: volume }).json;
      outcomes.add(expected.reasons.join());
      if (expected.price === null)
        assert.deepEqual(
          [data.available, data.coverage.reasons.map(({ code }: { code: string }) => code)],
          [false, expected.reasons],
        );
      else assert.deepEqual([data.available, data.charges.totalAmount], [true, expected.price.total / 100]);
    }
    assert.deepEqual(outcomes, new Set(['', 'NO_RATE']), 'the rounds are on both sides of the bound');
  });

  it('of too large a sum are NO_RATE in all three questions, with a text that says so', async () => {
    const ask = await askWorld(dearWorld(999_999.99, 1_000, 999.9999));
    const dimensions = SIZE;
    const charges = ask('charges', { ...CHARGES, dimensions }).json.data;
    const ends = [
      { end: 'PICKUP', pincode: '400001' },
      { end: 'DELIVERY', pincode: '110001' },
    ];
    const details = { ends, limit: MAX_SUBTOTAL_PAISE / 100, unit: 'INR' };
    const reasons = [{ code: 'NO_RATE', ...PRICE_TOO_LARGE, details }];
    assert.deepEqual(charges.coverage.reasons, reasons);
    const one = ask('availability', { ...AVAILABILITY, dimensions }).json.data;
    assert.deepEqual([one.isAvailable, one.reasons], [false, reasons]);
    assert.deepEqual(
      ask('availability', { ...AVAILABILITY, partnerId: undefined, dimensions }).json.error.details.failureReasons
        .no_rate,
      1,
    );
    const refused = ask('assignment', assignment({ dimensions })).json.data;
    assert.deepEqual(
      [refused.success, refused.error.details, refused.error.suggestions],
      [false, ['acme: NO_RATE'], [PRICE_TOO_LARGE.action]],
    );
  });

  it('have an exact mean', () => {
    const sums = [MAX_SUBTOTAL_PAISE, MAX_SUBTOTAL_PAISE - 1, 1];
    assert.equal(meanOf(sums), Math.round((2 * MAX_SUBTOTAL_PAISE) / 3));
    assert.equal(meanOf(Array.from({ length: 1_000 }, () => MAX_SUBTOTAL_PAISE)), MAX_SUBTOTAL_PAISE);
    assert.deepEqual([meanOf([1, 2]), meanOf([1, 1, 2]), meanOf([0])], [2, 1, 0]);
  });
});
