/**
 * The rules between surcharges: how many there may be, that a group has one order, and that `of` names only codes that
 * stand before. A partner's card has its own rows and those without a partner, so the rules look at both together.
 */
import {
  MAX_SURCHARGE_CODES_PER_CARD,
  MAX_SURCHARGE_GROUPS_PER_CARD,
  MAX_SURCHARGES_PER_CARD,
} from '../../limits/documents.js';
import type { Surcharge } from '../documents.js';
import type { Clash } from './clash.js';

interface CardSurcharges {
  /** Null: the rows without a partner alone. */
  partnerId: string | null;
  /** In the order in which all rows were made. */
  rows: readonly Surcharge[];
}

type Report = (clash: Clash<Surcharge>) => void;

/**
 * The clashes in every card that has one of the rows that are `isReported`, one for each row and field.
 * @param rows of all partners, in the order in which they were made
 */
export function surchargeClashes(
  rows: readonly Surcharge[],
  isReported: (row: Surcharge) => boolean,
): Clash<Surcharge>[] {
  const clashes = new Map<string, Clash<Surcharge>>();
  for (const card of cardsOf(rows, isReported)) {
    for (const rule of RULES) {
      rule(card, (clash) => {
        const name = `${clash.document.id} ${clash.field}`;
        // what the rows without a partner break among themselves was found first, and is not every partner's fault
        if (!clashes.has(name)) clashes.set(name, clash);
      });
    }
  }
  return [...clashes.values()];
}

function* cardsOf(rows: readonly Surcharge[], isReported: (row: Surcharge) => boolean): Generator<CardSurcharges> {
  const general: number[] = [];
  const own = new Map<string, number[]>();
  const touched = new Set<string | null>();
  for (const [position, row] of rows.entries()) {
    const partnerId = row.partnerId ?? null;
    if (isReported(row)) touched.add(partnerId);
    if (partnerId === null) general.push(position);
    else if (own.has(partnerId)) own.get(partnerId)!.push(position);
    else own.set(partnerId, [position]);
  }
  const cardOf = (partnerId: string | null, positions: number[]): CardSurcharges => ({
    partnerId,
    rows: positions.sort((a, b) => a - b).map((position) => rows[position]!),
  });
  if (touched.has(null)) yield cardOf(null, [...general]);
  for (const [partnerId, positions] of own)
    if (touched.has(null) || touched.has(partnerId)) yield cardOf(partnerId, [...general, ...positions]);
}

const RULES: readonly ((card: CardSurcharges, report: Report) => void)[] = [
  fewRows,
  fewCodes,
  fewGroups,
  oneOrderForAGroup,
  namesOnlyWhatStandsBefore,
];

function fewRows({ partnerId, rows }: CardSurcharges, report: Report): void {
  const message = tooManyText(partnerId, MAX_SURCHARGES_PER_CARD, 'surcharges');
  for (const document of rows.slice(MAX_SURCHARGES_PER_CARD))
    report({ document, other: null, field: 'partnerId', message });
}

function fewCodes({ partnerId, rows }: CardSurcharges, report: Report): void {
  const message = tooManyText(partnerId, MAX_SURCHARGE_CODES_PER_CARD, 'codes of surcharges');
  for (const document of beyond(rows, ({ code }) => code, MAX_SURCHARGE_CODES_PER_CARD))
    report({ document, other: null, field: 'code', message });
}

function fewGroups({ partnerId, rows }: CardSurcharges, report: Report): void {
  const message = tooManyText(partnerId, MAX_SURCHARGE_GROUPS_PER_CARD, 'groups of surcharges');
  for (const document of beyond(rows, ({ group }) => group ?? null, MAX_SURCHARGE_GROUPS_PER_CARD))
    report({ document, other: null, field: 'group', message });
}

/** The rows whose name is not among the first `most` different ones. */
function beyond(rows: readonly Surcharge[], nameOf: (row: Surcharge) => string | null, most: number): Surcharge[] {
  const names = new Set<string>();
  return rows.filter((row) => {
    const name = nameOf(row);
    if (name === null || names.has(name)) return false;
    if (names.size < most) names.add(name);
    return !names.has(name);
  });
}

function tooManyText(partnerId: string | null, most: number, what: string): string {
  return partnerId === null
    ? `there are more than ${most} ${what} without a partner`
    : `${partnerId} has more than ${most} ${what}, those without a partner included`;
}

function oneOrderForAGroup({ rows }: CardSurcharges, report: Report): void {
  const firstOf = new Map<string, Surcharge>();
  for (const document of rows) {
    const group = document.group ?? null;
    if (group === null) continue;
    const other = firstOf.get(group);
    if (other === undefined) firstOf.set(group, document);
    else if (other.order !== document.order) {
      const message = `must be ${other.order}, as in surcharge ${other.id}: rows of the group ${group} have one order`;
      report({ document, other, field: 'order', message });
    }
  }
}

/** Whatever their status and dates, all rows of a code that `of` names have lower orders. */
function namesOnlyWhatStandsBefore({ rows }: CardSurcharges, report: Report): void {
  const lastOf = latestOrders(rows);
  for (const [position, row] of rows.entries()) {
    for (const [index, code] of (row.of ?? []).entries()) {
      // a row is cheap to accept; only a code that is too late is worth a search for its rows
      if (!((lastOf.get(code) ?? 0) >= row.order)) continue;
      for (const [rank, named] of rows.entries()) {
        if (named.code !== code || named.order < row.order || named === row) continue;
        if (rank < position) {
          const message =
            `${code} is not computed before this row: surcharge ${named.id} has the order ${named.order}, `
            + `this row ${row.order}`;
          report({ document: row, other: named, field: `of[${index}]`, message });
        } else {
          const message =
            `must be below ${row.order}: surcharge ${row.id} has that order ` + `and is a percentage of ${code}`;
          report({ document: named, other: row, field: 'order', message });
        }
      }
    }
  }
}

/** The highest order of each code. */
function latestOrders(rows: readonly Surcharge[]): Map<string, number> {
  const orders = new Map<string, number>();
  for (const { code, order } of rows) orders.set(code, Math.max(order, orders.get(code) ?? 0));
  return orders;
}
