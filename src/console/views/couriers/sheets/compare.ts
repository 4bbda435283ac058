/** Two states of a courier's rates, cell by cell. */
import type { GridCell, GridColumn, GridRow } from '../../../parts/grid/cells.js';
import type { Sheet } from './sheet.js';

/** Of a price before and after; '' is none. */
export function cheaperOrDearer(before: string, after: string): { word: string; mark?: 'dearer' | 'cheaper' } {
  if (before === after) return { word: '' };
  if (before === '') return { word: 'new' };
  if (after === '') return { word: 'gone' };
  const difference = Number(after) - Number(before);
  const percent = Number(before) === 0 ? '' : ` by ${Math.abs((difference / Number(before)) * 100).toFixed(1)} %`;
  return difference > 0 ? { word: `dearer${percent}`, mark: 'dearer' } : { word: `cheaper${percent}`, mark: 'cheaper' };
}

interface ComparedSheet {
  key: string;
  title: string;
  rowHead: string;
  columns: readonly GridColumn[];
  rows: readonly GridRow[];
  cell(row: GridRow, column: GridColumn): GridCell;
  dearer: number;
  cheaper: number;
  /** New and gone. */
  others: number;
}

/** @param differingOnly rows and columns without a difference are left out */
export function compared(before: readonly Sheet[], after: readonly Sheet[], differingOnly: boolean): ComparedSheet[] {
  const keys = [...new Set([...after, ...before].map(({ key }) => key))];
  return keys.map((key) => {
    const [first, second] = [before, after].map((sheets) => sheets.find((sheet) => sheet.key === key));
    const either = (second ?? first)!;
    const union = <T extends { key: string }>(of: (sheet: Sheet) => readonly T[]): T[] => {
      const all = [...(second ? of(second) : []), ...(first ? of(first) : [])];
      return [...new Map(all.map((each) => [each.key, each])).values()];
    };
    const texts = (row: string, column: string): [string, string] => [
      first?.text(row, column) ?? '',
      second?.text(row, column) ?? '',
    ];
    const all = { rows: union(({ rows }) => rows), columns: union(({ columns }) => columns) };
    const marks = all.rows.flatMap((row) =>
      all.columns.flatMap((column) => {
        const [was, is] = texts(row.key, column.key);
        return was === is ? [] : [{ row, column, ...cheaperOrDearer(was, is) }];
      }),
    );
    const differs = { rows: new Set(marks.map(({ row }) => row)), columns: new Set(marks.map(({ column }) => column)) };
    return {
      key,
      title: either.title,
      rowHead: either.rowHead,
      rows: differingOnly ? all.rows.filter((row) => differs.rows.has(row)) : all.rows,
      columns: differingOnly ? all.columns.filter((column) => differs.columns.has(column)) : all.columns,
      dearer: marks.filter(({ mark }) => mark === 'dearer').length,
      cheaper: marks.filter(({ mark }) => mark === 'cheaper').length,
      others: marks.filter(({ mark }) => mark === undefined).length,
      cell(row, column) {
        const [was, is] = texts(row.key, column.key);
        const { word, mark } = cheaperOrDearer(was, is);
        if (word === '') return { text: is };
        return { text: `${was || '–'} → ${is || '–'} ${word}`, ...(mark && { mark }) };
      },
    };
  });
}
