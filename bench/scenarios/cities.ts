/** Pages of cities, read from the catalog, against the ceiling; and the search among all places of India. */
import { strict as assert } from 'node:assert';
import { type Figure, median, type Section, type Series } from '../support/figures.js';
import { type Plan, takeTurns } from '../support/load.js';
import { cityPages, freshCityPages, read, type Reads } from '../support/questions.js';
import { throughputRatio } from '../support/derived.js';
import { type Server, startPeer, startPinrate } from '../support/servers.js';
import { filledStore } from '../support/stores.js';

const LEAST_OF_BARE = 0.4;
const LEAST_OF_BARE_FRESH = 0.07;
const MOST_PLACES_MS = 5;
const SEARCHES_OF_A_TEXT = 20;
/** As people type them: beginnings, words of two places, a pincode with a name, one that nothing has. */
const TYPED = ['p', 'pu', 'pune', '4', '4110', '411001 shivaji', 'shivajinagar pune', 'ng', 'zzzz', 'new delhi'];

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
  const places = await searchedPlaces(pinrate);
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
      places,
    ],
  };
}

/** Each with other blanks, or the front would have the page. */
async function searchedPlaces({ url }: Server): Promise<Figure> {
  const search = async (text: string): Promise<void> => {
    const { status, text: answer } = await read(url, `/api/v1/places?${new URLSearchParams({ search: text })}`);
    assert.equal(status, 200, answer);
  };
  await search('the texts of places are made with the first search');
  const samples: number[] = [];
  for (const text of TYPED) {
    const times: number[] = [];
    for (let blanks = 0; blanks < SEARCHES_OF_A_TEXT; blanks++) {
      const sinceMs = performance.now();
      await search(text + ' '.repeat(blanks));
      times.push(performance.now() - sinceMs);
    }
    samples.push(median(times));
  }
  return {
    name: 'places: the slowest of ten searches among all of India, round trip',
    value: Math.max(...samples),
    unit: 'ms',
    target: { atMost: MOST_PLACES_MS },
    samples,
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
