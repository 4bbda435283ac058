import { setTimeout as pause } from 'node:timers/promises';
import { Bag, type Member, NOWHERE } from '../bag.js';
import {
  REDIS_AFTER_STALL_MS,
  REDIS_RETRY_MAX_MS,
  REDIS_RETRY_MIN_MS,
  SHARED_COUNT_DEADLINE_MS,
} from '../limits/rate-limits.js';
import { CounterConnection, PROBE } from './counter-connection.js';
import type { Allowance, Counted } from './rate-limit.js';
import type { CountMemory, SharedCounters } from './shared-rate-limit.js';

/** `shared`: requests are counted in Redis. `local`: Redis is unreachable, and each node counts by itself. */
export type CounterStatus = 'shared' | 'local';

export interface RedisCountersOptions {
  /** redis:// or rediss:// */
  url: string;
  /** How long a request may wait; SHARED_COUNT_DEADLINE_MS by default. */
  deadlineMs?: number;
  /** Called at the start and at every change; `cause` is why Redis is unreachable. */
  onStatus(status: CounterStatus, cause?: unknown): void;
}

interface Waiting extends Member {
  resolve(counted: Counted | null): void;
  /** Milliseconds of the monotonic clock. */
  deadlineMs: number;
}

/**
 * Counters in Redis while it answers in time. When it does not, the connection is dropped, and all waiting and later
 * requests are counted locally at once, until a new connection has been made.
 */
export class RedisCounters implements SharedCounters {
  /** How often Redis became unreachable. */
  fallbacks = 0;
  private connection: CounterConnection | null = null;
  private connectedAtMs = 0;
  private memory: CountMemory | null = null;
  private readonly waiting = new Bag<Waiting>();
  private timer: NodeJS.Timeout | null = null;
  private retryMs = REDIS_RETRY_MIN_MS;
  private retrying: Promise<void> = Promise.resolve();
  private readonly closing = new AbortController();
  private readonly deadlineMs: number;

  private constructor(private readonly options: RedisCountersOptions) {
    this.deadlineMs = options.deadlineMs ?? SHARED_COUNT_DEADLINE_MS;
  }

  /** Resolves after the first attempt to connect, whether it succeeded or not. */
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

  remindWith(memory: CountMemory): void {
    this.memory = memory;
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

  /** Ends the connection; later requests are counted locally. */
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
    this.remind(connection);
    void connection.lost.then((cause) => this.lose(connection, cause));
    this.options.onStatus('shared');
  }

  /** Redis may have been restarted empty. The commands leave before those of later requests. */
  private remind(connection: CounterConnection): void {
    if (this.memory === null) return;
    const { memory } = this;
    const { counts, nowMs } = memory.known();
    for (const count of counts) {
      connection.remind(count, nowMs).then(
        () => memory.told(count, nowMs),
        (error: unknown) => this.lose(connection, error),
      );
    }
  }

  /** @param connection ignored when it was dropped already */
  private lose(connection: CounterConnection, cause: unknown): void {
    if (this.connection !== connection) return;
    // only a connection that lasted resets the delay that earlier failures have built up
    if (performance.now() - this.connectedAtMs > REDIS_RETRY_MAX_MS) this.retryMs = REDIS_RETRY_MIN_MS;
    this.disconnect();
    this.goLocal(cause);
  }

  private goLocal(cause: unknown): void {
    this.fallbacks += 1;
    this.options.onStatus('local', cause);
    // a former retry loop may still be ending, and would continue in parallel
    this.retrying = this.retrying.then(() => this.retry());
  }

  private async retry(): Promise<void> {
    const { signal } = this.closing;
    while (this.connection === null && !signal.aborted) {
      // shortened at random, so that the nodes do not all reconnect at once
      await pause(this.retryMs * (1 - Math.random() / 2), undefined, { signal, ref: false }).catch(() => {});
      this.retryMs = Math.min(2 * this.retryMs, REDIS_RETRY_MAX_MS);
      // the outage has been reported; further failed attempts are silent
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

  // After a stall of this thread the timer fires before unread answers are processed: read them first. A waiting
  // command may not even have been sent when the thread stalled: Redis gets a moment from now on.
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
