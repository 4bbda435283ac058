/**
 * The writes of this process, in two queues that do not wait for each other: assignments and remembered answers in one,
 * everything else in the other.
 */
import type { Db } from 'mongodb';
import { MONGO_GROUP_OPS, MONGO_GROUP_PATIENCE_MS, MONGO_WRITE_DEADLINE_MS } from '../../limits/mongo.js';
import type { ChangeSet, CollectionName } from '../../model/documents.js';
import { isLaterThan, type PlannedRows, staleBy } from '../change-query.js';
import type { WriteResult } from '../port.js';
import { type CommitResult, type Write, WriteQueue, type WriteQueueOptions } from '../write-queue.js';
import { writeChanges } from './changes.js';
import type { Followers } from './followers.js';
import type { Attempt, Transactions } from './transactions.js';
import { entriesOf, type HistoryRecord, historyRecord, withChangeSet } from '../history.js';
import { TransactionOverlay } from '../../model/overlay.js';
import { type WriteOutcome as TransactionOutcome, writeOutcomeOf } from '../../model/transaction.js';
import { ChangeIds } from './change-ids.js';
import { readFor } from './reading.js';
import { STATE_COLLECTION, type StateDocument } from './state.js';
import { Turns } from './turns.js';

const QUICK: readonly CollectionName[] = ['assignments', 'decisions', 'idempotency-keys', 'counters'];

/** A document of the state. Transactions that count change it first, and so take turns. */
const COUNTING = 'counting';

interface GroupOutcome {
  results: WriteResult[];
  changed: readonly CollectionName[];
}

export class MongoWriter {
  private readonly quick: WriteQueue;
  private readonly other: WriteQueue;
  private readonly changeIds: ChangeIds;
  private readonly countingTurns = new Turns();

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
   * Rejects with StoreUnavailableError when the store cannot be reached in time, and with MongoDB's own error when
   * MongoDB refuses the write.
   */
  write(ops: Write['ops'], note: Write['note'] = null): Promise<WriteResult> {
    const isQuick = ops.every(({ collection }) => QUICK.includes(collection));
    return (isQuick ? this.quick : this.other).write(ops, note);
  }

  private async commit(group: readonly Write[], deadline: number, isAside: boolean): Promise<CommitResult> {
    const patienceMs = isAside ? Infinity : MONGO_GROUP_PATIENCE_MS;
    const {
      result: { results, changed },
      moment,
    } = await this.transactions.run(deadline, (attempt) => this.attempt(group, attempt), patienceMs);
    return { results, followed: this.followers.delivered(changed, moment) };
  }

  private async attempt(group: readonly Write[], attempt: Attempt): Promise<GroupOutcome> {
    const recordable = group.filter(({ note }) => note !== null && note.isDryRun !== true).length;
    let id = recordable === 0 ? 0 : await this.changeIds.take(attempt, recordable);
    if (group.some(({ ops }) => ops.some(({ kind }) => kind === 'count'))) await this.takeCountingTurn(attempt);
    const found = await readFor(this.db, this.transactions, attempt, group);
    const documents = new TransactionOverlay(found);
    const carriedOut: WriteOutcome[] = [];
    for (const write of group) {
      const later = await this.changeSetAfter(write.note?.planned, carriedOut, attempt);
      if (later === undefined) carriedOut.push(carryOut(write, documents));
      else carriedOut.push({ conflict: staleBy(later), changes: [], record: null });
    }
    const recorded = carriedOut.filter(({ record }) => record !== null).length;
    if (recorded < recordable) await this.changeIds.giveBack(attempt, recordable - recorded);
    const results = carriedOut.map(({ conflict, changes, record }): WriteResult => {
      if (conflict !== null) return { ok: false, conflict };
      if (record === null) return { ok: true, changeId: null };
      for (const change of withChangeSet(changes, id, record)) documents.add(change);
      return { ok: true, changeId: id++ };
    });
    await writeChanges(this.db, attempt, documents.effects(), found);
    return { results, changed: documents.collections };
  }

  /**
   * A few counters are in most assignments. Without turns those of several nodes, or of one after a group has fallen
   * apart, would begin again because of each other most of the time.
   */
  private async takeCountingTurn(attempt: Attempt): Promise<void> {
    const { session } = attempt;
    const state = this.db.collection<StateDocument>(STATE_COLLECTION);
    await this.countingTurns.take(attempt, () =>
      state.updateOne({ _id: COUNTING }, { $inc: { taken: 1 } }, { session, upsert: true }),
    );
  }

  /** A change set after the rows by which a write was planned: in the database, or of an earlier write of the group. */
  private async changeSetAfter(
    planned: PlannedRows | undefined,
    earlier: readonly WriteOutcome[],
    attempt: Attempt,
  ): Promise<{ id: number } | undefined> {
    if (planned === undefined) return undefined;
    for (const { record } of earlier) {
      const set = record && { ...record.set, id: Infinity };
      if (set && isLaterThan(planned, set)) return set;
    }
    const filter = { id: { $gt: planned.changeId }, collections: { $in: [...planned.collections] } };
    const fields = { _id: 0, id: 1, collections: 1, partnerIds: 1 };
    for await (const set of this.transactions.find(attempt, 'changes', filter, fields))
      if (isLaterThan(planned, set as unknown as ChangeSet)) return set as unknown as ChangeSet;
    return undefined;
  }
}

interface WriteOutcome extends TransactionOutcome {
  record: HistoryRecord | null;
}

/** Adds the changes of a write to `documents`, where later ones see them, unless there is a conflict. */
function carryOut(write: Write, documents: TransactionOverlay): WriteOutcome {
  const { note } = write;
  const outcome = writeOutcomeOf(write, documents);
  if (note?.isDryRun === true) return { ...outcome, changes: [], record: null };
  const record = note === null ? null : historyRecord(note, note.entries ?? entriesOf(outcome.changes, documents));
  const limit = record === null ? null : (note?.admit?.(record.bytes) ?? null);
  if (limit !== null) return { conflict: { reason: 'LIMIT', limit }, changes: [], record: null };
  for (const change of outcome.changes) documents.add(change);
  return { ...outcome, record };
}
