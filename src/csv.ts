/** Lines of CSV (RFC 4180). */

/**
 * Cells that spreadsheets take for a formula, with full-width signs too. A cell that already begins with quotes gets
 * one more, because reading removes one.
 */
const FORMULA = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** The original cell: without the quote in front of a formula. */
export const unquotedCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;

/** A line without its end, which is CRLF. A cell that a spreadsheet would take for a formula gets a `'` in front. */
export const csvLine = (cells: readonly string[]): string => cells.map((text) => quoted(guarded(text))).join(',');

/** A number, or a text that is forced: `-86.67`, `="000123"`. Neither computes anything. */
const HARMLESS = /^[+-]?(?:\d[\d,]*)?(?:\.\d+)?%?$|^="[^"]*"$/;

/** The same for a line of somebody's own sheet: its numbers below 0 and its forced texts stay as they are. */
export const sheetLine = (cells: readonly string[]): string =>
  cells.map((text) => quoted(HARMLESS.test(text) && /[\d"]/.test(text) ? text : guarded(text))).join(',');

const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

const quoted = (cell: string): string => (/[",\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
