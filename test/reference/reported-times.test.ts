/** Sizes, days and holds that reports from practice ask for, against results found by hand with a calendar. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { all, AT, checked, counted, onPartner, plainWorld, surcharge, type Change } from './card-fixture.js';
import { WORKING, type CardWorld, type Hold, type Partner, type TransitBand } from './documents.js';
import { NOON, workedShipment } from './fixture.js';
import { referenceCheck, referenceReturns } from './model.js';
import type { Shipment } from './types.js';

type Asked = Partial<Shipment>;

const limits =
  (fields: Partial<Partner['limits']>): Change =>
  (world) => {
    Object.assign(world.partners[0].limits, { maxDimensions: { length: 100, width: 100, height: 100 } }, fields);
  };

/** 2026-03-11 is a Wednesday, 2026-03-14 a Saturday. */
const ist = (text: string): Date => new Date(`${text}+05:30`);
const shown = (at: Date | null): string | null =>
  at && new Date(at.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 16);

describe('sizes', () => {
  const box = { length: 30, width: 100, height: 30 };
  const reasons = (fields: Partial<Partner['limits']>, asked: Asked = { dimensions: box }): string[] =>
    checked(limits(fields), asked).reasons;

  it('are limited by length plus girth: 100 + 2 × (30 + 30) = 220 cm, whichever side is the longest', () => {
    assert.deepEqual(
      [reasons({ maxLengthPlusGirth: 220 }), reasons({ maxLengthPlusGirth: 219.9999 })],
      [[], ['DIMENSIONS_EXCEEDED']],
    );
    assert.deepEqual(checked(limits({ maxLengthPlusGirth: 180 }), { dimensions: box }).about, [
      { limit: 180, value: 220, unit: 'cm' },
    ]);
  });

  it('are limited by the sum of the sides: 100 + 30 + 30 = 160 cm', () => {
    assert.deepEqual([reasons({ maxSideSum: 160 }), reasons({ maxSideSum: 159.5 })], [[], ['DIMENSIONS_EXCEEDED']]);
  });

  it('are those of each piece, exactly: 0.1 + 2 × (0.1 + 0.1) = 0.5', () => {
    const small = { count: 900, weight: 1, dimensions: { length: 0.1, width: 0.1, height: 0.1 } };
    assert.deepEqual(reasons({ maxLengthPlusGirth: 0.5, maxSideSum: 0.3 }, { pieces: [small] }), []);
    const pieces = [small, { count: 1, weight: 1, dimensions: box }, { count: 1, weight: 1 }];
    assert.deepEqual(reasons({ maxSideSum: 159 }, { pieces }), ['DIMENSIONS_EXCEEDED']);
  });

  it('are conditions of surcharges, from the bound on, on one and the same piece', () => {
    const amounts = (piece: NonNullable<NonNullable<Parameters<typeof surcharge>[1]>['when']>['piece']): number[] =>
      counted([surcharge(1, { basis: 'PER_PIECE', value: 1, when: { piece } })], {
        pieces: [
          { count: 2, weight: 100, dimensions: box },
          { count: 3, weight: 5_000, dimensions: { length: 10, width: 10, height: 10 } },
          { count: 1, weight: 9_000 },
        ],
      }).map(([, paise]) => paise);
    assert.deepEqual([amounts({ lengthPlusGirthCmFrom: 220 }), amounts({ lengthPlusGirthCmFrom: 220.1 })], [[200], []]);
    assert.deepEqual([amounts({ sideSumCmFrom: 160 }), amounts({ sideSumCmFrom: 30 })], [[200], [500]]);
    assert.deepEqual(
      [amounts({ sideSumCmFrom: 30, kgFrom: 1 }), amounts({ sideSumCmFrom: 31, kgFrom: 1 })],
      [[300], []],
    );
  });
});

describe('delivering days', () => {
  const band = (days: number): Change =>
    onPartner({ transit: [{ distanceFrom: 0, distanceTo: 2_000, days } as TransitBand] });
  const arrives = (change: Change, now = NOON, asked: Asked = {}): [string | null, number | null] => {
    const { deliveryDate, hours } = checked(change, asked, now);
    return [shown(deliveryDate), hours];
  };

  it('follow the day of pickup, and end with the window; Sunday is none', () => {
    assert.deepEqual(arrives(band(2)), ['2026-03-13T21:00', 48]);
    // picked up on Saturday 5 December: Monday is the first day
    const saturday: Asked = { shipDate: '2026-12-05T10:00:00+05:30' };
    assert.deepEqual(arrives(band(2), NOON, saturday), ['2026-12-08T21:00', 48]);
    const window = onPartner({ deliveryWindow: { from: '10:00', to: '18:30' } });
    assert.deepEqual(arrives(all(band(1), window)), ['2026-03-12T18:30', 24]);
    assert.deepEqual(arrives(all(band(4), onPartner({ weekendDelivery: true }))), ['2026-03-15T21:00', 96]);
  });

  it('pass over holidays of the delivery alone', () => {
    const holiday = (fields: Partial<CardWorld['holidays'][number]>): Change => {
      return (world) => {
        world.holidays = [{ id: 1, date: '2026-03-12', kind: 'BOTH', name: 'X', createdAt: AT, ...fields }];
      };
    };
    assert.equal(arrives(all(band(1), holiday({})))[0], '2026-03-13T21:00');
    assert.equal(arrives(all(band(1), holiday({ kind: 'NO_PICKUP' })))[0], '2026-03-12T21:00');
    assert.equal(arrives(all(band(1), holiday({ stateId: 1 })))[0], '2026-03-12T21:00');
  });

  it('take six tenths with EXPRESS, rounded up: of 2 days 1.2, of 3 days 1.8, of 5 days 3', () => {
    const hours = (days: number): number | null => checked(band(days), { urgency: 'EXPRESS' }).hours;
    assert.deepEqual([1, 2, 3, 5].map(hours), [24, 48, 48, 72]);
    const rto = checked(band(5), { urgency: 'EXPRESS', direction: 'RTO' });
    assert.equal(rto.hours, 120);
  });

  it('count as 24 hours for maxDeliveryTime and among rows', () => {
    const exceeded = (maxDeliveryTime: number): boolean =>
      checked(band(2), { maxDeliveryTime }).reasons.includes('DELIVERY_TIME_EXCEEDED');
    assert.deepEqual([exceeded(48), exceeded(47.999)], [false, true]);
    const row = { partnerId: 'acme', status: true, createdAt: AT };
    const rows =
      (...times: { hours: number | null; days?: number }[]): Change =>
      (world) => {
        world['transit-lanes'] = times.map((time, i) => ({ ...row, id: i + 1, ...time }));
      };
    assert.deepEqual(arrives(rows({ hours: null, days: 2 }, { hours: 47 })), ['2026-03-13T16:00', 47]);
    assert.deepEqual(arrives(rows({ hours: null, days: 2 }, { hours: 48 })), ['2026-03-13T21:00', 48]);
    assert.deepEqual(arrives(rows({ hours: 48 }, { hours: null, days: 2 })), ['2026-03-13T17:00', 48]);
    assert.deepEqual(checked(rows({ hours: null, days: 1 }, { hours: null })).reasons, ['NO_TRANSIT']);
  });

  it('are looked for up to the 60th day behind the one before', () => {
    // Thursday is the first day; the 60th behind it is Monday 11 May
    const forbidden =
      (days: number): Change =>
      (world) => {
        world.holidays = Array.from({ length: days }, (_, i) => ({
          ...{ id: i + 1, kind: 'NO_DELIVERY' as const, name: 'X', createdAt: AT },
          date: new Date(Date.UTC(2026, 2, 13 + i)).toISOString().slice(0, 10),
        }));
      };
    assert.deepEqual(arrives(all(band(2), forbidden(59))), ['2026-05-11T21:00', 48]);
    const found = checked(all(band(2), forbidden(60)));
    assert.deepEqual([found.reasons, found.hours, found.deliveryDate], [['NO_TRANSIT'], 48, null]);
    assert.deepEqual(found.about, [{ ends: [{ end: 'DELIVERY', pincode: '110001' }], limit: 60, unit: 'days' }]);
  });
});

describe('weekdays', () => {
  const leaves = (change: Change, now: string): string | null => shown(checked(change, {}, ist(now)).pickupDate);
  const arrives = (change: Change, now = NOON): string | null => shown(checked(change, {}, now).deliveryDate);
  const holidays =
    (...kinds: CardWorld['holidays'][number]['kind'][]): Change =>
    (world) => {
      world.holidays = kinds.map((kind, i) => ({ id: i + 1, date: '2026-03-15', kind, name: 'X', createdAt: AT }));
    };

  it('have a cutoff time of their own; a weekday that is left out is as before', () => {
    const early = onPartner({ cutoffTimes: { saturday: '13:00' } });
    assert.equal(leaves(early, '2026-03-14T12:59:59.999'), '2026-03-14T13:00');
    assert.equal(leaves(early, '2026-03-14T13:00:00'), '2026-03-16T17:00', 'the Sunday is left out');
    assert.equal(leaves(early, '2026-03-13T17:00:00'), '2026-03-14T13:00');
    const always = all(early, onPartner({ weekendDelivery: true }));
    assert.equal(leaves(always, '2026-03-14T13:00:00'), '2026-03-15T17:00');
  });

  it('have no pickup where the time is null, and on a Sunday where there is one', () => {
    const cutoffTimes = { wednesday: null, sunday: '11:00' };
    const change = onPartner({ cutoffTimes });
    assert.equal(leaves(change, '2026-03-11T12:00:00'), '2026-03-12T17:00');
    assert.equal(leaves(change, '2026-03-14T17:00:00'), '2026-03-15T11:00');
    assert.equal(
      leaves(onPartner({ cutoffTimes: { sunday: null }, weekendDelivery: true }), '2026-03-14T17:00:00'),
      '2026-03-16T17:00',
    );
  });

  it('deliver by deliveryDays, whatever weekendDelivery says', () => {
    // picked up on Wednesday, 48 hours: Friday 17:00
    assert.equal(arrives(onPartner({ deliveryDays: [5] })), '2026-03-13T17:00');
    assert.equal(arrives(onPartner({ deliveryDays: [1, 4] })), '2026-03-16T09:00');
    assert.equal(arrives(onPartner({ deliveryDays: [7] })), '2026-03-15T09:00');
    assert.equal(arrives(onPartner({ deliveryDays: [1], weekendDelivery: true })), '2026-03-16T09:00');
    assert.equal(leaves(onPartner({ deliveryDays: [1] }), '2026-03-11T12:00:00'), '2026-03-11T17:00', 'not pickups');
  });

  it('that are worked count for both ends, at cutoffTime without a time', () => {
    const sunday = holidays(WORKING);
    assert.equal(leaves(sunday, '2026-03-14T17:00:00'), '2026-03-15T17:00');
    const at = (time: string | null): Change => all(sunday, onPartner({ cutoffTimes: { sunday: time } }));
    assert.equal(leaves(at('10:00'), '2026-03-14T17:00:00'), '2026-03-15T10:00');
    assert.equal(leaves(at(null), '2026-03-14T17:00:00'), '2026-03-15T17:00');
    // picked up on Friday, 48 hours: Sunday 17:00
    const friday = ist('2026-03-13T12:00:00');
    assert.deepEqual([arrives(sunday, friday), arrives(() => {}, friday)], ['2026-03-15T17:00', '2026-03-16T09:00']);
    assert.equal(arrives(all(sunday, onPartner({ deliveryDays: [1] })), friday), '2026-03-15T17:00');
  });

  it('that are worked are still forbidden by another holiday', () => {
    assert.equal(leaves(holidays(WORKING, 'NO_PICKUP'), '2026-03-14T17:00:00'), '2026-03-16T17:00');
    assert.equal(leaves(holidays(WORKING, 'NO_DELIVERY'), '2026-03-14T17:00:00'), '2026-03-15T17:00');
    assert.equal(arrives(holidays('BOTH', WORKING), ist('2026-03-13T12:00:00')), '2026-03-16T09:00');
  });
});

describe('holds', () => {
  const hold = (fields: Partial<Hold>): Hold => ({
    ...{ id: 1, partnerId: 'acme', reason: 'floods', status: true, createdAt: AT },
    ...fields,
  });
  const holds =
    (...rows: Partial<Hold>[]): Change =>
    (world) => {
      world.holds = rows.map((fields, i) => hold({ id: i + 1, ...fields }));
    };
  const isHeld = (fields: Partial<Hold>, asked: Asked = {}, now = NOON): boolean =>
    checked(holds(fields), asked, now).reasons.includes('ON_HOLD');

  it('are of states, cities, areas, pincodes or everywhere', () => {
    const places: Partial<Hold>[] = [
      { states: [9, 2] },
      { cities: [21] },
      { areas: [211] },
      { pincodes: ['110001'] },
      { everywhere: true },
    ];
    for (const place of places) assert.ok(isHeld(place), JSON.stringify(place));
    const elsewhere: Partial<Hold>[] = [
      { states: [3] },
      { cities: [12] },
      { areas: [111], end: 'DELIVERY' },
      { pincodes: ['110002', '400002'] },
      { everywhere: false },
    ];
    for (const place of elsewhere) assert.ok(!isHeld(place), JSON.stringify(place));
  });

  it('are at the end that they name, and of the partner or of every one', () => {
    const of = (end: Hold['end']): boolean[] => [isHeld({ end, states: [1] }), isHeld({ end, states: [2] })];
    assert.deepEqual(
      [of('PICKUP'), of('DELIVERY'), of('BOTH'), of(undefined)],
      [
        [true, false],
        [false, true],
        [true, true],
        [true, true],
      ],
    );
    assert.deepEqual(
      [isHeld({ partnerId: null, states: [2] }), isHeld({ partnerId: 'other', states: [2] })],
      [true, false],
    );
    assert.ok(!isHeld({ states: [2], status: false }));
  });

  it('last from a moment to a moment, both included; a shipDate that is today counts as now', () => {
    const at = (ms: number): string => new Date(NOON.getTime() + ms).toISOString();
    const within = (from: string | null, to: string | null, asked: Asked = {}): boolean =>
      isHeld({ states: [2], from, to }, asked);
    assert.deepEqual([within(at(0), at(0)), within(at(1), null), within(null, at(-1))], [true, false, false]);
    assert.ok(within(at(0), null, { shipDate: '2026-03-11' }));
    assert.ok(!within(at(0), null, { shipDate: '2026-03-11T00:00:00+05:30' }));
    assert.ok(!within(at(0), at(1), { shipDate: '2026-03-12' }));
    assert.ok(within(at(0), null, { shipDate: '2026-03-12' }));
  });

  it('stand behind blocks with the ends, the reason and the last end of all, and change nothing else', () => {
    const found = checked(
      all(
        holds({ states: [2], to: '2026-03-20T18:29:59.999Z' }, { pincodes: ['110001'], reason: 'strike' }),
        (world) => {
          const blocked = { from: AT, to: null, reason: 'X' };
          world['zone-pincodes'] = [{ partnerId: 'acme', zoneId: 2, pincode: '110001', assignedAt: AT, blocked }];
        },
      ),
      { services: ['TRACKING'] },
    );
    assert.deepEqual(found.reasons, ['PINCODE_BLOCKED', 'ON_HOLD', 'SERVICE_UNAVAILABLE']);
    assert.deepEqual(found.about[1], {
      ends: [{ end: 'DELIVERY', pincode: '110001', from: null, until: null, reason: 'strike' }],
    });
    const plain = checked(holds({ states: [2], to: '2026-03-20T23:59:59.999+05:30' }));
    assert.equal(plain.about[0].ends?.[0].until, '2026-03-20T18:29:59.999Z');
    assert.deepEqual([plain.price, plain.coverageScore], [checked().price, checked().coverageScore]);
  });

  it('do not stop an RTO, but a return of the customer', () => {
    assert.ok(!isHeld({ everywhere: true }, { direction: 'RTO' }));
    assert.ok(isHeld({ states: [1], end: 'PICKUP' }, { direction: 'REVERSE', paymentType: 'PREPAID' }));
    const world = plainWorld(holds({ states: [2], end: 'PICKUP' }));
    const returns = referenceReturns(world, 'acme', workedShipment, NOON);
    assert.ok(returns?.reasons.reverse.includes('ON_HOLD'));
    assert.ok(!returns?.reasons.rto.includes('ON_HOLD'));
  });
});

describe('the time that the caller sets', () => {
  it('counts for the shipment, and not for its returns', () => {
    const { reasons } = checked(undefined, { maxDeliveryTime: 47, question: 'ASSIGNMENT' });
    assert.deepEqual(reasons, ['DELIVERY_TIME_EXCEEDED']);
    // with EXPRESS the parcel takes 0.6 × 48 hours, rounded up; its return as undelivered takes 48
    const world = plainWorld((changed) => {
      changed.zones[1].services.push({ serviceTypeId: 'EXPRESS', isAvailable: true });
    });
    const asked: Shipment = { ...workedShipment, urgency: 'EXPRESS', maxDeliveryTime: 29 };
    const returns = referenceReturns(world, 'acme', asked, NOON);
    assert.deepEqual(returns?.reasons.rto, ['NO_RATE']);
    const undelivered = referenceCheck(world, 'acme', { ...asked, direction: 'RTO' }, NOON);
    assert.deepEqual(undelivered.kind === 'CHECKED' && undelivered.reasons, ['DELIVERY_TIME_EXCEEDED', 'NO_RATE']);
  });
});
