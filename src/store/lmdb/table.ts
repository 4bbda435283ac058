import type { Database, Key as LmdbKey, Transaction } from 'lmdb';

/** One database of the environment. */
export type Table<V, K extends LmdbKey> = Database<V, K>;

/** A moment that is read while others write. */
export type ReadMoment = Transaction;
