/**
 * The writes of the embedded store, one after another. Short ones share transactions: whatever arrives while one is being
 * made durable goes into the next and shares its flush. A long one has its own. A transaction with much to do stays open
 * across turns of the event loop, so that other work of the thread comes in between.
 */
import { STORE_AT_ONCE_OPS, STORE_FORGET_STEP_RECORDS, STORE_GATHER_MS } from '../../limits.js';
import { COLLECTION_NAMES, DATASET_COLLECTIONS, type DatasetCollection, type Documents } from '../../schemas/documents.js';
import { META, type Environment } from './environment.js';
import { isIndexed } from './indexes.js';
import type { Table } from './table.js';
import { keyOf, type Change, type Conflict, type Key, type WriteOp, type WriteResult } from '../port.js';
import { ReadCache } from '../read-cache.js';
import { atOnce, gently, inSlices, type Steps } from '../../steps.js';
import { Transaction, type DocumentReader } from '../transaction.js';

/** After each slice of a long write, as many times what that took. */
const LONG_WRITE_RESTS = 2;

type Watcher = (changes: readonly Change[]) => void | Promise<void>;

interface WaitingWrite {
  ops: readonly WriteOp[];
  resolve: (result: WriteResult) => void;
  reject: (error: Error) => void;
}

interface Outcome {
  conflict: Conflict | null;
  /** None where there is a conflict. */
  changes: Change[];
}

/** Whether so many ops would hold the thread for too long if they were carried out at once. */
export function isMuch(ops: number): boolean {
  return ops > STORE_AT_ONCE_OPS;
}

export class LmdbWriter {
  /** While this is true the library's plain reads see what a transaction has written and not committed. */
  isTransactionOpen = false;
  /** Why the last commit failed; null once one has succeeded. */
  commitFailure: Error | null = null;
  private readonly watchers = new Set<Watcher>();
  private waiting: WaitingWrite[] = [];
  /** Everything that writes, one after the other; never rejects. */
  private writing: Promise<void> = Promise.resolve();
  /** The last commit of {@link write}s: when it began, by performance.now, and how many it took. */
  private last = { beganAt: -Infinity, writes: 0 };
  private readonly documents: DocumentReader;

  constructor(private readonly environment: Environment) {
    this.documents = {
      get: (collection, key) => environment.tables[collection].get(key),
      has: (collection, key) => environment.tables[collection].doesExist(key),
      all: (collection) => environment.tables[collection].getRange({ snapshot: true }).map(({ value }) => value),
      ofPartners: (collection, partnerIds) => environment.indexes.keysOfPartners(collection, partnerIds).map((key) => environment.tables[collection].get(key)!),
    };
  }

  /** Watchers have the changes before this resolves. Rejects when the disk fails. */
  write(ops: readonly WriteOp[]): Promise<WriteResult> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ ops, resolve, reject });
      if (this.waiting.length === 1) void this.enqueue(() => this.commitWaiting());
    });
  }

  /** Calls `onChanges` after each committed write, in commit order, with its changes; answers the call that stops it. */
  watch(onChanges: Watcher): () => void {
    // a function of its own, so that one that watches twice is called twice and each stop ends one
    const watcher: Watcher = (changes) => onChanges(changes);
    this.watchers.add(watcher);
    return () => void this.watchers.delete(watcher);
  }

  /** Watchers are not told: an import makes everything new, and comes before anyone watches. Blocks for its duration. */
  importAll(documents: { [C in DatasetCollection]: readonly Documents[C][] }): Promise<void> {
    return this.enqueue(() => this.replaceAll(documents));
  }

  /** The store is no longer empty, whatever it holds. */
  completeImport(): Promise<void> {
    return this.enqueue(() => this.transact(() => void this.environment.meta.putSync(META.imported, true)));
  }

  /** Removes at most {@link STORE_FORGET_STEP_RECORDS} idempotency records that expired before `nowMs`; how many. */
  forgetSome(nowMs: number): Promise<number> {
    return this.enqueue(async () => {
      const keys = await this.transact(() => this.removeExpired(nowMs));
      if (keys.length > 0) await this.notify(keys.map((key) => ({ kind: 'delete', collection: 'idempotency-keys', key })));
      return keys.length;
    });
  }

  /** Tries a commit that changes nothing that matters. */
  probe(): Promise<void> {
    return this.enqueue(() => this.transact(() => void this.environment.meta.putSync(META.probe, Date.now())));
  }

  /** Resolves when everything that was asked for is done. */
  settled(): Promise<void> {
    return this.writing;
  }

  /** Runs `task` once everything that writes before it is done. */
  enqueue<T>(task: () => T | Promise<T>): Promise<T> {
    const done = this.writing.then(task);
    this.writing = done.then(() => {}, () => {});
    return done;
  }

  private async commitWaiting(): Promise<void> {
    await this.gather();
    const waiting = this.waiting;
    this.waiting = [];
    this.last = { beganAt: performance.now(), writes: waiting.length };
    for (const group of groupsOf(waiting)) await this.commitGroup(group);
  }

  /**
   * Where writes come upon each other, the next commit begins so long after the last that several share it. Alone, one
   * waits for nothing.
   */
  private async gather(): Promise<void> {
    const restMs = this.last.beganAt + STORE_GATHER_MS - performance.now();
    if (restMs > 0 && Math.max(this.last.writes, this.waiting.length) > 1) await new Promise((resume) => setTimeout(resume, restMs));
  }

  private async commitGroup(group: readonly WaitingWrite[]): Promise<void> {
    try {
      await this.commit(group);
    } catch (error) {
      if (group.length === 1) group[0]!.reject(error as Error);
      // so that a write that cannot be carried out fails alone
      else for (const write of group) await this.commit([write]).catch(write.reject);
    }
  }

  private async commit(group: readonly WaitingWrite[]): Promise<void> {
    const outcomes = await this.carryOutTogether(group);
    for (const [index, { conflict, changes }] of outcomes.entries()) {
      if (changes.length > 0) await this.notify(changes);
      group[index]!.resolve(conflict === null ? { ok: true } : { ok: false, conflict });
    }
  }

  /** In one transaction, that stays open across turns when there is much to do. */
  private async carryOutTogether(group: readonly WaitingWrite[]): Promise<Outcome[]> {
    if (!isMuch(group.reduce((sum, { ops }) => sum + ops.length, 0))) return this.transact(() => atOnce(this.carryOutAll(group)));
    this.isTransactionOpen = true;
    try {
      // one that is long by itself leaves room for quotes; not too much, because all other writes wait for it
      return await this.transact(() => (group.length === 1 ? gently(this.carryOutAll(group), LONG_WRITE_RESTS) : inSlices(this.carryOutAll(group))));
    } finally {
      this.isTransactionOpen = false;
    }
  }

  private *carryOutAll(group: readonly WaitingWrite[]): Steps<Outcome[]> {
    const cache = new ReadCache(this.documents);
    const outcomes: Outcome[] = [];
    for (const { ops } of group) {
      const outcome = yield* this.carryOut(ops, cache);
      outcomes.push(outcome);
      if (group.length > 1) for (const change of outcome.changes) cache.written(change);
    }
    return outcomes;
  }

  /** Within a transaction: checks a write, and writes it when nothing is against it. */
  private *carryOut(ops: readonly WriteOp[], cache: ReadCache): Steps<Outcome> {
    const transaction = new Transaction(cache);
    const conflict = yield* transaction.apply(ops);
    if (conflict !== null) return { conflict, changes: [] };
    const changes = yield* transaction.changes();
    for (const change of changes) {
      this.applyChange(change, cache);
      yield;
    }
    return { conflict, changes };
  }

  private applyChange({ collection, key, ...change }: Change, cache: ReadCache): void {
    const { tables, indexes } = this.environment;
    const table = tables[collection] as Table<unknown, Key>;
    const document = change.kind === 'put' ? change.document : undefined;
    if (isIndexed(collection)) indexes.replace(collection, cache.get(collection, key), document);
    if (document === undefined) table.removeSync(key);
    else table.putSync(key, document);
  }

  /** Runs `action` in a transaction that is on disk when this resolves; what it throws or rejects with undoes it. */
  private async transact<T>(action: () => T | Promise<T>): Promise<T> {
    if (this.commitFailure !== null) this.assertBegins(this.commitFailure);
    try {
      // a child, because only of a child is everything undone when its action throws
      const result = await this.environment.root.childTransaction(action);
      this.commitFailure = null;
      return result;
    } catch (error) {
      this.commitFailure = await causeOf(error as Error);
      throw this.commitFailure;
    }
  }

  /**
   * After an I/O error on its meta page LMDB begins no transaction any more, and the library's asynchronous ones then never
   * settle: everything after them would hang. A synchronous one says so.
   */
  private assertBegins(failure: Error): void {
    try {
      this.environment.root.transactionSync(() => {});
    } catch (error) {
      throw new Error(`the store takes no writes since one failed: ${failure.message}`, { cause: error });
    }
  }

  private async notify(changes: readonly Change[]): Promise<void> {
    for (const watcher of this.watchers) {
      try {
        await watcher(changes);
      } catch (error) {
        // the write stands and its caller is told so; the watcher's defect ends the process elsewhere
        queueMicrotask(() => { throw error; });
      }
    }
  }

  private removeExpired(nowMs: number): string[] {
    const { tables, indexes } = this.environment;
    const keys = indexes.takeExpired(nowMs, STORE_FORGET_STEP_RECORDS);
    for (const key of keys) tables['idempotency-keys'].removeSync(key);
    return keys;
  }

  private replaceAll(documents: { [C in DatasetCollection]: readonly Documents[C][] }): void {
    const { root, meta, tables, indexes } = this.environment;
    root.transactionSync(() => {
      for (const collection of COLLECTION_NAMES) tables[collection].clearSync();
      indexes.clear();
      for (const collection of DATASET_COLLECTIONS) {
        const table = tables[collection] as Table<unknown, Key>;
        for (const document of documents[collection]) {
          table.putSync(keyOf(collection, document), document);
          indexes.replace(collection, undefined, document);
        }
      }
      meta.putSync(META.imported, true);
    });
  }
}

/** Writes that share a transaction, in the order in which they came: a long one stands alone. */
function groupsOf(writes: readonly WaitingWrite[]): WaitingWrite[][] {
  const groups: WaitingWrite[][] = [];
  let short: WaitingWrite[] | null = null;
  for (const write of writes) {
    if (isMuch(write.ops.length)) {
      groups.push([write]);
      short = null;
    } else if (short === null) groups.push(short = [write]);
    else short.push(write);
  }
  return groups;
}

/** LMDB's error of a failed commit carries its reason as a promise that must be taken, or it ends the process as unhandled. */
async function causeOf(error: Error & { commitError?: Promise<never> }): Promise<Error> {
  const cause = await error.commitError?.catch((reason: unknown) => reason as Error);
  return cause ?? error;
}
