/** The control thread's end of the analyst: one question at a time, a thread that is restarted after its end. */
import type { ResourceLimits } from 'node:worker_threads';
import type { AnalystCalls } from '../../analysis/analyst.js';
import { ANALYST_GRACE_MS, ANALYST_OLD_MEGABYTES, ANALYST_YOUNG_MEGABYTES } from '../../limits/control.js';
import { startWorker, workerEntry } from '../../worker-entry.js';
import { type Calls, Channel } from '../channel.js';

/** Where questions are answered. */
export type AnalystThread = AnalysisThread<AnalystCalls>;

type AnswerTo<N extends keyof AnalystCalls> = ReturnType<AnalystCalls[N]>;

type LaunchAnalyst = () => AnalystThread;

interface AnalystOptions {
  /** Called when the analyst has ended, or was ended because it took too long: the question has no answer. */
  onFailure(error: Error): void;
  launch?: LaunchAnalyst;
  /** Milliseconds. */
  graceMs?: number;
}

/** The analyst did not answer: it has ended, or took too long. That was reported, and the next question may succeed. */
export class AnalystError extends Error {}

interface WaitingQuestion {
  /** About what a change does. */
  isOfChange: boolean;
  /** Never rejects. */
  run(): Promise<void>;
}

export class Analyst {
  readonly #options: AnalystOptions;
  /** Started with the first question after it has ended. */
  #thread: AnalystThread | null = null;
  readonly #waiting: WaitingQuestion[] = [];
  #isBusy = false;
  #isStopped = false;

  constructor(options: AnalystOptions) {
    this.#options = options;
  }

  /**
   * One question at a time, in this order: what a change does, because other changes wait for it; then reports. The
   * question is made when its turn has come: the cards of many would not fit into memory. Rejects with AnalystError, or
   * as the analyst's function does.
   */
  ask<N extends keyof AnalystCalls>(name: N, question: () => Parameters<AnalystCalls[N]>[0]): Promise<AnswerTo<N>> {
    return new Promise((resolve, reject) => {
      const isOfChange = name !== 'report' && name !== 'policyReport';
      const answer = async (): Promise<AnswerTo<N>> => this.#ask(name, question());
      const firstReport = isOfChange ? this.#waiting.findIndex((each) => !each.isOfChange) : -1;
      const at = firstReport === -1 ? this.#waiting.length : firstReport;
      this.#waiting.splice(at, 0, { isOfChange, run: () => answer().then(resolve, reject) });
      if (!this.#isBusy) void this.#answerAll();
    });
  }

  async #answerAll(): Promise<void> {
    this.#isBusy = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) await next.run();
    this.#isBusy = false;
  }

  /** Ends the thread at once. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#thread?.end();
  }

  async #ask<N extends keyof AnalystCalls>(name: N, question: Parameters<AnalystCalls[N]>[0]): Promise<AnswerTo<N>> {
    if (this.#isStopped) throw new AnalystError('the analyst was stopped');
    const { launch = launchAnalyst, graceMs = ANALYST_GRACE_MS } = this.#options;
    const thread = (this.#thread ??= launch());
    let isLate = false;
    const timer = setTimeout(
      () => {
        isLate = true;
        void thread.end();
      },
      Math.max(0, question.budgetMs) + graceMs,
    );
    try {
      return await thread.call(name, question);
    } catch (error) {
      if (!(error instanceof AnalystError) || this.#isStopped) throw error;
      this.#thread = null;
      const failure = isLate ? new AnalystError(`the analyst took too long for a question (${name})`) : error;
      this.#options.onFailure(failure);
      throw failure;
    } finally {
      clearTimeout(timer);
    }
  }
}

const ANALYST_WORKER = workerEntry('analyst');

const launchAnalyst: LaunchAnalyst = () => {
  const heap = { maxYoungGenerationSizeMb: ANALYST_YOUNG_MEGABYTES, maxOldGenerationSizeMb: ANALYST_OLD_MEGABYTES };
  return launchAnalysis<AnalystCalls>(heap, (why, cause) => new AnalystError(`the analyst ${why}`, { cause }));
};

/** A thread of the analyst's program. */
export interface AnalysisThread<C extends Calls> {
  call<N extends keyof C & string>(name: N, argument: Parameters<C[N]>[0]): Promise<Awaited<ReturnType<C[N]>>>;
  /** Resolves when the thread has ended. Unanswered calls reject. */
  end(): Promise<unknown>;
}

/** @param endedWith makes the error of unanswered calls */
export function launchAnalysis<C extends Calls>(
  resourceLimits: ResourceLimits,
  endedWith: (why: string, cause?: Error) => Error,
): AnalysisThread<C> {
  const worker = startWorker(ANALYST_WORKER, { resourceLimits });
  const channel = new Channel<C>(worker);
  channel.offer({});
  // an exit follows it
  worker.once('error', (error: Error) => channel.end(endedWith('has ended', error)));
  worker.once('exit', (code) => channel.end(endedWith(`has ended with code ${code}`)));
  return { call: (name, argument) => channel.call(name, argument), end: () => worker.terminate() };
}
