/**
 * Reads a dataset folder. It checks every line against its schema and its own rules, then every reference and every
 * rule between documents. The result is all of the documents, or everything that is wrong with them.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_IMPORT_ERRORS_SHOWN } from '../../limits/store.js';
import {
  COLLECTION_NAMES,
  DATASET_COLLECTIONS,
  GEOGRAPHY_COLLECTIONS,
  type CollectionName,
  type DatasetCollection,
  type Documents,
} from '../../model/documents.js';
import { scopesOfNew } from '../../model/scopes.js';
import { documentFaults } from '../../model/rules/document-rules.js';
import { LoadedDataset, type LoadedCollection } from './loaded-dataset.js';
import { readJsonLines, type JsonLine } from './ndjson.js';
import { rowBreaches } from '../../model/judge.js';
import { NO_DOCUMENTS, Overlay } from '../../model/overlay.js';
import { OWNED } from '../../model/rules/partner-rules.js';
import { labelFaults } from '../../model/rules/label-faults.js';
import { type Change, keyFieldOf, keyOf } from '../../model/change.js';
import { referenceFaults, referencesOf } from '../../model/rules/references.js';
import { importFaults } from './import-faults.js';
import type { Fault } from '../../model/schema-faults.js';

/** One finding in a dataset. `line` counts from 1; 0 is the file itself. `field` is a path; '' is the whole line. */
interface DatasetError extends Fault {
  file: string;
  line: number;
}

export type AllDocuments = { [C in DatasetCollection]: Documents[C][] };

/** `errors` holds the first {@link MAX_IMPORT_ERRORS_SHOWN} in the order of the files; `total` counts all of them. */
export type DatasetResult =
  | { ok: true; documents: AllDocuments }
  | { ok: false; errors: DatasetError[]; total: number };

export interface DatasetProgress {
  /** The file being read. */
  file: string;
  /** The number of its lines read so far, without blank ones. */
  lines: number;
  /** Bytes read so far of the whole dataset on disk. */
  bytesRead: number;
  bytesTotal: number;
}

interface DatasetOptions {
  /** Where the four geography files are when the dataset folder has no pincodes. */
  geographyFolder: string;
  onProgress?: (progress: DatasetProgress) => void;
  /** It is the copy of a store, whose names may be older than the rule for them. */
  isCopy?: boolean;
}

interface DatasetFile {
  collection: CollectionName;
  name: string;
  path: string;
  bytes: number;
}

/**
 * Reads and checks the dataset in `folder`. A collection without a file is empty. MongoDB's `_id` is dropped. The base
 * charge of an available zone service is 0 where it is missing, and a partner's credential without scopes gets those
 * of a new one. A faulty dataset is a result, not a rejection.
 */
export async function readDataset(
  folder: string,
  { geographyFolder, onProgress, isCopy = false }: DatasetOptions,
): Promise<DatasetResult> {
  const errors = new FaultList();
  const files = await findFiles(folder, geographyFolder, errors);
  const dataset = new LoadedDataset();
  const bytesTotal = files.reduce((sum, file) => sum + file.bytes, 0);
  let bytesBefore = 0;
  for (const file of files) {
    await readFile(file, dataset, isCopy, errors, (lines, bytesRead) => {
      onProgress?.({ file: file.name, lines, bytesRead: bytesBefore + bytesRead, bytesTotal });
    });
    bytesBefore += file.bytes;
  }
  for (const collection of DATASET_COLLECTIONS) checkReferences(dataset, collection, errors);
  checkRows(dataset, errors);
  checkCoordinates(dataset, errors);
  if (errors.total > 0) return { ok: false, errors: errors.inOrder(), total: errors.total };
  return { ok: true, documents: dataset.documents() };
}

/**
 * The text that a command line prints for a refused dataset: a heading, then lines of the form `file:line: field: what
 * is wrong`.
 */
export function formatDatasetErrors({ errors, total }: { errors: readonly DatasetError[]; total: number }): string {
  const heading = `The dataset is refused: ${total} ${total === 1 ? 'error' : 'errors'}.`;
  return [heading, ...linesOf(errors, total)].join('\n');
}

function linesOf(shown: readonly DatasetError[], total: number): string[] {
  const lines = shown.map(
    ({ file, line, field, message }) =>
      `${file}${line === 0 ? '' : `:${line}`}: ${field === '' ? '' : `${field}: `}${message}`,
  );
  return [...lines, ...(total > shown.length ? [`... and ${total - shown.length} more`] : [])];
}

class FaultList {
  total = 0;
  private readonly kept: (DatasetError & { rank: number })[] = [];

  add(rank: number, file: string, line: number, faults: readonly Fault[]): void {
    for (const { field, message } of faults) {
      this.total++;
      if (this.kept.length < MAX_IMPORT_ERRORS_SHOWN) this.kept.push({ rank, file, line, field, message });
    }
  }

  addAt<C extends CollectionName>(loaded: LoadedCollection<C>, document: Documents[C], faults: readonly Fault[]): void {
    if (faults.length === 0) return;
    const { collection, file, documents, lines } = loaded;
    // only faults that are kept need a line, which takes long to find
    const line = this.kept.length < MAX_IMPORT_ERRORS_SHOWN ? lines[documents.indexOf(document)]! : 0;
    this.add(rankOf(collection), file, line, faults);
  }

  /** Adds a fault of a file or folder as a whole. */
  addFile(name: string, message: string): void {
    this.add(FILES_FIRST, name, 0, [{ field: '', message }]);
  }

  inOrder(): DatasetError[] {
    const ordered = this.kept.sort((a, b) => a.rank - b.rank || a.line - b.line);
    return ordered.map(({ file, line, field, message }) => ({ file, line, field, message }));
  }
}

const FILES_FIRST = -1;
const rankOf = (collection: CollectionName): number => COLLECTION_NAMES.indexOf(collection);

async function findFiles(folder: string, geographyFolder: string, errors: FaultList): Promise<DatasetFile[]> {
  const own = await listFolder(folder, errors);
  if (own === null || own.some((file) => file.collection === 'pincodes')) return inOrder(own ?? []);
  const isGeography = (file: DatasetFile) =>
    (GEOGRAPHY_COLLECTIONS as readonly CollectionName[]).includes(file.collection);
  for (const file of own.filter(isGeography)) {
    errors.addFile(
      file.name,
      'needs a pincodes file too: a dataset has its own states, cities, areas and pincodes, or none',
    );
  }
  const shipped = await listFolder(geographyFolder, errors);
  for (const collection of GEOGRAPHY_COLLECTIONS) {
    if (shipped !== null && !shipped.some((file) => file.collection === collection))
      errors.addFile(geographyFolder, `has no ${collection} file`);
  }
  return inOrder([...own.filter((file) => !isGeography(file)), ...(shipped ?? []).filter(isGeography)]);
}

function inOrder(files: DatasetFile[]): DatasetFile[] {
  return files.sort((a, b) => rankOf(a.collection) - rankOf(b.collection));
}

/** The collection files of a folder; null, and an error noted, when it cannot be listed. */
async function listFolder(folder: string, errors: FaultList): Promise<DatasetFile[] | null> {
  let names: string[];
  try {
    names = (await readdir(folder)).sort();
  } catch (error) {
    errors.addFile(folder, `is not a folder that can be read: ${(error as Error).message}`);
    return null;
  }
  const files = new Map<CollectionName, DatasetFile>();
  for (const name of names) {
    const collection = /^(.*)\.ndjson(?:\.gz)?$/.exec(name)?.[1];
    if (collection === undefined) continue;
    const fault = nameFault(collection, files);
    if (fault !== null) errors.addFile(name, fault);
    else files.set(collection as CollectionName, await describeFile(collection as CollectionName, folder, name));
  }
  return [...files.values()];
}

async function describeFile(collection: CollectionName, folder: string, name: string): Promise<DatasetFile> {
  const path = join(folder, name);
  // a missing file or a dangling link is reported where it is read
  const bytes = await stat(path).then(
    (stats) => stats.size,
    () => 0,
  );
  return { collection, name, path, bytes };
}

function nameFault(collection: string, files: ReadonlyMap<CollectionName, DatasetFile>): string | null {
  if (!(DATASET_COLLECTIONS as string[]).includes(collection))
    return `is the name of no collection: they are ${DATASET_COLLECTIONS.join(', ')}`;
  const other = files.get(collection as CollectionName);
  return other === undefined ? null : `has the same collection as ${other.name}: keep one of them`;
}

type FileProgress = (lines: number, bytesRead: number) => void;

async function readFile(
  file: DatasetFile,
  dataset: LoadedDataset,
  isCopy: boolean,
  errors: FaultList,
  onProgress: FileProgress,
): Promise<void> {
  const loaded = dataset.open(file.collection, file.name);
  let count = 0;
  try {
    for await (const { lines, bytesRead } of readJsonLines(file.path)) {
      for (const line of lines) readDocument(loaded, line, isCopy, errors);
      count += lines.length;
      onProgress(count, bytesRead);
    }
  } catch (error) {
    errors.addFile(file.name, `cannot be read: ${(error as Error).message}`);
    loaded.isUnreadable = true;
  }
}

function readDocument<C extends CollectionName>(
  loaded: LoadedCollection<C>,
  line: JsonLine,
  isCopy: boolean,
  errors: FaultList,
): void {
  const report = (faults: Fault[]) => errors.add(rankOf(loaded.collection), loaded.file, line.number, faults);
  if ('fault' in line) return report([{ field: '', message: line.fault }]);
  const value = withoutMongoId(line.value);
  const faults = importFaults(loaded.collection, value);
  if (faults.length > 0) {
    loaded.addBroken(value);
    return report(faults);
  }
  const document = normalised(loaded.collection, value as Documents[C]);
  report([...documentFaults(loaded.collection, document), ...datasetFaults(loaded.collection, document, isCopy)]);
  const firstLine = loaded.add(document, line.number);
  if (firstLine === null) return;
  const key = keyOf(loaded.collection, document);
  report([{ field: keyFieldOf(loaded.collection), message: `${key} is on line ${firstLine} already` }]);
}

function withoutMongoId(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('_id' in value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== '_id'));
}

function normalised<C extends CollectionName>(collection: C, document: Documents[C]): Documents[C] {
  if (collection === 'zones') {
    for (const service of (document as Documents['zones']).services) {
      if (service.isAvailable) service.baseCharge ??= 0;
    }
  } else if (collection === 'credentials') {
    const credential = document as Documents['credentials'];
    if (credential.kind === 'partner') credential.scopes ??= [...scopesOfNew('partner')];
  }
  return document;
}

/** Faults only in a dataset: ciphertext belongs to the key of one store, whose texts may be older than their rule. */
function datasetFaults(collection: CollectionName, document: Documents[CollectionName], isCopy: boolean): Fault[] {
  if (collection !== 'credentials') return isCopy ? [] : labelFaults(document);
  return (document as Documents['credentials']).secrets.flatMap(({ secret, ciphertext }, index) => {
    const isSealed = secret === undefined && ciphertext !== undefined;
    return isSealed
      ? [{ field: `secrets[${index}].ciphertext`, message: 'does not belong in a dataset: give the secret itself' }]
      : [];
  });
}

function checkReferences<C extends CollectionName>(dataset: LoadedDataset, collection: C, errors: FaultList): void {
  const loaded = dataset.collection(collection);
  for (const document of loaded.documents)
    errors.addAt(loaded, document, referenceFaults(referencesOf(collection, document), dataset));
}

/** The rules between rows, as if all of them were put into an empty store. */
function checkRows(dataset: LoadedDataset, errors: FaultList): void {
  const after = new Overlay(NO_DOCUMENTS);
  for (const collection of OWNED)
    for (const document of dataset.collection(collection).documents)
      after.add({ kind: 'put', collection, key: keyOf(collection, document), document } as Change);
  for (const { collection, key, ...fault } of rowBreaches(after))
    errors.addAt(dataset.collection(collection), after.find(collection, key)!, [fault]);
}

/**
 * A pincode without coordinates uses its city's, then its state's: at least one pincode of each state must have some.
 */
function checkCoordinates(dataset: LoadedDataset, errors: FaultList): void {
  const loaded = dataset.collection('pincodes');
  const located = new Set(
    loaded.documents.filter((row) => row.latitude !== null && row.longitude !== null).map((row) => row.stateId),
  );
  for (const row of loaded.documents) {
    if (located.has(row.stateId)) continue;
    located.add(row.stateId);
    const message = `is null for every pincode of state ${row.stateId}: at least one must have coordinates`;
    errors.addAt(loaded, row, [{ field: 'latitude', message }]);
  }
}
