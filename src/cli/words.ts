/** Amounts, moments and counts as people read them. */
import { whole } from '../words.js';

const IST_AHEAD_MS = 330 * 60_000;

/** `2026-12-01 11:00`, India Standard Time. */
export function inIndia(moment: string): string {
  const ms = Date.parse(moment);
  return Number.isNaN(ms) ? moment : new Date(ms + IST_AHEAD_MS).toISOString().slice(0, 16).replace('T', ' ');
}

/** `3 created, 1 updated`: the counts above zero. */
export function countsInWords(counts: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(counts)
    .filter((entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] !== 0)
    .map(([name, count]) => `${whole(count)} ${name}`);
  return words.length === 0 ? 'nothing' : words.join(', ');
}
