/** The numbers of change sets. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientSession, Db, MongoClient, Timestamp } from 'mongodb';
import {
  MONGO_TURN_CONTENDED_MS,
  MONGO_TURN_LONGEST_PAUSE_MS,
  MONGO_TURN_SHORTEST_PAUSE_MS,
} from '../../limits/mongo.js';
import { hasCode } from './codes.js';
import type { CommandOptions } from './raw-cursor.js';
import { readAll } from './snapshot.js';
import { STATE_COLLECTION, type StateDocument } from './state.js';
import type { Attempt } from './transactions.js';

const LAST = 'changes';

/**
 * The counter of change sets, which also gives recorded writes their turns: every recorded write of every node changes
 * it first, so only one of them is under way at a time. So the numbers follow the order of the commits, and no write is
 * checked against documents that another one is changing. A write that waits for its turn has not read or written
 * anything in vain, and a write that has its turn does not have to begin again because of another recorded write,
 * however long it is.
 */
export class ChangeIds {
  /** Until when other nodes are expected to want turns, by `performance.now()`. */
  #contendedUntil = -Infinity;

  constructor(private readonly db: Db) {}

  /**
   * Within a transaction, as its first command: takes the turn and the next `count` numbers, and returns the first.
   * Rejects with a write conflict while another transaction has the turn: repeat it then in a new transaction. While
   * several nodes write, each waits at random before it asks for a turn, even after its own turn, and the less the more
   * turns it has lost: so each gets its share, and none waits for long.
   */
  async take(attempt: Attempt, count: number): Promise<number> {
    if (performance.now() < this.#contendedUntil) await pause(pauseMs(attempt.turnsLost));
    attempt.awaitsTurn = true;
    try {
      const first = await takeChangeIds(this.db, attempt.session, count);
      attempt.awaitsTurn = false;
      return first;
    } catch (error) {
      if (!hasCode(error, 'WriteConflict')) throw error;
      attempt.turnsLost++;
      this.#contendedUntil = performance.now() + MONGO_TURN_CONTENDED_MS;
      throw error;
    }
  }

  /** Within the same transaction: gives back the last `count` of the taken numbers. */
  async giveBack({ session }: Attempt, count: number): Promise<void> {
    await stateOf(this.db).updateOne({ _id: LAST }, { $inc: { last: -count } }, { session });
  }
}

function pauseMs(turnsLost: number): number {
  return Math.random() * Math.max(MONGO_TURN_SHORTEST_PAUSE_MS, MONGO_TURN_LONGEST_PAUSE_MS / (1 + turnsLost));
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
