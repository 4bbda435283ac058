/** The first sheet of a workbook. */
import type { CsvRow } from '../csv.js';

/** A spreadsheet shows so many digits of a number; those behind them are binary rounding: 8.1999999999999993. */
const SHOWN_DIGITS = 15;

/**
 * @returns the rows with the texts that the spreadsheet shows; days as YYYY-MM-DD
 * @throws an Error if it cannot be read
 */
export async function readXlsx(path: string): Promise<CsvRow[]> {
  // loaded here: no other command needs it
  const { readSheet } = await import('read-excel-file/node');
  const rows = await readSheet(path, { parseNumber: shownNumber, trim: false });
  return rows.map((cells, at) => ({ line: at + 1, cells: cells.map(textOf) }));
}

function shownNumber(text: string): string {
  const number = Number(text);
  return Number.isFinite(number) ? String(Number(number.toPrecision(SHOWN_DIGITS))) : text;
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) {
    const moment = cell.toISOString();
    return moment.endsWith('T00:00:00.000Z') ? moment.slice(0, 10) : moment;
  }
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell as string);
}
