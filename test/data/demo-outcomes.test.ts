/** The demo's year of outcomes: full whenever it starts, the same each time, and believable. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readGeography } from '../../data/demo-maker/geography.js';
import { weekOf } from '../../src/domain/outcomes/counts.js';
import { ShiftFinder } from '../../src/domain/outcomes/shifts.js';
import { countedWeeks } from '../../src/domain/outcomes/weeks.js';
import type { COUNT_NAMES, OutcomeSums } from '../../src/domain/outcomes/sums.js';
import type { PaymentType } from '../../src/domain/vocabulary.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { generatedOutcomes, readHabits } from '../../src/store/dataset/generated-outcomes.js';

const NOW = Date.parse('2026-12-02T06:00:00Z');
const DAY_MS = 86_400_000;
const habits = (await readHabits(join(PACKAGE_ROOT, 'data', 'demo')))!;
const year = generatedOutcomes(habits, NOW);
const COURIERS = [...new Set(habits.map(({ partnerId }) => partnerId))];

const WEEKS_THAT_COUNT = 26;
/** Mondays of the weeks that figures use: the 26 latest that ended at least 21 days ago. */
function finalWeeks(nowMs: number): number[] {
  const last = weekOf(nowMs - 21 * DAY_MS) - 7;
  return Array.from({ length: WEEKS_THAT_COUNT }, (_, at) => last - 7 * at);
}

const sumOf = (rows: readonly OutcomeSums[], name: (typeof COUNT_NAMES)[number]): number =>
  rows.reduce((sum, row) => sum + row[name], 0);
const final = (() => {
  const weeks = new Set(finalWeeks(NOW));
  return year.filter(({ week }) => weeks.has(week));
})();
const of = (partnerId: string, paymentType: PaymentType): OutcomeSums[] =>
  final.filter((row) => row.partnerId === partnerId && row.paymentType === paymentType);
const rtoOf = (rows: readonly OutcomeSums[]): number =>
  sumOf(rows, 'rto') / (sumOf(rows, 'rto') + sumOf(rows, 'delivered') + sumOf(rows, 'lost'));

describe('the year of outcomes of the demo', () => {
  it('has parcels of eight couriers in each week that counts, on every day of the year', () => {
    assert.equal(COURIERS.length, 8);
    for (const days of [0, 1, 2, 3, 4, 5, 6, 90, 200]) {
      const now = NOW + days * DAY_MS;
      const found = new Set(generatedOutcomes(habits, now).map(({ week, partnerId }) => `${week} ${partnerId}`));
      for (const week of finalWeeks(now))
        for (const partnerId of COURIERS) assert(found.has(`${week} ${partnerId}`), `${days} ${week} ${partnerId}`);
    }
  });

  it('is the same each time, and a week that is over is the same a month later', () => {
    assert.deepEqual(generatedOutcomes(habits, NOW), year);
    const later = generatedOutcomes(habits, NOW + 28 * DAY_MS);
    const key = ({ week, partnerId, pincode, paymentType }: OutcomeSums): string =>
      `${week} ${partnerId} ${pincode} ${paymentType}`;
    const byKey = new Map(later.map((row) => [key(row), row]));
    for (const row of final.slice(-500)) assert.deepEqual(byKey.get(key(row)), row);
  });

  it('has counts that go together, each row once', () => {
    assert.equal(
      new Set(year.map((row) => [row.week, row.partnerId, row.pincode, row.paymentType].join())).size,
      year.length,
    );
    for (const row of year) {
      const closed = row.delivered + row.rto + row.lost;
      assert(row.n > 0 && closed <= row.n && row.attempted <= row.n, JSON.stringify(row));
      assert(row.firstAttempt <= row.delivered && row.onTime <= row.promised && row.promised === closed);
      assert.equal(
        row.hours.reduce((sum, count) => sum + count, 0),
        row.attempted,
      );
    }
    for (const row of final) assert.equal(row.delivered + row.rto + row.lost, row.n);
  });

  it('brings back 18 to 35 of a hundred COD parcels of a state, and 2 to 5 prepaid ones', () => {
    const states = new Map(readGeography().pincodes.map(({ pincode, stateId }) => [pincode, stateId]));
    for (const partnerId of COURIERS) {
      const byState = new Map<number, OutcomeSums[]>();
      for (const row of of(partnerId, 'COD')) {
        const state = states.get(row.pincode)!;
        byState.set(state, [...(byState.get(state) ?? []), row]);
      }
      for (const [state, rows] of byState)
        if (sumOf(rows, 'n') >= 100)
          assert(rtoOf(rows) > 0.16 && rtoOf(rows) < 0.37, `${partnerId} ${state} ${rtoOf(rows)}`);
      const prepaid = rtoOf(of(partnerId, 'PREPAID'));
      assert(prepaid > 0.018 && prepaid < 0.052, `${partnerId} ${prepaid}`);
    }
  });

  it('has couriers that differ: the slow one brings back more, and is late more often', () => {
    const rate = (partnerId: string, name: 'onTime' | 'firstAttempt', by: 'promised' | 'attempted'): number =>
      sumOf(of(partnerId, 'COD'), name) / sumOf(of(partnerId, 'COD'), by);
    assert(rtoOf(of('kachhua-cargo', 'COD')) > rtoOf(of('nabhdoot-air', 'COD')) + 0.04);
    assert(rate('nabhdoot-air', 'onTime', 'promised') > rate('kachhua-cargo', 'onTime', 'promised') + 0.1);
    assert(rate('dharaline-surface', 'firstAttempt', 'attempted') > rate('kachhua-cargo', 'firstAttempt', 'attempted'));
    const withinTwoDays = (partnerId: string): number =>
      of(partnerId, 'COD').reduce((sum, { hours }) => sum + hours[0]! + hours[1]!, 0)
      / sumOf(of(partnerId, 'COD'), 'attempted');
    assert(withinTwoDays('nabhdoot-air') > 0.5 && withinTwoDays('kachhua-cargo') < 0.1);
  });

  it('has no shift of returns on any day, since none is meant', () => {
    const states = new Map(readGeography().pincodes.map(({ pincode, stateId }) => [pincode, stateId]));
    for (let days = 0; days < 364; days += 7) {
      const now = NOW + days * DAY_MS;
      const { fromWeek, toWeek } = countedWeeks(now);
      const finder = new ShiftFinder({ fromWeek, toWeek }, (pincode) => ({ id: states.get(pincode)!, name: '' }));
      for (const row of generatedOutcomes(habits, now)) if (row.week >= fromWeek && row.week <= toWeek) finder.add(row);
      for (const partnerId of COURIERS) assert.deepEqual(finder.shiftsOf(partnerId), [], `${partnerId} ${days}`);
    }
  });

  it('flatters in its latest weeks, since returns end late', () => {
    const latest = weekOf(NOW) - 7;
    const young = year.filter((row) => row.week === latest && row.paymentType === 'COD');
    assert(rtoOf(young) < 0.1 && sumOf(young, 'n') > sumOf(young, 'delivered'));
  });
});
