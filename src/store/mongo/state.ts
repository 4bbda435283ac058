/**
 * The adapter's own state in the database, and marks: moments that show a process the progress of its change stream.
 */
import type { Db, Document, MongoClient, Timestamp } from 'mongodb';
import { MONGO_COMMIT_TIMEOUT_MS, MONGO_READ_TIMEOUT_MS } from '../../limits/mongo.js';
import { hasCode } from './codes.js';

export const STATE_COLLECTION = '_pinrate';

/** A document of the adapter's own state. */
export interface StateDocument extends Document {
  _id: string;
}

const MARK = 'mark';

/** Selects the events of {@link mark}s, of all processes. */
export const MARK_EVENTS: Document = {
  'operationType': { $in: ['insert', 'update'] },
  'ns.coll': STATE_COLLECTION,
  'documentKey._id': MARK,
};

/** Creates the state's collection if it is missing: any number of processes may do so. */
export async function prepareState(db: Db): Promise<void> {
  if (await db.listCollections({ name: STATE_COLLECTION }, { nameOnly: true }).hasNext()) return;
  try {
    await db.createCollection(STATE_COLLECTION);
  } catch (error) {
    if (!hasCode(error, 'NamespaceExists')) throw error;
  }
}

/**
 * Changes the state, so that the stream has an event, and returns its moment. Every commit before the call has been
 * delivered by then.
 */
export function mark(client: MongoClient, db: Db): Promise<Timestamp> {
  return client.withSession(async (session) => {
    const writeConcern = { w: 'majority', wtimeoutMS: MONGO_COMMIT_TIMEOUT_MS } as const;
    const options = { upsert: true, session, writeConcern, maxTimeMS: MONGO_READ_TIMEOUT_MS };
    await db.collection<StateDocument>(STATE_COLLECTION).updateOne({ _id: MARK }, { $inc: { count: 1 } }, options);
    return session.operationTime!;
  });
}
