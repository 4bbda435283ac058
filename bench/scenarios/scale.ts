/**
 * A thousand partners over all pincodes, with lane rules and flagged pincodes: the cost of building their index, of
 * holding it in memory, and of changing one of them while quotes continue.
 */
import { strict as assert } from 'node:assert';
import { takeTurnsWith } from '../support/background.js';
import { Companion } from '../support/companion.js';
import { generateDataset, partnersOf } from '../support/dataset.js';
import { median, percentile, type Section, type Series } from '../support/figures.js';
import type { Plan } from '../support/load.js';
import { chargeQuestions } from '../support/questions.js';
import { p99Ratio, residentFigure } from '../support/derived.js';
import { type Server, startPinrate } from '../support/servers.js';
import { filledStore } from '../support/stores.js';

const PARTNERS = 1_000;
const MOST_BUILD_SECONDS = 10;
const MOST_RESIDENT_MEGABYTES = 650;
const MOST_PUBLISH_MS = 50;
const MOST_TIMES_P99 = 2;
/** So far apart that each one is published separately. */
const CHANGES_PER_SECOND = 10;

export async function benchScale(plan: Plan): Promise<Section> {
  const partners = partnersOf(plan, PARTNERS);
  const dataset = await generateDataset(plan, partners, { hasContracts: true });
  const pinrate = await startPinrate({ dataDir: await filledStore(plan, dataset), dataset });
  const buildSeconds = await firstBuildSeconds(pinrate);
  const changer = await Companion.start('changer', [String(CHANGES_PER_SECOND), 'http', pinrate.url, '1']);
  const contestant = {
    name: `charges of ${partners} partners`,
    server: pinrate,
    questions: await chargeQuestions(pinrate.url),
  };
  const series = await takeTurnsWith(
    contestant,
    [
      { label: '', companion: null },
      { label: 'while one partner changes', companion: changer },
    ],
    plan,
  );
  const changeMs = (await changer.stop()).flatMap(({ seconds }) => (seconds === undefined ? [] : [seconds * 1_000]));
  await pinrate.stop();
  const [alone, during] = series as [Series, Series];
  return {
    title: `${partners} partners over all pincodes`,
    series,
    figures: [
      {
        name: `index of ${partners} partners: built off the request path in`,
        value: buildSeconds,
        unit: 's',
        target: { atMost: MOST_BUILD_SECONDS },
        samples: [buildSeconds],
      },
      ...residentFigure(
        `resident with ${partners} partners, under load`,
        series.flatMap(({ rounds }) => rounds),
        MOST_RESIDENT_MEGABYTES,
      ),
      {
        name: `one of ${partners} partners changed: durable and published after, under load, median`,
        value: median(changeMs),
        unit: 'ms',
        target: { atMost: MOST_PUBLISH_MS },
        samples: changeMs,
      },
      {
        name: `one of ${partners} partners changed: durable and published after, under load, p99`,
        value: percentile(changeMs, 0.99),
        unit: 'ms',
        samples: changeMs,
      },
      p99Ratio(`one of ${partners} partners changes: p99 of charges meanwhile / without`, during, alone, {
        atMost: MOST_TIMES_P99,
      }),
    ],
  };
}

/** What the node reports about its only build so far. */
async function firstBuildSeconds({ url }: Server): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const valueOf = (name: string) =>
    Number(new RegExp(`^pinrate_index_build_duration_seconds_${name} (\\S+)$`, 'm').exec(text)?.[1]);
  assert.equal(valueOf('count'), 1, 'the index was built once');
  return valueOf('sum');
}
