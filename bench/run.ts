/**
 * `npm run bench`: everything that is promised about speed, measured in one run on one machine. What needs MongoDB runs where
 * MONGODB_TEST_URI names a replica set, `--only mongo` (a part of their names) runs some of the benches. Prints tables and writes
 * bench/results.json. `--check` exits with 1 when a target is missed; `--quick` is one short round of each, to see that all
 * works, and keeps nothing.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PACKAGE_ROOT } from '../src/package-root.js';
import { benchFindAll, benchQuestions } from './availability.js';
import { benchBulk } from './bulk.js';
import { benchCharges } from './charges.js';
import { benchReads } from './reads.js';
import { benchMongoFollowing, benchMongoFreshness, benchMongoStart } from './mongo.js';
import { benchFreshness, benchMemory, benchStarts } from './operations.js';
import { meets, type Section } from './support/figures.js';
import { type Plan, CONNECTIONS } from './support/load.js';
import { printSection, toJson } from './support/report.js';

const FULL = { rounds: 5, roundSeconds: 4, warmUpSeconds: 3, starts: 5, rateChanges: 30 };
const QUICK = { rounds: 1, roundSeconds: 1, warmUpSeconds: 1, starts: 1, rateChanges: 5 };
const RESULTS_FILE = join(PACKAGE_ROOT, 'bench', 'results.json');
/** A machine that does nothing else has up to half of this for the kernel's own. */
const MOST_OTHERS_CORES = 0.2;
const SECTIONS = [benchStarts, benchFreshness, benchCharges, benchQuestions, benchFindAll, benchReads, benchBulk, benchMemory, benchMongoStart, benchMongoFreshness, benchMongoFollowing];

const { values: { check, quick, only } } = parseArgs({
  options: { check: { type: 'boolean', default: false }, quick: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});
const settings = quick ? QUICK : FULL;
const plan: Plan = { folder: mkdtempSync(join(tmpdir(), 'pinrate-bench-')), ...settings };
const sections: Section[] = [];
try {
  for (const bench of SECTIONS.filter(({ name }) => name.toLowerCase().includes(only.toLowerCase()))) {
    const section = await bench(plan);
    if (section === null) {
      console.log(`NOT RUN, because MONGODB_TEST_URI names no replica set: ${bench.name}\n`);
      continue;
    }
    printSection(section);
    sections.push(section);
  }
} finally {
  rmSync(plan.folder, { recursive: true, force: true });
}

const json = toJson(sections, { connections: CONNECTIONS, ...settings });
if (!quick && only === '') {
  writeFileSync(RESULTS_FILE, json);
  console.log(`written to ${RESULTS_FILE}`);
}
const rounds = sections.flatMap(({ series }) => series).flatMap((entry) => entry.rounds);
const disturbed = rounds.filter(({ othersCores }) => othersCores !== null && othersCores > MOST_OTHERS_CORES);
if (disturbed.length > 0) {
  console.log(`other processes kept more than ${MOST_OTHERS_CORES} cores busy during ${disturbed.length} of ${rounds.length} rounds`);
}
const missed = sections.flatMap(({ figures }) => figures).filter((figure) => !meets(figure));
if (missed.length > 0) console.log(`missed: ${missed.map(({ name }) => name).join('; ')}`);
// explicit, because a connection of fetch's pool may hold the process open
process.exit(check && missed.length > 0 ? 1 : 0);
