/** Backups of the embedded store, in the folder `backups` below DATA_DIR. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Backup, NoSpaceError, UNFINISHED_FOLDER } from '../store/backup.js';
import { type Store, StoreUnavailableError } from '../store/port.js';

const BACKUPS_FOLDER = 'backups';
/** The time at which it began, in UTC; the second backup of a second has a number. */
const BACKUP_NAME = /^\d{8}T\d{6}Z(-\d+)?$/;
/** The only file of a backup. A folder that has others was started from: it is a store, which may be in use. */
const BACKUP_FILE = 'data.mdb';

const FILE_FAULTS: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EACCES', 'EPERM', 'EROFS', 'EIO']);
const NOT_MADE = 'no backup was made';

export type BackupResult =
  | ({ ok: true; path: string } & Backup)
  // NOT_SUPPORTED: the store has tools of its own
  | { ok: false; reason: 'RUNNING' | 'NO_SPACE' | 'NOT_SUPPORTED' };

interface BackupsOptions {
  store: Pick<Store, 'backup'>;
  dataDir: string;
  /** How many of the newest stay. */
  kept: number;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Notes a fault that the answer does not show. */
  report(error: unknown, message: string): void;
}

export class Backups {
  #isRunning = false;

  constructor(private readonly options: BackupsOptions) {}

  /**
   * Makes a backup, unless one is being made, and removes the oldest. `path` is relative to DATA_DIR.
   * @throws StoreUnavailableError when no file can be opened
   */
  async make(): Promise<BackupResult> {
    const { store } = this.options;
    if (store.backup === undefined) return { ok: false, reason: 'NOT_SUPPORTED' };
    if (this.#isRunning) return { ok: false, reason: 'RUNNING' };
    this.#isRunning = true;
    try {
      const name = await this.#newName();
      const backup = await store.backup(join(this.#folder, name));
      await this.#removeOldest(name);
      return { ok: true, path: `${BACKUPS_FOLDER}/${name}`, ...backup };
    } catch (error) {
      if (isFileFault(error as Error)) {
        this.options.report(error, NOT_MADE);
        throw new StoreUnavailableError(`${NOT_MADE}: ${(error as Error).message}`, { cause: error });
      }
      if (!(error instanceof NoSpaceError)) throw error;
      this.options.report(error, NOT_MADE);
      return { ok: false, reason: 'NO_SPACE' };
    } finally {
      this.#isRunning = false;
    }
  }

  /** Removes what a process that ended while it made a backup has left. For the start, before one is made. */
  async removeUnfinished(): Promise<void> {
    if (this.options.store.backup === undefined) return;
    try {
      await rm(join(this.#folder, UNFINISHED_FOLDER), { recursive: true, force: true });
    } catch (error) {
      this.options.report(error, 'an unfinished backup could not be removed');
    }
  }

  get #folder(): string {
    return join(this.options.dataDir, BACKUPS_FOLDER);
  }

  async #newName(): Promise<string> {
    const time = new Date(this.options.now()).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const ofThisSecond = (await this.#names()).filter((name) => placeOf(name).time === time);
    const last = Math.max(0, ...ofThisSecond.map((name) => placeOf(name).number));
    return last === 0 ? time : `${time}-${last + 1}`;
  }

  /** `made` stays, also when the clock was set back since the others. It is made, whether or not this succeeds. */
  async #removeOldest(made: string): Promise<void> {
    try {
      const backups: string[] = [];
      for (const name of (await this.#names()).filter((each) => each !== made).sort(byTime)) {
        const files = await readdir(join(this.#folder, name));
        if (files.every((file) => file === BACKUP_FILE)) backups.push(name);
      }
      for (const name of backups.slice(0, Math.max(0, backups.length + 1 - this.options.kept)))
        await rm(join(this.#folder, name), { recursive: true, force: true });
    } catch (error) {
      this.options.report(error, 'old backups could not be removed');
    }
  }

  async #names(): Promise<string[]> {
    const entries = await readdir(this.#folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return entries.filter((entry) => entry.isDirectory() && BACKUP_NAME.test(entry.name)).map(({ name }) => name);
  }
}

/** No file can be opened just now, or in this folder: another attempt may succeed. LMDB has only the system's words. */
function isFileFault({ code, message }: NodeJS.ErrnoException): boolean {
  return FILE_FAULTS.has(code ?? '') || /too many open files/i.test(message);
}

function placeOf(name: string): { time: string; number: number } {
  const [time = '', number = '1'] = name.split('-');
  return { time, number: Number(number) };
}

function byTime(a: string, b: string): number {
  const [first, second] = [placeOf(a), placeOf(b)];
  if (first.time !== second.time) return first.time < second.time ? -1 : 1;
  return first.number - second.number;
}
