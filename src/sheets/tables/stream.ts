/** A table that is read as it comes: its columns are found by its first rows. */
import { STREAM_HEAD_ROWS } from '../../limits/sheets.js';
import { type DayOrder, isNumberedDay, orderOf } from '../cells/dates.js';
import { type OpenBytes, openRows, type RowBatch, type RowStream } from '../files/csv-stream.js';
import { isZip, openSheetFile, refuseOthers } from '../files/file.js';
import { type Sheet, SheetRefusal, type SheetRow, SheetTooLarge } from '../sheet.js';
import { startOf, tableOf, type TableStart } from './build.js';
import { inSheet } from './choose.js';
import type { TableForm } from './form.js';
import type { SheetMap } from './map.js';
import { Notes } from './reading.js';
import { type Table, TableRow } from './table.js';

export interface TableStream {
  /** Its rows are the first ones of a text, and all of a workbook. */
  table: Table;
  /** All rows that count, from the first, each time. @param leftOut counts the others @throws {SheetRefusal} */
  batches(leftOut?: Notes): AsyncGenerator<readonly TableRow[]>;
}

const BATCH_ROWS = 1_000;

/**
 * Texts are read as they come, workbooks as a whole. A cell of the first rows is no fault: each row has its own.
 *
 * @param named the sheet of a workbook; null: the one that fits
 * @param see gets each sheet that is looked at, of a text the first rows
 * @throws {SheetRefusal} if the file cannot be read
 * @throws {SheetFaults} if it has no such table
 */
export async function openTable(
  open: OpenBytes,
  form: TableForm,
  map: SheetMap,
  named: string | null = null,
  see: (sheet: Sheet) => void = () => {},
): Promise<TableStream> {
  const first = await firstBytes(open());
  if (isZip(first)) return workbookTable(await allBytes(open()), { form, map, named, see });
  refuseOthers(first);
  return streamed(await openRows(open, map.separator ?? undefined), (sheet) => {
    see(sheet);
    return startOf(sheet, form, map);
  });
}

/** The order of numbered days in a column: the map's, or that of a number above 12 anywhere in it. null: none tells */
export async function dayOrderOf({ table, batches }: TableStream, field: string): Promise<DayOrder | null> {
  const { dates } = table.map;
  if (dates !== null || !table.hasColumn(field)) return dates;
  const textsOf = (rows: readonly TableRow[]): string[] => rows.map((row) => row.raw(field));
  const ofFirst = orderOf(textsOf(table.rows));
  if (ofFirst !== null || !textsOf(table.rows).some(isNumberedDay)) return ofFirst;
  const orders = new Set<DayOrder>();
  for await (const rows of batches()) {
    const order = orderOf(textsOf(rows));
    if (order !== null) orders.add(order);
  }
  const [order = null] = orders;
  return orders.size === 1 ? order : null;
}

async function workbookTable(
  bytes: Uint8Array,
  { form, map, named, see }: { form: TableForm; map: SheetMap; named: string | null; see(sheet: Sheet): void },
): Promise<TableStream> {
  const table = await asWhole(async () => {
    const file = await openSheetFile(bytes);
    return inSheet(file, named ?? map.sheet, (sheet) => {
      see(sheet);
      return tableOf(sheet, form, map);
    });
  });
  return {
    table,
    async *batches() {
      for (let at = 0; at < table.rows.length; at += BATCH_ROWS)
        yield await Promise.resolve(table.rows.slice(at, at + BATCH_ROWS));
    },
  };
}

/** @throws {SheetRefusal} that names the way out where the workbook is too large */
async function asWhole<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof SheetTooLarge)) throw error;
    throw new SheetRefusal(`${error.message}: save it as CSV, which may be longer`);
  }
}

async function streamed(source: RowStream, startIn: (sheet: Sheet) => TableStart): Promise<TableStream> {
  const head = await headOf(source);
  const start = startIn({ name: null, number: 1, merges: [], notes: source.notes, ...head });
  return { table: start.table, batches: (leftOut = new Notes()) => rowsBelow(source, start, leftOut) };
}

async function headOf({ batches }: RowStream): Promise<{ rows: SheetRow[]; blank: RowBatch['blank'] }> {
  const rows: SheetRow[] = [];
  let blank = { count: 0, first: 0 };
  for await (const batch of batches()) {
    rows.push(...batch.rows);
    blank = { count: blank.count + batch.blank.count, first: blank.first || batch.blank.first };
    if (rows.length >= STREAM_HEAD_ROWS) break;
  }
  return { rows: rows.slice(0, STREAM_HEAD_ROWS), blank };
}

async function* rowsBelow(source: RowStream, start: TableStart, leftOut: Notes): AsyncGenerator<TableRow[]> {
  const { table, filter, fromLine, toLine } = start;
  for await (const { rows, blank } of source.batches()) {
    if (blank.count > 0) leftOut.add('blank rows', `row ${blank.first}`, blank.count);
    const counted = rows.filter(
      (row) =>
        row.line >= fromLine
        && row.line <= toLine
        && filter.counts(row, leftOut)
        && filter.isData(row, table.columns, leftOut),
    );
    if (counted.length > 0) yield counted.map(({ line, cells }) => new TableRow(line, cells, table));
    if (rows.at(-1)!.line > toLine) return;
  }
}

async function firstBytes(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  for await (const piece of pieces) return piece;
  return new Uint8Array();
}

async function allBytes(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of pieces) all.push(piece as Uint8Array<ArrayBuffer>);
  return new Uint8Array(await new Blob(all).arrayBuffer());
}
