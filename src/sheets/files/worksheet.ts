/** The rows of a worksheet, as its XML is inflated. */
import {
  MAX_SHEET_CHARACTERS,
  MAX_SHEET_COLUMNS,
  MAX_SHEET_FILLED_CELLS,
  MAX_SHEET_GAP_COLUMNS,
  MAX_SHEET_GAP_ROWS,
  MAX_SHEET_ROWS,
  MAX_SHEET_SPAN_CELLS,
  MAX_WORKBOOK_LIST_ITEMS,
} from '../../limits/sheets.js';
import {
  columnLetters,
  type MergedCells,
  NOT_COMPUTED,
  type Sheet,
  SheetRefusal,
  type SheetTitle,
  SheetTooLarge,
} from '../sheet.js';
import { shownDay, shownNumber } from './formats.js';
import { type SharedParts, TextReader } from './shared.js';
import { forEachToken, ownedText, type XmlReader, type XmlToken } from './xml.js';

/** @throws {SheetRefusal} if it cannot be read, or has or states more than the limits of a sheet */
export async function worksheet(
  pieces: AsyncIterable<string>,
  { name, number }: SheetTitle,
  parts: SharedParts,
): Promise<Sheet> {
  const reader = new WorksheetReader(parts);
  await forEachToken(pieces, (token, xml) => reader.see(token, xml));
  const rows = reader.rows.filled;
  return { name, number, rows, merges: reader.merges, blank: blankRows(rows), notes: [] };
}

/** Rows without a filled cell, above and between the others. */
function blankRows(rows: readonly FilledRow[]): Sheet['blank'] {
  const count = (rows.at(-1)?.line ?? 0) - rows.length;
  const first = rows.findIndex(({ line }, at) => line !== at + 1);
  return { count, first: count === 0 ? 0 : first + 1 };
}

class WorksheetReader {
  readonly rows = new Rows();
  readonly merges: MergedCells[] = [];
  readonly #inlineText = new TextReader();
  /** Of the cell that is read, or of the one before it; counted from 1. */
  #row = 0;
  #column = 0;
  #isHidden = false;
  #isCell = false;
  #type = 'n';
  #style = 0;
  #hasFormula = false;
  #isValue = false;
  /** null: the cell has none. */
  #value: string | null = null;

  constructor(private readonly parts: SharedParts) {}

  /** Takes each token. */
  see(token: XmlToken, xml: XmlReader): void {
    const { name } = xml;
    if (token === 'text') {
      if (this.#isValue) this.#value += xml.text;
    } else if (token === 'opened') this.#open(name, xml);
    else if (name === 'v') this.#isValue = false;
    else if (name === 'c') this.#close();
    if (this.#isCell) this.#inlineText.see(token, xml);
  }

  #open(name: string, xml: XmlReader): void {
    if (name === 'row') {
      // a row or a cell that states no position follows the one before it
      this.#row = rowOf(xml.attribute('r') ?? String(this.#row + 1), this.#row);
      this.#column = 0;
      this.#isHidden = /^(?:1|true)$/.test(xml.attribute('hidden') ?? '');
    } else if (name === 'c') {
      this.#place(xml.attribute('r'));
      this.#isCell = true;
      this.#type = xml.attribute('t') ?? 'n';
      this.#style = Number(xml.attribute('s') ?? 0);
      this.#hasFormula = false;
      this.#isValue = false;
      this.#value = null;
    } else if (name === 'mergeCell') this.#merge(xml.attribute('ref') ?? '');
    else if (name === 'f') this.#hasFormula = true;
    else if (name === 'v') {
      this.#value = '';
      this.#isValue = this.#isCell;
    }
  }

  /** @param given such as `B7`; undefined: behind the cell before it */
  #place(given: string | undefined): void {
    const position = given === undefined ? null : positionOf(given);
    if (given !== undefined && position === null)
      throw new SheetRefusal(`is damaged: ${inShort(given)} is no position in a sheet`);
    const [row, column] = [position?.row ?? this.#row, position?.column ?? this.#column + 1];
    if (row > MAX_SHEET_ROWS || column > MAX_SHEET_COLUMNS)
      throw new SheetRefusal(
        `states a cell ${inShort(given ?? nameOf(row, column))}: a sheet has at most 1,048,576 rows and 16,384 columns`,
      );
    const isInOrder = row > this.#row || (row === this.#row && column > this.#column);
    if (!isInOrder || row === 0) throw new SheetRefusal(`is damaged: cell ${nameOf(row, column)} is out of place`);
    this.#row = row;
    this.#column = column;
  }

  #close(): void {
    if (!this.#isCell) return;
    this.#isCell = false;
    this.#isValue = false;
    const text = this.#textOf(this.#type, this.#value, this.#inlineText.take());
    if (text !== '') this.rows.put(this.#row, this.#column, text, this.#isHidden);
  }

  #merge(ref: string): void {
    const [from, to] = ref.replaceAll('$', '').split(':').map(positionOf);
    if (from === undefined || to === undefined || from === null || to === null) return;
    if (this.merges.length === MAX_WORKBOOK_LIST_ITEMS)
      throw new SheetRefusal('has more merged cells than are read: 100,000');
    this.merges.push({
      fromLine: from.row,
      toLine: to.row,
      fromColumn: from.column - 1,
      toColumn: to.column - 1,
    });
  }

  /** The text that the spreadsheet shows; '': nothing. A formula may have an empty text as its value. */
  #textOf(type: string, value: string | null, inlineText: string): string {
    const { texts, formats, isFrom1904 } = this.parts;
    const damaged = (what: string): SheetRefusal =>
      new SheetRefusal(`is damaged: cell ${nameOf(this.#row, this.#column)} ${what}`);
    if (type === 'e') return value === null || value === '' ? '#ERROR' : ownedText(value);
    if (type === 'inlineStr') return inlineText;
    // programs that compute nothing write an empty value, but only `str` says that the result is an empty text
    if (this.#hasFormula && (value === null || (value === '' && type !== 'str'))) return NOT_COMPUTED;
    if (value === null || value === '') return '';
    switch (type) {
      case 'str':
        return ownedText(value);
      case 's': {
        const text = texts[Number(value)];
        if (text === undefined) throw damaged('names a text that the workbook does not have');
        return text;
      }
      case 'b':
        return value === '0' ? 'FALSE' : 'TRUE';
      case 'd':
        return shownDay(Date.parse(value), ownedText(value));
      case 'n':
        return ownedText(shownNumber(value, formats[this.#style] ?? 'plain', isFrom1904));
      default:
        throw damaged(`is of an unknown type ${inShort(type)}`);
    }
  }
}

function rowOf(text: string, before: number): number {
  const row = /^\d+$/.test(text) ? Number(text) : 0;
  if (row < 1 || row > MAX_SHEET_ROWS)
    throw new SheetRefusal(`states a row ${inShort(text)}: a sheet has rows 1 to 1,048,576`);
  if (row <= before) throw new SheetRefusal(`is damaged: row ${row} is out of place, behind row ${before}`);
  return row;
}

/** A file may have any text instead of a name. */
const inShort = (text: string): string => (text.length <= 40 ? text : `${text.slice(0, 40)}…`);

const nameOf = (row: number, column: number): string => columnLetters(column - 1) + String(row);

const LETTERS = 26;
const [BEFORE_A, ZERO] = [0x40, 0x30];

/** Of `AB7`: row 7, column 28; null: it is no such name. Character by character: a sheet has millions of them. */
function positionOf(name: string): { row: number; column: number } | null {
  let column = 0;
  let at = 0;
  for (let letter; (letter = name.charCodeAt(at) - BEFORE_A) >= 1 && letter <= LETTERS; at++)
    column = Math.min(column * LETTERS + letter, MAX_SHEET_COLUMNS + 1);
  let row = 0;
  const from = at;
  for (let digit; (digit = name.charCodeAt(at) - ZERO) >= 0 && digit <= 9; at++)
    row = Math.min(row * 10 + digit, MAX_SHEET_ROWS + 1);
  return from === 0 || at === from || at < name.length ? null : { row, column };
}

interface FilledRow {
  line: number;
  cells: string[];
  isHidden: boolean;
}

const WIDE_COLUMNS = 1_000;

/** Cells at their positions. Bounds are checked before anything grows: two cells may span a whole sheet. */
class Rows {
  readonly filled: FilledRow[] = [];
  readonly #columns = new Uint8Array(MAX_SHEET_COLUMNS + 1);
  #lastColumn = 0;
  #cells = 0;
  #characters = 0;

  put(row: number, column: number, text: string, isHidden: boolean): void {
    const last = this.filled.at(-1);
    if (last !== undefined && row - last.line > MAX_SHEET_GAP_ROWS) throw farOff(nameOf(row, column), '10,000 rows');
    if (this.#columns[column] === 0) this.#addColumn(column, row);
    if (last?.line !== row) {
      if ((this.filled.length + 1) * this.#lastColumn > MAX_SHEET_SPAN_CELLS) throw tooMany(nameOf(row, column));
      // an array that has grown has room to spare
      if (last !== undefined && last.cells.length > WIDE_COLUMNS) last.cells = last.cells.slice();
      this.filled.push({ line: row, cells: [], isHidden });
    }
    const { cells } = this.filled.at(-1)!;
    while (cells.length < column - 1) cells.push('');
    cells.push(text);
    this.#characters += text.length;
    if (++this.#cells > MAX_SHEET_FILLED_CELLS) throw new SheetTooLarge('has more than 2,000,000 filled cells');
    if (this.#characters > MAX_SHEET_CHARACTERS) throw new SheetTooLarge('has cells with more than 64 MiB of text');
  }

  #addColumn(column: number, row: number): void {
    const near = this.#columns.subarray(
      Math.max(0, column - MAX_SHEET_GAP_COLUMNS),
      column + MAX_SHEET_GAP_COLUMNS + 1,
    );
    if (this.#lastColumn > 0 && !near.includes(1)) throw farOff(nameOf(row, column), '1,000 columns');
    this.#columns[column] = 1;
    this.#lastColumn = Math.max(this.#lastColumn, column);
    if (this.filled.length * this.#lastColumn > MAX_SHEET_SPAN_CELLS) throw tooMany(nameOf(row, column));
  }
}

const farOff = (name: string, gap: string): SheetRefusal =>
  new SheetRefusal(`has a filled cell ${name} further than ${gap} from the others: delete it, or the rows between`);
const tooMany = (name: string): SheetRefusal =>
  new SheetRefusal(`has values that span too many rows and columns, up to ${name}`);
