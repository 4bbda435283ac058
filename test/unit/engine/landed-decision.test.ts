/** What a kept decision says of landed costs, and in which words. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decisionOf } from '../../../src/engine/allocation/decision.js';
import type { KeptDecision } from '../../../src/engine/allocation/kept-decision.js';
import type { KeptLanded } from '../../../src/engine/allocation/kept-landed.js';

/** Two that are ranked: dear gets it at ₹108.00, cheap would cost ₹100.00. */
const kept = (dear: number, cheap: number, more: Partial<KeptDecision> = {}): KeptDecision => ({
  ...{ at: 0, changeId: 1, strategy: 'BEST_MATCH', chosen: 'dear' },
  policy: { id: 'house', version: '0123456789abcdef', rules: '', results: '', failed: [] },
  ranked: [
    ['dear', 24, 10_800, 1_200, 0, 0],
    ['cheap', 48, 10_000, 2_400, 0, 0],
  ],
  landed: [landed(dear), landed(cheap)],
  ...more,
});
/** Of which all but ₹5.00 is the price. */
const landed = (total: number): KeptLanded => [total - 500, 300, 150, 50, 'CITY', 31];
const sentence = (...given: Parameters<typeof kept>): string => decisionOf(kept(...given)).sentence;

describe('a decision by landed costs', () => {
  it('has the landed cost in the score, with its parts, and the price as the cost', () => {
    const { candidates, premium } = decisionOf(kept(11_000, 11_210));
    const { cost, score, parts, landed: shown } = candidates[0]!;
    assert.deepEqual(
      { cost, score, parts, premium },
      { cost: 108, score: 122, parts: { cost: 110, time: 12, failure: 0, coverage: 0 }, premium: 8 },
    );
    const evidence = { level: 'CITY', n: 31 };
    assert.deepEqual(shown, { forward: 105, return: 3, cash: 1.5, late: 0.5, total: 110, evidence });
  });

  it('says what the dearer one costs in the end', () => {
    const by = 'dear: the best by landed cost (BEST_MATCH); ₹8.00 dearer than cheap,';
    assert.equal(sentence(11_000, 11_210), `${by} ₹2.10 less after returns.`);
    assert.equal(sentence(11_300, 11_210), `${by} ₹0.90 more after returns.`);
    assert.equal(sentence(11_210, 11_210), `${by} the same after returns.`);
    const policy = { ...kept(0, 0).policy!, rankedBy: 'CHEAPEST' as const };
    assert.match(sentence(11_000, 11_210, { policy }), /^dear: the best by landed cost; /);
  });

  it('compares nothing with a partner that is not ranked, or where nobody is cheaper', () => {
    const ranked = kept(0, 0).ranked.slice(0, 1);
    const full: KeptDecision['full'] = [['full-up', 24, 9_000, 7, 'at its limit']];
    assert.equal(
      sentence(11_000, 0, { ranked, full }),
      'dear: the best by landed cost (BEST_MATCH); ₹18.00 above the cheapest, full-up, which is at its limit.',
    );
    assert.equal(
      sentence(11_000, 11_210, { chosen: 'cheap' }),
      'cheap: the best by landed cost (BEST_MATCH); nobody is cheaper.',
    );
  });

  it('reads what an earlier release has kept, which knew no landed cost', () => {
    const { candidates, sentence: words } = decisionOf({ ...kept(0, 0), landed: undefined });
    assert.equal(candidates[0]!.parts!.cost, 108);
    assert.ok(!('landed' in candidates[0]!));
    assert.equal(words, 'dear: the best by BEST_MATCH; ₹8.00 above the cheapest, cheap.');
  });
});
