/** A search's order under a policy, and what it says of each candidate. */
import type { PlacedCandidate } from '../../domain/allocation/allocate.js';
import type { CounterReader } from '../../domain/allocation/counters.js';
import type { PolicyCandidate } from '../../domain/allocation/selector.js';
import { ranked, scoreWeights } from '../../domain/strategies.js';
import type { UrgencyLevel } from '../../domain/vocabulary.js';
import { toJson } from '../../json.js';
import type { AskedPolicy } from './asked-policy.js';
import { allocationOf } from './choice.js';

export interface PolicedOrder<C extends PolicyCandidate> {
  /** Those that the policy left, the best first; then the others by their score. */
  order: readonly PlacedCandidate<C>[];
  isAnybodyLeft: boolean;
  /** The member of a candidate, with the comma before it. */
  stateOf(candidate: PolicyCandidate): string;
  /** The member `refused` of the summary, with the comma before it. */
  refused: string;
}

/** By BEST_MATCH with the policy. */
export function rankedByPolicy<C extends PolicyCandidate>(
  asked: AskedPolicy,
  urgency: UrgencyLevel,
  candidates: readonly C[],
  counters: CounterReader,
): PolicedOrder<C> {
  const question = {
    strategy: 'BEST_MATCH',
    urgency,
    weights: undefined,
    selected: undefined,
    allowAlternatives: false,
  };
  const { ranking, excludedBy, refused } = allocationOf(
    asked,
    { ...question, strategy: 'BEST_MATCH' },
    candidates,
    counters,
  );
  const left = new Set(ranking.map(({ candidate }) => candidate));
  const others = candidates.filter((candidate) => !left.has(candidate));
  const stateOf = (candidate: PolicyCandidate): string => {
    const ruleId = excludedBy.get(candidate as C) ?? refused?.ruleId;
    return `,"policy":${toJson(ruleId === undefined ? CANDIDATE : { state: 'EXCLUDED', ruleId })}`;
  };
  return {
    order: [...ranking, ...ranked('BEST_MATCH', others, scoreWeights('BEST_MATCH', urgency))],
    isAnybodyLeft: ranking.length > 0,
    stateOf,
    refused: `,"refused":${toJson(refused)}`,
  };
}

const CANDIDATE = { state: 'CANDIDATE' };
