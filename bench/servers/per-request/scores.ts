/** How a strategy scores offers, in Rupees (docs/rules.md#scores). */
import { percentOf, toPaise, toRate } from '../../../src/domain/money.js';
import type { Strategy } from '../../../src/domain/strategies.js';
import type { UrgencyLevel } from '../../../src/domain/vocabulary.js';
import type { Offer } from './rules.js';

/** Rupees; an omitted weight keeps its default. */
export interface Weights {
  hourValue?: number;
  failureCost?: number;
  coverageCost?: number;
}

/** Paise. */
interface Parts {
  cost: number;
  time: number;
  failure: number;
  coverage: number;
}

export interface ScoredOffer {
  offer: Offer;
  parts: Parts;
  /** Paise: the sum of the parts. */
  score: number;
}

const BALANCED_HOUR_VALUE = 1;
const HOUR_VALUES: Record<UrgencyLevel, number> = { STANDARD: 0.5, EXPRESS: 2, URGENT: 5 };
const FAILURE_COST = 200;
const COVERAGE_COST = 50;
const WHOLE = toRate(100);

/**
 * The offers in a strategy's order, the best first. Order of precedence: the strategy's criterion, then the cheaper,
 * then the faster, then the lower partnerId. BALANCED shows its own score, the others show that of BEST_MATCH.
 */
export function ranked(
  strategy: Strategy,
  offers: readonly Offer[],
  urgency: UrgencyLevel = 'STANDARD',
  weights: Weights = {},
): ScoredOffer[] {
  const scored = offers.map((offer) => scoreOf(offer, strategy === 'BALANCED', urgency, weights));
  const measures: Record<Strategy, (scored: ScoredOffer) => number> = {
    CHEAPEST: ({ parts }) => parts.cost,
    FASTEST: ({ offer }) => offer.hours,
    MOST_RELIABLE: ({ offer }) => -offer.partner.performance.successRate,
    BALANCED: ({ score }) => score,
    BEST_MATCH: ({ score }) => score,
  };
  const measure = measures[strategy];
  return scored.sort((a, b) => measure(a) - measure(b) || byCost(a.offer, b.offer));
}

/** Cheaper first, then faster, then the lower partnerId. */
export function byCost(a: Offer, b: Offer): number {
  const byId = a.partner.partnerId < b.partner.partnerId ? -1 : 1;
  return a.price.totalPaise - b.price.totalPaise || a.hours - b.hours || byId;
}

function scoreOf(offer: Offer, isBalanced: boolean, urgency: UrgencyLevel, weights: Weights): ScoredOffer {
  const hourPaise = toPaise(weights.hourValue ?? (isBalanced ? BALANCED_HOUR_VALUE : HOUR_VALUES[urgency]));
  const parts = {
    cost: offer.price.totalPaise,
    time: hourPaise * offer.hours,
    failure: share(toPaise(weights.failureCost ?? FAILURE_COST), 1 - offer.partner.performance.successRate),
    coverage: isBalanced ? 0 : share(toPaise(weights.coverageCost ?? COVERAGE_COST), 1 - offer.coverageScore),
  };
  return { offer, parts, score: parts.cost + parts.time + parts.failure + parts.coverage };
}

/**
 * `part` (0 to 1, up to six decimals) of an amount in paise, rounded half up. As a rate, 1 − 0.949 is exactly 0.051.
 */
const share = (paise: number, part: number): number => percentOf(paise, Math.round(part * WHOLE));
