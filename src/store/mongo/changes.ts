/** Writes, within a transaction, the combined changes of its writes. */
import { type AnyBulkWriteOperation, type Db, type Document, ObjectId } from 'mongodb';
import { MONGO_COMMAND_DOCUMENTS } from '../../limits/mongo.js';
import type { CollectionName } from '../../contract/documents/documents.js';
import { storedOf } from './documents.js';
import type { Found, StoredChange } from './found.js';
import type { Attempt } from './transactions.js';

export async function writeChanges(db: Db, attempt: Attempt, found: Found): Promise<void> {
  for (const { collection, operations } of chunksOf(found, attempt)) {
    // in the order in which followers will see them; undefined fields are left out rather than stored as null
    await db
      .collection(collection)
      .bulkWrite(operations, { session: attempt.session, ordered: true, ignoreUndefined: true });
  }
}

interface Chunk {
  collection: CollectionName;
  operations: AnyBulkWriteOperation[];
}

function* chunksOf(found: Found, attempt: Attempt): Generator<Chunk> {
  let chunk: Chunk | null = null;
  for (const change of found.changes()) {
    if (
      chunk !== null
      && (chunk.collection !== change.collection || chunk.operations.length === MONGO_COMMAND_DOCUMENTS)
    ) {
      yield chunk;
      chunk = null;
    }
    chunk ??= { collection: change.collection, operations: [] };
    chunk.operations.push(operationOf(change, attempt));
  }
  if (chunk !== null) yield chunk;
}

function operationOf(
  { collection, key, storedId, document }: StoredChange,
  { ownIds }: Attempt,
): AnyBulkWriteOperation {
  // the `_id` of another program's document may be anything
  const filter = { _id: storedId as ObjectId };
  if (document === undefined) return { deleteOne: { filter } };
  const stored: Document = storedOf(collection, document);
  if (storedId !== undefined) return { replaceOne: { filter, replacement: stored } };
  return { insertOne: { document: { _id: (ownIds ? key : new ObjectId()) as ObjectId, ...stored } } };
}
