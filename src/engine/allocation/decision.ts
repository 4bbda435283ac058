/** Who would get a shipment, and why, for people (docs/rules.md#policies). */
import type { Decision } from '../../contract/allocation.js';
import type { DecidingShare, PlacedCandidate } from '../../domain/allocation/allocate.js';
import { isAsWanted, type Condition } from '../../domain/allocation/conditions.js';
import type { RuleNote } from '../../domain/allocation/evaluate.js';
import type { GroupSet, PolicyParcel } from '../../domain/allocation/parcel.js';
import { isOf } from '../../domain/allocation/selector.js';
import { PARCEL } from '../../domain/allocation/shares.js';
import { clockInIndia, weekdayOf } from '../../domain/calendar.js';
import { reasonCodes } from '../../domain/eligibility.js';
import { toRupees } from '../../domain/money.js';
import { ASKED_STRATEGIES, byCost } from '../../domain/strategies.js';
import { CUSTOMER_TYPES, PAYMENT_TYPES, servicesOf, SHIPMENT_TYPES, URGENCY_LEVELS } from '../../domain/vocabulary.js';
import type { GenerationView } from '../../index/view.js';
import type { AssignmentQuestion, ChosenAmong } from '../assignment-question.js';
import type { AskedPolicy } from './asked-policy.js';
import type { OfferedCandidate } from './choice.js';

/** With more active partners than this, those that do not cover both ends are only counted. */
const MOST_NAMED = 64;

type CandidateResult = Decision['candidates'][number];

/** @param at when it was asked, ISO 8601 */
export function decisionOf(
  view: GenerationView,
  { strategy, policed }: AssignmentQuestion,
  { choice, offers, refusing: { refusals, uncovered } }: ChosenAmong,
  at: string,
): Decision {
  const { chosen, ranking, allocation } = choice;
  const named = view.partners.length <= MOST_NAMED ? uncovered : [];
  const excludedBy = allocation?.excludedBy ?? new Map<OfferedCandidate, string>();
  const ranked = new Set(ranking.map(({ candidate }) => candidate));
  const cheapest = [...offers].sort(byCost)[0];
  return {
    policyId: policed?.policy.policyId ?? null,
    version: policed?.policy.version ?? null,
    changeId: view.tokens.changeId,
    at,
    strategy,
    rules: policed === null ? [] : allocation!.notes.map((note) => ruleResult(note, policed, view)),
    candidates: [
      ...ranking
        .map((placed, index) => rankedResult(placed, index + 1, placed.candidate === chosen, allocation?.share ?? null))
        .sort((a, b) => Number(b.result === 'CHOSEN') - Number(a.result === 'CHOSEN')),
      ...offers.filter((each) => !ranked.has(each)).map((each) => leftOut(each, excludedBy.get(each), each === chosen)),
      ...refusals.map(({ partner, reasons }) => incapable(partner.partnerId, reasonCodes(reasons))),
      ...named.map((place) => incapable(view.partners[place]!.partnerId, ['INSUFFICIENT_COVERAGE'])),
    ],
    uncovered: uncovered.length - named.length,
    refused: allocation?.refused ?? null,
    premium: chosen === null ? null : toRupees(chosen.costPaise - cheapest!.costPaise),
    sentence: sentenceOf({ chosen, cheapest, choice, strategy, policed, excludedBy }),
  };
}

function rankedResult(
  { candidate, score, adjustments }: PlacedCandidate<OfferedCandidate>,
  rank: number,
  isChosen: boolean,
  share: DecidingShare | null,
): CandidateResult {
  const { costPaise, timePaise, failurePaise, coveragePaise, sumPaise } = score;
  return {
    partnerId: candidate.partnerId,
    result: isChosen ? 'CHOSEN' : 'RANKED',
    cost: toRupees(candidate.costPaise),
    hours: candidate.hours,
    rank,
    score: toRupees(sumPaise),
    parts: {
      cost: toRupees(costPaise),
      time: toRupees(timePaise),
      failure: toRupees(failurePaise),
      coverage: toRupees(coveragePaise),
    },
    ...(share !== null && shareOf(candidate, share)),
    adjustments: (adjustments ?? []).map(({ ruleId, paise }) => ({ ruleId, rupees: toRupees(paise) })),
  };
}

/** What the share that decides counts of the candidate's member; of nobody else anything. */
function shareOf(candidate: OfferedCandidate, { ruleId, share, after }: DecidingShare): Pick<CandidateResult, 'share'> {
  const member = share.members.findIndex((each) => isOf(each, candidate));
  if (member < 0) return {};
  const percent = share.percents[member]! / HUNDREDTHS;
  return { share: { ruleId, percent, due: after.due[member]! / PARCEL, done: after.done[member]! } };
}

const HUNDREDTHS = 100;

/** A rule may have excluded a partner that was selected by hand. */
function leftOut({ partnerId, costPaise, hours }: OfferedCandidate, ruleId: string | undefined, isChosen: boolean) {
  return {
    partnerId,
    result: isChosen ? ('CHOSEN' as const) : ('EXCLUDED' as const),
    ...(ruleId !== undefined && { ruleId }),
    cost: toRupees(costPaise),
    hours,
  };
}

const incapable = (partnerId: string, reasons: CandidateResult['reasons']): CandidateResult => ({
  partnerId,
  result: 'INCAPABLE',
  reasons,
});

function ruleResult(note: RuleNote, { policy, parcel }: AskedPolicy, view: GenerationView): Decision['rules'][number] {
  if (note.result !== 'NO') return note;
  const { when } = policy.rules.find(({ ruleId }) => ruleId === note.ruleId)!;
  const condition = when.find(({ member }) => member === note.failed)!;
  return { ...note, was: wasOf(condition, parcel, view) ?? null };
}

/** What the parcel has where a condition failed, as documents write it. */
function wasOf({ member, wanted }: Condition, parcel: PolicyParcel, view: GenerationView): unknown {
  const { from, to } = parcel;
  const groups = ([low, high]: GroupSet): string[] =>
    view.general.groups.names.filter((_, number) => ((number < 32 ? low : high) & (1 << number)) !== 0);
  const pincode = (six: number): string => String(six).padStart(6, '0');
  switch (member) {
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
      const { name } = wanted.find((each) => !isAsWanted(each, parcel.attributes))!;
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

interface SentenceParts {
  chosen: OfferedCandidate | null;
  cheapest: OfferedCandidate | undefined;
  choice: ChosenAmong['choice'];
  strategy: string;
  policed: AskedPolicy | null;
  excludedBy: ReadonlyMap<OfferedCandidate, string>;
}

const rupeesText = (paise: number): string =>
  `₹${toRupees(paise).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

/** Fit for the phone: who, why, and what it costs more than the cheapest one. */
function sentenceOf({ chosen, cheapest, choice, strategy, policed, excludedBy }: SentenceParts): string {
  const { allocation, ranking } = choice;
  if (allocation?.refused) return `Refused by ${allocation.refused.ruleId}: ${allocation.refused.message}.`;
  if (cheapest === undefined) return 'Nobody can carry it.';
  if (chosen === null)
    return policed === null || allocation?.emptied === null
      ? 'The selected partner does not get it.'
      : `The policy ${policed.policy.policyId} lets nobody have it.`;
  const placed = ranking.find(({ candidate }) => candidate === chosen);
  const why = whyOf(choice, strategy, policed, placed);
  const more = chosen.costPaise - cheapest.costPaise;
  if (more === 0) return `${chosen.partnerId}: ${why}; nobody is cheaper.`;
  const rule = excludedBy.get(cheapest);
  const whose = `${cheapest.partnerId}${rule === undefined ? '' : `, which ${rule} excludes`}`;
  return `${chosen.partnerId}: ${why}; ${rupeesText(more)} above the cheapest, ${whose}.`;
}

/** Such as `share season-split (35 %, so far 34.6 %)`: of the window, without this shipment. */
function shareWords({ ruleId, share, member, after }: DecidingShare): string {
  const all = after.done.reduce((sum, done) => sum + done) - 1;
  const percent = share.percents[member]! / HUNDREDTHS;
  const soFar = all === 0 ? 'the first one' : `so far ${oneDecimal((100 * (after.done[member]! - 1)) / all)} %`;
  return `share ${ruleId} (${percent} %, ${soFar})`;
}

const oneDecimal = (value: number): string => String(Math.round(value * 10) / 10);

function whyOf(
  { allocation }: ChosenAmong['choice'],
  strategy: string,
  policed: AskedPolicy | null,
  placed: PlacedCandidate<OfferedCandidate> | undefined,
): string {
  if (strategy === 'MANUAL_SELECTION') return 'selected by hand';
  const acted = new Set(allocation?.notes.filter(({ result }) => result === 'ACTED').map(({ ruleId }) => ruleId));
  const order = policed?.policy.rules.find(({ ruleId, action }) => acted.has(ruleId) && action.kind === 'order');
  if (order !== undefined) return `order ${order.ruleId}`;
  if (allocation?.share) return shareWords(allocation.share);
  const adjusted = placed?.adjustments?.map(
    ({ ruleId, paise }) => `${ruleId} ${paise < 0 ? '−' : '+'}${rupeesText(Math.abs(paise))}`,
  );
  return `the best by ${strategy}${adjusted?.length ? ` with ${adjusted.join(', ')}` : ''}`;
}
