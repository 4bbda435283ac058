/**
 * The embedded store: one LMDB environment with a database for each collection. Each read is done in one turn, so it
 * sees one committed moment.
 */
import { setImmediate as turn } from 'node:timers/promises';
import {
  type AssignmentSample,
  type AssignmentRecord,
  type ChangeSet,
  type CollectionName,
  type Credential,
  type Documents,
} from '../../model/documents.js';
import { type BackupOptions, backUp } from './backup.js';
import { searchChanges } from './change-search.js';
import {
  closeEnvironment,
  FORMAT_VERSION,
  META,
  openEnvironment,
  reopenEnvironment,
  type Environment,
} from './environment.js';
import type { OutcomeSums } from '../../domain/outcomes/sums.js';
import { STORE_READ_STEP_DOCUMENTS } from '../../limits/store.js';
import type { Table } from './table.js';
import { LmdbWriter, type Report } from './writer.js';
import type { AssignmentSums, AssignmentSumsQuery } from '../assignment-sums.js';
import type { Backup } from '../backup.js';
import type { ChangeQuery } from '../change-query.js';
import { Forgetter } from '../forgetter.js';
import type { OutcomeSumsQuery } from '../outcome-rows.js';
import type { AssignedParcel, OutcomesWrite, PartnerAwb } from '../outcomes.js';
import { readable, UnreadableRecordError } from '../unreadable.js';
import type { Change, Key, WriteOp } from '../../model/change.js';
import type {
  AssignmentPage,
  AssignmentQuery,
  ChangeNote,
  Follower,
  Subscription,
  AssignmentInsert,
  FollowStatus,
  ImportDocuments,
  NumberedCollection,
  RequestQuery,
  RequestRun,
  Store,
  WriteResult,
} from '../port.js';
import { requestIn, insertion } from './assignment-encoding.js';
import { filteredPage } from './filtered-page.js';
import { LmdbOutcomes } from './outcomes.js';
import { assignedParcels } from './parcels.js';
import { Moments } from './pages.js';
import { requestRun } from './request-run.js';
import { assertAllStorable, isStorableKey } from '../../model/rules/storable.js';
import { nextTurn } from '../../turn.js';

interface LmdbOptions extends Pick<BackupOptions, 'path' | 'freeBytes'> {
  report?: Report;
}

/**
 * Opens the store in the folder `path`, which is created if it does not exist. This process is its only writer until it
 * closes it.
 * @throws when this or another live process has it open, when its format is another version's, or when it is damaged
 */
export async function openLmdbStore({ path, ...options }: LmdbOptions): Promise<Store> {
  return new LmdbStore(await openEnvironment(path), path, options);
}

class LmdbStore implements Store {
  readonly isShared = false;
  private readonly writer: LmdbWriter;
  /** Operations that take several turns and have to end before the store closes. */
  private readonly underWay = new Set<Promise<unknown>>();
  /** The last taken id by collection: its document may not be written yet. */
  private readonly takenIds = new Map<NumberedCollection, number>();
  private readonly moments = new Moments();
  private readonly outcomes: LmdbOutcomes;
  private readonly forgetter: Forgetter;
  private closing: Promise<void> | null = null;

  constructor(
    private readonly environment: Environment,
    private readonly path: string,
    private readonly options: Omit<LmdbOptions, 'path'>,
  ) {
    this.writer = new LmdbWriter(environment, path, options.report);
    this.outcomes = new LmdbOutcomes(environment, this.writer, this.moments);
    this.forgetter = new Forgetter({
      journal: this.outcomes.journal,
      removeExpired: (collection, nowMs) => this.writer.forgetSome(collection, nowMs),
      isClosing: () => this.closing !== null,
    });
  }

  async load<C extends CollectionName>(collections: readonly C[]): Promise<{ [K in C]: Documents[K][] }> {
    this.assertOpen();
    const documentsOf = (collection: C) => [
      ...this.table(collection)
        .getRange({})
        .map(({ value }) => value),
    ];
    return Object.fromEntries(collections.map((collection) => [collection, documentsOf(collection)])) as {
      [K in C]: Documents[K][];
    };
  }

  async get<C extends CollectionName>(collection: C, key: Key): Promise<Documents[C] | undefined> {
    const read = () => this.table(collection).get(key) as AssignmentRecord | undefined;
    this.assertOpen();
    if (!isStorableKey(key)) return undefined;
    return (collection === 'assignments' ? readable(key, read) : read()) as Documents[C] | undefined;
  }

  async getMany<C extends CollectionName>(collection: C, keys: readonly Key[]): Promise<Documents[C][]> {
    this.assertOpen();
    const table = this.table(collection);
    return keys.flatMap((key) => (isStorableKey(key) ? ((table.get(key) as Documents[C] | undefined) ?? []) : []));
  }

  async assignments(query: AssignmentQuery): Promise<AssignmentPage> {
    this.assertOpen();
    const { where } = query;
    if (where !== undefined) return this.track(filteredPage(this.environment, { ...query, where }));
    const { total, keys, last } = this.environment.indexes.page(query);
    const page: AssignmentPage = { total, assignments: [], unreadable: [], last };
    for (const key of keys) {
      try {
        page.assignments.push(readable(key, () => this.table('assignments').get(key)!));
      } catch (error) {
        if (!(error instanceof UnreadableRecordError)) throw error;
        page.unreadable.push(error);
      }
    }
    return page;
  }

  async assignmentSums(query: AssignmentSumsQuery): Promise<AssignmentSums[]> {
    this.assertOpen();
    return this.environment.indexes.sums.of(query);
  }

  async latestRequests(limit: number, take: (assignment: AssignmentSample) => void): Promise<void> {
    this.assertOpen();
    await this.track(this.readRequests(this.environment.indexes.latest(limit), take));
  }

  async assignedParcels(keys: readonly string[], awbs: readonly PartnerAwb[]): Promise<AssignedParcel[]> {
    this.assertOpen();
    return assignedParcels(this.environment, keys, awbs);
  }

  async outcomesRevision(): Promise<number> {
    this.assertOpen();
    return this.track(this.outcomes.revision());
  }

  async writeOutcomes(write: OutcomesWrite): Promise<boolean> {
    this.assertOpen();
    return this.track(this.outcomes.journal.write(write));
  }

  async addOutcomeSums(sums: readonly OutcomeSums[], at: string): Promise<void> {
    this.assertOpen();
    return this.track(this.outcomes.journal.add(sums, at));
  }

  outcomeSums(query: OutcomeSumsQuery): AsyncIterable<readonly OutcomeSums[]> {
    this.assertOpen();
    return this.outcomes.sums(query);
  }

  async forgetOutcomeSums(beforeWeek: number): Promise<number> {
    this.assertOpen();
    return this.track(this.forgetter.outcomeSums(beforeWeek));
  }

  async requests(query: RequestQuery): Promise<RequestRun> {
    this.assertOpen();
    return this.track(requestRun(this.environment, query));
  }

  async changes(query: ChangeQuery): Promise<ChangeSet[]> {
    this.assertOpen();
    return this.track(searchChanges(this.environment, query));
  }

  async page<C extends CollectionName>(collection: C, after: Key | null, limit: number): Promise<Documents[C][]> {
    this.assertOpen();
    const start = after === null ? {} : { start: after, exclusiveStart: true };
    const read = (): Documents[C][] => [
      ...this.table(collection)
        .getRange({ limit, ...start })
        .map(({ value }) => value),
    ];
    // in its own turn: a caller that reads page after page lets others have theirs
    return this.track(nextTurn().then(read));
  }

  async takeIds(collection: NumberedCollection, count: number, above: number): Promise<number> {
    this.assertOpen();
    const [greatest] = this.table(collection).getKeys({ reverse: true, limit: 1 });
    const last = Math.max((greatest as number | undefined) ?? 0, above, this.takenIds.get(collection) ?? 0);
    this.takenIds.set(collection, last + count);
    return last + 1;
  }

  pages<C extends CollectionName>(
    collection: C,
    partnerId: string | null,
    limit: number,
  ): AsyncIterable<readonly Documents[C][]> {
    this.assertOpen();
    return this.moments.pages(this.table(collection), collection, partnerId, limit);
  }

  /** Rejects when an op's document is not valid, or the disk fails. */
  async write(given: readonly (WriteOp | AssignmentInsert)[], note: ChangeNote | null = null): Promise<WriteResult> {
    this.assertOpen();
    const ops = given.map((op) => (op.kind === 'insert-assignment' ? insertion(op) : op));
    assertAllStorable(ops);
    return this.writer.write(ops, note);
  }

  async follow<C extends CollectionName>(collections: readonly C[], follower: Follower<C>): Promise<Subscription> {
    const followed = new Set<CollectionName>(collections);
    // changes committed during the load are delivered after it; the load may already contain some of them, which does
    // no harm
    let waiting: { changes: readonly Change[]; changeId: number | null }[] | null = [];
    const unwatch = this.writer.watch((all) => {
      const changes = all.filter(({ collection }) => followed.has(collection));
      const changeId = (all.find(({ collection }) => collection === 'changes')?.key ?? null) as number | null;
      if (changes.length === 0 && changeId === null) return;
      if (waiting === null) return follower.change(changes, [], changeId);
      waiting.push({ changes, changeId });
    });
    try {
      // both are read in this turn
      const documents = this.load(collections);
      const changeId = this.writer.lastChangeId();
      await follower.reset(await documents, undefined, changeId);
    } catch (error) {
      unwatch();
      throw error;
    }
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      await follower.change(next.changes, [], next.changeId);
    waiting = null;
    return { status: followStatus, stop: async () => unwatch() };
  }

  /** Followers are notified before a write resolves, though after it can be read. No other process writes here. */
  async caughtUp(): Promise<void> {
    this.assertOpen();
    await this.writer.queue.settled();
  }

  async forgetExpired(nowMs: number): Promise<number> {
    this.assertOpen();
    return this.track(this.forgetter.expired(nowMs));
  }

  async importAll(documents: ImportDocuments): Promise<void> {
    this.assertOpen();
    await this.writer.importAll(documents);
  }

  async completeImport(): Promise<void> {
    this.assertOpen();
    await this.writer.completeImport();
  }

  /**
   * LMDB leaves the old content in free pages of its file: reopening the environment compacts it. This runs while the
   * node starts, so nothing reads meanwhile.
   */
  async seal(seal: (credential: Credential) => Credential): Promise<number> {
    this.assertOpen();
    return this.track(this.sealed(seal));
  }

  async isEmpty(): Promise<boolean> {
    this.assertOpen();
    return this.environment.meta.get(META.imported) !== true;
  }

  /**
   * After a failed commit it tries another: the disk may have recovered, and a node that reports itself unhealthy gets
   * no writes.
   */
  async ping(): Promise<void> {
    this.assertOpen();
    if (this.writer.commitFailure !== null) await this.writer.probe();
    if (this.environment.meta.get(META.format) !== FORMAT_VERSION) throw new Error('the store does not answer');
  }

  async backup(folder: string): Promise<Backup> {
    this.assertOpen();
    const { environment, path, options } = this;
    return this.track(backUp({ environment, path, folder, freeBytes: options.freeBytes }));
  }

  close(): Promise<void> {
    this.closing ??= this.finish();
    return this.closing;
  }

  private table<C extends CollectionName>(collection: C): Table<Documents[C], Key> {
    return this.environment.tables[collection];
  }

  private async sealed(seal: (credential: Credential) => Credential): Promise<number> {
    const sealed = await this.writer.seal(seal);
    if (sealed > 0) await this.writer.queue.alone(() => reopenEnvironment(this.environment, this.path));
    return sealed;
  }

  /** Each step is a transaction, so that other writes can run in between. */
  /** In turns, between which other work is done. */
  private async readRequests(keys: readonly string[], take: (assignment: AssignmentSample) => void): Promise<void> {
    for (const [index, key] of keys.entries()) {
      if (index % STORE_READ_STEP_DOCUMENTS === 0) await turn();
      const asked = this.requestOf(key);
      if (asked !== null) take(asked);
    }
  }

  /** Null: the assignment has no request, or is damaged. A damaged one is reported where it is read. */
  private requestOf(key: string): AssignmentSample | null {
    try {
      return requestIn(this.table('assignments').getBinaryFast(key)!);
    } catch {
      return null;
    }
  }

  private track<T>(work: Promise<T>): Promise<T> {
    const tracked = work.finally(() => this.underWay.delete(tracked));
    this.underWay.add(tracked);
    return tracked;
  }

  private async finish(): Promise<void> {
    await Promise.allSettled(this.underWay);
    await this.writer.queue.settled();
    this.moments.close();
    await closeEnvironment(this.environment);
  }

  private assertOpen(): void {
    if (this.closing !== null) throw new Error('the store is closed');
  }
}

/** Followers of this store are notified at once. */
function followStatus(): FollowStatus {
  return { state: 'following', resumes: 0, reloads: 0, lastSignMs: Date.now(), lagMs: 0, trouble: null };
}
