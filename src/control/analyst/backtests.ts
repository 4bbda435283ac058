/** Backtests: one at a time, each on a thread of its own, which ends with it. */
import type { BacktesterCalls } from '../../analysis/backtester.js';
import type { BacktestLine } from '../../contract/backtest.js';
import { renderFailure } from '../../envelope.js';
import { TemporaryError } from '../../errors.js';
import type { GenerationHandle } from '../../index/generation.js';
import {
  BACKTEST_OLD_MEGABYTES,
  BACKTEST_PROGRESS_MS,
  BACKTEST_STEP_PATIENCE_MS,
  BACKTEST_YOUNG_MEGABYTES,
} from '../../limits/backtest.js';
import type { AllocationPolicy } from '../../model/documents.js';
import { launchAnalysis, type AnalysisThread } from './analyst.js';

/** The parcels of a run, each the JSON text that its thread gets, in their order. */
export interface BacktestParcels {
  /** How many there are, or about so many. */
  count: number;
  pages: AsyncIterable<readonly string[]>;
}

export interface BacktestOrder {
  /** Null: no policy counts. */
  policy: AllocationPolicy | null;
  requestId: string;
  /** Rejects when the store does. */
  open(): Promise<BacktestParcels>;
}

interface BacktestsOptions {
  /** The generation in use. */
  current(): GenerationHandle;
  now(): number;
  /** Reports a fault of our own. */
  report(error: unknown, message: string): void;
  /** Called when so many more parcels have been asked. */
  onParcels(count: number): void;
  launch?(): AnalysisThread<BacktesterCalls>;
}

export class Backtests {
  readonly #options: BacktestsOptions;
  #running: BacktestRun | null = null;

  constructor(options: BacktestsOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** The lines of the answer, which begin with the first one that is asked for; null: another backtest is running. */
  begin(order: BacktestOrder): AsyncIterable<readonly string[]> | null {
    if (this.#running !== null) return null;
    const run: BacktestRun = new BacktestRun(order, this.#options, () => {
      if (this.#running === run) this.#running = null;
    });
    this.#running = run;
    return { [Symbol.asyncIterator]: () => run };
  }
}

const HEAP = {
  maxYoungGenerationSizeMb: BACKTEST_YOUNG_MEGABYTES,
  maxOldGenerationSizeMb: BACKTEST_OLD_MEGABYTES,
};

/** The thread has ended, or has not answered. */
class BacktesterError extends Error {}

class BacktestRun implements AsyncIterator<readonly string[]> {
  readonly #lines: AsyncGenerator<readonly string[]>;
  #thread: AnalysisThread<BacktesterCalls> | null = null;
  #isCancelled = false;

  constructor(
    private readonly order: BacktestOrder,
    private readonly options: BacktestsOptions,
    private readonly onEnd: () => void,
  ) {
    this.#lines = this.#run();
  }

  next(): Promise<IteratorResult<readonly string[]>> {
    return this.#lines.next();
  }

  /** Ends the run at once: a step under way has no answer then. */
  async return(): Promise<IteratorResult<readonly string[]>> {
    this.#isCancelled = true;
    await this.#end();
    return this.#lines.return(undefined);
  }

  async *#run(): AsyncGenerator<readonly string[]> {
    try {
      const { count, pages } = await this.order.open();
      yield [lineOf({ progress: { parcels: 0, of: count } })];
      try {
        yield* this.#steps(count, pages);
      } catch (error) {
        if (!this.#isCancelled) yield [this.#failureOf(error)];
      }
    } finally {
      await this.#end();
    }
  }

  async *#steps(count: number, pages: BacktestParcels['pages']): AsyncGenerator<readonly string[]> {
    const { options, order } = this;
    const { launch = () => launchAnalysis<BacktesterCalls>(HEAP, (why) => new BacktesterError(why)) } = options;
    this.#thread = launch();
    await this.#ask('begin', { generation: options.current(), policy: order.policy, rowsAt: options.now() });
    let shownAtMs = performance.now();
    let parcels = 0;
    for await (const page of readAhead(pages)) {
      const asked = await this.#ask('take', page);
      options.onParcels(asked - parcels);
      parcels = asked;
      if (performance.now() - shownAtMs < BACKTEST_PROGRESS_MS) continue;
      shownAtMs = performance.now();
      yield [lineOf({ progress: { parcels, of: Math.max(parcels, count) } })];
    }
    yield [lineOf(await this.#ask('result', null))];
  }

  async #ask<N extends keyof BacktesterCalls>(
    name: N,
    argument: Parameters<BacktesterCalls[N]>[0],
  ): Promise<Awaited<ReturnType<BacktesterCalls[N]>>> {
    const thread = this.#thread;
    if (thread === null) throw new BacktesterError('the backtest has ended');
    const timer = setTimeout(() => void thread.end(), BACKTEST_STEP_PATIENCE_MS);
    try {
      return await thread.call(name, argument);
    } finally {
      clearTimeout(timer);
    }
  }

  #failureOf(error: unknown): string {
    const { options, order } = this;
    const isTemporary = error instanceof TemporaryError;
    if (!isTemporary) options.report(error, 'a backtest could not be completed');
    const code = isTemporary ? 'STORE_UNAVAILABLE' : 'INTERNAL_ERROR';
    const body = JSON.parse(renderFailure({ code }, order.requestId, 0, options.now()).body) as {
      error: Extract<BacktestLine, { error: object }>['error'];
    };
    return lineOf({ error: body.error });
  }

  /** Resolves when the thread has ended. */
  async #end(): Promise<void> {
    this.onEnd();
    const thread = this.#thread;
    this.#thread = null;
    await thread?.end();
  }
}

const lineOf = (line: BacktestLine): string => JSON.stringify(line);

/** The next page is read while the last one is worked on. */
async function* readAhead<P>(pages: AsyncIterable<P>): AsyncGenerator<P> {
  const iterator = pages[Symbol.asyncIterator]();
  try {
    let next = iterator.next();
    for (let page = await next; page.done !== true; page = await next) {
      next = iterator.next();
      // its reader gets the reason
      next.catch(() => undefined);
      yield page.value;
    }
  } finally {
    await iterator.return?.();
  }
}
