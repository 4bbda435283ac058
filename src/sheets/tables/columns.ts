/** Which column is which field. */
import { KIND_SAMPLE_MISFITS, KIND_SAMPLE_ROWS } from '../../limits/sheets.js';
import { type CellKind, fitsKind, isEmptyOf, KIND_WORDS } from '../cells/kinds.js';
import { cellText, plainText } from '../cells/text.js';
import { columnLetters, type SheetRow } from '../sheet.js';
import type { Faults } from './faults.js';
import type { TableForm } from './form.js';
import { plainHeading } from './headings.js';
import { nameOfColumn, type SheetMap } from './map.js';

/** A column of a table. */
export interface SheetColumn {
  index: number;
  /** The lower heading, or else the upper one; without any, `column B`. */
  title: string;
  hasTitle: boolean;
  /** By which it may be named: its headings as in `texts`, then its letters; as {@link nameOfColumn} writes them. */
  names: readonly string[];
  /** Its headings as they are written, the most specific first. */
  texts: readonly string[];
  /**
   * In a file without merged cells, what a heading above a blank may mean: the nearest one to its left with the lower
   * one. Only a map may name it.
   */
  wide: readonly string[];
}

/** @param headings one row of headings, two, or none */
export function columnsIn(headings: readonly SheetRow[], width: number): SheetColumn[] {
  const textsOf = (row: SheetRow | undefined): string[] =>
    Array.from({ length: width }, (_, index) => cellText(row?.cells[index] ?? ''));
  const [uppers, lowers] = [textsOf(headings[0]), textsOf(headings[1])];
  const counts = new Map<string, number>();
  for (const upper of uppers) counts.set(upper, (counts.get(upper) ?? 0) + 1);
  let left = '';
  return uppers.map((upper, index) => {
    const lower = lowers[index]!;
    if (upper !== '' || lower === '') left = upper;
    const letters = `column ${columnLetters(index)}`;
    // a heading that is merged over several columns names none of them by itself
    const isShared = lower !== '' && counts.get(upper)! > 1;
    const both = lower !== '' && upper !== '' ? [`${upper} ${lower}`] : [];
    const texts = [lower, isShared ? '' : upper, ...both].filter((text) => text !== '');
    return {
      index,
      title: texts[0] ?? letters,
      hasTitle: texts.length > 0,
      texts,
      names: [...texts.map(plainHeading), letters],
      wide: upper === '' && lower !== '' && left !== '' ? [`${left} ${lower}`] : [],
    };
  });
}

/** Whether the map ignores it: by the heading above a more specific one it does not. */
export const isIgnored = ({ names }: Pick<SheetColumn, 'names'>, { ignored }: SheetMap): boolean =>
  names.some((name, at) => ignored.has(name) && (at !== 1 || names.length < 4));

/** The columns of the fields, and those of which nothing is read. */
export interface FieldColumns {
  fields: ReadonlyMap<string, readonly SheetColumn[]>;
  notRead: readonly SheetColumn[];
}

/**
 * The column of a field is
 * 1. the one that the map names, or several, which are joined;
 * 2. the one whose heading is our own name;
 * 3. the one whose heading is another word of the field, if its values are of the field's kind: nearly all of them, or
 *    half of them where cells are judged by row.
 *
 * Two columns by 2 or 3 are a fault, and so are a heading of the map that is not there and values of another kind.
 *
 * @param line of the headings @param rows below them
 */
export function fieldColumns(
  columns: readonly SheetColumn[],
  rows: readonly SheetRow[],
  form: TableForm,
  map: SheetMap,
  line: number,
  faults: Faults,
): FieldColumns {
  const fields = new Map<string, SheetColumn[]>();
  const taken = new Set<SheetColumn>();
  for (const [our, headings] of map.columns) {
    const field = form.find(our) ?? our;
    const found = headings.flatMap((heading) => {
      const fitting = columns.filter(({ names }) => names.includes(nameOfColumn(heading)));
      const [column, other] = fitting;
      if (column === undefined)
        faults.add({ line, column: our }, `there is no heading "${heading}", which the map names`);
      else if (other !== undefined)
        faults.add(
          { line, column: heading },
          `is there twice: write column ${lettersOf(column)} or ${lettersOf(other)}`,
        );
      return column === undefined ? [] : [column];
    });
    if (found.length > 0) fields.set(field, found);
    for (const column of found) taken.add(column);
  }
  for (const column of columns) {
    if (taken.has(column) || !column.hasTitle || isIgnored(column, map)) continue;
    const own = column.texts.map((text) => form.find(text)).find((field) => field !== null);
    const field =
      own
      ?? column.texts
        .map((text) => form.words.get(plainHeading(text)) ?? form.wordOf?.(text, map) ?? undefined)
        .find((each) => each !== undefined);
    if (field === undefined || map.columns.has(field) || form.reads?.(field) === false) continue;
    const [other] = fields.get(field) ?? [];
    if (other !== undefined) {
      const both = `column ${lettersOf(other)} "${other.title}" is ${field} too`;
      faults.add({ line, column: column.title }, `is there twice: ${both}; say which by columns or ignore in a map`);
      continue;
    }
    fields.set(field, [column]);
    taken.add(column);
    if (own === undefined || own === null) checkValues(column, columns.length, field, rows, form, map, line, faults);
  }
  return { fields, notRead: columns.filter((column) => !taken.has(column)) };
}

const lettersOf = ({ index }: SheetColumn): string => columnLetters(index);

const SHOWN_MISFITS = 3;

function checkValues(
  column: SheetColumn,
  columns: number,
  field: string,
  rows: readonly SheetRow[],
  form: TableForm,
  map: SheetMap,
  line: number,
  faults: Faults,
): void {
  const kind: CellKind = form.kindOf(field);
  // a text alone in its row is a remark, or a fault of that row
  const isRemark = ({ cells }: SheetRow): boolean =>
    columns > 1 && !fitsKind(kind, cells[column.index] ?? '') && cells.filter(isFilled).length === 1;
  const sample = spread(
    rows.filter((row) => !isRemark(row)),
    KIND_SAMPLE_ROWS,
  );
  const filled = sample
    .map(({ cells }) => meantBy(cells[column.index] ?? '', field, map))
    .filter((text) => !isEmptyOf(kind, text));
  const misfits = filled.filter((text) => !fitsKind(kind, text));
  if (misfits.length <= sample.length * KIND_SAMPLE_MISFITS) return;
  if (form.judgedByRow === true && misfits.length * 2 <= filled.length) return;
  const shown = [...new Set(misfits)].slice(0, SHOWN_MISFITS).map((text) => JSON.stringify(text));
  faults.add(
    { line, column: column.title },
    `is taken for ${field}, and its values are not ${KIND_WORDS[kind]}: ${shown.join(', ')}; `
      + `say what it is in a map, or ignore it there${field === form.key ? adviceOnRows(field, misfits, map) : ''}`,
  );
}

/** Words of the key that fill few rows: what they mean, or that their rows do not count. */
function adviceOnRows(field: string, misfits: readonly string[], map: SheetMap): string {
  const words = [...new Set(misfits)].filter((text) => !map.values.get(field)?.has(plainText(text)));
  if (words.length > SHOWN_MISFITS) return '';
  const list = words.map((text) => JSON.stringify(text));
  return `; or say values: {${field}: {${list[0]}: …}}, or leave_out: [{${field}: [${list.join(', ')}]}] for the rows`;
}

const isFilled = (text: string): boolean => cellText(text) !== '';

/** The text of a cell by the words of the map. */
export function meantBy(cell: string, field: string, map: SheetMap): string {
  const text = cellText(cell);
  const words = map.values.get(field);
  return words === undefined ? text : (words.get(plainText(text)) ?? text);
}

/** At most so many rows, from the first to the last. */
export function spread<T>(rows: readonly T[], most: number): readonly T[] {
  if (rows.length <= most) return rows;
  return Array.from({ length: most }, (_, at) => rows[Math.floor((at * (rows.length - 1)) / (most - 1))]!);
}
