import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import { dayInIndia, HOUR_MS, minutesOfClock, momentOf } from '../../../src/domain/calendar.js';
import {
  NO_DELIVERY,
  NO_PICKUP,
  type RestDays,
  type Schedule,
  schedule,
  transitHours,
  type WorkingDays,
} from '../../../src/domain/schedule.js';
import type { HolidayColumns } from '../../../src/domain/time-columns.js';

const WORKDAYS = 0b0111111;
/** All days with one cutoff; Sundays only if parcels are delivered then. */
const withCutoff = (cutoffMinutes: number, deliveryDays: number) => ({
  cutoffs: Array.from({ length: 7 }, (_, day) => ((deliveryDays & (1 << day)) === 0 ? NaN : cutoffMinutes)),
  cutoffMinutes,
  deliveryDays,
});
const weekdays: WorkingDays = {
  ...withCutoff(minutesOfClock('17:00'), WORKDAYS),
  windowFromMinutes: minutesOfClock('09:00'),
  windowToMinutes: minutesOfClock('21:00'),
};
const everyDay = { ...weekdays, ...withCutoff(weekdays.cutoffMinutes, 0b1111111) };
const window = (from: string, to: string, days = weekdays): WorkingDays => ({
  ...days,
  windowFromMinutes: minutesOfClock(from),
  windowToMinutes: minutesOfClock(to),
});
const cutoff = (clock: string, days = weekdays): WorkingDays => ({
  ...days,
  ...withCutoff(minutesOfClock(clock), days.deliveryDays),
});

/** Times in India; 2026-03-11 is a Wednesday. */
const ist = (text: string): number => Date.parse(`${text}+05:30`);
const istText = (ms: number): string => new Date(ms + 5.5 * HOUR_MS).toISOString().slice(0, 16).replace('T', ' ');
/** A holiday at an end, of the partner or of all; any state unless given. */
interface Rest {
  date: string;
  marks?: number;
  stateId?: number;
}
const FROM_STATE = 7;
const TO_STATE = 9;
const holidays = (rows: readonly Rest[]): HolidayColumns => {
  const sorted = [...rows].sort((a, b) => (a.date < b.date ? -1 : 1));
  return {
    day: sorted.map(({ date }) => Date.parse(date) / (24 * HOUR_MS)),
    stateId: sorted.map(({ stateId = 0 }) => stateId),
    marks: sorted.map(({ marks = NO_PICKUP | NO_DELIVERY }) => marks),
  };
};
const restDays = (own: readonly Rest[] = [], general: readonly Rest[] = []): RestDays => ({
  own: holidays(own),
  general: holidays(general),
  fromStateId: FROM_STATE,
  toStateId: TO_STATE,
});
const NO_REST = restDays();
const withoutHolidays = (at: number, hours: number, days: WorkingDays): Schedule => schedule(at, hours, days, NO_REST)!;
const planned = (now: string, hours: number, days = weekdays): [pickup: string, delivery: string, out: string] => {
  const { pickupAt, deliveryAt, outForDeliveryAt } = withoutHolidays(ist(now), hours, days);
  return [istText(pickupAt), istText(deliveryAt), istText(outForDeliveryAt)];
};
const pickup = (now: string, days = weekdays): string => planned(now, 24, days)[0];
const delivery = (now: string, hours: number, days = weekdays): string => planned(now, hours, days)[1];

describe('pickup', () => {
  it('is at today’s cutoff time until then, to the millisecond, and never in the past', () => {
    assert.equal(pickup('2026-03-11T08:00:00.000'), '2026-03-11 17:00');
    assert.equal(pickup('2026-03-11T16:59:59.999'), '2026-03-11 17:00');
    assert.equal(pickup('2026-03-11T17:00:00.000'), '2026-03-12 17:00', 'exactly at the cutoff is late');
    assert.equal(pickup('2026-03-11T17:00:00.001'), '2026-03-12 17:00');
  });

  it('uses midnight in India, which is 18:30 UTC', () => {
    const at = (utc: string) => istText(withoutHolidays(Date.parse(utc), 24, weekdays).pickupAt);
    assert.equal(at('2026-03-10T18:29:59.999Z'), '2026-03-11 17:00', 'after the cutoff of the 10th');
    assert.equal(at('2026-03-10T18:30:00.000Z'), '2026-03-11 17:00', 'before the cutoff of the 11th');
    assert.equal(at('2026-03-11T18:30:00.000Z'), '2026-03-12 17:00');
  });

  it('is never today with a cutoff at midnight, and until the last minute with one at 23:59', () => {
    assert.equal(pickup('2026-03-11T00:00:00', cutoff('00:00')), '2026-03-12 00:00');
    assert.equal(pickup('2026-03-11T23:58:59.999', cutoff('23:59')), '2026-03-11 23:59');
    assert.equal(pickup('2026-03-11T23:59:00', cutoff('23:59')), '2026-03-12 23:59');
  });

  it('skips Sundays unless they count', () => {
    assert.equal(pickup('2026-03-14T17:00:00'), '2026-03-16 17:00', 'Saturday after the cutoff');
    assert.equal(pickup('2026-03-15T09:00:00'), '2026-03-16 17:00', 'Sunday before it');
    assert.equal(pickup('2026-03-15T20:00:00'), '2026-03-16 17:00', 'Sunday after it');
    assert.equal(pickup('2026-03-14T17:00:00', everyDay), '2026-03-15 17:00');
    assert.equal(pickup('2026-03-15T09:00:00', everyDay), '2026-03-15 17:00');
  });
});

describe('delivery', () => {
  it('is the pickup plus the hours, within the window', () => {
    assert.equal(delivery('2026-03-11T12:00:00', 1), '2026-03-11 18:00');
    assert.equal(delivery('2026-03-11T12:00:00', 4), '2026-03-11 21:00', 'the end of the window is within it');
    assert.equal(delivery('2026-03-11T12:00:00', 16), '2026-03-12 09:00', 'and so is its beginning');
    assert.equal(delivery('2026-03-11T12:00:00', 48), '2026-03-13 17:00');
  });

  it('moves to the next opening if it falls outside the window', () => {
    assert.equal(delivery('2026-03-11T12:00:00', 5), '2026-03-12 09:00', '22:00 is too late');
    assert.equal(delivery('2026-03-11T12:00:00', 9), '2026-03-12 09:00', '02:00 is too early');
    assert.equal(delivery('2026-03-11T12:00:00', 15), '2026-03-12 09:00', '08:00 too');
    assert.equal(delivery('2026-03-11T12:00:00', 1, window('18:01', '20:00')), '2026-03-11 18:01', 'by a minute');
    assert.equal(delivery('2026-03-11T12:00:00', 1, window('10:00', '17:59')), '2026-03-12 10:00', 'late by a minute');
    assert.equal(delivery('2026-03-11T12:00:00', 24, window('00:00', '23:59')), '2026-03-12 17:00');
  });

  it('never falls on a Sunday that does not count, but moves to the opening of Monday', () => {
    assert.equal(delivery('2026-03-11T12:00:00', 96), '2026-03-16 09:00', 'Sunday 17:00');
    assert.equal(delivery('2026-03-14T12:00:00', 4), '2026-03-14 21:00', 'Saturday 21:00');
    assert.equal(delivery('2026-03-14T12:00:00', 5), '2026-03-16 09:00', 'Saturday 22:00: Sunday has no opening');
    assert.equal(delivery('2026-03-14T12:00:00', 31), '2026-03-16 09:00', 'Monday 00:00');
    assert.equal(delivery('2026-03-11T12:00:00', 96, everyDay), '2026-03-15 17:00');
    assert.equal(delivery('2026-03-14T12:00:00', 5, everyDay), '2026-03-15 09:00');
  });

  it('counts the hours of a Sunday in between', () => {
    assert.equal(delivery('2026-03-14T12:00:00', 48), '2026-03-16 17:00');
    assert.equal(delivery('2026-03-14T12:00:00', 240), '2026-03-24 17:00');
  });

  it('is out for delivery when the window opens on the day of delivery, but not before the pickup', () => {
    assert.deepEqual(planned('2026-03-11T12:00:00', 48), ['2026-03-11 17:00', '2026-03-13 17:00', '2026-03-13 09:00']);
    assert.deepEqual(
      planned('2026-03-11T12:00:00', 3),
      ['2026-03-11 17:00', '2026-03-11 20:00', '2026-03-11 17:00'],
      'on the same day',
    );
    assert.deepEqual(
      planned('2026-03-11T12:00:00', 9),
      ['2026-03-11 17:00', '2026-03-12 09:00', '2026-03-12 09:00'],
      'moved',
    );
  });

  it('is in a window of a working day, and at most three days after the transit, over a year of moments', () => {
    const anyDays = fc
      .record({
        cutoffMinutes: fc.integer({ min: 0, max: 1_439 }),
        weekendDelivery: fc.boolean(),
        windowFromMinutes: fc.integer({ min: 0, max: 1_438 }),
        width: fc.integer({ min: 1, max: 1_439 }),
      })
      .map(({ width, cutoffMinutes, weekendDelivery, ...days }) => ({
        ...days,
        ...withCutoff(cutoffMinutes, weekendDelivery ? 0b1111111 : WORKDAYS),
        weekendDelivery,
        windowToMinutes: Math.min(1_439, days.windowFromMinutes + width),
      }));
    const anyMs = fc.integer({ min: 0, max: 400 * 24 * HOUR_MS });
    fc.assert(
      fc.property(anyMs, fc.integer({ min: 1, max: 500 }), anyDays, (ms, hours, days) => {
        const now = ist('2026-01-01T00:00:00') + ms;
        const { pickupAt, deliveryAt, outForDeliveryAt } = withoutHolidays(now, hours, days);
        const isSunday = (at: number) => new Date(at + 5.5 * HOUR_MS).getUTCDay() === 0;
        const minutes = (at: number) => minutesOfClock(istText(at).slice(11));
        assert(pickupAt > now && pickupAt - now <= 48 * HOUR_MS);
        assert.equal(minutes(pickupAt), days.cutoffMinutes);
        assert(days.weekendDelivery || (!isSunday(pickupAt) && !isSunday(deliveryAt)));
        assert(minutes(deliveryAt) >= days.windowFromMinutes && minutes(deliveryAt) <= days.windowToMinutes);
        const waits = deliveryAt - pickupAt - hours * HOUR_MS;
        assert(waits >= 0 && waits < 72 * HOUR_MS);
        assert(waits === 0 || minutes(deliveryAt) === days.windowFromMinutes, 'a moved delivery is at an opening');
        assert(
          outForDeliveryAt <= deliveryAt
            && outForDeliveryAt >= pickupAt
            && dayInIndia(outForDeliveryAt) === dayInIndia(deliveryAt),
        );
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('holidays', () => {
  /** Asked on Wednesday at noon, 24 hours of transit: Wednesday 17:00 to Thursday 17:00 without holidays. */
  const withRest = (rest: RestDays, now = '2026-03-11T12:00:00', hours = 24): string | null => {
    const found = schedule(ist(now), hours, weekdays, rest);
    return found === null ? null : `${istText(found.pickupAt)} to ${istText(found.deliveryAt)}`;
  };
  const between = (first: string, days: number): string[] =>
    Array.from({ length: days }, (_, day) => dayInIndia(momentOf(first) + day * 24 * HOUR_MS));

  it('forbid the pickup, the delivery or both on their day', () => {
    const on = (date: string, marks: number) => withRest(restDays([{ date, marks }]));
    assert.equal(on('2026-03-11', NO_PICKUP), '2026-03-12 17:00 to 2026-03-13 17:00');
    assert.equal(on('2026-03-11', NO_DELIVERY), '2026-03-11 17:00 to 2026-03-12 17:00');
    assert.equal(on('2026-03-12', NO_DELIVERY), '2026-03-11 17:00 to 2026-03-13 09:00');
    assert.equal(on('2026-03-12', NO_PICKUP), '2026-03-11 17:00 to 2026-03-12 17:00');
    assert.equal(withRest(restDays([{ date: '2026-03-11' }])), '2026-03-12 17:00 to 2026-03-13 17:00');
  });

  it('are judged at the end concerned, those of all like the partner’s own', () => {
    const at = (stateId: number, date: string) => withRest(restDays([], [{ date, stateId }]));
    const unmoved = '2026-03-11 17:00 to 2026-03-12 17:00';
    assert.equal(at(FROM_STATE, '2026-03-11'), '2026-03-12 17:00 to 2026-03-13 17:00');
    assert.equal(at(TO_STATE, '2026-03-11'), unmoved);
    assert.equal(at(FROM_STATE, '2026-03-12'), unmoved);
    assert.equal(at(TO_STATE, '2026-03-12'), '2026-03-11 17:00 to 2026-03-13 09:00');
    assert.equal(at(1, '2026-03-12'), unmoved);
  });

  it('add up with Sundays and with each other', () => {
    const rest = restDays([{ date: '2026-03-13' }], [{ date: '2026-03-14' }, { date: '2026-03-13', stateId: 1 }]);
    assert.equal(withRest(rest, '2026-03-12T18:00:00'), '2026-03-16 17:00 to 2026-03-17 17:00');
  });

  it('are looked through up to the 60th day behind the day asked at, or of arrival', () => {
    const off = (first: string, days: number, marks: number, now?: string) =>
      withRest(restDays(between(first, days).map((date) => ({ date, marks }))), now);
    // the 60th day behind 11 March is 10 May, a Sunday; behind 10 March it is 9 May
    assert.equal(off('2026-03-10', 60, NO_PICKUP, '2026-03-10T12:00:00'), '2026-05-09 17:00 to 2026-05-11 09:00');
    assert.equal(off('2026-03-10', 61, NO_PICKUP, '2026-03-10T12:00:00'), null);
    assert.equal(off('2026-03-11', 60, NO_PICKUP), null, 'the last day is a Sunday');
    assert.equal(off('2026-03-11', 61, NO_DELIVERY), '2026-03-11 17:00 to 2026-05-11 09:00');
    assert.equal(off('2026-03-11', 62, NO_DELIVERY), null);
  });
});

describe('transitHours', () => {
  it('are whole, rounded up; EXPRESS takes six tenths', () => {
    assert.deepEqual(
      [24, 12.5, 0.1, 48.0001].map((hours) => transitHours(hours, false)),
      [24, 13, 1, 49],
    );
    assert.deepEqual(
      [24, 25, 12.5, 60.25, 0.1, 35].map((hours) => transitHours(hours, true)),
      [15, 15, 8, 37, 1, 21],
    );
  });

  it('of EXPRESS are not raised by floating point: 0.6 of 5 is 3 for every multiple', () => {
    for (let n = 1; n <= 2_000; n++) assert.equal(transitHours(5 * n, true), 3 * n);
  });
});
