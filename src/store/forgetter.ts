/** How both stores forget: in steps, between which other work gets its turn, until the store closes. */
import { EXPIRING_COLLECTIONS, type ExpiringCollection } from '../model/documents.js';
import type { OutcomesJournal } from './outcome-journal.js';
import { rangeBefore } from './outcome-rows.js';

interface ForgetterOptions {
  journal: OutcomesJournal;
  /** Removes some documents that expired before a moment. Returns how many. */
  removeExpired(collection: ExpiringCollection, nowMs: number): Promise<number>;
  isClosing(): boolean;
}

export class Forgetter {
  constructor(private readonly options: ForgetterOptions) {}

  /** See `Store.forgetExpired`. */
  async expired(nowMs: number): Promise<number> {
    // the parts of an import that counts do not expire
    await this.options.journal.settled();
    let forgotten = 0;
    for (const collection of EXPIRING_COLLECTIONS)
      forgotten += await this.#repeated(() => this.options.removeExpired(collection, nowMs));
    return forgotten;
  }

  /** See `Store.forgetOutcomeSums`. */
  outcomeSums(beforeWeek: number): Promise<number> {
    const { end } = rangeBefore(beforeWeek);
    return this.#repeated(() => this.options.journal.forgetSome(end));
  }

  /** Repeats a step until it does nothing or the store closes. Returns the sum of what the steps return. */
  async #repeated(step: () => Promise<number>): Promise<number> {
    let sum = 0;
    let some: number;
    do {
      some = await step();
      sum += some;
    } while (some > 0 && !this.options.isClosing());
    return sum;
  }
}
