/**
 * Days, weeks and times of day in India Standard Time, which has no daylight saving. Days are numbered from 1 January
 * 1970; moments are milliseconds since the epoch.
 */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** How far the clocks of India are ahead of UTC. */
export const IST_OFFSET_MS = 5.5 * HOUR_MS;
const DAY_LENGTH = 'YYYY-MM-DD'.length;
const TIME_AT = DAY_LENGTH + 1;
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** The day of the week in India at a moment: 0 Monday to 6 Sunday. */
export const weekdayOf = (at: number): number => weekday(dayNumber(at));

export const DAYS_A_WEEK = 7;

/** The Monday of the week that a day since 1970 is in. */
export const mondayOf = (day: number): number => day - weekday(day);

/** A day of transit counts as so many hours. */
export const HOURS_A_DAY = 24;

/** The time of day in India at a moment, as `HH:mm`. */
export function clockInIndia(at: number): string {
  return new Date(at + IST_OFFSET_MS).toISOString().slice(TIME_AT, TIME_AT + 'HH:mm'.length);
}

/** The last moment of a day in India, of the form YYYY-MM-DD. */
export const endOfDay = (day: string): number => momentOf(day) + DAY_MS - 1;

/** `HH:mm` as minutes after midnight. */
export function minutesOfClock(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

/** The minutes since midnight in India at a moment, with their parts. */
export const minutesInIndia = (at: number): number => (at - startOfDay(dayNumber(at))) / MINUTE_MS;

/** The day in India at a moment, as `YYYY-MM-DD`. */
export function dayInIndia(at: number): string {
  return new Date(at + IST_OFFSET_MS).toISOString().slice(0, DAY_LENGTH);
}

/** A date-time in India in words: `5 December 2026, 14:30`, without the time if that is `omitted` (HH:mm). */
export function inIndia(dateTime: string, omitted: string): string {
  const local = new Date(Date.parse(dateTime) + IST_OFFSET_MS);
  const day = `${local.getUTCDate()} ${MONTHS[local.getUTCMonth()]!} ${local.getUTCFullYear()}`;
  const time = local.toISOString().slice(TIME_AT, TIME_AT + omitted.length);
  return time === omitted ? day : `${day}, ${time}`;
}

/** The number of the day in India at a moment. */
export function dayNumber(at: number): number {
  return Math.floor((at + IST_OFFSET_MS) / DAY_MS);
}

/** The day so many days after another one, or before it; both as `2026-12-01`. */
export const daysAfter = (day: string, count: number): string => dayInIndia(momentOf(day) + count * DAY_MS);

/** `2026-12-01` of a day since 1970. */
export const dayText = (day: number): string => dayInIndia(startOfDay(day));

/** When a day begins in India. */
export function startOfDay(day: number): number {
  return momentAt(day, 0);
}

/** The moment of a date-time with its zone, or the beginning of a day in India; NaN: there is no such moment. */
export function momentOf(text: string): number {
  if (!isDay(text.slice(0, DAY_LENGTH))) return NaN;
  return text.length > DAY_LENGTH ? Date.parse(text) : Date.parse(text) - IST_OFFSET_MS;
}

/** Whether a text is YYYY-MM-DD and a day that exists: Date.parse reads 31 April as 1 May. */
export function isDay(text: string): boolean {
  if (text.length !== DAY_LENGTH) return false;
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** So many minutes after a day began in India. */
export function momentAt(day: number, minutes: number): number {
  return day * DAY_MS + minutes * MINUTE_MS - IST_OFFSET_MS;
}

/** Of a day since 1970: 0 Monday to 6 Sunday. Day 0 was a Thursday. */
export const weekday = (day: number): number => (day + 3) % DAYS_A_WEEK;
