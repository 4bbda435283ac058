/** A text as a sheet: its separator, and its filled rows. */
import {
  MAX_SHEET_COLUMNS,
  MAX_SHEET_FILLED_CELLS,
  MAX_SHEET_GAP_COLUMNS,
  MAX_SHEET_GAP_ROWS,
  MAX_SHEET_ROWS,
} from '../../limits/sheets.js';
import { type Note, type Sheet, SheetRefusal, type SheetRow } from '../sheet.js';
import { type CsvRow, csvRows } from './csv.js';

/** What may stand between cells, and how it is called. */
export const SEPARATORS: Readonly<Record<string, string>> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' };
const SAMPLE_LINES = 20;
/** Blank ones too. */
const MAX_SAMPLE_LINES = 1_000;
/** Excel's own way to say it, in a line of its own. */
const SAID = /^sep=(.)(?:\r\n|\r|\n|$)/i;

/** @param separator undefined: by `sep=;`, or the one that cuts the first lines into equally many cells */
export function csvSheet(text: string, separator: string | undefined, encoding: Note | null): Sheet {
  const { chosen, isSaid, note } = separatorIn(text, separator);
  const rows: SheetRow[] = [];
  const columns = new FilledColumns();
  let blank = { count: 0, first: 0 };
  // those at the end do not count
  let met = blank;
  for (const { line, cells } of csvRows(text, chosen)) {
    if (line > MAX_SHEET_ROWS) throw new SheetRefusal('has more than 1,048,576 lines', line);
    if (isSaid && line === 1) continue;
    if (columns.add(cells) === 0) {
      met = { count: met.count + 1, first: met.first || line };
      continue;
    }
    if (columns.cells > MAX_SHEET_FILLED_CELLS) throw new SheetRefusal('has more than 2,000,000 filled cells', line);
    if (rows.length > 0 && line - rows.at(-1)!.line > MAX_SHEET_GAP_ROWS)
      throw new SheetRefusal('has a filled cell further than 10,000 rows from the others: delete it', line);
    blank = met;
    rows.push({ line, cells, isHidden: false });
  }
  columns.check();
  const notes = [
    ...(encoding === null ? [] : [encoding]),
    ...(note === null ? [] : [{ what: note, count: rows.length, example: `row ${rows[0]?.line ?? 1}` }]),
  ];
  return { name: null, number: 1, rows, merges: [], blank, notes };
}

export interface ChosenSeparator {
  chosen: string;
  /** By a line of its own, which is no row. */
  isSaid: boolean;
  /** What is assumed; null: nothing. */
  note: string | null;
}

/**
 * @param text its beginning, of whole rows, is enough @param given by the map
 * @throws {SheetRefusal} if it may be cut at several
 */
export function separatorIn(text: string, given: string | undefined): ChosenSeparator {
  const said = SAID.exec(text)?.[1];
  const chosen = given ?? said ?? separatorOf(text);
  const isAssumed = chosen !== ',' && given === undefined && said === undefined;
  return { chosen, isSaid: said !== undefined, note: isAssumed ? `rows cut at ${SEPARATORS[chosen]}s` : null };
}

/** Counts filled cells, and finds columns far from the others. */
class FilledColumns {
  cells = 0;
  readonly #filled = new Uint8Array(MAX_SHEET_COLUMNS);

  /** @returns how many cells of the row are filled */
  add(row: readonly string[]): number {
    let count = 0;
    for (const [column, cell] of row.entries())
      if (cell !== '' && cell.trim() !== '') {
        this.#filled[column] = 1;
        count++;
      }
    this.cells += count;
    return count;
  }

  check(): void {
    for (let last = -1, column = 0; column < MAX_SHEET_COLUMNS; column++) {
      if (this.#filled[column] === 0) continue;
      if (last !== -1 && column - last > MAX_SHEET_GAP_COLUMNS)
        throw new SheetRefusal(
          'has a filled cell further than 1,000 columns from the others: delete it',
          1,
          column + 1,
        );
      last = column;
    }
  }
}

/**
 * A comma if none cuts the first lines into equally many cells, two or more: a list of one column.
 * @throws {SheetRefusal} if several do
 */
function separatorOf(text: string): string {
  const fitting = Object.keys(SEPARATORS).filter((each) => cutsEvenly(text, each));
  if (fitting.length < 2) return fitting[0] ?? likeliest(text);
  const names = fitting.map((each) => SEPARATORS[each]).join(' and ');
  throw new SheetRefusal(
    `may be cut at ${names}: say which by separator in the map, or by a first line such as sep=${fitting[0]}`,
  );
}

function cutsEvenly(text: string, separator: string): boolean {
  const widths = new Set(sampleOf(text, separator)?.map(({ cells }) => cells.length));
  const [width = 0] = widths;
  return widths.size === 1 && width >= 2;
}

/** Notes above a table have fewer cells: the separator that cuts most lines into two or more. */
function likeliest(text: string): string {
  const cut = (separator: string): number =>
    sampleOf(text, separator)?.filter(({ cells }) => cells.length >= 2).length ?? 0;
  return Object.keys(SEPARATORS).reduce((best, each) => (cut(each) > cut(best) ? each : best), ',');
}

/** The first rows that are not blank; null: with this separator it is no CSV. */
function sampleOf(text: string, separator: string): CsvRow[] | null {
  const rows: CsvRow[] = [];
  try {
    let seen = 0;
    for (const row of csvRows(text, separator)) {
      if (row.cells.some((cell) => cell.trim() !== '')) rows.push(row);
      if (rows.length === SAMPLE_LINES || ++seen === MAX_SAMPLE_LINES) break;
    }
  } catch (error) {
    if (error instanceof SheetRefusal) return null;
    throw error;
  }
  return rows;
}
