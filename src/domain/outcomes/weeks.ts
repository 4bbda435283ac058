/** The weeks of pickup that figures of outcomes count, as Mondays in India in days since 1970. */
import { dayNumber, DAYS_A_WEEK, mondayOf } from '../calendar.js';

/** Returns end late: a younger week would show too few of them. */
const FINAL_AFTER_DAYS = 21;
const COUNTED_WEEKS = 26;
/** What is compared with the weeks before, to find a change. */
const RECENT_WEEKS = 4;

/** Both are included. */
export interface WeekRange {
  fromWeek: number;
  toWeek: number;
}

/** The weeks that count at a moment: the {@link COUNTED_WEEKS} latest that ended at least 21 days ago. */
export function countedWeeks(atMs: number): WeekRange {
  const toWeek = mondayOf(dayNumber(atMs) - DAYS_A_WEEK - FINAL_AFTER_DAYS);
  return { fromWeek: toWeek - (COUNTED_WEEKS - 1) * DAYS_A_WEEK, toWeek };
}

/** The first of the latest weeks among those that count: the others are the weeks before them. */
export const recentFrom = ({ toWeek }: WeekRange): number => toWeek - (RECENT_WEEKS - 1) * DAYS_A_WEEK;
