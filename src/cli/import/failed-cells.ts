/**
 * Cells of a workbook without a value, which are not empty: read-excel-file takes them for empty ones, and an empty
 * cell says that all is as the zone says.
 */
import { strFromU8, unzipSync } from 'fflate';

/** Row and column are counted from 1. */
export interface FailedCell {
  row: number;
  column: number;
  /** What the spreadsheet shows, such as `#N/A`. */
  text: string;
}

/** For a formula of a file that no spreadsheet has computed: a program wrote it. */
const NOT_COMPUTED = 'a formula without a value';

const CELL = /<(?:\w+:)?c\s([^>]*?)(?:\/>|>(.*?)<\/(?:\w+:)?c>)/gs;
const VALUE = /<(?:\w+:)?v\b[^>]*>([^<]*)</;
const HAS_FORMULA = /<(?:\w+:)?f\b/;
const HAS_VALUE = /<(?:\w+:)?v\b/;

/** @param workbook that read-excel-file has read @throws an Error if its first sheet is not found */
export function failedCells(workbook: Uint8Array): FailedCell[] {
  const failed: FailedCell[] = [];
  for (const [, attributes, content = ''] of firstSheet(workbook).matchAll(CELL)) {
    const text = textOf(attributes!, content);
    const [, letters, row] = /^([A-Z]+)(\d+)$/.exec(attribute(attributes!, 'r') ?? '') ?? [];
    if (text !== null && letters !== undefined) failed.push({ row: Number(row), column: numberOf(letters), text });
  }
  return failed;
}

/** null: it has a value, or is empty. A formula whose value is an empty text has a value without characters. */
function textOf(attributes: string, content: string): string | null {
  if (attribute(attributes, 't') === 'e') return VALUE.exec(content)?.[1] ?? '#ERROR';
  return HAS_FORMULA.test(content) && !HAS_VALUE.test(content) ? NOT_COMPUTED : null;
}

const BOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';

/** The XML of the sheet that the workbook names first, which need not be `sheet1.xml`. */
function firstSheet(workbook: Uint8Array): string {
  const parts = unzipSync(workbook, { filter: ({ name }) => name === BOOK || name === RELATIONS });
  const [, sheet = ''] = /<(?:\w+:)?sheet\s([^>]*)>/.exec(strFromU8(parts[BOOK]!)) ?? [];
  const [, id] = /:id=["']([^"']*)["']/.exec(sheet) ?? [];
  const relations = strFromU8(parts[RELATIONS]!).matchAll(/<(?:\w+:)?Relationship\s([^>]*)>/g);
  const relation = [...relations].find(([, attributes]) => attribute(attributes!, 'Id') === id)?.[1] ?? '';
  const target = attribute(relation, 'Target') ?? '';
  const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  const bytes = unzipSync(workbook, { filter: ({ name }) => name === path })[path];
  if (bytes === undefined) throw new Error(`there is no ${path}`);
  return strFromU8(bytes);
}

/** The text of an XML attribute; undefined: there is none of this name. */
const attribute = (attributes: string, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}=["']([^"']*)["']`).exec(attributes)?.[1];

const LETTERS = 26;
const BEFORE_A = 64;

/** Of a column: A is 1, AA is 27. */
const numberOf = (letters: string): number =>
  [...letters].reduce((number, letter) => number * LETTERS + letter.charCodeAt(0) - BEFORE_A, 0);
