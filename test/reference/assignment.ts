/** Decisions, part 8: which of the capable partners gets the shipment. */
import { byPartnerId } from './availability.js';
import { decimal, Fraction } from './exact.js';
import type { Candidate, Strategy } from './types.js';

type Contender = Pick<Candidate, 'partnerId' | 'totalPaise' | 'hours' | 'successRate' | 'confidence'>;

/** What can be weighed, each so that less is better. */
const MEASURES = {
  cost: (candidate: Contender) => decimal(candidate.totalPaise),
  hours: (candidate: Contender) => decimal(candidate.hours),
  successRate: (candidate: Contender) => decimal(-candidate.successRate),
  confidence: (candidate: Contender) => decimal(-candidate.confidence),
};
type Measure = keyof typeof MEASURES;

const third = new Fraction(1n, 3n);
const WEIGHTS: Record<Strategy, [Measure, Fraction][]> = {
  CHEAPEST: [['cost', new Fraction(1n)]],
  FASTEST: [['hours', new Fraction(1n)]],
  MOST_RELIABLE: [['successRate', new Fraction(1n)]],
  BALANCED: [['cost', third], ['hours', third], ['successRate', third]],
  BEST_MATCH: [['cost', decimal(0.35)], ['hours', decimal(0.25)], ['successRate', decimal(0.25)], ['confidence', decimal(0.15)]],
};

/** From 0, the best of all candidates, to 1, the worst; 0 where they are all equal. */
function scaled(measure: Measure, candidate: Contender, candidates: Contender[]): Fraction {
  const values = candidates.map(MEASURES[measure]).sort((a, b) => a.compare(b));
  const [best, worst] = [values[0], values[values.length - 1]];
  if (best.compare(worst) === 0) return new Fraction(0n);
  return MEASURES[measure](candidate).minus(best).over(worst.minus(best));
}

/** The sum that a strategy gives a candidate: the lower the better. */
export function score(strategy: Strategy, candidate: Contender, candidates: Contender[]): Fraction {
  return WEIGHTS[strategy]
    .map(([measure, weight]) => scaled(measure, candidate, candidates).times(weight))
    .reduce((sum, part) => sum.plus(part));
}

export function choose(strategy: Strategy, candidates: Contender[]): string | null {
  const ranked = candidates
    .map((candidate) => ({ ...candidate, score: score(strategy, candidate, candidates) }))
    .sort((a, b) => a.score.compare(b.score) || a.totalPaise - b.totalPaise || a.hours - b.hours || byPartnerId(a, b));
  return ranked[0]?.partnerId ?? null;
}
