/** How a sheet was read: what was taken, left out and assumed, each counted and with an example. */
import type { Note } from '../sheet.js';

export interface SheetReading {
  /** Name of the sheet; null: the file is a text. */
  sheet: string | null;
  /** Line of the headings; null: there are none. */
  headings: number | null;
  /** Rows that count. */
  rows: number;
  /** Our field: their heading. */
  columns: Record<string, string>;
  /** Headings of columns that are not read. */
  notRead: string[];
  assumed: Note[];
  leftOut: Note[];
  /** Rows that say again what another row says. */
  repeated: number;
  /** Rows about pincodes that the node does not know. */
  unknown: number;
}

/** Counts notes of the same kind, and keeps the first example of each. */
export class Notes {
  readonly #found = new Map<string, Note>();

  add(what: string, example: string, count = 1): void {
    const note = this.#found.get(what);
    if (note === undefined) this.#found.set(what, { what, count, example });
    else note.count += count;
  }

  get all(): Note[] {
    return [...this.#found.values()];
  }
}

/**
 * Rows that do not count: a text is filtered as it is read, and a workbook with its table.
 * @param inRows what was left out while the rows were read
 */
export function leftOutOf({ leftOut }: { leftOut: Notes }, inRows: Notes): Note[] {
  const counted = new Set(inRows.all.map(({ what }) => what));
  return [...leftOut.all.filter(({ what }) => !counted.has(what)), ...inRows.all];
}
