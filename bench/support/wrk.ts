/**
 * wrk instead of autocannon, where it is on the PATH: it is written in C and uses less processor time than what it
 * measures.
 */
import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Round, Series } from './figures.js';
import { type Contestant, CONNECTIONS, type Plan } from './load.js';
import { measureUsage, residentMegabytes } from './processor.js';
import { requestsOf } from './writers.js';

const THREADS = 1;

interface Summary {
  requests: number;
  microseconds: number;
  /** Connections and answers that failed. */
  faults: number;
  p50: number;
  p99: number;
  p999: number;
}

export function hasWrk(): boolean {
  // it prints its version and exits with 1
  return spawnSync('wrk', ['-v']).error === undefined;
}

/** Like takeTurns, with wrk as the load. */
export async function takeWrkTurns(contestants: readonly Contestant[], plan: Plan): Promise<Series[]> {
  const series = contestants.map(({ name, server, partners }): Series => ({
    name,
    server: server.name,
    partners,
    connections: CONNECTIONS,
    rounds: [],
  }));
  if (plan.warmUpSeconds > 0) for (const contestant of contestants) await wrk(contestant, plan.warmUpSeconds, plan);
  for (let round = 0; round < plan.rounds; round++) {
    for (const [index, contestant] of contestants.entries())
      series[index]!.rounds.push(await wrk(contestant, plan.roundSeconds, plan));
  }
  return series;
}

/** One round. Throws when an answer was not a 200, or a connection failed. */
async function wrk({ server, questions }: Contestant, seconds: number, { folder }: Plan): Promise<Round> {
  const script = join(folder, 'wrk.lua');
  writeFileSync(script, scriptOf(requestsOf(questions)));
  const usageSince = measureUsage(server.pid);
  const args = [`-t${THREADS}`, `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', script, server.url];
  const { stdout } = await promisify(execFile)('wrk', args, { encoding: 'utf8' });
  const usage = usageSince();
  const { requests, microseconds, faults, p50, p99, p999 } = JSON.parse(
    stdout.slice(stdout.lastIndexOf('\n{') + 1),
  ) as Summary;
  if (requests === 0 || faults > 0) throw new Error(`${server.name} under wrk: ${requests} answers, ${faults} faults`);
  return {
    requestsPerSecond: (requests * 1_000_000) / microseconds,
    p50Ms: p50 / 1_000,
    p99Ms: p99 / 1_000,
    p999Ms: p999 / 1_000,
    cpuMicroseconds: usage === null ? null : (usage.serverMs * 1_000) / requests,
    residentMegabytes: residentMegabytes(server.pid),
    // wrk's share cannot be distinguished from that of others
    othersCores: null,
  };
}

function scriptOf(requests: ReturnType<typeof requestsOf>): string {
  const lines = requests.map(({ method, path, headers, body }) => {
    const fields = Object.entries(headers).map(([name, value]) => `[${text(name)}]=${text(value)}`);
    return `  wrk.format(${text(method)}, ${text(path)}, {${fields.join(', ')}}, ${body === undefined ? 'nil' : text(body)}),`;
  });
  return `-- the requests are made before the load, and sent in turn
local requests = {}
local turn = 0
init = function()
  requests = {
${lines.join('\n')}
  }
end
request = function()
  turn = turn % #requests + 1
  return requests[turn]
end
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format('\\n{"requests":%d,"microseconds":%d,"faults":%d,"p50":%d,"p99":%d,"p999":%d}\\n',
    summary.requests, summary.duration, errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50), latency:percentile(99), latency:percentile(99.9)))
end
`;
}

/**
 * A Lua string: quotes, backslashes and control characters are escaped as in JSON, which is enough for these texts.
 */
const text = (value: string): string => JSON.stringify(value);
