/** The resident memory of a node with the demo dataset. */
import { residentFigure } from '../support/derived.js';
import type { Round, Section } from '../support/figures.js';
import { load, type Plan } from '../support/load.js';
import { chargeQuestions, findAllQuestions } from '../support/questions.js';
import { startPinrate } from '../support/servers.js';
import { filledStore } from '../support/stores.js';

const MOST_RESIDENT_MEGABYTES = 400;
const THREADS = 2;

export async function benchMemory(plan: Plan): Promise<Section> {
  const pinrate = await startPinrate({ dataDir: await filledStore(plan), workers: THREADS });
  const rounds: Round[] = [];
  for (const questions of [await chargeQuestions(pinrate.url), findAllQuestions()]) {
    rounds.push(await load({ name: 'memory', server: pinrate, questions }, plan.warmUpSeconds + plan.roundSeconds));
  }
  await pinrate.stop();
  return {
    title: 'memory',
    series: [],
    figures: residentFigure(
      `resident with the demo dataset and ${THREADS} pool threads, after load`,
      rounds,
      MOST_RESIDENT_MEGABYTES,
    ),
  };
}
