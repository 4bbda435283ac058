/**
 * The writes of this process, in two lanes that do not wait for each other: assignments and remembered answers in one,
 * everything else in the other. Writes that arrive in a lane during a transaction share the next one; a long write has
 * its own transaction.
 */
import type { Db } from 'mongodb';
import { MONGO_GROUP_OPS, MONGO_GROUP_PATIENCE_MS, MONGO_WRITE_DEADLINE_MS } from '../../limits/mongo.js';
import { STORE_AT_ONCE_OPS } from '../../limits/store.js';
import type { CollectionName } from '../../contract/documents/documents.js';
import { type Conflict, keyOf, nameOf, StoreUnavailable, type WriteOp, type WriteResult } from '../port.js';
import { Transaction } from '../transaction.js';
import { writeChanges } from './changes.js';
import type { Followers } from './followers.js';
import type { Found } from './found.js';
import { readWanted } from './reading.js';
import { type Attempt, type Committed, Contended, type Transactions } from './transactions.js';
import { unavailable } from './unavailable.js';
import { wantedBy } from './wanted.js';

const QUICK: readonly CollectionName[] = ['assignments', 'idempotency-keys'];

interface WaitingWrite {
  ops: readonly WriteOp[];
  /** In `performance.now()` milliseconds. */
  deadline: number;
  resolve: (result: WriteResult) => void;
  reject: (error: Error) => void;
}

type Group = readonly [WaitingWrite, ...WaitingWrite[]];

interface Lane {
  waiting: WaitingWrite[];
  isBusy: boolean;
}

interface Outcome {
  /** One for each write; null: it was written. */
  conflicts: (Conflict | null)[];
  changed: readonly CollectionName[];
}

/** Whether this many ops would block the thread for too long if they were applied at once. */
function isMuch(ops: number): boolean {
  return ops > STORE_AT_ONCE_OPS;
}

export class MongoWriter {
  private readonly quick: Lane = { waiting: [], isBusy: false };
  private readonly other: Lane = { waiting: [], isBusy: false };

  constructor(
    private readonly db: Db,
    private readonly transactions: Transactions,
    private readonly followers: Followers,
  ) {}

  /**
   * Rejects with StoreUnavailable when the store cannot be reached in time, and with MongoDB's own error when MongoDB
   * refuses the write.
   */
  write(ops: readonly WriteOp[]): Promise<WriteResult> {
    const lane = ops.every(({ collection }) => QUICK.includes(collection)) ? this.quick : this.other;
    return new Promise((resolve, reject) => {
      lane.waiting.push({ ops, deadline: performance.now() + MONGO_WRITE_DEADLINE_MS, resolve, reject });
      if (!lane.isBusy) void this.run(lane);
    });
  }

  private async run(lane: Lane): Promise<void> {
    lane.isBusy = true;
    // what arrives in this turn of the event loop shares a transaction
    await new Promise((resume) => setImmediate(resume));
    for (;;) {
      refuseLate(lane);
      const group = nextGroup(lane);
      if (group === null) break;
      await this.commitGroup(group);
    }
    lane.isBusy = false;
  }

  /**
   * Never rejects. A group that meets a conflict for too long is split into its writes, so that the conflict of one
   * does not delay the others.
   */
  private async commitGroup(group: Group, patienceMs = MONGO_GROUP_PATIENCE_MS): Promise<void> {
    try {
      const {
        result: { conflicts, changed },
        moment,
      } = await this.carryOutTogether(group, performance.now() + patienceMs);
      // the next group runs while followers are notified
      void this.followers.delivered(changed, moment).then(() => {
        for (const [index, write] of group.entries()) write.resolve(resultOf(conflicts[index]!));
      });
    } catch (error) {
      if (error instanceof Contended) for (const write of group) void this.commitGroup([write], Infinity);
      else if (group.length === 1 || error instanceof StoreUnavailable)
        for (const write of group) write.reject(error as Error);
      // retried one by one, so that a write that cannot be done fails alone
      else for (const write of group) await this.commitGroup([write]);
    }
  }

  private carryOutTogether(group: Group, patience: number): Promise<Committed<Outcome>> {
    const [{ deadline }] = group;
    if (performance.now() >= deadline) return Promise.reject(tooLate());
    return this.transactions.run(deadline, (attempt) => this.attempt(group, attempt), patience);
  }

  private async attempt(group: Group, attempt: Attempt): Promise<Outcome> {
    const wanted = wantedBy(group.map(({ ops }) => ops));
    const found = await readWanted(this.db, this.transactions, attempt, wanted);
    const conflicts = carryOutAll(group, found);
    await writeChanges(this.db, attempt, found);
    return { conflicts, changed: found.changedCollections() };
  }
}

function resultOf(conflict: Conflict | null): WriteResult {
  return conflict === null ? { ok: true } : { ok: false, conflict };
}

function tooLate(): StoreUnavailable {
  return unavailable(new Error('writes before this one have taken too long'));
}

/**
 * In a group with late writes, those with time left would be refused too. Writes run out of time in the order in which
 * they came.
 */
function refuseLate({ waiting }: Lane): void {
  const now = performance.now();
  while (waiting.length > 0 && now >= waiting[0]!.deadline) waiting.shift()!.reject(tooLate());
}

/**
 * The writes of the next transaction, in the order in which they came. A long write is a group of its own. A write that
 * changes a document again which an earlier one of the group has changed waits for the next group, because a
 * transaction notifies of each document once.
 */
function nextGroup({ waiting }: Lane): Group | null {
  const [first] = waiting;
  if (first === undefined) return null;
  if (isMuch(first.ops.length)) return [waiting.shift()!];
  const touched = new Set(first.ops.map(nameOfOp));
  let ops = first.ops.length;
  let end = 1;
  while (end < waiting.length) {
    const next = waiting[end]!.ops;
    if (isMuch(next.length) || ops + next.length > MONGO_GROUP_OPS) break;
    // a second insert of a key is refused, and changes nothing
    if (next.some((op) => op.kind !== 'insert' && touched.has(nameOfOp(op)))) break;
    for (const op of next) touched.add(nameOfOp(op));
    ops += next.length;
    end++;
  }
  return waiting.splice(0, end) as unknown as Group;
}

function nameOfOp(op: WriteOp): string {
  return nameOf({ collection: op.collection, key: op.kind === 'delete' ? op.key : keyOf(op.collection, op.document) });
}

function carryOutAll(group: Group, found: Found): (Conflict | null)[] {
  const conflicts: (Conflict | null)[] = [];
  for (const { ops } of group) {
    const transaction = new Transaction(found);
    const conflict = transaction.apply(ops);
    conflicts.push(conflict);
    if (conflict !== null) continue;
    for (const change of transaction.changes()) found.apply(change);
  }
  return conflicts;
}
