/** The first sheet of a workbook. */
import { MAX_LINES_BODY_BYTES } from '../../limits/http.js';
import {
  MAX_SHEET_COLUMNS,
  MAX_SHEET_FILLED_ROWS,
  MAX_SHEET_ROWS,
  MAX_SHEET_SPAN_CELLS,
  MAX_WORKBOOK_INFLATED_BYTES,
} from '../../limits/sheets.js';
import type { CsvRow } from '../csv.js';
import { whole } from '../words.js';
import { TextReader, type Workbook, workbookOf } from './workbook.js';
import { XmlReader } from './xml.js';
import { ZipFile } from './zip.js';

/** Digits that a spreadsheet shows of a number; further ones are binary rounding: 8.1999999999999993. */
const SHOWN_DIGITS = 15;
/** For a formula without a computed value, as programs write it. */
const NOT_COMPUTED = 'a formula without a value';

/**
 * @returns the rows up to the last one with a value, with the texts that the spreadsheet shows; days as YYYY-MM-DD
 * @throws an Error if it cannot be read, or has or states more than the limits of a sheet
 */
export function readXlsx(file: Buffer): CsvRow[] {
  const book = workbookOf(new ZipFile(file, MAX_WORKBOOK_INFLATED_BYTES));
  const rows = new Rows();
  for (const cell of cellsOf(book.sheet)) {
    const text = textOf(cell, book);
    if (text !== '') rows.put(cell, text);
  }
  return rows.rows;
}

interface Cell {
  /** Counted from 1. */
  row: number;
  column: number;
  /** Such as `B7`. */
  name: string;
  type: string;
  style: number;
  hasFormula: boolean;
  /** null: there is none. */
  value: string | null;
  inlineText: string;
}

/** In the order of the sheet. @throws an Error at a position that no sheet has */
function* cellsOf(sheet: string): Generator<Cell> {
  const reader = new XmlReader(sheet);
  const inlineText = new TextReader();
  let row = 0;
  let column = 0;
  let cell: Cell | null = null;
  let isValue = false;
  for (let token = reader.next(); token !== 'end'; token = reader.next()) {
    const { name } = reader;
    if (token === 'text') {
      if (isValue) cell!.value += reader.text;
    } else if (name === 'row' && token === 'opened') {
      // a row or a cell that states no position follows the one before it
      row = rowOf(reader.attribute('r') ?? String(row + 1), row);
      column = 0;
    } else if (name === 'c' && token === 'opened') {
      cell = cellOf(reader, row, column);
      ({ row, column } = cell);
      isValue = false;
    } else if (cell === null) continue;
    else if (name === 'c') {
      cell.inlineText = inlineText.take();
      yield cell;
      cell = null;
      isValue = false;
    } else if (name === 'f') cell.hasFormula = true;
    else if (name === 'v') {
      isValue = token === 'opened';
      if (isValue) cell.value = '';
    }
    if (cell !== null) inlineText.see(token, reader);
  }
}

function rowOf(text: string, before: number): number {
  const row = /^\d+$/.test(text) ? Number(text) : 0;
  if (row < 1 || row > MAX_SHEET_ROWS)
    throw new Error(`it has a row ${inShort(text)}: a sheet has rows 1 to ${whole(MAX_SHEET_ROWS)}`);
  if (row <= before) throw new Error(`row ${row} is out of place, behind row ${before}`);
  return row;
}

/** @param row, before its row element and the column of the cell before it */
function cellOf(reader: XmlReader, row: number, before: number): Cell {
  const given = reader.attribute('r');
  const name = inShort(given ?? `row ${row}, column ${before + 1}`);
  const position = given === undefined ? { row, column: before + 1 } : positionOf(given);
  if (position === null) throw new Error(`${name} is no position in a sheet`);
  if (position.row > MAX_SHEET_ROWS || position.column > MAX_SHEET_COLUMNS)
    throw new Error(
      `it has a cell ${name}: a sheet has at most ${whole(MAX_SHEET_ROWS)} rows and ${whole(MAX_SHEET_COLUMNS)} columns`,
    );
  const isInOrder = position.row > row || (position.row === row && position.column > before);
  if (!isInOrder || position.row === 0) throw new Error(`cell ${name} is out of place`);
  return {
    row: position.row,
    column: position.column,
    name,
    type: reader.attribute('t') ?? 'n',
    style: Number(reader.attribute('s') ?? 0),
    hasFormula: false,
    value: null,
    inlineText: '',
  };
}

/** A file may have any text instead of a name. */
const inShort = (text: string): string => (text.length <= 40 ? text : `${text.slice(0, 40)}…`);

const LETTERS = 26;
const BEFORE_A = 64;

/** Of `AB7`: row 7, column 28; null: it is no such name. */
function positionOf(name: string): { row: number; column: number } | null {
  let column = 0;
  let at = 0;
  for (let letter; (letter = name.charCodeAt(at) - BEFORE_A) >= 1 && letter <= LETTERS; at++)
    column = Math.min(column * LETTERS + letter, MAX_SHEET_COLUMNS + 1);
  const digits = name.slice(at);
  return at === 0 || !/^\d+$/.test(digits) ? null : { row: Number(digits), column };
}

/** The text that the spreadsheet shows; '': nothing. A formula may have an empty text as its value. */
function textOf(cell: Cell, { texts, hasDays, isFrom1904 }: Workbook): string {
  const { name, type, style, hasFormula, value, inlineText } = cell;
  if (type === 'e') return value === null || value === '' ? '#ERROR' : value;
  if (type === 'inlineStr') return inlineText;
  if (value === null) return hasFormula ? NOT_COMPUTED : '';
  if (value === '') return '';
  switch (type) {
    case 'str':
      return value;
    case 's': {
      const text = texts[Number(value)];
      if (text === undefined) throw new Error(`cell ${name} names a text that the workbook does not have`);
      return text;
    }
    case 'b':
      return value === '0' ? 'FALSE' : 'TRUE';
    case 'd':
      return dayOf(Date.parse(value), value);
    case 'n':
      return hasDays[style] === true ? dayOf(momentOf(Number(value), isFrom1904), value) : shownNumber(value);
    default:
      throw new Error(`cell ${name} is of an unknown type ${inShort(type)}`);
  }
}

function shownNumber(text: string): string {
  const number = Number(text);
  if (text.length <= SHOWN_DIGITS && Number.isInteger(number)) return String(number);
  return Number.isFinite(number) ? String(Number(number.toPrecision(SHOWN_DIGITS))) : text;
}

const DAY_MS = 86_400_000;
/** Day 0 is 30 December 1899, and 1 January 1904 is 1,462 days later. */
const DAYS_BEFORE_1970 = 25_569;
const DAYS_BEFORE_1904 = 1_462;

const momentOf = (days: number, isFrom1904: boolean): number =>
  Math.round((days - DAYS_BEFORE_1970 + (isFrom1904 ? DAYS_BEFORE_1904 : 0)) * DAY_MS);

/** @param text of a number that is no moment of a calendar */
function dayOf(ms: number, text: string): string {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return text;
  const moment = date.toISOString();
  return moment.endsWith('T00:00:00.000Z') ? moment.slice(0, 10) : moment;
}

/** Cells at their positions. Bounds are checked before the array grows: two cells may span a whole sheet. */
class Rows {
  readonly rows: CsvRow[] = [];
  #filledRows = 0;
  #columns = 0;
  #bytes = 0;

  put({ row, column, name }: Cell, text: string): void {
    this.#columns = Math.max(this.#columns, column);
    if (row * this.#columns > MAX_SHEET_SPAN_CELLS)
      throw new Error(
        `its values span ${whole(row)} rows and ${whole(this.#columns)} columns, up to ${name}: too many`,
      );
    if (row > this.rows.length) {
      this.#filledRows++;
      if (this.#filledRows > MAX_SHEET_FILLED_ROWS)
        throw new Error(`it has more than ${whole(MAX_SHEET_FILLED_ROWS)} rows with values`);
      while (this.rows.length < row) this.rows.push({ line: this.rows.length + 1, cells: [] });
    }
    const { cells } = this.rows[row - 1]!;
    while (cells.length < column - 1) cells.push('');
    cells.push(text);
    this.#bytes += text.length + 1;
    // a text of the workbook may be in many cells
    if (this.#bytes > MAX_LINES_BODY_BYTES) throw new Error('its cells have more than 32 MiB of text');
  }
}
