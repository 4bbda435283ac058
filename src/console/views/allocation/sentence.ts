/** A rule of a policy as a sentence: "COD from ₹25,000 to RISKY_COD: not kachhua-cargo." */
import type { AllocationPolicy } from '../../../model/documents.js';
import { moment, rupees } from '../../parts/words.js';

export type PolicyRule = AllocationPolicy['rules'][number];
type RuleCondition = PolicyRule['when'];
type Conditions = Omit<RuleCondition, 'not'>;

/** Of a list with at least one entry: `A, B or C`. */
const listed = (values: readonly (string | number)[], last = 'or'): string =>
  values.length < 2 ? String(values[0]) : `${values.slice(0, -1).join(', ')} ${last} ${values.at(-1)}`;

type Span<T> = readonly [from: T | null | undefined, to: T | null | undefined];

function span<T>(what: string, [from, to]: Span<T>, show: (value: T) => string): string[] {
  if ((from ?? null) === null && (to ?? null) === null) return [];
  if ((to ?? null) === null) return [`${what} from ${show(from!)}`];
  if ((from ?? null) === null) return [`${what} below ${show(to!)}`];
  return [`${what} from ${show(from!)} to below ${show(to!)}`];
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const PAYMENTS = { COD: 'COD', PREPAID: 'prepaid' } as const;

/** The members of a condition in words, in the order in which they are looked at. */
function membersOf(when: Conditions): string[] {
  const one = (list: readonly (string | number)[] | null | undefined, words: (text: string) => string): string[] =>
    list ? [words(listed(list))] : [];
  const attributes = Object.entries(when.attributes ?? {}).map(([name, wanted]) => {
    if (Array.isArray(wanted)) return `${name} ${listed(wanted.map(String))}`;
    const { from, to } = wanted as { from?: number | null; to?: number | null };
    return span(name, [from, to], String).join('');
  });
  return [
    ...one(when.customerIds, (text) => `of customer ${text}`),
    ...one(when.customerTypes, (text) => `of ${text} customers`),
    ...one(
      when.paymentTypes?.map((type) => PAYMENTS[type]),
      (text) => text,
    ),
    ...one(when.shipmentTypes, (text) => text),
    ...one(when.urgencies, (text) => `urgency ${text}`),
    ...one(when.strategies, (text) => `asked by ${text}`),
    ...one(when.services, (text) => `with ${text}`),
    ...attributes,
    ...one(when.fromGroups, (text) => `from ${text}`),
    ...one(when.toGroups, (text) => `to ${text}`),
    ...one(when.fromStates, (text) => `from state ${text}`),
    ...one(when.toStates, (text) => `to state ${text}`),
    ...one(when.fromPincodes, (text) => `from ${text}`),
    ...one(when.toPincodes, (text) => `to ${text}`),
    ...(typeof when.sameCity === 'boolean' ? [when.sameCity ? 'within a city' : 'between cities'] : []),
    ...(typeof when.sameState === 'boolean' ? [when.sameState ? 'within a state' : 'between states'] : []),
    ...span('distance', [when.kmFrom, when.kmTo], (km) => `${km} km`),
    ...span('weight', [when.kgFrom, when.kgTo], (kg) => `${kg} kg`),
    ...span('value', [when.valueFrom, when.valueTo], rupees),
    ...span('amount to collect', [when.codFrom, when.codTo], rupees),
    ...one(
      when.weekdays?.map((day) => DAYS[day - 1]!),
      (text) => `on ${text}`,
    ),
    ...span('time', [when.timeFrom, when.timeTo], String),
  ];
}

/** `every parcel`, or what must hold. */
export function conditionWords(when: RuleCondition): string {
  const { not, ...conditions } = when;
  const members = membersOf(conditions);
  const words = members.length === 0 ? 'every parcel' : members.join(', ');
  return not ? `${words}, unless ${membersOf(not).join(', ')}` : words;
}

type CandidateSelector = NonNullable<PolicyRule['exclude']>;

function selectorWords(selecting: CandidateSelector): string {
  const { partners, lanes, hoursFrom, hoursTo, costFrom, costTo, aboveCheapest, rtoFrom, onTimeTo } = selecting;
  const parts = [
    ...(partners ? [listed(partners)] : []),
    ...(lanes ? [`those on lane ${listed(lanes)}`] : []),
    ...span('transit', [hoursFrom, hoursTo], (hours) => `${hours} hours`),
    ...span('cost', [costFrom, costTo], rupees),
    ...(typeof aboveCheapest === 'number' ? [`over ${rupees(aboveCheapest)} above the cheapest`] : []),
    ...(typeof rtoFrom === 'number' ? [`returns from ${rtoFrom} %`] : []),
    ...(typeof onTimeTo === 'number' ? [`on time below ${onTimeTo} %`] : []),
  ];
  return parts.length === 0 ? 'all' : parts.join(', ');
}

const above = (most: number | null | undefined): string =>
  typeof most === 'number' ? `, at most ${rupees(most)} above the cheapest` : '';

/** What the rule does with it. */
export function actionWords({ exclude, only, adjust, rank, order, share, refuse }: PolicyRule): string {
  if (exclude) return `not ${selectorWords(exclude)}`;
  if (only) return `only ${selectorWords(only)}`;
  if (adjust) {
    const by = adjust.percent ?? adjust.rupees ?? 0;
    const amount = typeof adjust.percent === 'number' ? `${Math.abs(by)} % of the cost` : rupees(Math.abs(by));
    return `${amount} ${by < 0 ? 'less' : 'more'} in the score of ${selectorWords(adjust)}`;
  }
  if (rank) return rankWords(rank);
  if (order) return `first ${order.partners.join(', then ')}${above(order.atMostAbove)}`;
  if (share) {
    const members = share.of.map(({ partner, percent, min, max }) => {
      const bounds = [...(min ? [`at least ${min}`] : []), ...(typeof max === 'number' ? [`at most ${max}`] : [])];
      return `${percent} % ${partner}${bounds.length === 0 ? '' : ` (${bounds.join(', ')})`}`;
    });
    return `shared ${listed(members, 'and')} per ${share.per.toLowerCase()}${above(share.atMostAbove)}`;
  }
  return refuse ? `refused: ${refuse.message}` : 'nothing';
}

/** `ranked by BALANCED and what it costs in the end, an hour at ₹2.00`. */
export function rankWords({ strategy, cost, weights }: NonNullable<PolicyRule['rank']>): string {
  const { hourValue, failureCost, coverageCost } = weights ?? {};
  const at = (what: string, amount: number | null | undefined): string =>
    typeof amount === 'number' ? `, ${what} at ${rupees(amount)}` : '';
  return (
    `ranked by ${strategy ?? 'what was asked'}${cost === 'LANDED' ? ' and what it costs in the end' : ''}`
    + at('an hour', hourValue)
    + at('a failed delivery', failureCost)
    + at('no coverage', coverageCost)
  );
}

/** `, from 24 Dec 2026, 00:00 IST`. */
export const periodWords = ({ validFrom, validTo }: Pick<PolicyRule, 'validFrom' | 'validTo'>): string =>
  `${validFrom ? `, from ${moment(validFrom)}` : ''}${validTo ? `, until ${moment(validTo)}` : ''}`;

export const ruleWords = (rule: PolicyRule): string => {
  const words = `${conditionWords(rule.when)}: ${actionWords(rule)}`;
  const binding = rule.binding === true ? ', whatever becomes of it' : '';
  const stop = rule.stop === true ? '; then no later rule counts' : '';
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${binding}${stop}${periodWords(rule)}.`;
};
