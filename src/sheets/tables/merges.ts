/** Merged cells: their text counts for each of their cells. */
import { firstNot } from '../search.js';
import type { Sheet, SheetRow } from '../sheet.js';

export interface SpreadRows {
  rows: readonly SheetRow[];
  /** Whether the text of a cell is that of the first cell of its merged area. `column` is counted from 0. */
  isCopy(line: number, column: number): boolean;
}

export function spreadMerges({ rows, merges }: Sheet): SpreadRows {
  if (merges.length === 0) return { rows, isCopy: () => false };
  const byLine = new Map(rows.map((row) => [row.line, { ...row, cells: [...row.cells] }]));
  const copies = new Set<string>();
  const lines = [...byLine.keys()];
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  for (const { fromLine, toLine, fromColumn, toColumn } of merges) {
    const text = byLine.get(fromLine)?.cells[fromColumn] ?? '';
    if (text === '') continue;
    // an area may be as large as a sheet: only rows and columns that have cells count
    for (let at = firstNot(lines, (line) => line < fromLine); at < lines.length && lines[at]! <= toLine; at++) {
      const { cells } = byLine.get(lines[at]!)!;
      for (let column = fromColumn; column <= Math.min(toColumn, width - 1); column++) {
        if (lines[at] === fromLine && column === fromColumn) continue;
        while (cells.length <= column) cells.push('');
        cells[column] = text;
        copies.add(`${lines[at]}:${column}`);
      }
    }
  }
  return { rows: [...byLine.values()], isCopy: (line, column) => copies.has(`${line}:${column}`) };
}
