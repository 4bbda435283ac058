/** Which test files run, and in which order. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Depth } from '../support/depth.js';

/** The first line of a file that the quick tier leaves out. It runs there all the same when its path is named. */
const ONLY_IN_ALL_LINE = '// Only in npm run test:all.';
/** The first line of a file that proves the product rather than a change: `npm run test:all` leaves it out, too. */
const ONLY_IN_DEEP_LINE = '// Only in npm run test:deep.';
/** The marks of the files that a depth leaves out. */
const LEFT_OUT: Record<Depth, readonly string[]> = {
  quick: [ONLY_IN_ALL_LINE, ONLY_IN_DEEP_LINE],
  change: [ONLY_IN_DEEP_LINE],
  deep: [],
};
/** The first line of a file that would disturb others in its process, or be disturbed by them. */
const OWN_PROCESS_LINE = '// Runs in a process of its own.';

/** Each starts several servers of its own and kills them: more than a few at a time would wait for the processor. */
const FAULTS = 'test/faults/';

/** What takes longest, in that order: begun last it would end alone. */
const FIRST = [
  'test/faults/faults',
  'test/deploy/platforms/',
  'test/api/fuzz/',
  'test/docs/',
  'test/api/questions/differential',
  'test/api/questions/deltas',
  'test/store/',
  'test/api/',
];

export interface Selection {
  /** Each in a process of its own. */
  apart: string[];
  /** A few at a time, with the others. */
  faults: string[];
  others: string[];
  /** What the depth leaves out. */
  leftOut: string[];
}

/** @param wanted the beginnings of paths, such as `test/unit/engine`; none for every file */
export function selectFiles(root: string, wanted: readonly string[], depth: Depth): Selection {
  const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .filter((file) => wanted.length === 0 || wanted.some((start) => file.startsWith(start)))
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  if (files.length === 0) throw new Error(`no test file begins with ${wanted.join(' or ')}`);
  const marks = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8').split('\n', 2).join('\n')]));
  const bears = (file: string, line: string): boolean => marks.get(file)!.split('\n').includes(line);
  const isLeftOut = (file: string): boolean => LEFT_OUT[depth].some((line) => bears(file, line));
  const leftOut = wanted.length === 0 ? files.filter(isLeftOut) : [];
  const running = files.filter((file) => !leftOut.includes(file));
  const others = running.filter((file) => !file.startsWith(FAULTS));
  return {
    apart: others.filter((file) => bears(file, OWN_PROCESS_LINE)),
    faults: running.filter((file) => file.startsWith(FAULTS)),
    others: others.filter((file) => !bears(file, OWN_PROCESS_LINE)),
    leftOut,
  };
}

const rank = (file: string): number => FIRST.findIndex((start) => file.startsWith(start)) + 1 || Infinity;
