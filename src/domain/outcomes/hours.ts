/** How long parcels take to their first attempt (docs/rules.md#outcomes). */
import { HOURS_A_DAY } from '../calendar.js';
import { HOUR_STEPS } from './sums.js';

/** Hours within which so many of a hundred parcels had their first attempt; null: more than 360, or no parcel had. */
export interface HourRanks {
  p50: number | null;
  p85: number | null;
  p95: number | null;
}

/** @param steps parcels by 24-hour steps, of which the last has no end */
export const hourRanks = (steps: readonly number[]): HourRanks => ({
  p50: endOf(steps, 50),
  p85: endOf(steps, 85),
  p95: endOf(steps, 95),
});

/** The end of the step that holds the nearest rank: the parcel number ⌈percent of all⌉ from the fastest on. */
function endOf(steps: readonly number[], percent: number): number | null {
  const rank = Math.ceil((percent * steps.reduce((sum, count) => sum + count, 0)) / 100);
  let counted = 0;
  for (let step = 0; step < HOUR_STEPS - 1; step++) {
    counted += steps[step]!;
    if (counted >= rank && rank > 0) return (step + 1) * HOURS_A_DAY;
  }
  return null;
}
