/**
 * The last good documents that are in force in place of refused ones: records in the collection of the adapter's own
 * state, written by one node, read and followed by all.
 */
import { randomUUID } from 'node:crypto';
import {
  type AnyBulkWriteOperation,
  BSON,
  type Db,
  type Document,
  type MongoClient,
  MongoBulkWriteError,
  type Timestamp,
} from 'mongodb';
import { COLLECTIONS, type CollectionName, type Documents } from '../../model/documents.js';
import { isKeyed, nameOf, type PutChange } from '../../model/change.js';
import { type LastGoodState, type LastGoodChange, type LastGoodRevision, type LastGoodWrite } from '../port.js';
import { CODES } from './codes.js';
import { documentOf, keyFieldsOf } from './documents.js';
import { CHANGING_EVENTS, idText, type StreamEvent } from './events.js';
import { STATE_COLLECTION } from './state.js';
import type { CommandOptions } from './raw-cursor.js';
import { readAll } from './snapshot.js';

/** Releases of different versions share the records: the prefix stays as it is. */
const PREFIX = 'kept/';
const RECORD_IDS = { $gte: PREFIX, $lt: `${PREFIX.slice(0, -1)}0` };

type StoredRecord = LastGoodRevision & { _id: string };

/** Selects the events of records in the change stream. */
export const LAST_GOOD_EVENTS: Document = {
  'operationType': { $in: CHANGING_EVENTS },
  'ns.coll': STATE_COLLECTION,
  'documentKey._id': RECORD_IDS,
};

/** Null: the event is about something else. */
export function lastGoodChangeOf({ documentKey, fullDocument }: StreamEvent): LastGoodChange | null {
  const id = documentKey?._id;
  if (typeof id !== 'string' || !id.startsWith(PREFIX)) return null;
  const record = recordOf(fullDocument);
  if (record !== null) return { collection: record.collection, key: record.key, record };
  const [, collection, key] = /^kept\/([^/]+)\/(.*)$/s.exec(id) ?? [];
  if (collection === undefined || !(collection in COLLECTIONS)) return null;
  const properties = COLLECTIONS[collection as CollectionName].properties as Record<string, { type?: string }>;
  const [field, ...others] = keyFieldsOf(collection as CollectionName);
  const isNumber = others.length === 0 && properties[field!]?.type === 'integer' && /^-?\d+$/.test(key!);
  return { collection: collection as CollectionName, key: isNumber ? Number(key) : key!, record: null };
}

/** Null: it is not a record, or its collection does not exist in this release. */
function recordOf(stored: Document | null | undefined): LastGoodRevision | null {
  if (!stored) return null;
  const { collection, key, document, refused, revision, storedId } = stored as Partial<StoredRecord>;
  const isSound =
    typeof collection === 'string'
    && collection in COLLECTIONS
    && (typeof key === 'string' || typeof key === 'number')
    && typeof document === 'object'
    && typeof refused === 'string'
    && typeof revision === 'string'
    && stored._id === idOf({ collection, key });
  return isSound ? { collection, key, document, refused, revision, storedId: storedId ?? undefined } : null;
}

function idOf(document: Parameters<typeof nameOf>[0]): string {
  return `${PREFIX}${nameOf(document)}`;
}

export async function writeLastGood(db: Db, writes: readonly LastGoodWrite[]): Promise<void> {
  try {
    await db
      .collection<StoredRecord>(STATE_COLLECTION)
      .bulkWrite(writes.map(operationOf), { ordered: false, ignoreUndefined: true, writeConcern: { w: 'majority' } });
  } catch (error) {
    // another node was first
    if (
      !(
        error instanceof MongoBulkWriteError
        && [error.writeErrors].flat().every(({ code }) => code === CODES.DuplicateKey.code)
      )
    )
      throw error;
  }
}

function operationOf(write: LastGoodWrite): AnyBulkWriteOperation<StoredRecord> {
  const { was, record } = write;
  const filter = { _id: idOf(write), ...(was !== null && { revision: was }) };
  if (record === null) return { deleteOne: { filter } };
  const document: StoredRecord = { _id: idOf(write), ...record, revision: randomUUID() };
  return was === null ? { insertOne: { document } } : { replaceOne: { filter, replacement: document } };
}

/**
 * The records as of one moment, and the documents without keys of the same moment, which are removed from `documents`.
 */
export async function readLastGood<C extends CollectionName>(
  client: MongoClient,
  db: Db,
  documents: { [K in C]: Documents[K][] },
  at: Timestamp,
  options: CommandOptions,
): Promise<LastGoodState> {
  const readConcern = { level: 'snapshot', atClusterTime: at };
  const read = async (find: string, filter: Document) =>
    (await readAll(client, db, { find, filter, readConcern }, options)).found;
  const records = (await read(STATE_COLLECTION, { _id: RECORD_IDS }))
    .map(recordOf)
    .filter((record) => record !== null && record.collection in documents) as LastGoodRevision[];
  const lastKeys = new Map(
    records
      .filter(({ storedId }) => storedId !== undefined)
      .map(({ collection, storedId, key }) => [`${collection}/${storedId}`, key]),
  );
  const keyless: PutChange[] = [];
  for (const collection of Object.keys(documents) as C[]) {
    const count = documents[collection].filter((document) => !isKeyed(collection, document)).length;
    if (count === 0) continue;
    const lost = (await read(collection, withoutKey(collection))).filter((stored) => !isKeyed(collection, stored));
    // otherwise they count without a key, which is better than not at all
    if (lost.length === count)
      documents[collection] = documents[collection].filter((document) => isKeyed(collection, document));
    for (const stored of lost) {
      const storedId = BSON.EJSON.stringify(stored._id);
      const key = lastKeys.get(`${collection}/${storedId}`) ?? idText(stored);
      keyless.push({
        kind: 'put',
        collection,
        key,
        document: documentOf(collection, stored),
        storedId,
      } as unknown as PutChange);
    }
  }
  return { records, keyless };
}

/** Finds all documents that are not {@link isKeyed}, and few others. */
function withoutKey(collection: CollectionName): Document {
  const properties = COLLECTIONS[collection].properties as Record<string, { type?: string }>;
  const isWhole = (field: string): Document => ({
    $and: [
      { $gte: [field, Number.MIN_SAFE_INTEGER] },
      { $lte: [field, Number.MAX_SAFE_INTEGER] },
      { $eq: [field, { $trunc: field }] },
    ],
  });
  const isThere = keyFieldsOf(collection).map((name) => {
    const field = `$${name}`;
    if (properties[name]!.type !== 'integer') return { $eq: [{ $type: field }, 'string'] };
    return { $cond: [{ $in: [{ $type: field }, ['int', 'long', 'double']] }, isWhole(field), false] };
  });
  return { $expr: { $not: [{ $and: isThere }] } };
}
