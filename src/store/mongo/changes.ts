/** Writes, within a transaction, the combined changes of its writes. */
import { type AnyBulkWriteOperation, type Db, ObjectId } from 'mongodb';
import { MONGO_COMMAND_DOCUMENTS } from '../../limits/mongo.js';
import type { Change } from '../../model/change.js';
import { storedOf } from './documents.js';
import type { TransactionReads } from './transaction-reads.js';
import type { Attempt } from './transactions.js';

/** @param found the transaction's reads of the changing documents */
export async function writeChanges(
  db: Db,
  { session, ownIds }: Attempt,
  changes: Iterable<Change>,
  found: TransactionReads,
): Promise<void> {
  for (const chunk of chunksOf(changes)) {
    const operations = chunk.map((change) => operationOf(change, found, ownIds));
    // in the order in which followers will see them; undefined fields are left out rather than stored as null
    await db.collection(chunk[0]!.collection).bulkWrite(operations, { session, ordered: true, ignoreUndefined: true });
  }
}

/** At most {@link MONGO_COMMAND_DOCUMENTS} changes of one collection each. */
function* chunksOf(changes: Iterable<Change>): Generator<Change[]> {
  let chunk: Change[] = [];
  for (const change of changes) {
    const isFull = chunk.length === MONGO_COMMAND_DOCUMENTS;
    if (chunk.length > 0 && (isFull || chunk[0]!.collection !== change.collection)) {
      yield chunk;
      chunk = [];
    }
    chunk.push(change);
  }
  if (chunk.length > 0) yield chunk;
}

function operationOf(change: Change, found: TransactionReads, ownIds: boolean): AnyBulkWriteOperation {
  const { collection, key } = change;
  const storedId = found.storedId(collection, key);
  // the `_id` of another program's document may be anything
  const filter = { _id: storedId as ObjectId };
  if (change.kind === 'delete') return { deleteOne: { filter } };
  const stored = storedOf(collection, change.document);
  if (storedId !== undefined) return { replaceOne: { filter, replacement: stored } };
  return { insertOne: { document: { _id: (ownIds ? key : new ObjectId()) as ObjectId, ...stored } } };
}
