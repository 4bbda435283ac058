/** A table of a sheet: its columns by field, and its rows. */
import { type CellKind, isEmptyOf, isNumberLike } from '../cells/kinds.js';
import { cellText, isEmptyForm, type ParsedCell, plainText } from '../cells/text.js';
import { amountText, numberText } from '../cells/money.js';
import type { Sheet } from '../sheet.js';
import { type FieldColumns, isIgnored, type SheetColumn } from './columns.js';
import type { Faults, SourcePosition } from './faults.js';
import type { TableForm } from './form.js';
import { EMPTY_MEANINGS, type EmptyMeaning, type SheetMap } from './map.js';
import { proposedMap } from './proposal.js';
import { Notes, type SheetReading } from './reading.js';

export class TableRow {
  constructor(
    readonly line: number,
    /** As the sheet has them. */
    readonly cells: readonly string[],
    private readonly table: Table,
  ) {}

  /** The text below our heading by the words of the map, or what the map sets; '' if there is none. */
  get(name: string): string {
    const { map } = this.table;
    const own = this.own(name);
    return own === '' ? this.#meant(name, map.set.get(name) ?? '') : own;
  }

  /** The same, of the row itself alone. */
  own(name: string): string {
    const { form, map } = this.table;
    const meant = this.#meant(name, this.raw(name));
    const isEmpty =
      meant === '' || (isEmptyOf(form.kindOf(name), meant) && !(form.hasNull === true && meant === 'null'));
    if (!isEmpty) return meant;
    const given = map.empty.get(this.#wordsFor(name)) ?? '';
    return isMeaning(given) ? '' : given;
  }

  /** What the map says of an empty cell of this name; null: nothing, or the cell is not empty. */
  emptyMeaning(name: string): EmptyMeaning | null {
    const meaning = this.table.map.empty.get(name);
    return meaning !== undefined && isMeaning(meaning) && this.table.hasColumn(name) && this.own(name) === ''
      ? meaning
      : null;
  }

  hasColumn(name: string): boolean {
    return this.table.hasColumn(name);
  }

  /** Whether the row itself has a value, in place of one that the map sets for all rows. */
  says(name: string): boolean {
    return this.own(name) !== '';
  }

  /** The cell, or several of them joined or summed. */
  raw(name: string): string {
    const columns = this.table.columns.fields.get(name);
    if (columns === undefined) return '';
    if (columns.length === 1) return cellText(this.cells[columns[0]!.index] ?? '');
    const kind = this.table.form.kindOf(name);
    const isMoney = kind === 'money';
    const isEmpty = (text: string): boolean => (isMoney ? isEmptyOf(kind, text) : isEmptyForm(text));
    const texts = columns.map(({ index }) => cellText(this.cells[index] ?? '')).filter((text) => !isEmpty(text));
    const numbers = texts.map(isMoney ? amountText : numberText);
    const isSum = NUMERIC.has(kind) && numbers.every((number) => number !== null);
    return isSum && texts.length > 0 ? sumOf(numbers) : texts.join(' ');
  }

  /** Whether the map says what the word of this cell means. */
  isByMap(name: string): boolean {
    return this.table.map.values.get(name)?.has(plainText(this.raw(name))) === true;
  }

  /** The value of a cell; null: it has none, or a fault, which is added. */
  read<T>(name: string, parse: (text: string) => ParsedCell<T>, faults: Faults): T | null {
    const text = this.get(name);
    if (text === '') return null;
    const value = parse(text);
    if (!value.ok) {
      faults.add(this.position(name), value.message + this.noteAdvice);
      return null;
    }
    return value.value;
  }

  /** For faults of a row with one text alone, which may be a note: how it is left out. */
  get noteAdvice(): string {
    const { table, line } = this;
    const [text, another] = this.cells.filter((cell) => cellText(cell) !== '');
    const last = table.lastData;
    if (text === undefined || another !== undefined || last === null) return '';
    const [field] = table.fields.filter((name) => this.raw(name) !== '');
    if (line < last) return `; if it is a note, say leave_out: [{${field}: [${JSON.stringify(text)}]}] in a map`;
    return `; if it is a note, say rows: ${table.rows[0]!.line}-${last} in a map`;
  }

  position(name: string | null): SourcePosition {
    return this.table.positionOf(this.line, name);
  }

  #meant(name: string, text: string): string {
    return this.table.map.values.get(this.#wordsFor(name))?.get(plainText(text)) ?? text;
  }

  #wordsFor(name: string): string {
    return this.table.form.wordsFor?.(name) ?? name;
  }
}

const isMeaning = (text: string): text is EmptyMeaning => (EMPTY_MEANINGS as readonly string[]).includes(text);

const NUMERIC: ReadonlySet<CellKind> = new Set(['money', 'number', 'weight']);

/** Exact: decimals are added as whole numbers. */
function sumOf(numbers: readonly (string | null)[]): string {
  const decimals = Math.max(...numbers.map((number) => number!.split('.')[1]?.length ?? 0));
  const sum = numbers.reduce((total, number) => {
    const [whole, fraction = ''] = number!.split('.');
    return total + BigInt(whole! + fraction.padEnd(decimals, '0'));
  }, 0n);
  const digits = String(sum < 0n ? -sum : sum).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return `${sum < 0n ? '-' : ''}${whole}${decimals === 0 ? '' : `.${digits.slice(-decimals)}`}`;
}

export const MERGED = 'is merged with another cell: split it, or say merged: repeat in a map';

const isText = (text: string): boolean => !isEmptyForm(text) && !isNumberLike(text);

export class Table {
  rows: TableRow[] = [];
  #left = 0;
  #repeated = 0;
  #lastData: number | null = null;
  /** Whether a cell has the text of the first of its merged cells. `column` is counted from 0. */
  isCopy: (line: number, column: number) => boolean = () => false;
  readonly notes = new Notes();

  constructor(
    /** Of the lower heading; without headings the first row. */
    readonly headerLine: number,
    readonly hasHeadings: boolean,
    private fieldColumns: FieldColumns,
    readonly form: TableForm,
    readonly map: SheetMap,
    readonly sheet: Sheet,
    /** Of the rows that are left out. */
    readonly leftOut: Notes,
  ) {}

  get columns(): FieldColumns {
    return this.fieldColumns;
  }

  /** Reads a column as a field after all: of a matrix, as a route. */
  take(column: SheetColumn, field: string): void {
    const { fields, notRead } = this.fieldColumns;
    this.fieldColumns = {
      fields: new Map([...fields, [field, [column]]]),
      notRead: notRead.filter((each) => each !== column),
    };
  }

  /** The line of the last row with more than one text; null: there is none. */
  get lastData(): number | null {
    this.#lastData ??=
      this.rows.findLast(({ cells }) => cells.filter((text) => cellText(text) !== '').length > 1)?.line ?? null;
    return this.#lastData;
  }

  /** Faults of prices that are merged, in columns that are read as routes. */
  checkMerged(faults: Faults): void {
    if (this.map.repeatsMerged) return;
    const prices = [...this.columns.fields].filter(([field]) => this.form.kindOf(field) === 'money');
    for (const row of this.rows)
      for (const [field, columns] of prices)
        if (columns.some(({ index }) => this.isCopy(row.line, index))) faults.add(row.position(field), MERGED);
  }

  /** Leaves out rows that are read as another courier's. */
  keepRows(isKept: (row: TableRow) => boolean): void {
    const kept = this.rows.filter(isKept);
    this.#left += this.rows.length - kept.length;
    this.rows = kept;
  }

  /** A row that repeats another one cell by cell counts once. */
  dropRepeated(): void {
    const seen = new Set<string>();
    const first = this.rows.filter(({ cells }) => {
      const text = JSON.stringify(cells.map(cellText));
      return !seen.has(text) && seen.add(text);
    });
    this.#repeated += this.rows.length - first.length;
    this.rows = first;
  }

  /** Whether rows may have a value of this name, from a column or from the map. */
  has(name: string): boolean {
    return this.columns.fields.has(name) || this.map.set.has(name);
  }

  hasColumn(name: string): boolean {
    return this.columns.fields.has(name);
  }

  /** Fields with a column, in the order of the columns. */
  get fields(): string[] {
    return [...this.columns.fields].sort(([, [a]], [, [b]]) => a!.index - b!.index).map(([field]) => field);
  }

  /** The position of our heading in a row. A name without a heading, such as a nested member, is its own column. */
  positionOf(line: number, name: string | null): SourcePosition {
    const [column] = (name === null ? undefined : this.columns.fields.get(name)) ?? [];
    return { line, column: column === undefined ? name : column.title };
  }

  /** The position of the heading of a column that is not read. */
  columnPosition({ title }: SheetColumn): SourcePosition {
    return { line: this.headerLine, column: title };
  }

  /** Columns with a heading that are not read, though the map does not ignore them. */
  get unread(): SheetColumn[] {
    return this.columns.notRead.filter((column) => column.hasTitle && !isIgnored(column, this.map));
  }

  /** Those of them with texts. */
  get unreadTexts(): SheetColumn[] {
    return this.unread.filter(({ index }) => this.rows.some(({ cells }) => isText(cells[index] ?? '')));
  }

  /** Of these one with a text in each row that is not the same in all: it may tell rows apart. */
  get unreadKey(): SheetColumn | null {
    const texts = ({ index }: SheetColumn): string[] => this.rows.map(({ cells }) => plainText(cells[index] ?? ''));
    const tellsApart = (all: string[]): boolean => all.every(isText) && new Set(all).size > 1;
    return this.unreadTexts.find((column) => tellsApart(texts(column))) ?? null;
  }

  /** Counts a cell that was read in another form than it stands. */
  noteForm(name: string, raw: string, meant: string): void {
    this.notes.add(`cells of ${name} in another form`, `${raw} is read as ${meant}`);
  }

  get reading(): SheetReading {
    return {
      sheet: this.sheet.name,
      headings: this.hasHeadings ? this.headerLine : null,
      rows: this.rows.length + this.#left + this.#repeated,
      columns: Object.fromEntries(
        this.fields.map((field) => [
          field,
          this.columns.fields
            .get(field)!
            .map(({ title }) => title)
            .join(' + '),
        ]),
      ),
      notRead: this.columns.notRead.map(({ title }) => title),
      assumed: [...this.sheet.notes, ...this.notes.all],
      leftOut: this.leftOut.all,
      repeated: this.#repeated,
      unknown: 0,
    };
  }

  /** A map to start from. @param needed fields that are needed here, in addition to those of the form */
  proposal(needed: readonly string[] = []): string {
    const form = { ...this.form, required: [...this.form.required, ...needed] };
    return proposedMap(this.columns, this.rows, form, this.hasHeadings ? this.headerLine : null);
  }
}
