/** Shares that promise more than partners take. */
import type { CapacityRow, CapacityScope } from '../../../domain/allocation/capacity.js';
import type { Condition } from '../../../domain/allocation/conditions.js';
import type { Share } from '../../../domain/allocation/policy.js';
import { type Member, textOf } from '../../../domain/allocation/selector.js';
import { isWithin, type Period } from '../../../domain/dates.js';
import { type LintedHouse, partnersOf, type RuleFinding, type RuleInTime } from './rules.js';

/** A row that bounds a partner, and how many shipments it allows in a share's window. */
interface RowBound {
  row: CapacityRow;
  most: number;
}

/**
 * SHARE_ABOVE_CAPACITY: a member's `min` is more than the HARD capacities of its partners allow in the window, counted
 * as if every shipment left on its day. A row counts that is in force as long as the rule and takes all that the rule
 * is for; of shipments and of pieces, of which each shipment has at least one.
 */
export function aboveCapacity({ rule, span }: RuleInTime, house: LintedHouse): RuleFinding[] {
  if (rule.action.kind !== 'share') return [];
  const { share } = rule.action;
  return share.members.flatMap((member, index): RuleFinding[] => {
    const least = share.least[index]!;
    const bounds = least === 0 ? null : boundsOf(member, share.per, rule.when, span, house);
    if (bounds === null) return [];
    const most = bounds.reduce((sum, bound) => sum + bound.most, 0);
    if (least <= most) return [];
    const rows = bounds.map(({ row }) => `capacities/${row.id}`);
    const window = share.per.toLowerCase();
    return [
      {
        code: 'SHARE_ABOVE_CAPACITY',
        ruleId: rule.ruleId,
        message:
          `wants at least ${counted(least)} shipments a ${window} for ${textOf(member)}, and `
          + `${rows.join(' and ')} ${rows.length === 1 ? 'allows' : 'allow'} ${counted(most)}`,
        action: `Lower min to ${counted(most)} at most, or raise the limit of ${rows.join(' or ')}`,
        documents: rows,
      },
    ];
  });
}

const counted = (value: number): string => value.toLocaleString('en-IN');

/** The least of each partner's rows; null: a partner without one, or no partner. */
function boundsOf(
  member: Member,
  per: Share['per'],
  when: readonly Condition[],
  span: Period,
  house: LintedHouse,
): RowBound[] | null {
  const bounds: RowBound[] = [];
  for (const partnerId of partnersOf(member, house)) {
    const rows = house.view.general.capacities.get(partnerId) ?? [];
    const counting = rows.filter((row) => isBounding(row, when, span)).map((row) => ({ row, most: mostOf(row, per) }));
    if (counting.length === 0) return null;
    bounds.push(counting.reduce((least, bound) => (bound.most < least.most ? bound : least)));
  }
  return bounds.length === 0 ? null : bounds;
}

const isBounding = (row: CapacityRow, when: readonly Condition[], { fromMs, toMs }: Period): boolean =>
  row.isHard
  && (row.unit === 'PARCELS' || row.unit === 'PIECES')
  && isWithin(row.period, fromMs)
  && row.period.toMs >= toMs
  && takesAll(row.when, when);

/** Days of a week and of the longest month; a week may lie in two months. */
const WINDOWS_OF: Readonly<Record<CapacityRow['per'], Readonly<Record<Share['per'], number>>>> = {
  DAY: { DAY: 1, WEEK: 7, MONTH: 31 },
  MONTH: { DAY: 1, WEEK: 2, MONTH: 1 },
};

const mostOf = (row: CapacityRow, per: Share['per']): number => row.limit * WINDOWS_OF[row.per][per];

const LISTS = ['paymentTypes', 'shipmentTypes', 'urgencies'] as const;

/** Whether all that a rule is for counts in a row. */
function takesAll(scope: CapacityScope, when: readonly Condition[]): boolean {
  if (scope.fromGroups !== null || scope.toGroups !== null) return false;
  return LISTS.every((name) => {
    const mask = scope[name];
    if (mask === null) return true;
    const asked = when.find(({ member }) => member === name)?.wanted as number | undefined;
    return asked !== undefined && (asked & ~mask) === 0;
  });
}
