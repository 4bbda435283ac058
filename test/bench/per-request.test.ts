import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { schedule } from '../../bench/servers/per-request/days.js';
import {
  type Card,
  type Coverage,
  type Offer,
  quote,
  requiredServices,
  type Shipment,
} from '../../bench/servers/per-request/rules.js';
import { ranked, type Weights } from '../../bench/servers/per-request/scores.js';
import type { ServiceTypeId } from '../../src/domain/vocabulary.js';
import type { CustomerCharge, Partner, Zone } from '../../src/model/documents.js';

/** docs/rules.md#worked-example: Maharashtra's partner, 1,163.4 km, COD of 2,499.50. */
const CREATED = { status: true, createdAt: '2026-01-01T00:00:00.000Z' };
const PARTNER: Partner = {
  partnerId: 'acme',
  name: 'Acme',
  status: 'ACTIVE',
  tier: 'TIER_1',
  joinedDate: '2020-01-01',
  gstStateCode: '27',
  contact: { name: 'Desk', phone: '+91-1', email: 'desk@acme.example', trackingUrl: 'https://acme.example' },
  limits: {
    maxWeight: 50_000,
    maxDimensions: { length: 100, width: 80, height: 60 },
    maxCodAmount: 5_000,
    maxDeclaredValue: 50_000,
  },
  paymentTypes: ['COD', 'PREPAID'],
  shipmentTypes: ['B2C'],
  cutoffTime: '17:00',
  weekendDelivery: false,
  sameDay: false,
  transit: [{ distanceFrom: 0, distanceTo: 2_000, hours: 40 }],
  performance: {
    successRate: 0.949,
    totalShipments: 1,
    monthlyVolume: 1,
    averageDeliveryTime: 40,
    avgMonthlyRevenue: 1,
    customerSatisfaction: 4,
    topRoutes: [],
  },
};
const charge = (
  type: CustomerCharge['type'],
  chargeType: CustomerCharge['chargeType'],
  value: number,
  id: number,
): CustomerCharge => ({
  id,
  partnerId: 'acme',
  customerId: null,
  type,
  chargeType,
  value,
  minKg: null,
  maxKg: null,
  ...CREATED,
});
const PACKAGE: Card['packages'][number] = {
  id: 1,
  packageId: 'P1',
  partnerId: 'acme',
  packageName: 'Parcel',
  baseWeight: 500,
  baseCharge: 40,
  addonWeight: 500,
  addonCharge: 15,
  ...CREATED,
};
const DISCOUNT: Card['discounts'][number] = {
  id: 1,
  partnerId: 'acme',
  fromWeight: 0.001,
  toWeight: 50,
  discountType: 'percentage',
  discountValue: 7.5,
  ...CREATED,
};
const CARD: Card = {
  partner: PARTNER,
  packages: [PACKAGE],
  discounts: [DISCOUNT],
  distanceCharges: [
    { id: 1, partnerId: 'acme', distanceFrom: 1_000, distanceTo: 1_500, charge: 18, chargeType: 'flat', status: true },
  ],
  customerCharges: [
    charge('fsc', 'percentage', 12.5, 1),
    charge('cod', 'flat', 40, 2),
    charge('cod', 'percentage', 1.8, 3),
    charge('docket', 'flat', 25, 4),
    charge('insurance', 'percentage', 0.2, 5),
  ],
};
const SHIPMENT: Shipment = {
  weight: 1_200,
  declaredValue: 2_499.5,
  codAmount: 2_499.5,
  shipmentType: 'B2C',
  paymentType: 'COD',
  customerType: 'RETAIL',
  customerId: null,
  customerGstin: null,
  services: ['DELIVERY', 'COD'],
  maxDeliveryTime: null,
};
/** A Monday, 12:00 IST. */
const MONDAY_NOON = Date.parse('2026-11-23T12:00:00+05:30');
const BETWEEN_STATES = { km: 1_163.4, now: MONDAY_NOON, gstPercent: 18, placeOfSupply: '07' };

function covered(services: Partial<Record<ServiceTypeId, number>>, more: Partial<Zone> = {}): Coverage {
  const zone: Zone = {
    id: 1,
    partnerId: 'acme',
    name: 'Zone',
    description: '',
    status: true,
    attributes: [],
    geographical: { states: [], cities: [], areas: [] },
    services: Object.entries(services).map(([id, baseCharge]) => ({
      serviceTypeId: id as ServiceTypeId,
      isAvailable: true,
      baseCharge,
      customCharges: {},
    })),
    createdAt: CREATED.createdAt,
    updatedAt: CREATED.createdAt,
    ...more,
  };
  return { zone, level: 'city' };
}
const FROM = covered({ PICKUP: 0 });
const TO = covered({ DELIVERY: 0, COD: 0, PREPAID: 0, ODA: 30 }, { attributes: ['ODA'] });

function quoted(
  card: Partial<Card> = {},
  shipment: Partial<Shipment> = {},
  within: Partial<typeof BETWEEN_STATES> = {},
  to = TO,
) {
  return quote({ ...CARD, ...card }, FROM, to, { ...SHIPMENT, ...shipment }, { ...BETWEEN_STATES, ...within });
}
const priced = (...given: Parameters<typeof quoted>) => (quoted(...given) as Offer).price;

describe('the rules of the service that queries for each request', () => {
  it('price the worked example', () => {
    const { subtotalPaise, discount, taxablePaise, gstPaise, totalPaise } = priced();
    const amounts = [subtotalPaise, discount?.paise, taxablePaise, gstPaise, totalPaise];
    assert.deepEqual(amounts, [20_399, 1_530, 18_869, 3_396, 22_265]);
  });

  it('require DELIVERY, the service of the payment type, and EXPRESS where it is urgent, each once', () => {
    assert.deepEqual(requiredServices([], 'PREPAID', undefined), ['DELIVERY', 'PREPAID']);
    assert.deepEqual(requiredServices(['PICKUP', 'COD', 'DELIVERY'], 'COD', 'STANDARD'), ['PICKUP', 'COD', 'DELIVERY']);
    assert.deepEqual(requiredServices([], 'COD', 'URGENT'), ['DELIVERY', 'COD', 'EXPRESS']);
    const refused = quoted({}, {}, {}, covered({ DELIVERY: 0 }));
    assert.deepEqual([refused.reasons, refused.unavailable, refused.confidence], [['SERVICE_UNAVAILABLE'], ['COD'], 0]);
  });

  it('compare the amount to collect with maxCodAmount and charge cod on it, insurance on the value', () => {
    const { charges } = priced({}, { codAmount: 3_000 });
    assert.deepEqual([charges.cod?.paise, charges.insurance?.paise], [5_400, 500]);
    assert.deepEqual(quoted({}, { codAmount: 5_000 }).reasons, []);
    assert.deepEqual(quoted({}, { codAmount: 5_000.01 }).reasons, ['COD_AMOUNT_EXCEEDED']);
    assert.deepEqual(quoted({}, { declaredValue: 5_001 }).reasons, []);
  });

  it('carry only what is heavier than minWeight', () => {
    const packages = [{ ...PACKAGE, minWeight: 1_200 }];
    assert.deepEqual(quoted({ packages }).reasons, ['NO_RATE']);
    assert.deepEqual(quoted({ packages }, { weight: 1_201 }).reasons, []);
  });

  it('round each half of GST within the partner’s state', () => {
    const taxesOf = (placeOfSupply: string) => priced({}, { codAmount: 2_000 }, { placeOfSupply }).taxes;
    assert.deepEqual(taxesOf('07'), [{ name: 'IGST', percent: 18, paise: 3_313 }]);
    const half = { percent: 9, paise: 1_657 };
    assert.deepEqual(taxesOf('27'), [
      { name: 'CGST', ...half },
      { name: 'SGST', ...half },
    ]);
  });

  it('take a discount off the freight where it applies to that, and at most the freight', () => {
    const ofFreight = (discountType: 'flat' | 'percentage', discountValue: number) =>
      priced({ discounts: [{ ...DISCOUNT, appliesTo: 'FREIGHT', discountType, discountValue }] }).discount?.paise;
    assert.equal(ofFreight('percentage', 7.5), 660);
    assert.equal(ofFreight('flat', 88.01), 8_800);
  });
});

describe('the days of the service that queries for each request', () => {
  const days = (askedAt: string, hours: number, partner: Partial<Partner> = {}) => {
    const { pickupAt, deliveryAt } = schedule({ ...PARTNER, ...partner }, Date.parse(`${askedAt}+05:30`), hours);
    return [pickupAt, deliveryAt].map((moment) => new Date(moment + 5.5 * 3_600_000).toISOString().slice(0, 16));
  };

  it('begin at the cutoff of the day, or of the next working day from the cutoff on', () => {
    assert.deepEqual(days('2026-11-23T16:59:59.999', 24), ['2026-11-23T17:00', '2026-11-24T17:00']);
    assert.deepEqual(days('2026-11-23T17:00', 24), ['2026-11-24T17:00', '2026-11-25T17:00']);
    assert.deepEqual(days('2026-11-28T17:00', 24)[0], '2026-11-30T17:00', 'a Saturday’s evening');
    assert.deepEqual(days('2026-11-29T09:00', 24)[0], '2026-11-30T17:00', 'a Sunday');
    assert.deepEqual(days('2026-11-29T09:00', 24, { weekendDelivery: true })[0], '2026-11-29T17:00');
  });

  it('end within the delivery window of a day with delivery', () => {
    assert.equal(days('2026-11-23T12:00', 4)[1], '2026-11-23T21:00', 'its end is in it');
    assert.equal(days('2026-11-23T12:00', 5)[1], '2026-11-24T09:00');
    assert.equal(days('2026-11-23T12:00', 12)[1], '2026-11-24T09:00');
    assert.equal(days('2026-11-28T12:00', 20)[1], '2026-11-30T09:00', 'a Sunday');
    const deliveryWindow = { from: '10:00', to: '18:30' };
    assert.equal(days('2026-11-23T12:00', 2, { deliveryWindow })[1], '2026-11-24T10:00');
  });
});

describe('the scores of the service that queries for each request', () => {
  const offer = (partnerId: string, totalPaise: number, hours: number, successRate: number, coverageScore = 1) =>
    ({
      partner: { ...PARTNER, partnerId, performance: { ...PARTNER.performance, successRate } },
      hours,
      coverageScore,
      price: { totalPaise },
    }) as Offer;
  const first = (offers: Offer[], ...more: [urgency?: 'STANDARD' | 'EXPRESS' | 'URGENT', weights?: Weights]) => {
    const { parts, score } = ranked('BEST_MATCH', offers, ...more)[0]!;
    return [parts.cost, parts.time, parts.failure, parts.coverage, score];
  };

  it('are Rupees, by the urgency and the weights', () => {
    const only = [offer('a', 22_265, 38, 0.949, 0.9)];
    assert.deepEqual(first(only), [22_265, 1_900, 1_020, 500, 25_685]);
    assert.deepEqual(first(only, 'EXPRESS').slice(1, 2), [7_600]);
    assert.deepEqual(first(only, 'URGENT').slice(1, 2), [19_000]);
    const weights = { hourValue: 0.25, failureCost: 0.5, coverageCost: 0 };
    assert.deepEqual(first(only, 'URGENT', weights), [22_265, 950, 3, 0, 23_218]);
    const balanced = ranked('BALANCED', only, 'URGENT')[0]!;
    assert.deepEqual([balanced.parts.time, balanced.parts.coverage], [3_800, 0]);
  });

  it('order by the strategy, then by cost, hours and the lower partnerId', () => {
    const offers = [
      offer('d', 100, 9, 0.5),
      offer('c', 100, 8, 0.5),
      offer('b', 100, 8, 0.5),
      offer('a', 30_000, 1, 0.5),
      offer('e', 30_000, 30, 1),
    ];
    const orderOf = (strategy: Parameters<typeof ranked>[0]) =>
      ranked(strategy, offers)
        .map(({ offer: { partner } }) => partner.partnerId)
        .join('');
    assert.equal(orderOf('CHEAPEST'), 'bcdae');
    assert.equal(orderOf('FASTEST'), 'abcde');
    assert.equal(orderOf('MOST_RELIABLE'), 'ebcda');
    assert.equal(orderOf('BEST_MATCH'), 'bcdea');
    assert.equal(orderOf('BALANCED'), 'bcdea');
  });
});
