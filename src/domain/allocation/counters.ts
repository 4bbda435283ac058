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
  reserve(additions: readonly CounterAddition[]): void;
  release(additions: readonly CounterAddition[]): void;
}

/** Nothing has been counted, and nothing is. */
export const NO_COUNTS: Counters = {
  valuesOf: () => [],
  whileLocked: (action) => action(),
  reserve: () => {},
  release: () => {},
};
