/**
 * Connections that send the next request as soon as they have an answer, for many requests and those with unique
 * identifiers. autocannon is too slow for both: it rebuilds every request as soon as one of them has an identifier, and
 * keeps a copy of all for each connection, so it would measure only itself.
 */
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { Connection, type ConnectionOwner, LAST_ANSWER_MS } from './connection.js';
import { type BenchRequest, toMicroseconds, writersOf } from './writers.js';

export interface ClosedLoadResult {
  /** Good answers. */
  answered: number;
  seconds: number;
  microseconds: RecordableHistogram;
}

/** Throws when an answer is missing or not a 200, or when a connection fails. */
export async function askAgain(
  url: string,
  requests: readonly BenchRequest[],
  connections: number,
  seconds: number,
): Promise<ClosedLoadResult> {
  const { hostname: host, port } = new URL(url);
  const writers = writersOf(requests, host);
  const startedAtMs = performance.now();
  const load = new ClosedLoad(writers, connections, startedAtMs + seconds * 1000);
  const opened = Array.from({ length: connections }, () => new Connection({ host, port: Number(port) }, load));
  const deadline = setTimeout(
    () => load.failed(new Error('requests were not answered')),
    seconds * 1000 + LAST_ANSWER_MS,
  );
  try {
    await load.ended;
    return {
      answered: load.microseconds.count,
      seconds: (performance.now() - startedAtMs) / 1000,
      microseconds: load.microseconds,
    };
  } finally {
    clearTimeout(deadline);
    for (const connection of opened) connection.end();
  }
}

class ClosedLoad implements ConnectionOwner {
  readonly microseconds = createHistogram();
  readonly ended: Promise<void>;
  #sent = 0;
  #end!: () => void;
  #fail!: (error: Error) => void;

  /**
   * Nothing is sent after `endsAtMs`. Compared with the clock, because a timer may fire a millisecond too soon. Ends
   * when everything has been answered.
   */
  constructor(
    private readonly writers: readonly (() => Buffer | string)[],
    private asking: number,
    private readonly endsAtMs: number,
  ) {
    this.ended = new Promise((resolve, reject) => {
      this.#end = resolve;
      this.#fail = reject;
    });
  }

  ready(connection: Connection): void {
    if (performance.now() < this.endsAtMs)
      connection.ask(this.writers[this.#sent++ % this.writers.length]!(), performance.now());
    else if (--this.asking === 0) this.#end();
  }

  /** Only after the end: until then a connection that is ready gets a request. */
  lost(): void {
    this.asking++;
  }

  answered({ dueAtMs }: Connection, status: number): void {
    if (status !== 200) this.failed(new Error(`answered ${status}`));
    else this.microseconds.record(toMicroseconds(performance.now() - dueAtMs));
  }

  failed(error: Error): void {
    this.#fail(error);
  }
}
