/** A full disk fails tests that have nothing to do with it. */
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** With less, tests have begun to fail. */
const LEAST_BYTES = 100_000_000;

/** A line for each folder on whose disk the tests had no room in the end. */
export function fullDisks(root: string, leastBytes = LEAST_BYTES): string[] {
  return [root, tmpdir()].flatMap((folder) => {
    const { bavail, bsize } = statfsSync(folder);
    const free = bavail * bsize;
    return free >= leastBytes ? [] : [`The disk of ${folder} is full: ${Math.floor(free / 1e6)} MB are free.`];
  });
}
