/** What differences of totals come to: means, ranks, bands and groups. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type PartnerPrice, ImpactSums } from '../../../../src/analysis/impact/sums.js';
import { Rng } from '../../../reference/rng.js';
import { seedOf } from '../../../support/depth.js';

const SEED = seedOf(20_260_311);
const asking = (totalPaise: number, chargeableGrams = 500, lane = 'A'): PartnerPrice => ({
  totalPaise,
  chargeableGrams,
  lane: () => lane,
});
/** The impact of differences in paise, all in one group. */
function impactOf(...differences: number[]) {
  const sums = new ImpactSums();
  for (const paise of differences) sums.add(asking(10_000), asking(10_000 + paise));
  return sums.result();
}

describe('the sums of differences', () => {
  it('are in Rupees over all that both cards price, those that are the same too', () => {
    const { sampled, changed, sum, mean, p5, p50, p95 } = impactOf(0, 0, 0, 1_001);
    assert.deepEqual(
      { sampled, changed, sum, mean, p5, p50, p95 },
      {
        sampled: 4,
        changed: 1,
        sum: 10.01,
        mean: 2.5,
        p5: 0,
        p50: 0,
        p95: 10.01,
      },
    );
  });

  it('leave out what only one card prices, and count it', () => {
    const sums = new ImpactSums();
    sums.add(null, asking(1));
    sums.add(asking(1), null);
    sums.add(asking(2), null);
    sums.add(null, null);
    const { sampled, changed, serviceable, unserviceable, sum, mean, p50, groups } = sums.result();
    assert.deepEqual([sampled, changed, serviceable, unserviceable, sum], [4, 0, 1, 2, 0]);
    assert.deepEqual([mean, p50, groups], [null, null, []]);
  });

  it('have a mean that is rounded half up to the paisa', () => {
    assert.equal(impactOf(1, 0).mean, 0.01);
    assert.equal(impactOf(-1, 0).mean, 0);
    assert.equal(impactOf(-1, -2).mean, -0.01);
    assert.equal(impactOf(-1, 0, 0).mean, 0);
    assert.equal(impactOf(-1, -1, 0).mean, -0.01);
  });

  it('have ranks that are differences which occur: the nearest rank', () => {
    const ranks = (count: number) => {
      const { p5, p50, p95 } = impactOf(...Array.from({ length: count }, (_, index) => 100 * (count - index)));
      return [p5, p50, p95];
    };
    assert.deepEqual(ranks(1), [1, 1, 1]);
    assert.deepEqual(ranks(2), [1, 1, 2]);
    assert.deepEqual(ranks(20), [1, 10, 19]);
    assert.deepEqual(ranks(21), [2, 11, 20]);
    assert.deepEqual(ranks(100), [5, 50, 95]);
  });

  it(`have the ranks of counting, PINRATE_TEST_SEED=${SEED}`, () => {
    const rng = new Rng(SEED);
    for (let round = 0; round < 200; round++) {
      const differences = Array.from({ length: rng.int(1, 60) }, () => rng.int(-500, 500));
      const { p5, p50, p95 } = impactOf(...differences);
      const atMost = (paise: number) => differences.filter((each) => each <= paise).length / differences.length;
      const counted = [0.05, 0.5, 0.95].map(
        (share) => Math.min(...differences.filter((paise) => atMost(paise) >= share)) / 100,
      );
      assert.deepEqual([p5, p50, p95], counted, differences.join());
    }
  });
});

describe('the groups', () => {
  const groupsOf = (...items: [grams: number, lane: string, paise: number][]) => {
    const sums = new ImpactSums();
    for (const [grams, lane, paise] of items) sums.add(asking(10_000, grams, lane), asking(10_000 + paise, 9, 'Z'));
    return sums.result().groups;
  };

  it('have bands that include their lower bound and not their upper one, by the present card', () => {
    const bandOf = (grams: number) => {
      const [group] = groupsOf([grams, 'A', 1]);
      return [group!.kgFrom, group!.kgTo];
    };
    assert.deepEqual([1, 499, 500, 999, 1_000].map(bandOf), [
      [0, 0.5],
      [0, 0.5],
      [0.5, 1],
      [0.5, 1],
      [1, 2],
    ]);
    assert.deepEqual([2_000, 5_000, 19_999, 49_999, 50_000, 25_000_000].map(bandOf), [
      [2, 5],
      [5, 10],
      [10, 20],
      [20, 50],
      [50, null],
      [50, null],
    ]);
  });

  it('are those with changes, the largest sum first whatever its sign, then by lane and weight', () => {
    const items: [number, string, number][] = [
      [100, 'B', 300],
      [600, 'A', -300],
      [100, 'A', 300],
      [100, 'C', -500],
      [100, 'D', 200],
      [100, 'D', 200],
      [100, 'E', 0],
      [100, 'F', 5],
      [100, 'F', -5],
    ];
    assert.deepEqual(
      groupsOf(...items).map(({ lane, kgFrom, changed, sum }) => [lane, kgFrom, changed, sum]),
      [
        ['C', 0, 1, -5],
        ['D', 0, 2, 4],
        ['A', 0, 1, 3],
        ['A', 0.5, 1, -3],
        ['B', 0, 1, 3],
        ['F', 0, 2, 0],
      ],
    );
  });

  it('are at most 20, while the sum is of all', () => {
    const sums = new ImpactSums();
    for (let lane = 1; lane <= 25; lane++) sums.add(asking(0, 1, `L${lane}`), asking(lane * 100, 1));
    const { groups, sum, changed } = sums.result();
    assert.deepEqual([groups.length, groups[0]!.lane, groups[19]!.lane], [20, 'L25', 'L6']);
    assert.deepEqual([changed, sum], [25, 325]);
  });
});
