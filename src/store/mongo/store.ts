/**
 * The store of several nodes: a database of a MongoDB replica set. Reads see writes that a majority has acknowledged.
 */
import { BSON, type Db, type MongoClient } from 'mongodb';
import {
  MONGO_CLOSE_MS,
  MONGO_PING_TIMEOUT_MS,
  MONGO_STOP_MS,
  MONGO_WRITE_DEADLINE_MS,
  SNAPSHOT_REPLY_MS,
} from '../../limits/mongo.js';
import type { OutcomeSums } from '../../domain/outcomes/sums.js';
import { OUTCOME_SUMS_PAGE_DOCUMENTS, STORE_FORGET_STEP_RECORDS } from '../../limits/store.js';
import {
  type AssignmentSample,
  type AssignmentRecord,
  type ChangeSet,
  type CollectionName,
  type Credential,
  type Documents,
  type ExpiringCollection,
} from '../../model/documents.js';
import type { AssignmentSums, AssignmentSumsQuery } from '../assignment-sums.js';
import type { ChangeQuery } from '../change-query.js';
import { Forgetter } from '../forgetter.js';
import { type OutcomeSumsQuery, sumsIn } from '../outcome-rows.js';
import type { AssignedParcel, OutcomesWrite, PartnerAwb } from '../outcomes.js';
import { readable } from '../unreadable.js';
import type { Key, WriteOp } from '../../model/change.js';
import type {
  AssignmentInsert,
  AssignmentPage,
  AssignmentQuery,
  ChangeNote,
  Follower,
  Subscription,
  ImportDocuments,
  LastGoodWrite,
  NumberedCollection,
  RequestQuery,
  RequestRun,
  Store,
  WriteResult,
} from '../port.js';
import { assertAllStorable, isStorableKey } from '../../model/rules/storable.js';
import { judgeHistory, searchChanges } from './change-search.js';
import { Collections } from './collections.js';
import { connect } from './connection.js';
import { documentOf, filterAfter, filterOf, filtersOf, keyFieldsOf, momentOf } from './documents.js';
import { Feed } from './feed.js';
import { Followers } from './followers.js';
import { IdBlocks } from './ids.js';
import { Imports } from './import.js';
import { writeLastGood } from './last-good.js';
import { latestRequests, pageOf } from './listing.js';
import { requestRun } from './request-run.js';
import { mark, prepareState } from './state.js';
import { sealCredentials } from './seal.js';
import { MongoOutcomes } from './outcomes.js';
import { filterOfPages, pagesOf, readSnapshot } from './snapshot.js';
import type { RawCursor } from './raw-cursor.js';
import { SumsCache } from './sums.js';
import { Transactions } from './transactions.js';
import { reaching, readLimits, within } from './unavailable.js';
import { PendingOperations } from './pending-operations.js';
import { MongoWriter } from './writer.js';
import { nextTurn } from '../../turn.js';

interface MongoStoreOptions {
  /** Of a replica set. May contain a password: never log it. */
  uri: string;
  database: string;
  /** Called with background errors that reject no promise, and with null when the trouble is over. */
  report(error: Error | null, message: string): void;
}

/**
 * Opens the store and creates missing collections, validators and indexes. Any number of processes may do so.
 * @throws an error of one line when there is no replica set, or the contents of the database prevent it
 */
export async function openMongoStore({ uri, database, report }: MongoStoreOptions): Promise<Store> {
  return openOn(await connect(uri), database, report);
}

/** The store on a given client, which it closes. */
export async function openOn(
  client: MongoClient,
  database: string,
  report: MongoStoreOptions['report'],
): Promise<Store> {
  try {
    const store = new MongoStore(client, client.db(database), report);
    await store.prepare();
    return store;
  } catch (error) {
    await client.close();
    throw error;
  }
}

class MongoStore implements Store {
  readonly isShared = true;
  private readonly collections: Collections;
  private readonly transactions: Transactions;
  private readonly followers: Followers;
  private readonly imports: Imports;
  private readonly writer: MongoWriter;
  private readonly ids: IdBlocks;
  private readonly sums: SumsCache;
  private readonly outcomes: MongoOutcomes;
  private readonly forgetter: Forgetter;
  private readonly underWay = new PendingOperations();
  private closing: Promise<void> | null = null;

  constructor(
    private readonly client: MongoClient,
    private readonly db: Db,
    private readonly report: MongoStoreOptions['report'],
  ) {
    this.collections = new Collections(db);
    this.transactions = new Transactions(client, db, this.collections);
    this.followers = new Followers(() => mark(client, db), report);
    this.imports = new Imports(db, this.transactions);
    this.writer = new MongoWriter(db, this.transactions, this.followers);
    this.ids = new IdBlocks(db);
    this.sums = new SumsCache(db);
    this.outcomes = new MongoOutcomes(client, db, this.transactions);
    this.forgetter = new Forgetter({
      journal: this.outcomes.journal,
      removeExpired: (collection, nowMs) => this.forgetSome(collection, nowMs),
      isClosing: () => this.underWay.endsSoon,
    });
  }

  async prepare(): Promise<void> {
    await prepareState(this.db);
    await this.collections.create();
    await judgeHistory(this.db);
  }

  load<C extends CollectionName>(collections: readonly C[]): Promise<{ [K in C]: Documents[K][] }> {
    return this.track(async () => (await readSnapshot(this.client, this.db, collections)).documents);
  }

  get<C extends CollectionName>(collection: C, key: Key): Promise<Documents[C] | undefined> {
    return this.track(async () => {
      if (!isStorableKey(key)) return undefined;
      const stored = await this.db.collection(collection).findOne(filterOf(collection, key), readLimits());
      if (stored === null) return undefined;
      const document = documentOf(collection, stored);
      if (collection === 'assignments') readable(key, () => document as AssignmentRecord);
      return document;
    });
  }

  getMany<C extends CollectionName>(collection: C, keys: readonly Key[]): Promise<Documents[C][]> {
    return this.track(async () => {
      const found: Documents[C][] = [];
      for (const filter of filtersOf(collection, keys.filter(isStorableKey))) {
        const some = this.db.collection(collection).find(filter, readLimits());
        found.push(...(await some.toArray()).map((stored) => documentOf(collection, stored)));
      }
      return found;
    });
  }

  assignments(query: AssignmentQuery): Promise<AssignmentPage> {
    return this.track(() => pageOf(this.client, this.db, query));
  }

  assignmentSums(query: AssignmentSumsQuery): Promise<AssignmentSums[]> {
    return this.track(() => this.sums.of(query));
  }

  latestRequests(limit: number, take: (assignment: AssignmentSample) => void): Promise<void> {
    return this.track(() => latestRequests(this.db, limit, take));
  }

  requests(query: RequestQuery): Promise<RequestRun> {
    return this.track(() => requestRun(this.db, query, (read) => this.track(read)));
  }

  changes(query: ChangeQuery): Promise<ChangeSet[]> {
    return this.track(() => searchChanges(this.db, query));
  }

  page<C extends CollectionName>(collection: C, after: Key | null, limit: number): Promise<Documents[C][]> {
    return this.track(async () => {
      if (limit <= 0) return [];
      const sort = Object.fromEntries(keyFieldsOf(collection).map((field) => [field, 1 as const]));
      const found = await this.db
        .collection(collection)
        .find(filterAfter(collection, after), { sort, limit, ...readLimits() })
        .toArray();
      return found.map((stored) => documentOf(collection, stored));
    });
  }

  takeIds(collection: NumberedCollection, count: number, above: number): Promise<number> {
    return this.track(() => this.ids.take(collection, count, above));
  }

  pages<C extends CollectionName>(
    collection: C,
    partnerId: string | null,
    limit: number,
  ): AsyncGenerator<readonly Documents[C][]> {
    const open = () => pagesOf(this.client, this.db, collection, filterOfPages(collection, partnerId), limit);
    return this.read(collection, open, limit);
  }

  assignedParcels(keys: readonly string[], awbs: readonly PartnerAwb[]): Promise<AssignedParcel[]> {
    return this.track(() => this.outcomes.parcels(keys, awbs));
  }

  outcomesRevision(): Promise<number> {
    return this.track(async () => (await this.outcomes.journal.settled()).revision);
  }

  writeOutcomes(write: OutcomesWrite): Promise<boolean> {
    return this.track(async () => {
      await within(MONGO_WRITE_DEADLINE_MS, () => this.imports.beforeWrite());
      return this.outcomes.journal.write(write);
    });
  }

  addOutcomeSums(sums: readonly OutcomeSums[], at: string): Promise<void> {
    return this.track(async () => {
      await within(MONGO_WRITE_DEADLINE_MS, () => this.imports.beforeWrite());
      await this.outcomes.journal.add(sums, at);
    });
  }

  async *outcomeSums(query: OutcomeSumsQuery): AsyncGenerator<readonly OutcomeSums[]> {
    if (query.fromWeek > query.toWeek) return;
    const open = () => this.outcomes.pagesOfSums(query);
    for await (const page of this.read('outcome-sums', open, OUTCOME_SUMS_PAGE_DOCUMENTS)) {
      await nextTurn();
      yield page.flatMap((document) => [...sumsIn(document)]);
    }
  }

  forgetOutcomeSums(beforeWeek: number): Promise<number> {
    return this.track(() => this.forgetter.outcomeSums(beforeWeek));
  }

  /** Also rejects when an op's document is not valid. */
  write(given: readonly (WriteOp | AssignmentInsert)[], note: ChangeNote | null = null): Promise<WriteResult> {
    return this.track(async () => {
      const ops = given.map((op) => (op.kind === 'insert-assignment' ? insertion(op) : op));
      assertAllStorable(ops);
      if (ops.length === 0) return { ok: true, changeId: null };
      await within(MONGO_WRITE_DEADLINE_MS, () => this.imports.beforeWrite());
      return this.writer.write(ops, note);
    });
  }

  follow<C extends CollectionName>(collections: readonly C[], follower: Follower<C>): Promise<Subscription> {
    const { client, db, report } = this;
    const feed = new Feed({
      client,
      db,
      collections,
      follower,
      prepare: () => this.collections.mend(),
      missing: () => this.collections.missing(),
      remember: () => this.collections.remember(),
      trouble: report,
      recovered: (message) => report(null, message),
    });
    return this.track(() => this.followers.start(feed, collections));
  }

  writeLastGood(writes: readonly LastGoodWrite[]): Promise<void> {
    return this.track(() => within(MONGO_WRITE_DEADLINE_MS, () => writeLastGood(this.db, writes)));
  }

  caughtUp(): Promise<void> {
    return this.track(() => this.followers.caughtUp());
  }

  forgetExpired(nowMs: number): Promise<number> {
    return this.track(() => this.forgetter.expired(nowMs));
  }

  importAll(documents: ImportDocuments): Promise<void> {
    return this.track(() => this.imports.importAll(documents));
  }

  seal(seal: (credential: Credential) => Credential): Promise<number> {
    return this.track(() => sealCredentials(this.db, this.transactions, seal));
  }

  isEmpty(): Promise<boolean> {
    return this.track(() => this.imports.isEmpty());
  }

  completeImport(): Promise<void> {
    return this.track(() => this.imports.complete());
  }

  ping(): Promise<void> {
    return this.track(async () => {
      await this.db.command({ ping: 1 }, { signal: AbortSignal.timeout(MONGO_PING_TIMEOUT_MS) });
    });
  }

  closeSoon(): void {
    this.underWay.endWithin(MONGO_STOP_MS);
  }

  close(): Promise<void> {
    this.closing ??= this.finish();
    return this.closing;
  }

  private async *read<C extends CollectionName>(
    collection: C,
    open: () => Promise<RawCursor>,
    limit: number,
  ): AsyncGenerator<readonly Documents[C][]> {
    const cursor = await this.track(open);
    try {
      for (let batch = cursor.first; ;) {
        if (batch.documents.length > 0)
          yield batch.documents.map((bytes) => documentOf(collection, BSON.deserialize(bytes)));
        if (cursor.isExhausted) return;
        batch = await this.track(() => cursor.more(limit, { deadlineMs: SNAPSHOT_REPLY_MS }));
      }
    } finally {
      await cursor.close();
    }
  }

  private async forgetSome(name: ExpiringCollection, nowMs: number): Promise<number> {
    const collection = this.db.collection(name);
    const { hidden } = momentOf(name)!;
    const { result: forgotten, moment } = await this.transactions.run(
      performance.now() + MONGO_WRITE_DEADLINE_MS,
      async ({ session }) => {
        const expired = await collection
          .find({ [hidden]: { $lt: nowMs } }, { session, projection: { _id: 1 }, limit: STORE_FORGET_STEP_RECORDS })
          .toArray();
        if (expired.length === 0) return 0;
        await collection.deleteMany({ _id: { $in: expired.map(({ _id }) => _id) } }, { session });
        return expired.length;
      },
    );
    if (forgotten > 0) await this.followers.delivered([name], moment);
    return forgotten;
  }

  private async track<T>(work: () => Promise<T>): Promise<T> {
    if (this.closing !== null) throw new Error('the store is closed');
    return this.underWay.track(() => reaching(work));
  }

  private async finish(): Promise<void> {
    this.closeSoon();
    await this.underWay.ended();
    await this.followers.stop();
    // a hanging server must not delay the end
    await within(MONGO_CLOSE_MS, () => this.client.close()).catch(() => {});
  }
}

/** MongoDB stores the assignment as an object, for queries of other programs. */
function insertion({ document, text }: AssignmentInsert): WriteOp {
  const assignment = JSON.parse(text) as AssignmentRecord['assignment'];
  return { kind: 'insert', collection: 'assignments', document: { ...document, assignment } };
}
