/** The charge route while backtests over 100,000 shipments run, one after another. */
import { askAll } from '../support/ask-all.js';
import { takeTurnsWith } from '../support/background.js';
import { Companion } from '../support/companion.js';
import { p99Ratio, throughputRatio } from '../support/derived.js';
import { median, type Section, type Series } from '../support/figures.js';
import type { Plan } from '../support/load.js';
import { assignmentQuestions, chargeQuestions } from '../support/questions.js';
import { startPinrate } from '../support/servers.js';
import { filledStore } from '../support/stores.js';

const SHIPMENTS = 100_000;
/** A run of one round only checks that everything works. */
const SMOKE_SHIPMENTS = 2_000;
const MOST_SECONDS = 60;
const MOST_SLOWER = 2;

export async function benchBacktest(plan: Plan): Promise<Section> {
  const shipments = plan.rounds === 1 ? SMOKE_SHIPMENTS : SHIPMENTS;
  const pinrate = await startPinrate({ dataDir: await filledStore(plan) });
  const questions = await chargeQuestions(pinrate.url);
  const contestant = { name: 'charges', server: pinrate, questions };
  await askAll(pinrate.url, assignmentQuestions(), shipments);
  const backtester = await Companion.start('backtester', [pinrate.url, String(shipments)]);
  await backtester.resume();
  await backtester.pause();
  const series = await takeTurnsWith(
    contestant,
    [
      { label: '', companion: null },
      { label: 'while backtests run', companion: backtester },
    ],
    plan,
  );
  const [alone = Number.NaN, ...seconds] = (await backtester.stop()).flatMap(({ seconds: taken }) => taken ?? []);
  await pinrate.stop();
  const [quiet, during] = series as [Series, Series];
  return {
    title: 'backtest',
    series,
    figures: [
      throughputRatio('charges: throughput while backtests run / without', during, quiet),
      p99Ratio('charges: p99 while backtests run / without', during, quiet, { atMost: MOST_SLOWER }),
      {
        name: `a backtest over ${shipments} shipments`,
        value: alone,
        unit: 's',
        target: { atMost: MOST_SECONDS },
        samples: [alone],
      },
      {
        name: `a backtest over ${shipments} shipments, under that load, median`,
        value: median(seconds),
        unit: 's',
        samples: seconds,
      },
    ],
  };
}
