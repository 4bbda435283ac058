import type { Database, Key as LmdbKey, RootDatabase, Transaction } from 'lmdb';

/** One database of the environment. */
export type Table<V, K extends LmdbKey> = Database<V, K>;

/** The committed state of one moment, until `done` is called. */
export type Snapshot = Transaction;

/** Reads the state that is committed when this is called, whatever is written until `read` has ended. */
export async function withSnapshot<T>(root: RootDatabase, read: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const snapshot = root.useReadTransaction();
  try {
    return await read(snapshot);
  } finally {
    snapshot.done();
  }
}
