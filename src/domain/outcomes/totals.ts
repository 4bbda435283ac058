/** What rates need of outcomes: the parcels of the weeks that count, by partner, delivery pincode and payment type. */
import { PAYMENT_TYPES } from '../vocabulary.js';
import type { OutcomeSums } from './sums.js';

/** The counts of a row, by their position in it. */
export const CLOSED = 0;
export const RETURNED = 1;
export const PROMISED = 2;
export const ON_TIME = 3;
export const COUNTS = 4;

/** Of one partner, as columns: India has twenty thousand pincodes. */
export interface PartnerTotals {
  readonly partnerId: string;
  /** The pincode × the number of payment types + the position of the payment type. No order. */
  readonly keys: Uint32Array;
  /** By key, {@link COUNTS} of them. */
  readonly counts: Uint32Array;
}

/** By partnerId, ascending. */
export type OutcomeTotals = readonly PartnerTotals[];

export const NO_TOTALS: OutcomeTotals = [];

/** Adds up sums, which come in any order. */
export class TotalsCollector {
  readonly #partners = new Map<string, PartnerRows>();

  add(sums: OutcomeSums): void {
    let rows = this.#partners.get(sums.partnerId);
    if (rows === undefined) this.#partners.set(sums.partnerId, (rows = new PartnerRows()));
    rows.add(sums);
  }

  totals(): OutcomeTotals {
    return Array.from(this.#partners, ([partnerId, rows]) => ({ partnerId, ...rows.columns() })).sort((a, b) =>
      a.partnerId < b.partnerId ? -1 : 1,
    );
  }
}

const FIRST_ROWS = 64;

class PartnerRows {
  readonly #rows = new Map<number, number>();
  #counts = new Uint32Array(FIRST_ROWS * COUNTS);

  add({ pincode, paymentType, delivered, rto, lost, promised, onTime }: OutcomeSums): void {
    const key = Number(pincode) * PAYMENT_TYPES.length + PAYMENT_TYPES.indexOf(paymentType);
    let row = this.#rows.get(key);
    if (row === undefined) this.#rows.set(key, (row = this.#newRow()));
    const counts = this.#counts;
    const at = row * COUNTS;
    counts[at + CLOSED]! += delivered + rto + lost;
    counts[at + RETURNED]! += rto;
    counts[at + PROMISED]! += promised;
    counts[at + ON_TIME]! += onTime;
  }

  columns(): Pick<PartnerTotals, 'keys' | 'counts'> {
    return { keys: Uint32Array.from(this.#rows.keys()), counts: this.#counts.slice(0, this.#rows.size * COUNTS) };
  }

  #newRow(): number {
    const row = this.#rows.size;
    if ((row + 1) * COUNTS > this.#counts.length) {
      const longer = new Uint32Array(2 * this.#counts.length);
      longer.set(this.#counts);
      this.#counts = longer;
    }
    return row;
  }
}
