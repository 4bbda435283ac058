/** Random place groups, policies, requests, contenders and counts of shares, for the reference model of allocation. */
import { CUSTOMER_TYPES, PAYMENT_TYPES, SHIPMENT_TYPES, URGENCY_LEVELS } from '../../src/domain/vocabulary.js';
import type {
  Adjustment,
  Asked,
  Contender,
  Order,
  Parcel,
  PlaceGroup,
  Policy,
  Rank,
  Rule,
  Selector,
  Share,
  ShareCount,
  ShareCounts,
} from './allocation-types.js';
import type { Validity } from './documents.js';
import {
  BRANDS,
  CUSTOMERS,
  fromOf,
  oneOf,
  PLACES,
  type RandomRequest,
  randomWhen,
  SERVICES,
  STRATEGIES,
  toOf,
} from './random-whens.js';
import type { Rng } from './rng.js';

/** What a round is about. */
export interface RandomAllocation extends RandomRequest {
  /** All partners; the contenders are some of them. */
  partners: Pick<Contender, 'partnerId' | 'groups'>[];
  policies: Policy[];
  contenders: Contender[];
  /** By policyId. */
  counts: Record<string, ShareCounts>;
}

const DAY_MS = 86_400_000;
const CALLERS = ['service:main-system', 'service:warehouse', 'partner:p01'];
export const GROUP_IDS = ['METRO', 'RISKY_COD', 'NORTH', 'HILLS', 'ISLANDS'];
const PARTNER_GROUPS = ['AIR', 'SURFACE', 'OWN_FLEET'];
const LANES = ['A', 'B', 'C1'];

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

export function randomGroup(rng: Rng, groupId: string): PlaceGroup {
  return {
    groupId,
    name: `Group ${groupId}`,
    states: rng.some([1, 2, 3], 0.15),
    cities: rng.some([11, 12, 21, 22, 31], 0.2),
    areas: rng.chance(0.2) ? null : rng.some([1101, 1102, 2102, 2201, 3101], 0.15),
    pincodes: rng.some(PLACES, 0.25).map(({ pincode }) => pincode),
    ...(rng.chance(0.5) && { exceptPincodes: rng.some(PLACES, 0.15).map(({ pincode }) => pincode) }),
    status: rng.chance(0.9),
  };
}

function randomParcel(rng: Rng): Parcel {
  const paymentType = rng.pick(PAYMENT_TYPES);
  return {
    customerId: rng.pick([null, ...CUSTOMERS]),
    customerType: rng.pick(CUSTOMER_TYPES),
    paymentType,
    shipmentType: rng.pick(SHIPMENT_TYPES),
    urgency: rng.pick(URGENCY_LEVELS),
    services: distinct(['PICKUP', 'DELIVERY', paymentType, ...rng.some(SERVICES.slice(4), 0.3)]),
    attributes: {
      ...(rng.chance(0.8) && { brand: rng.pick(BRANDS) }),
      ...(rng.chance(0.8) && { boxes: rng.int(0, 6) }),
      ...(rng.chance(0.8) && { fragile: rng.chance(0.5) }),
    },
    from: rng.pick(PLACES),
    to: rng.pick(PLACES),
    km: rng.scaled(1, 25_000, 1),
    grams: rng.pick([500, 1_000, 2_500, rng.int(1, 50_000)]),
    declaredValue: rng.pick([0, 2_500, rng.scaled(1, 5_000_000, 2)]),
    codAmount: paymentType === 'COD' ? rng.scaled(1, 5_000_000, 2) : 0,
  };
}

type Preferences = Pick<Asked, 'selected' | 'allowAlternatives' | 'weights' | 'policyId'>;

function randomAsked(rng: Rng, { urgency }: Parcel, partnerIds: string[], contenders: Contender[]): Asked {
  const strategy = rng.pick([
    'BEST_MATCH',
    'BEST_MATCH',
    ...STRATEGIES,
    'MANUAL_SELECTION',
    'MANUAL_SELECTION',
  ] as const);
  const minute = Date.parse('2026-11-02T00:00:00+05:30') + rng.int(0, 60 * 1_440) * 60_000;
  const preferences: Preferences = {
    ...(rng.chance(0.3) && { weights: randomWeights(rng) }),
    ...(rng.chance(0.06) && { policyId: rng.pick(['policy-1', 'policy-2', 'policy-3', 'NONE']) }),
    ...(strategy === 'MANUAL_SELECTION' && {
      selected: rng.chance(0.85) ? rng.pick(contenders).partnerId : rng.pick(partnerIds),
      ...(rng.chance(0.7) && { allowAlternatives: rng.chance(0.75) }),
    }),
  };
  return { caller: rng.pick(CALLERS), strategy, at: minute + rng.pick([0, 1, 59_999]), urgency, ...preferences };
}

function randomContender(
  rng: Rng,
  { partnerId, groups }: Pick<Contender, 'partnerId' | 'groups'>,
  hasTerms: boolean,
): Contender {
  return {
    partnerId,
    groups,
    lane: rng.pick([null, ...LANES]),
    hours: rng.pick([12, 24, 36, 48, 72, 100]),
    cost: rng.pick([50, 5_000, 5_000, 6_250, 7_500, rng.int(100, 60_000)]),
    successRate: rng.pick([0.9, 0.95, 0.98, 0.9123]),
    coverageScore: rng.pick([0.8, 0.9, 0.95, 1]),
    isSoftFull: rng.chance(0.15),
    landed: hasTerms ? rng.pick([50, 5_000, 5_100, 6_250, rng.int(100, 60_000)]) : null,
    outcomes: rng.chance(0.7) ? { rto: rng.pick([0, 12.49, 12.5, 31.02]), onTime: rng.pick([89.99, 90, 100]) } : null,
  };
}

function randomWeights(rng: Rng): NonNullable<Asked['weights']> {
  return {
    ...(rng.chance(0.5) && { hourValue: rng.pick([0, 0.01, 1.25, 10]) }),
    ...(rng.chance(0.5) && { failureCost: rng.pick([0, 99.99, 1_000]) }),
    ...(rng.chance(0.5) && { coverageCost: rng.pick([0, 0.1, 75]) }),
  };
}

/** Mostly in force, here and there from or until the very moment; seldom just over or just to come. */
function randomValidity(rng: Rng, at: number): Validity {
  const iso = (ms: number): string => new Date(ms).toISOString();
  const from = rng.pick([null, iso(at), iso(at - DAY_MS), iso(at + rng.pick([0, 1]))]);
  const to = rng.pick([null, iso(at), iso(at + DAY_MS), iso(at - rng.pick([0, 1]))]);
  return rng.pick<() => Validity>([
    () => ({}),
    () => ({}),
    () => ({}),
    () => ({ validFrom: from }),
    () => ({ validTo: to, validFrom: null }),
    () => ({ validFrom: iso(at - 1), validTo: to === iso(at - 1) ? null : to }),
  ])();
}

/** What rules of a round name. */
interface Surroundings extends RandomRequest {
  partnerIds: string[];
  contenders: Contender[];
}

/** A contender mostly, a group of partners, or a partner that is no contender. */
function randomName(rng: Rng, { partnerIds, contenders }: Surroundings): string {
  if (rng.chance(0.3)) return `group:${rng.pick(PARTNER_GROUPS)}`;
  return rng.chance(0.85) ? rng.pick(contenders).partnerId : rng.pick(partnerIds);
}

const randomNames = (rng: Rng, around: Surroundings, count: number): string[] =>
  distinct(Array.from({ length: count }, () => randomName(rng, around)));

/** Rupees by which a contender is dearer than the cheapest one, or a paisa less. */
function randomAbove(rng: Rng, { contenders }: Surroundings): number {
  const costs = contenders.map(({ cost }) => cost);
  return Math.max(0, rng.pick(costs) - Math.min(...costs) - rng.pick([0, 0, 1])) / 100;
}

function randomSelector(rng: Rng, around: Surroundings): Selector {
  const { hours, cost } = rng.pick(around.contenders);
  const members: (() => Selector)[] = [
    () => ({ partners: randomNames(rng, around, rng.int(1, 3)) }),
    () => ({ partners: randomNames(rng, around, rng.int(1, 3)), lanes: null }),
    () => ({ lanes: rng.shuffled(LANES).slice(0, rng.int(1, 2)) }),
    () => ({ hoursFrom: fromOf(rng, hours, rng.chance(0.5)) }),
    () => ({ hoursTo: toOf(rng, hours, rng.chance(0.5)) }),
    () => ({ costFrom: fromOf(rng, cost, rng.chance(0.5)) / 100 }),
    () => ({ costTo: toOf(rng, cost, rng.chance(0.5)) / 100 }),
    () => ({ aboveCheapest: randomAbove(rng, around) }),
  ];
  const ofOutcomes = rng.chance(0.08)
    ? rng.pick<Selector>([{ rtoFrom: 12.5 }, { onTimeTo: 90 }, { rtoFrom: 0, onTimeTo: 100 }])
    : {};
  const selector: Selector = { ...rng.pick(members)(), ...(rng.chance(0.25) && rng.pick(members)()), ...ofOutcomes };
  const { hoursFrom, hoursTo, costFrom, costTo } = selector;
  if ((hoursFrom ?? 0) >= (hoursTo ?? Infinity)) delete selector.hoursTo;
  if ((costFrom ?? 0) >= (costTo ?? Infinity)) delete selector.costTo;
  return selector;
}

/** Now and then just what makes two costs the same. */
function randomAdjustment(rng: Rng, around: Surroundings): Adjustment {
  const between = (rng.pick(around.contenders).cost - rng.pick(around.contenders).cost) / 100;
  const amount = rng.pick<Adjustment>([
    { rupees: rng.pick([between, rng.scaled(-10_000, 10_000, 2)]) },
    { percent: rng.pick([-100, -1, 1, 12.5, rng.scaled(-10_000, 10_000, 2)]), rupees: null },
  ]);
  return { ...randomSelector(rng, around), ...amount };
}

function randomRank(rng: Rng): Rank {
  return {
    ...(rng.chance(0.8) && { strategy: rng.pick([null, 'BEST_MATCH', 'BALANCED', 'CHEAPEST'] as const) }),
    ...(rng.chance(0.6) && { weights: rng.chance(0.2) ? null : randomWeights(rng) }),
    ...(rng.chance(0.3) && { cost: rng.pick([null, 'PRICE', 'LANDED', 'LANDED', 'LANDED'] as const) }),
  };
}

function randomAtMost(rng: Rng, around: Surroundings): { atMostAbove?: number | null } {
  const atMostAbove = randomAbove(rng, around);
  return rng.pick([{}, { atMostAbove: null }, { atMostAbove }, { atMostAbove }, { atMostAbove }]);
}

const randomOrder = (rng: Rng, around: Surroundings): Order => ({
  partners: randomNames(rng, around, rng.int(1, 5)),
  ...randomAtMost(rng, around),
});

/** Hundredths of a percent above 0 that sum to 100 %. */
export function randomPercents(rng: Rng, count: number): number[] {
  const cuts = new Set<number>();
  while (cuts.size < count - 1) cuts.add(rng.int(1, 9_999));
  const bounds = [0, ...[...cuts].sort((a, b) => a - b), 10_000];
  return bounds.slice(1).map((bound, at) => (bound - bounds[at]) / 100);
}

function randomShare(rng: Rng, around: Surroundings): Share {
  const names = randomNames(rng, around, rng.pick([3, 4, 5, 12]));
  const { partnerIds } = around;
  const partners = names.length > 1 ? names : [...names, partnerIds.find((partnerId) => partnerId !== names[0])!];
  const percents = randomPercents(rng, partners.length);
  return {
    of: partners.map((partner, at) => {
      const min = rng.pick([null, null, rng.int(0, 40)]);
      const max = rng.pick([null, (min ?? 0) + rng.int(0, 40)]);
      return { partner, percent: percents[at], ...(rng.chance(0.8) && { min, max }) };
    }),
    per: rng.pick(['DAY', 'WEEK', 'MONTH'] as const),
    ...randomAtMost(rng, around),
  };
}

/** Done at, just below or far from what a member's min and max are; due near what is done. */
function randomCount(rng: Rng, { of }: Share): ShareCount {
  const done = of.map(({ min, max }) => {
    const edges = [min ?? 0, (min ?? 0) - 1, max ?? 40, max ?? 30, (max ?? 40) - 1, rng.int(0, 40)];
    return Math.max(0, rng.pick(edges));
  });
  return { done, due: done.map((parcels) => Math.max(0, parcels * 1_000_000 + rng.int(-1_500_000, 3_000_000))) };
}

function randomAction(rng: Rng, around: Surroundings): Partial<Rule> {
  const isBinding = rng.chance(0.35) ? { binding: rng.chance(0.8) } : {};
  const makers: [weight: number, make: () => Partial<Rule>][] = [
    [3, () => ({ exclude: randomSelector(rng, around), ...isBinding })],
    [2, () => ({ only: randomSelector(rng, around), ...isBinding })],
    [4, () => ({ adjust: randomAdjustment(rng, around) })],
    [2, () => ({ rank: randomRank(rng) })],
    [4, () => ({ order: randomOrder(rng, around), rank: null })],
    [6, () => ({ share: randomShare(rng, around) })],
    [1, () => ({ refuse: { code: 'NOT_CARRIED', message: 'We do not carry this.' }, ...isBinding })],
  ];
  return rng.pick(makers.flatMap(([weight, make]) => Array.from({ length: weight }, () => make)))();
}

function randomRule(rng: Rng, around: Surroundings, at: number): Rule {
  return {
    ruleId: `rule-${at}`,
    ...(rng.chance(0.5) && { label: `Rule number ${at}` }),
    ...(rng.chance(0.9) && { when: randomWhen(rng, around) }),
    ...randomAction(rng, around),
    ...(rng.chance(0.15) && { stop: rng.chance(0.4) }),
    status: rng.chance(0.96),
    ...randomValidity(rng, around.asked.at),
  };
}

function randomAppliesTo(rng: Rng, { groups, asked, parcel }: RandomRequest): Policy['appliesTo'] {
  if (rng.chance(0.6)) return null;
  const holds = rng.chance(0.8);
  return rng.pick<Policy['appliesTo']>([
    { customerIds: oneOf(rng, CUSTOMERS, parcel.customerId ?? '', holds), callers: null },
    { callers: oneOf(rng, CALLERS, asked.caller, holds) },
    { fromGroups: rng.shuffled(groups.map(({ groupId }) => groupId)).slice(0, 2) },
    { callers: oneOf(rng, CALLERS, asked.caller, true), fromGroups: [rng.pick(groups).groupId] },
  ]);
}

function randomPolicy(rng: Rng, around: Surroundings, policyId: string): Policy {
  const governs = rng.pick<Policy['governs'] | undefined>([
    undefined,
    null,
    ['BEST_MATCH'],
    [...STRATEGIES],
    [...STRATEGIES],
    rng.some(STRATEGIES, 0.5),
  ]);
  return {
    policyId,
    name: `Policy ${policyId}`,
    priority: rng.int(1, 3),
    appliesTo: randomAppliesTo(rng, around),
    ...(governs !== undefined && { governs }),
    rank: rng.chance(0.4) ? randomRank(rng) : null,
    rules: Array.from({ length: rng.int(1, 12) }, (_, at) => randomRule(rng, around, at + 1)),
    status: rng.chance(0.95),
    ...randomValidity(rng, around.asked.at),
  };
}

/** Counts of most of the shares. */
function randomCounts(rng: Rng, { rules }: Policy): ShareCounts {
  const counted = rules.filter(({ share }) => share && rng.chance(0.8));
  return Object.fromEntries(counted.map(({ ruleId, share }) => [ruleId, randomCount(rng, share!)]));
}

/** One request, two to nine contenders for it, and one to three policies that are mostly about it. */
export function randomAllocation(rng: Rng): RandomAllocation {
  const groups = rng.shuffled(GROUP_IDS).map((groupId) => randomGroup(rng, groupId));
  const partners = Array.from({ length: 12 }, (_, at) => ({
    partnerId: `p${String(at + 1).padStart(2, '0')}`,
    groups: rng.some(PARTNER_GROUPS, 0.35),
  }));
  const partnerIds = partners.map(({ partnerId }) => partnerId);
  const hasTerms = rng.chance(0.7);
  const contenders = rng
    .shuffled(partners)
    .slice(0, rng.int(2, 9))
    .map((partner) => randomContender(rng, partner, hasTerms));
  const parcel = randomParcel(rng);
  const asked = randomAsked(rng, parcel, partnerIds, contenders);
  const around: Surroundings = { groups, asked, parcel, partnerIds, contenders };
  const policyIds = ['policy-1', 'policy-2', 'policy-3'].slice(0, rng.int(1, 3));
  const policies = policyIds.map((policyId) => randomPolicy(rng, around, policyId));
  const counts = Object.fromEntries(policies.map((policy) => [policy.policyId, randomCounts(rng, policy)]));
  return { groups, partners, policies, asked, parcel, contenders, counts };
}
