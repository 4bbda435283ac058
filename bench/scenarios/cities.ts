/** Pages of cities, read from the catalog, against the ceiling. */
import { strict as assert } from 'node:assert';
import type { Section, Series } from '../support/figures.js';
import { type Plan, takeTurns } from '../support/load.js';
import { cityPages, freshCityPages, read, type Reads } from '../support/questions.js';
import { throughputRatio } from '../support/derived.js';
import { type Server, startPeer, startPinrate } from '../support/servers.js';
import { filledStore } from '../support/stores.js';

const LEAST_OF_BARE = 0.4;
const LEAST_OF_BARE_FRESH = 0.07;

export async function benchCities(plan: Plan): Promise<Section> {
  const pinrate = await startPinrate({ dataDir: await filledStore(plan) });
  const questions = cityPages();
  const bare = await startPeer('bare', [String(await meanBytes(questions, pinrate))]);
  const fresh = freshCityPages();
  const series = await takeTurns(
    [
      { name: 'cities, pages of 50: pinrate', server: pinrate, questions },
      { name: 'cities: bare uWebSockets.js, fixed answer', server: bare, questions },
      { name: 'cities, pages never asked before: pinrate', server: pinrate, questions: fresh },
      // other pages are sent by another generator
      { name: 'cities, pages never asked before: bare uWebSockets.js, fixed answer', server: bare, questions: fresh },
    ],
    plan,
  );
  await Promise.all([pinrate, bare].map((server) => server.stop()));
  const [ours, ceiling, ofFresh, ceilingOfFresh] = series as [Series, Series, Series, Series];
  return {
    title: 'cities',
    series,
    figures: [
      throughputRatio('cities: throughput of pinrate / bare uWebSockets.js', ours, ceiling, { atLeast: LEAST_OF_BARE }),
      throughputRatio(
        'cities, pages never asked before: throughput of pinrate / bare uWebSockets.js',
        ofFresh,
        ceilingOfFresh,
        {
          atLeast: LEAST_OF_BARE_FRESH,
        },
      ),
    ],
  };
}

/** The mean size of the pages in bytes; asserts that each has rows. */
async function meanBytes({ paths }: Reads, { url }: Server): Promise<number> {
  let bytes = 0;
  for (const path of paths) {
    const { status, text } = await read(url, path);
    assert.equal(status, 200, text);
    assert((JSON.parse(text) as { data: unknown[] }).data.length > 0, path);
    bytes += Buffer.byteLength(text);
  }
  return Math.round(bytes / paths.length);
}
