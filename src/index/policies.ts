/** The policies of the house, from their documents to what is evaluated. */
import { hash } from 'node:crypto';
import {
  type Condition,
  WANTED_MEMBERS,
  type ConditionValues,
  type WantedAttribute,
  type WantedMember,
} from '../domain/allocation/conditions.js';
import type { GroupSet } from '../domain/allocation/parcel.js';
import type { Action, Policy, Rank, Rule, Share } from '../domain/allocation/policy.js';
import { memberOf, type Selector } from '../domain/allocation/selector.js';
import { minutesOfClock } from '../domain/calendar.js';
import { canonicalJson } from '../domain/canonical.js';
import { periodOf } from '../domain/dates.js';
import { scaleDecimal, toPaise } from '../domain/money.js';
import { ASKED_STRATEGIES } from '../domain/strategies.js';
import { CUSTOMER_TYPES, PAYMENT_TYPES, serviceMask, SHIPMENT_TYPES, URGENCY_LEVELS } from '../domain/vocabulary.js';
import { derivedFrom } from '../model/derived.js';
import type { AllocationPolicy } from '../model/documents.js';
import { builderOf, packed, resolveAs, unpacked } from './columns.js';
import type { Block } from './layout.js';
import { groupsIn, type PlaceGroups } from './place-groups.js';

type RuleDocument = AllocationPolicy['rules'][number];
type WhenDocument = RuleDocument['when'];

/** Those that are active. */
const columnsFor = ({ policies }: { policies: readonly AllocationPolicy[] }) => ({
  documents: packed(policies.filter(({ status }) => status).sort(byPriority)),
});

const byPriority = (a: AllocationPolicy, b: AllocationPolicy): number =>
  a.priority - b.priority || (a.policyId < b.policyId ? -1 : 1);

export const buildPolicies = builderOf(columnsFor);

/** The documents of the policies that are active, by priority and policyId. */
export function resolvePolicies(block: Block): readonly AllocationPolicy[] {
  return unpacked<AllocationPolicy[]>(resolveAs<typeof columnsFor>(block).documents);
}

/** The policies of these documents, in their order. */
export const policiesOf = derivedFrom(
  (documents: readonly AllocationPolicy[], groups: PlaceGroups): readonly Policy[] =>
    documents.map((document) => policyOf(document, groups)),
);

/** A policy as it is evaluated, whatever its status. */
export function policyOf(document: AllocationPolicy, groups: PlaceGroups): Policy {
  const { policyId, appliesTo, governs, rank, rules } = document;
  const { customerIds, callers, fromGroups } = appliesTo ?? {};
  const active = rules.filter(({ status }) => status).map((rule) => ruleOf(policyId, rule, groups));
  return {
    policyId,
    version: hash('sha256', canonicalJson(document), 'hex').slice(0, 16),
    period: periodOf(document),
    scope: {
      customerIds: setOf(customerIds),
      callers: setOf(callers),
      fromGroups: fromGroups ? groupsIn(fromGroups, groups) : null,
    },
    governs: governs ?? ['BEST_MATCH'],
    rank: rank ? rankOf(rank) : null,
    isCounting: active.some(({ action }) => action.kind === 'share'),
    rules: active,
  };
}

const setOf = (values: readonly string[] | null | undefined): ReadonlySet<string> | null =>
  values ? new Set(values) : null;

function ruleOf(policyId: string, rule: RuleDocument, groups: PlaceGroups): Rule {
  return {
    ruleId: rule.ruleId,
    when: conditionsOf(rule.when, groups),
    action: actionOf(policyId, rule),
    isBinding: rule.binding === true,
    isStop: rule.stop === true,
    period: periodOf(rule),
  };
}

function actionOf(
  policyId: string,
  { ruleId, exclude, only, adjust, rank, order, share, refuse }: RuleDocument,
): Action {
  if (exclude) return { kind: 'exclude', of: selectorOf(exclude) };
  if (only) return { kind: 'only', of: selectorOf(only) };
  if (adjust) {
    const { rupees, percent } = adjust;
    const isPercent = typeof percent === 'number';
    return { kind: 'adjust', of: selectorOf(adjust), amount: hundredths(isPercent ? percent : rupees!), isPercent };
  }
  if (rank) return { kind: 'rank', rank: rankOf(rank) };
  if (order)
    return {
      kind: 'order',
      order: { members: order.partners.map(memberOf), atMostAbovePaise: paiseOr(order.atMostAbove, Infinity) },
    };
  if (share) return { kind: 'share', share: shareOf(`share/${policyId}/${ruleId}`, share) };
  return { kind: 'refuse', words: refuse! };
}

const HASH_LENGTH = 8;

function shareOf(name: string, { of, per, atMostAbove }: NonNullable<RuleDocument['share']>): Share {
  const hashed = canonicalJson([of.map(({ partner, percent }) => [partner, percent]), per]);
  return {
    members: of.map(({ partner }) => memberOf(partner)),
    percents: of.map(({ percent }) => hundredths(percent)),
    least: of.map(({ min }) => min ?? 0),
    most: of.map(({ max }) => max ?? Infinity),
    per,
    atMostAbovePaise: paiseOr(atMostAbove, Infinity),
    counter: `${name}/${hash('sha256', hashed, 'hex').slice(0, HASH_LENGTH)}`,
  };
}

/** Of an amount or a percentage with a sign, which has two decimals. */
const hundredths = (value: number): number => Math.sign(value) * scaleDecimal(Math.abs(value), 100);

const paiseOr = (rupees: number | null | undefined, otherwise: number): number =>
  typeof rupees === 'number' ? toPaise(rupees) : otherwise;

function rankOf({ strategy, weights, cost }: NonNullable<AllocationPolicy['rank']>): Rank {
  const given = Object.entries(weights ?? {}).filter(([, value]) => value !== null);
  return { strategy: strategy ?? null, weights: Object.fromEntries(given), isLanded: cost === 'LANDED' };
}

type SelectorDocument = NonNullable<RuleDocument['exclude']>;

function selectorOf(selecting: SelectorDocument): Selector {
  const { partners, lanes, hoursFrom, hoursTo, costFrom, costTo, aboveCheapest, rtoFrom, onTimeTo } = selecting;
  return {
    partners: partners?.map(memberOf) ?? null,
    lanes: setOf(lanes),
    hoursFrom: hoursFrom ?? 0,
    hoursTo: hoursTo ?? Infinity,
    costFromPaise: paiseOr(costFrom, 0),
    costToPaise: paiseOr(costTo, Infinity),
    aboveCheapestPaise: paiseOr(aboveCheapest, -Infinity),
    outcomes: outcomeBoundsOf(rtoFrom, onTimeTo),
  };
}

/** A hundredth of a percent is a ten-thousandth. */
const outcomeBoundsOf = (rtoFrom: number | null | undefined, onTimeTo: number | null | undefined) =>
  typeof rtoFrom === 'number' || typeof onTimeTo === 'number'
    ? { rtoFrom: hundredths(rtoFrom ?? 0), onTimeTo: typeof onTimeTo === 'number' ? hundredths(onTimeTo) : Infinity }
    : null;

type ValueMakers = {
  readonly [M in WantedMember]: (
    value: NonNullable<WhenDocument[M]>,
    when: WhenDocument,
    groups: PlaceGroups,
  ) => ConditionValues[M];
};

const maskOf =
  <V>(vocabulary: readonly V[]) =>
  (values: readonly V[]): number =>
    values.reduce((mask, value) => mask | (1 << vocabulary.indexOf(value)), 0);
const numbers = (values: readonly (string | number)[]): ReadonlySet<number> => new Set(values.map(Number));
const groupsOf = (ids: readonly string[], _: WhenDocument, groups: PlaceGroups): GroupSet => groupsIn(ids, groups);
const grams = (kilograms: number): number => scaleDecimal(kilograms, 1000);
const same = <V>(value: V): V => value;
const MINUTES_A_DAY = 1440;
const spanOf = (_: string, { timeFrom, timeTo }: WhenDocument) => ({
  from: timeFrom ? minutesOfClock(timeFrom) : 0,
  to: timeTo ? minutesOfClock(timeTo) : MINUTES_A_DAY,
});

const WANTED: ValueMakers = {
  customerIds: (ids) => new Set(ids),
  customerTypes: maskOf(CUSTOMER_TYPES),
  paymentTypes: maskOf(PAYMENT_TYPES),
  shipmentTypes: maskOf(SHIPMENT_TYPES),
  urgencies: maskOf(URGENCY_LEVELS),
  strategies: maskOf(ASKED_STRATEGIES),
  services: serviceMask,
  attributes: (wanted) => Object.entries(wanted).map(([name, values]) => attributeOf(name, values)),
  fromGroups: groupsOf,
  toGroups: groupsOf,
  fromStates: numbers,
  toStates: numbers,
  fromPincodes: numbers,
  toPincodes: numbers,
  sameCity: same,
  sameState: same,
  kmFrom: same,
  kmTo: same,
  kgFrom: grams,
  kgTo: grams,
  valueFrom: toPaise,
  valueTo: toPaise,
  codFrom: toPaise,
  codTo: toPaise,
  weekdays: (days) => days.reduce((mask, day) => mask | (1 << (day - 1)), 0),
  timeFrom: spanOf,
  timeTo: spanOf,
  not: (when, _, groups) => conditionsOf(when, groups),
};

function conditionsOf(when: WhenDocument, groups: PlaceGroups): Condition[] {
  return WANTED_MEMBERS.flatMap((member) => {
    const value = when[member];
    if (value === null || value === undefined) return [];
    const make = WANTED[member] as (value: unknown, when: WhenDocument, groups: PlaceGroups) => unknown;
    return [{ member, wanted: make(value, when, groups) } as Condition];
  });
}

type AttributeValues = NonNullable<WhenDocument['attributes']>[string];

function attributeOf(name: string, wanted: AttributeValues): WantedAttribute {
  if (Array.isArray(wanted)) return { name, values: wanted };
  const { from, to } = wanted as { from?: number | null; to?: number | null };
  return { name, from: from ?? -Infinity, to: to ?? Infinity };
}
