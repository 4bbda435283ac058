/** Formats of numbers: what makes a number a day or a percentage, and the text that a spreadsheet shows. */
import { DAY_MS } from '../../domain/calendar.js';

export type CellFormat = 'plain' | 'day' | 'percent';

/** Ranges of formats that files name by number alone; numbers above 22 are times and formats of East Asia. */
const DAYS = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
] as const;
const PERCENTS: ReadonlySet<number> = new Set([9, 10]);

/** @param code of a format that the workbook has itself */
export function formatOf(number: number, code = ''): CellFormat {
  if (DAYS.some(([from, to]) => number >= from && number <= to)) return 'day';
  if (PERCENTS.has(number)) return 'percent';
  // text in quotes, after a backslash, or in brackets without a time is literal
  const plain = code.replace(/"[^"]*"|\\.|\[(?![hms]+\])[^\]]*\]|[*_]./gi, '').replace(/general/gi, '');
  if (plain.includes('%')) return 'percent';
  return /[ymdhs]/i.test(plain) ? 'day' : 'plain';
}

/** Digits that a spreadsheet shows of a number; further ones are binary rounding: 8.1999999999999993. */
const SHOWN_DIGITS = 15;
const PER_CENT = 100;

/** @param text of a number; a whole number of over 15 digits, of which the last ones are lost, has an exponent */
export function shownNumber(text: string, format: CellFormat, isFrom1904: boolean): string {
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  if (format === 'day') return shownDay(momentOf(number, isFrom1904), text);
  if (format === 'percent') return `${rounded(number * PER_CENT)}%`;
  return text.length <= SHOWN_DIGITS && Number.isInteger(number) ? String(number) : rounded(number);
}

function rounded(number: number): string {
  const shown = Number(number.toPrecision(SHOWN_DIGITS));
  return Math.abs(shown) >= 10 ** SHOWN_DIGITS ? shown.toExponential() : String(shown);
}

/** Day 0 is 30 December 1899, and 1 January 1904 is 1,462 days later. */
const DAYS_BEFORE_1970 = 25_569;
const DAYS_BEFORE_1904 = 1_462;

/** Of a day's number in Excel, as if it were UTC. */
export const momentOf = (days: number, isFrom1904 = false): number =>
  Math.round((days - DAYS_BEFORE_1970 + (isFrom1904 ? DAYS_BEFORE_1904 : 0)) * DAY_MS);

/** `2026-12-05`, or `2026-12-05 16:07:08`. @param text of a number that is no moment of a calendar */
export function shownDay(ms: number, text: string): string {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return text;
  const moment = date.toISOString().slice(0, 19).replace('T', ' ');
  return moment.endsWith(' 00:00:00') ? moment.slice(0, 10) : moment;
}
