/**
 * This version against the last release, in turns: what a charge, a search among 100 partners and an assignment cost in
 * processor time. bench:guard fails above the target. What a release costs on purpose is in `STATED_COSTS` and in its
 * CHANGELOG, below "What it costs": a person who upgrades reads it there.
 */
import { join } from 'node:path';
import { generateDataset, partnersOf } from '../support/dataset.js';
import { processorTimeRatio } from '../support/derived.js';
import type { Figure, Section, Series } from '../support/figures.js';
import { type Contestant, type Plan, takeTurns } from '../support/load.js';
import { assignmentQuestions, chargeQuestions, findAllQuestions, type Questions } from '../support/questions.js';
import { builtRelease } from '../support/release.js';
import { type Server, startPinrate } from '../support/servers.js';
import { filledStore } from '../support/stores.js';

const MOST_OF_RELEASE = 1.05;

/**
 * The most that questions may cost in proportion to one release, where that is more than `MOST_OF_RELEASE`: the highest
 * of several runs, which the CHANGELOG states, and a twentieth for the machine. It counts against that release alone,
 * so the next one begins without it.
 */
const STATED_COSTS = {
  against: '0.3.0',
  charges: 1.25,
  availability: 1.35,
  assignment: 1.65,
};

export async function benchRelease(plan: Plan): Promise<Section | null> {
  const release = builtRelease();
  if (release === null) return null;
  const partners = partnersOf(plan, 100);
  // the release must be able to read what it is asked about
  const demo = join(release.folder, 'data', 'demo');
  const many = await generateDataset(plan, partners, { root: release.folder });
  const series: Series[] = [];
  const figures: Figure[] = [];
  const compare = async (
    what: string,
    stated: number,
    dataset: string,
    questionsOf: (server: Server) => Promise<Questions> | Questions,
  ): Promise<void> => {
    // each fills a store of its own: their formats differ
    const [ours, theirs] = await Promise.all([
      startPinrate({ dataDir: await filledStore(plan, dataset), dataset }),
      startPinrate({ dataDir: await filledStore(plan, dataset, release.folder), dataset, root: release.folder }),
    ]);
    const questions = await questionsOf(ours);
    const contestant = (name: string, server: Server): Contestant => ({ name: `${what}: ${name}`, server, questions });
    const both = await takeTurns([contestant('now', ours), contestant(release.version, theirs)], plan);
    await Promise.all([ours.stop(), theirs.stop()]);
    series.push(...both);
    const name = `${what}: processor time a request, now / release ${release.version}`;
    const atMost = release.version === STATED_COSTS.against ? stated : MOST_OF_RELEASE;
    for (const figure of processorTimeRatio(name, both[0]!, both[1]!)) figures.push({ ...figure, target: { atMost } });
  };
  await compare('charges', STATED_COSTS.charges, demo, ({ url }) => chargeQuestions(url));
  await compare(`availability of all ${partners} partners`, STATED_COSTS.availability, many, () => findAllQuestions());
  await compare('assignment, durable', STATED_COSTS.assignment, demo, () => assignmentQuestions());
  return { title: `now and release ${release.version}`, series, figures };
}
