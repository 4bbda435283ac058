/** All pincodes of the country assigned in one request, over and over, and what that does to quotes meanwhile. */
import { join } from 'node:path';
import { Companion } from './support/companion.js';
import { type Figure, median, type Round, type Section, type Series } from './support/figures.js';
import { CONNECTIONS, load, type Plan } from './support/load.js';
import { chargeQuestions } from './support/questions.js';
import { startPinrate } from './support/servers.js';

const MOST_SECONDS = 5;
const MOST_TIMES_P99 = 2;

export async function benchBulk(plan: Plan): Promise<Section> {
  const pinrate = await startPinrate({ dataDir: join(plan.folder, 'bulk') });
  const contestant = { name: 'charges', server: pinrate, questions: await chargeQuestions(pinrate.url) };
  const assigner = await Companion.start('assigner', [pinrate.url]);
  await load(contestant, plan.warmUpSeconds);
  const alone: Round[] = [];
  const during: Round[] = [];
  while (alone.length < plan.rounds) {
    await assigner.pause();
    alone.push(await load(contestant, plan.roundSeconds));
    await assigner.resume();
    during.push(await load(contestant, plan.roundSeconds));
  }
  const seconds = (await assigner.stop()).flatMap(({ seconds }) => seconds ?? []);
  await pinrate.stop();

  const series: Series[] = [
    { name: 'charges', connections: CONNECTIONS, rounds: alone },
    { name: 'charges, while all pincodes are being assigned', connections: CONNECTIONS, rounds: during },
  ];
  const times = during.map(({ p99Ms }, index) => p99Ms / alone[index]!.p99Ms);
  return {
    title: 'bulk',
    series,
    figures: [
      { name: 'assigning all pincodes in one request, beside that load', value: median(seconds), unit: 's', target: { atMost: MOST_SECONDS }, samples: seconds },
      { name: 'p99 of charges meanwhile / without', value: median(times), unit: 'x', target: { atMost: MOST_TIMES_P99 }, samples: times } satisfies Figure,
    ],
  };
}
