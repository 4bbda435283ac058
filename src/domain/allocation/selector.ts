/** The candidates that a rule of a policy is about (docs/rules.md#policies). */
import type { DeliveryRisk } from '../outcomes/risk.js';
import type { Candidate } from '../strategies.js';

export interface PolicyCandidate extends Candidate {
  /** The groups that its partner is in. */
  groups: readonly string[];
  /** The letter of its own lane; null: it has none. */
  lane: string | null;
  /** Whether a soft limit of its partner is reached: it comes last, and no order or share chooses it. */
  isSoftFull: boolean;
}

/** A partner, or all partners of a group. */
export type Member = { partnerId: string } | { group: string };

const GROUP_PREFIX = 'group:';

/** Whether a text names a group of partners, and not a partner. */
export const isGroup = (text: string): boolean => text.startsWith(GROUP_PREFIX);

/** The member that a text names: a partnerId, or `group:` and a group of partners. */
export const memberOf = (text: string): Member =>
  isGroup(text) ? { group: text.slice(GROUP_PREFIX.length) } : { partnerId: text };

/** As documents name it: the opposite of {@link memberOf}. */
export const textOf = (member: Member): string =>
  'group' in member ? `${GROUP_PREFIX}${member.group}` : member.partnerId;

export const isOf = (member: Member, { partnerId, groups }: PolicyCandidate): boolean =>
  'group' in member ? groups.includes(member.group) : member.partnerId === partnerId;

/** All that is given must hold. Hours and paise: the lower bound is inclusive, the upper one exclusive. */
export interface Selector {
  partners: readonly Member[] | null;
  lanes: ReadonlySet<string> | null;
  hoursFrom: number;
  hoursTo: number;
  costFromPaise: number;
  costToPaise: number;
  /** The candidate costs more than this above the cheapest one that is left; -Infinity: no bound. */
  aboveCheapestPaise: number;
  /** Null: no bound by outcomes. */
  outcomes: OutcomeBounds | null;
}

/** In ten-thousandths. They do not hold of a partner without outcomes. */
interface OutcomeBounds {
  /** The least share that returns. */
  rtoFrom: number;
  /** The share in time is less. */
  onTimeTo: number;
}

/** What outcomes say of the parcel with a partner. */
export type RiskOf = (partnerId: string) => DeliveryRisk;

/** @param cheapestPaise the cost of the cheapest candidate that is left when the rule is reached */
export function selects(
  selector: Selector,
  candidate: PolicyCandidate,
  cheapestPaise: number,
  riskOf: RiskOf,
): boolean {
  const { partners, lanes, hoursFrom, hoursTo, costFromPaise, costToPaise, aboveCheapestPaise } = selector;
  const { hours, costPaise, lane } = candidate;
  return (
    (partners === null || partners.some((member) => isOf(member, candidate)))
    && (lanes === null || (lane !== null && lanes.has(lane)))
    && hours >= hoursFrom
    && hours < hoursTo
    && costPaise >= costFromPaise
    && costPaise < costToPaise
    && costPaise - cheapestPaise > aboveCheapestPaise
    && (selector.outcomes === null || isWithinBounds(selector.outcomes, riskOf(candidate.partnerId)))
  );
}

const isWithinBounds = ({ rtoFrom, onTimeTo }: OutcomeBounds, { hasOutcomes, rto, onTime }: DeliveryRisk): boolean =>
  hasOutcomes && rto >= rtoFrom && onTime < onTimeTo;

export const cheapestOf = (candidates: readonly Candidate[]): number =>
  candidates.reduce((least, { costPaise }) => Math.min(least, costPaise), Infinity);
