/**
 * Two acceptors against one, under wrk. They need MongoDB, because only one process can write to the embedded store.
 */
import { withDatabases } from '../support/databases.js';
import type { Section, Series } from '../support/figures.js';
import type { Plan } from '../support/load.js';
import { chargeQuestions } from '../support/questions.js';
import { throughputRatio } from '../support/derived.js';
import { startPinrate } from '../support/servers.js';
import { hasWrk, takeWrkTurns } from '../support/wrk.js';

/** No loss, within the spread between rounds of the same server. */
const LEAST_OF_ONE = 0.97;

/**
 * Each acceptor is a main thread and one pool thread, the minimum. On two cores, two of them share what one has alone;
 * with a generator that takes a whole core, as autocannon does, three processes would share them.
 */
export async function benchMongoAcceptors(plan: Plan): Promise<Section | null> {
  if (!hasWrk()) return null;
  return withDatabases(async (_, databases) => {
    const mongodb = databases('acceptors');
    const two = await startPinrate({ mongodb, acceptors: 2 });
    const one = await startPinrate({ mongodb });
    const questions = await chargeQuestions(one.url);
    const series = await takeWrkTurns([
      { name: 'charges, two acceptors', server: two, questions },
      { name: 'charges, one acceptor', server: one, questions },
    ], plan);
    await Promise.all([one, two].map((server) => server.stop()));
    const [ofTwo, ofOne] = series as [Series, Series];
    return { title: 'acceptors', series, figures: [throughputRatio('charges: throughput of two acceptors / one', ofTwo, ofOne, { atLeast: LEAST_OF_ONE })] };
  });
}
