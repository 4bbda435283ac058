/** Dates, serviceability by pincode, lanes, rows, pieces and times against results computed by hand. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AT, checked, entry, lanes, plainWorld, priced, rule, type Change } from './card-fixture.js';
import { type LaneRule, type Package, type Zone } from './documents.js';
import { NOON, packageRow } from './fixture.js';
import { referenceDistanceKm } from './model.js';
import type { Shipment } from './types.js';

describe('dates', () => {
  const fromApril: Change = (world) => {
    world.packages = [
      packageRow({ id: 1, validTo: '2026-03-31T18:29:59.999Z' }),
      packageRow({ id: 2, validFrom: '2026-03-31T18:30:00.000Z', validTo: '2026-03-31T23:59:59.999Z' }),
      packageRow({ id: 3, validFrom: '2026-04-01T00:00:00.000Z' }),
    ];
  };
  const rowAt = (shipDate: string | undefined, now = NOON): number => priced(fromApril, { shipDate }, now).packageRowId;

  it('price at shipDate, a date being midnight in India', () => {
    assert.equal(rowAt('2026-03-31'), 1);
    assert.equal(rowAt('2026-04-01'), 2);
    assert.equal(rowAt('2026-03-31T18:29:59.999Z'), 1);
    assert.equal(rowAt('2026-04-01T00:00:00+05:30'), 2);
    assert.equal(rowAt('2026-04-01T05:30:00+05:30'), 3);
    assert.equal(rowAt(undefined), 1);
    assert.equal(rowAt(undefined, new Date('2026-03-31T18:30:00.000Z')), 2);
  });

  it('leave by shipDate in charges, by the later of it and now in availability and assignments', () => {
    const leaves = (shipDate: string, question: Shipment['question']): string =>
      checked(undefined, { shipDate, question }).pickupDate!.toISOString().slice(0, 10);
    // Tuesday before, Thursday after the Wednesday of the request; the cutoff is 17:00
    assert.deepEqual(
      (['CHARGES', 'AVAILABILITY', 'ASSIGNMENT'] as const).map((question) => leaves('2026-03-10', question)),
      ['2026-03-10', '2026-03-11', '2026-03-11'],
    );
    assert.deepEqual(
      (['CHARGES', 'AVAILABILITY', 'ASSIGNMENT'] as const).map((question) => leaves('2026-03-12', question)),
      ['2026-03-12', '2026-03-12', '2026-03-12'],
    );
  });
});

describe('serviceability by pincode', () => {
  it('overrides the availability of a service, and leaves its charge', () => {
    assert.deepEqual(checked(entry({ services: { COD: false } })).unavailable, ['COD']);
    const offered = checked(entry({ services: { TRACKING: true, ODA: false } }), {
      services: ['PICKUP', 'TRACKING', 'ODA'],
    });
    assert.deepEqual(offered.unavailable, ['ODA']);
    assert.deepEqual(
      offered.price!.other.map(({ service, amount }) => [service, amount]),
      [
        ['PICKUP', 0],
        ['TRACKING', 0],
        ['ODA', 3_000],
        ['DELIVERY', 0],
        ['COD', 0],
      ],
    );
  });

  it('replaces attributes, and clears them', () => {
    const amount = (attributes: ('ODA' | 'HILL')[] | null): number =>
      priced((world) => {
        world.zones[1].attributes = ['ODA'];
        entry({ attributes, services: { ODA: false } })(world);
      }).otherTotal;
    assert.deepEqual([amount(null), amount([]), amount(['ODA'])], [3_000, 0, 3_000]);
  });

  it('blocks a pincode from and to a moment, both included, at either end, together with the other reasons', () => {
    const at = (ms: number): string => new Date(NOON.getTime() + ms).toISOString();
    const reasons = (from: number, to: number | null, shipment: Partial<Shipment> = {}): string[] =>
      checked(entry({ blocked: { from: at(from), to: to === null ? null : at(to), reason: 'FLOOD' } }), shipment)
        .reasons;
    assert.deepEqual(reasons(0, 0), ['PINCODE_BLOCKED']);
    assert.deepEqual(reasons(-1, null), ['PINCODE_BLOCKED']);
    assert.deepEqual([reasons(1, null), reasons(-2, -1)], [[], []]);
    assert.deepEqual(reasons(1, null, { shipDate: '2026-03-12' }), ['PINCODE_BLOCKED']);
    assert.deepEqual(reasons(0, null, { services: ['TRACKING'] }), ['PINCODE_BLOCKED', 'SERVICE_UNAVAILABLE']);
    const back = { pickupPincode: '110001', deliveryPincode: '110002', services: [] };
    assert.deepEqual(reasons(0, null, back), ['PINCODE_BLOCKED']);
  });

  it('lowers the amount to collect, and never raises it', () => {
    const reasons = (maxCodAmount: number): string[] => checked(entry({ maxCodAmount })).reasons;
    assert.deepEqual([reasons(2_499.5), reasons(2_499.49)], [[], ['COD_AMOUNT_EXCEEDED']]);
    assert.deepEqual(checked(entry({ maxCodAmount: 99_999 }), { codAmount: 20_000.01 }).reasons, [
      'COD_AMOUNT_EXCEEDED',
    ]);
  });

  it('counts for nothing when its zone is inactive', () => {
    const found = checked((world) => {
      world.zones.push({ ...world.zones[1], id: 3, status: false });
      entry({ zoneId: 3, blocked: { from: AT, to: null, reason: 'X' }, services: { COD: false } })(world);
    });
    assert.deepEqual([found.reasons, found.delivery?.level], [[], 'state']);
  });
});

describe('lanes', () => {
  const laneOf = (...rules: LaneRule[]): [string | null, number | null] => {
    const { lane, laneRuleId } = priced(lanes(...rules));
    return [lane, laneRuleId];
  };

  it('are given by the lowest priority that holds, then the lowest id', () => {
    assert.deepEqual(laneOf(rule(1, 'B', {}, { priority: 5 }), rule(2, 'A', {}, { priority: -1 })), ['A', 2]);
    assert.deepEqual(laneOf(rule(8, 'B', {}, { priority: 5 }), rule(7, 'A', {}, { priority: 5 })), ['A', 7]);
    assert.deepEqual(laneOf(rule(1, 'A', {}, { status: false }), rule(2, 'B', {})), ['B', 2]);
    assert.deepEqual(laneOf(rule(1, 'A', {}, { validFrom: '2026-04-01T00:00:00.000Z' })), [null, null]);
    assert.deepEqual(laneOf(rule(1, 'A', {}, { partnerId: 'other' })), [null, null]);
    assert.deepEqual(laneOf(), [null, null]);
  });

  it('hold when every member does', () => {
    const holds = (when: LaneRule['when']): boolean =>
      priced((world) => {
        (world.zones as Zone[])[0].tags = ['METRO', 'WEST'];
        (world.zones as Zone[])[1].tags = ['METRO', 'NCR'];
        lanes(rule(1, 'A', when))(world);
      }).lane === 'A';
    const yes: LaneRule['when'][] = [
      { sameZone: false, sameCity: false, sameState: false },
      { fromZones: [2, 1], toZones: [2] },
      { fromTags: ['WEST'], toTags: ['NCR', 'NE'] },
      { bothTags: ['METRO'] },
      { bothTags: ['WEST', 'NCR'] },
      { anyTags: ['NCR'] },
      { kmFrom: 1_163.4, kmTo: 1_163.5 },
      { sameCity: null, anyTags: null, kmFrom: null },
    ];
    const no: LaneRule['when'][] = [
      { sameState: true },
      { fromZones: [2] },
      { fromTags: ['NCR'] },
      { bothTags: ['NCR'] },
      { anyTags: ['NE'] },
      { kmTo: 1_163.4 },
      { kmFrom: 1_163.5 },
      { bothTags: ['METRO'], sameCity: true },
    ];
    assert.deepEqual(
      yes.filter((when) => !holds(when)),
      [],
    );
    assert.deepEqual(no.filter(holds), []);
  });
});

describe('package rows', () => {
  const rowOf = (rows: (Partial<Package> & { id: number })[], shipment: Partial<Shipment> = {}): number | null =>
    checked((world) => {
      lanes(rule(1, 'A', {}))(world);
      world.packages = rows.map((row) => ({ ...packageRow({ id: row.id }), ...row }));
    }, shipment).price?.packageRowId ?? null;

  it('count by customer, then by what they name, then by payment type, then by charge, then by id', () => {
    const dear = { baseCharge: 900 };
    assert.equal(
      rowOf(
        [
          { id: 1, fromZoneId: 1, toZoneId: 2 },
          { id: 2, ...dear, customerId: 'C' },
        ],
        { customerId: 'C' },
      ),
      2,
    );
    assert.equal(rowOf([{ id: 1 }, { id: 2, baseCharge: 1, customerId: 'C' }], { customerId: 'D' }), 1);
    assert.equal(rowOf([{ id: 1 }, { id: 2, baseCharge: 1, customerId: 'C' }]), 1);
    assert.equal(
      rowOf([
        { id: 1, lane: 'A' },
        { id: 2, ...dear, fromZoneId: 1, toZoneId: 2 },
      ]),
      2,
    );
    assert.equal(
      rowOf([
        { id: 1, fromZoneId: 1 },
        { id: 2, ...dear, lane: 'A' },
      ]),
      2,
    );
    assert.equal(rowOf([{ id: 1 }, { id: 2, ...dear, fromZoneId: 1 }]), 2);
    assert.equal(
      rowOf([
        { id: 1, paymentType: 'COD' },
        { id: 2, ...dear, lane: 'A' },
      ]),
      2,
    );
    assert.equal(rowOf([{ id: 1 }, { id: 2, ...dear, paymentType: 'COD' }]), 2);
    assert.equal(rowOf([{ id: 2 }, { id: 1 }]), 1);
  });

  it('count where all filters hold', () => {
    const cheap = { id: 2, baseCharge: 1 };
    const isTaken = (row: Partial<Package>): boolean => rowOf([{ id: 1 }, { ...cheap, ...row }]) === 2;
    assert.ok(isTaken({ kmFrom: 1_163.4, kmTo: 1_163.5 }));
    assert.ok(!isTaken({ kmTo: 1_163.4 }) && !isTaken({ kmFrom: 1_163.5 }));
    assert.ok(!isTaken({ lane: 'B' }) && !isTaken({ paymentType: 'PREPAID' }) && !isTaken({ direction: 'RTO' }));
    assert.ok(isTaken({ direction: 'FORWARD' }) && isTaken({ direction: null, lane: null, kmTo: null }));
  });

  it('have no rate where the customer has rows that cannot carry the weight', () => {
    assert.equal(rowOf([{ id: 1 }, { id: 2, customerId: 'C', maxWeight: 1_199 }], { customerId: 'C' }), null);
    assert.equal(rowOf([{ id: 1 }, { id: 2, customerId: 'C', lane: 'B' }], { customerId: 'C' }), 1);
  });

  it('round once, and charge at least minCharge, which the comparison sees', () => {
    const charge = (row: Partial<Package>): number =>
      priced((world) => Object.assign(world.packages[0], row)).weightCharge;
    // 40 + 2 × 15.0025 = 70.005
    assert.equal(charge({ addonCharge: 15.0025 }), 7_001);
    assert.equal(charge({ addonCharge: 15.0024 }), 7_000);
    assert.deepEqual([charge({ minCharge: 70.01 }), charge({ minCharge: 69.99 })], [7_001, 7_000]);
    assert.equal(rowOf([{ id: 1, baseCharge: 1, minCharge: 70.01 }, { id: 2 }]), 2);
  });

  it('let a distance charge of the lane stand before one without', () => {
    const rowId = (lane: string): number | null =>
      priced((world) => {
        const row = {
          partnerId: 'acme',
          distanceFrom: 0,
          distanceTo: 9_000,
          chargeType: 'flat' as const,
          status: true,
        };
        world['distance-charges'] = [
          { ...row, id: 1, charge: 5 },
          { ...row, id: 2, charge: 9, lane: 'A' },
        ];
        lanes(rule(1, lane, {}))(world);
      }).distanceRowId;
    assert.deepEqual([rowId('A'), rowId('B')], [2, 1]);
  });
});

describe('volume and pieces', () => {
  const box = { length: 30, width: 30, height: 30.1 };
  const acme =
    (fields: object): Change =>
    (world) =>
      void Object.assign(world.partners[0], fields);
  const grams = (fields: object, shipment: Partial<Shipment>): [number, number | null, string] => {
    const { chargeableGrams, volumetricGrams, weightType } = priced(acme(fields), shipment);
    return [chargeableGrams, volumetricGrams, weightType];
  };

  it('turns cubic feet into grams, rounded up', () => {
    // 27,090 cm³ × 7,000 ÷ 27,000 = 7,023.33 g
    assert.deepEqual(grams({ cft: 7 }, { weight: 1, dimensions: box }), [7_024, 7_024, 'VOLUMETRIC']);
    assert.deepEqual(grams({ cft: 7 }, { weight: 7_024, dimensions: box }), [7_024, 7_024, 'ACTUAL']);
  });

  it('sums volumes before it rounds by SHIPMENT, and compares each piece by PIECE', () => {
    const pieces = [
      { count: 3, weight: 100.5, dimensions: box },
      { count: 2, weight: 9_000.2 },
    ];
    // 3 × 100.5 + 2 × 9,000.2 = 18,301.9; 3 × 7,023.33 = 21,070
    assert.deepEqual(grams({ cft: 7 }, { pieces }), [21_070, 21_070, 'VOLUMETRIC']);
    // 3 × 7,024 + 2 × 9,001
    assert.deepEqual(grams({ cft: 7, volumetricBasis: 'PIECE' }, { pieces }), [39_074, 21_072, 'VOLUMETRIC']);
    assert.equal(priced(acme({ cft: 7 }), { pieces }).actualGrams, 18_302);
    assert.deepEqual(grams({}, { pieces: [{ count: 2, weight: 600.2 }] }), [1_201, null, 'ACTUAL']);
  });

  it('holds each piece against the limits of a piece', () => {
    const limits = { maxWeight: 30_000, maxCodAmount: 20_000, maxDeclaredValue: 50_000, maxPieceWeight: 10_000 };
    const reasons = (shipment: Partial<Shipment>): string[] =>
      checked(
        acme({
          limits: { ...limits, maxDimensions: { length: 100, width: 60, height: 40 } },
          volumetricDivisor: 99_999,
        }),
        shipment,
      ).reasons;
    assert.deepEqual(reasons({ pieces: [{ count: 3, weight: 10_000 }] }), []);
    assert.deepEqual(reasons({ pieces: [{ count: 1, weight: 10_000.1 }] }), ['PIECE_WEIGHT_EXCEEDED']);
    assert.deepEqual(reasons({ weight: 10_001 }), ['PIECE_WEIGHT_EXCEEDED']);
    assert.deepEqual(reasons({ pieces: [{ count: 3, weight: 10_000.1 }] }), [
      'WEIGHT_EXCEEDED',
      'PIECE_WEIGHT_EXCEEDED',
    ]);
    const long = { length: 40, width: 101, height: 20 };
    assert.deepEqual(
      reasons({
        pieces: [
          { count: 1, weight: 1 },
          { count: 1, weight: 1, dimensions: long },
        ],
      }),
      ['DIMENSIONS_EXCEEDED'],
    );
  });
});

describe('time', () => {
  it('goes by the transit lane that names the most; null outweighs, then the fewest hours', () => {
    const row = { partnerId: 'acme', status: true, createdAt: AT };
    const hours = (rows: object[], shipment: Partial<Shipment> = {}): number | null =>
      checked((world) => {
        lanes(rule(1, 'A', {}))(world);
        world.zones[1].services.push({ serviceTypeId: 'EXPRESS', isAvailable: true });
        world['transit-lanes'] = rows.map((fields, i) => ({ ...row, id: i + 1, hours: 20, ...fields }));
      }, shipment).hours;
    assert.equal(hours([]), 48);
    assert.equal(hours([{ lane: 'B' }]), 48);
    assert.equal(hours([{}, { hours: 30 }]), 20);
    assert.equal(hours([{}, { hours: 30, fromZoneId: 1 }]), 30);
    assert.equal(hours([{ toZoneId: 2 }, { hours: 31, lane: 'A' }]), 31);
    assert.equal(hours([{ lane: 'A' }, { hours: 32, fromZoneId: 1, toZoneId: 2 }]), 32);
    assert.equal(hours([{ lane: 'A' }, { lane: 'A', hours: null }]), null);
    assert.equal(hours([{ lane: 'A' }, { hours: null }]), 20);
    assert.equal(hours([{ hours: 31 }], { urgency: 'EXPRESS' }), 19); // 18.6
    assert.deepEqual(
      checked((world) => {
        world['transit-lanes'] = [{ ...row, id: 1, hours: null }];
      }).reasons,
      ['NO_TRANSIT'],
    );
  });

  it('knows holidays of the state and the partner, for pickup and for delivery', () => {
    const dates = (
      ...holidays: { date: string; kind: 'NO_PICKUP' | 'NO_DELIVERY' | 'BOTH'; [name: string]: unknown }[]
    ) => {
      const { pickupDate, deliveryDate } = checked((world) => {
        world.holidays = holidays.map((fields, i) => ({ id: i + 1, name: 'X', createdAt: AT, ...fields }));
      });
      return [pickupDate, deliveryDate].map((date) => date?.toISOString().slice(5, 13) ?? null);
    };
    // Wednesday 17:00 IST is 11:30 UTC; two days later, within the window
    assert.deepEqual(dates(), ['03-11T11', '03-13T11']);
    assert.deepEqual(dates({ date: '2026-03-11', kind: 'BOTH', stateId: 1 }), ['03-12T11', '03-14T11']);
    assert.deepEqual(dates({ date: '2026-03-11', kind: 'NO_DELIVERY' }), ['03-11T11', '03-13T11']);
    assert.deepEqual(dates({ date: '2026-03-11', kind: 'BOTH', stateId: 2 }), ['03-11T11', '03-13T11']);
    assert.deepEqual(dates({ date: '2026-03-11', kind: 'BOTH', partnerId: 'other' }), ['03-11T11', '03-13T11']);
    // to the opening at 09:00 IST, 03:30 UTC; Sunday the 15th is skipped too
    assert.deepEqual(
      dates({ date: '2026-03-13', kind: 'NO_DELIVERY', stateId: 2 }, { date: '2026-03-14', kind: 'BOTH' }),
      ['03-11T11', '03-16T03'],
    );
  });

  it('measures the road by the states, either way, the partner’s factor before the general one', () => {
    const factors = (...rows: [string | null, number, number, number][]): number =>
      priced((world) => {
        world['road-distances'] = rows.map(([partnerId, fromStateId, toStateId, factor], i) => ({
          ...{ id: i + 1, partnerId, fromStateId, toStateId, factor, createdAt: AT },
        }));
      }).distanceKm;
    // 8.0482° × 111.19508 = 894.92 km
    assert.equal(factors(), 1_163.4);
    assert.equal(factors([null, 2, 1, 2]), 1_789.8);
    assert.equal(factors([null, 2, 1, 2], ['acme', 1, 2, 1]), 894.9);
    assert.equal(factors(['other', 1, 2, 2], [null, 1, 1, 3]), 1_163.4);
    assert.equal(
      referenceDistanceKm(
        plainWorld(() => {}),
        '400001',
        '110001',
      ),
      1_163.4,
    );
  });
});
