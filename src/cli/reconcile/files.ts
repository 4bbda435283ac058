/** Files of a reconciliation: sheets that are read several times, and lines that are written as they come. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { sheetLine } from '../../csv.js';
import { type InvoiceMap, invoiceMapOf, NO_INVOICE_MAP } from '../../reconcile/read/map.js';
import { type Sheet, SheetRefusal } from '../../sheets/sheet.js';
import { SheetFaults } from '../../sheets/tables/faults.js';
import type { TableForm } from '../../sheets/tables/form.js';
import { MapFault, type SheetMap } from '../../sheets/tables/map.js';
import { openTable, type TableStream } from '../../sheets/tables/stream.js';
import { FileFaults, refusalFault } from '../import/file-faults.js';
import { isSameFile, sizeOf } from '../import/read-file.js';
import { CommandError, EXIT } from '../world.js';

/** A sheet's part of the map. */
export type Section = 'invoice' | 'shipments' | 'items' | 'routes';

/** A file of the run, with what identifies its content. */
export interface InputFile {
  path: string;
  /** Of the map; undefined: it has none. */
  section: Section | undefined;
  name: string;
  sha256: string;
  bytes: number;
}

export async function inputFile(path: string, section?: Section): Promise<InputFile> {
  const bytes = await sizeOf(path);
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) hash.update(piece);
  return { path, section, name: basename(path), sha256: hash.digest('hex'), bytes };
}

export async function openSheet(
  { path, section }: InputFile,
  form: TableForm,
  map: SheetMap,
  see?: (sheet: Sheet) => void,
): Promise<TableStream> {
  const bytes = () => createReadStream(path) as AsyncIterable<Buffer>;
  return await inFile(path, () => openTable(bytes, form, map, null, see), section);
}

/** A proposed map goes to callers that asked for one. */
export class Proposal extends Error {
  constructor(
    readonly proposal: string,
    readonly refusal: FileFaults,
  ) {
    super();
  }
}

/** Faults of the library become those of the file. @param section of the map, for a map to start from */
export async function inFile<T>(path: string, work: () => Promise<T> | T, section?: Section): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MapFault) throw new CommandError(EXIT.usage, error.message);
    if (error instanceof SheetRefusal) throw new FileFaults(path, [refusalFault(error)], 1, true, 'reconciled');
    if (!(error instanceof SheetFaults)) throw error;
    const refusal = new FileFaults(path, error.faults, error.faults.length, false, 'reconciled');
    if (error.proposal === null) throw refusal;
    throw new Proposal(section === undefined ? error.proposal : sectionText(section, error.proposal), refusal);
  }
}

/** A proposed map as the section of a reconciliation's. */
export const sectionText = (section: Section, proposal: string): string =>
  `${section}:\n${proposal.trimEnd().replaceAll(/^(?=.)/gm, '  ')}\n`;

export async function readInvoiceMap(file: string | undefined): Promise<InvoiceMap> {
  if (file === undefined) return NO_INVOICE_MAP;
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(EXIT.usage, `${file} cannot be read (${error.code})`);
  });
  return await inFile(file, () => invoiceMapOf(text, file));
}

/** What a run writes into its folder. */
const RESULTS = ['lines.csv', 'dispute.csv', 'unbilled.csv', 'summary.json', 'report.html'];

/** @throws a CommandError if one of the files that are read would be written over */
export async function refuseToWriteOver(read: readonly string[], written: readonly string[]): Promise<void> {
  for (const path of read)
    for (const other of written)
      if (await isSameFile(path, other))
        throw new CommandError(EXIT.usage, `${path} is read, and would be written over: name another place`);
}

/**
 * @param read the files of the run
 * @throws a CommandError unless it is new or empty, or may be written over and has none of these files
 */
export async function makeFolder(folder: string, isForced: boolean, read: readonly string[]): Promise<void> {
  await refuseToWriteOver(
    read,
    RESULTS.map((name) => join(folder, name)),
  );
  const found = await stat(folder).catch(() => null);
  if (found !== null && !found.isDirectory()) throw new CommandError(EXIT.usage, `${folder} is no folder`);
  if (found !== null && !isForced && (await readdir(folder)).length > 0)
    throw new CommandError(EXIT.usage, `${folder} is not empty: name another folder, or use --force`);
  await mkdir(folder, { recursive: true });
}

const BUFFERED_CHARACTERS = 65_536;

/** CSV that is written as its lines come. */
export class CsvFile {
  #text = '';
  #isOpen = true;

  private constructor(private readonly file: FileHandle) {}

  static async create(path: string, headings: readonly string[]): Promise<CsvFile> {
    const file = new CsvFile(await open(path, 'w'));
    await file.write(headings);
    return file;
  }

  async write(cells: readonly string[]): Promise<void> {
    this.#text += `${sheetLine(cells)}\r\n`;
    if (this.#text.length >= BUFFERED_CHARACTERS) await this.#flush();
  }

  async #flush(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    await this.file.appendFile(text);
  }

  /** No-op if it is closed. */
  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.#flush();
    await this.file.close();
  }
}

export const writeIn = (folder: string, name: string, text: string): Promise<void> =>
  writeFile(join(folder, name), text);
