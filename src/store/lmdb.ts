/**
 * The embedded store: one LMDB environment, a database a collection. Writes run one after another, in batches: whatever
 * arrives while a batch is being made durable goes into the next one and shares its flush.
 */
import { open, type Database, type RootDatabase } from 'lmdb';
import { MAX_STORE_KEY_BYTES, STORE_LOAD_SLICE_DOCUMENTS, STORE_MAP_BYTES, STORE_MAX_READERS, STORE_PAGE_BYTES } from '../limits.js';
import { COLLECTION_NAMES, type CollectionName, type Documents } from '../schemas/documents.js';
import { assertDocument } from './document-rules.js';
import { keyOf, type Change, type Key, type Store, type WriteOp, type WriteResult } from './port.js';
import { isAlive, thisProcess, type ProcessIdentity } from './process-identity.js';
import { Transaction, type DocumentReader } from './transaction.js';

/** The layout of the databases and their values; a change of either makes the next one. */
const FORMAT_VERSION = 1;

const META_DATABASE = 'meta';
const FORMAT_KEY = 'formatVersion';
const WRITER_KEY = 'writer';
const IMPORTED_KEY = 'imported';
const PROBE_KEY = 'probe';

/** Each value is a self-contained msgpack document: no structures shared between records that a lost record could take along. */
const DATABASE_OPTIONS = {
  encoding: 'msgpack', keyEncoding: 'ordered-binary', cache: false, compression: false, useVersions: false, dupSort: false,
} as const;

type Databases = { [C in CollectionName]: Database<Documents[C], Key> };
type Meta = Database<unknown, string>;

interface WaitingWrite {
  ops: readonly WriteOp[];
  resolve: (result: WriteResult) => void;
  reject: (error: Error) => void;
}

/**
 * Opens the store in the folder `path`, which is made if it does not exist. This process is its one writer until it closes it.
 * @throws when another live process, or this one, has it open, when its format is another version's, or when it is damaged
 */
export async function openLmdbStore({ path }: { path: string }): Promise<Store> {
  const root = openEnvironment(path);
  try {
    const meta: Meta = root.openDB(META_DATABASE, DATABASE_OPTIONS);
    root.transactionSync(() => {
      claimFormat(meta, path);
      claimWriter(meta, path);
    });
    const databases = Object.fromEntries(COLLECTION_NAMES.map((name) => [name, root.openDB(name, DATABASE_OPTIONS)]));
    return new LmdbStore(root, meta, databases as unknown as Databases);
  } catch (error) {
    await root.close();
    throw error;
  }
}

function openEnvironment(path: string): RootDatabase {
  try {
    return open({
      ...DATABASE_OPTIONS,
      path,
      // a folder named like a file (./store.d) would become a file
      noSubdir: false,
      maxDbs: COLLECTION_NAMES.length + 1,
      maxReaders: STORE_MAX_READERS,
      mapSize: STORE_MAP_BYTES,
      pageSize: STORE_PAGE_BYTES,
      remapChunks: false,
      // a commit is then what it says: on disk before it is visible, and before it is acknowledged
      overlappingSync: false,
      separateFlushed: false,
      noSync: false,
      noMetaSync: false,
      useWritemap: false,
      noMemInit: false,
      readOnly: false,
      // its marker of a batch is a promise out of reach: a commit that fails would end the process by it
      eventTurnBatching: false,
      commitDelay: 0,
      strictAsyncOrder: false,
    });
  } catch (error) {
    throw new Error(`the store in ${path} cannot be opened: ${(error as Error).message}`, { cause: error });
  }
}

function claimFormat(meta: Meta, path: string): void {
  const version = meta.get(FORMAT_KEY);
  if (version === undefined) meta.putSync(FORMAT_KEY, FORMAT_VERSION);
  else if (version !== FORMAT_VERSION) {
    const versions = `has format version ${String(version)}, this release reads version ${FORMAT_VERSION}`;
    throw new Error(`the store in ${path} ${versions}: use the release that wrote it, or another folder`);
  }
}

/** LMDB's own write lock decides between two that start at once; a name left by a process that was killed is taken over. */
function claimWriter(meta: Meta, path: string): void {
  const writer = meta.get(WRITER_KEY) as ProcessIdentity | undefined;
  if (writer !== undefined && isAlive(writer)) {
    throw new Error(`the store in ${path} is in use by process ${writer.pid}: a store has one writing process`);
  }
  meta.putSync(WRITER_KEY, thisProcess());
}

class LmdbStore implements Store {
  private readonly watchers = new Set<(changes: readonly Change[]) => void>();
  private waiting: WaitingWrite[] = [];
  /** Everything that writes, one after the other; never rejects. */
  private writing: Promise<void> = Promise.resolve();
  private readonly reading = new Set<Promise<unknown>>();
  private closing: Promise<void> | null = null;
  /** Why the last commit failed; null once one has succeeded. */
  private commitFailure: Error | null = null;
  private readonly documents: DocumentReader;

  constructor(private readonly root: RootDatabase, private readonly meta: Meta, private readonly databases: Databases) {
    this.documents = {
      get: (collection, key) => this.database(collection).get(key),
      all: (collection) => this.database(collection).getRange({ snapshot: true }).map(({ value }) => value),
    };
  }

  async load<C extends CollectionName>(collections: readonly C[]): Promise<{ [K in C]: Documents[K][] }> {
    this.assertOpen();
    const load = this.readAll(collections).finally(() => this.reading.delete(load));
    this.reading.add(load);
    return load;
  }

  async get<C extends CollectionName>(collection: C, key: Key): Promise<Documents[C] | undefined> {
    this.assertOpen();
    return isStorableKey(key) ? this.database(collection).get(key) : undefined;
  }

  /** Watchers have the changes before this resolves. Rejects when an op's document is not valid or the disk fails. */
  async write(ops: readonly WriteOp[]): Promise<WriteResult> {
    this.assertOpen();
    ops.forEach(assertStorable);
    return new Promise((resolve, reject) => {
      this.waiting.push({ ops, resolve, reject });
      if (this.waiting.length === 1) void this.enqueue(() => this.commitWaiting());
    });
  }

  watch(onChanges: (changes: readonly Change[]) => void): () => void {
    // a function of its own, so that one that watches twice is called twice and each stop ends one
    const watcher = (changes: readonly Change[]): void => onChanges(changes);
    this.watchers.add(watcher);
    return () => void this.watchers.delete(watcher);
  }

  /** Watchers are not told: an import makes everything new, and comes before anyone watches. Blocks for its duration. */
  async importAll(documents: { [C in CollectionName]: readonly Documents[C][] }): Promise<void> {
    this.assertOpen();
    await this.enqueue(() => this.replaceAll(documents));
  }

  async isEmpty(): Promise<boolean> {
    this.assertOpen();
    return this.meta.get(IMPORTED_KEY) !== true;
  }

  /** After a commit that failed it tries one: the disk may have recovered, and nobody sends writes to a node that is unwell. */
  async ping(): Promise<void> {
    this.assertOpen();
    if (this.commitFailure !== null) await this.enqueue(() => this.transact(() => this.meta.putSync(PROBE_KEY, Date.now())));
    if (this.meta.get(FORMAT_KEY) !== FORMAT_VERSION) throw new Error('the store does not answer');
  }

  close(): Promise<void> {
    this.closing ??= this.finish();
    return this.closing;
  }

  /** Runs `task` once everything that writes before it is done. */
  private enqueue<T>(task: () => T | Promise<T>): Promise<T> {
    const done = this.writing.then(task);
    this.writing = done.then(() => {}, () => {});
    return done;
  }

  private database<C extends CollectionName>(collection: C): Database<Documents[C], Key> {
    return this.databases[collection];
  }

  private async readAll<C extends CollectionName>(collections: readonly C[]): Promise<{ [K in C]: Documents[K][] }> {
    // held across turns: every collection is read as of one moment, whatever is written meanwhile
    const transaction = this.root.useReadTransaction();
    try {
      const loaded: Partial<Record<C, unknown[]>> = {};
      let count = 0;
      for (const collection of collections) {
        const documents: unknown[] = [];
        for (const { value } of this.database(collection).getRange({ transaction, snapshot: true })) {
          documents.push(value);
          if (++count % STORE_LOAD_SLICE_DOCUMENTS === 0) await new Promise((resume) => setImmediate(resume));
        }
        loaded[collection] = documents;
      }
      return loaded as { [K in C]: Documents[K][] };
    } finally {
      transaction.done();
    }
  }

  private async commitWaiting(): Promise<void> {
    const batch = this.waiting;
    this.waiting = [];
    try {
      await this.commit(batch);
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error as Error);
      // so that a write that cannot be carried out fails alone
      else for (const write of batch) await this.commit([write]).catch(write.reject);
    }
  }

  private async commit(batch: readonly WaitingWrite[]): Promise<void> {
    const outcomes = await this.transact(() => batch.map(({ ops }) => {
      const transaction = new Transaction(this.documents);
      const conflict = transaction.apply(ops);
      const changes = conflict === null ? transaction.changes() : [];
      for (const change of changes) this.applyChange(change);
      return { conflict, changes };
    }));
    for (const [index, { conflict, changes }] of outcomes.entries()) {
      if (changes.length > 0) this.notify(changes);
      batch[index]!.resolve(conflict === null ? { ok: true } : { ok: false, conflict });
    }
  }

  /** Runs `action` in a transaction that is on disk when this resolves; what it throws undoes it. */
  private async transact<T>(action: () => T): Promise<T> {
    try {
      // a child, because only of a child is everything undone when its action throws
      const result = await this.root.childTransaction(action);
      this.commitFailure = null;
      return result;
    } catch (error) {
      this.commitFailure = await causeOf(error as Error);
      throw this.commitFailure;
    }
  }

  private applyChange(change: Change): void {
    const database = this.databases[change.collection] as Database<unknown, Key>;
    if (change.kind === 'put') database.putSync(change.key, change.document);
    else database.removeSync(change.key);
  }

  private notify(changes: readonly Change[]): void {
    for (const watcher of this.watchers) {
      try {
        watcher(changes);
      } catch (error) {
        // the write stands and its caller is told so; the watcher's defect ends the process elsewhere
        queueMicrotask(() => { throw error; });
      }
    }
  }

  private replaceAll(documents: { [C in CollectionName]: readonly Documents[C][] }): void {
    this.root.transactionSync(() => {
      for (const collection of COLLECTION_NAMES) {
        const database = this.databases[collection] as Database<unknown, Key>;
        database.clearSync();
        for (const document of documents[collection]) database.putSync(keyOf(collection, document), document);
      }
      this.meta.putSync(IMPORTED_KEY, true);
    });
  }

  private async finish(): Promise<void> {
    await this.writing;
    await Promise.allSettled(this.reading);
    try {
      this.meta.removeSync(WRITER_KEY);
    } finally {
      await this.root.close();
    }
  }

  private assertOpen(): void {
    if (this.closing !== null) throw new Error('the store is closed');
  }
}

function assertStorable(op: WriteOp): void {
  if (op.kind !== 'delete') assertDocument(op.collection, op.document);
  const key = op.kind === 'delete' ? op.key : keyOf(op.collection, op.document);
  if (!isStorableKey(key)) throw new Error(`a key of ${op.collection} has more than ${MAX_STORE_KEY_BYTES} bytes`);
}

function isStorableKey(key: Key): boolean {
  return typeof key === 'number' || Buffer.byteLength(key) <= MAX_STORE_KEY_BYTES;
}

/** LMDB's error of a failed commit carries its reason as a promise that must be taken, or it ends the process as unhandled. */
async function causeOf(error: Error & { commitError?: Promise<never> }): Promise<Error> {
  const cause = await error.commitError?.catch((reason: unknown) => reason as Error);
  return cause ?? error;
}
