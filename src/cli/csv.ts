/** CSV as export writes it and apply reads it: UTF-8, with commas. */
import { csvLine as lineOf } from '../csv.js';
import { type CsvRow, csvRows } from '../sheets/files/csv.js';
import { SheetRefusal } from '../sheets/sheet.js';

/** Why bytes are no CSV. */
interface CsvFault {
  line: number;
  /** Number of the cell in its row, counted from 1. */
  column: number;
  message: string;
}

type ReadCsv = { ok: true; rows: CsvRow[] } | { ok: false; fault: CsvFault };

const NEWLINE = 0x0a;

/** All rows, blank ones too, with as many cells as they have. */
export function readCsv(bytes: Uint8Array): ReadCsv {
  const text = decoded(bytes);
  if (text === null) return { ok: false, fault: firstForeign(bytes) };
  try {
    return { ok: true, rows: [...csvRows(text, ',')] };
  } catch (error) {
    if (!(error instanceof SheetRefusal)) throw error;
    return { ok: false, fault: { line: error.line, column: error.column ?? 1, message: error.message } };
  }
}

/** null: it is no text of UTF-8. */
function decoded(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    // a byte order mark is dropped
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The first line with bytes that are no text. */
function firstForeign(bytes: Uint8Array): CsvFault {
  for (let [from, line] = [0, 1]; from < bytes.length; line++) {
    const newline = bytes.indexOf(NEWLINE, from);
    const row = bytes.subarray(from, newline === -1 ? bytes.length : newline);
    from += row.length + 1;
    if (decoded(row) !== null) continue;
    const [start] = new TextDecoder().decode(row).split(/[\0\ufffd]/);
    const message = row.includes(0)
      ? 'is no CSV: it has a byte that no text has'
      : 'is not UTF-8: save it as CSV UTF-8';
    return { line, column: start!.split(',').length, message };
  }
  return { line: 1, column: 1, message: 'is not UTF-8: save it as CSV UTF-8' };
}

/** A line with its end. */
export const csvLine = (cells: readonly string[]): string => `${lineOf(cells)}\r\n`;
