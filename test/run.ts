/**
 * `npm test` is the quick tier, `npm run test:all` (`--all`) everything. Paths choose files, as in
 * `npm test -- test/unit/engine test/api/questions/deltas`: then every file whose path begins so runs, and neither
 * types nor style are checked.
 *
 * package.json compiles the tests first and starts the compiled copy of this file: what runs so starts in half the
 * time.
 */
import { join } from 'node:path';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { PACKAGE_ROOT } from '../src/package-root.js';
import { runChecks } from './runner/checks.js';
import { selectFiles } from './runner/files.js';
import { forbidden, listOf } from './runner/not-run.js';
import { Tally, together } from './runner/report.js';
import { startServer } from './support/mongo-server.js';
import { absentHere, find, NO_SERVER } from './support/needs.js';

/** One more than the cores of a small machine, since the longest wait; beside them a test of faults mostly waits. */
const AT_ONCE = 3;
/**
 * Three times what the longest file takes: one that hangs is ended and named, rather than the whole run without a word.
 */
const LONGEST_FILE_MS = 15 * 60_000;

const { values, positionals: wanted } = parseArgs({
  options: { all: { type: 'boolean', default: false } },
  allowPositionals: true,
});
/** Nothing may be skipped. */
const isStrict =
  process.env.PINRATE_TEST_ALL === '1' || (values.all && process.env.CI !== undefined && process.env.CI !== '');
const isAll = values.all || isStrict;
if (isAll) process.env.PINRATE_TEST_DEPTH = 'all';

// once for all files, which would each start one of their own
const server = isAll && find('MongoDB') === undefined ? await startServer().catch(noServer) : null;
if (isAll) process.env.MONGODB_TEST_URI ??= server?.uri ?? NO_SERVER;

function noServer(error: Error): null {
  console.log(
    `MONGODB_TEST_URI is not set, and no MongoDB could be downloaded or started: ${error.message.split('\n')[0]}`,
  );
  return null;
}

const { timed, faults, others, leftOut } = selectFiles(PACKAGE_ROOT, wanted, isAll);
// before the tests, of which some hold times and others wait for a server: they must not share the processor with these
const checks = wanted.length === 0 ? await runChecks(PACKAGE_ROOT) : [];
const compiled = (file: string): string => join(PACKAGE_ROOT, 'dist', 'tests', file.replace(/\.ts$/, '.js'));
/** None where there are no files. */
const begin = (files: readonly string[], concurrency: number) =>
  files.length === 0 ? [] : [run({ files: files.map(compiled), concurrency, timeout: LONGEST_FILE_MS })];

function* runs() {
  yield* begin(timed, 1);
  const meanwhile = begin(faults, 1);
  yield* begin(others, AT_ONCE);
  yield* meanwhile;
}

const tally = new Tally();
const report = Readable.from(together(runs(), tally)).compose(new spec());
report.pipe(process.stdout, { end: false });
await once(report, 'end');

await server?.stop();
for (const { name, isGood, output, seconds } of checks) {
  console.log(`${isGood ? '✔' : '✖'} ${name} (${seconds.toFixed(1)} s)`);
  if (!isGood) console.log(output);
}
const unchecked = checks.length === 0 ? ['npm test without paths also checks types and style'] : [];
for (const line of listOf({ leftOut, skipped: tally.skipped, absent: isAll ? [] : absentHere(), unchecked }))
  console.log(line);
const refused = isStrict
  ? forbidden(
      tally.skipped,
      (process.env.PINRATE_TEST_WITHOUT ?? '').split(',').filter((name) => name !== ''),
    )
  : [];
if (refused.length > 0) console.log('\nFAILED: nothing may be skipped in this run, and what is listed above was.');
if (tally.failures > 0 || refused.length > 0 || checks.some(({ isGood }) => !isGood)) process.exitCode = 1;
