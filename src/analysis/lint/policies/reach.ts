/** Rules that others always go before. */
import type { Order, Share } from '../../../domain/allocation/policy.js';
import { ASKED_STRATEGIES } from '../../../domain/strategies.js';
import { isAsLong, isUnconditional, type LintedHouse, partnersOf, type RuleFinding, type RuleInTime } from './rules.js';

/**
 * RULE_NEVER_REACHED: the first rule before it that holds for every shipment, is in force as long, and ends the list by
 * `stop` or `refuse`. A selection by hand goes past a `refuse` that is not binding, so a rule that is for such
 * selections is reached.
 *
 * @param earlier the rules before it, in their order
 */
export function neverReached(judged: RuleInTime, earlier: readonly RuleInTime[]): RuleFinding[] {
  const last = earlier.find((each) => isUnconditional(each) && isAsLong(each, judged) && endsFor(each, judged));
  if (last === undefined) return [];
  const { ruleId, isStop } = last.rule;
  return [
    {
      code: 'RULE_NEVER_REACHED',
      ruleId: judged.rule.ruleId,
      message: `is never reached: rule ${ruleId} before it ${isStop ? 'stops' : 'refuses'} every shipment`,
      action: `Move the rule before ${ruleId}, give ${ruleId} a condition, or remove the rule`,
    },
  ];
}

/** Whether an unconditional rule ends the list for all that another one is for. */
function endsFor({ rule: { isStop, isBinding, action } }: RuleInTime, { rule }: RuleInTime): boolean {
  if (isStop) return true;
  return action.kind === 'refuse' && (isBinding || !isForSelections(rule));
}

const BY_HAND = 1 << ASKED_STRATEGIES.indexOf('MANUAL_SELECTION');

const isForSelections = ({ when }: RuleInTime['rule']): boolean =>
  when.some(({ member, wanted }) => member === 'strategies' && (wanted & BY_HAND) !== 0);

/**
 * ORDER_SHADOWED: the first `order` or `share` before it that places somebody whenever it could: it holds for every
 * shipment, is in force as long, has all of its partners and allows them to cost as much.
 *
 * @param earlier the rules before it, in their order
 */
export function shadowed(judged: RuleInTime, earlier: readonly RuleInTime[], house: LintedHouse): RuleFinding[] {
  const { rule } = judged;
  const own = placingOf(rule.action);
  if (own === null) return [];
  const names = namesOf(own, house);
  // of a rule that places nobody, PARTNER_MISSING says so
  if (names.size === 0) return [];
  const first = earlier.find((each) => {
    const placing = placingOf(each.rule.action);
    if (placing === null || !isUnconditional(each) || !isAsLong(each, judged)) return false;
    if ('most' in placing && !isSureToPlace(placing)) return false;
    const among = namesOf(placing, house);
    return placing.atMostAbovePaise >= own.atMostAbovePaise && [...names].every((name) => among.has(name));
  });
  if (first === undefined) return [];
  const { ruleId } = first.rule;
  return [
    {
      code: 'ORDER_SHADOWED',
      ruleId: rule.ruleId,
      message: `never decides: rule ${ruleId} before it always places one of its partners first`,
      action: `Move the rule before ${ruleId}, give ${ruleId} a condition, or remove the rule`,
    },
  ];
}

const placingOf = (action: RuleInTime['rule']['action']): Order | Share | null => {
  if (action.kind === 'order') return action.order;
  return action.kind === 'share' ? action.share : null;
};

/**
 * Whether a share places one of its partners that it may: it has no `max`, and of a group it does not look at the best
 * alone, which may cost too much where another one does not.
 */
const isSureToPlace = ({ most, members, atMostAbovePaise }: Share): boolean =>
  most.every((each) => each === Infinity)
  && (atMostAbovePaise === Infinity || members.every((member) => 'partnerId' in member));

/** The ids of the active partners that it may place. */
const namesOf = ({ members }: Order | Share, house: LintedHouse): Set<string> =>
  new Set(members.flatMap((member) => partnersOf(member, house)));
