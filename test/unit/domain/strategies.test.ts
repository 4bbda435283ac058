import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import {
  byCost,
  type Candidate,
  type GivenWeights,
  ranked,
  scoreOf,
  scoreWeights,
  STRATEGIES,
  type Strategy,
} from '../../../src/domain/strategies.js';
import type { UrgencyLevel } from '../../../src/domain/vocabulary.js';

const candidate = (
  partnerId: string,
  costPaise: number,
  hours = 48,
  successRate = 0.9,
  coverageHundredths = 90,
): Candidate => ({ partnerId, costPaise, hours, successRate, coverageHundredths });
const order = (
  strategy: Strategy,
  candidates: readonly Candidate[],
  urgency: UrgencyLevel = 'STANDARD',
  given?: GivenWeights,
): string[] =>
  ranked(strategy, candidates, scoreWeights(strategy, urgency, given)).map(({ candidate: { partnerId } }) => partnerId);
const winner = (...args: Parameters<typeof order>): string => order(...args)[0]!;

describe('scoreOf', () => {
  const one = candidate('a', 116_74, 60, 0.915, 90);
  const parts = (strategy: Strategy, urgency: UrgencyLevel = 'STANDARD', given?: GivenWeights) =>
    Object.values(scoreOf(one, scoreWeights(strategy, urgency, given)));

  it('is in Rupees: price, 0.50 an hour, 200 for a failure, 50 for an uncertain coverage', () => {
    assert.deepEqual(parts('BEST_MATCH'), [116_74, 30_00, 17_00, 5_00, 168_74]);
    assert.deepEqual(parts('BEST_MATCH', 'EXPRESS'), [116_74, 120_00, 17_00, 5_00, 258_74]);
    assert.deepEqual(parts('BEST_MATCH', 'URGENT'), [116_74, 300_00, 17_00, 5_00, 438_74]);
    for (const urgency of ['STANDARD', 'EXPRESS', 'URGENT'] as const) {
      assert.deepEqual(
        parts('BALANCED', urgency),
        [116_74, 60_00, 17_00, 0, 193_74],
        '1.00 an hour, whatever the urgency',
      );
    }
    for (const strategy of ['CHEAPEST', 'FASTEST', 'MOST_RELIABLE'] as const)
      assert.deepEqual(parts(strategy), parts('BEST_MATCH'));
  });

  it('uses the given weights, each independently', () => {
    assert.deepEqual(parts('BEST_MATCH', 'URGENT', { hourValue: 0 }), [116_74, 0, 17_00, 5_00, 138_74]);
    assert.deepEqual(parts('BEST_MATCH', 'STANDARD', { failureCost: 1_000 }), [116_74, 30_00, 85_00, 5_00, 236_74]);
    assert.deepEqual(
      parts('BEST_MATCH', 'STANDARD', { coverageCost: 0.05 }),
      [116_74, 30_00, 17_00, 1, 163_75],
      'half a paisa is rounded up',
    );
    assert.deepEqual(
      parts('BALANCED', 'STANDARD', { hourValue: 2.5, coverageCost: 10_000 }),
      [116_74, 150_00, 17_00, 0, 283_74],
      'coverage is not part of BALANCED',
    );
    assert.deepEqual(
      parts('CHEAPEST', 'STANDARD', { hourValue: 1 }),
      [116_74, 60_00, 17_00, 5_00, 198_74],
      'shown, but not used for the choice',
    );
  });

  it('rounds the failure by the decimals of the rate, not by its double', () => {
    const failure = (successRate: number, failureCost: number) =>
      scoreOf(candidate('a', 0, 0, successRate, 100), scoreWeights('BEST_MATCH', 'STANDARD', { failureCost }))
        .failurePaise;
    assert.equal(failure(0.985, 1), 2, '1.5 paise');
    assert.equal(failure(0.9851, 1), 1, '1.49 paise');
    assert.equal(failure(0.95, 0.1), 1, '0.5 paise');
    assert.deepEqual([failure(1, 10_000), failure(0, 10_000)], [0, 1_000_000]);
  });

  it('rounds the coverage half up', () => {
    const coverage = (hundredths: number, coverageCost: number) =>
      scoreOf(candidate('a', 0, 0, 1, hundredths), scoreWeights('BEST_MATCH', 'STANDARD', { coverageCost }))
        .coveragePaise;
    assert.deepEqual([coverage(100, 50), coverage(95, 50), coverage(90, 50), coverage(80, 50)], [0, 250, 500, 1_000]);
    assert.deepEqual([coverage(95, 0.1), coverage(95, 0.09), coverage(80, 0.02)], [1, 0, 0]);
  });
});

describe('ranked', () => {
  it('orders by the criterion of the strategy', () => {
    const all = [candidate('cheap', 100, 90, 0.5), candidate('fast', 900, 10, 0.6), candidate('safe', 800, 80, 0.99)];
    assert.deepEqual(order('CHEAPEST', all), ['cheap', 'safe', 'fast']);
    assert.deepEqual(order('FASTEST', all), ['fast', 'safe', 'cheap']);
    assert.deepEqual(order('MOST_RELIABLE', all), ['safe', 'fast', 'cheap']);
  });

  it('breaks ties by cost, then hours, then the lower partnerId', () => {
    assert.equal(winner('FASTEST', [candidate('a', 200), candidate('b', 100)]), 'b');
    assert.equal(winner('MOST_RELIABLE', [candidate('a', 100, 50), candidate('b', 100, 40)]), 'b');
    for (const strategy of STRATEGIES)
      assert.equal(winner(strategy, [candidate('b', 100), candidate('a', 100), candidate('c', 100)]), 'a', strategy);
    assert.equal(
      winner('CHEAPEST', [candidate('B', 1), candidate('a', 1)]),
      'B',
      'by code unit, the same in every locale',
    );
    assert.equal(
      winner('BEST_MATCH', [candidate('slow', 100_00, 52), candidate('fast', 102_00, 48)]),
      'slow',
      'equal scores: the cheaper',
    );
  });

  it('pays as much for hours as the urgency allows', () => {
    const all = [candidate('surface', 71_73, 60), candidate('same-day', 179_74, 6)];
    assert.equal(winner('BEST_MATCH', all), 'surface', '54 hours for 108 Rupees are too expensive');
    assert.equal(winner('BEST_MATCH', all, 'EXPRESS'), 'surface', 'by 1 paisa');
    assert.equal(winner('BEST_MATCH', all, 'URGENT'), 'same-day');
    assert.equal(winner('BALANCED', all), 'surface');
    assert.equal(winner('BALANCED', all, 'STANDARD', { hourValue: 2.01 }), 'same-day');
    assert.equal(
      winner('CHEAPEST', all, 'URGENT', { hourValue: 10_000 }),
      'surface',
      'weights affect no other strategy',
    );
    assert.equal(winner('FASTEST', all, 'STANDARD', { hourValue: 0 }), 'same-day');
  });

  it('distinguishes a paisa at amounts of a crore', () => {
    const all = [candidate('b', 10_001), candidate('a', 10_000), candidate('far', 10_000_000_000)];
    for (const strategy of STRATEGIES) assert.equal(winner(strategy, all), 'a', strategy);
  });

  const any = fc.record({
    partnerId: fc.stringMatching(/^[a-z]{3,5}$/),
    costPaise: fc.integer({ min: 1, max: 9_000 }),
    hours: fc.integer({ min: 1, max: 60 }),
    successRate: fc.constantFrom(0.85, 0.9, 0.95),
    coverageHundredths: fc.constantFrom(80, 90, 95, 100),
  });
  const some = (minLength: number) =>
    fc.uniqueArray(any, { selector: ({ partnerId }) => partnerId, minLength, maxLength: 8 });
  const weights = fc.record(
    { hourValue: fc.constantFrom(0, 0.5, 7), failureCost: fc.constantFrom(0, 33.33, 10_000) },
    { requiredKeys: [] },
  );
  const urgencies = fc.constantFrom<UrgencyLevel>('STANDARD', 'EXPRESS', 'URGENT');

  it('does not depend on the order of the candidates', () => {
    const shuffledTwice = some(1).chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
    );
    fc.assert(
      fc.property(
        shuffledTwice,
        fc.constantFrom(...STRATEGIES),
        urgencies,
        weights,
        ([all, shuffled], strategy, urgency, given) => {
          assert.deepEqual(order(strategy, all, urgency, given), order(strategy, shuffled, urgency, given));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('keeps the winner and the order of the others when a loser is left out', () => {
    fc.assert(
      fc.property(
        some(2),
        fc.nat(),
        fc.constantFrom(...STRATEGIES),
        urgencies,
        weights,
        (all, which, strategy, urgency, given) => {
          const whole = order(strategy, all, urgency, given);
          const loser = whole[1 + (which % (whole.length - 1))]!;
          const without = order(
            strategy,
            all.filter(({ partnerId }) => partnerId !== loser),
            urgency,
            given,
          );
          assert.deepEqual(
            without,
            whole.filter((partnerId) => partnerId !== loser),
          );
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe('byCost', () => {
  it('orders by cost, hours and id', () => {
    const sorted = [candidate('c', 2, 1), candidate('b', 1, 2), candidate('d', 1, 1), candidate('a', 1, 2)]
      .sort(byCost)
      .map(({ partnerId }) => partnerId);
    assert.deepEqual(sorted, ['d', 'a', 'b', 'c']);
  });
});
