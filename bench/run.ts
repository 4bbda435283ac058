/**
 * `npm run bench`: measures all performance targets in one run on one machine. Scenarios that need MongoDB run where
 * MONGODB_TEST_URI names a replica set; `npm run bench -- charges mix` runs those whose names begin so. Prints
 * tables and writes bench/results.json and bench/charts. `--check` exits with 1 when a target is missed; `--quick` runs
 * one short round of each, several at a time, to check that all work, and keeps nothing; `--charts` redraws the charts
 * from the existing results.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PACKAGE_ROOT } from '../src/package-root.js';
import { drawCharts } from './support/charts.js';
import { meets } from './support/figures.js';
import { CONNECTIONS } from './support/load.js';
import { type Results, toJson, toResults } from './support/report.js';
import { runScenarios } from './support/suite.js';

const FULL = { rounds: 3, roundSeconds: 3, warmUpSeconds: 2, starts: 3, rateChanges: 30, steadySeconds: 150 };
const QUICK = { rounds: 1, roundSeconds: 1, warmUpSeconds: 0, starts: 1, rateChanges: 5, steadySeconds: 3 };
/** A quick run mostly waits for servers to start. */
const QUICK_AT_ONCE = 3;
const RESULTS_FILE = join(PACKAGE_ROOT, 'bench', 'results.json');
const CHARTS_FOLDER = join(PACKAGE_ROOT, 'bench', 'charts');

const {
  values: { check, quick, charts },
  positionals: wanted,
} = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    charts: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

if (charts) {
  writeCharts();
  process.exit();
}
const settings = quick ? QUICK : FULL;
const { sections } = await runScenarios(
  (name) => wanted.length === 0 || wanted.some((beginning) => name.startsWith(beginning)),
  settings,
  quick ? QUICK_AT_ONCE : 1,
);
if (!quick && wanted.length === 0) {
  writeFileSync(RESULTS_FILE, toJson(toResults(sections, { connections: CONNECTIONS, ...settings })));
  console.log(`written to ${RESULTS_FILE}`);
  writeCharts();
}
const missed = sections.flatMap(({ figures }) => figures).filter((figure) => !meets(figure));
if (missed.length > 0) console.log(`missed: ${missed.map(({ name }) => name).join('; ')}`);
process.exitCode = check && missed.length > 0 ? 1 : 0;

/** Drawn from the file, so that a chart never shows more than the file holds. */
function writeCharts(): void {
  const results = JSON.parse(readFileSync(RESULTS_FILE, 'utf8')) as Results;
  mkdirSync(CHARTS_FOLDER, { recursive: true });
  for (const [name, svg] of drawCharts(results)) {
    writeFileSync(join(CHARTS_FOLDER, `${name}.svg`), svg);
    console.log(`drawn: ${join(CHARTS_FOLDER, `${name}.svg`)}`);
  }
}
