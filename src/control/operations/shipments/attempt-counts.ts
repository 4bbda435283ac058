/** The counts of an attempt that begins or ends, on the board that choices read. */
import type { CounterAddition } from '../../../domain/allocation/counters.js';
import { keyOf } from '../../../index/count-board.js';
import type { Conflict } from '../../../model/change.js';
import type { Api } from '../operation.js';

/** What one attempt takes, and what it gives back, on the board that choices read. */
export class AttemptCounts {
  #taken: readonly CounterAddition[] = [];
  #given: readonly CounterAddition[] = [];
  /** The round in which the taken ones are reserved. */
  #round = 0;

  constructor(private readonly api: Pick<Api, 'counters'>) {}

  /** Replaces what an earlier choice has reserved, which was not stored. */
  choose(taken: readonly CounterAddition[], given: readonly CounterAddition[], round = 0): void {
    this.#taken = taken;
    this.#given = given;
    this.#round = round;
  }

  /** The next choice sees what the store has. */
  refusalOf(conflict: Conflict): null {
    if (conflict.reason === 'FULL') {
      const full = this.#taken.find(({ counter, window }) => keyOf(counter, window) === conflict.key);
      // the store names what would be left once the former attempt had given its part back
      const back = this.#given.find(({ counter, window }) => keyOf(counter, window) === conflict.key);
      const values = conflict.values.map((value, index) => value - (back?.add[index] ?? 0));
      if (full !== undefined) this.api.counters.set(String(conflict.key), values, full.endsAtMs);
    }
    return null;
  }

  /** The attempt is stored. */
  settle(): void {
    this.api.counters.settle(this.#taken, this.#round);
    this.api.counters.count(this.#given);
    this.choose([], []);
  }

  /** No-op for what is stored. */
  release(): void {
    if (this.#taken.length > 0) this.api.counters.release(this.#taken, this.#round);
    this.choose([], []);
  }
}
