/** The house's own rules on who gets a parcel, as they are evaluated (docs/rules.md#policies). */
import { isWithin, type Period } from '../dates.js';
import type { GivenWeights, Strategy } from '../strategies.js';
import type { Condition } from './conditions.js';
import { type GroupSet, haveCommon, type PolicyParcel } from './parcel.js';
import type { Member, Selector } from './selector.js';
import type { ShareTerms } from './shares.js';
import type { WindowKind } from './windows.js';

/** In place of a policyId: no policy counts. */
export const NO_POLICY = 'NONE';

/** The strategies whose scores a policy may rank by. */
export const RANK_STRATEGIES = ['BEST_MATCH', 'BALANCED', 'CHEAPEST'] as const satisfies readonly Strategy[];
export type RankStrategy = (typeof RANK_STRATEGIES)[number];

/** What a score takes for cost: the price, or what the shipment is expected to cost in the end. */
export const RANK_COSTS = ['PRICE', 'LANDED'] as const;

/** How candidates are ranked: null, and weights that are left out: as the request says. */
export interface Rank {
  strategy: RankStrategy | null;
  /** Rupees. */
  weights: GivenWeights;
  isLanded: boolean;
}

export interface Order {
  members: readonly Member[];
  /** How much more than the cheapest candidate one of them may cost, in paise; Infinity: any. */
  atMostAbovePaise: number;
}

export interface Share extends ShareTerms {
  members: readonly Member[];
  per: WindowKind;
  /** For this policy, rule, members, percents and window: any other begins at nought. */
  counter: string;
}

export interface RefusalWords {
  code: string;
  message: string;
}

/** What a rule does. The amount of `adjust` is in paise, or in hundredths of a percent of the cost. */
export type Action =
  | { kind: 'exclude' | 'only'; of: Selector }
  | { kind: 'adjust'; of: Selector; amount: number; isPercent: boolean }
  | { kind: 'rank'; rank: Rank }
  | { kind: 'order'; order: Order }
  | { kind: 'share'; share: Share }
  | { kind: 'refuse'; words: RefusalWords };

export interface Rule {
  ruleId: string;
  when: readonly Condition[];
  action: Action;
  isBinding: boolean;
  isStop: boolean;
  period: Period;
}

/** Whose parcels a policy is for; null: everybody's. */
export interface PolicyScope {
  customerIds: ReadonlySet<string> | null;
  /** `kind:id`. */
  callers: ReadonlySet<string> | null;
  fromGroups: GroupSet | null;
}

export interface Policy {
  policyId: string;
  /** 16 hex digits of SHA-256 over its canonical document. */
  version: string;
  period: Period;
  scope: PolicyScope;
  governs: readonly Strategy[];
  rank: Rank | null;
  /** Whether a share may decide. */
  isCounting: boolean;
  /** Those that are active, in their order. */
  rules: readonly Rule[];
}

/** Whether a policy is for a parcel, at any time. */
export function isFor({ scope: { customerIds, callers, fromGroups } }: Policy, parcel: PolicyParcel): boolean {
  return (
    (customerIds === null || (parcel.customerId !== null && customerIds.has(parcel.customerId)))
    && (callers === null || callers.has(parcel.caller))
    && (fromGroups === null || haveCommon(fromGroups, parcel.from.groups))
  );
}

/**
 * The policy that counts for a parcel; null: none. Of the active ones that are in force at the moment asked at and are
 * for the parcel:
 *
 * 1. the one of `policyId`, if that is given, and no other;
 * 2. the lowest priority number;
 * 3. the lowest policyId.
 *
 * @param policies the active ones, by priority and policyId
 */
export function policyFor(policies: readonly Policy[], parcel: PolicyParcel, policyId?: string): Policy | null {
  for (const policy of policies) {
    if (policyId !== undefined && policy.policyId !== policyId) continue;
    if (isWithin(policy.period, parcel.rowsAt ?? parcel.askedAt) && isFor(policy, parcel)) return policy;
  }
  return null;
}
