import { setTimeout as pause } from 'node:timers/promises';
import { REDIS_RETRY_MAX_MS, REDIS_RETRY_MIN_MS, SHARED_COUNT_DEADLINE_MS } from '../limits/rate-limits.js';
import { CounterConnection, PROBE } from './counter-connection.js';
import {
  type Allowance,
  type CountedWeight,
  type CountResult,
  type FixedWindows,
  ONE_REQUEST,
} from './fixed-windows.js';
import type { SharedCounters } from './limiters.js';

/** `shared`: requests are counted in Redis. `local`: Redis is unreachable, and each node counts by itself. */
export type CounterStatus = 'shared' | 'local';

interface RedisCountersOptions {
  /** redis:// or rediss:// */
  url: string;
  /** How long a request may wait; SHARED_COUNT_DEADLINE_MS by default. */
  deadlineMs?: number;
  /** Called at the start and at every change; `cause` is why Redis is unreachable. */
  onStatus(status: CounterStatus, cause?: unknown): void;
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
  private memory: { windows: FixedWindows; now: () => number } | null = null;
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

  remindFrom(windows: FixedWindows, now: () => number): void {
    this.memory = { windows, now };
  }

  count(
    key: string,
    allowance: Allowance,
    nowMs: number,
    weight: CountedWeight = ONE_REQUEST,
  ): Promise<CountResult | null> | null {
    const { connection } = this;
    if (connection === null) return null;
    return connection.count(key, allowance, nowMs, weight).catch((error: unknown) => {
      this.lose(connection, error);
      return null;
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
    const { windows, now } = this.memory;
    const nowMs = now();
    for (const known of windows.known(nowMs)) {
      connection.remind(known, nowMs).then(
        () => windows.markShared(known.key, known.own, nowMs),
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
  }
}
