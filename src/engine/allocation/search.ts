/** A search's order under a policy and capacities, and what it says of each candidate. */
import type { Allocation, PlacedCandidate } from '../../domain/allocation/allocate.js';
import type { FullCapacity } from '../../domain/allocation/capacity.js';
import type { CounterReader } from '../../domain/allocation/counters.js';
import type { PolicyCandidate } from '../../domain/allocation/selector.js';
import { ranked, scoreWeights } from '../../domain/strategies.js';
import type { UrgencyLevel } from '../../domain/vocabulary.js';
import { toJson } from '../../json.js';
import type { AskedPolicy } from './asked-policy.js';
import { capacityMember } from './capacities.js';
import type { Warning } from '../../contract/warnings.js';
import type { LandedCandidate, LandedCosts } from '../landed.js';
import { costWarnings } from './applied-policy.js';
import { allocationOf, isOpen, softFullLast } from './choice.js';

/** What policies ask is there where one counts. */
export interface SearchCandidate extends PolicyCandidate, LandedCandidate {
  /** Null: it has capacity for the shipment. */
  full: FullCapacity | null;
}

interface SearchOrder<C extends SearchCandidate> {
  /** Those that may have the shipment, the best first; then the others by their score. */
  order: readonly PlacedCandidate<C>[];
  isAnybodyLeft: boolean;
  /** The members `policy` and `capacity` of a candidate, each with the comma before it. */
  membersOf(candidate: C): string;
  /** The member `refused` of the summary, with the comma before it; '': there is none. */
  refused: string;
  /** What the caller should know of how the policy ranked. */
  warnings: readonly Warning[];
}

/**
 * By BEST_MATCH: with the policy that counts, without those that have a full HARD capacity, and those with a full SOFT
 * one last.
 * @param asked null: no policy counts
 */
export function searchOrder<C extends SearchCandidate>(
  asked: AskedPolicy | null,
  urgency: UrgencyLevel,
  candidates: readonly C[],
  counters: CounterReader,
  landedCosts: () => LandedCosts,
): SearchOrder<C> {
  const open = candidates.filter(isOpen);
  const byScore = (some: readonly C[]) => ranked('BEST_MATCH', some, scoreWeights('BEST_MATCH', urgency));
  const found = asked && allocationOf(asked, { ...QUESTION, urgency, landedCosts }, open, counters);
  const ranking = found?.ranking ?? softFullLast(byScore(open));
  const left = new Set(ranking.map(({ candidate }) => candidate));
  const others = candidates.filter((candidate) => !left.has(candidate));
  const hasStates = asked !== null || open.length < candidates.length;
  return {
    order: [...ranking, ...byScore(others)],
    isAnybodyLeft: ranking.length > 0,
    membersOf: (candidate) =>
      `${hasStates ? `,"policy":${toJson(stateOf(candidate, found))}` : ''}\
${candidate.full === null ? '' : `,"capacity":${toJson(capacityMember(candidate.full))}`}`,
    refused: hasStates ? `,"refused":${toJson(found?.refused ?? null)}` : '',
    warnings: found === null ? [] : costWarnings(asked!.policy, found, 'customerId'),
  };
}

const QUESTION = {
  strategy: 'BEST_MATCH',
  weights: undefined,
  selected: undefined,
  allowAlternatives: false,
} as const;

function stateOf<C extends SearchCandidate>(candidate: C, found: Allocation<C> | null) {
  if (!isOpen(candidate)) return { state: 'FULL', capacityId: candidate.full!.row.id };
  const ruleId = found?.excludedBy.get(candidate) ?? found?.refused?.ruleId;
  return ruleId === undefined ? CANDIDATE : { state: 'EXCLUDED', ruleId };
}

const CANDIDATE = { state: 'CANDIDATE' };
