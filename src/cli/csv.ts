/** CSV by RFC 4180, as export writes it and apply and import read it. */
import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { csvLine as lineOf, unquotedCell } from '../csv.js';

export interface CsvRow {
  /** The line of the file in which the row begins, from 1. */
  line: number;
  cells: string[];
}

/** Why bytes are no CSV. */
export interface CsvFault {
  line: number;
  /** Number of the cell in its row, counted from 1. */
  column: number;
  message: string;
}

export type ReadCsv = { ok: true; rows: CsvRow[] } | { ok: false; fault: CsvFault };

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');
/** How a zip file begins, which a workbook is. */
const WORKBOOK = Buffer.from('PK\u0003\u0004');

/** All rows, blank ones too, with as many cells as they have. */
export function readCsv(file: Buffer): ReadCsv {
  const bytes = file.subarray(0, 3).equals(BYTE_ORDER_MARK) ? file.subarray(3) : file;
  const foreign = foreignText(bytes);
  if (foreign !== null) return { ok: false, fault: foreign };
  const lines = new LineCounter(bytes);
  const rows: CsvRow[] = [];
  try {
    parse(bytes, {
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n'],
      // the parser counts a CRLF within quotes as two lines
      on_record: (cells: string[], { bytes: end }) => {
        rows.push({ line: lines.next(end), cells: cells.map(unquotedCell) });
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const column = ((error as { column?: unknown }).column as number) + 1;
    const message = MESSAGES[error.code] ?? `is no CSV: ${error.message}`;
    return { ok: false, fault: { line: lines.current, column, message } };
  }
  return { ok: true, rows };
}

const MESSAGES: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'begins with a quote that nothing closes',
  INVALID_OPENING_QUOTE: 'has a quote within a cell that does not begin with one',
  CSV_INVALID_CLOSING_QUOTE: 'has text behind its closing quote',
};

/** A row of a file, with its line end. */
export const csvLine = (cells: readonly string[]): string => `${lineOf(cells)}\r\n`;

/** Lines by the number of bytes before them. */
class LineCounter {
  #line = 1;
  #at = 0;

  constructor(private readonly bytes: Buffer) {}

  /** The line of the row that is being read. */
  get current(): number {
    return this.#line;
  }

  /** @param end where the row that is being read ends @returns its line */
  next(end: number): number {
    const line = this.#line;
    for (;;) {
      const found = this.bytes.indexOf(NEWLINE, this.#at);
      if (found === -1 || found >= end) return line;
      this.#line++;
      this.#at = found + 1;
    }
  }
}

/** The first bytes that are no text or no rows; null: there are none. */
function foreignText(bytes: Buffer): CsvFault | null {
  if (bytes.subarray(0, WORKBOOK.length).equals(WORKBOOK))
    return { line: 1, column: 1, message: 'is no CSV but a workbook, whose name must end with .xlsx' };
  const isText = isUtf8(bytes);
  if (isText && !bytes.includes(0)) {
    if (bytes.includes(NEWLINE) || !bytes.includes(CARRIAGE_RETURN)) return null;
    return { line: 1, column: 1, message: 'ends its lines with CR alone: save it as CSV UTF-8' };
  }
  let line = 0;
  for (let from = 0; from < bytes.length; line++) {
    const newline = bytes.indexOf(NEWLINE, from);
    const row = bytes.subarray(from, newline === -1 ? bytes.length : newline);
    from += row.length + 1;
    if (!isUtf8(row) || row.includes(0)) {
      const [start] = row.toString('utf8').split(/[\0\ufffd]/);
      const message = isText ? 'is no CSV: it has a byte that no text has' : 'is not UTF-8: save it as CSV UTF-8';
      return { line: line + 1, column: start!.split(',').length, message };
    }
  }
  return null;
}
