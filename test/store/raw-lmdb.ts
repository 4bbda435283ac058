/** A store's files, read and written behind its back. */
import { open, type Database, type Key } from 'lmdb';

const DATABASE_OPTIONS = { encoding: 'msgpack', keyEncoding: 'ordered-binary', cache: false, compression: false, useVersions: false, dupSort: false } as const;

/** Gives `use` a way to a database by its name, as the store opens it. */
export async function withRawStore<T>(path: string, use: (database: (name: string) => Database<unknown, Key>) => T): Promise<T> {
  const root = open({ ...DATABASE_OPTIONS, path, noSubdir: false, overlappingSync: false, maxDbs: 30 });
  try {
    return use((name) => root.openDB(name, DATABASE_OPTIONS));
  } finally {
    await root.close();
  }
}

export async function leaveInMeta(path: string, key: string, value: unknown): Promise<void> {
  await withRawStore(path, (database) => database('meta').putSync(key, value));
}
