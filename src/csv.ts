/** Lines of CSV (RFC 4180). */

/** What spreadsheets take for a formula. Those that are quoted already get one more, so that reading takes one. */
const FORMULA = /^'*[=+\-@]/;

/** A line without its end, which is CRLF. A cell that a spreadsheet would take for a formula gets a `'` in front. */
export const csvLine = (cells: readonly string[]): string => cells.map(csvCell).join(',');

function csvCell(text: string): string {
  const cell = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
