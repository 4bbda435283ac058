/** Amounts, moments and counts as people read them. */
import { clockInIndia, dayInIndia } from '../domain/calendar.js';
import { whole } from '../words.js';

/** `2026-12-01 11:00`, India Standard Time. */
export function inIndia(moment: string): string {
  const ms = Date.parse(moment);
  return Number.isNaN(ms) ? moment : `${dayInIndia(ms)} ${clockInIndia(ms)}`;
}

/** `3 created, 1 updated`: the counts above zero. */
export function countsInWords(counts: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(counts)
    .filter((entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] !== 0)
    .map(([name, count]) => `${whole(count)} ${name}`);
  return words.length === 0 ? 'nothing' : words.join(', ');
}
