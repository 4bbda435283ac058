/** The charge route against the ceiling and the peer. */
import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { type Figure, median, type Section, type Series, throughputRatios } from './support/figures.js';
import { type Plan, takeTurns } from './support/load.js';
import { ask, chargeQuestions, type Questions } from './support/questions.js';
import { type Server, startPeer, startPinrate } from './support/servers.js';

const LEAST_OF_BARE = 0.4;
const LEAST_OF_FASTIFY = 2.5;

export async function benchCharges(plan: Plan): Promise<Section> {
  const pinrate = await startPinrate({ dataDir: join(plan.folder, 'demo') });
  const fastify = await startPeer('fastify', [join(plan.folder, 'fastify')]);
  const questions = await chargeQuestions(pinrate.url);
  const bare = await startPeer('bare', [String(await compareAnswers(questions, pinrate, fastify))]);
  const series = await takeTurns([
    { name: 'charges: pinrate', server: pinrate, questions },
    { name: 'charges: bare uWebSockets.js, fixed answer', server: bare, questions },
    { name: 'charges: Fastify, inline', server: fastify, questions },
  ], plan);
  await Promise.all([pinrate, fastify, bare].map((server) => server.stop()));

  const [ours, ceiling, peer] = series as [Series, Series, Series];
  return {
    title: 'charges',
    series,
    figures: [
      ratio('charges: throughput of pinrate / bare uWebSockets.js', throughputRatios(ours, ceiling), LEAST_OF_BARE),
      ratio('charges: throughput of pinrate / Fastify', throughputRatios(ours, peer), LEAST_OF_FASTIFY),
      ...timesProcessorTime(ours, ceiling),
    ],
  };
}

function ratio(name: string, samples: number[], atLeast: number): Figure {
  return { name, value: median(samples), unit: 'x', target: { atLeast }, samples };
}

/** What the ratio of throughputs hides where the load generator is the limit: how much more work a request is. */
function timesProcessorTime(ours: Series, ceiling: Series): Figure[] {
  const samples = ours.rounds.flatMap(({ cpuMicroseconds }, index) => {
    const bare = ceiling.rounds[index]!.cpuMicroseconds;
    return cpuMicroseconds === null || bare === null ? [] : [cpuMicroseconds / bare];
  });
  if (samples.length === 0) return [];
  return [{ name: 'charges: processor time a request of pinrate / bare uWebSockets.js', value: median(samples), unit: 'x', samples }];
}

/** Sees that both give the same answers, and returns their mean size in bytes. */
async function compareAnswers({ path, bodies }: Questions, pinrate: Server, fastify: Server): Promise<number> {
  let bytes = 0;
  for (const body of bodies) {
    const ours = await ask(pinrate.url, path, body);
    const theirs = await ask(fastify.url, path, body);
    assert.equal(ours.status, 200, ours.text);
    assert.deepEqual(comparable(theirs.text), comparable(ours.text));
    bytes += Buffer.byteLength(ours.text);
  }
  return Math.round(bytes / bodies.length);
}

/** An answer without what differs each time it is given. */
function comparable(text: string): unknown {
  const fresh = new Set(['calculationId', 'calculatedAt', 'execution_time_ms', 'request_id']);
  return JSON.parse(text, (key, value: unknown) => (fresh.has(key) ? undefined : value));
}
