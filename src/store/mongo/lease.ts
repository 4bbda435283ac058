/** What one process does at a time, until it has done it or is not heard of for {@link MONGO_LEASE_MS}: a document that says who, and until when. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientSession, Collection, Db, Document } from 'mongodb';
import { MONGO_LEASE_MS, MONGO_LEASE_POLL_MS } from '../../limits.js';
import { STATE_COLLECTION } from './marks.js';

/** A document that the adapter keeps for itself. */
export interface StateDocument extends Document {
  _id: string;
}

export class Lease {
  private readonly me = randomUUID();
  private readonly state: Collection<StateDocument>;

  constructor(db: Db, private readonly id: string) {
    this.state = db.collection(STATE_COLLECTION);
  }

  /** Makes its document, if there is none, without taking it. */
  async begin(): Promise<void> {
    await this.state.updateOne({ _id: this.id }, { $setOnInsert: { until: new Date(0) } }, { upsert: true });
  }

  /** False, after a while, when another process has it. */
  async take(): Promise<boolean> {
    await this.begin();
    // by the server's clock, the one that all have in common
    const isFree = { $or: [{ node: this.me }, { $expr: { $lt: ['$until', '$$NOW'] } }] };
    const { matchedCount } = await this.state.updateOne({ _id: this.id, ...isFree }, [{ $set: { node: this.me, until: END } }]);
    if (matchedCount === 0) await pause(MONGO_LEASE_POLL_MS);
    return matchedCount > 0;
  }

  /** In a transaction that must not be committed by one that has lost it. False: that is so. */
  async renew(session: ClientSession): Promise<boolean> {
    const { matchedCount } = await this.state.updateOne({ _id: this.id, node: this.me }, [{ $set: { until: END } }], { session });
    return matchedCount > 0;
  }

  /** Nobody has to wait for it any more; its document stays. */
  async release(): Promise<void> {
    await this.state.updateOne({ _id: this.id, node: this.me }, { $set: { until: new Date(0) } });
  }
}

const END = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: MONGO_LEASE_MS } };
