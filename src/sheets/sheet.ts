/** A sheet as it was read: texts of cells with their places. Nothing here knows what they mean. */

/** A row with at least one filled cell. */
export interface SheetRow {
  /** Of the file or the sheet, from 1. */
  line: number;
  /** As the spreadsheet shows them; cells that are not there are empty. The first one is of column A. */
  cells: readonly string[];
  isHidden: boolean;
}

/** Cells that count as one. Lines are as in {@link SheetRow}, columns from 0; all are inclusive. */
export interface MergedCells {
  fromLine: number;
  toLine: number;
  fromColumn: number;
  toColumn: number;
}

/** What was read in another form than it stands: counted, with an example. */
export interface Note {
  what: string;
  count: number;
  example: string;
}

export interface Sheet {
  /** null: the file is a text, which has one sheet without a name. */
  name: string | null;
  /** In the workbook, from 1. */
  number: number;
  rows: readonly SheetRow[];
  merges: readonly MergedCells[];
  /** Blank rows above and between them; the line of the first one. */
  blank: { count: number; first: number };
  /** About encoding and separator. */
  notes: readonly Note[];
}

export interface SheetTitle {
  name: string | null;
  number: number;
  isHidden: boolean;
}

/** A file with its sheets, of which none is read yet. */
export interface SheetFile {
  titles: readonly SheetTitle[];
  /** @throws {SheetRefusal} */
  read(title: SheetTitle): Promise<Sheet>;
}

/** Why a file cannot be read, and where. */
export class SheetRefusal extends Error {
  constructor(
    message: string,
    readonly line = 1,
    /** From 1; null: the file as a whole. */
    readonly column: number | null = null,
  ) {
    super(message);
  }
}

/** It has more than is read as a whole. */
export class SheetTooLarge extends SheetRefusal {}

/** For a formula without a computed value, as programs write it. */
export const NOT_COMPUTED = 'a formula without a value';

const LETTERS = 26;

/** `A` for 0, `AB` for 27. */
export function columnLetters(column: number): string {
  const first = Math.floor(column / LETTERS);
  const letter = String.fromCharCode('A'.charCodeAt(0) + (column % LETTERS));
  return first === 0 ? letter : columnLetters(first - 1) + letter;
}

/** The opposite of {@link columnLetters}; null: these are no letters of a column. */
export function columnOf(letters: string): number | null {
  if (!/^[A-Z]{1,3}$/i.test(letters)) return null;
  const digits = [...letters.toUpperCase()].map((letter) => letter.charCodeAt(0) - 'A'.charCodeAt(0) + 1);
  return digits.reduce((sum, digit) => sum * LETTERS + digit, 0) - 1;
}
