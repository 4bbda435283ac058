/** The whole contents of some collections, as of one moment that a majority has acknowledged. */
import { BSON, type Db, type Document, type MongoClient, type Timestamp } from 'mongodb';
import { SNAPSHOT_BATCH_DOCUMENTS, SNAPSHOT_REPLY_MS } from '../../limits/mongo.js';
import type { CollectionName, Documents } from '../../model/documents.js';
import { hiddenFields, keyFieldsOf } from './documents.js';
import { RawCursor, type CommandOptions, type RawBatch } from './raw-cursor.js';

interface SnapshotOptions extends Omit<CommandOptions, 'deadlineMs'> {
  /** The snapshot's moment is not before this one. */
  after?: Timestamp | undefined;
}

interface DocumentsAt<C extends CollectionName> {
  documents: { [K in C]: Documents[K][] };
  at: Timestamp;
}

/**
 * The server keeps its history for some minutes (`minSnapshotHistoryWindowInSeconds`, 300 by default); a longer read
 * fails.
 * @throws when the server cannot be reached, does not answer in time, or cannot read as of one moment just now
 */
export async function readSnapshot<C extends CollectionName>(
  client: MongoClient,
  db: Db,
  collections: readonly C[],
  options: SnapshotOptions = {},
): Promise<DocumentsAt<C>> {
  const documents: Partial<Record<C, unknown[]>> = {};
  const command = { ...options, deadlineMs: SNAPSHOT_REPLY_MS };
  let at: Timestamp | null = null;
  for (const collection of collections) {
    const moment: object =
      at !== null ? { atClusterTime: at } : options.after !== undefined ? { afterClusterTime: options.after } : {};
    const find = {
      find: collection,
      projection: projection(collection),
      readConcern: { level: 'snapshot', ...moment },
    };
    const { found, at: readAt } = await readAll(client, db, find, command);
    at ??= readAt;
    documents[collection] = found;
  }
  if (at === null || (options.after?.greaterThan(at) ?? false))
    throw new Error('the server did not read as of the moment that it was asked for');
  return { documents: documents as DocumentsAt<C>['documents'], at };
}

/** What {@link pagesOf} shows of a collection for a partner; null: all. */
export const filterOfPages = (collection: CollectionName, partnerId: string | null): Document =>
  collection === 'zone-pincodes' && partnerId !== null ? { partnerId } : {};

/** A cursor over some documents of a collection as of one moment, in the order of their keys; see `Store.pages`. */
export function pagesOf(
  client: MongoClient,
  db: Db,
  collection: CollectionName,
  filter: Document,
  batchSize: number,
): Promise<RawCursor> {
  const find = {
    find: collection,
    filter,
    sort: Object.fromEntries(keyFieldsOf(collection).map((field) => [field, 1])),
    readConcern: { level: 'snapshot' },
    batchSize,
  };
  return RawCursor.open(client, db, find, { deadlineMs: SNAPSHOT_REPLY_MS });
}

function projection(collection: CollectionName): Record<string, 0> {
  return Object.fromEntries(hiddenFields(collection).map((field) => [field, 0]));
}

/**
 * The documents of a `find`, and the moment of a read with read concern `snapshot`. Each batch is decoded while the
 * next one arrives.
 */
export async function readAll(
  client: MongoClient,
  db: Db,
  find: Document,
  options: CommandOptions,
): Promise<{ found: Document[]; at: Timestamp | null }> {
  const cursor = await RawCursor.open(client, db, { ...find, batchSize: SNAPSHOT_BATCH_DOCUMENTS }, options);
  try {
    const found: Document[] = [];
    for (let batch: RawBatch | null = cursor.first; batch !== null;) {
      const next: Promise<RawBatch> | null = cursor.isExhausted ? null : cursor.more(SNAPSHOT_BATCH_DOCUMENTS, options);
      // if decoding throws, nobody waits for the next batch any more
      next?.catch(() => {});
      for (const bytes of batch.documents) found.push(BSON.deserialize(bytes));
      batch = await next;
    }
    return { found, at: cursor.atClusterTime };
  } finally {
    await cursor.close();
  }
}
