import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { minutesOfClock, schedule, transitHours } from '../../src/domain/calendar.js';

const HOUR_MS = 3_600_000;
const weekdays = { cutoffMinutes: minutesOfClock('17:00'), weekendDelivery: false };
const everyDay = { ...weekdays, weekendDelivery: true };

/** Times as India reads them; 2026-03-11 is a Wednesday. */
const ist = (text: string): number => Date.parse(`${text}+05:30`);
const istText = (ms: number): string => new Date(ms + 5.5 * HOUR_MS).toISOString().slice(0, 16).replace('T', ' ');
const planned = (now: string, hours: number, days = weekdays): [pickup: string, delivery: string] => {
  const { pickupAt, deliveryAt } = schedule(ist(now), hours, days);
  return [istText(pickupAt), istText(deliveryAt)];
};

describe('pickup', () => {
  it('is today until the cutoff, to the millisecond', () => {
    assert.deepEqual(planned('2026-03-11T16:59:59.999', 24), ['2026-03-11 10:00', '2026-03-12 10:00']);
    assert.deepEqual(planned('2026-03-11T17:00:00.000', 24), ['2026-03-12 10:00', '2026-03-13 10:00']);
    assert.deepEqual(planned('2026-03-11T17:00:00.001', 24), ['2026-03-12 10:00', '2026-03-13 10:00']);
  });

  it('knows midnight in India, which is 18:30 UTC', () => {
    assert.equal(istText(schedule(Date.parse('2026-03-10T18:29:59.999Z'), 24, weekdays).pickupAt), '2026-03-11 10:00', 'after the cutoff of the 10th');
    assert.equal(istText(schedule(Date.parse('2026-03-10T18:30:00.000Z'), 24, weekdays).pickupAt), '2026-03-11 10:00', 'before the cutoff of the 11th');
    assert.equal(istText(schedule(Date.parse('2026-03-11T18:30:00.000Z'), 24, weekdays).pickupAt), '2026-03-12 10:00');
  });

  it('is never today with a cutoff at midnight, and always before one at 23:59', () => {
    assert.equal(planned('2026-03-11T00:00:00', 24, { cutoffMinutes: 0, weekendDelivery: false })[0], '2026-03-12 10:00');
    assert.equal(planned('2026-03-11T23:58:59.999', 24, { cutoffMinutes: 1_439, weekendDelivery: false })[0], '2026-03-11 10:00');
    assert.equal(planned('2026-03-11T23:59:00', 24, { cutoffMinutes: 1_439, weekendDelivery: false })[0], '2026-03-12 10:00');
  });

  it('leaves Sundays out unless they count', () => {
    assert.equal(planned('2026-03-14T17:00:00', 24)[0], '2026-03-16 10:00', 'Saturday after the cutoff');
    assert.equal(planned('2026-03-15T09:00:00', 24)[0], '2026-03-16 10:00', 'Sunday before it');
    assert.equal(planned('2026-03-15T20:00:00', 24)[0], '2026-03-16 10:00', 'Sunday after it');
    assert.equal(planned('2026-03-14T17:00:00', 24, everyDay)[0], '2026-03-15 10:00');
    assert.equal(planned('2026-03-15T09:00:00', 24, everyDay)[0], '2026-03-15 10:00');
  });
});

describe('delivery', () => {
  it('is the pickup plus the hours', () => {
    assert.equal(planned('2026-03-11T12:00:00', 1)[1], '2026-03-11 11:00');
    assert.equal(planned('2026-03-11T12:00:00', 14)[1], '2026-03-12 00:00');
    assert.equal(planned('2026-03-11T12:00:00', 53)[1], '2026-03-13 15:00');
  });

  it('that would come on a Sunday comes a day later, at the same hour', () => {
    assert.equal(planned('2026-03-11T12:00:00', 96)[1], '2026-03-16 10:00');
    assert.equal(planned('2026-03-13T12:00:00', 38)[1], '2026-03-16 00:00', 'Sunday 00:00');
    assert.equal(planned('2026-03-13T12:00:00', 37)[1], '2026-03-14 23:00', 'Saturday 23:00');
    assert.equal(planned('2026-03-11T12:00:00', 96, everyDay)[1], '2026-03-15 10:00');
  });

  it('counts the hours of a Sunday that lies between', () => {
    assert.equal(planned('2026-03-14T12:00:00', 48)[1], '2026-03-16 10:00');
    assert.equal(planned('2026-03-14T12:00:00', 240)[1], '2026-03-24 10:00');
  });

  it('never falls on a Sunday that does not count, nor before the pickup', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 400 * 24 * 60 }), fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 1_439 }), fc.boolean(), (minute, hours, cutoffMinutes, weekendDelivery) => {
      const now = ist('2026-01-01T00:00:00') + minute * 60_000;
      const { pickupAt, deliveryAt } = schedule(now, hours, { cutoffMinutes, weekendDelivery });
      const isSunday = (ms: number) => new Date(ms + 5.5 * HOUR_MS).getUTCDay() === 0;
      assert(weekendDelivery || (!isSunday(pickupAt) && !isSunday(deliveryAt)));
      assert.equal(istText(pickupAt).slice(11), '10:00');
      const late = (deliveryAt - pickupAt) / HOUR_MS - hours;
      assert(late === 0 || (late === 24 && !weekendDelivery));
    }));
  });
});

describe('transitHours', () => {
  it('are whole, rounded up; EXPRESS takes six tenths', () => {
    assert.deepEqual([24, 12.5, 0.1, 48.0001].map((hours) => transitHours(hours, false)), [24, 13, 1, 49]);
    assert.deepEqual([24, 25, 12.5, 60.25, 0.1, 35].map((hours) => transitHours(hours, true)), [15, 15, 8, 37, 1, 21]);
  });

  it('of EXPRESS are not lifted by a double: 0.6 of 5 is 3 for every multiple', () => {
    for (let n = 1; n <= 2_000; n++) assert.equal(transitHours(5 * n, true), 3 * n);
  });
});

describe('minutesOfClock', () => {
  it('reads HH:mm', () => {
    assert.deepEqual(['00:00', '00:01', '09:05', '17:30', '23:59'].map(minutesOfClock), [0, 1, 545, 1_050, 1_439]);
  });
});
