/** Who would get a shipment, or got it, and why, for people (docs/rules.md#policies). */
import type { Decision } from '../../contract/allocation.js';
import type { WantedMember } from '../../domain/allocation/conditions.js';
import { PARCEL } from '../../domain/allocation/shares.js';
import { toRupees } from '../../domain/money.js';
import { rankingOf, type Strategy } from '../../domain/strategies.js';
import { isoTime } from '../text/parts.js';
import { shownLanded } from '../text/landed.js';
import { type KeptDecision, type KeptPolicy, type KeptRanked, placeOf, RESULTS } from './kept-decision.js';
import { type KeptLanded, landedIn } from './kept-landed.js';

type RuleResult = Decision['rules'][number];
type CandidateResult = Decision['candidates'][number];

/** A partner that can carry the shipment, and what it costs. */
type Capable = CandidateResult & Required<Pick<CandidateResult, 'cost' | 'hours'>>;

/** The decision that was kept. */
export function decisionOf(kept: KeptDecision): Decision {
  const { policy, chosen, uncovered = [], incapable = [], left = [], reasons = [], full = [], softFull = [] } = kept;
  const ruleIds = policy === undefined || policy.rules === '' ? [] : policy.rules.split(',');
  const capable: Capable[] = [
    ...kept.ranked.map((place, index) => ({
      ...rankedResult(place, index + 1, chosen, ruleIds, kept.landed?.[index]),
      ...shareOf(index, policy?.share, ruleIds),
    })),
    ...left.map((place) => leftOut(place, chosen, ruleIds, policy?.refused?.[0] ?? -1)),
    ...full.map(fullResult),
  ].sort((a, b) => Number(b.result === 'CHOSEN') - Number(a.result === 'CHOSEN'));
  const cheapest = capable.toSorted(byCost)[0];
  const winner = capable.find(({ result }) => result === 'CHOSEN');
  const fullness = new Map([
    ...softFull,
    ...full.map(([partnerId, , , , words]): [string, string] => [partnerId, words]),
  ]);
  const named = typeof uncovered === 'number' ? [] : uncovered;
  const premium = winner === undefined ? null : paiseOf(winner) - paiseOf(cheapest!);
  const decision: Omit<Decision, 'sentence'> = {
    policyId: policy?.id ?? null,
    version: policy?.version ?? null,
    changeId: kept.changeId,
    at: isoTime(kept.at),
    strategy: kept.strategy,
    rules: policy === undefined ? [] : ruleIds.map((ruleId, index) => ruleResult(ruleId, index, policy)),
    candidates: [
      ...capable,
      ...incapable.map(([partnerId, place]) => incapableResult(partnerId, reasons[place]!)),
      ...named.map((partnerId) => incapableResult(partnerId, ['INSUFFICIENT_COVERAGE'])),
    ],
    uncovered: typeof uncovered === 'number' ? uncovered : 0,
    refused: policy?.refused === undefined ? null : refusal(policy.refused, ruleIds),
    premium: premium === null ? null : toRupees(premium),
  };
  return {
    ...decision,
    sentence: sentenceOf(decision, {
      ...{ winner, cheapest, placed: placedBy(policy, ruleIds), fullness },
      isAlternative: kept.isAlternative === true,
      rankedBy: policy?.rankedBy ?? rankingOf(kept.strategy),
      excluded: excludedWords(kept.excluded),
    }),
  };
}

const paiseOf = ({ cost }: Capable): number => Math.round(cost * 100);

/** Cheaper first, then faster, then the lower partnerId. */
const byCost = (a: Capable, b: Capable): number =>
  a.cost - b.cost || a.hours - b.hours || (a.partnerId < b.partnerId ? -1 : 1);

function rankedResult(
  [partnerId, hours, cost, time, failure, coverage, added = []]: KeptRanked,
  rank: number,
  chosen: string | undefined,
  ruleIds: readonly string[],
  keptLanded: KeptLanded | undefined,
): Capable {
  const landed = keptLanded && landedIn(keptLanded);
  const scored = landed?.totalPaise ?? cost;
  const sum = added.reduce((total, [, paise]) => total + paise, scored + time + failure + coverage);
  return {
    partnerId,
    result: partnerId === chosen ? 'CHOSEN' : 'RANKED',
    cost: toRupees(cost),
    hours,
    rank,
    score: toRupees(sum),
    parts: {
      cost: toRupees(scored),
      time: toRupees(time),
      failure: toRupees(failure),
      coverage: toRupees(coverage),
    },
    ...(landed !== undefined && { landed: shownLanded(landed) }),
    adjustments: added.map(([rule, paise]) => ({ ruleId: ruleIds[rule]!, rupees: toRupees(paise) })),
  };
}

/** What the share that decided counts of the member of a candidate; of nobody else anything. */
function shareOf(
  index: number,
  share: KeptPolicy['share'],
  ruleIds: readonly string[],
): Pick<CandidateResult, 'share'> {
  const counts = share?.members[share.of[index]!];
  if (counts === undefined) return {};
  const [percent, due, done] = counts;
  return { share: { ruleId: ruleIds[share!.rule]!, percent: percent / HUNDREDTHS, due: due / PARCEL, done } };
}

const HUNDREDTHS = 100;

/**
 * A rule may have excluded a partner that was selected by hand.
 * @param refusing the place of the rule that refuses the shipment, and so everybody; −1: none
 */
function leftOut(
  [partnerId, hours, cost, excluding]: NonNullable<KeptDecision['left']>[number],
  chosen: string | undefined,
  ruleIds: readonly string[],
  refusing: number,
): Capable {
  const rule = excluding === -1 ? refusing : excluding;
  return {
    partnerId,
    result: partnerId === chosen ? 'CHOSEN' : 'EXCLUDED',
    ...(rule !== -1 && { ruleId: ruleIds[rule]! }),
    cost: toRupees(cost),
    hours,
  };
}

const fullResult = ([partnerId, hours, cost, capacityId]: NonNullable<KeptDecision['full']>[number]): Capable => ({
  partnerId,
  result: 'FULL',
  capacityId,
  cost: toRupees(cost),
  hours,
});

const incapableResult = (partnerId: string, reasons: CandidateResult['reasons']): CandidateResult => ({
  partnerId,
  result: 'INCAPABLE',
  reasons,
});

function ruleResult(ruleId: string, index: number, { results, failed }: KeptPolicy): RuleResult {
  const note = results[index]!;
  const held = Object.entries(RESULTS).find(([, value]) => value === note);
  if (held !== undefined) return { ruleId, result: held[0] as keyof typeof RESULTS };
  const [member, was] = failed[placeOf(note)]!;
  return { ruleId, result: 'NO', failed: member as WantedMember, was };
}

const refusal = ([rule, code, message]: NonNullable<KeptPolicy['refused']>, ruleIds: readonly string[]) => ({
  ruleId: ruleIds[rule]!,
  code,
  message,
});

interface SentenceParts {
  winner: Capable | undefined;
  cheapest: Capable | undefined;
  /** The order or share that counted, in words; null: none. */
  placed: string | null;
  /** How a partner is full, in words. */
  fullness: ReadonlyMap<string, string>;
  /** The winner is the best in place of the one that was selected by hand. */
  isAlternative: boolean;
  /** The strategy whose score ranked. */
  rankedBy: Strategy;
  /** The end of the sentence where the request left partners out, which may be cheaper; ''. */
  excluded: string;
}

const rupeesText = (rupees: number): string =>
  `₹${rupees.toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

/** With a full stop, unless its own end is one. */
const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Fit for the phone: who, why, and what it costs more than the cheapest one. */
function sentenceOf(
  { refused, policyId, candidates, premium, strategy }: Omit<Decision, 'sentence'>,
  { winner, cheapest, placed, fullness, isAlternative, rankedBy, excluded }: SentenceParts,
): string {
  if (refused !== null) return ended(`Refused by ${refused.ruleId}: ${refused.message}`);
  if (cheapest === undefined) return 'Nobody can carry it.';
  if (candidates.every(({ result }) => result === 'FULL' || result === 'INCAPABLE'))
    return 'All that can carry it are full.';
  if (winner === undefined)
    return policyId === null || candidates.some(({ result }) => result === 'RANKED')
      ? 'The selected partner does not get it.'
      : `The policy ${policyId} lets nobody have it.`;
  const isByHand = strategy === 'MANUAL_SELECTION' && !isAlternative;
  const best = whyOf(winner, rankedBy, placed);
  const why = isByHand ? 'selected by hand' : `${best}${isAlternative ? ', not the selected one' : ''}`;
  if (premium === 0) return `${winner.partnerId}: ${why}; nobody is cheaper${excluded}.`;
  if (winner.landed !== undefined && cheapest.landed !== undefined) {
    const after = landedWords(Math.round((winner.landed.total - cheapest.landed.total) * 100));
    return `${winner.partnerId}: ${why}; ${rupeesText(premium!)} dearer than ${cheapest.partnerId}, ${after}${excluded}.`;
  }
  const whose = `${cheapest.partnerId}${passedOver(cheapest, fullness)}`;
  return `${winner.partnerId}: ${why}; ${rupeesText(premium!)} above the cheapest, ${whose}${excluded}.`;
}

/** @param paise what the winner's landed cost is above that of the cheapest one */
function landedWords(paise: number): string {
  if (paise === 0) return 'the same after returns';
  return `${rupeesText(toRupees(Math.abs(paise)))} ${paise < 0 ? 'less' : 'more'} after returns`;
}

function excludedWords([partnerIds, count]: NonNullable<KeptDecision['excluded']> = [[], 0]): string {
  if (count === 0) return '';
  const more = count - partnerIds.length;
  return `; the request leaves out ${partnerIds.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Why the cheapest one does not get it, if that is known. */
function passedOver({ partnerId, ruleId }: Capable, fullness: SentenceParts['fullness']): string {
  const words = fullness.get(partnerId);
  if (words !== undefined) return `, which is ${words}`;
  return ruleId === undefined ? '' : `, which ${ruleId} excludes`;
}

function placedBy(policy: KeptPolicy | undefined, ruleIds: readonly string[]): string | null {
  if (policy?.order !== undefined) return `order ${ruleIds[policy.order]}`;
  return policy?.share === undefined ? null : shareWords(policy.share, ruleIds);
}

/** Such as `share season-split (35 %, so far 34.6 %)`: of the window, without this shipment. */
function shareWords({ rule, members, of }: NonNullable<KeptPolicy['share']>, ruleIds: readonly string[]): string {
  const all = members.reduce((sum, [, , done]) => sum + done, 0) - 1;
  const [percent, , done] = members[of[0]!]!;
  const soFar = all === 0 ? 'the first one' : `so far ${oneDecimal((100 * (done - 1)) / all)} %`;
  return `share ${ruleIds[rule]} (${percent / HUNDREDTHS} %, ${soFar})`;
}

const oneDecimal = (value: number): string => String(Math.round(value * 10) / 10);

function whyOf({ adjustments = [], landed }: Capable, rankedBy: Strategy, placed: string | null): string {
  if (placed !== null) return placed;
  const ofLanded = rankedBy === 'CHEAPEST' ? 'landed cost' : `landed cost (${rankedBy})`;
  const adjusted = adjustments
    .filter(({ rupees }) => rupees !== 0)
    .map(({ ruleId, rupees }) => `${ruleId} ${rupees < 0 ? '−' : '+'}${rupeesText(Math.abs(rupees))}`);
  return `the best by ${landed === undefined ? rankedBy : ofLanded}${adjusted.length > 0 ? ` with ${adjusted.join(', ')}` : ''}`;
}
