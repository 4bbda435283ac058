/** Texts of cells as couriers write them. */
import { isExact } from '../flat.js';

/** A value, or the fault of the text. */
export type ParsedCell<T> = { ok: true; value: T } | { ok: false; message: string };

const YES: ReadonlySet<string> = new Set(['y', 'yes', '1', 'true']);
const NO: ReadonlySet<string> = new Set(['n', 'no', '0', 'false']);
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const IST_AHEAD_MS = 330 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** A pincode has no leading zeros; a spreadsheet may have added zeros after a point. */
const PINCODE = /^([1-9]\d{5})(\.0+)?$/;

/** @param text not empty */
export function flag(text: string): ParsedCell<boolean> {
  const plain = text.trim().toLowerCase();
  if (YES.has(plain)) return { ok: true, value: true };
  if (NO.has(plain)) return { ok: true, value: false };
  return { ok: false, message: `must be Y or N, but is "${text}"` };
}

/** Six digits, also of a number as a spreadsheet writes it: 110001.0. */
export function pincode(text: string): ParsedCell<string> {
  const [, digits] = PINCODE.exec(text.trim()) ?? [];
  if (digits !== undefined) return { ok: true, value: digits };
  return { ok: false, message: `must be a pincode of six digits, but is "${text}"` };
}

/**
 * A day in India as a moment in UTC.
 * @param end of the day: its last millisecond; else its first
 */
export function dayInIndia(text: string, end: boolean): ParsedCell<string> {
  const startMs = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Date.parse takes 2026-02-30 for March
  if (Number.isNaN(startMs) || new Date(startMs).toISOString().slice(0, 10) !== text)
    return { ok: false, message: `must be a day such as 2026-07-01, but is "${text}"` };
  return { ok: true, value: new Date(startMs - IST_AHEAD_MS + (end ? DAY_MS - 1 : 0)).toISOString() };
}

/** A number whose digits all fit: 12.5, but not 12.499999999999999999. */
export function number(text: string): ParsedCell<number> {
  const value = Number(text);
  if (!/^-?\d+(\.\d+)?$/.test(text)) return { ok: false, message: `must be a number, but is "${text}"` };
  if (!isExact(text, value)) return { ok: false, message: `has more digits than a number keeps: "${text}"` };
  return { ok: true, value };
}
