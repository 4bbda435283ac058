/** The numbers of change sets. */
import type { ClientSession, Db, MongoClient, Timestamp } from 'mongodb';
import type { CommandOptions } from './raw-cursor.js';
import { readAll } from './snapshot.js';
import { STATE_COLLECTION, type StateDocument } from './state.js';
import type { Attempt } from './transactions.js';
import { Turns } from './turns.js';

const LAST = 'changes';

/**
 * The counter of change sets, by which recorded writes take their turns. So the numbers follow the order of the
 * commits, and no write is checked against documents that another one is changing, however long that is.
 */
export class ChangeIds {
  readonly #turns = new Turns();

  constructor(private readonly db: Db) {}

  /** Within a transaction, as its first command: takes the turn and the next `count` numbers, and returns the first. */
  take(attempt: Attempt, count: number): Promise<number> {
    return this.#turns.take(attempt, () => takeChangeIds(this.db, attempt.session, count));
  }

  /** Within the same transaction: gives back the last `count` of the taken numbers. */
  async giveBack({ session }: Attempt, count: number): Promise<void> {
    await stateOf(this.db).updateOne({ _id: LAST }, { $inc: { last: -count } }, { session });
  }
}

async function takeChangeIds(db: Db, session: ClientSession, count: number): Promise<number> {
  const taken = await stateOf(db).findOneAndUpdate(
    { _id: LAST },
    { $inc: { last: count } },
    { session, returnDocument: 'after' },
  );
  if (taken !== null) return (taken['last'] as number) - count + 1;
  // the first ones, or the first after a copy of the database
  const newest = await db.collection('changes').findOne({}, { session, sort: { id: -1 }, projection: { id: 1 } });
  const last = ((newest?.['id'] as number | undefined) ?? 0) + count;
  await stateOf(db).insertOne({ _id: LAST, last }, { session });
  return last - count + 1;
}

const stateOf = (db: Db) => db.collection<StateDocument>(STATE_COLLECTION);

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
  await stateOf(db).deleteOne({ _id: LAST }, { session });
}
