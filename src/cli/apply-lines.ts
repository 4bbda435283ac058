/** The lines that apply sends, made of a folder or a file, each with its position for faults. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isResource, type ResourceCollection } from '../contract/document-resource.js';
import { COLLECTION_NAMES, type CollectionName } from '../model/documents.js';
import { MAX_APPLY_LINES, MAX_LINES_BODY_BYTES } from '../limits/http.js';
import { documentsOfCsv } from './csv-documents.js';
import { CommandError, EXIT, printable } from './world.js';
import { isMembers } from '../model/members.js';

const MAX_SHOWN_FAULTS = 1_000;

/** `zones.ndjson`, `zones.csv.gz`, and parts of a large collection: `areas.1.ndjson`, `areas.2.ndjson`. */
const FILE_NAME = /^([a-z-]+)(\.\d+)?\.(ndjson|csv)(\.gz)?$/;
const DOCUMENT_FILE = /\.(ndjson|csv)(\.gz)?$/;
const isCsv = (name: string): boolean => /\.csv(\.gz)?$/.test(name);
const isPart = (name: string): boolean => FILE_NAME.exec(name)?.[2] !== undefined;

export interface ApplyLines {
  text: string;
  count: number;
  /** Names of the folder's files that are not sent. */
  leftOut: string[];
  /** `zones.ndjson:3`, by the number of a line in `text`, from 1. */
  positionOf(line: number): string | undefined;
}

export async function readApplyLines(path: string): Promise<ApplyLines> {
  const found = await stat(path).catch(() => {
    throw new CommandError(EXIT.usage, `there is no ${path}`);
  });
  const reader = new LineReader();
  if (!found.isDirectory()) {
    const collection = collectionOf(basename(path));
    if (collection !== undefined && isLeftOut(collection))
      throw new CommandError(EXIT.usage, `apply changes no ${collection}`);
    if (collection === undefined && isCsv(path))
      throw new CommandError(EXIT.usage, `${path} is not named like a collection, such as zones.csv`);
    await reader.read(path, path, collection);
    return reader.lines([]);
  }
  const { files, leftOut } = await filesOf(path);
  for (const { name, collection } of files) await reader.read(join(path, name), name, collection);
  return reader.lines(leftOut);
}

async function filesOf(
  folder: string,
): Promise<{ files: { name: string; collection: CollectionName }[]; leftOut: string[] }> {
  const names = (await readdir(folder)).filter((name) => DOCUMENT_FILE.test(name)).sort(byPart);
  const files = names.map((name) => {
    const collection = collectionOf(name);
    if (collection === undefined)
      throw new CommandError(EXIT.usage, `${join(folder, name)} is not named like a collection`);
    return { name, collection };
  });
  const twice = files.find(({ name, collection }) =>
    files.some(
      (other) => other.collection === collection && other.name !== name && !(isPart(name) && isPart(other.name)),
    ),
  );
  if (twice !== undefined)
    throw new CommandError(EXIT.usage, `${folder} has ${twice.collection} twice: ${namesOf(twice.collection, files)}`);
  if (files.length === 0) throw new CommandError(EXIT.usage, `${folder} has no file such as zones.ndjson`);
  files.sort((a, b) => COLLECTION_NAMES.indexOf(a.collection) - COLLECTION_NAMES.indexOf(b.collection));
  return {
    files: files.filter(({ collection }) => !isLeftOut(collection)),
    leftOut: files.filter(({ collection }) => isLeftOut(collection)).map(({ name }) => name),
  };
}

/** Other operations change these collections, or none does. */
const isLeftOut = (collection: CollectionName): boolean => !isResource(collection);

const collectionOf = (name: string): CollectionName | undefined => {
  const [, collection] = FILE_NAME.exec(name) ?? [];
  return COLLECTION_NAMES.find((each) => each === collection);
};

/** `areas.10.ndjson` follows `areas.9.ndjson`. */
const byPart = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

const namesOf = (collection: CollectionName, files: readonly { name: string; collection: CollectionName }[]): string =>
  files
    .filter((file) => file.collection === collection)
    .map(({ name }) => name)
    .join(' and ');

class LineReader {
  private readonly texts: string[] = [];
  private readonly positions: string[] = [];
  private readonly faults: string[] = [];
  private bytes = 0;

  /** @param collection of plain documents; undefined: the lines are apply's own */
  async read(path: string, name: string, collection: CollectionName | undefined): Promise<void> {
    const bytes = await bytesOf(path);
    if (isCsv(name)) return this.#readCsv(bytes, name, collection as ResourceCollection);
    const before = collection === undefined ? '' : `{"collection":"${collection}","document":`;
    const after = collection === undefined ? '' : '}';
    for (const [at, line] of textOf(bytes, path).split('\n').entries()) {
      const text = line.trim();
      if (text === '') continue;
      // the text itself is sent, because parsing could round its numbers. A line that is no object is sent as it is,
      // for the node to report: put into a line of apply, it could become another one.
      this.#add(isObject(text) ? before + text + after : text, `${name}:${at + 1}`);
    }
  }

  #readCsv(bytes: Buffer, name: string, collection: ResourceCollection): void {
    const read = documentsOfCsv(bytes, collection);
    for (const { line, column, message } of read.faults) this.faults.push(`${name}:${line}: ${column}: ${message}`);
    for (const { line, document } of read.documents)
      this.#add(JSON.stringify({ collection, document }), `${name}:${line}`);
  }

  #add(text: string, position: string): void {
    this.texts.push(text);
    this.positions.push(position);
    this.bytes += Buffer.byteLength(text) + 1;
  }

  lines(leftOut: string[]): ApplyLines {
    const { texts, positions, faults, bytes } = this;
    if (!fitsApply(texts.length, bytes)) throw tooMuch();
    if (texts.length === 0 && faults.length === 0)
      throw new CommandError(EXIT.refused, 'there is nothing to apply: no line has a document');
    if (faults.length > 0) throw new CommandError(EXIT.refused, inShort(faults).map(printable).join('\n'));
    return { text: `${texts.join('\n')}\n`, count: texts.length, leftOut, positionOf: (line) => positions[line - 1] };
  }
}

async function bytesOf(path: string): Promise<Buffer> {
  let bytes = await readFile(path);
  if (path.endsWith('.gz'))
    try {
      bytes = gunzipSync(bytes, { maxOutputLength: MAX_LINES_BODY_BYTES });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooMuch();
      throw new CommandError(EXIT.refused, `${path} cannot be inflated: ${(error as Error).message}`);
    }
  if (bytes.length > MAX_LINES_BODY_BYTES) throw tooMuch();
  return bytes;
}

function textOf(bytes: Buffer, path: string): string {
  try {
    // a byte order mark is dropped
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError(EXIT.refused, `${path} is not UTF-8`);
  }
}

function isObject(text: string): boolean {
  try {
    return isMembers(JSON.parse(text));
  } catch {
    return false;
  }
}

const inShort = (faults: readonly string[]): string[] =>
  faults.length <= MAX_SHOWN_FAULTS
    ? [...faults]
    : [...faults.slice(0, MAX_SHOWN_FAULTS), `… and ${faults.length - MAX_SHOWN_FAULTS} more`];

/** Whether one apply takes so many lines and bytes. */
export const fitsApply = (lines: number, bytes: number): boolean =>
  lines <= MAX_APPLY_LINES && bytes <= MAX_LINES_BODY_BYTES;

export const tooMuch = (): CommandError =>
  new CommandError(
    EXIT.refused,
    'apply takes at most 100,000 lines and 32 MiB at once, and this is more: apply it in several parts, places first',
  );
