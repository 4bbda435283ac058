/** The load generator, and the rounds in which contestants take turns under it. */
import { createHistogram } from 'node:perf_hooks';
import autocannon from 'autocannon';
import type { Round, Series } from './figures.js';
import { measureUsage } from './processor.js';
import { type Questions, type Reads, signedHeaders } from './questions.js';
import type { Server } from './servers.js';

export const CONNECTIONS = 64;

export interface Plan {
  /** Where stores and datasets of this run go. */
  folder: string;
  rounds: number;
  roundSeconds: number;
  warmUpSeconds: number;
  starts: number;
  rateChanges: number;
}

export interface Contestant {
  name: string;
  server: Server;
  questions: Questions | Reads;
  connections?: number;
}

/** Warms each contestant up, then lets them take turns: A B C A B C …, so that the rounds of a turn can be compared. */
export async function takeTurns(contestants: readonly Contestant[], plan: Plan): Promise<Series[]> {
  const series = contestants.map(({ name, connections = CONNECTIONS }): Series => ({ name, connections, rounds: [] }));
  for (const contestant of contestants) await load(contestant, plan.warmUpSeconds);
  for (let round = 0; round < plan.rounds; round++) {
    for (const [index, contestant] of contestants.entries()) {
      series[index]!.rounds.push(await load(contestant, plan.roundSeconds));
    }
  }
  return series;
}

/**
 * One round. Throws when an answer was not a 200, or a connection failed: such a round measures something else.
 *
 * autocannon runs on this thread. On two cores, one or two workers of its own came to the same ratios (pinrate to bare 0.55,
 * 0.54, 0.54, to Fastify 4.1, 4.0, 3.9), since the cores are what is scarce; and its workers do not report single answers,
 * which the latencies are taken from. Bare uWebSockets.js could answer more than autocannon can ask: hence the processor
 * time a request beside the throughput.
 */
export async function load({ server, questions, connections = CONNECTIONS }: Contestant, seconds: number): Promise<Round> {
  const microseconds = createHistogram();
  const usageSince = measureUsage(server.pid);
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon({
      url: server.url,
      connections,
      pipelining: 1,
      duration: seconds,
      idReplacement: 'bodies' in questions && questions.freshIds === true,
      requests: requestsOf(questions),
    }, (error, done) => (error ? reject(error as Error) : resolve(done)));
    // autocannon's own percentiles are whole milliseconds
    run.on('response', (_client, _status, _bytes, milliseconds) => microseconds.record(Math.max(1, Math.round(milliseconds * 1000))));
  });
  const usage = usageSince();
  const answered = result['2xx'];
  if (answered === 0 || result.non2xx + result.errors + result.timeouts > 0) {
    throw new Error(`${server.name} ${requestsOf(questions)[0]!.path}: ${answered} good answers, ${result.non2xx} others, ${result.errors} errors, ${result.timeouts} timeouts`);
  }
  return {
    requestsPerSecond: answered / result.duration,
    p50Ms: microseconds.percentile(50) / 1000,
    p99Ms: microseconds.percentile(99) / 1000,
    cpuMicroseconds: usage === null ? null : (usage.serverMs * 1000) / answered,
    othersCores: usage === null ? null : usage.othersMs / 1000 / result.duration,
  };
}

function requestsOf(questions: Questions | Reads): (autocannon.Request & { path: string })[] {
  if ('paths' in questions) return questions.paths.map((path) => ({ method: 'GET', path, headers: signedHeaders(path, 'GET') }));
  const headers = signedHeaders(questions.path);
  return questions.bodies.map((body) => ({ method: 'POST', path: questions.path, headers, body }));
}
