/** The writes of the embedded store. Each transaction is done in one turn, so no read ever runs during an open one. */
import {
  STORE_DISK_REST_MS,
  STORE_FORGET_STEP_RECORDS,
  STORE_GATHER_MS,
  STORE_PROBE_BYTES,
} from '../../limits/store.js';
import {
  type ChangeSet,
  COLLECTION_NAMES,
  type Credential,
  DATASET_COLLECTIONS,
  type ExpiringCollection,
} from '../../model/documents.js';
import { faultOf } from './disk-faults.js';
import { META, type Environment } from './environment.js';
import { isIndexed } from './indexes.js';
import type { Table } from './table.js';
import { type Change, type Key, keyOf } from '../../model/change.js';
import { type ImportDocuments, StoreUnavailableError, type WriteResult } from '../port.js';
import { isLaterThan, type PlannedRows, staleBy } from '../change-query.js';
import { entriesOf, historyRecord, withChangeSet } from '../history.js';
import { type CommitResult, type Write, WriteQueue } from '../write-queue.js';
import { type DocumentReader, TransactionOverlay, type TransactionReader } from '../../model/overlay.js';
import { writeOutcomeOf } from '../../model/transaction.js';
import { chargesOf, namersIn } from './namers.js';
import { ReadCache } from './read-cache.js';

/** Logs a state of the store; the error is null when the state is good. */
export type Report = (error: Error | null, message: string) => void;

interface WriteOutcome {
  result: WriteResult;
  changes: readonly Change[];
}

type Watcher = (changes: readonly Change[]) => void | Promise<void>;

export class LmdbWriter {
  /**
   * The error of the last commit; null if it succeeded. A fault of the disk stays until {@link probe} succeeds: a small
   * commit may fit into free pages of the file when the disk is full.
   */
  commitFailure: Error | null = null;
  /** Writes are refused until then (`performance.now`), because the disk has just failed. */
  private restsUntil = -Infinity;
  private readonly watchers = new Set<Watcher>();
  /** The writes, and all other tasks that write. */
  readonly queue = new WriteQueue({
    commit: (group) => this.commit(group),
    gatherMs: STORE_GATHER_MS,
    groupOps: Infinity,
    mayRepeatKeys: true,
    deadlineMs: Infinity,
  });
  private readonly documents: TransactionReader;

  constructor(
    private readonly environment: Environment,
    private readonly path: string,
    private readonly report: Report = () => {},
  ) {
    this.documents = {
      find: (collection, key) => environment.tables[collection].get(key),
      has: (collection, key) => environment.tables[collection].doesExist(key),
      states: () => environment.tables.states.getRange({}).map(({ value }) => value),
      ofOwner: (collection, owner) =>
        environment.indexes.keysOfOwner(collection, owner).map((key) => environment.tables[collection].get(key)!),
      chargeKeys: (owner) => environment.indexes.keysOfOwner('customer-charges', owner),
      chargesOf: (code, partnerId) => chargesOf(environment, code, partnerId),
      namers: (collection, keys) => namersIn(environment, collection, keys),
    };
  }

  /**
   * Runs `action` in a transaction after all earlier writes, without notifying watchers. If it throws, all of it is
   * undone. Rejects when the disk fails.
   */
  inTransaction<T>(action: () => T): Promise<T> {
    return this.queue.alone(() => {
      if (this.isResting()) throw this.commitFailure!;
      return this.transact(action);
    });
  }

  /** Watchers have the changes before this resolves. Rejects when the disk fails. */
  write(ops: Write['ops'], note: Write['note'] = null): Promise<WriteResult> {
    return this.queue.write(ops, note);
  }

  /**
   * Calls `onChanges` with the changes of each committed write, in commit order. Returns the function that stops this.
   */
  watch(onChanges: Watcher): () => void {
    // a new function, so that a caller that watches twice is called twice, and each stop ends one of them
    const watcher: Watcher = (changes) => onChanges(changes);
    this.watchers.add(watcher);
    return () => void this.watchers.delete(watcher);
  }

  /**
   * Watchers are not notified: an import replaces everything, and runs before anyone watches. Blocks for its duration.
   */
  importAll(documents: ImportDocuments): Promise<void> {
    return this.queue.alone(() => this.replaceAll(documents));
  }

  /** Declares that the store is no longer empty, whatever it contains. */
  completeImport(): Promise<void> {
    return this.queue.alone(() => this.transact(() => void this.environment.meta.putSync(META.imported, true)));
  }

  /**
   * Replaces the credentials for which `seal` returns another object. The file has the old ones until it is compacted.
   */
  seal(seal: (credential: Credential) => Credential): Promise<number> {
    return this.queue.alone(() =>
      this.transact(() => {
        const {
          tables: { credentials },
          meta,
        } = this.environment;
        const changed = [...credentials.getRange()]
          .map(({ key, value }) => ({ key, value, sealed: seal(value) }))
          .filter(({ value, sealed }) => sealed !== value);
        for (const { key, sealed } of changed) credentials.putSync(key, sealed);
        if (changed.length > 0) meta.putSync(META.compact, true);
        return changed.length;
      }),
    );
  }

  /**
   * Removes at most {@link STORE_FORGET_STEP_RECORDS} documents of a collection that expired before `nowMs`. Returns
   * how many.
   */
  forgetSome(collection: ExpiringCollection, nowMs: number): Promise<number> {
    return this.queue.alone(async () => {
      const keys = await this.transact(() => this.removeExpired(collection, nowMs));
      if (keys.length > 0) await this.notify(keys.map((key) => ({ kind: 'delete', collection, key })));
      return keys.length;
    });
  }

  /** Commits a meaningless change with the size of an ordinary write. */
  probe(): Promise<void> {
    return this.queue.alone(async () => {
      if (this.isResting()) throw this.commitFailure!;
      const { meta } = this.environment;
      await this.transact(() => void meta.putSync(META.probe, Buffer.alloc(STORE_PROBE_BYTES)));
      await this.transact(() => void meta.removeSync(META.probe));
      if (this.commitFailure !== null) this.report(null, 'the store accepts writes again');
      this.commitFailure = null;
    });
  }

  private async commit(group: readonly Write[]): Promise<CommitResult> {
    if (this.isResting()) throw this.commitFailure!;
    const done = await this.transact(() => this.carryOutAll(group));
    for (const { changes } of done) if (changes.length > 0) await this.notify(changes);
    return { results: done.map(({ result }) => result) };
  }

  /** Within a transaction: applies each write that has no conflict; later ones see it. */
  private carryOutAll(group: readonly Write[]): WriteOutcome[] {
    const documents = new TransactionOverlay(new ReadCache(this.documents));
    const { sums } = this.environment.indexes;
    // those of a transaction that was undone
    sums.begin();
    const outcomes = group.map((write): WriteOutcome => {
      const { note } = write;
      const later = note?.planned && this.changeSetAfter(note.planned);
      if (later) return { result: { ok: false, conflict: staleBy(later) }, changes: [] };
      const { conflict, changes } = writeOutcomeOf(write, documents);
      if (conflict !== null) return { result: { ok: false, conflict }, changes };
      if (note?.isDryRun === true) return { result: { ok: true, changeId: null }, changes: [] };
      const record = note === null ? null : historyRecord(note, note.entries ?? entriesOf(changes, documents));
      const limit = record === null ? null : (note?.admit?.(record.bytes) ?? null);
      if (limit !== null) return { result: { ok: false, conflict: { reason: 'LIMIT', limit } }, changes: [] };
      const changeId = record === null ? null : this.lastChangeId() + 1;
      const all = record === null ? changes : withChangeSet(changes, changeId!, record);
      for (const change of all) {
        this.applyChange(change, documents);
        if (group.length > 1) documents.add(change);
      }
      return { result: { ok: true, changeId }, changes: all };
    });
    sums.write();
    return outcomes;
  }

  private changeSetAfter(planned: PlannedRows): ChangeSet | undefined {
    const later = this.environment.tables.changes.getRange({ start: planned.changeId + 1 });
    for (const { value } of later) if (isLaterThan(planned, value)) return value;
    return undefined;
  }

  /** 0: there is no change set. */
  lastChangeId(): number {
    const [last] = this.environment.tables.changes.getKeys({ reverse: true, limit: 1 });
    return (last as number | undefined) ?? 0;
  }

  private applyChange({ collection, key, ...change }: Change, before: DocumentReader): void {
    const { tables, indexes } = this.environment;
    const table = tables[collection] as Table<unknown, Key>;
    const document = change.kind === 'put' ? change.document : undefined;
    if (isIndexed(collection)) indexes.replace(collection, before.find(collection, key), document);
    if (document === undefined) table.removeSync(key);
    else table.putSync(key, document);
  }

  /**
   * Runs `action` in a transaction that is on disk when this resolves. If `action` throws or rejects, all of it is
   * undone.
   */
  private async transact<T>(action: () => T): Promise<T> {
    if (this.commitFailure !== null) this.assertBegins(this.commitFailure);
    try {
      // a child transaction, because only a child undoes everything when its action throws
      const result = await this.environment.root.childTransaction(action);
      if (!(this.commitFailure instanceof StoreUnavailableError)) this.commitFailure = null;
      return result;
    } catch (error) {
      this.commitFailure = faultOf(await causeOf(error as Error), this.path);
      if (this.commitFailure instanceof StoreUnavailableError) this.rest(this.commitFailure);
      throw this.commitFailure;
    }
  }

  /** Each attempt costs time and two lines of the library on standard error. */
  private rest(fault: StoreUnavailableError): void {
    // expired records are removed meanwhile, and may fail too
    if (!this.isResting()) this.report(fault, 'the store could not write');
    this.restsUntil = performance.now() + STORE_DISK_REST_MS;
  }

  private isResting(): boolean {
    return this.commitFailure !== null && performance.now() < this.restsUntil;
  }

  /**
   * After an I/O error on its meta page LMDB begins no more transactions, and the library's asynchronous ones never
   * settle: every later write would hang. A synchronous transaction throws instead.
   */
  private assertBegins(failure: Error): void {
    try {
      this.environment.root.transactionSync(() => {});
    } catch (error) {
      throw new StoreUnavailableError(`the store accepts no writes since one failed: ${failure.message}`, {
        cause: error,
      });
    }
  }

  private async notify(changes: readonly Change[]): Promise<void> {
    for (const watcher of this.watchers) {
      try {
        await watcher(changes);
      } catch (error) {
        // the write is durable and its caller gets that result; the watcher's defect ends the process outside this call
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  private removeExpired(collection: ExpiringCollection, nowMs: number): string[] {
    const { tables, indexes } = this.environment;
    const keys = indexes.takeExpired(collection, nowMs, STORE_FORGET_STEP_RECORDS);
    for (const key of keys) tables[collection].removeSync(key);
    return keys;
  }

  private replaceAll(documents: ImportDocuments): void {
    const { root, meta, tables, indexes } = this.environment;
    const replace = () => {
      for (const collection of COLLECTION_NAMES) tables[collection].clearSync();
      indexes.clear();
      for (const collection of DATASET_COLLECTIONS) {
        const table = tables[collection] as Table<unknown, Key>;
        for (const document of documents[collection]) {
          table.putSync(keyOf(collection, document), document);
          indexes.replace(collection, undefined, document);
        }
      }
      indexes.sums.write();
      for (const set of documents.changes ?? []) {
        tables.changes.putSync(set.id, set);
        indexes.replace('changes', undefined, set);
      }
      meta.putSync(META.imported, true);
    };
    try {
      root.transactionSync(replace);
    } catch (error) {
      throw faultOf(error as Error, this.path);
    }
  }
}

/** The error of a failed commit has its reason in a promise. Handle it, or its rejection ends the process. */
async function causeOf(error: Error & { commitError?: Promise<never> }): Promise<Error> {
  const cause = await error.commitError?.catch((reason: unknown) => reason as Error);
  return cause ?? error;
}
