/** The moves with the largest differences of cost, whatever their signs; of equal ones the first. */
import type { ParcelMove } from '../../contract/allocation-figures.js';
import { toRupees } from '../../domain/money.js';
import { MAX_BACKTEST_MOVES } from '../../limits/backtest.js';
import type { ParcelOutcome, Placement } from './outcome.js';

interface Move {
  outcome: ParcelOutcome;
  from: string;
  to: string;
  paise: number;
}

/** So many more than are kept are gathered before they are sorted. */
const ROOM = 4 * MAX_BACKTEST_MOVES;

export class LargestMoves {
  #moves: Move[] = [];
  /** Of the kept ones the smallest, once there are enough. */
  #leastPaise = -1;

  add(outcome: ParcelOutcome, before: Placement, after: Placement): void {
    const paise = after.costPaise - before.costPaise;
    if (Math.abs(paise) <= this.#leastPaise) return;
    this.#moves.push({ outcome, from: before.partnerId, to: after.partnerId, paise });
    if (this.#moves.length >= ROOM) this.#sort();
  }

  result(): ParcelMove[] {
    this.#sort();
    return this.#moves.map(({ outcome: { shipmentId, ruleId }, from, to, paise }) => ({
      shipmentId,
      from,
      to,
      difference: toRupees(paise),
      ruleId,
    }));
  }

  #sort(): void {
    this.#moves = this.#moves.sort((a, b) => Math.abs(b.paise) - Math.abs(a.paise)).slice(0, MAX_BACKTEST_MOVES);
    if (this.#moves.length === MAX_BACKTEST_MOVES) this.#leastPaise = Math.abs(this.#moves.at(-1)!.paise);
  }
}
