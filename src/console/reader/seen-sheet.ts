/** What a sheet's columns are read as, and how choices change that. */
import { openSheetFile } from '../../sheets/files/file.js';
import { SheetRefusal } from '../../sheets/sheet.js';
import { SheetFaults } from '../../sheets/tables/faults.js';
import type { TableForm } from '../../sheets/tables/form.js';
import { columnsOfSheet, columnsOfTable } from '../../sheets/tables/look.js';
import type { SheetMap } from '../../sheets/tables/map.js';
import { openTable, type TableStream } from '../../sheets/tables/stream.js';
import type { SeenSheet, SentFile } from './invoice-messages.js';
import type { Choices } from './messages.js';

/** A map with what was chosen. Columns go by their letters, so that two with one heading can be distinguished. */
export function withChoices(map: SheetMap, choices: Choices): SheetMap {
  const columns = new Map(map.columns);
  const ignored = new Set(map.ignored);
  const chosen = new Map<string, string[]>();
  for (const [letters, field] of Object.entries(choices)) {
    const name = `column ${letters}`;
    if (field === '') ignored.add(name);
    else chosen.set(field, [...(chosen.get(field) ?? []), name]);
  }
  for (const [field, names] of chosen) columns.set(field, names);
  return { ...map, columns, ignored };
}

/** A sheet that was opened; null: its faults hide the table. */
interface OpenedSheet {
  stream: TableStream | null;
  seen: SeenSheet;
}

/** @throws {SheetRefusal} if the file cannot be read; it names the file */
export async function openSheet(file: SentFile, form: TableForm, map: SheetMap): Promise<OpenedSheet> {
  try {
    return await opened(file, form, map);
  } catch (error) {
    throw error instanceof SheetRefusal ? new SheetRefusal(`${file.name} ${error.message}`) : error;
  }
}

async function opened({ bytes }: SentFile, form: TableForm, map: SheetMap): Promise<OpenedSheet> {
  const whole = new Uint8Array(bytes);
  try {
    const stream = await openTable(() => piecesOf(whole), form, map);
    return { stream, seen: { columns: columnsOfTable(stream.table), fields: form.names, faults: [] } };
  } catch (error) {
    if (!(error instanceof SheetFaults)) throw error;
    const file = await openSheetFile(whole);
    const columns = columnsOfSheet(await file.read(file.titles[0]!), form, map);
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
