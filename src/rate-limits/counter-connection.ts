/** The only file that imports @redis/client. */
import { createClient, defineScript, type CommandParser } from '@redis/client';
import {
  RATE_WINDOW_SECONDS,
  REDIS_AFTER_STALL_MS,
  REDIS_CONNECT_TIMEOUT_MS,
  SHARED_COUNTER_SLACK_SECONDS,
} from '../limits/rate-limits.js';
import {
  type Allowance,
  type CountedWeight,
  type CountResult,
  type KnownCount,
  ONE_REQUEST,
  secondOf,
  windowOf,
} from './fixed-windows.js';

/**
 * The logic of FixedWindows in one step of Redis: no node can intervene between reading and counting, and a refused
 * request is not counted. Returns a CountResult: the number in the window, 0: the window is full, -1: the second is
 * full.
 */
const COUNT = defineScript({
  SCRIPT: `
    local counts = redis.call('MGET', KEYS[1], KEYS[2])
    if tonumber(counts[1] or 0) + tonumber(ARGV[3]) > tonumber(ARGV[1]) then return 0 end
    if tonumber(counts[2] or 0) + tonumber(ARGV[4]) > tonumber(ARGV[2]) then return -1 end
    local inWindow = redis.call('INCRBY', KEYS[1], ARGV[3])
    if not counts[1] then redis.call('EXPIRE', KEYS[1], ${RATE_WINDOW_SECONDS + SHARED_COUNTER_SLACK_SECONDS}) end
    redis.call('INCRBY', KEYS[2], ARGV[4])
    if not counts[2] then redis.call('EXPIRE', KEYS[2], ${1 + SHARED_COUNTER_SLACK_SECONDS}) end
    return inWindow`,
  NUMBER_OF_KEYS: 2,
  parseCommand(
    parser: CommandParser,
    windowKey: string,
    secondKey: string,
    { perWindow, perSecond }: Allowance,
    { inWindow, inSecond }: CountedWeight,
  ) {
    parser.pushKeys([windowKey, secondKey]);
    parser.push(String(perWindow), String(perSecond), String(inWindow), String(inSecond));
  },
  transformReply: (reply: unknown): CountResult => Number(reply),
});

/**
 * Adopts a node's counts of a window. A Redis that was away still has its own count of shared requests; a Redis that
 * restarted empty gets the highest count that a node knows. Requests that each node counted alone are added, and their
 * sum is also stored separately, so that it is not mistaken for shared requests.
 */
const REMIND = defineScript({
  SCRIPT: `
    local lifetime = ${RATE_WINDOW_SECONDS + SHARED_COUNTER_SLACK_SECONDS}
    local counts = redis.call('MGET', KEYS[1], KEYS[2])
    local alone = tonumber(counts[2] or 0)
    local shared = math.max(tonumber(counts[1] or 0) - alone, tonumber(ARGV[1]))
    alone = alone + tonumber(ARGV[2])
    redis.call('SET', KEYS[2], alone, 'EX', lifetime)
    return redis.call('SET', KEYS[1], shared + alone, 'EX', lifetime)`,
  NUMBER_OF_KEYS: 2,
  parseCommand(parser: CommandParser, windowKey: string, aloneKey: string, shared: number, own: number) {
    parser.pushKeys([windowKey, aloneKey]);
    parser.push(String(shared), String(own));
  },
  transformReply: (reply: unknown): string => String(reply),
});

/** A key that checks whether Redis counts: no credential has it, and it is never full. */
export const PROBE = {
  key: 'probe',
  allowance: { perWindow: Number.MAX_SAFE_INTEGER, perSecond: Number.MAX_SAFE_INTEGER },
} as const;

/** The options of every connection. A client that has failed is never used again. */
function clientFor(url: string) {
  return createClient({
    url,
    // Only integers are requested; without RESP3 no handshake is needed before the first count.
    RESP: 2,
    disableOfflineQueue: true,
    disableClientInfo: true,
    socket: { reconnectStrategy: false, connectTimeout: REDIS_CONNECT_TIMEOUT_MS },
    scripts: { COUNT, REMIND },
  });
}

/**
 * One connection to Redis, from its first successful count until it fails; it fails when a count is not answered in
 * time. Commands sent in one turn travel together.
 */
export class CounterConnection {
  /** Resolves with the cause when the connection fails by itself. */
  readonly lost: Promise<unknown>;
  #lose!: (cause: unknown) => void;
  /** When the counts without an answer were sent, by the monotonic clock. Redis answers in their order. */
  readonly #sentAtMs: number[] = [];
  #timer: NodeJS.Timeout | null = null;

  private constructor(
    private readonly client: ReturnType<typeof clientFor>,
    private readonly deadlineMs: number,
  ) {
    this.lost = new Promise((resolve) => {
      this.#lose = resolve;
    });
    // for the client's whole life: an error event without a listener would end the process
    client.on('error', this.#lose);
  }

  /** Rejects when no Redis at `url` counts within `deadlineMs`. */
  static async open(url: string, deadlineMs: number): Promise<CounterConnection> {
    const client = clientFor(url);
    const connection = new CounterConnection(client, deadlineMs);
    const connecting = client.connect();
    try {
      await within(2 * REDIS_CONNECT_TIMEOUT_MS, connecting);
      // A Redis that may not write, or whose disk is full, still accepts connections. It also knows the scripts from
      // here on.
      await within(
        deadlineMs,
        Promise.all([
          connection.count(PROBE.key, PROBE.allowance, Date.now()),
          connection.remind({ key: PROBE.key, shared: 0, own: 0 }, Date.now()),
        ]),
      );
      return connection;
    } catch (error) {
      connection.end();
      // a connection that is still being made cannot be destroyed yet
      connecting.then(
        () => connection.end(),
        () => {},
      );
      throw error;
    }
  }

  /** Rejects when Redis did not count, or the connection has ended. */
  count(key: string, allowance: Allowance, nowMs: number, weight = ONE_REQUEST): Promise<CountResult> {
    this.#sentAtMs.push(performance.now());
    if (this.#timer === null) this.#watch(this.deadlineMs);
    const secondKey = `pinrate:rate:{${key}}:second:${secondOf(nowMs)}`;
    return this.client.COUNT(windowKey(key, nowMs), secondKey, allowance, weight).then((counted) => {
      this.#sentAtMs.shift();
      return counted;
    });
  }

  /** Adds a node's counts to the window of `nowMs`. Rejects when Redis did not. */
  async remind({ key, shared, own }: KnownCount, nowMs: number): Promise<void> {
    await this.client.REMIND(windowKey(key, nowMs), `${windowKey(key, nowMs)}:alone`, shared, own);
  }

  /** Rejects the counts that still wait. */
  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#sentAtMs.length = 0;
    this.client.destroy();
  }

  // After a stall of this thread the timer fires before unread answers are processed: read them first. A waiting
  // command may not even have been sent when the thread stalled: Redis gets a moment from now on.
  #watch(milliseconds: number): void {
    const dueMs = performance.now() + milliseconds;
    this.#timer = setTimeout(() => {
      if (performance.now() - dueMs > REDIS_AFTER_STALL_MS) this.#watch(REDIS_AFTER_STALL_MS);
      else setImmediate(() => this.#endOverdue());
    }, milliseconds);
  }

  #endOverdue(): void {
    this.#timer = null;
    const [firstSentAtMs] = this.#sentAtMs;
    if (firstSentAtMs === undefined) return;
    const leftMs = firstSentAtMs + this.deadlineMs - performance.now();
    if (leftMs > 0) this.#watch(leftMs);
    else this.#lose(new Error(`no answer within ${this.deadlineMs} ms`));
  }
}

/** The braces keep the keys of a credential on one shard. */
function windowKey(key: string, nowMs: number): string {
  return `pinrate:rate:{${key}}:window:${windowOf(nowMs)}`;
}

/** Rejects when `promise` takes longer. */
async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
