/**
 * The writes of this process, in two queues that do not wait for each other: assignments and remembered answers in one,
 * everything else in the other.
 */
import type { Db } from 'mongodb';
import { MONGO_GROUP_OPS, MONGO_GROUP_PATIENCE_MS, MONGO_WRITE_DEADLINE_MS } from '../../limits/mongo.js';
import type { CollectionName } from '../../contract/documents/documents.js';
import type { ChangeNote, WriteResult } from '../port.js';
import { type Committed, type Write, WriteQueue, type WriteQueueOptions } from '../write-queue.js';
import { writeChanges } from './changes.js';
import type { Followers } from './followers.js';
import type { Attempt, Transactions } from './transactions.js';
import type { Entry } from '../entry.js';
import { entriesOf, withChangeSet } from '../history.js';
import { TransactionOverlay } from '../overlay.js';
import { type Outcome as TransactionOutcome, outcomeOf } from '../transaction.js';
import { ChangeIds } from './change-ids.js';
import { readFor } from './reading.js';

const QUICK: readonly CollectionName[] = ['assignments', 'idempotency-keys'];

interface Outcome {
  results: WriteResult[];
  changed: readonly CollectionName[];
}

export class MongoWriter {
  private readonly quick: WriteQueue;
  private readonly other: WriteQueue;
  private readonly changeIds: ChangeIds;

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
    this.changeIds = new ChangeIds(db);
    this.quick = new WriteQueue(options);
    this.other = new WriteQueue(options);
  }

  /**
   * Rejects with StoreUnavailable when the store cannot be reached in time, and with MongoDB's own error when MongoDB
   * refuses the write.
   */
  write(ops: Write['ops'], note: Write['note'] = null): Promise<WriteResult> {
    const isQuick = ops.every(({ collection }) => QUICK.includes(collection));
    return (isQuick ? this.quick : this.other).write(ops, note);
  }

  private async commit(group: readonly Write[], deadline: number, isAside: boolean): Promise<Committed> {
    const patienceMs = isAside ? Infinity : MONGO_GROUP_PATIENCE_MS;
    const {
      result: { results, changed },
      moment,
    } = await this.transactions.run(deadline, (attempt) => this.attempt(group, attempt), patienceMs);
    return { results, followed: this.followers.delivered(changed, moment) };
  }

  private async attempt(group: readonly Write[], attempt: Attempt): Promise<Outcome> {
    const recordable = group.filter(({ note }) => note !== null && note.isDryRun !== true).length;
    let id = recordable === 0 ? 0 : await this.changeIds.take(attempt, recordable);
    const found = await readFor(this.db, this.transactions, attempt, group);
    const documents = new TransactionOverlay(found);
    const carriedOut = group.map((write) => carryOut(write, documents));
    const recorded = carriedOut.filter(({ entries }) => entries.length > 0).length;
    if (recorded < recordable) await this.changeIds.giveBack(attempt, recordable - recorded);
    const results = carriedOut.map(({ note, conflict, changes, entries }): WriteResult => {
      if (conflict !== null) return { ok: false, conflict };
      if (entries.length === 0) return { ok: true, changeId: null };
      for (const change of withChangeSet(changes, id, note!, entries)) documents.add(change);
      return { ok: true, changeId: id++ };
    });
    await writeChanges(this.db, attempt, documents.effects(), found);
    return { results, changed: documents.collections };
  }
}

interface CarriedOut extends TransactionOutcome {
  note: ChangeNote | null;
  entries: readonly Entry[];
}

/** Adds the changes of a write to `documents`, where later ones see them, unless there is a conflict. */
function carryOut(write: Write, documents: TransactionOverlay): CarriedOut {
  const { note } = write;
  const outcome = outcomeOf(write, documents);
  if (note?.isDryRun === true) return { ...outcome, changes: [], note, entries: [] };
  const entries = note === null ? [] : (note.entries ?? entriesOf(outcome.changes, documents));
  for (const change of outcome.changes) documents.add(change);
  return { ...outcome, note, entries };
}
