/** How a share's counts are kept: of each member first what it is due, then what it has. */
import type { CounterAddition, CounterReader } from './counters.js';
import type { Share } from './policy.js';
import type { ShareChoice, ShareCounts } from './shares.js';
import { windowOf } from './windows.js';

/** What has been counted in the window that a moment lies in. */
export function shareCountsOf({ counter, per, members }: Share, counters: CounterReader, atMs: number): ShareCounts {
  const values = counters.valuesOf(counter, windowOf(per, atMs).firstDay);
  const from = (first: number): number[] => members.map((_, index) => values[first + index] ?? 0);
  return { due: from(0), done: from(members.length) };
}

/** What a parcel adds that a share decides. */
export function shareAddition({ counter, per, members }: Share, choice: ShareChoice, atMs: number): CounterAddition {
  const { firstDay: window, endsAtMs } = windowOf(per, atMs);
  const done = members.map((_, index) => Number(index === choice.member));
  return { counter, window, add: [...choice.added, ...done], limit: null, endsAtMs };
}
