/** Partners that rules name and that cannot get a shipment. */
import type { Action } from '../../../domain/allocation/policy.js';
import type { Member } from '../../../domain/allocation/selector.js';
import { type LintedHouse, partnersOf, type RuleFinding, type RuleInTime } from './rules.js';

const NOBODY: readonly Member[] = [];

/** Whom an action names. */
function membersOf(action: Action): readonly Member[] {
  switch (action.kind) {
    case 'exclude':
    case 'only':
    case 'adjust':
      return action.of.partners ?? NOBODY;
    case 'order':
      return action.order.members;
    case 'share':
      return action.share.members;
    case 'rank':
    case 'refuse':
      return NOBODY;
  }
}

/** PARTNER_MISSING: a partner that is not active, or a group in which no active partner is. */
export const missingPartners = ({ rule }: RuleInTime, house: LintedHouse): RuleFinding[] =>
  membersOf(rule.action)
    .filter((member) => partnersOf(member, house).length === 0)
    .map((member) => ({ code: 'PARTNER_MISSING', ruleId: rule.ruleId, ...missing(member) }));

const missing = (member: Member): Omit<RuleFinding, 'code' | 'ruleId'> =>
  'group' in member
    ? {
        message: `names group:${member.group}, in which no active partner is`,
        action: 'Put a partner into the group, or take the group out of the rule',
      }
    : {
        message: `names ${member.partnerId}, which is not active`,
        action: 'Activate the partner, or take it out of the rule',
        documents: [`partners/${member.partnerId}`],
      };
