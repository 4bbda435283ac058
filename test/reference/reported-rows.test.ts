/** Rows and terms of some parcels alone that reports from practice ask for, against results found by hand. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { all, AT, checked, onPartner, packages, priced, type Change } from './card-fixture.js';
import type { Discount, Package, RtoTerms, WeightTerms } from './documents.js';
import type { Shipment } from './types.js';

/** What `priced` has for 1,200 g: 40 + 2 × 15 = ₹70.00. */
type Asked = Partial<Shipment>;

describe('rows of a service', () => {
  const chosen = (rows: Partial<Package>[], asked: Asked = {}): number => priced(packages(...rows), asked).packageRowId;

  it('count where it is required, and go behind the customer and before zones, lanes and payment types', () => {
    const express: Partial<Package> = { service: 'EXPRESS', baseCharge: 900 };
    assert.equal(chosen([{}, express]), 1);
    assert.equal(chosen([{}, express], { urgency: 'EXPRESS' }), 2);
    assert.equal(chosen([{}, { ...express, service: 'COD' }]), 2, 'implied by the payment type');
    assert.equal(chosen([{ fromZoneId: 1, toZoneId: 2, paymentType: 'COD' }, express], { urgency: 'URGENT' }), 2);
    assert.equal(chosen([{ customerId: 'C' }, express], { urgency: 'URGENT', customerId: 'C' }), 1);
    const cheaper = [express, { ...express, baseCharge: 800, service: 'COD' as const }];
    assert.equal(chosen(cheaper, { urgency: 'URGENT' }), 2, 'of two services the lower charge');
    assert.deepEqual(checked(packages(express)).reasons, ['NO_RATE']);
  });

  it('count in an RTO for the services of the forward shipment', () => {
    const rows: Partial<Package>[] = [
      { direction: 'RTO' },
      { direction: 'RTO', service: 'EXPRESS' },
      { direction: 'RTO', service: 'PICKUP', customerId: 'C' },
    ];
    assert.equal(chosen(rows, { direction: 'RTO' }), 1);
    assert.equal(chosen(rows, { direction: 'RTO', urgency: 'EXPRESS' }), 2);
    assert.equal(chosen(rows, { direction: 'RTO', customerId: 'C' }), 3);
    assert.equal(chosen(rows, { direction: 'RTO', customerId: 'C', services: [] }), 1);
  });

  it('count in terms of an RTO: the customer, the service, the lane, the latest, the highest id', () => {
    const row = { partnerId: 'acme', basis: 'PERCENT_OF_FORWARD' as const, percent: 50, status: true, createdAt: AT };
    const terms = (...fields: Partial<RtoTerms>[]): Change => {
      return (world) => {
        world['lane-rules'] = [
          { id: 1, partnerId: 'acme', priority: 1, lane: 'A', when: {}, status: true, createdAt: AT },
        ];
        world['rto-terms'] = fields.map((one, i) => ({ ...row, id: i + 1, ...one }));
      };
    };
    const termsId = (change: Change, asked: Asked = {}): number | null =>
      priced(change, { direction: 'RTO', customerId: 'C', urgency: 'EXPRESS', ...asked }).rtoTermsId;
    assert.equal(termsId(terms({ customerId: 'C' }, { service: 'EXPRESS' }, { lane: 'A' })), 1);
    assert.equal(termsId(terms({ service: 'EXPRESS' }, { lane: 'A', validFrom: AT })), 1);
    assert.equal(termsId(terms({ lane: 'A' }, { validFrom: AT })), 1);
    assert.equal(termsId(terms({ lane: 'B' }, {})), 2);
    assert.equal(termsId(terms({ service: 'EXPRESS' }, {}), { urgency: 'STANDARD' }), 2);
    assert.equal(termsId(terms({ validFrom: AT }, {}, {})), 1);
    assert.equal(termsId(terms({}, {})), 2);
    // 90 % of the express row of ₹110, and 80 % of the row of ₹70
    const rates = packages({}, { service: 'EXPRESS', baseCharge: 110, addonCharge: 0 });
    const percents = terms({ percent: 80 }, { percent: 90, service: 'EXPRESS' });
    const asked = (urgency: Shipment['urgency']) =>
      priced(all(rates, percents), { direction: 'RTO', urgency }).weightCharge;
    assert.deepEqual([asked('STANDARD'), asked('EXPRESS')], [5_600, 9_900]);
  });
});

describe('terms of weight', () => {
  const BOX: Asked = { dimensions: { length: 40, width: 30, height: 20 } }; // 24,000 cm³: 4,800 g by 5,000
  const terms =
    (...rows: Partial<WeightTerms>[]): Change =>
    (world) => {
      world['lane-rules'] = [
        { id: 1, partnerId: 'acme', priority: 1, lane: 'A', when: {}, status: true, createdAt: AT },
      ];
      world['weight-terms'] = rows.map((row, i) => ({
        ...{ id: i + 1, partnerId: 'acme', status: true, createdAt: AT },
        ...row,
      }));
    };
  const weighed = (change: Change, asked: Asked = {}): [number, number | null, string] => {
    const price = priced(change, { ...BOX, ...asked });
    return [price.chargeableGrams, price.volumetricGrams, price.weightType];
  };

  it('replace the divisor, and leave what they do not name to the partner', () => {
    assert.deepEqual(weighed(terms()), [4_800, 4_800, 'VOLUMETRIC']);
    assert.deepEqual(weighed(terms({ volumetricDivisor: 6_000 })), [4_000, 4_000, 'VOLUMETRIC']);
    assert.deepEqual(weighed(terms({ cft: 6 })), [5_334, 5_334, 'VOLUMETRIC']); // 24,000 × 6 ÷ 27 = 5,333.3
    assert.deepEqual(weighed(terms({ none: true })), [1_200, null, 'ACTUAL']);
    const byPiece = onPartner({ cft: 6, volumetricBasis: 'PIECE' });
    const pieces = [
      { count: 2, weight: 100, ...BOX },
      { count: 1, weight: 6_000 },
    ];
    const asked = { dimensions: undefined, pieces };
    assert.deepEqual(weighed(all(byPiece, terms({ minChargeableWeight: 1 })), asked), [16_668, 10_668, 'VOLUMETRIC']);
    assert.deepEqual(weighed(all(byPiece, terms({ basis: 'SHIPMENT' })), asked), [10_667, 10_667, 'VOLUMETRIC']);
  });

  it('let volume count as 0 up to an actual weight, inclusive', () => {
    const dead = terms({ deadWeightUpTo: 1_200 });
    assert.deepEqual(weighed(dead, { weight: 1_200 }), [1_200, 0, 'ACTUAL']);
    assert.deepEqual(weighed(dead, { weight: 1_200.001 }), [4_800, 4_800, 'VOLUMETRIC']);
  });

  it('charge a lowest weight, which counts for limits and bounds', () => {
    const least = terms({ minChargeableWeight: 5_000 });
    assert.deepEqual(weighed(least), [5_000, 4_800, 'VOLUMETRIC']);
    assert.deepEqual(weighed(least, { dimensions: undefined }), [5_000, null, 'ACTUAL']);
    assert.equal(priced(least).weightCharge, 17_500); // 40 + 9 × 15
    assert.deepEqual(checked(terms({ minChargeableWeight: 30_001 })).reasons, ['WEIGHT_EXCEEDED']);
    const docket = { id: 1, partnerId: 'acme', type: 'docket', chargeType: 'flat', value: 1 } as const;
    const band = all(least, (world) => {
      world['customer-charges'] = [{ ...docket, minKg: 5, status: true, createdAt: AT }];
    });
    assert.equal(priced(band).docket, 100);
  });

  it('go by the customer, the service, the lane, the latest validFrom, the highest id; in an RTO as forward', () => {
    const chosen = (rows: Partial<WeightTerms>[], asked: Asked = {}): number =>
      weighed(terms(...rows.map((row, i) => ({ volumetricDivisor: 1_000 * (i + 1), ...row }))), {
        ...{ customerId: 'C', urgency: 'EXPRESS' },
        ...asked,
      })[0];
    // 24,000 g by the first row, 12,000 g by the second
    assert.equal(chosen([{ customerId: 'C' }, { service: 'EXPRESS', lane: 'A', validFrom: AT }]), 24_000);
    assert.equal(chosen([{ customerId: 'D' }, {}]), 12_000);
    assert.equal(chosen([{ service: 'EXPRESS' }, { lane: 'A', validFrom: AT }]), 24_000);
    assert.equal(chosen([{ service: 'EXPRESS' }, {}], { urgency: 'STANDARD' }), 12_000);
    assert.equal(chosen([{ lane: 'A' }, { validFrom: AT }]), 24_000);
    assert.equal(chosen([{ lane: 'B' }, {}]), 12_000);
    assert.equal(chosen([{ validFrom: AT }, {}]), 24_000);
    assert.equal(chosen([{ validFrom: AT, status: false }, {}]), 12_000);
    assert.equal(chosen([{}, {}]), 12_000);
    const rto: Asked = { direction: 'RTO' };
    const card = packages({ direction: 'RTO' });
    const ofExpress = terms({ service: 'EXPRESS', none: true }, {});
    assert.equal(weighed(all(card, ofExpress), { ...rto, urgency: 'EXPRESS' })[0], 1_200);
    assert.equal(weighed(all(card, ofExpress), rto)[0], 4_800);
  });
});

describe('discounts of a customer', () => {
  it('go before the general ones where they match, whatever they take off', () => {
    const row = { partnerId: 'acme', discountType: 'flat' as const, status: true, createdAt: AT };
    const rows: Discount[] = [
      { ...row, id: 1, fromWeight: 0.001, toWeight: 50, discountValue: 20 },
      { ...row, id: 2, fromWeight: 1, toWeight: 50, discountValue: 5, customerId: 'C' },
    ];
    const discount = (asked: Asked): [number | null, number] => {
      const price = priced((world) => {
        world.discounts = rows;
      }, asked);
      return [price.discountId, price.discount];
    };
    assert.deepEqual(discount({ customerId: 'C' }), [2, 500]);
    assert.deepEqual(
      [discount({}), discount({ customerId: 'D' })],
      [
        [1, 2_000],
        [1, 2_000],
      ],
    );
    assert.deepEqual(discount({ customerId: 'C', weight: 999 }), [1, 2_000]);
  });
});
