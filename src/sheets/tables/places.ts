/** Where the tables of a sheet are: their headings and their rows. */
import { isNumberLike } from '../cells/kinds.js';
import { cellText } from '../cells/text.js';
import type { SheetRow } from '../sheet.js';
import { Faults } from './faults.js';
import type { TableForm } from './form.js';
import { nameOfColumn, type SheetMap } from './map.js';
import { plainHeading } from './headings.js';
import { firstText, isTotalWord } from './totals.js';

export interface TablePlace {
  /** Indices of the rows of headings: none, one or two. */
  headings: readonly number[];
  /** Of the rows below them. */
  first: number;
  /** Exclusive. */
  end: number;
}

/** Which rows are headings; there may be more than one table. */
export interface HeadingRule {
  /** Whether a text is a heading that is known. */
  isKnown(text: string): boolean;
  /** Whether a row is one of headings. */
  isHeading(rows: readonly SheetRow[], at: number): boolean;
  /** Whether a cell is data of the key, so that a list may have no headings; absent: never. */
  isKey?(text: string): boolean;
}

const isFilled = (text: string): boolean => cellText(text) !== '';
const filledOf = ({ cells }: SheetRow): string[] => cells.filter(isFilled);

/** Below a known heading most cells are no numbers: a row may begin with the word of a field, such as Weight. */
export function ruleOf(form: TableForm, map: SheetMap, isKey: ((text: string) => boolean) | undefined): HeadingRule {
  const named = new Set([...map.columns.values()].flat().map(nameOfColumn));
  const known = new Map<string, boolean>();
  const isKnown = (text: string): boolean => {
    let is = known.get(text);
    if (is === undefined) {
      const plain = plainHeading(text);
      is =
        plain !== ''
        && (named.has(plain)
          || form.find(text) !== null
          || form.words.has(plain)
          || (form.wordOf?.(text, map) ?? null) !== null);
      // words of data come again and again, single texts do not
      if (known.size < 10_000) known.set(text, is);
    }
    return is;
  };
  return {
    isKnown,
    isHeading: (rows, at) => {
      const filled = filledOf(rows[at]!);
      const count = filled.filter(isKnown).length;
      const isTitle = count === 1 && filled.length === 1 && filledOf(rows[at + 1] ?? rows[at]!).some(isKnown);
      return count > 0 && !isTitle && filled.filter(isNumberLike).length * 2 < filled.length;
    },
    ...(isKey !== undefined && { isKey }),
  };
}

/**
 * 1. The map's row of headings, or none.
 * 2. Rows of headings, the first of which begins the first table; another one behind a blank row begins the next.
 * 3. A list of one column without headings.
 * 4. The row above the first from which on the columns hold numbers.
 *
 * Empty: there is no table.
 */
export function placesOf(rows: readonly SheetRow[], map: SheetMap, rule: HeadingRule): TablePlace[] {
  if (map.headings === 'none') return [within({ headings: [], first: 0, end: rows.length }, rows, map)];
  if (map.headings !== null) return [statedPlace(rows, map, map.headings, rule)];
  const starts: number[] = [];
  // behind a blank row, titles may stand above the headings of another table
  let mayBegin = true;
  for (let at = 0; at < rows.length; at++) {
    const last = starts.at(-1);
    if (last === undefined && rule.isKey !== undefined && filledOf(rows[at]!).some(rule.isKey)) break;
    mayBegin ||= isBehindBlank(rows, at);
    if (!mayBegin) continue;
    const isNext = last === undefined ? isHeadingRow(rows, at, rule) : beginsAnother(rows, at, last, rule);
    if (isNext) starts.push(at);
    mayBegin = !isNext && (last === undefined || !rows[at]!.cells.some(isNumberLike));
  }
  const places = starts.map((at, index) =>
    within({ ...headingsAt(rows, at, rule, map), end: starts[index + 1] ?? rows.length }, rows, map),
  );
  const filled = places.filter(({ first, end }) => first < end);
  if (places.length > 0) return filled.length > 0 ? filled : places;
  if (rule.isKey !== undefined && isBareList(rows, rule.isKey, rule))
    return [within({ headings: [], first: 0, end: rows.length }, rows, map)];
  const guessed = rowAboveNumbers(rows);
  return guessed === null ? [] : [within({ headings: [guessed], first: guessed + 1, end: rows.length }, rows, map)];
}

/** @throws {SheetFaults} if the sheet has no such row */
function statedPlace(rows: readonly SheetRow[], map: SheetMap, line: number, rule: HeadingRule): TablePlace {
  const at = rows.findIndex((row) => row.line === line);
  const faults = new Faults();
  if (at === -1) faults.add({ line, column: null }, 'is blank, and the map says that the headings are here');
  faults.throwIfAny();
  const place = headingsAt(rows, at, rule, map);
  const end = map.rows === null ? endOf(rows, at, rule) : rows.length;
  return within({ ...place, end }, rows, map);
}

/** A table ends where another one begins behind a blank row. */
function endOf(rows: readonly SheetRow[], from: number, rule: HeadingRule): number {
  for (let at = from + 1; at < rows.length; at++)
    if (isBehindBlank(rows, at) && beginsAnother(rows, at, from, rule)) return at;
  return rows.length;
}

const isHeadingRow = (rows: readonly SheetRow[], at: number, rule: HeadingRule): boolean =>
  rule.isHeading(rows, at) && !isLabelled(rows, at, rule);

/** Rows between a label and the headings below it. */
const MOST_LABELS = 20;

/**
 * Whether the words of fields in a row are labels, each with its value next to it, such as `Invoice Number, TPS/77`:
 * a row of more headings follows, of which it and what is between them have no more than half the cells.
 */
function isLabelled(rows: readonly SheetRow[], at: number, rule: HeadingRule): boolean {
  const { cells } = rows[at]!;
  const hasValue = (column: number): boolean => isFilled(cells[column + 1] ?? '') && !rule.isKnown(cells[column + 1]!);
  if (!cells.every((text, column) => !isFilled(text) || !rule.isKnown(text) || hasValue(column))) return false;
  const knownIn = (row: SheetRow): number => filledOf(row).filter(rule.isKnown).length;
  let width = filledOf(rows[at]!).length;
  for (let below = at + 1; below < Math.min(rows.length, at + 1 + MOST_LABELS); below++) {
    const filled = filledOf(rows[below]!);
    const hasMore = filled.length >= 2 * width && knownIn(rows[below]!) > knownIn(rows[at]!);
    if (hasMore && rule.isHeading(rows, below)) return true;
    // a table of its own has rows
    if (isNumberLike(filled[0] ?? '')) return false;
    width = Math.max(width, filled.length);
  }
  return false;
}

/** Other headings than those of the table before. Total is a heading of an invoice, and the key of its last row. */
const beginsAnother = (rows: readonly SheetRow[], at: number, from: number, rule: HeadingRule): boolean =>
  isHeadingRow(rows, at, rule) && !isSame(rows[at]!, rows[from]!) && !isTotalWord(firstText(rows[at]!.cells));

function within(place: TablePlace, rows: readonly SheetRow[], { rows: lines }: SheetMap): TablePlace {
  if (lines === null) return place;
  const from = rows.findIndex(({ line }) => line >= lines.from);
  const end = rows.findIndex(({ line }) => line > lines.to);
  return {
    headings: place.headings,
    first: Math.max(place.first, from === -1 ? rows.length : from),
    end: end === -1 ? rows.length : end,
  };
}

/** One or two rows: the lower one may say more of merged cells above it. */
function headingsAt(
  rows: readonly SheetRow[],
  at: number,
  rule: HeadingRule,
  map: SheetMap,
): Pick<TablePlace, 'headings' | 'first'> {
  const [upper, lower] = [rows[at]!, rows[at + 1]];
  const isSecond =
    lower !== undefined
    && lower.line === upper.line + 1
    && (map.rows === null || map.rows.from > lower.line)
    && isSecondRow(upper, lower, rule);
  return isSecond ? { headings: [at, at + 1], first: at + 2 } : { headings: [at], first: at + 1 };
}

/** Texts without values, of which one is a known heading or fills a gap of the row above. */
function isSecondRow(upper: SheetRow, lower: SheetRow, rule: HeadingRule): boolean {
  const filled = filledOf(lower);
  if (filled.some((text) => isNumberLike(text) || rule.isKey?.(text) === true)) return false;
  if (filled.every((text) => rule.isKnown(text))) return true;
  const fillsGap = lower.cells.some((text, column) => {
    const above = upper.cells[column] ?? '';
    const before = upper.cells.slice(0, column).some(isFilled);
    return isFilled(text) && before && (!isFilled(above) || above === upper.cells[column - 1]);
  });
  const [first = ''] = upper.cells.filter(isFilled);
  const below = lower.cells[upper.cells.indexOf(first)] ?? '';
  // a row of data has a text below the first heading
  return fillsGap && (!isFilled(below) || below === first || filled.every((text) => !/\d{2}/.test(text)));
}

const isBehindBlank = (rows: readonly SheetRow[], at: number): boolean =>
  at > 0 && rows[at]!.line > rows[at - 1]!.line + 1;

/** Whether two rows are the same headings. */
export function isSame({ cells: one }: SheetRow, { cells: other }: SheetRow): boolean {
  // most rows differ in their first cell
  for (let at = 0; at < Math.max(one.length, other.length); at++)
    if (plainHeading(one[at] ?? '') !== plainHeading(other[at] ?? '')) return false;
  return true;
}

/** `Non serviceable pincodes` heads a list of what is not served. */
const NEGATION = /^(?:non|not|no|un\p{L}+|except|exclud\p{L}+|exclusions?|closed|suspended|stopped)$/iu;

/**
 * Values of one column, all of them of the key. A title without digits does not count, but a text with the word of a
 * field may be a heading that means something else, such as Origin Pincode, and so may one that says what is not there.
 */
function isBareList(rows: readonly SheetRow[], isKey: (text: string) => boolean, rule: HeadingRule): boolean {
  const columns = new Set<number>();
  const texts: string[] = [];
  for (const { cells } of rows)
    for (const [column, text] of cells.entries())
      if (isFilled(text)) {
        columns.add(column);
        if (/\d/.test(text)) texts.push(text);
        else if (text.split(/[^\p{L}]+/u).some((word) => rule.isKnown(word) || NEGATION.test(word))) return false;
      }
  return columns.size === 1 && texts.length > 0 && isKey(texts[0]!);
}

/** null: no two rows below each other have numbers. */
function rowAboveNumbers(rows: readonly SheetRow[]): number | null {
  for (let at = 0; at + 1 < rows.length; at++) {
    const columns = rows[at + 1]!.cells.flatMap((text, column) => (isNumberLike(text) ? [column] : []));
    const above = rows[at]!.cells;
    const isAbove = columns.every((column) => isFilled(above[column] ?? '') && !isNumberLike(above[column]!));
    if (columns.length > 0 && isAbove) return at;
  }
  return null;
}
