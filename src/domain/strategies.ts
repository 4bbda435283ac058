/** Which of the capable partners gets a shipment (decisions, part 8). */
export const STRATEGIES = ['BEST_MATCH', 'FASTEST', 'CHEAPEST', 'MOST_RELIABLE', 'BALANCED'] as const;
export type Strategy = (typeof STRATEGIES)[number];

export interface Candidate {
  partnerId: string;
  totalPaise: number;
  hours: number;
  /** 0 to 1. */
  successRate: number;
  confidence: number;
}

interface Weights {
  cost: number;
  hours: number;
  successRate: number;
  confidence: number;
}

const WEIGHTS: Record<Strategy, Weights> = {
  CHEAPEST: { cost: 1, hours: 0, successRate: 0, confidence: 0 },
  FASTEST: { cost: 0, hours: 1, successRate: 0, confidence: 0 },
  MOST_RELIABLE: { cost: 0, hours: 0, successRate: 1, confidence: 0 },
  BALANCED: { cost: 1, hours: 1, successRate: 1, confidence: 0 },
  BEST_MATCH: { cost: 0.35, hours: 0.25, successRate: 0.25, confidence: 0.15 },
};

/** Scores closer than this are equal: it is far above the rounding of three sums and far below any real difference. */
const EQUAL_SCORES = 1e-9;

/** Cheaper first, then faster, then the lower partnerId. */
export function byCost(a: Candidate, b: Candidate): number {
  return a.totalPaise - b.totalPaise || a.hours - b.hours || (a.partnerId < b.partnerId ? -1 : 1);
}

/**
 * The index of the winner. Each measure is scaled over the candidates from 0 (best) to 1 (worst); the lowest weighted
 * sum wins, ties go to the cheaper, then the faster, then the lower partnerId. At least one candidate is needed.
 */
export function choose(strategy: Strategy, candidates: readonly Candidate[]): number {
  const scores = scoresOf(WEIGHTS[strategy], candidates);
  let best = 0;
  for (let index = 1; index < candidates.length; index++) {
    const difference = scores[index]! - scores[best]!;
    if (difference < -EQUAL_SCORES || (difference <= EQUAL_SCORES && byCost(candidates[index]!, candidates[best]!) < 0)) best = index;
  }
  return best;
}

function scoresOf(weights: Weights, candidates: readonly Candidate[]): number[] {
  const scores = new Array<number>(candidates.length).fill(0);
  addScaled(scores, candidates, weights.cost, (candidate) => candidate.totalPaise);
  addScaled(scores, candidates, weights.hours, (candidate) => candidate.hours);
  addScaled(scores, candidates, weights.successRate, (candidate) => -candidate.successRate);
  addScaled(scores, candidates, weights.confidence, (candidate) => -candidate.confidence);
  return scores;
}

function addScaled(scores: number[], candidates: readonly Candidate[], weight: number, measure: (candidate: Candidate) => number): void {
  if (weight === 0) return;
  let lowest = Infinity;
  let highest = -Infinity;
  for (const candidate of candidates) {
    const value = measure(candidate);
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  const range = highest - lowest;
  if (range === 0) return;
  candidates.forEach((candidate, index) => {
    scores[index]! += (weight * (measure(candidate) - lowest)) / range;
  });
}
