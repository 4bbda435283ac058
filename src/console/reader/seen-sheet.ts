/** What a sheet's columns are read as. */
import { isZip, openSheetFile } from '../../sheets/files/file.js';
import { SheetRefusal, type SheetTitle } from '../../sheets/sheet.js';
import { SheetFaults } from '../../sheets/tables/faults.js';
import type { TableForm } from '../../sheets/tables/form.js';
import { columnsOfSheet, columnsOfTable } from '../../sheets/tables/look.js';
import type { SheetMap } from '../../sheets/tables/map.js';
import { openTable, type TableStream } from '../../sheets/tables/stream.js';
import type { SeenSheet, SentFile } from './invoice-messages.js';

/** A sheet that was opened; null: its faults hide the table. */
interface OpenedSheet {
  stream: TableStream | null;
  seen: SeenSheet;
}

/**
 * @param named the number of a workbook's sheet; null: the one that fits
 * @throws {SheetRefusal} if the file cannot be read; it names the file
 */
export async function openSheet(
  file: SentFile,
  form: TableForm,
  map: SheetMap,
  named: string | null = null,
): Promise<OpenedSheet> {
  try {
    return await opened(file, form, map, named);
  } catch (error) {
    throw error instanceof SheetRefusal ? new SheetRefusal(`${file.name} ${error.message}`) : error;
  }
}

async function opened({ bytes }: SentFile, form: TableForm, map: SheetMap, named: string | null): Promise<OpenedSheet> {
  const whole = new Uint8Array(bytes);
  try {
    const stream = await openTable(() => piecesOf(whole), form, map, named);
    return { stream, seen: { columns: columnsOfTable(stream.table), fields: form.names, faults: [] } };
  } catch (error) {
    if (!(error instanceof SheetFaults)) throw error;
    const file = await openSheetFile(whole);
    const title = file.titles.find(({ number }) => String(number) === named) ?? file.titles[0]!;
    const columns = columnsOfSheet(await file.read(title), form, map);
    return { stream: null, seen: withFaults({ columns, fields: form.names, faults: [] }, error) };
  }
}

/** A fault of the sheet is an object of a class or not: what crosses to the page is plain. */
export const withFaults = (seen: SeenSheet, { faults }: SheetFaults): SeenSheet => ({
  ...seen,
  faults: faults.map(({ line, column, message }) => ({ line, column, message })),
});

const PIECE_BYTES = 1_048_576;

// eslint-disable-next-line @typescript-eslint/require-await
async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** The sheets of a workbook; a text has none. */
export async function titlesOf(bytes: ArrayBuffer): Promise<readonly SheetTitle[]> {
  const whole = new Uint8Array(bytes);
  return isZip(whole) ? (await openSheetFile(whole)).titles : [];
}
