/** Lines of CSV (RFC 4180). */

/**
 * A line without its end, which is CRLF. A cell that a spreadsheet would take for a formula gets a `'` in front: those
 * that begin with = + - or @.
 */
export function csvLine(cells: readonly string[]): string {
  return cells.map(csvCell).join(',');
}

function csvCell(text: string): string {
  const shown = /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}
