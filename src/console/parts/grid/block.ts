/** Blocks of cells as spreadsheets put them into the clipboard. */

/** Rows of cells, separated by tabs; a cell with tabs, line ends or quotes stands in quotes. */
export function blockOf(text: string): string[][] {
  const rows: string[][] = [[]];
  // a cell in quotes, or up to the next tab or line end; then what ends it
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/gy;
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = '', end] = cell.exec(text) ?? [];
    if (end === undefined) break;
    rows.at(-1)!.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end === '\t' && cell.lastIndex === text.length) rows.at(-1)!.push('');
    if (end !== '\t' && end !== '' && cell.lastIndex < text.length) rows.push([]);
  }
  return rows.filter((cells) => cells.some((each) => each !== ''));
}
