/** The store that the configuration names. */
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { openLmdbStore } from '../store/lmdb/store.js';
import type { Store } from '../store/port.js';

/** Loaded only when configured: the client of MongoDB takes a noticeable part of the start. */
export async function openStore({ mongodb, dataDir }: Config, log: Logger): Promise<Store> {
  const report = (error: Error | null, message: string): void =>
    error === null ? log.info(message) : log.warn({ err: error }, message);
  if (mongodb === null) return openLmdbStore({ path: dataDir, report });
  const { openMongoStore } = await import('../store/mongo/store.js');
  return openMongoStore({ ...mongodb, report });
}
