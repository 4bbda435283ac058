/** Rows that are the same but for their dates, of which some count at a moment. */
import { isWithin, type Period } from '../../../domain/dates.js';

export class RowSeries<P extends Period> {
  /** By their beginnings. */
  readonly #rows: readonly P[];
  /** The latest end of each row and those before it. */
  readonly #latestMs: number[] = [];

  constructor(rows: readonly P[]) {
    this.#rows = [...rows].sort((a, b) => (a.fromMs < b.fromMs ? -1 : Number(a.fromMs > b.fromMs)));
    let latestMs = -Infinity;
    for (const { toMs } of this.#rows) this.#latestMs.push((latestMs = toMs > latestMs ? toMs : latestMs));
  }

  /** The rows that count at a moment, in the order of their beginnings. */
  countingAt(atMs: number): P[] {
    const found: P[] = [];
    for (let at = this.#begunBy(atMs) - 1; at >= 0 && this.#latestMs[at]! >= atMs; at--)
      if (isWithin(this.#rows[at]!, atMs)) found.push(this.#rows[at]!);
    return found.reverse();
  }

  /** How many rows have begun at a moment. */
  #begunBy(atMs: number): number {
    let [low, high] = [0, this.#rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#rows[middle]!.fromMs <= atMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
