/** All pincodes of the country assigned in one request, over and over, and the effect on quotes meanwhile. */
import { takeTurnsWith } from '../support/background.js';
import { Companion } from '../support/companion.js';
import { median, type Section, type Series } from '../support/figures.js';
import type { Plan } from '../support/load.js';
import { chargeQuestions } from '../support/questions.js';
import { p99Ratio } from '../support/derived.js';
import { startPinrate } from '../support/servers.js';
import { filledStore } from '../support/stores.js';

const MOST_SECONDS = 5;
const MOST_TIMES_P99 = 2;

export async function benchBulk(plan: Plan): Promise<Section> {
  const pinrate = await startPinrate({ dataDir: await filledStore(plan) });
  const contestant = { name: 'charges', server: pinrate, questions: await chargeQuestions(pinrate.url) };
  const assigner = await Companion.start('assigner', [pinrate.url]);
  const series = await takeTurnsWith(
    contestant,
    [
      { label: '', companion: null },
      { label: 'while all pincodes are being assigned', companion: assigner },
    ],
    plan,
  );
  const seconds = (await assigner.stop()).flatMap(({ seconds }) => seconds ?? []);
  await pinrate.stop();
  const [alone, during] = series as [Series, Series];
  return {
    title: 'bulk',
    series,
    figures: [
      {
        name: 'assigning all pincodes in one request, under that load',
        value: median(seconds),
        unit: 's',
        target: { atMost: MOST_SECONDS },
        samples: seconds,
      },
      p99Ratio('p99 of charges meanwhile / without', during, alone, { atMost: MOST_TIMES_P99 }),
    ],
  };
}
