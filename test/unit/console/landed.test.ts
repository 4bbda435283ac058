/** The sums of a landed cost: the chances that its amounts tell, by the worked example of docs/landed-cost.md. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chanceWords, otherWords, partsOf } from '../../../src/console/views/rate/landed-parts.js';
import type { LandedAmounts } from '../../../src/contract/answers/landed.js';

const TERMS = {
  id: 1,
  taxCredit: 'FULL',
  returnHandling: 25,
  valueLossPercent: 5,
  annualRatePercent: 18,
  lateCost: 30,
};
const ACME = { forward: 80, return: 43.2, cash: 9.56, late: 6, total: 138.76 } as LandedAmounts;

const basisOf = (terms: object = {}) =>
  ({ terms: { ...TERMS, ...terms }, remittanceDays: 14 }) as Parameters<typeof partsOf>[1];
const parcelOf = (rto: typeof RTO | null) => ({ hours: 72, rto });
const RTO = { taxableAmount: 79, nonTaxableAmount: 1, totalAmount: 94.22, taxes: { recipientLiability: 0.18 } };

describe('the sums of a landed cost', () => {
  it('are those of the worked example', () => {
    const { returned, days, rto, late } = partsOf(ACME, basisOf(), parcelOf(RTO), 1_500);
    assert.deepEqual(
      [returned, days],
      [
        [80, 25, 75],
        [3, 14],
      ],
    );
    assert.deepEqual([chanceWords(rto!), otherWords(rto!)], ['24.00 %', '76.00 %']);
    // of ₹30 a paisa is a third of a hundredth of a percent
    assert.deepEqual([chanceWords(late!), otherWords(late!)], ['20.0 %', '80.0 %']);
  });

  it('count tax where nobody credits it, and the price where the card has none of a return', () => {
    assert.equal(partsOf(ACME, basisOf({ taxCredit: 'NONE' }), parcelOf(RTO), 0).returned[0], 94.4);
    assert.equal(partsOf(ACME, basisOf(), parcelOf(null), 0).returned[0], 80);
  });

  it('tell no chance on which nothing depends', () => {
    const { late } = partsOf({ ...ACME, late: 0 }, basisOf({ lateCost: 0 }), parcelOf(RTO), 0);
    assert.equal(late, null);
  });
});
