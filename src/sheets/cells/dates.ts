/** Days and moments, India Standard Time. */
import { DAY_MS, IST_OFFSET_MS } from '../../domain/calendar.js';
import { momentOf } from '../files/formats.js';
import { cellText, fault, type ParsedCell, parsed } from './text.js';

/** What comes first in 05/12/2026. */
export type DayOrder = 'DMY' | 'MDY';

/** 16:07, 16:07:08.250, 04:07 PM */
const TIME = String.raw`(?:(?:,? |T)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?: ?([AaPp])\.?[Mm]\.?)?)?`;
const ZONE = String.raw`(Z|[+-]\d{2}:?\d{2})`;
const ISO = new RegExp(`^(\\d{4})([-/])(\\d{2})\\2(\\d{2})${TIME}$`);
const ZONED = new RegExp(`^(\\d{4}-\\d{2}-\\d{2}[ T]\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?) ?${ZONE}$`);
/** 05-Dec-2026, 07-Jul-25, 5 Dec, 2026 */
const NAMED = new RegExp(`^(\\d{1,2})[ -]([A-Za-z]{3,9})\\.?,?[ -](\\d{4}|\\d{2})${TIME}$`);
/** Dec 5, 2026 */
const MONTH_FIRST = new RegExp(`^([A-Za-z]{3,9})\\.? (\\d{1,2}),? (\\d{4})${TIME}$`);
const NUMBERED = new RegExp(`^(\\d{1,2})([/.-])(\\d{1,2})\\2(\\d{4}|\\d{2})${TIME}$`);
/** Excel's numbers of the days of 1954 to 2119. */
const SERIAL = /^[2-7]\d{4}(?:\.\d+)?$/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const LAST_MONTH = 12;
const CENTURY = 2_000;

/** A day in our own form. */
export const isIsoDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

export interface LocalMoment {
  /** Of the wall clock in India, as if it were UTC. */
  ms: number;
  hasTime: boolean;
}

/** @param order of 05/12/2026; null: a number above 12 settles it, else it is a fault */
export function localMoment(text: string, order: DayOrder | null): ParsedCell<LocalMoment> {
  const plain = cellText(text);
  const wrong = fault(`must be a day such as 2026-07-01, but is "${plain}"`);
  if (SERIAL.test(plain)) {
    const ms = Math.round(momentOf(Number(plain)) / 1_000) * 1_000;
    return parsed({ ms, hasTime: ms % DAY_MS !== 0 });
  }
  const zoned = ZONED.exec(plain);
  if (zoned !== null) return inIndia(zoned[1]!, zoned[2]!) ?? wrong;
  const iso = ISO.exec(plain);
  if (iso !== null) return built([iso[1]!, iso[3]!, iso[4]!], iso.slice(5)) ?? wrong;
  const named = NAMED.exec(plain);
  if (named !== null) return built([named[3]!, monthOf(named[2]!), named[1]!], named.slice(4)) ?? wrong;
  const monthFirst = MONTH_FIRST.exec(plain);
  if (monthFirst !== null)
    return built([monthFirst[3]!, monthOf(monthFirst[1]!), monthFirst[2]!], monthFirst.slice(4)) ?? wrong;
  const numbered = NUMBERED.exec(plain);
  if (numbered === null) return wrong;
  const settled = order ?? orderOf([plain]);
  if (settled === null) return fault(`may be two days: "${plain}"; say dates: DD/MM/YYYY or MM/DD/YYYY in the map`);
  const [day, month] = settled === 'DMY' ? [numbered[1]!, numbered[3]!] : [numbered[3]!, numbered[1]!];
  return built([numbered[4]!, month, day], numbered.slice(5)) ?? inWrongOrder(plain, settled);
}

function inWrongOrder(text: string, order: DayOrder): { ok: false; message: string } {
  const form = order === 'DMY' ? 'DD/MM/YYYY' : 'MM/DD/YYYY';
  return fault(`must be a day such as 2026-07-01, but is "${text}", which is none as ${form}`);
}

/** `12` for `Dec`; `0`: no month begins so. */
const monthOf = (word: string): string => String(MONTHS.findIndex((each) => word.toLowerCase().startsWith(each)) + 1);

/** A moment with its own zone. null: no calendar has it */
function inIndia(text: string, zone: string): ParsedCell<LocalMoment> | null {
  const local = localMoment(text, null);
  if (!local.ok) return null;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? ['', '+', '0', '0'];
  const ahead = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  return parsed({ ms: local.value.ms - ahead + IST_OFFSET_MS, hasTime: true });
}

/** @param time hours, minutes, seconds, and `p` of the afternoon @returns null: no calendar or clock has it */
function built(
  [year, month, day]: readonly [string, string, string],
  time: (string | undefined)[],
): ParsedCell<LocalMoment> | null {
  const [hours = '0', minutes = '0', seconds = '0', half] = time;
  const hour = half === undefined ? Number(hours) : hourOfHalf(Number(hours), half);
  const start = Date.UTC(year.length === 2 ? CENTURY + Number(year) : Number(year), Number(month) - 1, Number(day));
  const isMonth = Number(month) >= 1 && Number(month) <= LAST_MONTH;
  // Date.UTC takes 30 February for March
  const isReal = new Date(start).getUTCDate() === Number(day) && isMonth && hour < 24;
  if (!isReal || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const ms = start + ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
  return parsed({ ms, hasTime: time[0] !== undefined });
}

const HALF_DAY = 12;

/** 12 AM is midnight, 12 PM is noon. @returns 24 for an hour that no such clock shows */
function hourOfHalf(hour: number, half: string): number {
  if (hour < 1 || hour > HALF_DAY) return 24;
  return (hour % HALF_DAY) + (half.toLowerCase() === 'p' ? HALF_DAY : 0);
}

/** Whether a text is a day such as 05/12/2026. */
export const isNumberedDay = (text: string): boolean => NUMBERED.test(cellText(text));

/** The order that numbers above 12 of a column settle; null: none does, or they contradict. */
export function orderOf(texts: Iterable<string>): DayOrder | null {
  const found = new Set<DayOrder>();
  for (const text of texts) {
    const [, first, , second] = NUMBERED.exec(cellText(text)) ?? [];
    if (Number(first) > LAST_MONTH) found.add('DMY');
    if (Number(second) > LAST_MONTH) found.add('MDY');
  }
  const [order = null] = found;
  return found.size === 1 ? order : null;
}

/**
 * A day in India as a moment in UTC.
 * @param end of the day: its last millisecond; else its first. A cell with a time means that moment
 */
export function dayInIndia(text: string, end: boolean, order: DayOrder | null = null): ParsedCell<string> {
  const found = localMoment(text, order);
  if (!found.ok) return found;
  const { ms, hasTime } = found.value;
  return parsed(new Date(ms - IST_OFFSET_MS + (end && !hasTime ? DAY_MS - 1 : 0)).toISOString());
}
