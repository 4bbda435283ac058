/** The only file that imports @redis/client. */
import { createClient, defineScript, type CommandParser } from '@redis/client';
import { RATE_WINDOW_SECONDS, REDIS_CONNECT_TIMEOUT_MS, SHARED_COUNTER_SLACK_SECONDS } from '../limits.js';
import type { Allowance, Counted } from '../http/rate-limit.js';

/**
 * The logic of FixedWindows in one step of Redis: no node can intervene between reading and counting, and a refused
 * request is not counted. (The limiters of rate-limiter-flexible each have one counter, which counts refusals too.)
 * Returns a Counted: the place in the window, 0 when the window is full, -1 when the second is full.
 */
const COUNT = defineScript({
  SCRIPT: `
    local counts = redis.call('MGET', KEYS[1], KEYS[2])
    if tonumber(counts[1] or 0) >= tonumber(ARGV[1]) then return 0 end
    if tonumber(counts[2] or 0) >= tonumber(ARGV[2]) then return -1 end
    local inWindow = redis.call('INCR', KEYS[1])
    if not counts[1] then redis.call('EXPIRE', KEYS[1], ${RATE_WINDOW_SECONDS + SHARED_COUNTER_SLACK_SECONDS}) end
    redis.call('INCR', KEYS[2])
    if not counts[2] then redis.call('EXPIRE', KEYS[2], ${1 + SHARED_COUNTER_SLACK_SECONDS}) end
    return inWindow`,
  NUMBER_OF_KEYS: 2,
  parseCommand(parser: CommandParser, windowKey: string, secondKey: string, perWindow: number, perSecond: number) {
    parser.pushKeys([windowKey, secondKey]);
    parser.push(String(perWindow), String(perSecond));
  },
  transformReply: (reply: unknown): Counted => Number(reply),
});

/** Counted to check that Redis counts: not a credential's key, and never full. */
export const PROBE = { key: 'probe', allowance: { perWindow: Number.MAX_SAFE_INTEGER, perSecond: Number.MAX_SAFE_INTEGER } } as const;

/** The options of every connection. A client that has failed is never used again. */
function clientFor(url: string) {
  return createClient({
    url,
    // Only integers are requested; without RESP3 no handshake is needed before the first count.
    RESP: 2,
    disableOfflineQueue: true,
    disableClientInfo: true,
    socket: { reconnectStrategy: false, connectTimeout: REDIS_CONNECT_TIMEOUT_MS },
    scripts: { COUNT },
  });
}

/**
 * One connection to Redis, from its first successful count until it fails. Commands sent in one turn travel together.
 */
export class CounterConnection {
  /** Resolves with the cause when the connection fails by itself. */
  readonly lost: Promise<unknown>;

  private constructor(private readonly client: ReturnType<typeof clientFor>) {
    // for the client's whole life: an error event without a listener would end the process
    this.lost = new Promise((resolve) => { client.on('error', resolve); });
  }

  /** Rejects when no Redis at `url` counts within `deadlineMs`. */
  static async open(url: string, deadlineMs: number): Promise<CounterConnection> {
    const client = clientFor(url);
    const connection = new CounterConnection(client);
    const connecting = client.connect();
    try {
      await within(2 * REDIS_CONNECT_TIMEOUT_MS, connecting);
      // A Redis that may not write, or whose disk is full, still accepts connections. It also knows the script from
      // here on.
      await within(deadlineMs, connection.count(PROBE.key, PROBE.allowance, Date.now()));
      return connection;
    } catch (error) {
      connection.end();
      // a connection that is still being made cannot be destroyed yet
      connecting.then(() => connection.end(), () => {});
      throw error;
    }
  }

  /** Rejects when Redis did not count, or its answer did not arrive. */
  count(key: string, { perWindow, perSecond }: Allowance, nowMs: number): Promise<Counted> {
    const second = Math.floor(nowMs / 1000);
    const window = Math.floor(second / RATE_WINDOW_SECONDS);
    // the braces keep both keys on one shard
    return this.client.COUNT(`pinrate:rate:{${key}}:window:${window}`, `pinrate:rate:{${key}}:second:${second}`, perWindow, perSecond);
  }

  /** Rejects the counts that still wait. */
  end(): void {
    this.client.destroy();
  }
}

/** Rejects when `promise` takes longer. */
async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
