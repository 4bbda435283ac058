/** Writes the pincodes of a zone in batches: each in its own transaction, repeated while the store cannot write it. */
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { ASSIGN_BATCHES_AT_ONCE, ASSIGN_RETRY_PAUSE_MS } from '../../../limits/requests.js';
import type { Conflict, WriteOp } from '../../../model/change.js';
import type { ChangeNote, Store, WriteResult } from '../../../store/port.js';

/** The ops of one pincode. */
export interface Item {
  pincode: string;
  ops: readonly WriteOp[];
}

interface BatchOptions {
  batchSize: number;
  maxRetries: number;
  /** What the history says about a batch. */
  noted(): ChangeNote;
}

export type BatchResult =
  | { conflict: Conflict }
  | {
      conflict: null;
      /** Pincodes that the store did not write. */
      failed: ReadonlySet<string>;
      /** The errors, one per batch. */
      errors: readonly unknown[];
      /** Pincodes that another program has deleted since they were looked up, or whose city it has deleted. */
      gone: ReadonlySet<string>;
      /** The last change set: each batch that changed something is one. */
      changeId: number | null;
    };

/** Writes `items` in batches. A conflict ends it; the batches before it stay written. */
export async function writeBatches(
  store: Store,
  items: readonly Item[],
  { batchSize, maxRetries, noted }: BatchOptions,
): Promise<BatchResult> {
  const failed = new Set<string>();
  const errors: unknown[] = [];
  const gone = new Set<string>();
  const running = new Set<Promise<void>>();
  let conflict: Conflict | null = null;
  let changeId: number | null = null;
  for (let first = 0; first < items.length && conflict === null; first += batchSize) {
    if (running.size === ASSIGN_BATCHES_AT_ONCE) await Promise.race(running);
    // the store checks a batch when it receives it: one per turn of the event loop
    await turn();
    const batch = items.slice(first, first + batchSize);
    const note = noted();
    const task: Promise<void> = tried(maxRetries, () => writeBatch(store, batch, gone, note))
      .then(
        (written) => {
          if (!written.ok) conflict ??= written.conflict;
          else if (written.changeId !== null) changeId = Math.max(changeId ?? 0, written.changeId);
        },
        (error: unknown) => {
          errors.push(error);
          for (const { pincode } of batch) failed.add(pincode);
        },
      )
      .finally(() => running.delete(task));
    running.add(task);
  }
  await Promise.all(running);
  return conflict === null ? { conflict, failed, errors, gone, changeId } : { conflict };
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

/** Adds deleted pincodes to `gone`, and writes the rest of the batch without them. */
async function writeBatch(
  store: Pick<Store, 'write'>,
  batch: readonly Item[],
  gone: Set<string>,
  note: ChangeNote,
): Promise<WriteResult> {
  let ops = batch.flatMap((item) => item.ops);
  for (;;) {
    const written = ops.length === 0 ? { ok: true as const, changeId: null } : await store.write(ops, note);
    if (!written.ok || written.changeId === null) note.admit?.(0);
    if (written.ok) return written;
    const { conflict } = written;
    const pincode = gonePincode(conflict);
    if (pincode !== null) gone.add(pincode);
    const kept = ops.filter((op) => pincodeOf(op) !== pincode && !creates(op, conflict));
    if (kept.length === ops.length) return written;
    ops = kept;
  }
}

/** The pincode that is deleted, or whose city is, so that it cannot be assigned; null: it is another conflict. */
function gonePincode(conflict: Conflict): string | null {
  if (conflict.reason !== 'REFERENCE') return null;
  const { collection, key, field } = conflict;
  if (collection === 'pincodes') return String(key);
  const isEntry = collection === 'zone-pincodes' && field === 'pincode';
  return isEntry ? String(key).slice(String(key).lastIndexOf('/') + 1) : null;
}

function pincodeOf(op: WriteOp): string | null {
  if (op.kind === 'delete') return null;
  return op.collection === 'pincodes' || op.collection === 'zone-pincodes' ? op.document.pincode : null;
}

/** Whether `op` creates a document that another node has created meanwhile, perhaps with more data. */
function creates(op: WriteOp, conflict: Conflict): boolean {
  const isTaken = conflict.reason === 'KEY_TAKEN' && conflict.collection === 'pincodes';
  return isTaken && op.kind === 'insert' && op.collection === 'pincodes' && op.document.pincode === conflict.key;
}
