/** Counters of a run through many parcels, which begin at nought and are nobody else's. */
import type { CounterAddition, Counters } from './counters.js';

export class RunCounts implements Counters {
  /** By counter and window. */
  readonly #values = new Map<string, Map<number, number[]>>();

  valuesOf(counter: string, window: number): readonly number[] {
    return this.#values.get(counter)?.get(window) ?? NOTHING;
  }

  whileLocked<T>(action: () => T): T {
    return action();
  }

  /** Counts: nothing is released. */
  reserve(additions: readonly CounterAddition[]): number {
    for (const { counter, window, add } of additions) {
      let windows = this.#values.get(counter);
      if (windows === undefined) this.#values.set(counter, (windows = new Map()));
      const known = windows.get(window);
      if (known === undefined) windows.set(window, [...add]);
      else for (const [index, value] of add.entries()) known[index] = (known[index] ?? 0) + value;
    }
    return 0;
  }

  release(): void {
    throw new Error('what a run has counted stays counted');
  }
}

const NOTHING: readonly number[] = [];
