/** Writing the pincodes of a zone in batches: each in a transaction of its own, tried again while the store cannot take it. */
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { ASSIGN_BATCHES_AT_ONCE, ASSIGN_RETRY_PAUSE_MS } from '../../limits.js';
import type { Conflict, Store, WriteOp } from '../../store/port.js';

/** The ops of one pincode. */
export interface Item {
  pincode: string;
  ops: readonly WriteOp[];
}

export interface BatchOptions {
  batchSize: number;
  maxRetries: number;
}

export type Written = { conflict: Conflict } | { conflict: null; /** Pincodes that the store did not take. */ failed: ReadonlySet<string>; /** Why, a batch each. */ errors: readonly unknown[] };

/** Writes `items` in batches; a conflict ends it, with the batches before it written. */
export async function writeBatches(store: Store, items: readonly Item[], { batchSize, maxRetries }: BatchOptions): Promise<Written> {
  const failed = new Set<string>();
  const errors: unknown[] = [];
  const running = new Set<Promise<void>>();
  let conflict: Conflict | null = null;
  for (let first = 0; first < items.length && conflict === null; first += batchSize) {
    if (running.size === ASSIGN_BATCHES_AT_ONCE) await Promise.race(running);
    // the store looks through a batch when it is given it: one in a turn of the event loop
    await turn();
    const batch = items.slice(first, first + batchSize);
    const task: Promise<void> = tried(maxRetries, () => writeBatch(store, batch)).then(
      (found) => { conflict ??= found; },
      (error: unknown) => {
        errors.push(error);
        for (const { pincode } of batch) failed.add(pincode);
      },
    ).finally(() => running.delete(task));
    running.add(task);
  }
  await Promise.all(running);
  return conflict === null ? { conflict, failed, errors } : { conflict };
}

/** Calls `action` again, up to `retries` times, while it throws. */
export async function tried<T>(retries: number, action: () => Promise<T>): Promise<T> {
  for (let left = retries; ; left--) {
    try {
      return await action();
    } catch (error) {
      if (left === 0) throw error;
      await pause(ASSIGN_RETRY_PAUSE_MS);
    }
  }
}

async function writeBatch(store: Store, batch: readonly Item[]): Promise<Conflict | null> {
  let ops = batch.flatMap((item) => item.ops);
  for (;;) {
    const written = await store.write(ops);
    if (written.ok) return null;
    const { conflict } = written;
    const kept = conflict.reason === 'KEY_TAKEN' ? ops.filter((op) => !creates(op, conflict)) : ops;
    if (kept.length === ops.length) return conflict;
    // another node has created the pincode meanwhile, and may know more of it
    ops = kept;
  }
}

function creates(op: WriteOp, { collection, key }: Conflict & { reason: 'KEY_TAKEN' }): boolean {
  return op.kind === 'insert' && op.collection === 'pincodes' && collection === 'pincodes' && op.document.pincode === key;
}
