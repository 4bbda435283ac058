import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  dayInIndia,
  isDay,
  dayNumber,
  daysAfter,
  dayText,
  minutesOfClock,
  momentOf,
  mondayOf,
} from '../../../src/domain/calendar.js';

describe('a day', () => {
  it('is ten characters, and exists: a moment is none', () => {
    for (const day of ['2026-02-28', '2028-02-29']) assert.ok(isDay(day), day);
    for (const text of ['2026-02-29', '2026-04-31', '2026', '2026-04', '2026-04-01T10:00:00.000Z', '2026-4-1', ''])
      assert.ok(!isDay(text), text);
  });
});

describe('momentOf', () => {
  it('is a moment with its zone, or the beginning of a day in India', () => {
    assert.equal(momentOf('2026-03-11'), Date.parse('2026-03-11T00:00:00+05:30'));
    assert.equal(momentOf('2026-03-11T10:00+05:30'), Date.parse('2026-03-11T10:00:00+05:30'));
    for (const none of ['2026-02-29', '2026-13-01', '2026-04-31T10:00:00Z', '2026-12-31T23:59:60Z'])
      assert.equal(momentOf(none), NaN, none);
  });
});

describe('dayInIndia', () => {
  it('begins at 18:30 UTC', () => {
    assert.deepEqual(
      ['2026-03-10T18:29:59.999Z', '2026-03-10T18:30:00Z'].map((at) => dayInIndia(Date.parse(at))),
      ['2026-03-10', '2026-03-11'],
    );
  });
});

describe('minutesOfClock', () => {
  it('reads HH:mm', () => {
    assert.deepEqual(['00:00', '00:01', '09:05', '17:30', '23:59'].map(minutesOfClock), [0, 1, 545, 1_050, 1_439]);
  });
});

describe('daysAfter', () => {
  it('counts on and back over the ends of months and years', () => {
    assert.equal(daysAfter('2026-12-31', 1), '2027-01-01');
    assert.equal(daysAfter('2028-03-01', -1), '2028-02-29');
    assert.equal(daysAfter('2026-03-11', 0), '2026-03-11');
  });
});

describe('mondayOf', () => {
  it('is the day itself on a Monday, and six days before a Sunday', () => {
    const week = (day: string): string => dayText(mondayOf(dayNumber(momentOf(day))));
    assert.equal(week('2026-03-09'), '2026-03-09');
    assert.equal(week('2026-03-15'), '2026-03-09');
    assert.equal(week('2026-03-16'), '2026-03-16');
  });
});
