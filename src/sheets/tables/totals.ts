/** Rows of totals and ends of pages, which are between data and are none. */
import { cellText } from '../cells/text.js';

const TOTAL = /^(?:(?:grand|sub|page|net)[ -]?)?totals?\s*:?$|^page\s*\d+(?:\s*(?:of|\/)\s*\d+)?$/i;

/** Whether the key of a row says that it is a total. */
export const isTotalWord = (key: string): boolean => TOTAL.test(key);

export function firstText(cells: readonly string[]): string {
  for (const cell of cells) {
    const text = cellText(cell);
    if (text !== '') return text;
  }
  return '';
}
