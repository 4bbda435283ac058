/**
 * A task for one process at a time, until it is done or the process has been silent for {@link MONGO_LEASE_MS}. A
 * document names the process with the lease, and its end.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientSession, Collection, Db } from 'mongodb';
import { MONGO_LEASE_MS, MONGO_LEASE_POLL_MS } from '../../limits/mongo.js';
import { STATE_COLLECTION, type StateDocument } from './state.js';

/** Names the state document that marks the contents of the database as complete. */
export const IMPORTED = 'imported';

export class Lease {
  private readonly me = randomUUID();
  private readonly state: Collection<StateDocument>;

  constructor(
    db: Db,
    private readonly id: string,
  ) {
    this.state = db.collection(STATE_COLLECTION);
  }

  /** Creates the lease's document, if it is missing, without taking the lease. */
  async begin(): Promise<void> {
    await this.state.updateOne({ _id: this.id }, { $setOnInsert: { until: new Date(0) } }, { upsert: true });
  }

  /** False, after a pause, when another process has the lease. */
  async take(): Promise<boolean> {
    await this.begin();
    // by the server's clock, which all processes share
    const isFree = { $or: [{ node: this.me }, { $expr: { $lt: ['$until', '$$NOW'] } }] };
    const { matchedCount } = await this.state.updateOne({ _id: this.id, ...isFree }, [
      { $set: { node: this.me, until: END } },
    ]);
    if (matchedCount === 0) await pause(MONGO_LEASE_POLL_MS);
    return matchedCount > 0;
  }

  /** Renews the lease in a transaction, which must not commit after a loss of the lease. False: it was lost. */
  async renew(session: ClientSession): Promise<boolean> {
    const { matchedCount } = await this.state.updateOne({ _id: this.id, node: this.me }, [{ $set: { until: END } }], {
      session,
    });
    return matchedCount > 0;
  }

  /** Lets another process take the lease at once. The document stays. */
  async release(): Promise<void> {
    await this.state.updateOne({ _id: this.id, node: this.me }, { $set: { until: new Date(0) } });
  }
}

const END = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: MONGO_LEASE_MS } };
