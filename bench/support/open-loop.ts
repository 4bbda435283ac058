/**
 * Requests at a fixed rate: each is due at a predetermined time, independent of earlier answers, and its latency counts
 * from then. A client that waits for an answer before its next request sends nothing while the server stalls, and so
 * omits exactly the worst latencies (coordinated omission).
 *
 * This generator is our own, because autocannon sends the requests of a second in one go and then waits for the next
 * second. It opens enough connections instead of pipelining: uWebSockets.js closes a connection on which a second
 * request arrives while an asynchronous answer is under way.
 */
import { createHistogram } from 'node:perf_hooks';
import { Connection, type ConnectionOwner, LAST_ANSWER_MS } from './connection.js';
import type { OfferedRound } from './figures.js';
import type { Contestant } from './load.js';
import { measureUsage, residentMegabytes } from './processor.js';
import { requestsOf, toMicroseconds, writersOf } from './writers.js';

export const OFFERED_CONNECTIONS = 256;
/** How many connections open at once: a listening socket's queue is short. */
const OPENING_CONNECTIONS = 128;
/**
 * Sleep between two looks at due requests and arrived answers. Timers of Node.js have whole milliseconds, which would
 * add more than that to a p99; spinning instead would take a core from the server. This sleep is short, costs little,
 * and lets answers gather, so that a request costs the generator less.
 */
const NAP_MS = 0.1;
const NAP_CELL = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
/** After this time, due requests are also sent between two answers: thousands of answers may arrive at once. */
const LONGEST_READING_MS = 1;

/**
 * One round. Throws when an answer is neither a 200 nor a 503, when a connection fails, and when an answer is missing.
 */
export async function offer(
  { server, questions }: Contestant,
  requestsPerSecond: number,
  seconds: number,
  connections = OFFERED_CONNECTIONS,
): Promise<OfferedRound> {
  const { hostname: host, port } = new URL(server.url);
  const load = new OfferedLoad(
    { host, port: Number(port) },
    writersOf(requestsOf(questions), host),
    requestsPerSecond,
    seconds,
  );
  try {
    await load.open(connections);
    const usageSince = measureUsage(server.pid);
    const startedAtMs = performance.now();
    await load.run();
    const usage = usageSince();
    const { good, late, goodInTime, refused } = load;
    return {
      offeredPerSecond: requestsPerSecond,
      goodPerSecond: goodInTime / seconds,
      refusedPerSecond: refused.count / seconds,
      p50Ms: good.percentile(50) / 1000,
      p99Ms: good.percentile(99) / 1000,
      p999Ms: good.percentile(99.9) / 1000,
      refusedP99Ms: refused.count === 0 ? null : refused.percentile(99) / 1000,
      cpuMicroseconds: usage === null ? null : (usage.serverMs * 1000) / (good.count + refused.count),
      residentMegabytes: residentMegabytes(server.pid),
      generatorLateMs: late.percentile(99) / 1000,
      othersCores: usage === null ? null : usage.othersMs / (performance.now() - startedAtMs),
    };
  } catch (error) {
    throw new Error(
      `${server.name}, offered ${Math.round(requestsPerSecond)} requests a second: ${(error as Error).message}`,
      { cause: error },
    );
  } finally {
    load.close();
  }
}

class OfferedLoad implements ConnectionOwner {
  readonly good = createHistogram();
  readonly refused = createHistogram();
  readonly late = createHistogram();
  /** Good answers that arrived before the end of the round. */
  goodInTime = 0;
  readonly #connections: Connection[] = [];
  readonly #idle: Connection[] = [];
  readonly #total: number;
  readonly #intervalMs: number;
  #isRunning = false;
  #sent = 0;
  #answered = 0;
  #startsAtMs = 0;
  #endsAtMs = 0;
  /**
   * When last a request was due while every connection was busy: a delay of earlier requests is not the generator's
   * fault.
   */
  #starvedAtMs = 0;
  #lookedAtMs = 0;
  /** The first error. */
  #fault: Error | null = null;
  #onChange: () => void = () => undefined;

  constructor(
    private readonly address: { host: string; port: number },
    private readonly writers: readonly (() => Buffer | string)[],
    requestsPerSecond: number,
    seconds: number,
  ) {
    this.#total = Math.round(requestsPerSecond * seconds);
    this.#intervalMs = (seconds * 1000) / this.#total;
  }

  async open(connections: number): Promise<void> {
    while (this.#connections.length < connections) {
      const more = Math.min(OPENING_CONNECTIONS, connections - this.#connections.length);
      for (let i = 0; i < more; i++) this.#connections.push(new Connection(this.address, this));
      await this.#until(() => this.#idle.length === this.#connections.length);
    }
  }

  async run(): Promise<void> {
    this.#isRunning = true;
    this.#startsAtMs = performance.now();
    this.#endsAtMs = this.#startsAtMs + this.#total * this.#intervalMs;
    setImmediate(() => this.#tick());
    try {
      await this.#until(() => this.#answered === this.#total);
    } finally {
      this.#isRunning = false;
    }
  }

  close(): void {
    for (const connection of this.#connections) connection.end();
  }

  ready(connection: Connection): void {
    this.#idle.push(connection);
    if (!this.#isRunning) this.#onChange();
  }

  lost(connection: Connection): void {
    this.#idle.splice(this.#idle.indexOf(connection), 1);
  }

  answered({ dueAtMs }: Connection, status: number): void {
    const nowMs = performance.now();
    if (status === 200) {
      this.good.record(toMicroseconds(nowMs - dueAtMs));
      if (nowMs <= this.#endsAtMs) this.goodInTime++;
    } else if (status === 503) this.refused.record(toMicroseconds(nowMs - dueAtMs));
    else return this.failed(new Error(`answered ${status}`));
    this.#answered++;
    if (nowMs - this.#lookedAtMs > LONGEST_READING_MS) this.#sendDue(nowMs);
    if (this.#answered === this.#total) this.#onChange();
  }

  failed(error: Error): void {
    this.#fault ??= error;
    this.#onChange();
  }

  #tick(): void {
    if (!this.#isRunning) return;
    const nowMs = performance.now();
    this.#sendDue(nowMs);
    if (nowMs > this.#endsAtMs + LAST_ANSWER_MS)
      this.failed(new Error(`${this.#total - this.#answered} requests were not answered`));
    Atomics.wait(NAP_CELL, 0, 0, NAP_MS);
    setImmediate(() => this.#tick());
  }

  #sendDue(nowMs: number): void {
    this.#lookedAtMs = nowMs;
    while (this.#sent < this.#total) {
      const dueAtMs = this.#startsAtMs + this.#sent * this.#intervalMs;
      if (dueAtMs > nowMs) return;
      const connection = this.#idle.pop();
      if (connection === undefined) {
        this.#starvedAtMs = nowMs;
        return;
      }
      if (dueAtMs > this.#starvedAtMs) this.late.record(toMicroseconds(nowMs - dueAtMs));
      connection.ask(this.writers[this.#sent % this.writers.length]!(), dueAtMs);
      this.#sent++;
    }
  }

  #until(isSo: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#onChange = () => {
        if (this.#fault !== null) reject(this.#fault);
        else if (isSo()) resolve();
      };
      this.#onChange();
    });
  }
}
