/** What choices count, of capacities and of shares (docs/rules.md#policies). */

/** What has been counted so far. `window`: its first day, days since 1970 in India. */
export interface CounterReader {
  /** Empty, or shorter than expected: nothing yet. */
  valuesOf(counter: string, window: number): readonly number[];
}

/** What a choice adds to a counter. */
export interface CounterAddition {
  counter: string;
  window: number;
  add: number[];
  /** The first value may not exceed it; null: no limit. */
  limit: number | null;
  /** The window's last moment. */
  endsAtMs: number;
}

/** What choices read, and reserve from while others wait. A reservation ends when the parcel is stored or released. */
export interface Counters extends CounterReader {
  whileLocked<T>(action: () => T): T;
  /** @returns the round of the reservation, which its end names: those of former rounds are no more */
  reserve(additions: readonly CounterAddition[]): number;
  release(additions: readonly CounterAddition[], round: number): void;
}

/** Nothing has been counted, and nothing is. */
export const NO_COUNTS: Counters = {
  valuesOf: () => [],
  whileLocked: (action) => action(),
  reserve: () => 0,
  release: () => {},
};

/**
 * The counters for the choice of a parcel that gives back what it counted so far: the choice reads them as if it had.
 * What it reserves, it reserves in `counters`, where nobody else gets the place before it is stored.
 * @param given with negative numbers
 */
export function withGivenBack(counters: Counters, given: readonly CounterAddition[]): Counters {
  return {
    valuesOf(counter, window) {
      const values = counters.valuesOf(counter, window);
      const back = given.find((addition) => addition.counter === counter && addition.window === window);
      return back === undefined ? values : values.map((value, index) => Math.max(0, value + (back.add[index] ?? 0)));
    },
    whileLocked: (action) => counters.whileLocked(action),
    reserve: (additions) => counters.reserve(additions),
    release: (additions, round) => counters.release(additions, round),
  };
}
