/** The charge route while ten people work with the console. */
import { takeTurnsWith } from '../support/background.js';
import { Companion } from '../support/companion.js';
import { p99Ratio, throughputRatio } from '../support/derived.js';
import type { Section, Series } from '../support/figures.js';
import type { Plan } from '../support/load.js';
import { chargeQuestions } from '../support/questions.js';
import { startPinrate } from '../support/servers.js';
import { filledStore } from '../support/stores.js';

const PEOPLE = 10;
const MOST_SLOWER = 2;

export async function benchConsoles(plan: Plan): Promise<Section> {
  const pinrate = await startPinrate({ dataDir: await filledStore(plan) });
  const contestant = { name: 'charges', server: pinrate, questions: await chargeQuestions(pinrate.url) };
  const consoles = await Companion.start('consoles', [pinrate.url, String(PEOPLE)]);
  const series = await takeTurnsWith(
    contestant,
    [
      { label: '', companion: null },
      { label: `while ${PEOPLE} consoles are open`, companion: consoles },
    ],
    plan,
  );
  await consoles.stop();
  await pinrate.stop();
  const [quiet, during] = series as [Series, Series];
  return {
    title: 'consoles',
    series,
    figures: [
      throughputRatio(`charges: throughput while ${PEOPLE} consoles are open / without`, during, quiet),
      p99Ratio(`charges: p99 while ${PEOPLE} consoles are open / without`, during, quiet, { atMost: MOST_SLOWER }),
    ],
  };
}
