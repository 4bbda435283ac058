/** Copies the embedded store while it is written to. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BACKUP_SPACE_FACTOR } from '../../limits/store.js';
import { type Backup, NoSpaceError, UNFINISHED_FOLDER } from '../backup.js';
import { DATABASE_FILE, type Environment, LOCK_FILE, releaseCopy } from './environment.js';

export interface BackupOptions {
  environment: Environment;
  /** The store's folder. */
  path: string;
  /** Must not exist; the folder above it is created. */
  folder: string;
  /** How many bytes may be written to the disk of the store's folder. */
  freeBytes?: ((path: string) => Promise<number>) | undefined;
}

/**
 * Writes a copy of one moment into `folder`, which appears when everything in it is on disk. Only one may run at a
 * time.
 * @throws NoSpaceError before anything is copied, and when the disk fills up meanwhile
 */
export async function backUp(options: BackupOptions): Promise<Backup> {
  const { environment, path, folder, freeBytes = freeBytesOf } = options;
  const { size } = await stat(join(path, DATABASE_FILE));
  if ((await freeBytes(path)) < size * BACKUP_SPACE_FACTOR) throw new NoSpaceError(size);
  const parent = dirname(folder);
  const unfinished = join(parent, UNFINISHED_FOLDER);
  const file = join(unfinished, DATABASE_FILE);
  try {
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(parent, { recursive: true, mode: 0o700 });
    await mkdir(unfinished, { mode: 0o700 });
    // not the compacting copy: it refuses an environment that has lost track of a free page
    await environment.root.backup(unfinished, false);
    await chmod(file, 0o600);
    // before the claim is removed, whose commit would otherwise write the whole copy to disk in this thread
    await sync(file);
    await releaseCopy(unfinished);
    await rm(join(unfinished, LOCK_FILE), { force: true });
    const backup = await described(file);
    await sync(file);
    await sync(unfinished);
    await rename(unfinished, folder);
    await sync(parent);
    return backup;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw isNoSpace(error as Error) ? new NoSpaceError(size, { cause: error }) : error;
  }
}

async function freeBytesOf(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}

async function described(file: string): Promise<Backup> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Folders cannot be opened on Windows. */
async function sync(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The error of LMDB's copy has only the system's words. */
function isNoSpace({ code, message }: NodeJS.ErrnoException): boolean {
  return code === 'ENOSPC' || /no space left|quota exceeded/i.test(message);
}
