/** The scenarios, and a run of some of them. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Section } from './figures.js';
import type { Plan } from './load.js';
import { type ScenarioSection, printSection } from './report.js';

/** Measures one thing; null where something that it needs is missing. */
type Scenario = (plan: Plan) => Promise<Section | null>;

/**
 * In the order that they run in, each loaded where it is measured. Arguments choose them by the beginnings of their
 * names; floors.json refers to them.
 */
export const SCENARIOS: Readonly<Record<string, () => Promise<Scenario>>> = {
  'starts': async () => (await import('../scenarios/starts.js')).benchStarts,
  'freshness': async () => (await import('../scenarios/freshness.js')).benchFreshness,
  'charges': async () => (await import('../scenarios/charges.js')).benchCharges,
  'charges-wrk': async () => (await import('../scenarios/charges-wrk.js')).benchChargesUnderWrk,
  'reported': async () => (await import('../scenarios/reported.js')).benchReported,
  'steady': async () => (await import('../scenarios/steady.js')).benchSteady,
  'availability': async () => (await import('../scenarios/availability.js')).benchAvailability,
  'find-all-10': async () => (await import('../scenarios/find-all.js')).benchFindAllOf10,
  'find-all-100': async () => (await import('../scenarios/find-all.js')).benchFindAllOf100,
  'find-all-500': async () => (await import('../scenarios/find-all.js')).benchFindAllOf500,
  'assignment': async () => (await import('../scenarios/assignment.js')).benchAssignment,
  'release': async () => (await import('../scenarios/release.js')).benchRelease,
  'mix': async () => (await import('../scenarios/mix.js')).benchMix,
  'cities': async () => (await import('../scenarios/cities.js')).benchCities,
  'changes': async () => (await import('../scenarios/changes.js')).benchChanges,
  'bulk': async () => (await import('../scenarios/bulk.js')).benchBulk,
  'rating': async () => (await import('../scenarios/rating.js')).benchRating,
  'meanwhile': async () => (await import('../scenarios/meanwhile.js')).benchMeanwhile,
  'import': async () => (await import('../scenarios/import.js')).benchImport,
  'consoles': async () => (await import('../scenarios/consoles.js')).benchConsoles,
  'backtest': async () => (await import('../scenarios/backtest.js')).benchBacktest,
  'impact': async () => (await import('../scenarios/impact.js')).benchImpact,
  'scale': async () => (await import('../scenarios/scale.js')).benchScale,
  'contracts': async () => (await import('../scenarios/contracts.js')).benchContracts,
  'lint': async () => (await import('../scenarios/lint.js')).benchLint,
  'memory': async () => (await import('../scenarios/memory.js')).benchMemory,
  'mongo-start': async () => (await import('../scenarios/mongo-start.js')).benchMongoStart,
  'mongo-freshness': async () => (await import('../scenarios/mongo-freshness.js')).benchMongoFreshness,
  'mongo-following': async () => (await import('../scenarios/mongo-following.js')).benchMongoFollowing,
  'mongo-mix': async () => (await import('../scenarios/mongo-mix.js')).benchMongoMix,
};

export interface Run {
  sections: ScenarioSection[];
  /** The scenarios that could not run here. */
  notRun: string[];
}

/**
 * Runs the scenarios that are `wanted`, printing each one's tables as it ends. Each is a separate process, since the
 * load generators run in it: after a scenario with an engine in the same process they were late, which raised the
 * latencies that they measured. With more than one `atOnce`, the run only checks that all work; its speeds mean
 * nothing. A scenario that fails ends none of the others.
 * @throws at the end, naming those that failed
 */
export async function runScenarios(
  wanted: (name: string) => boolean,
  settings: Omit<Plan, 'folder'>,
  atOnce = 1,
): Promise<Run> {
  const chosen = Object.keys(SCENARIOS).filter(wanted);
  if (chosen.length === 0) throw new Error(`none of the scenarios: ${Object.keys(SCENARIOS).join(', ')}`);
  const plan: Plan = { folder: mkdtempSync(join(tmpdir(), 'pinrate-bench-')), ...settings };
  const run: Run = { sections: [], notRun: [] };
  const measureOne = async (scenario: string): Promise<void> => {
    const section = await measureApart(scenario, plan);
    if (section === null) {
      console.log(
        `NOT RUN, because what it needs is not here, a replica set in MONGODB_TEST_URI or a program on the PATH: ${scenario}\n`,
      );
      run.notRun.push(scenario);
      return;
    }
    printSection(section);
    run.sections.push({ scenario, ...section });
  };
  const waiting = chosen.values();
  const failures: unknown[] = [];
  const measureAll = async (): Promise<void> => {
    for (const scenario of waiting) {
      try {
        await measureOne(scenario);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, measureAll));
  } finally {
    rmSync(plan.folder, { recursive: true, force: true });
  }
  if (failures.length > 0) throw new Error(failures.map(String).join('\n'));
  reportDisturbance(run.sections);
  return run;
}

/**
 * Not by startChild, which would kill it when this process ends and leave its children running: it ends with its
 * channel.
 */
async function measureApart(scenario: string, plan: Plan): Promise<Section | null> {
  const child = fork(fileURLToPath(new URL('../scenario.js', import.meta.url)), [scenario]);
  const exited = once(child, 'exit');
  child.send(plan);
  const failed = exited.then(([code]) => {
    throw new Error(`the scenario ${scenario} ended with ${String(code)}`);
  });
  const [section] = (await Promise.race([once(child, 'message'), failed])) as [Section | null];
  child.disconnect();
  await exited;
  return section;
}

/** An otherwise idle machine uses up to half of this for its kernel. */
const MOST_OTHERS_CORES = 0.2;

function reportDisturbance(sections: readonly Section[]): void {
  const rounds = sections.flatMap(({ series, sweeps = [] }) =>
    [...series, ...sweeps.flatMap(({ steps }) => steps)].flatMap(
      (entry) => entry.rounds as { othersCores: number | null }[],
    ),
  );
  const disturbed = rounds.filter(({ othersCores }) => othersCores !== null && othersCores > MOST_OTHERS_CORES);
  if (disturbed.length > 0)
    console.log(
      `other processes kept more than ${MOST_OTHERS_CORES} cores busy during ${disturbed.length} of ${rounds.length} rounds`,
    );
}
