/** Rows of CSV by RFC 4180, with any separator and any end of lines. */
import { unquotedCell } from '../../csv.js';
import { MAX_SHEET_COLUMNS } from '../../limits/sheets.js';
import { SheetRefusal } from '../sheet.js';

export interface CsvRow {
  /** The line in which the row begins, from 1. */
  line: number;
  cells: string[];
}

const END_OF_LINE = /\r\n|\r|\n/g;
/** A cell that a spreadsheet is to keep as a text, as couriers' programs write it: ="000123". */
const FORCED_TEXT = /="[^"\r\n]*"/y;

/**
 * All rows, blank ones too, with as many cells as they have.
 * @param firstLine of a text that is a part of another one
 * @returns the line behind the last row
 * @throws {SheetRefusal} for a quote that nothing closes, or that stands where none may
 */
export function* csvRows(text: string, separator: string, firstLine = 1): Generator<CsvRow, number> {
  const plainEnd = new RegExp(String.raw`[\r\n"\u{${separator.codePointAt(0)!.toString(16)}}]`, 'gu');
  let line = firstLine;
  let at = 0;
  while (at < text.length) {
    const row: CsvRow = { line, cells: [] };
    for (let isOpen = true; isOpen;) {
      const column = row.cells.length + 1;
      const refuse = (message: string): never => {
        throw new SheetRefusal(message, row.line, column);
      };
      let cell: string;
      if (text[at] === '"') {
        const end = closingQuote(text, at) ?? refuse('begins with a quote that nothing closes');
        cell = text.slice(at + 1, end).replaceAll('""', '"');
        at = end + 1;
        if (at < text.length && text[at] !== separator && !'\r\n'.includes(text[at]!))
          refuse('has text behind its closing quote');
        line += cell.match(END_OF_LINE)?.length ?? 0;
      } else {
        FORCED_TEXT.lastIndex = at;
        const forced = FORCED_TEXT.exec(text)?.[0] ?? '';
        plainEnd.lastIndex = at + forced.length;
        const end = plainEnd.exec(text)?.index ?? text.length;
        if (text[end] === '"') refuse('has a quote within a cell that does not begin with one');
        cell = text.slice(at, end);
        at = end;
      }
      if (column > MAX_SHEET_COLUMNS) refuse('is beyond the 16,384 columns that a sheet may have');
      row.cells.push(unquotedCell(cell));
      isOpen = text[at] === separator;
      if (isOpen) at++;
    }
    if (at < text.length) {
      at += text.startsWith('\r\n', at) ? 2 : 1;
      line++;
    }
    yield row;
  }
  return line;
}

/** null: the quote at `from` is not closed. A doubled quote is one of the text. */
function closingQuote(text: string, from: number): number | null {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  return null;
}
