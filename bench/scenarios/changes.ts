/** The charge route while partners change their rates and zones over the API 200 times a second. */
import { takeTurnsWith } from '../support/background.js';
import { Companion } from '../support/companion.js';
import { median, percentile, type Section, type Series } from '../support/figures.js';
import type { Plan } from '../support/load.js';
import { chargeQuestions } from '../support/questions.js';
import { p99Ratio, throughputRatio } from '../support/derived.js';
import { startPinrate } from '../support/servers.js';
import { filledStore } from '../support/stores.js';

const CHANGES_PER_SECOND = 200;
const PARTNERS = 8;

export async function benchChanges(plan: Plan): Promise<Section> {
  const pinrate = await startPinrate({ dataDir: await filledStore(plan) });
  const changer = await Companion.start('changer', [String(CHANGES_PER_SECOND), 'http', pinrate.url, String(PARTNERS)]);
  const contestant = { name: 'charges', server: pinrate, questions: await chargeQuestions(pinrate.url) };
  const series = await takeTurnsWith(
    contestant,
    [
      { label: '', companion: null },
      { label: `while ${CHANGES_PER_SECOND} changes a second arrive`, companion: changer },
    ],
    plan,
  );
  const seconds = (await changer.stop()).flatMap(({ seconds }) => seconds ?? []);
  await pinrate.stop();
  const [alone, during] = series as [Series, Series];
  const perSecond = seconds.length / (plan.rounds * plan.roundSeconds);
  return {
    title: 'changes over the API',
    series,
    figures: [
      throughputRatio('charges: throughput while 200 changes a second arrive / without', during, alone),
      p99Ratio('charges: p99 while 200 changes a second arrive / without', during, alone),
      { name: 'changes that were made under that load', value: perSecond, unit: '/s', samples: [perSecond] },
      {
        name: 'a change is durable and in the next quote after, under that load, median',
        value: median(seconds) * 1_000,
        unit: 'ms',
        samples: [],
      },
      {
        name: 'a change is durable and in the next quote after, under that load, p99',
        value: percentile(seconds, 0.99) * 1_000,
        unit: 'ms',
        samples: [],
      },
    ],
  };
}
