/** A text as a sheet: its separator, and its filled rows. */
import { MAX_SHEET_FILLED_CELLS } from '../../limits/sheets.js';
import { type Note, type Sheet, SheetRefusal, type SheetRow } from '../sheet.js';
import { type CsvRow, csvRows } from './csv.js';

/** What may stand between cells, and how it is called. */
export const SEPARATORS: Readonly<Record<string, string>> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' };
const SAMPLE_LINES = 20;
/** Excel's own way to say it, in a line of its own. */
const SAID = /^sep=(.)(?:\r\n|\r|\n|$)/i;

/** @param separator undefined: by `sep=;`, or the one that cuts the first lines into equally many cells */
export function csvSheet(text: string, separator: string | undefined, encoding: Note | null): Sheet {
  const said = SAID.exec(text)?.[1];
  const chosen = separator ?? said ?? separatorOf(text);
  const rows: SheetRow[] = [];
  let filled = 0;
  let blank = { count: 0, first: 0 };
  // those at the end do not count
  let met = blank;
  for (const { line, cells } of csvRows(text, chosen)) {
    if (said !== undefined && line === 1) continue;
    const count = cells.filter((cell) => cell !== '' && cell.trim() !== '').length;
    if (count === 0) {
      met = { count: met.count + 1, first: met.first || line };
      continue;
    }
    blank = met;
    filled += count;
    if (filled > MAX_SHEET_FILLED_CELLS) throw new SheetRefusal('has more than 2,000,000 filled cells', line);
    rows.push({ line, cells, isHidden: false });
  }
  const notes = encoding === null ? [] : [encoding];
  if (chosen !== ',' && separator === undefined && said === undefined)
    notes.push({
      what: `rows cut at ${SEPARATORS[chosen]}s`,
      count: rows.length,
      example: `row ${rows[0]?.line ?? 1}`,
    });
  return { name: null, number: 1, rows, merges: [], blank, notes };
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
    for (const row of csvRows(text, separator)) {
      if (row.cells.some((cell) => cell.trim() !== '')) rows.push(row);
      if (rows.length === SAMPLE_LINES) break;
    }
  } catch (error) {
    if (error instanceof SheetRefusal) return null;
    throw error;
  }
  return rows;
}
