/** The windows that parcels are counted in: days, weeks from Monday and months in India. */
import { dayInIndia, dayNumber, DAYS_A_WEEK, momentOf, mondayOf, startOfDay } from '../calendar.js';

export const WINDOWS = ['DAY', 'WEEK', 'MONTH'] as const;
export type WindowKind = (typeof WINDOWS)[number];

export interface Window {
  /** Days since 1970. */
  firstDay: number;
  /** Its last moment. */
  endsAtMs: number;
}

/** The window that a moment lies in. */
export function windowOf(kind: WindowKind, atMs: number): Window {
  const day = dayNumber(atMs);
  if (kind === 'DAY') return windowFrom(day, day + 1);
  if (kind === 'WEEK') {
    const monday = mondayOf(day);
    return windowFrom(monday, monday + DAYS_A_WEEK);
  }
  const [year, month] = dayInIndia(atMs).split('-').map(Number) as [number, number];
  return windowFrom(firstOf(year, month), month === 12 ? firstOf(year + 1, 1) : firstOf(year, month + 1));
}

const windowFrom = (firstDay: number, nextDay: number): Window => ({ firstDay, endsAtMs: startOfDay(nextDay) - 1 });

const firstOf = (year: number, month: number): number =>
  dayNumber(momentOf(`${year}-${String(month).padStart(2, '0')}-01`));
