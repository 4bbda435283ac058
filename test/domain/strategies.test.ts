import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { byCost, type Candidate, choose, STRATEGIES, type Strategy } from '../../src/domain/strategies.js';

const candidate = (partnerId: string, totalPaise: number, hours = 48, successRate = 0.9, confidence = 0.8): Candidate => ({ partnerId, totalPaise, hours, successRate, confidence });
const winner = (strategy: Strategy, candidates: readonly Candidate[]): string => candidates[choose(strategy, candidates)]!.partnerId;

describe('choose', () => {
  it('finds the best of one measure', () => {
    const all = [candidate('cheap', 100, 90, 0.5), candidate('fast', 900, 10, 0.6), candidate('safe', 800, 80, 0.99)];
    assert.equal(winner('CHEAPEST', all), 'cheap');
    assert.equal(winner('FASTEST', all), 'fast');
    assert.equal(winner('MOST_RELIABLE', all), 'safe');
  });

  it('breaks ties by cost, then hours, then the lower partnerId', () => {
    assert.equal(winner('FASTEST', [candidate('a', 200), candidate('b', 100)]), 'b');
    assert.equal(winner('MOST_RELIABLE', [candidate('a', 100, 50), candidate('b', 100, 40)]), 'b');
    for (const strategy of STRATEGIES) assert.equal(winner(strategy, [candidate('b', 100), candidate('a', 100), candidate('c', 100)]), 'a', strategy);
    assert.equal(winner('CHEAPEST', [candidate('B', 1), candidate('a', 1)]), 'B', 'by code unit, the same in every locale');
  });

  it('counts a measure in which all are equal for nothing', () => {
    const all = [candidate('a', 100, 48, 0.9, 0.9), candidate('b', 101, 48, 0.9, 0.9)];
    for (const strategy of STRATEGIES) assert.equal(winner(strategy, all), 'a', strategy);
  });

  it('of one candidate is that one', () => {
    for (const strategy of STRATEGIES) assert.equal(choose(strategy, [candidate('only', 5)]), 0);
  });

  it('weighs BALANCED in thirds and BEST_MATCH by its weights', () => {
    // the cheapest against one that is best in all else: two thirds against one
    const all = [candidate('cheap', 100, 50, 0.8, 0.1), candidate('good', 200, 40, 0.9, 0.9)];
    assert.equal(winner('BALANCED', all), 'good');
    assert.equal(winner('BEST_MATCH', all), 'good', '0.65 against 0.35');
    const cost = [candidate('cheap', 100, 50, 0.9, 0.8), candidate('fast', 200, 40, 0.9, 0.8)];
    assert.equal(winner('BALANCED', cost), 'cheap', 'a third each: the tie goes to the cheaper');
    assert.equal(winner('BEST_MATCH', cost), 'cheap', '0.35 weighs more than 0.25');
    const confident = [candidate('cheap', 100, 48, 0.9, 0.5), candidate('sure', 101, 48, 0.9, 0.9)];
    assert.equal(winner('BEST_MATCH', confident), 'cheap', '0.15 weighs less than 0.35');
    assert.equal(winner('BEST_MATCH', [confident[0]!, { ...confident[1]!, hours: 40 }]), 'sure', '0.4 more than 0.35');
  });

  it('sees a difference of a paisa beside one of a crore', () => {
    const all = [candidate('b', 10_001), candidate('a', 10_000), candidate('far', 10_000_000_000)];
    for (const strategy of ['CHEAPEST', 'FASTEST', 'BALANCED'] as const) assert.equal(winner(strategy, all), 'a', strategy);
  });

  it('does not depend on the order of the candidates', () => {
    const any = fc.record({
      partnerId: fc.stringMatching(/^[a-z]{3,5}$/), totalPaise: fc.integer({ min: 1, max: 50 }), hours: fc.integer({ min: 1, max: 5 }),
      successRate: fc.constantFrom(0.85, 0.9, 0.95), confidence: fc.constantFrom(0.72, 0.81, 0.95),
    });
    const shuffledTwice = fc.uniqueArray(any, { selector: ({ partnerId }) => partnerId, minLength: 1, maxLength: 8 })
      .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })));
    fc.assert(fc.property(shuffledTwice, fc.constantFrom(...STRATEGIES), ([all, shuffled], strategy) => {
      assert.equal(winner(strategy, all), winner(strategy, shuffled));
    }), { numRuns: 500 });
  });
});

describe('byCost', () => {
  it('orders by cost, hours and id', () => {
    const sorted = [candidate('c', 2, 1), candidate('b', 1, 2), candidate('d', 1, 1), candidate('a', 1, 2)].sort(byCost).map(({ partnerId }) => partnerId);
    assert.deepEqual(sorted, ['d', 'a', 'b', 'c']);
  });
});
