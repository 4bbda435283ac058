/** Reads and writes a store's files without the store. */
import { open, type Database, type Key } from 'lmdb';

const DATABASE_OPTIONS = {
  encoding: 'msgpack',
  keyEncoding: 'ordered-binary',
  cache: false,
  compression: false,
  useVersions: false,
  dupSort: false,
} as const;

/** Gives `use` a function that opens a database by its name, with the store's options. */
export async function withRawStore<T>(
  path: string,
  use: (database: (name: string) => Database<unknown, Key>) => T,
): Promise<T> {
  const root = open({ ...DATABASE_OPTIONS, path, noSubdir: false, overlappingSync: false, maxDbs: 30 });
  try {
    return use((name) => root.openDB(name, DATABASE_OPTIONS));
  } finally {
    await root.close();
  }
}

/** The number of the last transaction that was committed: each is one flush. */
export async function lastTransaction(path: string): Promise<number> {
  const root = open({ ...DATABASE_OPTIONS, path, noSubdir: false, overlappingSync: false, maxDbs: 30 });
  try {
    return (root as unknown as { getStats(): { lastTxnId: number } }).getStats().lastTxnId;
  } finally {
    await root.close();
  }
}

export async function leaveInMeta(path: string, key: string, value: unknown): Promise<void> {
  await withRawStore(path, (database) => database('meta').putSync(key, value));
}
