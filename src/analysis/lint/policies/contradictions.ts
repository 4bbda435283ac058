/** Conditions that hold for no shipment. */
import type { ParcelEnd } from '../../../domain/allocation/parcel.js';
import { type EndName, Premises, PLACE_MEMBERS } from './premises.js';
import type { RuleFinding, RuleInTime } from './rules.js';

/**
 * RULE_CONTRADICTS: the first reason for which a condition holds for no shipment, if there is one that can be proven.
 * @param everywhere every pincode there is
 */
export function contradictions({ policy, rule }: RuleInTime, everywhere: readonly ParcelEnd[]): RuleFinding[] {
  if (rule.when.length === 0) return [];
  const known = new Premises(rule.when, policy.scope, everywhere);
  for (const look of REASONS) {
    const reason = look(known, policy.scope);
    if (reason !== null)
      return [
        {
          code: 'RULE_CONTRADICTS',
          ruleId: rule.ruleId,
          message: `never holds: ${reason}`,
          action: 'Change its condition, or remove the rule',
        },
      ];
  }
  return [];
}

type Reason = (known: Premises, scope: RuleInTime['policy']['scope']) => string | null;

const REASONS: readonly Reason[] = [
  emptyBound,
  (known) =>
    known.list('paymentTypes') === 0
      ? 'codFrom is above 0, and paymentTypes has PREPAID alone, which collects 0'
      : null,
  (known, { customerIds }) => {
    const own = known.get('customerIds');
    return own !== undefined && customerIds !== null && ![...own].some((id) => customerIds.has(id))
      ? 'customerIds has none of the customers that appliesTo has'
      : null;
  },
  (known, { fromGroups }) => nowhere('from', known, fromGroups !== null),
  (known) => nowhere('to', known, false),
  (known) =>
    known.get('sameCity') === true && known.get('sameState') === false
      ? 'sameCity is true and sameState is false, and a city lies in one state'
      : null,
  (known) => otherPlaces('sameCity', known),
  (known) => otherPlaces('sameState', known),
  (known) => {
    const excepted = known.get('not');
    return excepted?.every((condition) => known.implies(condition)) === true
      ? '`not` holds whenever the rest of its condition does'
      : null;
  },
];

/** An upper bound is exclusive, and nothing lies below 0 or before midnight. */
function emptyBound(known: Premises): string | null {
  const bound = (['kmTo', 'kgTo', 'valueTo', 'codTo'] as const).find((member) => known.get(member) === 0);
  if (bound !== undefined) return `${bound} is 0, and nothing is less than that`;
  const span = known.get('timeTo');
  return span !== undefined && span.from === span.to ? 'timeTo is midnight, at which the day begins' : null;
}

function nowhere(end: EndName, known: Premises, isOfScope: boolean): string | null {
  const given = PLACE_MEMBERS[end].filter((member) => known.get(member) !== undefined);
  if (given.length === 0 || known.places[end].length > 0) return null;
  const lists = [...given, ...(isOfScope ? ['the groups of appliesTo'] : [])];
  return lists.length === 1
    ? `no pincode lies in ${lists[0]}`
    : `no pincode lies in ${lists.slice(0, -1).join(', ')} and ${lists.at(-1)}`;
}

function otherPlaces(member: 'sameCity' | 'sameState', known: Premises): string | null {
  const asked = known.get(member);
  const proven = asked === undefined ? null : known.isSameByPlaces(member);
  if (proven === null || proven === asked) return null;
  const place = member === 'sameCity' ? 'city' : 'state';
  return asked === true
    ? `${member} is true, and its places of pickup and of delivery share no ${place}`
    : `${member} is false, and its places of pickup and of delivery lie in one ${place}`;
}
