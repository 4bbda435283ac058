/** Lines of CSV (RFC 4180). */

/**
 * What spreadsheets take for a formula, full-width signs too. Those that are quoted already get one more, so that
 * reading takes one.
 */
const FORMULA = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** The cell that was written: without the quote that a formula got. */
export const unquotedCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;

/** A line without its end, which is CRLF. A cell that a spreadsheet would take for a formula gets a `'` in front. */
export const csvLine = (cells: readonly string[]): string => cells.map(csvCell).join(',');

function csvCell(text: string): string {
  const cell = FORMULA.test(text) ? `'${text}` : text;
  return /[",\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
