/**
 * Runs every test file, or those whose path begins as one of the arguments does: `npm test -- test/engine test/api/deltas`.
 *
 * The command line's own runner starts files by name. The fault tests, which mostly wait, came late then and ended alone:
 * a third of the whole run.
 */
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

/** What takes longest, in that order. */
const FIRST = ['test/mongo/faults', 'test/fuzz/', 'test/docs/docs', 'test/api/', 'test/store/'];
/** Two more than the cores of a small machine, since the longest wait. */
const AT_ONCE = 4;
/** Three times what the longest file takes: one that hangs is ended and named, rather than the whole run without a word. */
const LONGEST_FILE_MS = 15 * 60_000;

/** What holds times that others beside it would stretch: before everything else, by itself. */
const TIMED = ['test/api/deltas', 'test/api-routes/discounts-create'];

const wanted = process.argv.slice(2);
const isWanted = (file: string): boolean => wanted.length === 0 || wanted.some((start) => file.startsWith(start));
const isTimed = (file: string): boolean => TIMED.some((start) => file.startsWith(start));
const rank = (file: string): number => (FIRST.findIndex((start) => file.startsWith(start)) + 1 || Infinity);

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `test/${name}`)
  .filter(isWanted)
  .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
if (files.length === 0) throw new Error(`no test file begins with ${wanted.join(' or ')}`);

for (const { group, atOnce } of [{ group: files.filter(isTimed), atOnce: 1 }, { group: files.filter((file) => !isTimed(file)), atOnce: AT_ONCE }]) {
  if (group.length === 0) continue;
  const report = run({ files: group, concurrency: atOnce, timeout: LONGEST_FILE_MS })
    .on('test:fail', () => { process.exitCode = 1; })
    .compose(new spec());
  report.pipe(process.stdout, { end: false });
  await once(report, 'end');
}
