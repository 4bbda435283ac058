/**
 * `npm test` is the quick tier, `npm run test:all` (`--all`) all that proves a change; `--deep` is every test with
 * every round, which `npm run test:deep` begins with (bench/deep.ts). Paths choose files, as in
 * `npm test -- test/unit/engine test/api/questions/deltas`: then every file whose path begins so runs, and style is not
 * checked. `--times` lists the files that took most processor time.
 *
 * package.json compiles the tests first and starts the compiled copy of this file. Test files share a few processes:
 * what each loads before its first assertion would otherwise be most of the run.
 */
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { PACKAGE_ROOT } from '../src/package-root.js';
import { ALL_CHECKS, runChecks } from './runner/checks.js';
import { fullDisks } from './runner/disk.js';
import { selectFiles } from './runner/files.js';
import { Lanes } from './runner/lanes.js';
import { forbidden, listOf } from './runner/not-run.js';
import { Tally, together } from './runner/report.js';
import { slowest } from './runner/times.js';
import type { Depth } from './support/depth.js';
import { startServer } from './support/mongo-server.js';
import { absentHere, find, NO_SERVER } from './support/needs.js';

/** One more than the cores of a small machine, since some tests wait. */
const AT_ONCE = 3;
/** They mostly wait. */
const FAULTS_AT_ONCE = 2;
/** The soak takes twenty minutes and some. */
const LONGEST_DEEP_FILE_MS = 60 * 60_000;

const { values, positionals: wanted } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    deep: { type: 'boolean', default: false },
    times: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
/** Nothing may be skipped. */
const isStrict =
  process.env.PINRATE_TEST_ALL === '1' || (values.all && process.env.CI !== undefined && process.env.CI !== '');
const isAll = values.all || values.deep || isStrict;
const depth: Depth = values.deep ? 'deep' : isAll ? 'change' : 'quick';
process.env.PINRATE_TEST_DEPTH = depth;

// once for all files, which would each start one of their own
const server = isAll && find('MongoDB') === undefined ? await startServer().catch(noServer) : null;
if (isAll) process.env.MONGODB_TEST_URI ??= server?.uri ?? NO_SERVER;

function noServer(error: Error): null {
  console.log(
    `MONGODB_TEST_URI is not set, and no MongoDB could be downloaded or started: ${error.message.split('\n')[0]}`,
  );
  return null;
}

const { apart, faults, others, leftOut } = selectFiles(PACKAGE_ROOT, wanted, depth);
const checks = runChecks(PACKAGE_ROOT, wanted.length === 0 ? ALL_CHECKS : ['typecheck']);
const lanes = new Lanes(depth === 'deep' ? { longestFileMs: LONGEST_DEEP_FILE_MS } : {});
const processes = [
  { files: others, processes: AT_ONCE },
  { files: faults, processes: FAULTS_AT_ONCE },
  ...apart.map((file) => ({ files: [file], processes: 1 })),
].flatMap((lane) => lanes.processes(lane));

const tally = new Tally();
const report = Readable.from(together(processes, tally)).compose(new spec());
report.pipe(process.stdout, { end: false });
await once(report, 'end');

await server?.stop();
const checked = await checks;
for (const { name, isGood, output, seconds } of checked) {
  console.log(`${isGood ? '✔' : '✖'} ${name} (${seconds.toFixed(1)} s)`);
  if (!isGood) console.log(output);
}
if (values.times) for (const line of slowest(lanes.times())) console.log(line);
lanes.remove();
const unchecked = wanted.length === 0 ? [] : ['npm test without paths also checks style'];
for (const line of listOf({ depth, leftOut, skipped: tally.skipped, absent: isAll ? [] : absentHere(), unchecked }))
  console.log(line);
const refused = isStrict
  ? forbidden(
      tally.skipped,
      (process.env.PINRATE_TEST_WITHOUT ?? '').split(',').filter((name) => name !== ''),
    )
  : [];
if (refused.length > 0) console.log('\nFAILED: nothing may be skipped in this run, and what is listed above was.');
if (tally.failures > 0 || refused.length > 0 || checked.some(({ isGood }) => !isGood)) {
  for (const line of fullDisks(PACKAGE_ROOT)) console.log(`\nFAILED: ${line}`);
  process.exitCode = 1;
}
