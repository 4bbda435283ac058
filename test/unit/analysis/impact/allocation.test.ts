/** The figures of who gets parcels, before a change and after it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noAllocation } from '../../../../src/analysis/impact/allocation.js';
import type { ParcelOutcome, Placement } from '../../../../src/analysis/allocation/outcome.js';
import { OutcomeSums } from '../../../../src/analysis/allocation/sums.js';

const at = (partnerId: string, costPaise: number, hours = 24, rto = 200): Placement => ({
  partnerId,
  costPaise,
  hours,
  rto,
  isAssumed: false,
  landedPaise: null,
});
const traits = { toState: 'KA', grams: 499, paymentType: 'PREPAID' } as const;

function outcome(before: Placement | null, after: Placement | null, more: Partial<ParcelOutcome> = {}): ParcelOutcome {
  const isRefused = before !== null && after === null;
  return {
    ...{ shipmentId: 'S', holder: before?.partnerId ?? null, before, after, isRefused, traits, ruleId: null },
    ...more,
  };
}
function figuresOf(...outcomes: ParcelOutcome[]) {
  const sums = new OutcomeSums();
  for (const each of outcomes) sums.add(each);
  return sums.result();
}

describe('who gets parcels', () => {
  it('moves between partners, and costs what both price', () => {
    const { parcels, moved, refused, unpriced, cost, shares } = figuresOf(
      outcome(at('a', 10_000), at('b', 10_301)),
      outcome(at('a', 5_000), at('a', 4_000)),
      outcome(at('b', 7_000), null),
      outcome(null, at('c', 9_000)),
      outcome(null, null),
    );
    assert.deepEqual([parcels, moved, refused, unpriced], [5, 1, 1, 2]);
    assert.deepEqual(cost, { before: 150, after: 143.01, difference: -6.99, perParcel: -3.49 });
    assert.deepEqual(shares, [
      { partnerId: 'a', before: 2, after: 1 },
      { partnerId: 'b', before: 1, after: 1 },
      { partnerId: 'c', before: 0, after: 1 },
    ]);
  });

  it('stays with a partner that cannot price it, and counts there', () => {
    assert.deepEqual(figuresOf(outcome(null, null, { holder: 'a' })).shares, [{ partnerId: 'a', before: 1, after: 1 }]);
    const refused = outcome(null, null, { holder: 'a', isRefused: true });
    assert.deepEqual(figuresOf(refused).shares, [{ partnerId: 'a', before: 1, after: 0 }]);
  });

  it('has hours by nearest rank, and the mean rate of returns, of what both price', () => {
    const { hours, expectedRto } = figuresOf(
      ...Array.from({ length: 10 }, (_, index) => outcome(at('a', 1, index + 1, 1_000), at('b', 1, 48, index))),
      outcome(at('a', 1, 999, 9_000), null),
    );
    assert.deepEqual(hours, { before: { p50: 5, p90: 9 }, after: { p50: 48, p90: 48 } });
    assert.deepEqual(expectedRto, { before: 0.1, after: 0.0005 }, '4.5 is rounded up');
  });

  it('costs in the end what both expect, of parcels with terms', () => {
    const landed = (partnerId: string, landedPaise: number): Placement => ({ ...at(partnerId, 100), landedPaise });
    const { landed: found } = figuresOf(
      outcome(landed('a', 1_000), landed('b', 900)),
      outcome(at('a', 50), at('b', 50)),
      outcome(landed('a', 1_000), null),
    );
    assert.deepEqual(found, { before: 10, after: 9, difference: -1, perParcel: -1 });
    assert.equal(figuresOf(outcome(at('a', 50), at('b', 50))).landed, null);
  });

  it('is grouped by state, weight and payment, the largest difference first, whatever its sign', () => {
    const heavy = { traits: { ...traits, grams: 2_000, paymentType: 'COD' as const } };
    const { groups } = figuresOf(
      outcome(at('a', 1_000), at('b', 1_100)),
      outcome(at('a', 1_000), at('a', 950)),
      outcome(at('a', 1_000), at('b', 800), heavy),
      outcome(at('a', 1_000), at('a', 1_000), { traits: { ...traits, toState: 'MH' } }),
    );
    assert.deepEqual(groups, [
      { toState: 'KA', kgFrom: 2, kgTo: 5, paymentType: 'COD', moved: 1, difference: -2 },
      { toState: 'KA', kgFrom: 0, kgTo: 0.5, paymentType: 'PREPAID', moved: 1, difference: 0.5 },
    ]);
  });

  it('lists the 50 largest moves, of equal ones the first', () => {
    const { moves } = figuresOf(
      ...Array.from({ length: 1_000 }, (_, index) =>
        outcome(at('a', 10_000), at('b', 10_000 + (index % 100) * (index % 2 === 0 ? 1 : -1)), {
          shipmentId: `S-${index}`,
        }),
      ),
    );
    assert.equal(moves.length, 50);
    assert.deepEqual(moves.slice(0, 2), [
      { shipmentId: 'S-99', from: 'a', to: 'b', difference: -0.99, ruleId: null },
      { shipmentId: 'S-199', from: 'a', to: 'b', difference: -0.99, ruleId: null },
    ]);
    assert.equal(moves.at(-1)!.shipmentId, 'S-995');
  });

  it('is nobody, at no cost, where there is nothing', () => {
    const none = noAllocation();
    assert.deepEqual(none.cost, { before: 0, after: 0, difference: 0, perParcel: null });
    assert.deepEqual(none.hours.before, { p50: null, p90: null });
    assert.deepEqual(none.expectedRto, { before: null, after: null });
    assert.ok(!('cut' in none));
    assert.equal(noAllocation(true).cut, true);
  });
});
