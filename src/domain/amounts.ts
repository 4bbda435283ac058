/** The amounts that percentages may be of (docs/rules.md#order-of-evaluation), as far as they are known. */
import { BASE_ORDERS, type StandardBase } from './bases.js';
import { percentOf } from './money.js';
import type { AmountColumns, BaseColumns, BoundColumns } from './rate-card.js';
import { lowestBit } from './search.js';

/** A name's position is its bit in BaseColumns.ofStandard. */
export const STANDARD_BASES = Object.keys(BASE_ORDERS) as StandardBase[];

/**
 * More than any price may have: a row's amount is taken as this where it would be more, so that the sums of amounts
 * that follow from it stay finite. The price is refused anyway, for every amount is part of its subtotal.
 */
const MOST_PAISE = 10 ** 15;

export class Amounts {
  /** Paise by position in STANDARD_BASES. */
  readonly #standard = new Array<number>(STANDARD_BASES.length).fill(0);
  /** Paise by number of a code. */
  readonly #codes: number[] = [];

  set(name: StandardBase, paise: number): void {
    this.#standard[STANDARD_BASES.indexOf(name)] = paise;
  }

  addToCode(code: number, paise: number): void {
    this.#codes[code] = (this.#codes[code] ?? 0) + paise;
  }

  /** The base of a row's percentage: the amounts that it names, less the free part, at least 0. */
  baseOf({ ofStandard, ofCodes, abovePaise }: BaseColumns, row: number): number {
    let sum = 0;
    for (let names = ofStandard[row]!; names !== 0; names &= names - 1) sum += this.#standard[lowestBit(names)]!;
    for (let names = ofCodes[row]!; names !== 0; names &= names - 1) sum += this.#codes[lowestBit(names)] ?? 0;
    return Math.max(0, sum - abovePaise[row]!);
  }
}

const WITHOUT_TAX = (1 << STANDARD_BASES.indexOf('declaredValue')) | (1 << STANDARD_BASES.indexOf('codAmount'));

/** Whether a percentage is of nothing but amounts that the partner does not charge: they include no tax of it. */
export const isOfValues = ({ ofStandard, ofCodes }: BaseColumns, row: number): boolean =>
  (ofStandard[row]! & ~WITHOUT_TAX) === 0 && ofCodes[row] === 0;

/** At least min, then at most max. */
export function withinBounds({ minPaise, maxPaise }: BoundColumns, row: number, paise: number): number {
  return Math.min(Math.max(paise, minPaise[row]!), maxPaise[row]!, MOST_PAISE);
}

/** The amount of a row for its base, in paise. */
export function amountOf(rows: AmountColumns, row: number, basePaise: number): number {
  return rows.isPercentage[row] === 1 ? percentOf(basePaise, rows.value[row]!) : rows.value[row]!;
}
