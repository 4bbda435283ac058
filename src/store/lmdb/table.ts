import type { Database, Key as LmdbKey, RootDatabase, Transaction } from 'lmdb';
import { inSlices, type Steps } from '../../steps.js';

/** One database of the environment. */
export type Table<V, K extends LmdbKey> = Database<V, K>;

/** What was committed at one moment, for as long as it is not done. */
export type Snapshot = Transaction;

/**
 * What `snapshot` holds under a key. Unlike the library's own `get`, also while a transaction of this thread is open: that
 * one reads what the transaction has written, whichever snapshot it is given.
 */
export function getFrom<V, K extends LmdbKey>(table: Table<V, K>, key: K, snapshot: Snapshot): V | undefined {
  const [entry] = table.getRange({ transaction: snapshot, start: key, end: key, inclusiveEnd: true, limit: 1 });
  return entry?.value;
}

/** Reads in slices what was committed when this is called, whatever is written meanwhile. */
export async function readInSlices<T>(root: RootDatabase, read: (snapshot: Snapshot) => Steps<T>): Promise<T> {
  const snapshot = root.useReadTransaction();
  try {
    return await inSlices(read(snapshot));
  } finally {
    snapshot.done();
  }
}
