/** The load generator, and the rounds in which contestants take turns under it. */
import { createHistogram } from 'node:perf_hooks';
import autocannon from 'autocannon';
import { type ClosedLoadResult, askAgain } from './closed-loop.js';
import type { Round, Series } from './figures.js';
import { measureUsage, residentMegabytes } from './processor.js';
import type { Mix, Questions, Reads } from './questions.js';
import type { Server } from './servers.js';
import { type BenchRequest, FRESH_ID, requestsOf, toMicroseconds } from './writers.js';

export const CONNECTIONS = 64;

export interface Plan {
  /** The folder for stores and datasets of this run. */
  folder: string;
  rounds: number;
  roundSeconds: number;
  warmUpSeconds: number;
  starts: number;
  rateChanges: number;
  /** How long a server is loaded where it has to perform as well at the end as at the beginning. */
  steadySeconds: number;
}

export interface Contestant {
  name: string;
  server: Server;
  questions: Questions | Mix | Reads;
  connections?: number;
  /** The number of partners that its answers are chosen from, for the chart over them. */
  partners?: number;
}

/** Warms each contestant up, then lets them take turns: A B C A B C …, so that the rounds of a turn can be compared. */
export async function takeTurns(contestants: readonly Contestant[], plan: Plan): Promise<Series[]> {
  const series = contestants.map(({ name, server, partners, connections = CONNECTIONS }): Series => ({
    name,
    server: server.name,
    partners,
    connections,
    rounds: [],
  }));
  for (const contestant of contestants) if (plan.warmUpSeconds > 0) await load(contestant, plan.warmUpSeconds);
  for (let round = 0; round < plan.rounds; round++) {
    for (const [index, contestant] of contestants.entries()) {
      series[index]!.rounds.push(await load(contestant, plan.roundSeconds));
    }
  }
  return series;
}

/** autocannon builds all requests again for each connection: of thousands the first is answered after seconds. */
const MOST_FOR_AUTOCANNON = 500;

/** One round. Throws when an answer was not a 200, or a connection failed: such a round measures something else. */
export async function load(
  { server, questions, connections = CONNECTIONS }: Contestant,
  seconds: number,
): Promise<Round> {
  const requests = requestsOf(questions);
  const isForAutocannon =
    requests.length <= MOST_FOR_AUTOCANNON && !requests.some(({ body }) => body?.includes(FRESH_ID));
  const generator = isForAutocannon ? cannonade : askAgain;
  const usageSince = measureUsage(server.pid);
  const {
    answered,
    seconds: took,
    microseconds,
  } = await generator(server.url, requests, connections, seconds).catch((error: unknown) => {
    throw new Error(`${server.name} ${requests[0]!.path}: ${(error as Error).message}`, { cause: error });
  });
  const usage = usageSince();
  return {
    requestsPerSecond: answered / took,
    p50Ms: microseconds.percentile(50) / 1000,
    p99Ms: microseconds.percentile(99) / 1000,
    p999Ms: microseconds.percentile(99.9) / 1000,
    cpuMicroseconds: usage === null ? null : (usage.serverMs * 1000) / answered,
    residentMegabytes: residentMegabytes(server.pid),
    othersCores: usage === null ? null : usage.othersMs / 1000 / took,
  };
}

/**
 * autocannon runs on this thread. Its workers gave the same ratios on two cores, because the cores are the bottleneck,
 * and they do not report single answers, which the latencies need. Bare uWebSockets.js could answer more than
 * autocannon can send, hence the processor time per request in addition to the throughput.
 */
async function cannonade(
  url: string,
  requests: BenchRequest[],
  connections: number,
  seconds: number,
): Promise<ClosedLoadResult> {
  const microseconds = createHistogram();
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon({ url, connections, pipelining: 1, duration: seconds, requests }, (error, done) =>
      error ? reject(error as Error) : resolve(done),
    );
    // autocannon's own percentiles are whole milliseconds
    run.on('response', (_client, _status, _bytes, milliseconds) => microseconds.record(toMicroseconds(milliseconds)));
  });
  const answered = result['2xx'];
  if (answered === 0 || result.non2xx + result.errors + result.timeouts > 0) {
    throw new Error(
      `${answered} good answers, ${result.non2xx} others, ${result.errors} errors, ${result.timeouts} timeouts`,
    );
  }
  return { answered, seconds: result.duration, microseconds };
}
