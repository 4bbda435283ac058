/**
 * What people reported of parcels and bookings, over HTTP on card P of the reports, with the amounts that they expect.
 *
 * Reports 1, 3, 21, 22, 24 and 25 are here. In prices.test.ts: 5, 8, 9, 10, 28, 29, 30. In tax-and-days.test.ts: 11,
 * 13, 15, 17, 19, 20. In sheets.test.ts: 31, 33, 34, 35, 36. On the shipped geography, in places.test.ts: 14, 36,
 * 37, 38. Lists that grow (40): ../operations/cursors.test.ts. Cancelling, capacities and policies (23, 26, 27)
 * are no part of what a question says.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { TestApp } from '../../support/app.js';
import {
  asked,
  assigned,
  cardP,
  faultsOf,
  type Json,
  NOW,
  R,
  reasonsFor,
  totalOf,
  withCard,
  withOther,
} from './card.js';

const BOX = { length: 40, width: 30, height: 20 };

describe('reported of parcels', () => {
  let app: TestApp;
  before(async () => {
    app = await TestApp.start(withOther(cardP(), 200), { now: NOW });
  });
  after(async () => {
    assert.deepEqual(app.errors, []);
    await app.close();
  });

  const offered = async (more: object = {}): Promise<Json> =>
    (await app.ask('availability', { ...R, ...more })).json.data;

  it('1: a sum of weights with binary noise is the sum', async () => {
    const noisy = 0.14 * 25 * 1_000;
    assert.equal(String(noisy), '3500.0000000000005');
    assert.equal(await totalOf(app, { weight: noisy }), 153.4);
    assert.equal((await asked(app, { weight: noisy })).shipment.weight, 3_500, 'the answer has the rounded number');
    const inPieces = (count: number, weight: number) => ({ weight: undefined, pieces: [{ count, weight }] });
    assert.equal(await totalOf(app, inPieces(1, noisy)), 153.4);
    assert.equal(await totalOf(app, inPieces(25, 140)), 153.4);
    // other sums of the same kind: 0.1 + 0.2 kg, 1.1 × 3 kg, 2.01 kg, 1.005 kg
    for (const [weight, grams] of [
      [(0.1 + 0.2) * 1_000, 300],
      [1.1 * 3 * 1_000, 3_300],
      [2.01 * 1_000, 2_010],
      [8.29 * 1_000, 8_290],
      [499.9999, 500],
      [500.0004, 500],
      [500.0005, 501],
    ] as const) {
      const { calculationDetails } = await asked(app, { weight });
      assert.equal(calculationDetails.chargeableWeight, grams, String(weight));
    }
  });

  it('1: sides, amounts to collect and declared values are taken at their resolution as well', async () => {
    // 120 × 0.1 cm and the like
    const noisy = { length: 0.1 * 3 * 100, width: 1.1 * 3 * 10, height: 20.00004 };
    assert.equal(
      await totalOf(app, { dimensions: noisy }),
      await totalOf(app, { dimensions: { length: 30, width: 33, height: 20 } }),
    );
    const pieces = (dimensions: object) => ({ weight: undefined, pieces: [{ count: 1, weight: 1_200, dimensions }] });
    assert.equal(await totalOf(app, pieces(noisy)), await totalOf(app, { dimensions: noisy }));
    const cod = { paymentType: 'COD', declaredValue: 0.1 + 0.2, codAmount: 19.99 * 100 };
    const { shipment } = await asked(app, cod);
    assert.deepEqual([shipment.declaredValue, shipment.codAmount], [0.3, 1_999]);
  });

  it('1: bounds are judged after that', async () => {
    assert.deepEqual(await reasonsFor(app, { weight: 50_000.00000000001 }), []);
    for (const [more, field] of [
      [{ weight: 0.0004 }, 'weight'],
      [{ dimensions: { ...BOX, height: 0.00004 } }, 'dimensions.height'],
      [{ weight: undefined, pieces: [{ count: 1, weight: 0.0004 }] }, 'pieces[0].weight'],
    ] as const)
      assert.deepEqual(faultsOf(await app.ask('charges', { ...R, ...more })), [400, field]);
    // one row up to 5,000 g, one above 200 g
    await withCard(
      cardP({}, { packages: [{ minWeight: 200, baseWeight: 5_000, addonWeight: 0, addonCharge: 0 }] }),
      async (bounded) => {
        assert.deepEqual(await reasonsFor(bounded, { weight: 5_000.000000000001 }), []);
        assert.deepEqual(await reasonsFor(bounded, { weight: 200.00000000000003 }), ['NO_RATE']);
        assert.deepEqual(await reasonsFor(bounded, { weight: 200.001 }), []);
      },
    );
  });

  it('3: the same parcel has one price, whichever question asks and whatever its members are called', async () => {
    const names = [
      { packageDimensions: BOX },
      { dimensions: BOX },
      {
        pickupPincode: undefined,
        deliveryPincode: undefined,
        fromPincode: '411001',
        toPincode: '560001',
        dimensions: BOX,
      },
      { serviceRequirements: undefined, serviceTypes: ['PICKUP'], additionalServices: ['DELIVERY'], dimensions: BOX },
      { pieces: [{ count: 1, weight: 1_200, dimensions: BOX }], weight: undefined },
    ];
    for (const [at, more] of names.entries()) {
      assert.equal(await totalOf(app, more), 206.5);
      assert.equal((await offered(more)).estimates.totalCost, 206.5, JSON.stringify(more));
      const { data } = (
        await app.ask('assignment', {
          shipmentDetails: { shipmentId: `SAME-${at}`, ...R, ...more, partnerId: undefined },
          assignmentPreferences: { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: 'plain' },
        })
      ).json;
      assert.deepEqual([data.success, data.assignment?.estimates.totalCost], [true, 206.5], JSON.stringify(data));
    }
  });

  it('3: two names with different values are refused, by the second name', async () => {
    const details = (more: object) => assigned(app, 'TWICE', more);
    for (const [more, field] of [
      [{ fromPincode: '110001' }, 'fromPincode'],
      [{ toPincode: '110001' }, 'toPincode'],
      [{ dimensions: BOX, packageDimensions: { ...BOX, height: 21 } }, 'packageDimensions'],
    ] as const) {
      assert.deepEqual(faultsOf(await app.ask('charges', { ...R, ...more })), [400, field]);
      assert.deepEqual(faultsOf(await app.ask('availability', { ...R, ...more })), [400, field]);
      const both = { pickupPincode: '411001', deliveryPincode: '560001', ...more };
      assert.deepEqual(faultsOf(await details(both)), [400, `shipmentDetails.${field}`]);
    }
    assert.equal(
      await totalOf(app, { fromPincode: '411001', dimensions: BOX, packageDimensions: BOX }),
      206.5,
      'agreeing',
    );
  });

  it('22: an excluded courier does not get the shipment, nor is it an alternative', async () => {
    const taken = async (shipmentId: string, details: object = {}, preferences: object = {}): Promise<Json> =>
      (await assigned(app, shipmentId, details, preferences)).json.data;
    assert.equal((await taken('X-1')).assignment.partnerId, 'plain');
    const other = await taken('X-2', { excludePartners: ['plain'] });
    assert.deepEqual(
      [other.assignment.partnerId, other.assignment.alternatives.map(({ partnerId }: Json) => partnerId)],
      ['other', ['other']],
    );
    const selected = { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: 'plain' };
    const none = await taken('X-3', { excludePartners: ['plain'] }, selected);
    assert.deepEqual([none.success, none.error.code], [false, 'NO_CAPABLE_PARTNERS']);
    const instead = await taken('X-4', { excludePartners: ['plain'] }, { ...selected, allowAlternatives: true });
    assert.equal(instead.assignment.partnerId, 'other');
    assert.equal((await taken('X-5', { excludePartners: ['plain', 'other'] })).error.code, 'NO_CAPABLE_PARTNERS');
    assert.equal((await offered({ partnerId: undefined, excludePartners: ['plain'] })).summary.bestOption, 'other');
  });

  it('21: what was booked by default is said, and a missing weight is refused under strict handling', async () => {
    const bare = { weight: undefined, shipmentType: undefined, paymentType: undefined };
    const reply = await assigned(app, 'N1', bare);
    const { warnings, assignment } = reply.json.data;
    assert.deepEqual(
      warnings.map(({ code, field }: Json) => [code, field]),
      ['weight', 'shipmentType', 'paymentType'].map((name) => ['DEFAULT_USED', `shipmentDetails.${name}`]),
    );
    assert.equal(assignment.estimates.totalCost, 47.2);
    const strict = await app.post(
      '/shipment-assignment/assign',
      {
        shipmentDetails: {
          shipmentId: 'N2',
          fromPincode: '411001',
          toPincode: '560001',
          serviceTypes: ['PICKUP', 'DELIVERY'],
        },
        assignmentPreferences: { assignmentStrategy: 'CHEAPEST' },
      },
      undefined,
      { prefer: 'handling=strict' },
    );
    assert.deepEqual(faultsOf(strict), [400, 'shipmentDetails.weight']);
    assert.equal((await app.get('/shipments/N2')).status, 404);
    const pieces = { weight: undefined, pieces: [{ count: 2, weight: 250 }] };
    assert.deepEqual((await assigned(app, 'N3', pieces)).json.data.warnings, []);
  });

  it('25: a shipment is booked for a later day, at its pickup and its rates', async () => {
    const early = { validTo: '2026-12-24T18:29:59.999Z' };
    const late = { baseCharge: 50, validFrom: '2026-12-24T18:30:00.000Z' };
    await withCard(cardP({}, { packages: [early, late] }), async (dated) => {
      const on = async (shipmentId: string, shipDate?: string): Promise<[number, string]> => {
        const { estimates } = (await assigned(dated, shipmentId, { shipDate })).json.data.assignment;
        return [estimates.totalCost, estimates.pickupDate];
      };
      assert.deepEqual(await on('D-1'), [82.6, '2026-11-28T11:30:00.000Z']);
      // 50 + 2 × 15, and 18 %
      assert.deepEqual(await on('D-2', '2026-12-26'), [94.4, '2026-12-26T11:30:00.000Z']);
      assert.deepEqual(await on('D-3', '2026-12-26T17:00:00+05:30'), [94.4, '2026-12-28T11:30:00.000Z']);
      for (const [shipDate, status] of [
        ['2027-11-29', 200],
        ['2027-11-30', 400],
        ['2026-11-27', 400],
      ] as const)
        assert.equal((await assigned(dated, `D-${shipDate}`, { shipDate })).status, status, shipDate);
    });
  });
});

describe('24: a booking', () => {
  it('is at the price that was shown, or refused with both prices, or at the new one if that is accepted', async () => {
    await withCard(cardP(), async (app) => {
      const { quoteToken, charges } = await asked(app, { includeQuoteToken: true });
      assert.equal(charges.totalAmount, 82.6);
      const booked = async (shipmentId: string, preferences: object = {}, details: object = {}): Promise<Json> =>
        (await assigned(app, shipmentId, details, { assignmentStrategy: undefined, quoteToken, ...preferences })).json;
      assert.equal((await booked('T-1')).data.assignment.estimates.totalCost, 82.6);
      await app.send('PATCH', '/documents/packages/1', { baseCharge: 60 });
      const refused = (await booked('T-2')).data;
      assert.deepEqual(
        [refused.success, refused.error.code, refused.error.details],
        [false, 'PRICE_CHANGED', ['82.60', '106.20']],
      );
      assert.equal((await app.get('/shipments/T-2')).status, 404);
      const accepted = (await booked('T-2', { onPriceChange: 'ACCEPT' })).data;
      assert.deepEqual(
        [accepted.assignment.estimates.totalCost, accepted.warnings.map(({ code }: Json) => code)],
        [106.2, ['PRICE_CHANGED']],
      );
      const other = (await booked('T-3', {}, { weight: 1_300 })).data;
      assert.deepEqual([other.error.code, other.error.details], ['QUOTE_TOKEN_MISMATCH', ['weight']]);
      const broken = (await booked('T-4', { quoteToken: `${quoteToken.slice(0, -2)}AA` })).error;
      assert.equal(broken.code, 'QUOTE_TOKEN_INVALID');
      const unpriced = await asked(app, { maxDeliveryTime: 1, includeQuoteToken: true });
      assert.equal(unpriced.available, false);
      const { error } = await booked('T-5', { quoteToken: unpriced.quoteToken });
      assert.equal(error.code, 'QUOTE_TOKEN_INVALID');
      assert.match(error.message, /has no price/);
      assert.equal(error.details, error.message);
    });
  });
});
