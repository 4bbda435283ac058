/** The sums of who gets shipments with and without a change. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AllocationSums, type ChosenPartner } from '../../../../src/analysis/impact/allocation.js';

const at = (partnerId: string, costPaise: number): ChosenPartner => ({ partnerId, costPaise });

function sumsOf(...pairs: [ChosenPartner | null, ChosenPartner | null][]) {
  const sums = new AllocationSums();
  for (const [former, later] of pairs) sums.add(former, later);
  return sums.result();
}

describe('who gets shipments', () => {
  it('moves between partners, and costs what both choices price', () => {
    assert.deepEqual(
      sumsOf(
        [at('a', 10_000), at('b', 10_301)],
        [at('a', 5_000), at('a', 4_000)],
        [at('b', 7_000), null],
        [null, at('c', 9_000)],
        [null, null],
      ),
      {
        parcels: 5,
        moved: 1,
        refused: 1,
        cost: { before: 150, after: 143.01, difference: -6.99, perParcel: -3.49 },
        shares: [
          { partnerId: 'a', before: 2, after: 1 },
          { partnerId: 'b', before: 1, after: 1 },
          { partnerId: 'c', before: 0, after: 1 },
        ],
      },
    );
  });

  it('is nobody, at no cost, where there is nothing', () => {
    const cost = { before: 0, after: 0, difference: 0, perParcel: null };
    assert.deepEqual(sumsOf(), { parcels: 0, moved: 0, refused: 0, cost, shares: [] });
    assert.equal(new AllocationSums().result(true).cut, true);
    assert.ok(!('cut' in sumsOf()));
  });
});
