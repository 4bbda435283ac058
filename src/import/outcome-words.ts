/** What a sheet of outcomes says, in words. */
import { OUTCOME_STATUSES } from '../domain/outcomes/counts.js';
import type { OutcomeSummary } from '../sheets/outcomes/read.js';
import { counted, whole } from '../words.js';
import { readingInWords } from './words.js';

const SHOWN_WORDS = 8;

/** A line for each fact: the statuses with the words that mean them, how the sheet was read, and what it lacks. */
export function outcomesInWords(summary: OutcomeSummary): string[] {
  const { byStatus, words, missing, reading } = summary;
  const statuses = OUTCOME_STATUSES.filter((status) => byStatus[status] > 0).map((status) => {
    const of = words.filter((each) => each.status === status);
    const shown = of.slice(0, SHOWN_WORDS).map(({ word, count }) => `${word || 'set by the map'} ${whole(count)}`);
    const rest = of.length > SHOWN_WORDS ? `, and ${counted(of.length - SHOWN_WORDS, 'more word')}` : '';
    return `  ${status.padEnd(10)}${whole(byStatus[status]).padStart(9)}  ${shown.join(', ')}${rest}`;
  });
  return [
    ...statuses,
    ...readingInWords(reading, Number.POSITIVE_INFINITY),
    ...missing.map((figure) => `no figure of ${figure}: the sheet does not say it`),
  ];
}
