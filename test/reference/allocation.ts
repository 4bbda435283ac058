/** Which policy a request has, and to whom it gives the parcel: policies, their rules in order, ranking and shares. */
import { chooseByShare } from './allocation-shares.js';
import type {
  Adjustment,
  Allocation,
  Asked,
  Contender,
  DecidedShare,
  Order,
  Parcel,
  PlaceGroup,
  Policy,
  Rank,
  RankedCandidate,
  Rule,
  RuleOutcome,
  ShareCounts,
} from './allocation-types.js';
import { appliesTo, cheapestOf, failedMember, isAbove, isNamed, isSelected, memberOf } from './allocation-when.js';
import { ranked, scored } from './assignment.js';
import { byPartnerId } from './availability.js';
import { paise, percentOf, toNumber } from './exact.js';
import { isInForce } from './moments.js';
import type { Strategy, Terms } from './types.js';

export type * from './allocation-types.js';

/**
 * The policy of a request; null: none. Of those that are in force and apply:
 * 1. the one that the request names, else NOT_FOUND; none for NONE
 * 2. the lowest priority
 * 3. the lowest policyId
 */
export function policyFor(
  policies: readonly Policy[],
  groups: readonly PlaceGroup[],
  asked: Asked,
  parcel: Parcel,
): Policy | 'NOT_FOUND' | null {
  if (asked.policyId === 'NONE') return null;
  const applying = policies.filter(
    (policy) => isInForce(policy, new Date(asked.at)) && appliesTo(policy, groups, asked, parcel),
  );
  if (asked.policyId !== undefined) return applying.find(({ policyId }) => policyId === asked.policyId) ?? 'NOT_FOUND';
  return applying.sort((a, b) => a.priority - b.priority || (a.policyId < b.policyId ? -1 : 1))[0] ?? null;
}

/** All that an evaluation reads. */
interface Question {
  policy: Policy;
  groups: readonly PlaceGroup[];
  asked: Asked;
  parcel: Parcel;
  /** In MANUAL_SELECTION: the selected partner, null if it is none of the contenders. Otherwise undefined. */
  selected?: Contender | null;
}

/** What the rules leave, in their order. */
interface Evaluation extends Pick<Allocation, 'rules' | 'excluded' | 'refused'> {
  left: Contender[];
  adjustments: Map<string, RankedCandidate['adjustments']>;
  /** The first rank that matched. */
  rank: Rank | null;
  /** The orders and shares that matched; noted PASSED_OVER until one of them decides. */
  placing: { rule: Rule; outcome: RuleOutcome }[];
  /** The rules that are against the selected partner. */
  against: Rule[];
}

const isGoverned = ({ policy, asked }: Question): boolean =>
  (policy.governs ?? ['BEST_MATCH']).includes(strategyOf(asked));

/** MANUAL_SELECTION ranks as BEST_MATCH. */
const strategyOf = ({ strategy }: Asked): Strategy => (strategy === 'MANUAL_SELECTION' ? 'BEST_MATCH' : strategy);

/** Paise that an adjustment adds to the score, rounded half up. */
function adjustmentOf({ rupees, percent }: Adjustment, { cost }: Contender): number {
  return toNumber((rupees ?? null) !== null ? paise(rupees!) : percentOf(percent!, BigInt(cost)));
}

/** A rule that lets candidates go. False: it is binding and left nobody. */
function remove(rule: Rule, outcome: RuleOutcome, { selected }: Question, found: Evaluation): boolean {
  const { left } = found;
  const goes = (candidate: Contender): boolean =>
    rule.exclude ? isSelected(rule.exclude, candidate, left) : !isSelected(rule.only!, candidate, left);
  const gone = left.filter(goes);
  if (gone.length === left.length && rule.binding !== true) {
    outcome.result = 'RELAXED';
    return true;
  }
  if (selected && goes(selected)) found.against.push(rule);
  if (gone.length > 0) outcome.result = 'ACTED';
  for (const { partnerId } of gone) found.excluded[partnerId] = rule.ruleId;
  found.left = left.filter((candidate) => !gone.includes(candidate));
  return found.left.length > 0;
}

function adjust(rule: Rule, outcome: RuleOutcome, { left, adjustments }: Evaluation): void {
  const selected = left.filter((candidate) => isSelected(rule.adjust!, candidate, left));
  for (const candidate of selected) {
    const former = adjustments.get(candidate.partnerId) ?? [];
    const added = { ruleId: rule.ruleId, paise: adjustmentOf(rule.adjust!, candidate) };
    adjustments.set(candidate.partnerId, [...former, added]);
  }
  if (selected.some((candidate) => adjustmentOf(rule.adjust!, candidate) !== 0)) outcome.result = 'ACTED';
}

/** Does what a rule says whose `when` holds. False: no rule comes after it. */
function act(rule: Rule, outcome: RuleOutcome, question: Question, found: Evaluation): boolean {
  if (rule.exclude || rule.only) return remove(rule, outcome, question, found);
  if (rule.refuse) {
    if (question.selected === undefined || rule.binding === true) {
      outcome.result = 'ACTED';
      found.refused = { ruleId: rule.ruleId, ...rule.refuse };
      return false;
    }
    found.against.push(rule);
    return true;
  }
  if (!isGoverned(question)) return true;
  if (rule.adjust) adjust(rule, outcome, found);
  if (rule.rank && found.rank === null) {
    outcome.result = 'ACTED';
    found.rank = rule.rank;
  }
  if (rule.order || rule.share) found.placing.push({ rule, outcome });
  return true;
}

/** The rules in their order: inactive ones and those out of date are skipped, the others are noted. */
function evaluate(question: Question, contenders: readonly Contender[]): Evaluation {
  const { policy, groups, asked, parcel } = question;
  const found: Evaluation = {
    rules: [],
    excluded: {},
    refused: null,
    left: [...contenders],
    adjustments: new Map(),
    rank: null,
    placing: [],
    against: [],
  };
  // without candidates no rule is looked at
  if (contenders.length === 0) return found;
  for (const rule of policy.rules) {
    if (!isInForce(rule, new Date(asked.at))) continue;
    const { ruleId } = rule;
    const failed = failedMember(rule.when ?? {}, groups, asked, parcel);
    if (failed !== null) {
      found.rules.push({ ruleId, result: 'NO', failed });
      continue;
    }
    const outcome: RuleOutcome = { ruleId, result: 'PASSED_OVER' };
    found.rules.push(outcome);
    if (!act(rule, outcome, question, found) || rule.stop === true) break;
  }
  return found;
}

type ScoredContender = Contender & RankedCandidate;

/** Candidates with a full SOFT capacity are behind the others. */
const bySoftFull = (a: Contender, b: Contender): number => Number(a.isSoftFull) - Number(b.isSoftFull);

/** The request's weights go before those of the rank, member by member. */
function termsOf({ urgency, weights: asked }: Asked, { weights }: Rank): Terms {
  const hourValue = asked?.hourValue ?? weights?.hourValue ?? undefined;
  const failureCost = asked?.failureCost ?? weights?.failureCost ?? undefined;
  const coverageCost = asked?.coverageCost ?? weights?.coverageCost ?? undefined;
  return { urgency, weights: { hourValue, failureCost, coverageCost } };
}

/** The strategy by which a governed one ranks. */
function rankingStrategy({ strategy }: Rank, asked: Strategy): Strategy {
  return strategy ?? (asked === 'FASTEST' || asked === 'MOST_RELIABLE' ? 'BEST_MATCH' : asked);
}

/** Whether the landed cost takes the place of the price, in which a failed delivery is not counted again. */
const isByLanded = ({ cost }: Rank, { landed }: Contender): boolean => cost === 'LANDED' && landed !== null;

/** By score with adjustments, then cheaper, faster, the lower partnerId. */
function rankGoverned({ policy, asked }: Question, { left, rank, adjustments }: Evaluation): ScoredContender[] {
  const by = rank ?? policy.rank ?? {};
  const strategy = rankingStrategy(by, strategyOf(asked));
  const terms = termsOf(asked, by);
  const shown = (candidate: Contender): number => {
    const isLanded = isByLanded(by, candidate);
    const cost = isLanded ? candidate.landed! : candidate.cost;
    if (strategy === 'CHEAPEST') return cost;
    const weighed = isLanded ? { ...terms, weights: { ...terms.weights, failureCost: 0 } } : terms;
    return scored(strategy, { ...candidate, totalPaise: cost }, weighed).score;
  };
  return left
    .map((candidate) => {
      const own = adjustments.get(candidate.partnerId) ?? [];
      const added = own.reduce((sum, adjustment) => sum + adjustment.paise, 0);
      return { ...candidate, adjustments: own, score: shown(candidate) + added };
    })
    .sort((a, b) => bySoftFull(a, b) || a.score - b.score || a.cost - b.cost || a.hours - b.hours || byPartnerId(a, b));
}

/** As without a policy, among what the rules left. */
function rankAsAsked({ asked }: Question, { left }: Evaluation): ScoredContender[] {
  const { urgency, weights } = asked;
  const contenders = left.map((candidate) => ({ ...candidate, adjustments: [], totalPaise: candidate.cost }));
  return ranked(strategyOf(asked), contenders, { urgency, weights }).sort(bySoftFull);
}

/** The candidates that an order puts first; each is placed where it is first named. */
function placedBy({ partners, atMostAbove }: Order, candidates: readonly ScoredContender[]): ScoredContender[] {
  const cheapest = cheapestOf(candidates);
  const placeable = candidates.filter(
    (candidate) => (atMostAbove ?? null) === null || !isAbove(candidate, cheapest, atMostAbove!),
  );
  return [...new Set(partners.flatMap((name) => placeable.filter((candidate) => isNamed(name, candidate))))];
}

interface Ranking {
  inOrder: ScoredContender[];
  share: DecidedShare | null;
}

/** Of orders and shares, the first that can place a candidate counts. A selection by hand leaves shares out. */
function rank(question: Question, found: Evaluation, counts: ShareCounts): Ranking {
  const byScore = isGoverned(question) ? rankGoverned(question, found) : rankAsAsked(question, found);
  const placeable = byScore.filter(({ isSoftFull }) => !isSoftFull);
  const withFirst = (first: ScoredContender[], share: DecidedShare | null): Ranking => ({
    inOrder: [...first, ...byScore.filter((candidate) => !first.includes(candidate))],
    share,
  });
  for (const { rule, outcome } of found.placing) {
    if (rule.order) {
      const placed = placedBy(rule.order, placeable);
      if (placed.length === 0) continue;
      outcome.result = 'ACTED';
      return withFirst(placed, null);
    }
    const choice =
      question.selected === undefined ? chooseByShare(rule.share!, memberOf(counts, rule.ruleId), placeable) : null;
    if (choice === null) continue;
    outcome.result = 'ACTED';
    const { candidate, ...decided } = choice;
    return withFirst([candidate], { ruleId: rule.ruleId, ...decided });
  }
  return { inOrder: byScore, share: null };
}

/** A selected partner is taken unless a rule that binds is against it. */
function isTaken({ selected }: Question, { refused, against }: Evaluation): boolean {
  return selected !== null && refused === null && against.every(({ binding }) => binding !== true);
}

/**
 * To whom a policy gives a parcel. `contenders` are the capable partners whose HARD capacities are not full for it.
 * A selected partner that cannot be taken gives way to BEST_MATCH where alternatives are allowed.
 */
export function allocate(
  policy: Policy,
  groups: readonly PlaceGroup[],
  asked: Asked,
  parcel: Parcel,
  contenders: readonly Contender[],
  counts: ShareCounts,
): Allocation {
  const question: Question = { policy, groups, asked, parcel };
  if (asked.strategy !== 'MANUAL_SELECTION') return allocated(question, contenders, counts);
  const selected = contenders.find(({ partnerId }) => partnerId === asked.selected) ?? null;
  const byHand: Question = { ...question, selected };
  const givesWay = asked.allowAlternatives === true && !isTaken(byHand, evaluate(byHand, contenders));
  return allocated(givesWay ? question : byHand, contenders, counts);
}

function allocated(question: Question, contenders: readonly Contender[], counts: ShareCounts): Allocation {
  const found = evaluate(question, contenders);
  const { rules, excluded, refused, left, against } = found;
  if (refused !== null)
    return { chosen: null, rules, excluded, refused, policyExcluded: null, ranking: [], share: null, overridden: [] };
  const { inOrder, share } = rank(question, found, counts);
  const taken = question.selected === undefined ? inOrder[0] : isTaken(question, found) ? question.selected : null;
  const chosen = taken?.partnerId ?? null;
  const isExcludedByPolicy = chosen === null && contenders.length > 0 && left.length === 0;
  return {
    chosen,
    rules,
    excluded,
    refused,
    policyExcluded: isExcludedByPolicy ? contenders.length : null,
    ranking: inOrder.map(({ partnerId, score, adjustments }) => ({ partnerId, score, adjustments })),
    share,
    overridden: question.selected !== undefined && chosen !== null ? against.map(({ ruleId }) => ruleId) : [],
  };
}
