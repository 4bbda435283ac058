/** Charges at half of the peak while the impact of changes is measured over 20,000 shipments, one after another. */
import { Companion } from '../support/companion.js';
import { median, type OfferedRound, percentile, type Section } from '../support/figures.js';
import { load, type Plan } from '../support/load.js';
import { offer } from '../support/open-loop.js';
import { ask, assignmentQuestions, chargeQuestions, type Questions } from '../support/questions.js';
import { startPinrate } from '../support/servers.js';
import { filledStore } from '../support/stores.js';
import { FRESH_ID } from '../support/writers.js';

/** As many as a node weighs: of its questions, and of the store's assignments. */
const QUESTIONS = 10_000;
const ASSIGNMENTS = 10_000;
const AT_ONCE = 64;
const SHARE = 0.5;
const MOST_SECONDS = 2;
const MOST_SLOWER = 2;

export async function benchImpact(plan: Plan): Promise<Section> {
  const pinrate = await startPinrate({ dataDir: await filledStore(plan) });
  const questions = await chargeQuestions(pinrate.url);
  const contestant = { name: 'charges', server: pinrate, questions };
  await askAll(pinrate.url, questions, QUESTIONS);
  await askAll(pinrate.url, assignmentQuestions(), ASSIGNMENTS);
  const weigher = await Companion.start('weigher', [pinrate.url, String(QUESTIONS + ASSIGNMENTS)]);
  const { requestsPerSecond: peak } = await load(contestant, plan.warmUpSeconds + plan.roundSeconds);
  const alone: OfferedRound[] = [];
  const during: OfferedRound[] = [];
  for (let round = 0; round < plan.rounds; round++) {
    alone.push(await offer(contestant, SHARE * peak, plan.roundSeconds));
    await weigher.resume();
    during.push(await offer(contestant, SHARE * peak, plan.roundSeconds));
    await weigher.pause();
  }
  const seconds = (await weigher.stop()).flatMap(({ seconds }) => seconds ?? []);
  await pinrate.stop();
  const ratios = during.map(({ p99Ms }, round) => p99Ms / alone[round]!.p99Ms);
  return {
    title: 'impact of a change',
    series: [],
    figures: [
      {
        name: 'charges, offered 50 % of the peak: p99 while impacts are measured / without',
        value: median(ratios),
        unit: 'x',
        target: { atMost: MOST_SLOWER },
        samples: ratios,
      },
      {
        name: `the impact over ${QUESTIONS + ASSIGNMENTS} shipments, beside that load, median`,
        value: median(seconds),
        unit: 's',
        target: { atMost: MOST_SECONDS },
        samples: seconds,
      },
      {
        name: `the impact over ${QUESTIONS + ASSIGNMENTS} shipments, beside that load, p99`,
        value: percentile(seconds, 0.99),
        unit: 's',
        samples: [],
      },
    ],
  };
}

/** Asks `count` questions, in turn. */
async function askAll(url: string, { path, bodies }: Questions, count: number): Promise<void> {
  let asked = 0;
  const askNext = async (): Promise<void> => {
    while (asked < count) {
      const number = asked++;
      const { status, text } = await ask(url, path, bodies[number % bodies.length]!.replace(FRESH_ID, String(number)));
      if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askNext));
}
