/** The charge route while the impact of changes is measured over 20,000 shipments, one after another. */
import { askAll } from '../support/ask-all.js';
import { Companion } from '../support/companion.js';
import { takeTurnsWith } from '../support/background.js';
import { median, percentile, type Section, type Series } from '../support/figures.js';
import type { Plan } from '../support/load.js';
import { p99Ratio, throughputRatio } from '../support/derived.js';
import { assignmentQuestions, chargeQuestions } from '../support/questions.js';
import { startPinrate } from '../support/servers.js';
import { filledStore } from '../support/stores.js';

/** As many as a node weighs: of its questions, and of the store's assignments. */
const QUESTIONS = 10_000;
const ASSIGNMENTS = 10_000;
const MOST_SECONDS = 2;
const MOST_SLOWER = 2;

export async function benchImpact(plan: Plan): Promise<Section> {
  const pinrate = await startPinrate({ dataDir: await filledStore(plan) });
  const questions = await chargeQuestions(pinrate.url);
  const contestant = { name: 'charges', server: pinrate, questions };
  await askAll(pinrate.url, questions, QUESTIONS);
  await askAll(pinrate.url, assignmentQuestions(), ASSIGNMENTS);
  const weigher = await Companion.start('weigher', [pinrate.url, String(QUESTIONS + ASSIGNMENTS)]);
  const series = await takeTurnsWith(
    contestant,
    [
      { label: '', companion: null },
      { label: 'while impacts are measured', companion: weigher },
    ],
    plan,
  );
  const seconds = (await weigher.stop()).flatMap(({ seconds }) => seconds ?? []);
  await pinrate.stop();
  const [alone, during] = series as [Series, Series];
  return {
    title: 'impact of a change',
    series,
    figures: [
      throughputRatio('charges: throughput while impacts are measured / without', during, alone),
      p99Ratio('charges: p99 while impacts are measured / without', during, alone, { atMost: MOST_SLOWER }),
      {
        name: `the impact over ${QUESTIONS + ASSIGNMENTS} shipments, under that load, median`,
        value: median(seconds),
        unit: 's',
        target: { atMost: MOST_SECONDS },
        samples: seconds,
      },
      {
        name: `the impact over ${QUESTIONS + ASSIGNMENTS} shipments, under that load, p99`,
        value: percentile(seconds, 0.99),
        unit: 's',
        samples: [],
      },
    ],
  };
}
