/** A sheet of a contract as a grid shows it, and what was typed into it: the draft of a tab. */
import type { ParsedCell } from '../../../../sheets/cells/text.js';
import type { CellEdit, GridColumn, GridRow } from '../../../parts/grid/cells.js';

export interface Sheet {
  /** The same after a change of its documents. */
  key: string;
  title: string;
  /** What its figures are in, as a sentence; '' where each heading says it. */
  units: string;
  /** Rows that are on no sheet yet, and how to see them; absent or '': all that there is. */
  later?: string;
  rowHead: string;
  columns: readonly GridColumn[];
  rows: readonly GridRow[];
  /** Of a cell on the node; '' of a cell that has none, and of added rows. */
  text(row: string, column: string): string;
  /** What stands behind the text of a cell, for the eye; it is no part of its value. */
  wordsOf?(row: string, column: string): string;
  /** The cell that a document stands in, `packages/2003`; absent: rows name theirs. null: it is not on this sheet. */
  placeOf?(document: string): { row: GridRow; column: GridColumn } | null;
  /** A typed text as the sheet writes it, or its fault. '' is taken, too. */
  read(row: string, column: string, text: string): ParsedCell<string>;
  /** Of a row that is added. null: none can be. */
  newRow: NewRow | null;
  /** The column of a heading that no column has; null: there can be none. */
  newColumn(heading: string): GridColumn | null;
  /** Lines for apply. @param begins the first moment of changed rows, ISO 8601; null: at once and from ever */
  lines(cells: readonly TypedCell[], begins: string | null): object[];
}

/** Those of a moment, ISO 8601. */
export type SheetsAt = (moment: string) => Sheet[];

export interface NewRow {
  label: string;
  hint: string;
  /** A row of the sheet, or one for it. @param above the row that it stands below; unless given, the last one */
  parse(text: string, rows: readonly GridRow[], above?: GridRow): ParsedCell<GridRow>;
}

/** A cell that was changed and has no fault. */
export interface TypedCell {
  row: GridRow;
  column: GridColumn;
  text: string;
}

/** The cells of each row, by its key. */
export function byRow(cells: readonly TypedCell[]): Map<string, TypedCell[]> {
  const rows = new Map<string, TypedCell[]>();
  for (const cell of cells) rows.set(cell.row.key, [...(rows.get(cell.row.key) ?? []), cell]);
  return rows;
}

interface DraftCell {
  /** The text that it replaces: if it is another one meanwhile, both have changed it. */
  was: string;
  text: string;
}

/** What was typed into the sheets of a tab, by the keys of its sheets. */
export interface Draft {
  begins: string;
  cells: Readonly<Record<string, Readonly<Record<string, DraftCell>>>>;
  rows: Readonly<Record<string, readonly GridRow[]>>;
  columns: Readonly<Record<string, readonly GridColumn[]>>;
}

export const NO_DRAFT: Draft = { begins: '', cells: {}, rows: {}, columns: {} };

const cellKey = (row: string, column: string): string => `${row}\n${column}`;

export const isEmptyDraft = ({ cells, rows }: Draft): boolean =>
  Object.values(cells).every((of) => Object.keys(of).length === 0)
  && Object.values(rows).every((of) => of.length === 0);

/** The sheet with the rows and columns that the draft adds. */
export function withAdded(sheet: Sheet, { rows, columns }: Draft): Sheet {
  const added = { rows: rows[sheet.key] ?? [], columns: columns[sheet.key] ?? [] };
  const isNew = <T extends { key: string }>(of: readonly T[], known: readonly T[]): T[] =>
    of.filter(({ key }) => known.every((other) => other.key !== key));
  return {
    ...sheet,
    rows: [...sheet.rows, ...isNew(added.rows, sheet.rows)],
    columns: [...sheet.columns, ...isNew(added.columns, sheet.columns)],
  };
}

/** Of a cell with what was typed. */
export const draftText = (sheet: Sheet, { cells }: Draft, row: string, column: string): string =>
  cells[sheet.key]?.[cellKey(row, column)]?.text ?? sheet.text(row, column);

/** The draft with these cells; one that is again as on the node is none of them. */
export function edited(draft: Draft, sheet: Sheet, edits: readonly CellEdit[]): Draft {
  const of = { ...draft.cells[sheet.key] };
  for (const { row, column, text } of edits) {
    const parsed = sheet.read(row, column, text);
    const key = cellKey(row, column);
    const was = of[key]?.was ?? sheet.text(row, column);
    const value = parsed.ok ? parsed.value : text;
    if (value === sheet.text(row, column)) delete of[key];
    else of[key] = { was, text: value };
  }
  return { ...draft, cells: { ...draft.cells, [sheet.key]: of } };
}

/** The cells of the draft, those with faults apart. */
export function typedCells(draft: Draft, sheet: Sheet): { sound: TypedCell[]; faulty: TypedCell[] } {
  const full = withAdded(sheet, draft);
  const rows = new Map(full.rows.map((row) => [row.key, row]));
  const columns = new Map(full.columns.map((column) => [column.key, column]));
  const sound: TypedCell[] = [];
  const faulty: TypedCell[] = [];
  for (const [key, { text }] of Object.entries(draft.cells[sheet.key] ?? {})) {
    const [row, column] = key.split('\n').map((part, at) => (at === 0 ? rows.get(part) : columns.get(part)));
    // its row may be gone meanwhile
    if (row === undefined || column === undefined) continue;
    const isSound = sheet.read(row.key, column.key, text).ok;
    (isSound ? sound : faulty).push({ row, column: column as GridColumn, text });
  }
  return { sound, faulty };
}

/** A cell that somebody else has changed, too. */
export interface Conflict extends TypedCell {
  sheet: Sheet;
  theirs: string;
}

export function conflictsOf(draft: Draft, sheet: Sheet): Conflict[] {
  const { sound, faulty } = typedCells(draft, sheet);
  return [...sound, ...faulty].flatMap((cell) => {
    const theirs = sheet.text(cell.row.key, cell.column.key);
    const { was } = draft.cells[sheet.key]![cellKey(cell.row.key, cell.column.key)]!;
    return theirs === was ? [] : [{ ...cell, sheet, theirs }];
  });
}

/** The conflict is over: the typed text replaces theirs, or is forgotten. */
export function resolved(draft: Draft, { sheet, row, column, text, theirs }: Conflict, isMine: boolean): Draft {
  const of = { ...draft.cells[sheet.key] };
  const key = cellKey(row.key, column.key);
  if (isMine) of[key] = { was: theirs, text };
  else delete of[key];
  return { ...draft, cells: { ...draft.cells, [sheet.key]: of } };
}

interface PastedDraft {
  draft: Draft;
  /** Headings, rows and cells that went nowhere. */
  leftOut: string[];
  count: number;
}

const plain = (text: string): string =>
  text
    .replace(/[\s_.()-]+/g, ' ')
    .trim()
    .toLowerCase();

/**
 * A block of a spreadsheet:
 * 1. with headings: its first row names columns; its first column names rows, and new ones are added;
 * 2. else from the cell on.
 *
 * A blank cell says nothing.
 */
export function pasted(draft: Draft, sheet: Sheet, block: readonly string[][], at: { row: number; column: number }) {
  const full = withAdded(sheet, draft);
  const known = full.columns.filter((column) => block[0]?.slice(1).some((text) => plain(text) === plain(column.name)));
  return known.length > 0 ? byHeadings(draft, full, block) : fromCell(draft, full, block, at);
}

function byHeadings(draft: Draft, full: Sheet, [headings = [], ...body]: readonly string[][]): PastedDraft {
  const leftOut: string[] = [];
  const added = { rows: [] as GridRow[], columns: [] as GridColumn[] };
  const columns = headings.map((heading, at) => {
    if (at === 0 || heading === '') return null;
    const found = full.columns.find(({ name }) => plain(name) === plain(heading)) ?? full.newColumn(heading);
    if (found === null) leftOut.push(`column ${heading}`);
    else if (!full.columns.includes(found)) added.columns.push(found);
    return found;
  });
  let above: GridRow | undefined;
  const rowOf = (name: string): GridRow | null => {
    const rows = [...full.rows, ...added.rows];
    const parsed = full.newRow?.parse(name, rows, above);
    const row = parsed?.ok ? parsed.value : rows.find((each) => plain(each.name) === plain(name));
    if (row !== undefined && !rows.includes(row)) added.rows.push(row);
    above = row;
    return row ?? null;
  };
  const edits: CellEdit[] = [];
  for (const [name = '', ...cells] of body) {
    const row = rowOf(name);
    if (row === null) leftOut.push(`row ${name}`);
    else
      cells.forEach((text, index) => {
        const column = columns[index + 1];
        if (column && text !== '') edits.push({ row: row.key, column: column.key, text });
      });
  }
  const { key } = full;
  const grown: Draft = {
    ...draft,
    rows: { ...draft.rows, [key]: [...(draft.rows[key] ?? []), ...added.rows] },
    columns: { ...draft.columns, [key]: [...(draft.columns[key] ?? []), ...added.columns] },
  };
  return { draft: edited(grown, full, edits), leftOut, count: edits.length };
}

function fromCell(draft: Draft, full: Sheet, block: readonly string[][], at: { row: number; column: number }) {
  const leftOut: string[] = [];
  const edits = block.flatMap((cells, down) =>
    cells.flatMap((text, across): CellEdit[] => {
      const row = full.rows[at.row + down];
      const column = full.columns[at.column + across];
      if (text === '') return [];
      if (row === undefined || column === undefined) leftOut.push(text);
      return row === undefined || column === undefined ? [] : [{ row: row.key, column: column.key, text }];
    }),
  );
  return { draft: edited(draft, full, edits), leftOut, count: edits.length };
}
