/** The numbers of change sets. */
import type { ClientSession, Db, MongoClient, Timestamp } from 'mongodb';
import type { CommandOptions } from './raw-cursor.js';
import { readAll } from './snapshot.js';
import { STATE_COLLECTION, type StateDocument } from './state.js';

const LAST = 'changes';

/**
 * Within a transaction: takes the next `count` numbers and returns the first. Every recorded write of every node writes
 * this counter, so that of two that run at once one has to begin again: the numbers follow the order of the commits,
 * and no write is judged by what another one is changing.
 */
export async function takeChangeIds(db: Db, session: ClientSession, count: number): Promise<number> {
  const state = db.collection<StateDocument>(STATE_COLLECTION);
  const taken = await state.findOneAndUpdate(
    { _id: LAST },
    { $inc: { last: count } },
    { session, returnDocument: 'after' },
  );
  if (taken !== null) return (taken['last'] as number) - count + 1;
  // the first ones, or the first after a copy of the database
  const newest = await db.collection('changes').findOne({}, { session, sort: { id: -1 }, projection: { id: 1 } });
  const last = ((newest?.['id'] as number | undefined) ?? 0) + count;
  await state.insertOne({ _id: LAST, last }, { session });
  return last - count + 1;
}

/** The number of the last change set at a moment; 0: there was none. */
export async function lastChangeId(
  client: MongoClient,
  db: Db,
  at: Timestamp,
  options: CommandOptions,
): Promise<number> {
  const find = {
    find: 'changes',
    sort: { id: -1 },
    limit: 1,
    projection: { id: 1 },
    readConcern: { level: 'snapshot', atClusterTime: at },
  };
  const { found } = await readAll(client, db, find, options);
  return (found[0]?.['id'] as number | undefined) ?? 0;
}

/** Within a transaction: the next change set has the number after the newest one in the database. */
export async function forgetChangeIds(db: Db, session: ClientSession): Promise<void> {
  await db.collection<StateDocument>(STATE_COLLECTION).deleteOne({ _id: LAST }, { session });
}
