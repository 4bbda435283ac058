/**
 * Outcomes in MongoDB. The state's document `outcomes` has their revision. Each transaction that writes them changes it
 * first: of two at once one waits, and then finds what the other has written.
 */
import type { AnyBulkWriteOperation, Collection, Db, Document, ObjectId } from 'mongodb';
import type { OutcomeSums } from '../../domain/outcomes/sums.js';
import { MONGO_OUTCOMES_COMMAND_DOCUMENTS, MONGO_OUTCOMES_DEADLINE_MS } from '../../limits/mongo.js';
import { STORE_FORGET_STEP_RECORDS } from '../../limits/store.js';
import type { CollectionName } from '../../model/documents.js';
import { additionsByKey, rangeBefore, withAdditions } from '../outcome-rows.js';
import { type AssignedParcel, type OutcomesWrite, PARCEL_MEMBERS, parcelOf, type PartnerAwb } from '../outcomes.js';
import { addTo } from '../../model/members.js';
import { chunksOf, documentOf, filtersOf, storedOf } from './documents.js';
import { STATE_COLLECTION, type StateDocument } from './state.js';
import type { Attempt, Transactions } from './transactions.js';
import { readLimits } from './unavailable.js';

const REVISION = 'outcomes';

interface StoredSums {
  _id: unknown;
  key: string;
  rows: string;
}

export class MongoOutcomes {
  constructor(
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

  /** See the port. */
  async revision(): Promise<number> {
    const stored = await this.#state().findOne({ _id: REVISION }, readLimits());
    if (stored !== null) return stored['revision'] as number;
    await this.#state().updateOne({ _id: REVISION }, { $setOnInsert: { revision: 0 } }, { upsert: true });
    return 0;
  }

  /** See the port. */
  write({ revision, changes, sums, at }: OutcomesWrite): Promise<boolean> {
    return this.#run(async (attempt) => {
      if (!(await this.#take(attempt, revision))) return false;
      const operations = function* (): Generator<AnyBulkWriteOperation> {
        for (const { key, former, line } of changes) {
          if (line === null) yield { deleteOne: { filter: { key } } };
          else if (former === null) yield { insertOne: { document: inserted('outcomes', key, line) } };
          else yield { replaceOne: { filter: { key }, replacement: storedOf('outcomes', line), upsert: true } };
        }
      };
      await this.#write(attempt, 'outcomes', operations());
      await this.#add(attempt, sums);
      await this.#note(attempt, new Set(changes.flatMap(({ line }) => line?.partnerId ?? [])), at);
      return true;
    });
  }

  /** See the port. */
  add(sums: readonly OutcomeSums[], at: string): Promise<void> {
    return this.#run(async (attempt) => {
      await this.#take(attempt, null);
      await this.#add(attempt, sums);
      await this.#note(attempt, new Set(sums.map(({ partnerId }) => partnerId)), at);
    });
  }

  /** Removes some of the sums before a week. Returns how many. */
  forgetSome(beforeWeek: number): Promise<number> {
    return this.#run(async ({ session }) => {
      const collection = this.db.collection('outcome-sums');
      const filter = { key: { $lt: rangeBefore(beforeWeek).end } };
      const options = { session, projection: { _id: 1 }, limit: STORE_FORGET_STEP_RECORDS };
      const some = await collection.find(filter, options).toArray();
      if (some.length > 0) await collection.deleteMany({ _id: { $in: some.map(({ _id }) => _id) } }, { session });
      return some.length;
    });
  }

  /** Takes the next revision. @param revision the present one; null: any. @returns whether that is the present one */
  async #take({ session }: Attempt, revision: number | null): Promise<boolean> {
    const filter = { _id: REVISION, ...(revision !== null && { revision }) };
    const options = { session, upsert: revision === null };
    return (await this.#state().updateOne(filter, { $inc: { revision: 1 } }, options)).matchedCount === 1;
  }

  async #add(attempt: Attempt, sums: readonly OutcomeSums[]): Promise<void> {
    const additions = additionsByKey(sums);
    const operations: AnyBulkWriteOperation[] = [];
    for (const filter of filtersOf('outcome-sums', additions.keys())) {
      const former = new Map<string, StoredSums>();
      const keys = (filter['key'] as { $in: string[] }).$in;
      for await (const stored of this.transactions.find(attempt, 'outcome-sums', filter, {}))
        former.set(stored['key'] as string, stored as StoredSums);
      for (const key of keys) operations.push(...summed(key, former.get(key), additions.get(key)!));
    }
    await this.#write(attempt, 'outcome-sums', operations);
  }

  async #note(attempt: Attempt, partnerIds: ReadonlySet<string>, lastLineAt: string): Promise<void> {
    const operations = [...partnerIds].map((partnerId): AnyBulkWriteOperation => ({
      updateOne: { filter: { partnerId }, update: { $max: { lastLineAt } }, upsert: true },
    }));
    await this.#write(attempt, 'outcome-partners', operations);
  }

  async #write({ session }: Attempt, collection: CollectionName, all: Iterable<AnyBulkWriteOperation>): Promise<void> {
    let some: AnyBulkWriteOperation[] = [];
    const send = async (): Promise<void> => {
      if (some.length > 0)
        await this.db.collection(collection).bulkWrite(some, { session, ordered: false, ignoreUndefined: true });
      some = [];
    };
    for (const operation of all) if (some.push(operation) === MONGO_OUTCOMES_COMMAND_DOCUMENTS) await send();
    await send();
  }

  async #run<T>(work: (attempt: Attempt) => Promise<T>): Promise<T> {
    return (await this.transactions.run(performance.now() + MONGO_OUTCOMES_DEADLINE_MS, work)).result;
  }

  #state(): Collection<StateDocument> {
    return this.db.collection<StateDocument>(STATE_COLLECTION);
  }
}

function* summed(
  key: string,
  former: StoredSums | undefined,
  additions: readonly OutcomeSums[],
): Generator<AnyBulkWriteOperation> {
  const rows = withAdditions(former?.rows, additions);
  if (former === undefined) {
    if (rows !== '') yield { insertOne: { document: inserted('outcome-sums', key, { key, rows }) } };
    return;
  }
  const filter = { _id: former._id as ObjectId };
  if (rows === '') yield { deleteOne: { filter } };
  else yield { replaceOne: { filter, replacement: { key, rows } } };
}

function inserted(collection: 'outcomes' | 'outcome-sums', key: string, document: object): Document {
  return { _id: key, ...storedOf(collection, document as never) };
}
