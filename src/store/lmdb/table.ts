import type { Database, Key as LmdbKey, RootDatabase, Transaction } from 'lmdb';
import { inSlices, type Steps } from '../../steps.js';

/** One database of the environment. */
export type Table<V, K extends LmdbKey> = Database<V, K>;

/** The committed state of one moment, until `done` is called. */
export type Snapshot = Transaction;

/**
 * The value of a key in `snapshot`. The library's own `get` cannot be used: while a transaction of this thread is open
 * it reads what that transaction has written, whichever snapshot it is given.
 */
export function getFrom<V, K extends LmdbKey>(table: Table<V, K>, key: K, snapshot: Snapshot): V | undefined {
  const [entry] = table.getRange({ transaction: snapshot, start: key, end: key, inclusiveEnd: true, limit: 1 });
  return entry?.value;
}

/** Reads the state that is committed when this is called, in slices, whatever is written meanwhile. */
export async function readInSlices<T>(root: RootDatabase, read: (snapshot: Snapshot) => Steps<T>): Promise<T> {
  const snapshot = root.useReadTransaction();
  try {
    return await inSlices(read(snapshot));
  } finally {
    snapshot.done();
  }
}
