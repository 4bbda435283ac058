/** Tables that fit the width of the terminal: cells wrap, the widest column first. */
import { columnsOf, heading, printable, type World } from './world.js';

export interface Column {
  title: string;
  align?: 'left' | 'right';
  /** Does not wrap: amounts, ids and dates are copied as a whole. */
  fixed?: boolean;
}

const GAP = 2;
const LEAST_WIDTH = 8;
/** Ids, codes and keys are copied as a whole: a column is at least as wide as its longest one. */
const ID = /^[("[]?[\p{L}\p{N}][\p{L}\p{N}_.:/@#+-]{0,79}[)"\],;:.]*$/u;

/** A cell may have several lines. @returns lines that each end with a newline; '' without rows */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[], world: World): string {
  if (rows.length === 0) return '';
  const cells = rows.map((row) => row.map((cell) => cell.split('\n').map(printable)));
  const widths = columns.map(({ title }, at) =>
    Math.max(lengthOf(title), ...cells.map((row) => Math.max(...row[at]!.map(lengthOf)))),
  );
  const least = cells[0]!.map((_, at) => Math.max(LEAST_WIDTH, ...cells.map((row) => longestId(row[at]!))));
  shrink(widths, least, columns, columnsOf(world.out) - GAP * (columns.length - 1));
  const line = (parts: readonly string[]): string =>
    parts
      .map((part, at) => pad(part, widths[at]!, columns[at]!.align ?? 'left'))
      .join(' '.repeat(GAP))
      .trimEnd();
  const lines = [heading(line(columns.map(({ title }) => title)), world)];
  for (const row of cells) {
    const wrapped = row.map((parts, at) => parts.flatMap((part) => wrap(part, widths[at]!)));
    const height = Math.max(...wrapped.map(({ length }) => length));
    for (let at = 0; at < height; at++) lines.push(line(wrapped.map((parts) => parts[at] ?? '')));
  }
  return `${lines.join('\n')}\n`;
}

/** Takes from the widest column that may wrap until all fit, or none can be narrower. */
function shrink(widths: number[], least: readonly number[], columns: readonly Column[], available: number): void {
  let excess = widths.reduce((sum, width) => sum + width, 0) - available;
  for (; excess > 0; excess--) {
    let widest = -1;
    for (const [at, width] of widths.entries())
      if (columns[at]!.fixed !== true && width > least[at]! && (widest === -1 || width > widths[widest]!)) widest = at;
    if (widest === -1) return;
    widths[widest]!--;
  }
}

const longestId = (lines: readonly string[]): number =>
  Math.max(
    0,
    ...lines.flatMap((line) =>
      line
        .split(' ')
        .filter((word) => ID.test(word))
        .map(lengthOf),
    ),
  );

/** Wraps at blanks; a word longer than a line is cut. */
export function wrap(text: string, width: number): string[] {
  // unchanged: the bars of a waterfall begin with blanks
  if (lengthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (lengthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const letters = [...word];
    while (letters.length > width) lines.push(letters.splice(0, width).join(''));
    line = letters.join('');
  }
  return [...lines, line];
}

const lengthOf = (text: string): number => [...text].length;

function pad(text: string, width: number, align: 'left' | 'right'): string {
  const blanks = ' '.repeat(Math.max(0, width - lengthOf(text)));
  return align === 'right' ? blanks + text : text + blanks;
}
