/** Who gets a parcel where a policy counts, and why (docs/rules.md#policies). */
import {
  type AskedStrategy,
  byCost,
  type GivenWeights,
  ranked,
  type RankedCandidate,
  scoreOf,
  scoreWeights,
  type Strategy,
} from '../strategies.js';
import type { LandedCost } from '../landed.js';
import type { UrgencyLevel } from '../vocabulary.js';
import { type Adjustment, type RuleNote, screen, type ScreeningReport } from './evaluate.js';
import type { PolicyParcel } from './parcel.js';
import type { Order, Policy, Rank, RankStrategy, Share } from './policy.js';
import { cheapestOf, isOf, type Member, type PolicyCandidate } from './selector.js';
import { chooseMember, type ShareCounts } from './shares.js';

/** A candidate in its place. */
export interface PlacedCandidate<C extends PolicyCandidate> extends RankedCandidate<C> {
  /** What the rules added to its score, which the sum has; absent: nothing. */
  adjustments?: readonly Adjustment[];
  /** The cost of its score; absent: that is the price. */
  landed?: LandedCost;
}

/** A share that decides a parcel. */
export interface DecidingShare {
  ruleId: string;
  share: Share;
  /** The member that gets the parcel. */
  member: number;
  /** What the parcel adds to each member's due, in millionths of a parcel. */
  added: readonly number[];
  /** After this parcel. */
  after: ShareCounts;
}

export interface Allocation<C extends PolicyCandidate> extends Pick<
  ScreeningReport<C>,
  'excludedBy' | 'refused' | 'emptied'
> {
  /** Null: nobody. */
  chosen: C | null;
  notes: readonly RuleNote[];
  /** Those that the rules left, the best first. */
  ranking: readonly PlacedCandidate<C>[];
  share: DecidingShare | null;
  /** The strategy whose score ranks; null: the one that was asked, which the policy does not govern. */
  rankedBy: RankStrategy | null;
  /** What the score takes for cost. UNKNOWN: it should be the landed cost, for which there are no terms: the price. */
  rankCost: 'PRICE' | 'LANDED' | 'UNKNOWN';
  /** The rules that are not binding and are against the partner that was selected, and is taken. */
  overridden: readonly string[];
}

interface AllocationInput<C extends PolicyCandidate> {
  parcel: PolicyParcel;
  /** Capable partners without a hard limit that is reached. */
  candidates: readonly C[];
  strategy: AskedStrategy;
  urgency: UrgencyLevel;
  /** Of the request. */
  weights: GivenWeights | undefined;
  /** With MANUAL_SELECTION. */
  selected: string | undefined;
  /** With MANUAL_SELECTION: another partner may take the parcel. */
  allowAlternatives: boolean;
  /** The counts of a share in its present window. */
  countsOf(ruleId: string, share: Share): ShareCounts;
  /** What tells the landed costs: asked only where they rank. Null: there are no terms. */
  landedCosts(): ((candidate: C) => LandedCost) | null;
}

/**
 * Screens the candidates by the rules and ranks those that are left. Order of precedence of MANUAL_SELECTION:
 *
 * 1. The selected partner, if it is a candidate and no binding rule that was applied is against it.
 * 2. With allowAlternatives the best by BEST_MATCH under the policy.
 * 3. Nobody.
 */
export function allocate<C extends PolicyCandidate>(policy: Policy, input: AllocationInput<C>): Allocation<C> {
  const { strategy } = input;
  if (strategy !== 'MANUAL_SELECTION') return allocateBy(policy, input, strategy, null);
  const selected = input.selected ?? '';
  const byHand = allocateBy(policy, input, 'BEST_MATCH', selected);
  if (byHand.chosen !== null || !input.allowAlternatives) return byHand;
  return allocateBy(policy, input, 'BEST_MATCH', null);
}

/** @param selected a partner that is selected by hand; null: none is */
function allocateBy<C extends PolicyCandidate>(
  policy: Policy,
  input: AllocationInput<C>,
  strategy: Strategy,
  selected: string | null,
): Allocation<C> {
  const { parcel, candidates } = input;
  const screening = screen(policy, { parcel, candidates, strategy, selected });
  const { notes, excludedBy, refused, emptied } = screening;
  const taken = takenByHand(screening, candidates, selected);
  const isGoverned = policy.governs.includes(strategy);
  const rankedBy = isGoverned ? rankStrategy(screening.rank, strategy) : null;
  const noted = { notes, excludedBy, refused, emptied, rankedBy };
  if (refused !== null) return { ...noted, rankCost: 'PRICE', chosen: null, ranking: [], share: null, overridden: [] };
  const isLanded = screening.rank?.isLanded === true;
  const landedCosts = isLanded ? input.landedCosts() : null;
  const rankCost = landedCosts !== null ? 'LANDED' : isLanded ? 'UNKNOWN' : 'PRICE';
  const inOrder = isGoverned
    ? byScore(screening, input, strategy, landedCosts)
    : byStrategy(screening, input, strategy);
  const { first, share } = place(screening, inOrder, input.countsOf, selected !== null);
  const ranking = [...first, ...inOrder.filter((placed) => !first.includes(placed))];
  ranking.sort((a, b) => Number(a.candidate.isSoftFull) - Number(b.candidate.isSoftFull));
  const chosen = selected === null ? (ranking[0]?.candidate ?? null) : taken;
  const overridden = taken === null ? [] : screening.selected!.overridden;
  return { ...noted, rankCost, chosen, ranking, share, overridden };
}

function takenByHand<C extends PolicyCandidate>(
  { selected, refused }: ScreeningReport<C>,
  candidates: readonly C[],
  partnerId: string | null,
): C | null {
  if (selected === null || selected.isForbidden || refused !== null) return null;
  return candidates.find((candidate) => candidate.partnerId === partnerId)!;
}

/** As without a policy. */
function byStrategy<C extends PolicyCandidate>(
  { left }: ScreeningReport<C>,
  { urgency, weights }: AllocationInput<C>,
  strategy: Strategy,
): PlacedCandidate<C>[] {
  return ranked(strategy, left, scoreWeights(strategy, urgency, weights));
}

/**
 * By the score of the policy's strategy and what the rules add to it; then cheaper, faster, the lower partnerId.
 * @param landedCosts null: the price is the cost
 */
function byScore<C extends PolicyCandidate>(
  { left, rank, adjustments }: ScreeningReport<C>,
  { urgency, weights }: AllocationInput<C>,
  asked: Strategy,
  landedCosts: ((candidate: C) => LandedCost) | null,
): PlacedCandidate<C>[] {
  const strategy = rankStrategy(rank, asked);
  const weighed = scoreWeights(strategy, urgency, { ...rank?.weights, ...weights });
  const scored = landedCosts === null ? scorer<C>(strategy, weighed) : landedScorer(strategy, weighed, landedCosts);
  return left
    .map((candidate): PlacedCandidate<C> => {
      const own = adjustments.get(candidate);
      const placed = scored(candidate);
      if (own === undefined) return placed;
      const sumPaise = own.reduce((sum, { paise }) => sum + paise, placed.score.sumPaise);
      return { ...placed, score: { ...placed.score, sumPaise }, adjustments: own };
    })
    .sort((a, b) => a.score.sumPaise - b.score.sumPaise || byCost(a.candidate, b.candidate));
}

/** FASTEST and MOST_RELIABLE have no score of their own. */
function rankStrategy(rank: Rank | null, asked: Strategy): RankStrategy {
  return rank?.strategy ?? (asked === 'BALANCED' || asked === 'CHEAPEST' ? asked : 'BEST_MATCH');
}

type Weights = ReturnType<typeof scoreWeights>;

type Scorer<C extends PolicyCandidate> = (candidate: C) => PlacedCandidate<C>;

const scorer =
  <C extends PolicyCandidate>(strategy: RankStrategy, weights: Weights): Scorer<C> =>
  (candidate) => ({ candidate, score: scoreOf(candidate, strategy === 'CHEAPEST' ? COST_ALONE : weights) });

/** A landed cost has what a failed delivery costs. */
function landedScorer<C extends PolicyCandidate>(
  strategy: RankStrategy,
  weights: Weights,
  landedOf: (candidate: C) => LandedCost,
): Scorer<C> {
  const weighed = strategy === 'CHEAPEST' ? COST_ALONE : { ...weights, failurePaise: 0 };
  return (candidate) => {
    const landed = landedOf(candidate);
    return { candidate, score: scoreOf(candidate, weighed, landed.totalPaise), landed };
  };
}

const COST_ALONE: Weights = { hourPaise: 0, failurePaise: 0, coveragePaise: 0 };

/**
 * Who comes first by the first order or share that matched and can place one of those that are left; its note becomes
 * ACTED. Candidates with a full soft limit are none to it.
 * @param isByHand a share decides nothing then
 */
function place<C extends PolicyCandidate>(
  { placing, notes }: ScreeningReport<C>,
  inOrder: readonly PlacedCandidate<C>[],
  countsOf: AllocationInput<C>['countsOf'],
  isByHand: boolean,
): { first: PlacedCandidate<C>[]; share: DecidingShare | null } {
  const open = inOrder.filter(({ candidate }) => !candidate.isSoftFull);
  for (const { rule, note } of placing) {
    const { action, ruleId } = rule;
    if (action.kind === 'order') {
      const first = inOrderOf(action.order, open);
      if (first.length === 0) continue;
      notes[note] = { ruleId, result: 'ACTED' };
      return { first, share: null };
    }
    if (action.kind !== 'share' || isByHand) continue;
    const decided = decide(ruleId, action.share, open, countsOf(ruleId, action.share));
    if (decided === null) continue;
    notes[note] = { ruleId, result: 'ACTED' };
    return { first: [decided.placed], share: decided.share };
  }
  return { first: [], share: null };
}

/** The candidates of an order that do not cost too much; those of a group by their score. */
function inOrderOf<C extends PolicyCandidate>(
  { members, atMostAbovePaise }: Order,
  open: readonly PlacedCandidate<C>[],
): PlacedCandidate<C>[] {
  const cheapest = cheapestOf(open.map(({ candidate }) => candidate));
  const affordable = open.filter(({ candidate }) => candidate.costPaise - cheapest <= atMostAbovePaise);
  const first = new Set<PlacedCandidate<C>>();
  for (const member of members) for (const each of affordable) if (isOf(member, each.candidate)) first.add(each);
  return [...first];
}

function decide<C extends PolicyCandidate>(
  ruleId: string,
  share: Share,
  open: readonly PlacedCandidate<C>[],
  counts: ShareCounts,
): { placed: PlacedCandidate<C>; share: DecidingShare } | null {
  const owned = bestOfEach(share.members, open);
  const candidates = owned.map((each) => each?.candidate ?? null);
  const choice = chooseMember(share, counts, candidates, cheapestOf(open.map(({ candidate }) => candidate)));
  if (choice === null) return null;
  const { member, added } = choice;
  const after = {
    due: counts.due.map((due, index) => due + added[index]!),
    done: counts.done.map((done, index) => (index === member ? done + 1 : done)),
  };
  return { placed: owned[member]!, share: { ruleId, share, member, added, after } };
}

/** By member its best candidate: a partner belongs to the first member that names it. */
function bestOfEach<C extends PolicyCandidate>(
  members: readonly Member[],
  open: readonly PlacedCandidate<C>[],
): (PlacedCandidate<C> | null)[] {
  const best = members.map((): PlacedCandidate<C> | null => null);
  for (const placed of open) {
    const member = members.findIndex((each) => isOf(each, placed.candidate));
    if (member >= 0) best[member] ??= placed;
  }
  return best;
}
