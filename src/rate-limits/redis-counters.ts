import { setTimeout as pause } from 'node:timers/promises';
import { Bag, type Member, NOWHERE } from '../bag.js';
import { REDIS_AFTER_STALL_MS, REDIS_RETRY_MAX_MS, REDIS_RETRY_MIN_MS, SHARED_COUNT_DEADLINE_MS } from '../limits.js';
import { CounterConnection, PROBE } from './counter-connection.js';
import type { Allowance, Counted } from '../http/rate-limit.js';
import type { SharedCounters } from '../http/shared-rate-limit.js';

/** `shared`: requests are counted in Redis. `local`: Redis is away, and each node counts by itself. */
export type CounterStatus = 'shared' | 'local';

export interface RedisCountersOptions {
  /** redis:// or rediss:// */
  url: string;
  /** How long a request may wait; SHARED_COUNT_DEADLINE_MS unless given. */
  deadlineMs?: number;
  /** Called at the start and at every change; `cause` is why Redis is away. */
  onStatus(status: CounterStatus, cause?: unknown): void;
}

interface Waiting extends Member {
  resolve(counted: Counted | null): void;
  /** Milliseconds of the monotonic clock. */
  deadlineMs: number;
}

/**
 * Counters in Redis, for as long as it answers in time. As soon as it does not, its connection is given up, everyone who
 * waits is told to count by himself, and so at once is everyone after them, until a new connection has been made.
 */
export class RedisCounters implements SharedCounters {
  /** How often Redis was found to be away. */
  fallbacks = 0;
  private connection: CounterConnection | null = null;
  private connectedAtMs = 0;
  private readonly waiting = new Bag<Waiting>();
  private timer: NodeJS.Timeout | null = null;
  private retryMs = REDIS_RETRY_MIN_MS;
  private retrying: Promise<void> = Promise.resolve();
  private readonly closing = new AbortController();
  private readonly deadlineMs: number;

  private constructor(private readonly options: RedisCountersOptions) {
    this.deadlineMs = options.deadlineMs ?? SHARED_COUNT_DEADLINE_MS;
  }

  /** Resolves after the first attempt to connect, whether it came to anything or not. */
  static async open(options: RedisCountersOptions): Promise<RedisCounters> {
    const counters = new RedisCounters(options);
    await counters.connect().catch((error: unknown) => counters.goLocal(error));
    return counters;
  }

  status(): CounterStatus {
    return this.connection === null ? 'local' : 'shared';
  }

  /** Asks Redis. Resolves with whether it answered in time. */
  async check(): Promise<boolean> {
    return (await this.count(PROBE.key, PROBE.allowance, Date.now())) !== null;
  }

  count(key: string, allowance: Allowance, nowMs: number): Promise<Counted | null> | null {
    const { connection } = this;
    if (connection === null) return null;
    return new Promise((resolve) => {
      const waiting: Waiting = { resolve, deadlineMs: performance.now() + this.deadlineMs, place: NOWHERE };
      this.waiting.add(waiting);
      if (this.timer === null) this.watch(this.deadlineMs);
      connection.count(key, allowance, nowMs).then(
        (counted) => {
          this.waiting.delete(waiting);
          resolve(counted);
        },
        (error: unknown) => this.lose(connection, error),
      );
    });
  }

  /** Ends the connection; whoever still asks counts by himself. */
  async close(): Promise<void> {
    this.closing.abort();
    this.disconnect();
    await this.retrying;
  }

  private async connect(): Promise<void> {
    const connection = await CounterConnection.open(this.options.url, this.deadlineMs);
    if (this.closing.signal.aborted) return connection.end();
    this.connection = connection;
    this.connectedAtMs = performance.now();
    void connection.lost.then((cause) => this.lose(connection, cause));
    this.options.onStatus('shared');
  }

  /** @param connection one that has been given up already says nothing new */
  private lose(connection: CounterConnection, cause: unknown): void {
    if (this.connection !== connection) return;
    // Only a connection that lasted takes back the patience that those before it have taught.
    if (performance.now() - this.connectedAtMs > REDIS_RETRY_MAX_MS) this.retryMs = REDIS_RETRY_MIN_MS;
    this.disconnect();
    this.goLocal(cause);
  }

  private goLocal(cause: unknown): void {
    this.fallbacks += 1;
    this.options.onStatus('local', cause);
    // a former one may still be on its way out, and would go on beside this one
    this.retrying = this.retrying.then(() => this.retry());
  }

  private async retry(): Promise<void> {
    const { signal } = this.closing;
    while (this.connection === null && !signal.aborted) {
      // Shortened at random, so that the nodes do not all come at once.
      await pause(this.retryMs * (1 - Math.random() / 2), undefined, { signal, ref: false }).catch(() => {});
      this.retryMs = Math.min(2 * this.retryMs, REDIS_RETRY_MAX_MS);
      // Its absence has been told; every further attempt that fails says the same.
      if (!signal.aborted) await this.connect().catch(() => {});
    }
  }

  private disconnect(): void {
    const { connection } = this;
    this.connection = null;
    connection?.end();
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    for (const waiting of this.waiting) {
      this.waiting.delete(waiting);
      waiting.resolve(null);
    }
  }

  // After a stall of this thread the timer comes first and the answers that lie there unread second: look at them before. What is
  // waited for may not even have been written yet when the thread stalled: Redis gets a moment from now on.
  private watch(milliseconds: number): void {
    const dueMs = performance.now() + milliseconds;
    this.timer = setTimeout(() => {
      if (performance.now() - dueMs > REDIS_AFTER_STALL_MS) this.watch(REDIS_AFTER_STALL_MS);
      else setImmediate(() => this.endOverdue());
    }, milliseconds);
  }

  private endOverdue(): void {
    this.timer = null;
    const { connection } = this;
    if (connection === null || this.waiting.size === 0) return;
    let firstDeadlineMs = Infinity;
    for (const { deadlineMs } of this.waiting) firstDeadlineMs = Math.min(firstDeadlineMs, deadlineMs);
    const leftMs = firstDeadlineMs - performance.now();
    if (leftMs > 0) this.watch(leftMs);
    else this.lose(connection, new Error(`no answer within ${this.deadlineMs} ms`));
  }
}
