/**
 * Runs every test file, or those whose path begins as one of the arguments does: `npm test -- test/engine test/api/deltas`.
 *
 * The command line's own runner starts files by name. The fault tests, which mostly wait, came late then and ended alone:
 * a third of the whole run.
 */
import { readdirSync } from 'node:fs';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

/** What takes longest, in that order. */
const FIRST = ['test/mongo/faults', 'test/fuzz/', 'test/docs/docs', 'test/api/', 'test/store/'];
/** One more than the cores of a small machine, since the longest waits. */
const AT_ONCE = 3;

const wanted = process.argv.slice(2);
const isWanted = (file: string): boolean => wanted.length === 0 || wanted.some((start) => file.startsWith(start));
const rank = (file: string): number => (FIRST.findIndex((start) => file.startsWith(start)) + 1 || Infinity);

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `test/${name}`)
  .filter(isWanted)
  .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
if (files.length === 0) throw new Error(`no test file begins with ${wanted.join(' or ')}`);

run({ files, concurrency: AT_ONCE })
  .on('test:fail', () => { process.exitCode = 1; })
  .compose(new spec())
  .pipe(process.stdout);
