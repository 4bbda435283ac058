/** Coverage and pricing in the reference model against amounts computed by hand. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decimal, Fraction, paise, percentOf } from './exact.js';
import { NOON, packageRow, workedShipment, workedWorld, zone } from './fixture.js';
import { gstinIn } from './gstin.js';
import { DEFAULT_SETTINGS, referenceCoverage, referenceDistanceKm, referencePrice } from './model.js';
import type { Price, Shipment, World } from './types.js';

function priced(change: (world: World) => void = () => {}, shipment: Partial<Shipment> = {}, now = NOON): Price {
  const outcome = referencePrice(workedWorld(change), 'acme', { ...workedShipment, ...shipment }, now);
  assert.ok(outcome.price, `no price: ${outcome.reason}`);
  return outcome.price;
}

function refusal(change: (world: World) => void, shipment: Partial<Shipment> = {}, now = NOON): string | null {
  return referencePrice(workedWorld(change), 'acme', { ...workedShipment, ...shipment }, now).reason;
}

describe('exact arithmetic', () => {
  it('reads a number as the decimal that it prints as', () => {
    assert.equal(decimal(0.1).plus(decimal(0.2)).compare(decimal(0.3)), 0);
    assert.equal(decimal(1e-7).compare(new Fraction(1n, 10_000_000n)), 0);
    assert.equal(decimal(1.5e21).compare(new Fraction(15n * 10n ** 20n)), 0);
    assert.throws(() => decimal(Number.NaN), RangeError);
  });

  it('rounds a half up, less than a half down, and floors and ceils below zero', () => {
    assert.equal(paise(1.005), 101n);
    assert.equal(paise(1.00499), 100n);
    assert.equal(percentOf(0.35, 7_000n), 25n);
    assert.equal(percentOf(0.3499, 7_000n), 24n);
    assert.equal(decimal(-1.5).floor(), -2n);
    assert.equal(decimal(-1.5).ceil(), -1n);
    assert.equal(decimal(-1.5).over(decimal(-0.5)).compare(decimal(3)), 0);
  });
});

describe('distance', () => {
  it('is the great circle times the road factor, to one decimal', () => {
    // A degree of a great circle is 6371.0088 × π / 180 = 111.19508 km.
    const world = workedWorld((w) => {
      w.pincodes.push({ pincode: '400090', cityId: 12, stateId: 1, areaIds: [], latitude: 11, longitude: 77 });
      w.pincodes.push({ pincode: '400091', cityId: 12, stateId: 1, areaIds: [], latitude: 60, longitude: 77 });
      w.pincodes.push({ pincode: '400092', cityId: 12, stateId: 1, areaIds: [], latitude: 60, longitude: 78 });
    });
    assert.equal(referenceDistanceKm(world, '400001', '400090'), 144.6); // 144.5536
    assert.equal(referenceDistanceKm(world, '400001', '400090', { ...DEFAULT_SETTINGS, roadFactor: 1 }), 111.2);
    assert.equal(referenceDistanceKm(world, '400091', '400092'), 72.3); // half a degree is 55.597 km, and a little less
    assert.equal(referenceDistanceKm(world, '400001', '110001'), 1_163.4); // 8.0482 × 144.5536 = 1163.396
    assert.equal(referenceDistanceKm(world, '110001', '110001'), 0);
  });

  it('uses the mean of the city, then of the state, for a pincode without coordinates', () => {
    const world = workedWorld((w) => {
      w.pincodes.push({ pincode: '400093', cityId: 11, stateId: 1, areaIds: [], latitude: 12, longitude: 77 });
      w.pincodes.push({ pincode: '400094', cityId: 13, stateId: 1, areaIds: [], latitude: 14, longitude: 77 });
    });
    assert.equal(referenceDistanceKm(world, '400001', '400002'), 144.6); // the city's mean is 11°
    assert.equal(referenceDistanceKm(world, '400001', '411001'), 289.1); // the state's is 12°: 289.107
    assert.equal(referenceDistanceKm(workedWorld(), '400001', '400002'), 0);
  });
});

describe('coverage', () => {
  const everyLevel = (world: World): void => {
    world.zones.push(
      zone({ id: 33, geographical: { states: [], cities: [21], areas: [] } }),
      zone({ id: 32, geographical: { states: [], cities: [21], areas: [] } }),
      zone({ id: 35, geographical: { states: [], cities: [], areas: [211] } }),
      zone({ id: 34, geographical: { states: [], cities: [], areas: [212] } }),
      zone({ id: 40 }),
    );
    world['zone-pincodes'].push({
      partnerId: 'acme',
      zoneId: 40,
      pincode: '110001',
      assignedAt: '2024-04-01T00:00:00.000Z',
    });
  };
  const of = (change: (world: World) => void, pincode = '110001') =>
    referenceCoverage(workedWorld(change), 'acme', pincode);
  const without =
    (...ids: number[]) =>
    (world: World) => {
      everyLevel(world);
      for (const row of world.zones) row.status = !ids.includes(row.id);
    };

  it('goes by the assigned pincode, then the area, the city, the state; of several zones by the lowest id', () => {
    assert.deepEqual(of(everyLevel), { zoneId: 40, level: 'pincode', score: 1 });
    assert.deepEqual(of(without(40)), { zoneId: 34, level: 'area', score: 0.95 });
    assert.deepEqual(of(without(40, 34)), { zoneId: 35, level: 'area', score: 0.95 });
    assert.deepEqual(of(without(40, 34, 35)), { zoneId: 32, level: 'city', score: 0.9 });
    assert.deepEqual(of(without(40, 34, 35, 32, 33)), { zoneId: 2, level: 'state', score: 0.8 });
    assert.equal(of(without(40, 34, 35, 32, 33, 2)), null);
  });

  it('is null for another pincode, another partner, or an inactive partner', () => {
    assert.deepEqual(of(everyLevel, '110002'), { zoneId: 32, level: 'city', score: 0.9 });
    assert.equal(of(everyLevel, '999999'), null);
    assert.equal(referenceCoverage(workedWorld(), 'other', '110001'), null);
    assert.equal(
      of((world) => {
        world.partners[0].status = 'INACTIVE';
      }),
      null,
    );
    assert.equal(
      refusal((world) => {
        world.zones[1].status = false;
      }),
      'INSUFFICIENT_COVERAGE',
    );
  });
});

describe('the worked example', () => {
  it('is exact to the paisa, within the state', () => {
    assert.deepEqual(priced(), {
      chargeableGrams: 1_200,
      actualGrams: 1_200,
      volumetricGrams: null,
      weightType: 'ACTUAL',
      lane: null,
      laneRuleId: null,
      distanceKm: 1_163.4,
      packageRowId: 1,
      distanceRowId: 8,
      rtoTermsId: null,
      weightCharge: 7_000,
      distanceCharge: 1_800,
      fsc: 1_100,
      cod: 4_499,
      docket: 2_500,
      insurance: 500,
      other: [
        { service: 'PICKUP', end: 'pickup', zoneId: 1, amount: 0 },
        { service: 'DELIVERY', end: 'delivery', zoneId: 2, amount: 0 },
        { service: 'COD', end: 'delivery', zoneId: 2, amount: 0 },
        { service: 'ODA', end: 'delivery', zoneId: 2, amount: 3_000 },
      ],
      surcharges: [],
      otherTotal: 3_000,
      subtotal: 20_399,
      nonTaxable: 0,
      discount: 1_530,
      discountId: 9,
      taxable: 18_869,
      isWithinState: true,
      gst: 3_396,
      cgst: 1_698,
      sgst: 1_698,
      igst: 0,
      recipientLiability: 0,
      regime: 'FORWARD',
      isTaxIncluded: false,
      taxUnit: 1,
      taxFallenAway: 0,
      sac: null,
      gstPercent: 18,
      total: 22_265,
      breakdown: [
        { component: 'weightCharge', rule: 'packages/1', amount: 7_000 },
        { component: 'distanceCharge', rule: 'distance-charges/8', amount: 1_800 },
        { component: 'fscCharge', rule: 'customer-charges/1', amount: 1_100 },
        { component: 'codCharge', rule: 'customer-charges/3', amount: 4_499 },
        { component: 'docketCharge', rule: 'customer-charges/4', amount: 2_500 },
        { component: 'insuranceCharge', rule: 'customer-charges/5', amount: 500 },
        { component: 'otherCharges', rule: 'zones/1/services/PICKUP', amount: 0 },
        { component: 'otherCharges', rule: 'zones/2/services/DELIVERY', amount: 0 },
        { component: 'otherCharges', rule: 'zones/2/services/COD', amount: 0 },
        { component: 'otherCharges', rule: 'zones/2/services/ODA', amount: 3_000 },
        { component: 'discount', rule: 'discounts/9', amount: -1_530 },
        { component: 'gst', rule: 'GST_PERCENT', amount: 1_698 },
        { component: 'gst', rule: 'GST_PERCENT', amount: 1_698 },
      ],
    });
  });

  it('has the same total between states', () => {
    const { isWithinState, gst, cgst, sgst, igst, total } = priced(undefined, { customerGstin: gstinIn('07') });
    assert.deepEqual([isWithinState, gst, cgst, sgst, igst, total], [false, 3_396, 0, 0, 3_396, 22_265]);
  });

  it('collects codAmount: 1.8 % of ₹5,000.00 are ₹90.00, of zero the flat ₹40.00', () => {
    const more = priced(undefined, { codAmount: 5_000 });
    assert.deepEqual([more.cod, more.insurance], [9_000, 500]);
    assert.equal(priced(undefined, { codAmount: 0 }).cod, 4_000);
    assert.equal(priced(undefined, { declaredValue: 0, codAmount: 2_499.5 }).cod, 4_499);
    assert.equal(priced(undefined, { declaredValue: 0, codAmount: 2_499.5 }).insurance, 0);
  });
});

describe('chargeable weight', () => {
  const grams = (shipment: Partial<Shipment>, volumetricDivisor?: number): number =>
    priced((world) => {
      world.partners[0].volumetricDivisor = volumetricDivisor;
    }, shipment).chargeableGrams;

  it('is the larger of weight and volume, each rounded up', () => {
    assert.equal(grams({ weight: 1_200.001 }), 1_201);
    assert.equal(grams({ weight: 1_200, dimensions: { length: 12.5, width: 20, height: 30 } }), 1_500);
    assert.equal(grams({ weight: 1_500.5, dimensions: { length: 12.5, width: 20, height: 30 } }), 1_501);
    const dimensions = { length: 10.1, width: 10.1, height: 10.1 };
    assert.equal(grams({ weight: 100, dimensions }), 207); // 206.0602
    assert.equal(grams({ weight: 100, dimensions }, 4_000), 258); // 257.57525
  });

  it('ignores the noise of binary fractions', () => {
    assert.ok((1.1 * 8 * 25 * 1_000) / 5_000 > 44, 'the test case is one where doubles overshoot');
    assert.equal(grams({ weight: 1, dimensions: { length: 1.1, width: 8, height: 25 } }), 44);
  });
});

describe('weight charge', () => {
  it('adds addonCharge for each started addonWeight above baseWeight', () => {
    const charge = (weight: number): number => priced(undefined, { weight }).weightCharge;
    assert.deepEqual([1, 500, 500.001, 501, 1_000, 1_001].map(charge), [4_000, 4_000, 5_500, 5_500, 5_500, 7_000]);
  });

  it('takes the cheapest of the rows that name the most zones, then the lowest id', () => {
    const rowOf = (...rows: Parameters<typeof packageRow>[0][]): number =>
      priced((world) => {
        world.packages.push(...rows.map(packageRow));
      }).packageRowId;
    assert.equal(rowOf({ id: 5, baseCharge: 39 }), 5);
    assert.equal(rowOf({ id: 5 }), 1);
    assert.equal(rowOf({ id: 5, baseCharge: 900, toZoneId: 2 }), 5);
    assert.equal(
      rowOf({ id: 5, baseCharge: 900, toZoneId: 2 }, { id: 6, baseCharge: 950, fromZoneId: 1, toZoneId: 2 }),
      6,
    );
    assert.equal(rowOf({ id: 5, baseCharge: 1, toZoneId: 1 }), 1, 'a row for another zone');
    assert.equal(rowOf({ id: 5, baseCharge: 1, shipmentType: 'B2B' }), 1);
    assert.equal(rowOf({ id: 5, baseCharge: 1, shipmentType: 'B2C' }), 5);
    assert.equal(rowOf({ id: 5, baseCharge: 1, status: false }), 1);
    assert.equal(rowOf({ id: 5, baseCharge: 1, partnerId: 'other' }), 1);
    assert.equal(rowOf({ id: 5, baseCharge: 1, maxWeight: 1_199 }), 1);
    assert.equal(rowOf({ id: 5, baseCharge: 1, maxWeight: 1_200 }), 5);
    assert.equal(rowOf({ id: 5, baseCharge: 1, addonWeight: 0 }), 1);
    assert.equal(rowOf({ id: 5, baseCharge: 1, addonWeight: 0, baseWeight: 1_200 }), 5);
  });

  it('begins above the minWeight of a row and ends at its maxWeight', () => {
    // ₹40 to 500 g + ₹35 each further 500 g up to 5 kg; above that ₹150 to 5,000 g + ₹20 each further 1,000 g
    const card = (world: World): void => {
      world.packages = [
        packageRow({ id: 1, baseCharge: 40, addonWeight: 500, addonCharge: 35, maxWeight: 5_000 }),
        packageRow({
          id: 2,
          minWeight: 5_000,
          baseWeight: 5_000,
          baseCharge: 150,
          addonWeight: 1_000,
          addonCharge: 20,
        }),
      ];
    };
    const charge = (weight: number): number[] => {
      const { packageRowId, weightCharge } = priced(card, { weight });
      return [packageRowId, weightCharge];
    };
    assert.deepEqual(charge(4_000), [1, 28_500]); // 40 + 7 × 35
    assert.deepEqual(charge(5_000), [1, 35_500]); // 40 + 9 × 35: exactly minWeight is not in the second row
    assert.deepEqual(charge(5_000.001), [2, 17_000]); // 5,001 g: 150 + 20
    assert.deepEqual(charge(5_001), [2, 17_000]);
    assert.deepEqual(charge(6_000), [2, 17_000]);
    assert.deepEqual(charge(6_001), [2, 19_000]);
  });

  it('has no rate at or below the minWeight of the only row; 0 and null set no bound', () => {
    const above =
      (minWeight: number | null) =>
      (world: World): void => {
        world.packages[0].minWeight = minWeight;
      };
    assert.equal(refusal(above(1_200)), 'NO_RATE');
    assert.equal(refusal(above(1_200), { weight: 1_200.5 }), null);
    assert.equal(refusal(above(1_199)), null);
    assert.equal(refusal(above(0), { weight: 1 }), null);
    assert.equal(refusal(above(null), { weight: 1 }), null);
  });

  it('counts a row from its validFrom to its validTo, both included', () => {
    const at = (offsetMs: number): string => new Date(NOON.getTime() + offsetMs).toISOString();
    const rowOf = (validFrom: string | null, validTo: string | null): number =>
      priced((world) => {
        world.packages.push(packageRow({ id: 5, baseCharge: 1, validFrom, validTo }));
      }).packageRowId;
    assert.equal(rowOf(at(0), at(0)), 5);
    assert.equal(rowOf(at(1), null), 1);
    assert.equal(rowOf(null, at(-1)), 1);
  });

  it('has no rate when the rows that name the most zones cannot carry it, even if a general row could', () => {
    const specific =
      (fields: object) =>
      (world: World): void => {
        world.packages.push(packageRow({ id: 5, fromZoneId: 1, ...fields }));
      };
    assert.equal(refusal(specific({ maxWeight: 1_000 })), 'NO_RATE');
    assert.equal(refusal(specific({ maxWeight: 1_000, status: false })), null);
    assert.equal(
      refusal((world) => {
        world.packages = [];
      }),
      'NO_RATE',
    );
  });
});

describe('distance charge', () => {
  const charge = (fields: object, ...shipment: Partial<Shipment>[]): number =>
    priced(
      (world) => {
        Object.assign(world['distance-charges'][1], fields);
      },
      ...shipment,
    ).distanceCharge;

  it('includes its lower bound and excludes its upper one', () => {
    assert.equal(charge({ distanceFrom: 1_163.4 }), 1_800);
    assert.equal(charge({ distanceFrom: 1_163.5 }), 0);
    assert.equal(charge({ distanceTo: 1_163.5 }), 1_800);
    assert.equal(charge({ distanceTo: 1_163.4 }), 0);
    assert.equal(charge({ status: false }), 0);
  });

  it('may be a percentage of the weight charge, rounded half up to paise', () => {
    assert.equal(charge({ chargeType: 'percentage', charge: 0.35 }), 25); // 24.5
    assert.equal(charge({ chargeType: 'percentage', charge: 0.3499 }), 24); // 24.493
  });
});

describe('customer charges', () => {
  const scope = { chargeType: 'flat', status: true, createdAt: '2024-04-01T00:00:00.000Z' } as const;
  const add =
    (...rows: (Partial<World['customer-charges'][number]> & { value: number })[]) =>
    (world: World): void => {
      world['customer-charges'].push(
        ...rows.map((row, i) => ({ id: 50 + i, partnerId: 'acme', type: 'docket' as const, ...scope, ...row })),
      );
    };
  const docket = (change: (world: World) => void, shipment: Partial<Shipment> = {}): number =>
    priced(change, shipment).docket;

  it('charges the row that gives the higher amount', () => {
    assert.equal(docket(add({ value: 25.01 })), 2_501);
    assert.equal(docket(add({ value: 24.99 })), 2_500);
    assert.equal(docket(add({ value: 28.5, chargeType: 'percentage' })), 2_508); // of the freight, 88.00
    assert.equal(docket(add({ value: 99, status: false })), 2_500);
  });

  it('uses only the most specific scope, even if its amount is lower', () => {
    const rows = add({ value: 7, customerId: 'C1' }, { value: 99, partnerId: null });
    assert.equal(docket(rows, { customerId: 'C1' }), 700);
    assert.equal(docket(rows, { customerId: 'C2' }), 2_500);
    assert.equal(docket(rows), 2_500);
    const onlyDefault = (world: World): void => {
      world['customer-charges'] = world['customer-charges'].filter((row) => row.type !== 'docket');
      rows(world);
    };
    assert.equal(docket(onlyDefault), 9_900);
    assert.equal(docket(add({ value: 7, customerId: 'C1', partnerId: 'other' }), { customerId: 'C1' }), 2_500);
  });

  it('uses rows whose bounds, both included, contain the chargeable weight', () => {
    assert.equal(docket(add({ value: 7, customerId: 'C1', minKg: 1.2, maxKg: 1.2 }), { customerId: 'C1' }), 700);
    assert.equal(docket(add({ value: 7, customerId: 'C1', minKg: 1.201 }), { customerId: 'C1' }), 2_500);
    assert.equal(docket(add({ value: 7, customerId: 'C1', maxKg: 1.199 }), { customerId: 'C1' }), 2_500);
    assert.equal(
      docket(add({ value: 7, customerId: 'C1', maxKg: 1.2 }), { customerId: 'C1', weight: 1_200.1 }),
      2_500,
      'chargeable: 1,201 g',
    );
  });

  it('charges cod only for COD, insurance only for a declared value', () => {
    assert.equal(priced(undefined, { paymentType: 'PREPAID' }).cod, 0);
    assert.equal(priced(undefined, { declaredValue: 0 }).cod, 4_000);
    const flat = add({ value: 9, type: 'insurance' });
    assert.equal(priced(flat, { declaredValue: 0 }).insurance, 0);
    assert.equal(priced(flat, { declaredValue: 0.004 }).insurance, 0, 'rounds to a declared value of zero');
    assert.equal(priced(flat, { declaredValue: 0.005 }).insurance, 900);
  });

  it('rounds the declared value half up to paise first', () => {
    const half = add({ value: 50, type: 'insurance', chargeType: 'percentage' });
    assert.equal(priced(half, { declaredValue: 100.005 }).insurance, 5_001); // half of 100.01
    assert.equal(priced(half, { declaredValue: 100.0049 }).insurance, 5_000);
  });
});

describe('other charges', () => {
  const service = { isAvailable: true, baseCharge: 10 };

  it('takes the charge of the customer type, else of the shipment type, else the base charge', () => {
    const amount = (customCharges: Record<string, number> | undefined, shipment: Partial<Shipment> = {}): number =>
      priced((world) => {
        world.zones[0].services = [{ serviceTypeId: 'PICKUP', ...service, customCharges }];
      }, shipment).other[0].amount;
    assert.equal(amount({ SME: 1, B2C: 2 }, { customerType: 'SME' }), 100);
    assert.equal(amount({ SME: 1, B2C: 2 }), 200);
    assert.equal(amount({ RETAIL: 0, B2C: 2 }), 0, 'RETAIL unless given');
    assert.equal(amount({ SME: 1, B2B: 2 }), 1_000);
    assert.equal(amount(undefined), 1_000);
  });

  it('charges a service and end once, and an attribute at its own end', () => {
    const { other, otherTotal } = priced(
      (world) => {
        world.zones[0].attributes = ['HILL', 'ODA'];
        world.zones[0].services = [
          { serviceTypeId: 'PICKUP', ...service },
          { serviceTypeId: 'ODA', isAvailable: true, baseCharge: 20 },
          { serviceTypeId: 'HILL', isAvailable: true, baseCharge: 5.55 },
        ];
      },
      { services: ['ODA', 'PICKUP', 'DELIVERY'] },
    );
    assert.deepEqual(other, [
      { service: 'ODA', end: 'delivery', zoneId: 2, amount: 3_000 },
      { service: 'PICKUP', end: 'pickup', zoneId: 1, amount: 1_000 },
      { service: 'DELIVERY', end: 'delivery', zoneId: 2, amount: 0 },
      { service: 'COD', end: 'delivery', zoneId: 2, amount: 0 },
      { service: 'HILL', end: 'pickup', zoneId: 1, amount: 555 },
      { service: 'ODA', end: 'pickup', zoneId: 1, amount: 2_000 },
    ]);
    assert.equal(otherTotal, 6_555);
  });
});

describe('implied services', () => {
  const charges = (shipment: Partial<Shipment>): [string, number][] => {
    const { other } = priced(
      (world) => {
        const charge = { DELIVERY: 5.5, COD: 12, PREPAID: 3, EXPRESS: 60, PICKUP: 10 };
        const entries = Object.entries(charge) as ['DELIVERY', number][];
        for (const zoneOf of world.zones) {
          zoneOf.attributes = [];
          zoneOf.services = entries.map(([serviceTypeId, baseCharge]) => ({
            serviceTypeId,
            isAvailable: true,
            baseCharge,
          }));
        }
      },
      { services: [], ...shipment },
    );
    return other.map(({ service, end, amount }) => [`${service} at ${end}`, amount]);
  };

  it('are charged as if they had been named, and once where they were', () => {
    assert.deepEqual(charges({}), [
      ['DELIVERY at delivery', 550],
      ['COD at delivery', 1_200],
    ]);
    const prepaid = charges({ paymentType: 'PREPAID' });
    assert.deepEqual(prepaid, [
      ['DELIVERY at delivery', 550],
      ['PREPAID at delivery', 300],
    ]);
    const named = charges({ services: ['COD', 'DELIVERY'] });
    assert.deepEqual(named, [
      ['COD at delivery', 1_200],
      ['DELIVERY at delivery', 550],
    ]);
    for (const urgency of ['EXPRESS', 'URGENT'] as const) {
      assert.deepEqual(charges({ urgency }), [...charges({}), ['EXPRESS at delivery', 6_000]]);
      assert.deepEqual(charges({ urgency, services: ['EXPRESS'] }), [['EXPRESS at delivery', 6_000], ...charges({})]);
    }
    assert.deepEqual(charges({ urgency: 'STANDARD' }), charges({}));
  });

  it('do not include PICKUP', () => {
    assert.deepEqual(charges({ services: ['PICKUP'] }), [['PICKUP at pickup', 1_000], ...charges({})]);
  });
});

describe('discount', () => {
  const upper = {
    id: 10,
    partnerId: 'acme',
    fromWeight: 1.2,
    toWeight: 9,
    discountType: 'flat',
    discountValue: 10,
    status: true,
    createdAt: '2024-04-01T00:00:00.000Z',
  } as const;
  const of = (fields: object, shipment: Partial<Shipment> = {}): [number | null, number] => {
    const { discountId, discount } = priced((world) => {
      Object.assign(world.discounts[0], { toWeight: 1.2, ...fields });
      world.discounts.unshift(upper);
    }, shipment);
    return [discountId, discount];
  };

  it('belongs to the lower band at a shared bound, as long as that one applies', () => {
    assert.deepEqual(of({}), [9, 1_530]);
    assert.deepEqual(of({}, { weight: 1_201 }), [10, 1_000]);
    assert.deepEqual(of({ validTo: '2026-03-11T06:29:59.999Z' }), [10, 1_000]);
    assert.deepEqual(of({ status: false }), [10, 1_000]);
    assert.deepEqual(of({}, { weight: 9_001 }), [null, 0]);
  });

  it('is at most the subtotal', () => {
    const free = priced((world) => {
      Object.assign(world.discounts[0], { discountType: 'flat', discountValue: 10_000 });
    });
    assert.deepEqual([free.subtotal, free.discount, free.taxable, free.gst, free.total], [20_399, 20_399, 0, 0, 0]);
  });

  it('is a share of the subtotal unless it applies to the freight, and then at most the freight', () => {
    // freight ₹88.00, subtotal ₹203.99
    assert.deepEqual(of({ appliesTo: 'SUBTOTAL' }), [9, 1_530]);
    assert.deepEqual(of({ appliesTo: 'FREIGHT' }), [9, 660]); // 7.5 % of 88.00
    assert.deepEqual(of({ appliesTo: 'FREIGHT', discountValue: 0.6875 }), [9, 61]); // 0.605
    assert.deepEqual(of({ appliesTo: 'FREIGHT', discountValue: 100 }), [9, 8_800]);
    const flat = { appliesTo: 'FREIGHT', discountType: 'flat' };
    assert.deepEqual(of({ ...flat, discountValue: 87.99 }), [9, 8_799]);
    assert.deepEqual(of({ ...flat, discountValue: 88.01 }), [9, 8_800]);
    assert.deepEqual(of({ ...flat, appliesTo: 'SUBTOTAL', discountValue: 88.01 }), [9, 8_801]);
  });
});

describe('tax', () => {
  const split = ({ gst, cgst, sgst, igst }: Price): number[] => [gst, cgst, sgst, igst];

  it('is split within the state of supply and integrated between states', () => {
    assert.deepEqual(split(priced()), [3_396, 1_698, 1_698, 0]);
    assert.deepEqual(
      split(
        priced((world) => {
          world.partners[0].gstStateCode = '07';
        }),
      ),
      [3_396, 0, 0, 3_396],
    );
    assert.deepEqual(split(priced(undefined, { customerGstin: gstinIn('07') })), [3_396, 0, 0, 3_396]);
    assert.deepEqual(
      split(
        priced(
          (world) => {
            world.partners[0].gstStateCode = '07';
          },
          { customerGstin: gstinIn('07') },
        ),
      ),
      [3_396, 1_698, 1_698, 0],
    );
  });

  it('has equal halves, each rounded half up, whose sum is the tax; between states it is rounded once', () => {
    const flat =
      (discountValue: number) =>
      (world: World): void => {
        Object.assign(world.discounts[0], { discountType: 'flat', discountValue });
      };
    const elsewhere = { customerGstin: gstinIn('07') };
    // 203.99 - 20.27 = 183.72: 9 % are 16.5348, 18 % are 33.0696
    assert.deepEqual(split(priced(flat(20.27))), [3_306, 1_653, 1_653, 0]);
    assert.deepEqual(split(priced(flat(20.27), elsewhere)), [3_307, 0, 0, 3_307]);
    assert.deepEqual([priced(flat(20.27)).total, priced(flat(20.27), elsewhere).total], [21_678, 21_679]);
    // 203.99 - 20.16 = 183.83: 16.5447 and 33.0894; 203.99 - 20.10 = 183.89: 16.5501 and 33.1002
    assert.deepEqual(split(priced(flat(20.16))), [3_308, 1_654, 1_654, 0]);
    assert.deepEqual(split(priced(flat(20.1))), [3_310, 1_655, 1_655, 0]);
    // 203.99 - 20.49 = 183.50: 9 % are 16.515, half a paisa
    assert.deepEqual(split(priced(flat(20.49))), [3_304, 1_652, 1_652, 0]);
    assert.deepEqual(split(priced(flat(20.49), elsewhere)), [3_303, 0, 0, 3_303]);
  });

  it('halves a rate of four decimals exactly', () => {
    const settings = { ...DEFAULT_SETTINGS, gstPercent: 5.2575 };
    const { price } = referencePrice(workedWorld(), 'acme', workedShipment, NOON, settings);
    // 2.62875 % of 188.69 are 4.9601..., 5.2575 % are 9.9203...
    assert.deepEqual(split(price!), [992, 496, 496, 0]);
  });
});
