/**
 * `npm run bench:guard`: measures the ratios that bench/floors.json names. Exits with 1 when one has fallen below its
 * floor (or risen above it, where less is better) or is no longer measured, or when a question costs more processor
 * time than in the last release (the scenario `release`). `-- --record` writes new floors from bench/results.json
 * instead, once for each run of the suite.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PACKAGE_ROOT } from '../src/package-root.js';
import { meets } from './support/figures.js';
import { compareWithFloors, type Floors, floorsOf } from './support/floors.js';
import { printTable, type Results, targetOf, toJson } from './support/report.js';
import { runScenarios } from './support/suite.js';

const RELEASE = 'release';
const FLOORS_FILE = join(PACKAGE_ROOT, 'bench', 'floors.json');
const RESULTS_FILE = join(PACKAGE_ROOT, 'bench', 'results.json');
/**
 * Fewer starts and changes than in a full run. The rounds are as long: in rounds of two seconds the service that
 * queries LMDB answers a third more requests a second than in those of three.
 */
const SETTINGS = { rounds: 3, roundSeconds: 3, warmUpSeconds: 2, starts: 1, rateChanges: 5, steadySeconds: 150 };

const {
  values: { record },
} = parseArgs({ options: { record: { type: 'boolean', default: false } } });
process.exit(record ? recordFloors() : await guard());

function recordFloors(): number {
  const { sections } = read(RESULTS_FILE) as Results;
  const floors = floorsOf(sections, read(FLOORS_FILE) as Floors);
  writeFileSync(FLOORS_FILE, toJson(floors));
  console.log(`${Object.keys(floors).length} floors written to ${FLOORS_FILE}`);
  return 0;
}

async function guard(): Promise<number> {
  const floors = read(FLOORS_FILE) as Floors;
  const scenarios = new Set([RELEASE, ...Object.values(floors).map(({ scenario }) => scenario)]);
  const run = await runScenarios((name) => scenarios.has(name), SETTINGS);
  const comparisons = compareWithFloors(floors, run);
  const ofRelease = run.sections.filter(({ scenario }) => scenario === RELEASE).flatMap(({ figures }) => figures);
  printTable(
    ['', 'measured', 'floor', 'recorded', 'target', ''],
    comparisons.map(({ name, floor, figure, outcome }) => [
      name,
      figure === null ? '-' : `${figure.value.toFixed(2)} x`,
      targetOf({ target: floor, unit: 'x' }),
      `${floor.recorded.map((value) => value.toFixed(2)).join(' and ')} x`,
      figure === null ? '' : targetOf(figure),
      outcome === 'held' ? 'held' : outcome.toUpperCase(),
    ]),
  );
  const areHeld = comparisons.every(({ outcome }) => outcome === 'held' || outcome === 'not run');
  return areHeld && ofRelease.every(meets) ? 0 : 1;
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
