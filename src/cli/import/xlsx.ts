/** The first sheet of a workbook. */
import { readFile } from 'node:fs/promises';
import type { CsvRow } from '../csv.js';

/** A spreadsheet shows so many digits of a number; those behind them are binary rounding: 8.1999999999999993. */
const SHOWN_DIGITS = 15;

/**
 * @returns the rows with the texts that the spreadsheet shows; days as YYYY-MM-DD
 * @throws an Error if it cannot be read
 */
export async function readXlsx(path: string): Promise<CsvRow[]> {
  // loaded here: no other command needs them
  const { readSheet } = await import('read-excel-file/node');
  const { failedCells } = await import('./failed-cells.js');
  const file = await readFile(path);
  const sheet = await readSheet(file, { parseNumber: shownNumber, trim: false });
  const rows = sheet.map((cells) => cells.map(textOf));
  for (const { row, column, text } of failedCells(file)) {
    while (rows.length < row) rows.push([]);
    const cells = rows[row - 1]!;
    while (cells.length < column) cells.push('');
    cells[column - 1] = text;
  }
  return rows.map((cells, at) => ({ line: at + 1, cells }));
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
