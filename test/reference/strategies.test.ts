/** The strategies of the reference model: scores computed by hand, and properties of any candidates. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { referenceAlternatives, referenceChoose, referenceChooseManually, referenceRank } from './model.js';
import { seededRng } from './random.js';
import type { Rng } from './rng.js';
import type { Contender, Strategy, Terms } from './types.js';
import { seedOf } from '../support/depth.js';

const SEED = seedOf(20_260_311);
const STRATEGIES: readonly Strategy[] = ['CHEAPEST', 'FASTEST', 'MOST_RELIABLE', 'BALANCED', 'BEST_MATCH'];
const LISTS = 400;

function contender(
  partnerId: string,
  totalPaise: number,
  hours: number,
  successRate: number,
  coverageScore = 0.8,
): Contender {
  return { partnerId, totalPaise, hours, successRate, coverageScore };
}

const idsOf = (contenders: readonly Contender[]): string[] => contenders.map(({ partnerId }) => partnerId);
const order = (strategy: Strategy, contenders: Contender[], terms: Terms = {}): string => {
  return idsOf(referenceRank(strategy, contenders, terms)).join(' ');
};

/** ₹100 in three days, ₹120 in one, ₹110 in two. */
const THREE = [
  contender('a', 10_000, 72, 0.9),
  contender('b', 12_000, 24, 0.96, 1),
  contender('c', 11_000, 48, 0.98, 0.95),
];

describe('a score', () => {
  const scores = (strategy: Strategy, terms: Terms = {}): number[][] => {
    const ranked = referenceRank(strategy, THREE, terms);
    return ['a', 'b', 'c'].map((id) => {
      const {
        score,
        parts: { cost, time, failure, coverage },
      } = ranked.find(({ partnerId }) => partnerId === id)!;
      return [score, cost, time, failure, coverage];
    });
  };

  it('of BEST_MATCH is cost, half a Rupee an hour, 200 for the failures and 50 for missing coverage', () => {
    // a: 100.00 + 36.00 + 20.00 + 10.00; b: 120.00 + 12.00 + 8.00 + 0; c: 110.00 + 24.00 + 4.00 + 2.50
    const expected = [
      [16_600, 10_000, 3_600, 2_000, 1_000],
      [14_000, 12_000, 1_200, 800, 0],
      [14_050, 11_000, 2_400, 400, 250],
    ];
    assert.deepEqual(scores('BEST_MATCH'), expected);
    assert.deepEqual(scores('BEST_MATCH', { urgency: 'STANDARD' }), expected);
    assert.equal(order('BEST_MATCH', THREE), 'b c a');
    for (const strategy of ['CHEAPEST', 'FASTEST', 'MOST_RELIABLE'] as const) {
      assert.deepEqual(scores(strategy), expected);
    }
  });

  it('of BEST_MATCH uses 2.00 an hour with EXPRESS, 5.00 with URGENT', () => {
    assert.deepEqual(
      scores('BEST_MATCH', { urgency: 'EXPRESS' }).map(([, , time]) => time),
      [14_400, 4_800, 9_600],
    );
    assert.deepEqual(
      scores('BEST_MATCH', { urgency: 'URGENT' }).map(([, , time]) => time),
      [36_000, 12_000, 24_000],
    );
  });

  it('of BALANCED is cost, a Rupee an hour whatever the urgency, and 200 for the failures', () => {
    const expected = [
      [19_200, 10_000, 7_200, 2_000, 0],
      [15_200, 12_000, 2_400, 800, 0],
      [16_200, 11_000, 4_800, 400, 0],
    ];
    assert.deepEqual(scores('BALANCED'), expected);
    assert.deepEqual(scores('BALANCED', { urgency: 'URGENT' }), expected);
  });

  it('uses the weights of the request; an omitted one keeps its default', () => {
    const weights = { hourValue: 0, failureCost: 10_000, coverageCost: 0.01 };
    // a: 100.00 + 0 + 1,000.00 + 0.002; b: 120.00 + 0 + 400.00 + 0; c: 110.00 + 0 + 200.00 + 0.0005
    const expected = [
      [110_000, 10_000, 0, 100_000, 0],
      [52_000, 12_000, 0, 40_000, 0],
      [31_000, 11_000, 0, 20_000, 0],
    ];
    assert.deepEqual(scores('BEST_MATCH', { weights, urgency: 'URGENT' }), expected);
    assert.deepEqual(scores('BALANCED', { weights }), expected);
    const [a, b, c] = scores('BEST_MATCH', { weights: { hourValue: 0.01 } });
    assert.deepEqual([a[0], b[0], c[0]], [13_072, 12_824, 11_698]);
    assert.deepEqual(scores('BALANCED', { weights: { coverageCost: 9_999 } }), scores('BALANCED'));
  });

  it('is the sum of parts that are rounded half up to paise', () => {
    const one = (successRate: number, coverageCost: number) =>
      referenceRank('BEST_MATCH', [contender('a', 1, 1, successRate, 0.95)], { weights: { coverageCost } })[0];
    // 200 × 0.000025 and 0.10 × 0.05 are 0.005 each
    assert.deepEqual(one(0.999_975, 0.1).parts, { cost: 1, time: 50, failure: 1, coverage: 1 });
    assert.equal(one(0.999_975, 0.1).score, 53);
    // 0.0048 and 0.0045
    assert.deepEqual(one(0.999_976, 0.09).parts, { cost: 1, time: 50, failure: 0, coverage: 0 });
  });
});

describe('an order', () => {
  it('is by cost, by hours, by success rate, or by score', () => {
    const orders = STRATEGIES.map((strategy) => order(strategy, THREE));
    assert.deepEqual(orders, ['a c b', 'b c a', 'c b a', 'b c a', 'b c a']);
  });

  it('of CHEAPEST, FASTEST and MOST_RELIABLE ignores weights', () => {
    const weights = { hourValue: 10_000, failureCost: 0, coverageCost: 10_000 };
    for (const strategy of ['CHEAPEST', 'FASTEST', 'MOST_RELIABLE'] as const) {
      assert.equal(order(strategy, THREE, { weights }), order(strategy, THREE));
    }
  });

  it('breaks ties by cost, then hours, then the lower id', () => {
    // 1.00 + 48 = 13.00 + 36 = 25.00 + 24
    const even = [contender('b', 2_500, 24, 0.9), contender('c', 1_300, 36, 0.9), contender('a2', 100, 48, 0.9)];
    assert.equal(order('BALANCED', even), 'a2 c b');
    assert.equal(order('MOST_RELIABLE', even), 'a2 c b');
    assert.equal(order('MOST_RELIABLE', [contender('a', 100, 48, 0.9), contender('b', 100, 24, 0.9)]), 'b a');
    assert.equal(order('FASTEST', [contender('a', 101, 24, 0.9), contender('b', 100, 24, 0.9)]), 'b a');
    assert.equal(order('CHEAPEST', [contender('a', 100, 25, 0.9), contender('b', 100, 24, 0.9)]), 'b a');
    const same = [contender('b', 100, 24, 0.9), contender('a', 100, 24, 0.9), contender('B', 100, 24, 0.9)];
    for (const strategy of STRATEGIES) assert.equal(order(strategy, same), 'B a b');
    for (const strategy of STRATEGIES) assert.equal(referenceChoose(strategy, []), null);
  });
});

describe('a manual selection', () => {
  it('is the named partner, or BEST_MATCH’s if alternatives are allowed', () => {
    assert.equal(referenceChooseManually('a', false, THREE), 'a');
    assert.equal(referenceChooseManually('nobody', true, THREE), 'b');
    assert.equal(referenceChooseManually('nobody', true, THREE, { weights: { hourValue: 0 } }), 'c');
    assert.equal(referenceChooseManually('nobody', false, THREE), null);
    assert.equal(referenceChooseManually('nobody', true, []), null);
  });
});

describe('alternatives', () => {
  const seven = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'].map((id, i) => contender(id, 1_000 * (i + 1), 24, 0.9));
  const of = (strategy: Strategy | 'MANUAL_SELECTION', chosen: string): string =>
    idsOf(referenceAlternatives(strategy, chosen, seven)).join(' ');

  it('are the best five, including the chosen one', () => {
    assert.equal(of('CHEAPEST', 'p1'), 'p1 p2 p3 p4 p5');
    assert.equal(of('MANUAL_SELECTION', 'p1'), 'p1 p2 p3 p4 p5');
    assert.equal(of('MANUAL_SELECTION', 'p5'), 'p1 p2 p3 p4 p5');
    assert.equal(of('MANUAL_SELECTION', 'p6'), 'p1 p2 p3 p4 p6', 'one beyond the fifth takes the fifth place');
    assert.equal(of('MANUAL_SELECTION', 'p7'), 'p1 p2 p3 p4 p7');
    assert.deepEqual(idsOf(referenceAlternatives('FASTEST', 'b', THREE)), ['b', 'c', 'a'], 'there are no more');
  });
});

/** Candidates so similar that ties are common: few prices, hours, rates and scores. */
function randomContenders(rng: Rng): Contender[] {
  return Array.from({ length: rng.int(2, 9) }, (_, i) =>
    contender(
      `${rng.pick(['a', 'B', 'p-', '0'])}${i}`,
      rng.pick([10_000, 10_050, 11_200, rng.int(5_000, 20_000)]),
      rng.pick([4, 24, 25, 48]),
      rng.pick([0.9, 0.95, 0.9333, 1]),
      rng.pick([0.8, 0.9, 0.95, 1]),
    ),
  );
}

it(`leaving out a losing partner never changes who wins, nor the order of the others (PINRATE_TEST_SEED=${SEED})`, () => {
  const rng = seededRng(SEED);
  let ties = 0;
  for (let n = 0; n < LISTS; n += 1) {
    const contenders = randomContenders(rng);
    const terms: Terms = {
      urgency: rng.pick(['STANDARD', 'EXPRESS', 'URGENT']),
      weights: rng.chance(0.5) ? { hourValue: rng.scaled(0, 1_000, 2), failureCost: rng.scaled(0, 1_000_000, 2) } : {},
    };
    for (const strategy of STRATEGIES) {
      const ranked = referenceRank(strategy, contenders, terms);
      if (ranked.some(({ score }, i) => i > 0 && score === ranked[i - 1].score)) ties += 1;
      for (const [place, { partnerId: loser }] of ranked.entries()) {
        if (place === 0) continue;
        const others = rng.shuffled(contenders).filter((one) => one.partnerId !== loser);
        const without = referenceRank(strategy, others, terms);
        assert.deepEqual(
          without,
          ranked.filter((one) => one.partnerId !== loser),
          `${strategy} without ${loser}`,
        );
      }
    }
  }
  assert.ok(ties > 50, `${ties} lists with equal scores`);
});
