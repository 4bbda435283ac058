/** The names of a matrix: its rows, and its columns of prices. */
import { isNumberLike } from '../cells/kinds.js';
import { isEmptyForm, isFailure, plainText } from '../cells/text.js';
import { columnLetters } from '../sheet.js';
import { isIgnored, type SheetColumn } from '../tables/columns.js';
import type { SourcePosition } from '../tables/faults.js';
import { plainHeading } from '../tables/headings.js';
import type { Table, TableRow } from '../tables/table.js';
import type { RatesContext } from './context.js';
import { SLAB_FIELDS } from './form.js';
import { hasRoutes, routePosition, routeText } from './route-columns.js';
import type { Routes } from './routes.js';

/** A row or a column of the matrix. */
export interface Key {
  /** As it is written. */
  text: string;
  /** Its names, the most specific first: of two rows of headings either one may be meant. */
  names: readonly string[];
  position: SourcePosition;
  row: TableRow | null;
  column: string | null;
}

/** Two columns may have one heading. */
export const freeName = ({ title, index }: SheetColumn, table: Table): string =>
  table.hasColumn(title) ? `column ${columnLetters(index)}` : title;

/** A column that the map names has our name of its route. */
export function acrossKey(field: string, table: Table): Key {
  const [column] = table.columns.fields.get(field)!;
  const isOurs = table.map.columns.has(field);
  const text = isOurs || !column!.hasTitle ? field : column!.title;
  const position = table.positionOf(table.headerLine, field);
  return { text, names: isOurs ? [field] : column!.texts, position, row: null, column: field };
}

/** Of columns that the map's `partners` name, those of the courier; another column among them is a fault. */
export function ofPartner(across: Key[], { map: { partners } }: Table, { partnerId, faults }: RatesContext): Key[] {
  const ownerOf = ({ names }: Key): string | undefined =>
    names.map((name) => partners.get(plainText(name))).find((owner) => owner !== undefined);
  if (across.every((key) => ownerOf(key) === undefined)) return across;
  return across.filter((key) => {
    const owner = ownerOf(key);
    if (owner === undefined) faults.add(key.position, 'is none of partners in the map: add it there, or to ignore');
    return owner === partnerId;
  });
}

/** Columns of prices: most of their cells are, or their heading is a route that is known. */
export function priceColumns(table: Table, routes: Routes): SheetColumn[] {
  return table.columns.notRead.filter((column) => {
    const { index, hasTitle, texts } = column;
    if (!hasTitle || isIgnored(column, table.map) || texts.some(isSerial)) return false;
    const filled = table.rows.map(({ cells }) => cells[index] ?? '').filter((text) => !isEmptyForm(text));
    const numbers = filled.filter(isNumberLike).length;
    if (numbers * 2 >= filled.length && numbers > 0) return true;
    // a route that is known has prices, whatever stands below it, unless it heads the names of the rows
    const mayBePrices = numbers > 0 || filled.every(isFailure) || KEY_FIELDS.some((field) => table.hasColumn(field));
    return mayBePrices && texts.some((text) => routes.isKnown(text));
  });
}

export const ROUTE_FIELDS = ['lane', 'from_zone', 'to_zone'] as const;
const KEY_FIELDS = [...SLAB_FIELDS, ...ROUTE_FIELDS];

/** Of the numbers of rows. */
const SERIAL = /^(?:#|no|(?:s|sr|sl|serial)(?:no|number)?)$/;
const isSerial = (heading: string): boolean => SERIAL.test(plainHeading(heading));

export interface DownKeys {
  title: string;
  keys: Key[];
}

export const NO_KEYS: DownKeys = { title: '', keys: [] };

/** The columns that say a route, else the first without prices whose cells differ: `ORIGIN` may stand next to it. */
export function downKeys(table: Table, prices: readonly SheetColumn[]): DownKeys {
  if (hasRoutes(table)) {
    const [column] = table.columns.fields.get('lane') ?? [];
    return { title: column?.hasTitle === true ? column.title : '', keys: keysOf(table, routeText) };
  }
  const others = table.columns.notRead.filter((each) => !prices.includes(each) && isFilled(table, each));
  const column = others.find((each) => differs(table, each)) ?? others[0];
  if (column === undefined) return NO_KEYS;
  table.take(column, 'lane');
  return { title: column.hasTitle ? column.title : '', keys: keysOf(table, routeText) };
}

export const keysOf = ({ rows }: Table, textOf: (row: TableRow) => string): Key[] =>
  rows.map((row) => {
    const text = textOf(row);
    return { text, names: [text], position: routePosition(row), row, column: null };
  });

const differs = ({ rows }: Table, { index }: SheetColumn): boolean =>
  rows.some(({ cells }) => plainText(cells[index] ?? '') !== plainText(rows[0]!.cells[index] ?? ''));

const isFilled = ({ rows }: Table, { index }: SheetColumn): boolean =>
  rows.some(({ cells }) => (cells[index] ?? '').trim() !== '');

/** For faults of a row that may be a note. */
export const noteAdvice = ({ row }: Key): string => row?.noteAdvice ?? '';
