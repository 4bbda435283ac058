/** Reads, within a transaction, what its writes need to know. */
import type { AnyBulkWriteOperation, Db, Document } from 'mongodb';
import type { CollectionName } from '../../contract/documents/documents.js';
import { filtersOf, keyFieldsOf } from './documents.js';
import { Found } from './found.js';
import { STATE_COLLECTION } from './state.js';
import type { Attempt, Transactions } from './transactions.js';
import type { Wanted } from './wanted.js';

interface LockDocument {
  _id: string;
  taken: number;
}

export async function readWanted(db: Db, transactions: Transactions, attempt: Attempt, wanted: Wanted): Promise<Found> {
  await lockPartners(db, attempt, wanted);
  const found = new Found();
  const read = async (collection: CollectionName, filter: Document, isWhole: boolean): Promise<void> => {
    const projection = isWhole ? {} : Object.fromEntries(keyFieldsOf(collection).map((field) => [field, 1]));
    for await (const stored of transactions.find(attempt, collection, filter, projection))
      found.add(collection, stored, isWhole);
  };
  if (wanted.allStates) await read('states', {}, true);
  for (const [collection, partners] of wanted.partners)
    await read(collection, { partnerId: { $in: [...partners] } }, true);
  for (const [collection, keys] of wanted.documents)
    for (const filter of filtersOf(collection, keys)) await read(collection, filter, true);
  for (const [collection, keys] of wanted.existences)
    for (const filter of filtersOf(collection, keys)) await read(collection, filter, false);
  return found;
}

/**
 * Two transactions that each read all of a partner's documents and add one of their own would both succeed, even if the
 * two new documents clash. So both write the partner's lock: one has to begin again, and then finds what the other has
 * written.
 */
async function lockPartners(db: Db, { session }: Attempt, wanted: Wanted): Promise<void> {
  const locks = [...wanted.partners].flatMap(([collection, partners]) =>
    [...partners].map((partnerId) => `lock/${collection}/${partnerId}`),
  );
  if (locks.length === 0) return;
  const takes = locks.map((_id): AnyBulkWriteOperation<LockDocument> => ({
    updateOne: { filter: { _id }, update: { $inc: { taken: 1 } }, upsert: true },
  }));
  await db.collection<LockDocument>(STATE_COLLECTION).bulkWrite(takes, { session, ordered: true });
}
