/** Opens the embedded store's LMDB environment: its databases, its format and its writing process. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { open, type RootDatabase } from 'lmdb';
import {
  STORE_MAP_BYTES,
  STORE_MAX_READERS,
  STORE_PAGE_BYTES,
  STORE_UPGRADE_STEP_DOCUMENTS,
  STORE_WARM_VALUE_LENGTH,
} from '../../limits/store.js';
import { COLLECTION_NAMES, type CollectionName, type Documents } from '../../model/documents.js';
import { ASSIGNMENT_ENCODING } from './assignment-encoding.js';
import { assertDataFile } from './data-file.js';
import { faultOf } from './disk-faults.js';
import { makeFolder, makePrivateFile } from './folder.js';
import { INDEX_DATABASES, INDEXED, Indexes, type IndexTables } from './indexes.js';
import type { Table } from './table.js';
import { firstChangeSet } from '../history.js';
import { entriesBetween, StoredViews } from '../views.js';
import type { Key } from '../../model/change.js';
import { isAlive, thisProcess, type ProcessIdentity } from './process-identity.js';

/** The layout of the databases and their values. Every change of it gets the next number. */
export const FORMAT_VERSION = 12;
/**
 * Version 11 has no outcomes and no index of couriers' numbers: a release that writes it would not maintain one.
 * Version 10 has no decisions, no counters and no lives of assignments: a release that writes it would assign
 * without either, and would take a cancelled shipment for an assigned one. Version 9 has no sums of assignments and
 * no policies: a release that writes it would not add to the sums, and would assign without policies. Version 8 has
 * no weight terms and no holds: a release that reads it would price without them. Version 7 has no index of
 * partners' customer charges: a release that writes it would not maintain one. Version 6 has no views of partners
 * in its change sets: a release that writes it would hide them. Version 5 has no history: a release that reads it
 * would write without it. Version 4 has no contract rate cards: a release that reads it would price without
 * surcharges. Version 3 has only assignments without callers, under their shipmentIds. Version 2 has no JSON
 * assignments and no index of partners' documents. Version 1 has no indexes and no idempotency records.
 */
const READABLE_FORMATS: readonly unknown[] = [FORMAT_VERSION, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];

export const META = {
  format: 'formatVersion',
  writer: 'writer',
  imported: 'imported',
  compact: 'compact',
  probe: 'probe',
} as const;
const META_DATABASE = 'meta';

export const DATABASE_FILE = 'data.mdb';
export const LOCK_FILE = 'lock.mdb';
/** In the store's folder, while its file is compacted. */
const COMPACTING_FOLDER = 'compacting';

/**
 * Each value is a self-contained msgpack document, except assignments. No structures are shared between records, so a
 * lost record cannot damage others.
 */
const DATABASE_OPTIONS = {
  encoding: 'msgpack',
  keyEncoding: 'ordered-binary',
  cache: false,
  compression: false,
  useVersions: false,
  dupSort: false,
} as const;
const RAW_OPTIONS = { ...DATABASE_OPTIONS, encoding: 'binary', keyEncoding: 'binary' } as const;
const OWN_ENCODINGS: Record<string, object | undefined> = {
  assignments: { ...DATABASE_OPTIONS, encoder: ASSIGNMENT_ENCODING },
};

export type Tables = { [C in CollectionName]: Table<Documents[C], Key> };

export interface Environment {
  root: RootDatabase;
  meta: Table<unknown, string>;
  tables: Tables;
  indexes: Indexes;
}

/** Whether the folder `path` has an environment. Opening it would create one. */
export function holdsEnvironment(path: string): boolean {
  return existsSync(join(path, DATABASE_FILE));
}

/**
 * Opens the environment in the folder `path` for this process to write to. The folder is created if it does not exist;
 * an environment of an earlier format is upgraded.
 * @throws when this or another live process has it open, when its format is another version's, or when it is damaged
 */
export async function openEnvironment(path: string): Promise<Environment> {
  const environment = await openClaimed(path, false);
  if (environment.meta.get(META.compact) !== true) return environment;
  await compact(environment, path);
  const compacted = await openClaimed(path, true);
  compacted.meta.removeSync(META.compact);
  return compacted;
}

/**
 * Rewrites the file without its free pages, which hold old content of documents, and closes the environment. Both files
 * have this process' claim, so that no other process opens one of them meanwhile. After a crash the next start compacts
 * again.
 */
async function compact({ root }: Environment, path: string): Promise<void> {
  const folder = join(path, COMPACTING_FOLDER);
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { mode: 0o700 });
    await copyAll(root, folder);
  } catch (error) {
    throw faultOf(error as Error, path);
  } finally {
    await root.close();
  }
  renameSync(join(folder, DATABASE_FILE), join(path, DATABASE_FILE));
  rmSync(folder, { recursive: true, force: true });
  if (process.platform !== 'win32') syncFile(path);
}

/** LMDB's own compacting copy refuses an environment that has lost track of a free page. */
async function copyAll(root: RootDatabase, folder: string): Promise<void> {
  const copy = openRoot(folder);
  try {
    for (const name of [META_DATABASE, ...COLLECTION_NAMES, ...INDEX_DATABASES]) {
      const [from, to] = [root, copy].map((each) => each.openDB<Buffer, Buffer>(name, RAW_OPTIONS)) as [
        Table<Buffer, Buffer>,
        Table<Buffer, Buffer>,
      ];
      for (const some of chunksOf(from.getRange({}), STORE_UPGRADE_STEP_DOCUMENTS)) {
        copy.transactionSync(() => {
          for (const { key, value } of some) to.putSync(key, value);
        });
      }
    }
  } finally {
    await copy.close();
  }
}

function syncFile(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** @param isOurs whether this process has claimed the environment already */
async function openClaimed(path: string, isOurs: boolean): Promise<Environment> {
  const root = openRoot(path);
  try {
    const meta: Environment['meta'] = root.openDB(META_DATABASE, DATABASE_OPTIONS);
    root.transactionSync(() => {
      claimFormat(meta, path);
      if (!isOurs) claimWriter(meta, path);
      warmEncoder(meta);
    });
    const tables = openAll(root, COLLECTION_NAMES) as unknown as Tables;
    const indexes = new Indexes(
      openAll(root, INDEX_DATABASES) as unknown as IndexTables,
      (pincode) => tables.pincodes.get(pincode)?.stateId,
    );
    const environment = { root, meta, tables, indexes };
    if (meta.get(META.format) !== FORMAT_VERSION) upgrade(environment);
    return environment;
  } catch (error) {
    await root.close();
    throw faultOf(error as Error, path);
  }
}

/** Closes the environment, so that the next process can open it. */
export async function closeEnvironment({ root, meta }: Environment): Promise<void> {
  try {
    meta.removeSync(META.writer);
  } finally {
    await root.close();
  }
}

/** Removes this process' claim from a copy of its environment: another process may open the copy at once. */
export async function releaseCopy(path: string): Promise<void> {
  const root = openRoot(path);
  try {
    await root.openDB(META_DATABASE, DATABASE_OPTIONS).remove(META.writer);
  } finally {
    await root.close();
  }
}

/** Closes the environment and opens it again, in the same object. No operation may be in progress. */
export async function reopenEnvironment(environment: Environment, path: string): Promise<void> {
  await closeEnvironment(environment);
  Object.assign(environment, await openEnvironment(path));
}

function openAll(root: RootDatabase, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, root.openDB(name, OWN_ENCODINGS[name] ?? DATABASE_OPTIONS)]));
}

function openRoot(path: string): RootDatabase {
  makeFolder(path);
  try {
    assertDataFile(join(path, DATABASE_FILE));
    // LMDB would create them readable for everybody
    for (const file of [DATABASE_FILE, LOCK_FILE]) makePrivateFile(join(path, file));
    return open({
      ...DATABASE_OPTIONS,
      path,
      // otherwise a folder named like a file (./store.d) would become a file
      noSubdir: false,
      maxDbs: COLLECTION_NAMES.length + INDEX_DATABASES.length + 1,
      maxReaders: STORE_MAX_READERS,
      mapSize: STORE_MAP_BYTES,
      pageSize: STORE_PAGE_BYTES,
      remapChunks: false,
      // a commit is then on disk before it is visible, and before it is acknowledged
      overlappingSync: false,
      separateFlushed: false,
      noSync: false,
      noMetaSync: false,
      useWritemap: false,
      noMemInit: false,
      readOnly: false,
      // event turn batching makes a promise that we cannot reach: its rejection would end the process when a commit
      // fails
      eventTurnBatching: false,
      commitDelay: 0,
      strictAsyncOrder: false,
    });
  } catch (error) {
    const fault = faultOf(error as Error, path);
    throw fault !== error
      ? fault
      : new Error(`the store in ${path} cannot be opened: ${(error as Error).message}`, { cause: error });
  }
}

function claimFormat(meta: Environment['meta'], path: string): void {
  const version = meta.get(META.format);
  if (version === undefined) meta.putSync(META.format, FORMAT_VERSION);
  else if (!READABLE_FORMATS.includes(version)) {
    const versions = `has format version ${String(version)}, this release reads up to version ${FORMAT_VERSION}`;
    throw new Error(`the store in ${path} ${versions}: use the release that wrote it, or another folder`);
  }
}

/** LMDB's write lock decides between two processes that start at once. The identity of a killed process is replaced. */
function claimWriter(meta: Environment['meta'], path: string): void {
  const writer = meta.get(META.writer) as ProcessIdentity | undefined;
  if (writer !== undefined && isAlive(writer)) {
    throw new Error(`the store in ${path} is in use by process ${writer.pid}: a store has one writing process`);
  }
  meta.putSync(META.writer, thisProcess());
}

/**
 * The encoder's buffer grows with the first large value (the remembered answer of a large write), to addresses that are
 * no longer small integers. Code that was compiled for small integers is then much slower for every later put. So the
 * buffer grows before anything is compiled.
 */
function warmEncoder(meta: Environment['meta']): void {
  meta.putSync(META.probe, ' '.repeat(STORE_WARM_VALUE_LENGTH));
  meta.removeSync(META.probe);
}

/** The format is written last: an interrupted upgrade starts from the beginning. */
function upgrade(environment: Environment): void {
  const { meta, root, tables } = environment;
  const former = meta.get(META.format) as number;
  // version 4 has all indexes except those of the history, of customer charges and sums
  if (former < 4) {
    root.transactionSync(() => environment.indexes.clear());
    for (const collection of INDEXED) addIndexes(environment, collection);
  } else {
    if (former < 8) addIndexes(environment, 'customer-charges');
    if (former < 10) addSums(environment);
    if (former < 12) addAwbs(environment);
  }
  if (former < 7) judgeHistory(environment);
  // assignments that are not JSON or have no caller stay under their keys and are read as they are
  root.transactionSync(() => {
    if (former < 6) {
      const set = firstChangeSet(`upgrade of the store from format ${former} to ${FORMAT_VERSION}`, Date.now());
      tables.changes.putSync(set.id, set);
      environment.indexes.replace('changes', undefined, set);
    }
    meta.putSync(META.format, FORMAT_VERSION);
  });
}

/** Adds to each change set the views that partners have of it. */
function judgeHistory({ root, tables, indexes }: Environment): void {
  for (const some of chunksOf([...tables.changes.getKeys({})], STORE_UPGRADE_STEP_DOCUMENTS)) {
    root.transactionSync(() => {
      for (const id of some as number[]) {
        const set = tables.changes.get(id)!;
        const stored = new StoredViews(set);
        for (const { value } of tables['change-entries'].getRange(entriesBetween(id, id))) stored.add(value);
        const judged = { ...set, views: stored.views() };
        tables.changes.putSync(id, judged);
        indexes.replace('changes', set, judged);
      }
    });
  }
}

function addIndexes({ root, tables, indexes }: Environment, collection: (typeof INDEXED)[number]): void {
  const documents = (tables[collection] as Table<Documents[typeof collection], Key>)
    .getRange({})
    .map(({ value }) => value);
  for (const some of chunksOf(documents, STORE_UPGRADE_STEP_DOCUMENTS)) {
    root.transactionSync(() => {
      for (const document of some) indexes.replace(collection, undefined, document);
      indexes.sums.write();
    });
  }
}

/** The sums of all assignments; one that cannot be read counts in none. */
function addSums({ root, tables, indexes }: Environment): void {
  root.transactionSync(() => indexes.sums.clear());
  for (const some of chunksOf(tables.assignments.getKeys({}), STORE_UPGRADE_STEP_DOCUMENTS)) {
    root.transactionSync(() => {
      for (const key of some) {
        const record = legibleOf(() => tables.assignments.get(key));
        if (record !== undefined) indexes.sums.add(record, 1);
      }
      indexes.sums.write();
    });
  }
}

/** The numbers that couriers gave the assignments which can be read. */
function addAwbs({ root, tables, indexes }: Environment): void {
  for (const some of chunksOf(tables.assignments.getKeys({}), STORE_UPGRADE_STEP_DOCUMENTS)) {
    root.transactionSync(() => {
      for (const key of some) {
        const record = legibleOf(() => tables.assignments.get(key));
        if (record !== undefined) indexes.addAwb(record);
      }
    });
  }
}

function legibleOf<D>(read: () => D | undefined): D | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function* chunksOf<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let chunk: T[] = [];
  for (const item of items) {
    if (chunk.push(item) < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
