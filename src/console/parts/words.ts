/** Amounts, weights, moments and counts: as the console shows them, and as people type them. */
import { money, rupees as rupeesOf } from '../../sheets/cells/money.js';
import type { ParsedCell } from '../../sheets/cells/text.js';
import { weight } from '../../sheets/cells/weights.js';
import { whole } from '../../words.js';

// the charge of a step may have four decimals
const AMOUNT = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 4 });
const INDIA = 'Asia/Kolkata';
const MOMENT = new Intl.DateTimeFormat('en-GB', {
  timeZone: INDIA,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const DAY = new Intl.DateTimeFormat('en-GB', { timeZone: INDIA, weekday: 'short', day: 'numeric', month: 'short' });
/** Sorts as text, as inputs of the type date have it. */
const ISO_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: INDIA });

/** `₹1,35,494.28`, `−₹20.00`. @param amount Rupees */
export const rupees = (amount: number): string => `${amount < 0 ? '−' : ''}₹${AMOUNT.format(Math.abs(amount))}`;

/** A difference: `+₹20.00`, `−₹20.00`, `₹0.00`. */
export const signedRupees = (amount: number): string => `${amount > 0 ? '+' : ''}${rupees(amount)}`;

/** `3 created, 1 updated`: the counts above zero. */
export function countsInWords(counts: Readonly<Record<string, number>>): string {
  const words = Object.entries(counts)
    .filter(([, count]) => count !== 0)
    .map(([name, count]) => `${whole(count)} ${name}`);
  return words.length === 0 ? 'nothing' : words.join(', ');
}

/** `1.2 kg`, `500 g`. @param grams whole */
export const weightInWords = (grams: number): string =>
  grams < 1_000 ? `${grams} g` : `${Number((grams / 1_000).toFixed(3))} kg`;

/** `251.5 MB`. */
export function bytesInWords(bytes: number): string {
  const [unit, size] = bytes < 1e6 ? ['kB', bytes / 1e3] : bytes < 1e9 ? ['MB', bytes / 1e6] : ['GB', bytes / 1e9];
  return `${size.toFixed(1)} ${unit}`;
}

/** `3 d 4 h`, `12 min`, `40 s`: the two largest units, the second only if there is some of it. */
export function durationInWords(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [Math.floor(seconds) % 60, 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  const shown = first === -1 ? parts.slice(-1) : parts.slice(first, first + 2);
  return shown
    .filter(([count], at) => at === 0 || count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

/** `1 Dec 2026, 11:00 IST`. @param moment ISO 8601 */
export const moment = (text: string): string => `${MOMENT.format(new Date(text))} IST`;

/** `Tue, 1 Dec`, in India. @param moment ISO 8601 */
export const day = (text: string): string => DAY.format(new Date(text));

/** `2026-12-01`, the day in India. */
export const dayInIndia = (date: Date): string => ISO_DAY.format(date);

/** The first moment of a day in India, ISO 8601. @param day `2026-12-01` */
export const startOfDayInIndia = (isoDay: string): string => new Date(`${isoDay}T00:00:00+05:30`).toISOString();

/** The last millisecond of a day in India, ISO 8601. */
export const endOfDayInIndia = (isoDay: string): string => new Date(`${isoDay}T23:59:59.999+05:30`).toISOString();

/** Grams. A bare number is kilograms. */
export const weightOf = (text: string): ParsedCell<number> => weight(text, 'kg');

/** Rupees, at least 0. */
export function amountOf(text: string): ParsedCell<number> {
  const parsed = money(text, 2);
  if (!parsed.ok) return parsed;
  return parsed.value < 0n ? { ok: false, message: 'must be 0 or more' } : { ok: true, value: rupeesOf(parsed.value) };
}

/** With a capital, unless it begins with an address. */
export const asSentence = (text: string): string =>
  /^https?:/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);

/**
 * A sentence of the API in the words and forms of the console: courier for partner, `₹1,35,494.28` for
 * `INR 135494.28`, `1.2 kg` for `1200 g`.
 */
export const inConsoleWords = (text: string): string =>
  text
    .replace(/, or check availability without a partnerId/, '')
    .replace(
      /\b([Pp])artner(s|’s|'s)?\b/g,
      (_, initial: string, ending = '') => `${initial === 'P' ? 'C' : 'c'}ourier${ending}`,
    )
    .replace(/\bINR (\d+(?:\.\d{1,2})?)(?![\d.]*\d)/g, (_, amount: string) => rupees(Number(amount)))
    .replace(/\bINR (?=\d)/g, '₹')
    .replace(/₹(\d{4,}(?:\.\d{1,2})?)(?![\d.]*\d)/g, (_, amount: string) => rupees(Number(amount)))
    .replace(/\b(\d{4,}) g\b/g, (_, grams: string) => weightInWords(Number(grams)));

/** A field of a form: its label, what is typed into it, and what is wrong with that. */
type FormEntry = readonly [label: string, text: string, fault?: string | undefined];

/** Which fields of a form are empty or wrong; each says itself what is wrong. '': none. */
export function lackWords(entries: readonly FormEntry[]): string {
  const isEmpty = ([, text]: FormEntry) => text.trim() === '';
  const naming = (what: string, fields: readonly FormEntry[]) =>
    fields.length === 0 ? [] : [`${what} ${fields.map(([label]) => `“${label}”`).join(' and ')}.`];
  const wrong = entries.filter((entry) => !isEmpty(entry) && entry[2] !== undefined);
  return [...naming('Fill in', entries.filter(isEmpty)), ...naming('Check', wrong)].join(' ');
}
