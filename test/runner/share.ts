/**
 * What each process of a run does: it takes one test file after the other from the list, until none is left. A file is
 * a suite, with its hooks. What all files load, such as TypeBox and the server, is loaded and compiled once a process.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { followNoPromises, followPromises } from './tracking.js';

/** The JSON file that processes share. */
export interface Work {
  /** The folder of the compiled tests. */
  compiled: string;
  /** Paths from the root, such as `test/api/export.test.ts`, in the order in which they begin. */
  files: readonly string[];
  longestFileMs: number;
  /** How long a process may stay after its last file. */
  leftOpenMs: number;
}

/** What a file took, in seconds; processor time includes its threads, but no process that it started. */
export interface FileTime {
  file: string;
  processor: number;
  wall: number;
}

/** Exists once a process has taken the file of that index, and has the number of that process. */
export const takenOf = (path: string, index: number): string => `${path}.${index}.taken`;

/** Exists once that file has ended, and has its FileTime. */
export const timeOf = (path: string, index: number): string => `${path}.${index}.time`;

/** Exists if the process of that number did not end after its last file, and says why. */
export const leftOpenOf = (path: string, number: number): string => `${path}.${number}.open`;

/** node:test passes an event through a few streams before it is written. */
const TURNS_OF_A_REPORT = 5;

/** @param number the number of this process among those that share the list at `path` */
export async function shareWork(path: string, number: number): Promise<void> {
  // nobody hears results when the run has ended
  process.once('disconnect', () => process.exit(1));
  process.channel!.unref();
  const { compiled, files, longestFileMs, leftOpenMs } = JSON.parse(readFileSync(path, 'utf8')) as Work;
  for (const [index, file] of files.entries()) {
    if (!take(takenOf(path, index), number)) continue;
    const module = pathToFileURL(join(compiled, file.replace(/\.ts$/, '.js'))).href;
    const usedBefore = process.cpuUsage();
    const beganAt = performance.now();
    // an error outside the tests ends their file: see tracking.ts
    const strayError = new AbortController();
    const stop = (error: unknown): void => strayError.abort(error);
    process.on('uncaughtException', stop).on('unhandledRejection', stop);
    followPromises();
    await describe(file, { timeout: longestFileMs, signal: strayError.signal }, async () => {
      await import(module);
      followNoPromises();
    });
    process.off('uncaughtException', stop).off('unhandledRejection', stop);
    const { user, system } = process.cpuUsage(usedBefore);
    const time: FileTime = { file, processor: (user + system) / 1e6, wall: (performance.now() - beganAt) / 1e3 };
    writeFileSync(timeOf(path, index), JSON.stringify(time));
    // its results leave before the next file, which may end the process
    for (let turn = 0; turn < TURNS_OF_A_REPORT; turn++) await nextTurn();
  }
  // a test closes what it opens: otherwise its process would never end
  const refuseToStay = (): void => {
    const open = process.getActiveResourcesInfo().filter((kind) => kind !== 'PipeWrap');
    writeFileSync(leftOpenOf(path, number), `its test files left open: ${open.join(', ')}`);
    process.exit(1);
  };
  setTimeout(refuseToStay, leftOpenMs).unref();
}

/** False: another process has it. */
function take(path: string, number: number): boolean {
  try {
    writeFileSync(path, String(number), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
