/** docs/rules.md#strategies: which of the capable partners gets the shipment, and what each scores in Rupees. */
import { byPartnerId, costOf } from './availability.js';
import { decimal, Fraction, toNumber } from './exact.js';
import type { Contender, Ranked, Scored, Strategy, Terms, Urgency } from './types.js';

const HOUR_VALUE: Record<Urgency, number> = { STANDARD: 0.5, EXPRESS: 2, URGENT: 5 };
const BALANCED_HOUR_VALUE = 1;
const FAILURE_COST = 200;
const COVERAGE_COST = 50;
const ALTERNATIVES = 5;

const ONE = new Fraction(1n);

/** `rupees` times `amount`, in paise, rounded half up. */
function paiseOf(rupees: number, amount: Fraction): number {
  return toNumber(decimal(rupees).times(amount).times(new Fraction(100n)).roundHalfUp());
}

/** The score that a strategy shows: BALANCED its own, every other one BEST_MATCH's; the sum of its rounded parts. */
export function scored(strategy: Strategy, contender: Contender, terms: Terms): Scored {
  const { urgency = 'STANDARD', weights = {} } = terms;
  const isBalanced = strategy === 'BALANCED';
  const hourValue = weights.hourValue ?? (isBalanced ? BALANCED_HOUR_VALUE : HOUR_VALUE[urgency]);
  const failureCost = weights.failureCost ?? FAILURE_COST;
  const coverageCost = weights.coverageCost ?? COVERAGE_COST;
  const parts = {
    cost: costOf(contender),
    time: paiseOf(hourValue, decimal(contender.hours)),
    failure: paiseOf(failureCost, ONE.minus(decimal(contender.successRate))),
    coverage: isBalanced ? 0 : paiseOf(coverageCost, ONE.minus(decimal(contender.coverageScore))),
  };
  return { parts, score: parts.cost + parts.time + parts.failure + parts.coverage };
}

/** The first criterion of a strategy: lower is better. */
function measure(strategy: Strategy, contender: Ranked): number {
  switch (strategy) {
    case 'CHEAPEST':
      return costOf(contender);
    case 'FASTEST':
      return contender.hours;
    case 'MOST_RELIABLE':
      return -contender.successRate;
    case 'BALANCED':
    case 'BEST_MATCH':
      return contender.score;
  }
}

/** The best first; of equal ones the cheaper, then the faster, then the lower partnerId. */
export function ranked<C extends Contender>(strategy: Strategy, contenders: readonly C[], terms: Terms): Ranked<C>[] {
  return contenders
    .map((contender) => ({ ...contender, ...scored(strategy, contender, terms) }))
    .sort(
      (a, b) =>
        measure(strategy, a) - measure(strategy, b) || costOf(a) - costOf(b) || a.hours - b.hours || byPartnerId(a, b),
    );
}

/** The best five. A chosen one beyond the fifth (only possible with MANUAL_SELECTION) takes the fifth place. */
export function alternatives<C extends Contender>(inOrder: readonly Ranked<C>[], chosen: string): Ranked<C>[] {
  const best = inOrder.slice(0, ALTERNATIVES);
  if (best.some(({ partnerId }) => partnerId === chosen)) return best;
  const later = inOrder.filter(({ partnerId }) => partnerId === chosen);
  return [...best.slice(0, ALTERNATIVES - 1), ...later];
}
