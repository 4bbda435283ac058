/** A sheet's own columns, for a sheet that has all of them again. */
import type { Table, TableRow } from './table.js';

/** The columns of the input: as many cells of each row as there are headings, and what stands in the first row. */
export class InputColumns {
  readonly headings: readonly string[];

  constructor({ columns }: Table) {
    const all = [...[...columns.fields.values()].flat(), ...columns.notRead];
    const headings: string[] = Array.from({ length: Math.max(...all.map(({ index }) => index)) + 1 }, () => '');
    for (const { index, title, hasTitle } of all) if (hasTitle) headings[index] = title;
    this.headings = headings;
  }

  /** null: the row has filled cells behind the last column. */
  cellsOf({ cells }: Pick<TableRow, 'cells'>): string[] | null {
    const { length } = this.headings;
    if (cells.slice(length).some((cell) => cell.trim() !== '')) return null;
    return Array.from({ length }, (_, at) => cells[at] ?? '');
  }
}
