import type { Database, Key as LmdbKey } from 'lmdb';

/** One database of the environment. */
export type Table<V, K extends LmdbKey> = Database<V, K>;
