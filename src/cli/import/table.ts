/** The table in a sheet: its headings, which may be below other rows, and its rows by our headings. */
import { editDistance } from '../../model/unknown-fields.js';
import type { CsvRow } from '../csv.js';
import { Faults, type SourcePosition } from './faults.js';
import { CommandError, EXIT } from '../world.js';
import { plainText, type SheetMap } from './map.js';

/** The headings of a kind of file. */
export interface Headings {
  /** The kind's name in messages. */
  kind: string;
  /** For suggestions. */
  names: readonly string[];
  required: readonly string[];
  /** Our heading that a text means; null: none. */
  find(text: string): string | null;
  /** Rows of the table hold this, and rows above it do not. */
  isData?(cell: string): boolean;
  /** Whether a row with these headings is the header; absent: if it has any. */
  isHeader?(names: readonly string[]): boolean;
  /** Headings may have two rows: merged cells, and below each of them its columns. */
  mayHaveTwoRows?: boolean;
  /** Headings that no list has, as a map would name them: `LANE or FROM>TO`. */
  others?: string;
  /** Members that the map sets for all rows need no headings. */
  setsOtherNames?: boolean;
}

const MAX_SUGGESTED_LENGTH = 60;

/** Headings from a list, written in any case and with blanks or hyphens for `_`. */
export function finderOf(names: readonly string[]): Headings['find'] {
  const plain = (text: string): string => plainText(text).replace(/[ -]/g, '_');
  const known = new Map(names.map((name) => [plain(name), name]));
  return (text) => known.get(plain(text)) ?? null;
}

export class TableRow {
  constructor(
    readonly line: number,
    private readonly cells: readonly string[],
    private readonly table: Pick<Table, 'at' | 'map' | 'positionOf'>,
  ) {}

  /** The text below our heading without surrounding blanks, by the words of the map; '' if there is none. */
  get(name: string): string {
    const { map, at } = this.table;
    const index = at.get(name);
    const text = index === undefined ? '' : (this.cells[index] ?? '').trim();
    const given = text === '' ? (map.set.get(name) ?? '') : text;
    return map.values.get(name)?.get(plainText(given)) ?? given;
  }

  /** Whether the row itself has a value, in place of one that the map sets for all rows. */
  says(name: string): boolean {
    const index = this.table.at.get(name);
    return index !== undefined && !blank(this.cells[index] ?? '') && this.get(name) !== '';
  }

  position(name: string | null): SourcePosition {
    return this.table.positionOf(this.line, name);
  }
}

export class Table {
  readonly rows: TableRow[];

  constructor(
    readonly headerLine: number,
    /** The index of the column by our heading, in their order. */
    readonly at: ReadonlyMap<string, number>,
    readonly titles: readonly string[],
    readonly map: SheetMap,
    rows: readonly CsvRow[],
  ) {
    this.rows = rows.map(({ line, cells }) => new TableRow(line, cells, this));
  }

  /** Whether rows may have a value of this name, from a column or from the map. */
  has(name: string): boolean {
    return this.at.has(name) || this.map.set.has(name);
  }

  /** The position of our heading in a row. A name without a heading, such as a nested member, is its own column. */
  positionOf(line: number, name: string | null): SourcePosition {
    const index = name === null ? undefined : this.at.get(name);
    return { line, column: index === undefined ? name : this.titles[index]! };
  }
}

/**
 * The header is the first row with a heading that we or the map know. Rows above it are skipped, unless they have data.
 * @throws {FileFaults} if a heading is unknown, missing or there twice; it then has a map to start from
 */
export function tableOf(sheet: readonly CsvRow[], file: string, headings: Headings, map: SheetMap): Table {
  const faults = new Faults();
  const filled = sheet.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  checkNames(headings, map);
  const ours = (cell: string): string | null => headings.find(map.ours.get(plainText(cell)) ?? cell);
  const isKnown = (cell: string): boolean => ours(cell) !== null;
  const isHeader = ({ cells }: CsvRow): boolean => {
    const names = cells.map(ours).filter((name) => name !== null);
    return names.length > 0 && (headings.isHeader?.(names) ?? true);
  };
  const isData = ({ cells }: CsvRow): boolean => headings.isData !== undefined && cells.some(headings.isData);
  const first = filled.findIndex((row) => isHeader(row) || isData(row));
  const top = filled[first];
  if (top === undefined || !isHeader(top)) {
    const line = (top ?? filled[0])?.line ?? 1;
    const [widest] = filled.slice(0, first === -1 ? undefined : first).toSorted((a, b) => widthOf(b) - widthOf(a));
    const separator = foreignSeparator(filled);
    const message = `there is no row of headings: ${headings.kind} has ${headings.names.join(', ')}`;
    const advice = separator === null ? proposal(headings, widest?.cells ?? [], new Set()) : [];
    faults.add({ line, column: null }, separator ?? message);
    faults.throwIfAny(file, advice);
  }
  const second = headings.mayHaveTwoRows === true ? filled[first + 1] : undefined;
  const isHeading = (cell: string): boolean => isKnown(cell) || map.ignored.has(plainText(cell));
  const isOfTwo =
    second !== undefined && !isData(second) && second.cells.every((cell) => blank(cell) || isHeading(cell));
  const titles = titlesOf(top!.cells, isOfTwo ? second.cells : []);
  const rows = filled.slice(first + (isOfTwo ? 2 : 1));
  const header = isOfTwo ? second.line : top!.line;
  const at = new Map<string, number>();
  const unknown: string[] = [];
  for (const [index, title] of titles.entries()) {
    const position = { line: header, column: title };
    const name = ours(title);
    if (blank(title) || map.ignored.has(plainText(title))) continue;
    if (name === null) {
      unknown.push(title);
      faults.add(position, `is no heading of ${headings.kind}`);
    } else if (at.has(name)) faults.add(position, `is there twice: column ${at.get(name)! + 1} is ${name} too`);
    else at.set(name, index);
  }
  for (const [title, our] of map.ours)
    if (!at.has(headings.find(our)!))
      faults.add({ line: header, column: our }, `there is no heading "${title}", which the map names`);
  for (const name of headings.required)
    if (!at.has(name) && !map.set.has(name)) faults.add({ line: header, column: name }, 'there is no such heading');
  for (const { line, cells } of rows) {
    const index = cells.findIndex((cell, column) => !blank(cell) && blank(titles[column] ?? ''));
    if (index !== -1) faults.add({ line, column: `column ${index + 1}` }, 'has no heading');
  }
  if (rows.length === 0) faults.add({ line: header, column: null }, 'there is no row below the headings');
  const hasGap = unknown.length > 0 || headings.required.some((name) => !at.has(name));
  faults.throwIfAny(file, hasGap ? proposal(headings, unknown, new Set(at.keys())) : []);
  return new Table(header, at, titles, map, rows);
}

/** @throws a CommandError about usage if the map names a heading of ours that does not exist */
function checkNames(headings: Headings, { file, ours, values, set }: SheetMap): void {
  const names = [
    ...[...ours.values()].map((name) => ['columns', name] as const),
    ...[...values.keys()].map((name) => ['values', name] as const),
    ...(headings.setsOtherNames === true ? [] : [...set.keys()].map((name) => ['set', name] as const)),
  ];
  for (const [section, name] of names) {
    const found = headings.find(name);
    // columns may be written in any case; words and constants are looked up by our heading
    if (found !== null && (section === 'columns' || found === name)) continue;
    const message = `${section}: ${name} is no heading of ${headings.kind}: ${headings.names.join(', ')}`;
    throw new CommandError(EXIT.usage, `${file}: ${message}`);
  }
}

const blank = (cell: string): boolean => cell.trim() === '';
const widthOf = ({ cells }: CsvRow): number => cells.filter((cell) => !blank(cell)).length;

const FOREIGN_SEPARATORS: Readonly<Record<string, string>> = { ';': 'semicolons', '\t': 'tabs', '|': 'bars' };

/** A message for a file whose rows seem to have other separators than commas; null: they do not. */
function foreignSeparator(filled: readonly CsvRow[]): string | null {
  const found = Object.entries(FOREIGN_SEPARATORS).find(([separator]) => {
    const rows = filled.filter(({ cells }) => cells.some((cell) => cell.includes(separator)));
    // a sheet never has one heading alone: a row of one cell contains other separators
    return rows.length * 2 >= filled.length && rows[0] !== undefined && widthOf(rows[0]) === 1;
  });
  return found === undefined ? null : `has ${found[1]} between its cells: save it as CSV with commas`;
}

/** The lower row is more specific than a merged cell above it. */
function titlesOf(upper: readonly string[], lower: readonly string[]): string[] {
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, index) => {
    const below = lower[index]?.trim() ?? '';
    return below === '' ? (upper[index]?.trim() ?? '') : below;
  });
}

/** A map to start from, with the unknown headings. */
function proposal(
  { names, required, others }: Headings,
  unknown: readonly string[],
  taken: ReadonlySet<string>,
): string[] {
  const free = new Set(names.filter((name) => !taken.has(name)));
  const columns: string[] = [];
  const ignored: string[] = [];
  for (const title of unknown.map((text) => text.trim()).filter((text) => text !== '')) {
    const meant = meaningOf(title, free);
    if (meant !== null) {
      columns.push(`  ${meant}: ${JSON.stringify(title)}`);
      free.delete(meant);
    } else if (others !== undefined) columns.push(`  ${others}: ${JSON.stringify(title)}`);
    else ignored.push(title);
  }
  for (const name of required) if (free.has(name)) columns.push(`  ${name}: # the heading of ${name}`);
  return [
    'A map to start from, as a file for --map:',
    'columns:',
    ...columns,
    ...(ignored.length === 0 ? [] : ['ignore:', ...ignored.map((title) => `  - ${JSON.stringify(title)}`)]),
  ];
}

/** The heading that a text resembles: the one with the fewest edits, or else one that the text contains. */
function meaningOf(title: string, names: ReadonlySet<string>): string | null {
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const wanted = plain(title).slice(0, MAX_SUGGESTED_LENGTH);
  let nearest: string | null = null;
  let fewest = Math.floor(wanted.length / 4) + 1;
  for (const name of names) {
    const edits = editDistance(wanted, plain(name));
    if (edits < fewest) [nearest, fewest] = [name, edits];
  }
  const isPart = (name: string): boolean => wanted.length > 3 && plain(name).includes(wanted);
  return nearest ?? [...names].find((name) => wanted.includes(plain(name)) || isPart(name)) ?? null;
}
