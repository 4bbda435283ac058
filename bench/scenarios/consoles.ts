/** The charge route while ten people work with the console. */
import { takeTurnsWith } from '../support/background.js';
import { Companion } from '../support/companion.js';
import { p99Ratio, throughputRatio } from '../support/derived.js';
import { median, type Section, type Series } from '../support/figures.js';
import { load, type Plan } from '../support/load.js';
import { offer } from '../support/open-loop.js';
import { chargeQuestions } from '../support/questions.js';
import { startPinrate } from '../support/servers.js';
import { filledStore } from '../support/stores.js';

const PEOPLE = 10;
const MOST_SLOWER = 2;
const SHARE = 0.5;

export async function benchConsoles(plan: Plan): Promise<Section> {
  const pinrate = await startPinrate({ dataDir: await filledStore(plan) });
  const contestant = { name: 'charges', server: pinrate, questions: await chargeQuestions(pinrate.url) };
  const consoles = await Companion.start('consoles', [pinrate.url, String(PEOPLE)]);
  const label = `while ${PEOPLE} consoles are open`;
  const series = await takeTurnsWith(
    contestant,
    [
      { label: '', companion: null },
      { label, companion: consoles },
    ],
    plan,
  );
  const { requestsPerSecond } = await load(contestant, plan.roundSeconds);
  const half = async () => (await offer(contestant, SHARE * requestsPerSecond, plan.roundSeconds)).p99Ms;
  const ratios: number[] = [];
  for (let round = 0; round < plan.rounds; round++) {
    const quietMs = await half();
    await consoles.resume();
    ratios.push((await half()) / quietMs);
    await consoles.pause();
  }
  await consoles.stop();
  await pinrate.stop();
  const [quiet, during] = series as [Series, Series];
  return {
    title: 'consoles',
    series,
    figures: [
      throughputRatio(`charges: throughput ${label} / without`, during, quiet),
      p99Ratio(`charges: p99 ${label} / without`, during, quiet, { atMost: MOST_SLOWER }),
      {
        name: `charges, offered half of the peak: p99 ${label} / without`,
        value: median(ratios),
        unit: 'x',
        target: { atMost: MOST_SLOWER },
        samples: ratios,
      },
    ],
  };
}
