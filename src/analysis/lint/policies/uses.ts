/** Rules that have done nothing for a while, by the decisions that are kept. */
import { DAY_MS } from '../../../domain/calendar.js';
import { LEAST_RULE_USES, RULE_USE_DAYS } from '../../../limits/control.js';
import type { LintedHouse, RuleFinding, RuleInTime } from './rules.js';

/** Of a rule that has been in force all the time, under the present version of its policy. */
export function useless({ policy, rule }: RuleInTime, { uses, atMs }: LintedHouse): RuleFinding[] {
  const since = atMs - RULE_USE_DAYS * DAY_MS;
  if (policy.period.fromMs > since || rule.period.fromMs > since) return [];
  const use = uses.find(({ policyId, version }) => policyId === policy.policyId && version === policy.version);
  if (use === undefined) return [];
  const { ruleId } = rule;
  const { acted = 0, relaxed = 0, passedOver = 0 } = use.rules[ruleId] ?? {};
  if (acted > 0) return [];
  if (relaxed > 0 && passedOver === 0)
    return [
      {
        code: 'RULE_ALWAYS_RELAXED',
        ruleId,
        message: `has never been applied in ${RULE_USE_DAYS} days: each of ${relaxed} times it would have left nobody`,
        action: 'Let it leave somebody, make it binding, or remove it',
      },
    ];
  if (use.assignments <= LEAST_RULE_USES) return [];
  return [
    {
      code: 'RULE_NEVER_ACTED',
      ruleId,
      message: `has done nothing in ${RULE_USE_DAYS} days, for none of ${use.assignments} assignments under its policy`,
      action: 'See whether its conditions can hold and change anything, or remove it',
    },
  ];
}
