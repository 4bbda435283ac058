/**
 * Charges at half of the peak for minutes, which shows what rounds of seconds cannot: V8 first walks through the whole
 * heap after 100 s.
 */
import { median, type Section } from '../support/figures.js';
import { load, type Plan } from '../support/load.js';
import { offer } from '../support/open-loop.js';
import { chargeQuestions } from '../support/questions.js';
import { startPinrate } from '../support/servers.js';
import { filledStore } from '../support/stores.js';

const SHARE = 0.5;
const MOST_GROWTH = 2;

export async function benchSteady(plan: Plan): Promise<Section> {
  const pinrate = await startPinrate({ dataDir: await filledStore(plan) });
  const contestant = { name: 'charges', server: pinrate, questions: await chargeQuestions(pinrate.url) };
  const { requestsPerSecond: peak } = await load(contestant, plan.warmUpSeconds + plan.roundSeconds);
  const p99s: number[] = [];
  for (const until = performance.now() + plan.steadySeconds * 1_000; performance.now() < until;) {
    p99s.push((await offer(contestant, SHARE * peak, plan.roundSeconds)).p99Ms);
  }
  await pinrate.stop();
  const third = Math.ceil(p99s.length / 3);
  const [first, last] = [p99s.slice(0, third), p99s.slice(-third)];
  const ofThird = (which: string, samples: number[]) => ({
    name: `charges, offered 50 % of the peak for ${plan.steadySeconds} s: p99 in the ${which} third`,
    value: median(samples),
    unit: 'ms',
    samples,
  });
  return {
    title: 'charges for minutes',
    series: [],
    figures: [
      ofThird('first', first),
      ofThird('last', last),
      {
        name: 'charges, offered 50 % of the peak for minutes: p99 in the last third / in the first',
        value: median(last) / median(first),
        unit: 'x',
        target: { atMost: MOST_GROWTH },
        samples: [],
      },
    ],
  };
}
