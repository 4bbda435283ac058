/** The weeks of pickup that figures of outcomes count, as Mondays in India in days since 1970. */
import { dayNumber } from '../calendar.js';

export const DAYS_A_WEEK = 7;
/** Returns end late: a younger week would show too few of them. */
const FINAL_AFTER_DAYS = 21;
const COUNTED_WEEKS = 26;
/** What is compared with the weeks before, to find a change. */
const RECENT_WEEKS = 4;
/** 5 January 1970. */
const FIRST_MONDAY = 4;

/** Both are included. */
export interface WeekRange {
  fromWeek: number;
  toWeek: number;
}

/** The Monday of the week that a day is in. */
export const mondayOf = (day: number): number =>
  Math.floor((day - FIRST_MONDAY) / DAYS_A_WEEK) * DAYS_A_WEEK + FIRST_MONDAY;

/** The weeks that count at a moment: the {@link COUNTED_WEEKS} latest that ended at least 21 days ago. */
export function countedWeeks(atMs: number): WeekRange {
  const toWeek = mondayOf(dayNumber(atMs) - DAYS_A_WEEK - FINAL_AFTER_DAYS);
  return { fromWeek: toWeek - (COUNTED_WEEKS - 1) * DAYS_A_WEEK, toWeek };
}

/** The first of the latest weeks among those that count: the others are the weeks before them. */
export const recentFrom = ({ toWeek }: WeekRange): number => toWeek - (RECENT_WEEKS - 1) * DAYS_A_WEEK;
