/** The decision about an assignment in the short form that is kept with it; decision.ts makes it readable. */
import { isAsWanted, type Condition } from '../../domain/allocation/conditions.js';
import type { RuleNote } from '../../domain/allocation/evaluate.js';
import type { GroupSet, PolicyParcel } from '../../domain/allocation/parcel.js';
import type { DecidingShare, PlacedCandidate } from '../../domain/allocation/allocate.js';
import { isOf } from '../../domain/allocation/selector.js';
import { clockInIndia, weekdayOf } from '../../domain/calendar.js';
import { reasonCodes } from '../../domain/eligibility.js';
import { toRupees } from '../../domain/money.js';
import type { ReasonCode } from '../../domain/reasons.js';
import type { RankStrategy } from '../../domain/allocation/policy.js';
import { ASKED_STRATEGIES, type AskedStrategy, rankingOf } from '../../domain/strategies.js';
import { assert } from '../../limits/assert.js';
import { MAX_POLICY_RULES } from '../../limits/documents.js';
import { CUSTOMER_TYPES, PAYMENT_TYPES, servicesOf, SHIPMENT_TYPES, URGENCY_LEVELS } from '../../domain/vocabulary.js';
import type { GenerationView } from '../../index/view.js';
import type { AssignmentQuestion, ChosenAmong } from '../assignment-question.js';
import type { AskedPolicy } from './asked-policy.js';
import { fullnessText } from './capacities.js';
import { isOpen, type OfferedCandidate } from './choice.js';
import { type KeptLanded, keptLanded } from './kept-landed.js';

/**
 * A partner in its rank: hours, what it costs and the other parts of its score in paise, and what rules (by their
 * places) added to it.
 */
export type KeptRanked = [
  partnerId: string,
  hours: number,
  cost: number,
  time: number,
  failure: number,
  coverage: number,
  adjustments?: [rule: number, paise: number][],
];

/**
 * A new member is optional, so that a later release reads what an earlier one has kept. Vocabularies are written as
 * words: their order may change. Amounts are paise.
 */
export interface KeptDecision {
  /** Milliseconds since the epoch. */
  at: number;
  changeId: number;
  strategy: AskedStrategy;
  /** Absent: no policy counted. */
  policy?: {
    id: string;
    version: string;
    /** The rules that were looked at, in their order, with a comma between them. */
    rules: string;
    /** A character for each rule: one of {@link RESULTS}, or the {@link noteOf} a place in `failed`. */
    results: string;
    /** The members of conditions that failed, and what the shipment had there. */
    failed: [member: string, was: unknown][];
    /** The rule whose order counted. */
    order?: number;
    /**
     * The share that decided: what it counts of each member after this shipment (percent in hundredths, due in
     * millionths of a shipment), and the member of each that is ranked; −1: none.
     */
    share?: { rule: number; members: [percent: number, due: number, done: number][]; of: number[] };
    /** The strategy whose score ranked; absent: the one asked for, BEST_MATCH of a selection by hand. */
    rankedBy?: RankStrategy;
    refused?: [rule: number, code: string, message: string];
  };
  ranked: KeptRanked[];
  /** By rank the landed costs, which count in the scores in place of the prices. Absent: the prices count. */
  landed?: KeptLanded[];
  /** Partners that the request left out: the first of them, and how many there are. */
  excluded?: [partnerIds: string[], count: number];
  /** Absent: nobody. */
  chosen?: string;
  /** It is the best in place of the one that was selected by hand. */
  isAlternative?: true;
  /** Capable partners that are not ranked, each with the rule that excludes it; −1: none. */
  left?: [partnerId: string, hours: number, cost: number, rule: number][];
  /** Capable partners with a HARD capacity that is full for it, each with the capacity and how it is full, in words. */
  full?: [partnerId: string, hours: number, cost: number, capacityId: number, words: string][];
  /** The same of those with a SOFT one, which are ranked. */
  softFull?: [partnerId: string, words: string][];
  /** Those that cannot carry it, each with the place of its reasons in `reasons`. */
  incapable?: [partnerId: string, reasons: number][];
  reasons?: ReasonCode[][];
  /** Those that do not cover both ends, or how many there are. */
  uncovered?: string[] | number;
}

export type KeptPolicy = NonNullable<KeptDecision['policy']>;

/** Of a rule whose conditions held. */
export const RESULTS = { ACTED: '+', RELAXED: '~', PASSED_OVER: '-' } as const;

/** Of a rule whose conditions did not hold: behind the characters of {@link RESULTS}; none reaches `~`. */
const FIRST_PLACE = '0'.charCodeAt(0);
const noteOf = (place: number): string => String.fromCharCode(FIRST_PLACE + place);
export const placeOf = (note: string): number => note.charCodeAt(0) - FIRST_PLACE;
assert(FIRST_PLACE + MAX_POLICY_RULES <= RESULTS.RELAXED.charCodeAt(0));

/** Of the partners that the request left out. */
const EXCLUDED_NAMED = 3;

/** With more active partners than this, those that do not cover both ends are only counted. */
const MOST_NAMED = 64;

/** @param now when it was asked, milliseconds since the epoch */
export function keptDecisionOf(
  view: GenerationView,
  { strategy, policed, selected, excluded }: AssignmentQuestion,
  { choice, offers, refusing: { refusals, uncovered } }: ChosenAmong,
  now: number,
): KeptDecision {
  const { chosen, ranking, allocation } = choice;
  const ruleIds = allocation === null ? [] : allocation.notes.map(({ ruleId }) => ruleId);
  const kept: KeptDecision = {
    at: Math.trunc(now),
    changeId: view.tokens.changeId,
    strategy,
    ranked: ranking.map((placed) => keptRanked(placed, ruleIds)),
  };
  if (allocation?.rankCost === 'LANDED') kept.landed = ranking.map(({ landed }) => keptLanded(landed!));
  if (policed !== null) {
    kept.policy = keptPolicy(policed, allocation!, ruleIds, view);
    const { rankedBy } = allocation!;
    if (rankedBy !== null && rankedBy !== rankingOf(strategy)) kept.policy.rankedBy = rankedBy;
    if (allocation!.share !== null) kept.policy.share = keptShare(allocation!.share, ranking, ruleIds);
  }
  if (excluded.size > 0) kept.excluded = [[...excluded].slice(0, EXCLUDED_NAMED), excluded.size];
  if (chosen !== null) kept.chosen = chosen.partnerId;
  if (strategy === 'MANUAL_SELECTION' && chosen !== null && chosen.partnerId !== selected) kept.isAlternative = true;
  if (offers.length > ranking.length) {
    const ranked = new Set(ranking.map(({ candidate }) => candidate));
    const left = offers.filter((offer) => !ranked.has(offer) && isOpen(offer));
    if (left.length > 0)
      kept.left = left.map((offer) => {
        const ruleId = allocation?.excludedBy.get(offer);
        return [offer.partnerId, offer.hours, offer.costPaise, ruleId === undefined ? -1 : ruleIds.indexOf(ruleId)];
      });
  }
  for (const { partnerId, hours, costPaise, full } of offers) {
    if (full === null) continue;
    if (full.row.isHard) (kept.full ??= []).push([partnerId, hours, costPaise, full.row.id, fullnessText(full)]);
    else (kept.softFull ??= []).push([partnerId, fullnessText(full)]);
  }
  if (refusals.length > 0) {
    const masks: number[] = [];
    kept.incapable = refusals.map(({ partner, reasons }) => [partner.partnerId, placeIn(masks, reasons)]);
    kept.reasons = masks.map(reasonCodes);
  }
  if (uncovered.length > 0)
    kept.uncovered =
      view.partners.length > MOST_NAMED ? uncovered.length : uncovered.map((place) => view.partners[place]!.partnerId);
  return kept;
}

function keptRanked(
  { candidate, score, adjustments }: PlacedCandidate<OfferedCandidate>,
  ruleIds: readonly string[],
): KeptRanked {
  const { timePaise, failurePaise, coveragePaise } = score;
  const { costPaise } = candidate;
  const kept: KeptRanked = [candidate.partnerId, candidate.hours, costPaise, timePaise, failurePaise, coveragePaise];
  if (adjustments !== undefined) kept.push(adjustments.map(({ ruleId, paise }) => [ruleIds.indexOf(ruleId), paise]));
  return kept;
}

const keptShare = (
  { ruleId, share: { members, percents }, after: { due, done } }: DecidingShare,
  ranking: ChosenAmong['choice']['ranking'],
  ruleIds: readonly string[],
): NonNullable<KeptPolicy['share']> => ({
  rule: ruleIds.indexOf(ruleId),
  members: percents.map((percent, member) => [percent, due[member]!, done[member]!]),
  of: ranking.map(({ candidate }) => members.findIndex((member) => isOf(member, candidate))),
});

function keptPolicy(
  { policy, parcel }: AskedPolicy,
  { notes, refused }: NonNullable<ChosenAmong['choice']['allocation']>,
  ruleIds: readonly string[],
  view: GenerationView,
): KeptPolicy {
  const { policyId: id, version, rules } = policy;
  const kept: KeptPolicy = { id, version, rules: ruleIds.join(), results: '', failed: [] };
  const failures: string[] = [];
  /** Of the next rule; notes are in the order of the rules, of which some have none. */
  let place = 0;
  for (const [index, note] of notes.entries()) {
    while (rules[place]!.ruleId !== note.ruleId) place++;
    const { when, action } = rules[place]!;
    kept.results += note.result === 'NO' ? noteOf(failureOf(note, when)) : RESULTS[note.result];
    if (note.result === 'ACTED' && action.kind === 'order') kept.order ??= index;
  }
  if (refused !== null) kept.refused = [ruleIds.indexOf(refused.ruleId), refused.code, refused.message];
  return kept;

  /** The place of the failure, which several rules may have. */
  function failureOf({ failed }: Extract<RuleNote, { result: 'NO' }>, when: readonly Condition[]): number {
    const condition = when.find(({ member }) => member === failed)!;
    const at = placeIn(failures, nameOf(condition, parcel));
    if (at === kept.failed.length) kept.failed.push([failed, wasOf(condition, parcel, view) ?? null]);
    return at;
  }
}

/** The place of a value in a list, which gets it if it has it not. */
function placeIn<T>(list: T[], value: T): number {
  const place = list.indexOf(value);
  return place === -1 ? list.push(value) - 1 : place;
}

/** The same for conditions that failed by the same value. */
const nameOf = (condition: Condition, parcel: PolicyParcel): string =>
  condition.member === 'attributes' ? `attributes ${failingAttribute(condition, parcel)}` : condition.member;

const failingAttribute = ({ wanted }: Extract<Condition, { member: 'attributes' }>, { attributes }: PolicyParcel) =>
  wanted.find((each) => !isAsWanted(each, attributes))!.name;

/** What the parcel has where a condition failed, as documents write it. */
function wasOf(condition: Condition, parcel: PolicyParcel, view: GenerationView): unknown {
  const { from, to } = parcel;
  const groups = ([low, high]: GroupSet): string[] =>
    view.general.groups.names.filter((_, number) => ((number < 32 ? low : high) & (1 << number)) !== 0);
  const pincode = (six: number): string => String(six).padStart(6, '0');
  switch (condition.member) {
    case 'customerIds':
      return parcel.customerId;
    case 'customerTypes':
      return CUSTOMER_TYPES[parcel.customerType];
    case 'paymentTypes':
      return PAYMENT_TYPES[parcel.paymentType];
    case 'shipmentTypes':
      return SHIPMENT_TYPES[parcel.shipmentType];
    case 'urgencies':
      return URGENCY_LEVELS[parcel.urgency];
    case 'strategies':
      return ASKED_STRATEGIES[parcel.strategy];
    case 'services':
      return servicesOf(parcel.services);
    case 'attributes': {
      const name = failingAttribute(condition, parcel);
      return { [name]: Object.hasOwn(parcel.attributes, name) ? parcel.attributes[name] : null };
    }
    case 'fromGroups':
      return groups(from.groups);
    case 'toGroups':
      return groups(to.groups);
    case 'fromStates':
      return from.stateId;
    case 'toStates':
      return to.stateId;
    case 'fromPincodes':
      return pincode(from.pincode);
    case 'toPincodes':
      return pincode(to.pincode);
    case 'sameCity':
      return from.cityId === to.cityId;
    case 'sameState':
      return from.stateId === to.stateId;
    case 'kmFrom':
    case 'kmTo':
      return parcel.km;
    case 'kgFrom':
    case 'kgTo':
      return parcel.grams / 1000;
    case 'valueFrom':
    case 'valueTo':
      return toRupees(parcel.declaredPaise);
    case 'codFrom':
    case 'codTo':
      return toRupees(parcel.codPaise);
    case 'weekdays':
      return weekdayOf(parcel.askedAt) + 1;
    case 'timeFrom':
    case 'timeTo':
      return clockInIndia(parcel.askedAt);
    case 'not':
      return null;
  }
}
