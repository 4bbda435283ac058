/**
 * The writes of this process, in two queues that do not wait for each other: assignments and remembered answers in one,
 * everything else in the other.
 */
import type { Db } from 'mongodb';
import { MONGO_GROUP_OPS, MONGO_GROUP_PATIENCE_MS, MONGO_WRITE_DEADLINE_MS } from '../../limits/mongo.js';
import type { CollectionName } from '../../contract/documents/documents.js';
import type { WriteResult } from '../port.js';
import { type Committed, type Ops, WriteQueue, type WriteQueueOptions } from '../write-queue.js';
import { writeChanges } from './changes.js';
import type { Followers } from './followers.js';
import type { Attempt, Transactions } from './transactions.js';
import { Overlay } from '../overlay.js';
import { outcomeOf } from '../transaction.js';
import { readFor } from './reading.js';

const QUICK: readonly CollectionName[] = ['assignments', 'idempotency-keys'];

interface Outcome {
  results: WriteResult[];
  changed: readonly CollectionName[];
}

export class MongoWriter {
  private readonly quick: WriteQueue;
  private readonly other: WriteQueue;

  constructor(
    private readonly db: Db,
    private readonly transactions: Transactions,
    private readonly followers: Followers,
  ) {
    const options: WriteQueueOptions = {
      commit: (group, deadline, isAside) => this.commit(group, deadline, isAside),
      gatherMs: 0,
      groupOps: MONGO_GROUP_OPS,
      // a transaction notifies of each document once
      mayRepeatKeys: false,
      deadlineMs: MONGO_WRITE_DEADLINE_MS,
    };
    this.quick = new WriteQueue(options);
    this.other = new WriteQueue(options);
  }

  /**
   * Rejects with StoreUnavailable when the store cannot be reached in time, and with MongoDB's own error when MongoDB
   * refuses the write.
   */
  write(ops: Ops): Promise<WriteResult> {
    return (ops.every(({ collection }) => QUICK.includes(collection)) ? this.quick : this.other).write(ops);
  }

  private async commit(group: readonly Ops[], deadline: number, isAside: boolean): Promise<Committed> {
    const patience = isAside ? deadline : performance.now() + MONGO_GROUP_PATIENCE_MS;
    const {
      result: { results, changed },
      moment,
    } = await this.transactions.run(deadline, (attempt) => this.attempt(group, attempt), patience);
    return { results, followed: this.followers.delivered(changed, moment) };
  }

  private async attempt(group: readonly Ops[], attempt: Attempt): Promise<Outcome> {
    const found = await readFor(this.db, this.transactions, attempt, group.flat());
    const documents = new Overlay(found);
    const results = group.map((ops) => resultOf(ops, documents));
    await writeChanges(this.db, attempt, documents.effects(), found);
    return { results, changed: documents.collections };
  }
}

/** Adds the changes of a write to `documents`, where later ones see them, unless there is a conflict. */
function resultOf(ops: Ops, documents: Overlay): WriteResult {
  const { conflict, changes } = outcomeOf(ops, documents);
  for (const change of changes) documents.add(change);
  return conflict === null ? { ok: true } : { ok: false, conflict };
}
