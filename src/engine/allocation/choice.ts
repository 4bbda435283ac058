/** Which of the candidates gets the shipment: by the request's strategy, and by a policy if one counts. */
import { allocate, type Allocation, type PlacedCandidate } from '../../domain/allocation/allocate.js';
import {
  capacityAdditions,
  type CapacityDemand,
  type CapacityParcel,
  fullAmong,
  type FullCapacity,
} from '../../domain/allocation/capacity.js';
import type { CounterAddition, CounterReader } from '../../domain/allocation/counters.js';
import { shareAddition, shareCountsOf } from '../../domain/allocation/share-counts.js';
import type { PolicyCandidate } from '../../domain/allocation/selector.js';
import { NO_LANE } from '../../domain/rate-card.js';
import { type AskedStrategy, type GivenWeights, ranked, rankingOf, scoreWeights } from '../../domain/strategies.js';
import type { UrgencyLevel } from '../../domain/vocabulary.js';
import { ALTERNATIVES_SHOWN } from '../../limits/requests.js';
import type { GenerationView } from '../../index/view.js';
import type { LandedCandidate, LandedCosts } from '../landed.js';
import { chargedBy, type Offer, type OfferCandidate } from '../quote.js';
import type { AskedPolicy } from './asked-policy.js';
import { demandsOfOffer } from './capacities.js';

/** A partner that can carry the shipment, as policies see it. */
export interface OfferedCandidate extends OfferCandidate, PolicyCandidate {
  /** What the shipment asks of its capacities. */
  demands: readonly CapacityDemand[];
  /** The capacity that is full for the shipment, once counts have been read; null: none is. */
  full: FullCapacity | null;
}

export interface Choice {
  /** Null: no partner. */
  chosen: OfferedCandidate | null;
  /** At most ALTERNATIVES_SHOWN; a chosen partner that is not among the best comes last. */
  alternatives: readonly PlacedCandidate<OfferedCandidate>[];
  /** All that may have it, the best first. */
  ranking: readonly PlacedCandidate<OfferedCandidate>[];
  /** What the policy made of it; null: none counts. */
  allocation: Allocation<OfferedCandidate> | null;
}

export interface ChoiceQuestion {
  strategy: AskedStrategy;
  urgency: UrgencyLevel;
  weights: GivenWeights | undefined;
  /** For MANUAL_SELECTION. */
  selected: string | undefined;
  allowAlternatives: boolean;
  /** Asked only where a policy ranks by landed costs. */
  landedCosts(): LandedCosts;
}

const NO_GROUPS: readonly string[] = [];

/** What policies ask of a candidate, besides what every strategy asks. */
export const policyMembersOf = ({ partner: { names }, route }: Offer) => ({
  groups: names.partner.groups ?? NO_GROUPS,
  lane: route.lane === NO_LANE ? null : names.lanes[route.lane - 1]!,
});

/**
 * The candidate of an offer, which may be read until it returns. A literal: V8 adds members to a copy of another object
 * one by one, each by a slow call, and a shipment has many candidates.
 * @param parcel as capacities read it; null: there are none
 */
export function offeredCandidateOf(
  view: GenerationView,
  parcel: CapacityParcel | null,
  offer: Offer,
): OfferedCandidate {
  const { partner, price, eligibility, successRate, coverageHundredths } = offer;
  const { untaxedPaise, costPaise } = chargedBy(price);
  const { groups, lane } = policyMembersOf(offer);
  return {
    partner,
    partnerId: partner.partnerId,
    totalPaise: price.totalPaise,
    untaxedPaise,
    costPaise,
    hours: eligibility.hours,
    successRate,
    coverageHundredths,
    groups,
    lane,
    demands: demandsOfOffer(view, parcel, offer),
    full: null,
    isSoftFull: false,
  };
}

/** Reads the counts of their capacities. */
export function readCapacities(candidates: readonly OfferedCandidate[], counters: CounterReader): void {
  for (const candidate of candidates) {
    if (candidate.demands.length === 0) continue;
    candidate.full = fullAmong(candidate.demands, counters);
    candidate.isSoftFull = candidate.full?.row.isHard === false;
  }
}

/** Whether a candidate may get the shipment: none of its HARD capacities is full. */
export const isOpen = ({ full }: Pick<OfferedCandidate, 'full'>): boolean => full === null || !full.row.isHard;

/**
 * @param asked the policy that counts; null: none
 * @param candidates those that are open
 */
export function choose(
  asked: AskedPolicy | null,
  question: ChoiceQuestion,
  candidates: readonly OfferedCandidate[],
  counters: CounterReader,
): Choice {
  if (asked === null) return chooseByStrategy(question, candidates);
  const allocation = allocationOf(asked, question, candidates, counters);
  const { chosen, ranking } = allocation;
  return { chosen, alternatives: alternativesOf(ranking, chosen, question), ranking, allocation };
}

/** What a policy makes of the candidates. */
export const allocationOf = <C extends PolicyCandidate & LandedCandidate>(
  { policy, parcel }: AskedPolicy,
  question: ChoiceQuestion,
  candidates: readonly C[],
  counters: CounterReader,
): Allocation<C> =>
  allocate(policy, {
    ...question,
    parcel,
    candidates,
    countsOf: (_, share) => shareCountsOf(share, counters, parcel.assignedAt),
  });

/** What the choice adds to counters. */
export function additionsOf({ chosen, allocation }: Choice, asked: AskedPolicy | null): CounterAddition[] {
  if (chosen === null) return NO_ADDITIONS;
  const decided = allocation?.share ?? null;
  if (decided === null && chosen.demands.length === 0) return NO_ADDITIONS;
  const ofShare = decided === null ? [] : [shareAddition(decided.share, decided, asked!.parcel.assignedAt)];
  return [...capacityAdditions(chosen.demands), ...ofShare];
}
const NO_ADDITIONS: CounterAddition[] = [];

/**
 * Order of precedence of MANUAL_SELECTION:
 *
 * 1. The selected partner, if it is a candidate.
 * 2. With allowAlternatives the best by BEST_MATCH.
 * 3. Nobody.
 */
function chooseByStrategy(question: ChoiceQuestion, candidates: readonly OfferedCandidate[]): Choice {
  const { strategy: asked, urgency, weights, selected, allowAlternatives } = question;
  const strategy = rankingOf(asked);
  const order = softFullLast(ranked(strategy, candidates, scoreWeights(strategy, urgency, weights)));
  const best = order[0]?.candidate ?? null;
  const manual = order.find(({ candidate }) => candidate.partnerId === selected)?.candidate;
  const chosen = asked !== 'MANUAL_SELECTION' ? best : (manual ?? (allowAlternatives ? best : null));
  return { chosen, alternatives: alternativesOf(order, chosen, question), ranking: order, allocation: null };
}

/** Those with a SOFT capacity that is full behind the others. */
export const softFullLast = <P extends { candidate: Pick<PolicyCandidate, 'isSoftFull'> }>(order: P[]): P[] =>
  order.some(({ candidate }) => candidate.isSoftFull)
    ? order.sort((a, b) => Number(a.candidate.isSoftFull) - Number(b.candidate.isSoftFull))
    : order;

/** The best, and the chosen one in the last place if it is not among them. */
function alternativesOf(
  order: readonly PlacedCandidate<OfferedCandidate>[],
  chosen: OfferedCandidate | null,
  { urgency, weights }: ChoiceQuestion,
): PlacedCandidate<OfferedCandidate>[] {
  const best = order.slice(0, ALTERNATIVES_SHOWN);
  if (chosen === null || best.some(({ candidate }) => candidate === chosen)) return best;
  // a rule may have excluded a partner that was selected by hand
  const own =
    order.find(({ candidate }) => candidate === chosen)
    ?? ranked('BEST_MATCH', [chosen], scoreWeights('BEST_MATCH', urgency, weights))[0]!;
  return [...best.slice(0, ALTERNATIVES_SHOWN - 1), own];
}
