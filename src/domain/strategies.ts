/**
 * Which of the capable partners gets a shipment (docs/rules.md#strategies). A score is in Rupees and depends only on
 * its partner: nothing is scaled over the candidates, so removing a loser never changes the winner.
 */
import { complementOf, toPaise } from './money.js';
import { COVERAGE_SCORE_HUNDREDTHS, type UrgencyLevel } from './vocabulary.js';

export const STRATEGIES = ['BEST_MATCH', 'FASTEST', 'CHEAPEST', 'MOST_RELIABLE', 'BALANCED'] as const;
export type Strategy = (typeof STRATEGIES)[number];
/** What a request may ask for: a strategy, or a partner that is selected by hand. */
export const ASKED_STRATEGIES = [...STRATEGIES, 'MANUAL_SELECTION'] as const;
export type AskedStrategy = (typeof ASKED_STRATEGIES)[number];

/** The strategy by which all are ranked. */
export const rankingOf = (asked: AskedStrategy): Strategy => (asked === 'MANUAL_SELECTION' ? 'BEST_MATCH' : asked);

export interface Candidate {
  partnerId: string;
  /** What choosing the candidate costs: its total, and the tax that the recipient owes by itself. */
  costPaise: number;
  /** Whole transit hours. */
  hours: number;
  /** 0 to 1. */
  successRate: number;
  /** The lower of the coverage scores of both ends, in hundredths. */
  coverageHundredths: number;
}

/** The weights of the parts of a score. */
interface ScoreWeights {
  /** The cost of an hour of transit. */
  hourPaise: number;
  /** The cost of a delivery that is sure to fail. */
  failurePaise: number;
  /** The cost of a coverage with score 0. */
  coveragePaise: number;
}

/** In Rupees, as in a request; weights that are left out keep their defaults. */
export interface GivenWeights {
  hourValue?: number;
  failureCost?: number;
  coverageCost?: number;
}

/** The parts of a score, each rounded half up to the paisa, and their sum. */
export interface Score {
  costPaise: number;
  timePaise: number;
  failurePaise: number;
  coveragePaise: number;
  sumPaise: number;
}

export interface RankedCandidate<C extends Candidate> {
  candidate: C;
  score: Score;
}

const HOUR_PAISE: Record<UrgencyLevel, number> = { STANDARD: 50, EXPRESS: 200, URGENT: 500 };
const BALANCED_HOUR_PAISE = 100;
const FAILURE_PAISE = 200_00;
const COVERAGE_PAISE = 50_00;
const HUNDREDTHS = 100;

/** The weights of a strategy: BALANCED has its own, which ignore coverage; all others use the weights of BEST_MATCH. */
export function scoreWeights(strategy: Strategy, urgency: UrgencyLevel, given: GivenWeights = {}): ScoreWeights {
  const isBalanced = strategy === 'BALANCED';
  const { hourValue, failureCost, coverageCost } = given;
  return {
    hourPaise: hourValue === undefined ? (isBalanced ? BALANCED_HOUR_PAISE : HOUR_PAISE[urgency]) : toPaise(hourValue),
    failurePaise: failureCost === undefined ? FAILURE_PAISE : toPaise(failureCost),
    coveragePaise: isBalanced ? 0 : coverageCost === undefined ? COVERAGE_PAISE : toPaise(coverageCost),
  };
}

/**
 * The expected cost of giving a candidate the shipment: price, hours, and the risks of failure and uncertain coverage.
 * @param costPaise what counts as its cost
 */
export function scoreOf(candidate: Candidate, weights: ScoreWeights, costPaise = candidate.costPaise): Score {
  const timePaise = candidate.hours * weights.hourPaise;
  const failurePaise = complementOf(candidate.successRate, weights.failurePaise);
  const uncertain = COVERAGE_SCORE_HUNDREDTHS[1] - candidate.coverageHundredths;
  const coveragePaise = Math.floor((weights.coveragePaise * uncertain + HUNDREDTHS / 2) / HUNDREDTHS);
  const sumPaise = costPaise + timePaise + failurePaise + coveragePaise;
  return { costPaise, timePaise, failurePaise, coveragePaise, sumPaise };
}

/**
 * The candidates from the best to the worst, each with its score by `weights`. Order of precedence:
 *
 * 1. By strategy: the lowest score (BEST_MATCH, BALANCED), the lowest cost (CHEAPEST), the fewest hours (FASTEST) or
 *    the highest success rate (MOST_RELIABLE).
 * 2. The lower cost. 3. The fewer hours. 4. The lower partnerId.
 */
export function ranked<C extends Candidate>(
  strategy: Strategy,
  candidates: readonly C[],
  weights: ScoreWeights,
): RankedCandidate<C>[] {
  const measure = MEASURES[strategy];
  return candidates
    .map((candidate) => ({ candidate, score: scoreOf(candidate, weights) }))
    .sort((a, b) => measure(a) - measure(b) || byCost(a.candidate, b.candidate));
}

/** Cheaper first, then faster, then the lower partnerId. */
export function byCost(a: Candidate, b: Candidate): number {
  return a.costPaise - b.costPaise || a.hours - b.hours || (a.partnerId < b.partnerId ? -1 : 1);
}

/** The value that each strategy minimises. */
const MEASURES: Record<Strategy, (ranked: RankedCandidate<Candidate>) => number> = {
  BEST_MATCH: ({ score }) => score.sumPaise,
  BALANCED: ({ score }) => score.sumPaise,
  CHEAPEST: ({ candidate }) => candidate.costPaise,
  FASTEST: ({ candidate }) => candidate.hours,
  MOST_RELIABLE: ({ candidate }) => -candidate.successRate,
};
