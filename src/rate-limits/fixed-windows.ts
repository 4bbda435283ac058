import { RATE_WINDOW_SECONDS } from '../limits/rate-limits.js';

export interface Allowance {
  /** Requests in a window of RATE_WINDOW_SECONDS. */
  perWindow: number;
  /** Requests in any one second. */
  perSecond: number;
}

/** The number of an admitted request in its window, from 1; for a refused one, the full limit. */
export type CountResult = number;
export const WINDOW_FULL: CountResult = 0;
export const SECOND_FULL: CountResult = -1;

/** How many requests something counts for. */
export interface CountedWeight {
  inWindow: number;
  inSecond: number;
}

export const ONE_REQUEST: CountedWeight = { inWindow: 1, inSecond: 1 };

interface Counter {
  inWindow: number;
  /** The limit of the window. */
  perWindow: number;
  /** The part of `inWindow` that only this node has counted. */
  ownInWindow: number;
  second: number;
  inSecond: number;
}

/** A node's knowledge of the present window of a key. */
export interface KnownCount {
  key: string;
  /** Admitted requests that shared counters have counted, of all nodes. */
  shared: number;
  /** Admitted requests that only this node has counted. */
  own: number;
}

const NO_COUNTERS: ReadonlyMap<string, Counter> = new Map();

/**
 * Counts requests by key in fixed windows that start at multiples of their length since the epoch, so that nodes that
 * share counters agree on them. Refused requests are not counted. Memory: one counter for each key seen in the current
 * window. `nowMs`: milliseconds since the epoch.
 */
export class FixedWindows {
  private window = -1;
  private counters = new Map<string, Counter>();
  /** Counters of the previous window. */
  private former = NO_COUNTERS;

  /** @param remembersFormer whether `used` is called: it needs the counters of the previous window */
  constructor(
    private readonly maxKeys: number,
    private readonly remembersFormer = false,
  ) {}

  count(key: string, allowance: Allowance, nowMs: number, { inWindow, inSecond } = ONE_REQUEST): CountResult {
    const counter = this.counterOf(key, secondOf(nowMs));
    counter.perWindow = allowance.perWindow;
    if (counter.inWindow + inWindow > allowance.perWindow) return WINDOW_FULL;
    if (counter.inSecond + inSecond > allowance.perSecond) return SECOND_FULL;
    counter.inSecond += inSecond;
    counter.ownInWindow += inWindow;
    return (counter.inWindow += inWindow);
  }

  /** Adopts the count of a key from other nodes, so that counting can continue here from there. */
  learn(key: string, inWindow: number, { perWindow }: Allowance, nowMs: number): void {
    // the window of the count has already ended here
    if (windowOf(nowMs) < this.window) return;
    const counter = this.counterOf(key, secondOf(nowMs));
    counter.perWindow = perWindow;
    counter.inWindow = Math.max(counter.inWindow, inWindow);
  }

  /** The counts of each key in the window of `nowMs`. */
  known(nowMs: number): KnownCount[] {
    if (windowOf(nowMs) !== this.window) return [];
    return [...this.counters].map(([key, { inWindow, ownInWindow }]) => ({
      key,
      shared: inWindow - ownInWindow,
      own: ownInWindow,
    }));
  }

  /** Shared counters have counted `own` requests of this node now, in the window of `nowMs`. */
  markShared(key: string, own: number, nowMs: number): void {
    const counter = windowOf(nowMs) === this.window ? this.counters.get(key) : undefined;
    if (counter !== undefined) counter.ownInWindow -= own;
  }

  /**
   * The share of its window that each key has used, 0 to 1: in the window of `nowMs` or in the previous one, whichever
   * is higher.
   */
  used(nowMs: number): Map<string, number> {
    const window = windowOf(nowMs);
    const ratios = new Map<string, number>();
    const add = (counters: ReadonlyMap<string, Counter>): void => {
      for (const [key, { inWindow, perWindow }] of counters) {
        ratios.set(key, Math.max(ratios.get(key) ?? 0, Math.min(1, inWindow / perWindow)));
      }
    };
    if (this.window === window) add(this.former);
    if (this.window === window || this.window === window - 1) add(this.counters);
    return ratios;
  }

  private counterOf(key: string, second: number): Counter {
    const window = windowOf(second * 1_000);
    // Dropping all keys at once, also when there are too many, bounds the memory without a timer.
    if (window !== this.window || (this.counters.size >= this.maxKeys && !this.counters.has(key))) {
      this.former = this.remembersFormer && window === this.window + 1 ? this.counters : NO_COUNTERS;
      this.counters = new Map();
      this.window = window;
    }
    let counter = this.counters.get(key);
    if (counter === undefined) {
      counter = { inWindow: 0, perWindow: Number.POSITIVE_INFINITY, ownInWindow: 0, second, inSecond: 0 };
      this.counters.set(key, counter);
    }
    if (counter.second !== second) {
      counter.second = second;
      counter.inSecond = 0;
    }
    return counter;
  }
}

/** Seconds and windows are numbered from the epoch. */
export const secondOf = (nowMs: number): number => Math.floor(nowMs / 1_000);
export const windowOf = (nowMs: number): number => Math.floor(nowMs / 1_000 / RATE_WINDOW_SECONDS);
