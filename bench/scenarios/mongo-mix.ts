/**
 * The requests of a checkout: pinrate on MongoDB against the service that queries MongoDB for each request, in turn on
 * one database.
 */
import { compareAnswers } from '../support/answers.js';
import { withDatabases } from '../support/databases.js';
import { generateDataset } from '../support/dataset.js';
import type { Section, Series } from '../support/figures.js';
import { type Plan, takeTurns } from '../support/load.js';
import { mixQuestions } from '../support/questions.js';
import { throughputRatio } from '../support/derived.js';
import { startPeer, startPinrate } from '../support/servers.js';
import { LEAST_OF_PER_REQUEST, MIX_PARTNERS } from './mix.js';

/**
 * Fewer than elsewhere: each request of the peer is some ten queries, and a slow MongoDB would answer none of 64 in a
 * short round.
 */
const CONNECTIONS = 16;

export function benchMongoMix(plan: Plan): Promise<Section | null> {
  return withDatabases(async (_, databases) => {
    const mongodb = databases('mix');
    const pinrate = await startPinrate({ mongodb, dataset: await generateDataset(plan, MIX_PARTNERS) });
    const peer = await startPeer('per-request', ['mongo', mongodb.uri, mongodb.database]);
    const questions = await mixQuestions(pinrate.url);
    await compareAnswers(questions, pinrate, [{ server: peer, isWhole: false }]);
    const series = await takeTurns(
      [
        { name: 'mix of a checkout on MongoDB: pinrate', server: pinrate, questions, connections: CONNECTIONS },
        {
          name: 'mix of a checkout on MongoDB: Fastify, querying it for each request',
          server: peer,
          questions,
          connections: CONNECTIONS,
        },
      ],
      plan,
    );
    await Promise.all([pinrate, peer].map((server) => server.stop()));
    const [ours, theirs] = series as [Series, Series];
    return {
      title: 'mix of a checkout on MongoDB',
      series,
      figures: [
        throughputRatio(
          'mix of a checkout on MongoDB: throughput of pinrate / Fastify, querying it for each request',
          ours,
          theirs,
          { atLeast: LEAST_OF_PER_REQUEST },
        ),
      ],
    };
  });
}
