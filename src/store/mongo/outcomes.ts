/** Outcomes in MongoDB, where several nodes write them. */
import { type AnyBulkWriteOperation, type Db, type Document, MongoBulkWriteError, type MongoClient } from 'mongodb';
import { MONGO_WRITE_DEADLINE_MS } from '../../limits/mongo.js';
import { OUTCOME_SUMS_PAGE_DOCUMENTS } from '../../limits/store.js';
import type { CollectionName, Documents } from '../../model/documents.js';
import { keyOf } from '../../model/change.js';
import { addTo } from '../../model/members.js';
import {
  FIRST_STATE,
  type OutcomeOp,
  type OutcomePart,
  type OutcomesBackend,
  OutcomesJournal,
  type OutcomeState,
} from '../outcome-journal.js';
import { type OutcomeSumsQuery, rangesOf } from '../outcome-rows.js';
import { type AssignedParcel, PARCEL_MEMBERS, parcelOf, type PartnerAwb } from '../outcomes.js';
import { chunksOf, documentOf, filterOf, filtersOf, storedOf } from './documents.js';
import type { RawCursor } from './raw-cursor.js';
import { pagesOf } from './snapshot.js';
import type { Attempt, Transactions } from './transactions.js';
import { StoreUnavailableError } from '../port.js';
import { isUnavailable, readLimits } from './unavailable.js';

export class MongoOutcomes implements OutcomesBackend {
  readonly journal = new OutcomesJournal(this);

  constructor(
    private readonly client: MongoClient,
    private readonly db: Db,
    private readonly transactions: Transactions,
  ) {}

  /** See the port. */
  async parcels(keys: readonly string[], awbs: readonly PartnerAwb[]): Promise<AssignedParcel[]> {
    const byPartner = new Map<string, string[]>();
    for (const { partnerId, awb } of awbs) addTo(byPartner, partnerId, awb);
    const filters = [...filtersOf('assignments', keys)];
    for (const [partnerId, some] of byPartner)
      for (const chunk of chunksOf(some)) filters.push({ partnerId, 'life.awb': { $in: chunk } });
    const projection = Object.fromEntries(PARCEL_MEMBERS.map((member) => [member, 1]));
    const found: AssignedParcel[] = [];
    for (const filter of filters)
      for await (const stored of this.db.collection('assignments').find(filter, { projection, ...readLimits() }))
        found.push(parcelOf(documentOf('assignments', stored)));
    return found;
  }

  /** A cursor over the documents of sums that a query is about, of a moment without an import under way. */
  async pagesOfSums(query: OutcomeSumsQuery): Promise<RawCursor> {
    const filter = { $or: rangesOf(query).map(({ start, end }) => ({ key: { $gte: start, $lt: end } })) };
    for (;;) {
      const { revision } = await this.journal.settled();
      const cursor = await pagesOf(this.client, this.db, 'outcome-sums', filter, OUTCOME_SUMS_PAGE_DOCUMENTS);
      // the moment lies between these two looks
      if ((await this.state()).revision === revision) return cursor;
      await cursor.close();
    }
  }

  async state(): Promise<OutcomeState> {
    const stored = await this.db.collection('outcome-state').findOne({ id: FIRST_STATE.id }, readLimits());
    return stored === null ? FIRST_STATE : documentOf('outcome-state', stored);
  }

  sums(keys: readonly string[]): Promise<Map<string, Documents['outcome-sums']>> {
    return this.#byKey('outcome-sums', keys);
  }

  partners(keys: readonly string[]): Promise<Map<string, Documents['outcome-partners']>> {
    return this.#byKey('outcome-partners', keys);
  }

  async sumKeysBefore(key: string, limit: number): Promise<string[]> {
    const options = { projection: { key: 1 }, sort: { key: 1 as const }, limit, ...readLimits() };
    const found = await this.db
      .collection('outcome-sums')
      .find({ key: { $lt: key } }, options)
      .toArray();
    return found.map((stored) => stored['key'] as string);
  }

  async commit(revision: number, next: OutcomeState, ops: readonly OutcomeOp[]): Promise<boolean> {
    // a transaction that inserts what another one does would have to begin again
    if (revision === FIRST_STATE.revision) await this.#keepFirst();
    return this.#run(async ({ session }) => {
      const { id, ...state } = next;
      // first, so that of two at once one waits, and then finds another revision
      const filter = { id, revision };
      const taken = await this.db.collection('outcome-state').updateOne(filter, { $set: state }, { session });
      if (taken.matchedCount === 0) return false;
      for (const [collection, operations] of operationsOf(ops))
        await this.db.collection(collection).bulkWrite(operations, { session, ordered: false, ignoreUndefined: true });
      return true;
    });
  }

  async #keepFirst(): Promise<void> {
    const { id, ...first } = FIRST_STATE;
    await this.db.collection('outcome-state').updateOne({ id }, { $setOnInsert: first }, { upsert: true });
  }

  async addParts(parts: readonly OutcomePart[]): Promise<void> {
    const stored = parts.map((part) => ({ _id: part.key, ...storedOf('outcome-parts', part) }) as Document);
    await this.#run(({ session }) => this.db.collection('outcome-parts').insertMany(stored, { session }));
  }

  async part(key: string): Promise<OutcomePart | undefined> {
    const stored = await this.db.collection('outcome-parts').findOne({ key }, readLimits());
    return stored === null ? undefined : documentOf('outcome-parts', stored);
  }

  async removeParts(keys: readonly string[]): Promise<void> {
    for (const filter of filtersOf('outcome-parts', keys))
      await this.#run(({ session }) => this.db.collection('outcome-parts').deleteMany(filter, { session }));
  }

  async #byKey<C extends CollectionName>(collection: C, keys: readonly string[]): Promise<Map<string, Documents[C]>> {
    const found = new Map<string, Documents[C]>();
    for (const filter of filtersOf(collection, keys))
      for await (const stored of this.db.collection(collection).find(filter, readLimits())) {
        const document = documentOf(collection, stored);
        found.set(String(keyOf(collection, document)), document);
      }
    return found;
  }

  async #run<T>(work: (attempt: Attempt) => Promise<T>): Promise<T> {
    try {
      return (await this.transactions.run(performance.now() + MONGO_WRITE_DEADLINE_MS, work)).result;
    } catch (error) {
      if (!(error instanceof MongoBulkWriteError)) throw error;
      // without its result, which has the ids of thousands of documents and would go into the log
      if (isUnavailable(error)) throw new StoreUnavailableError(`MongoDB cannot do this just now: ${error.message}`);
      throw new Error(`MongoDB refused documents of outcomes: ${error.message}`);
    }
  }
}

/** By collection. */
function operationsOf(ops: readonly OutcomeOp[]): Map<CollectionName, AnyBulkWriteOperation[]> {
  const found = new Map<CollectionName, AnyBulkWriteOperation[]>();
  for (const { collection, key, document, isNew } of ops) {
    const filter = filterOf(collection, key);
    const stored = document === null ? null : storedOf(collection, document as never);
    if (stored === null) addTo(found, collection, { deleteOne: { filter } });
    else if (isNew) addTo(found, collection, { insertOne: { document: { _id: key, ...stored } as Document } });
    else addTo(found, collection, { replaceOne: { filter, replacement: stored, upsert: true } });
  }
  return found;
}
