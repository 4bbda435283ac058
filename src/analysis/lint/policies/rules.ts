/** The rules that the linter judges, and since when and until when each of them may count. */
import type { Policy, Rule } from '../../../domain/allocation/policy.js';
import type { Member } from '../../../domain/allocation/selector.js';
import type { Period } from '../../../domain/dates.js';
import type { GenerationView } from '../../../index/view.js';
import type { PolicyLintCode } from '../../../model/lint-codes.js';

/** What the linter looks at of the house's own rules, at one moment. */
export interface LintedHouse {
  view: Pick<GenerationView, 'geography' | 'general'>;
  /** The groups of each active partner. */
  groupsOf: ReadonlyMap<string, readonly string[]>;
  /** Rules that are over at this moment are not judged; milliseconds since the epoch. */
  atMs: number;
  /** What rules have done lately; empty: it is not known. */
  uses: readonly RuleUse[];
}

/** What became of the rules of a policy, in assignments under one version of it. */
export interface RuleUse {
  policyId: string;
  version: string;
  assignments: number;
  /** By ruleId; one that is missing was never looked at. */
  rules: Record<string, { acted: number; relaxed: number; passedOver: number }>;
}

export interface RuleInTime {
  policy: Policy;
  rule: Rule;
  /** When both the policy and the rule are in force, from the moment looked at on. */
  span: Period;
}

/** A finding about a rule before its severity is looked up. */
export interface RuleFinding {
  code: PolicyLintCode;
  ruleId: string;
  /** Follows the name of the rule: "never holds: …". */
  message: string;
  action: string;
  /** Besides the policy, as `collection/key`. */
  documents?: readonly string[];
}

/** The rules of a policy that are active and not over, in their order; none if the policy is over. */
export function judgedRules(policy: Policy, atMs: number): RuleInTime[] {
  return policy.rules.flatMap((rule) => {
    const span = {
      fromMs: Math.max(atMs, policy.period.fromMs, rule.period.fromMs),
      toMs: Math.min(policy.period.toMs, rule.period.toMs),
    };
    return span.fromMs <= span.toMs ? [{ policy, rule, span }] : [];
  });
}

/** Whether the first counts for as long as the second does. */
export const isAsLong = (one: RuleInTime, other: RuleInTime): boolean =>
  one.span.fromMs <= other.span.fromMs && one.span.toMs >= other.span.toMs;

/** Whether a rule holds for every shipment. */
export const isUnconditional = ({ rule }: RuleInTime): boolean => rule.when.length === 0;

/** The ids of the active partners that a member stands for. */
export const partnersOf = (member: Member, { groupsOf }: Pick<LintedHouse, 'groupsOf'>): string[] =>
  [...groupsOf].flatMap(([partnerId, groups]) =>
    ('group' in member ? groups.includes(member.group) : member.partnerId === partnerId) ? [partnerId] : [],
  );
