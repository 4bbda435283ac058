/**
 * Gathers jobs into batches and sees each job through to exactly one answer.
 *
 * A batch leaves at the end of the event loop turn in which its first job arrived, if a thread is idle: a lone request
 * waits for nothing, and requests that arrive together travel together. While every thread is busy the next batch
 * grows, up to what a thread does in a few milliseconds: answers come back once per turn of the event loop, and a turn
 * that reads thousands of connections is that long. With a small fixed limit threads were idle for most of such a turn,
 * and throughput collapsed under overload.
 *
 * The cheap questions of a turn are answered here, see inline.ts.
 *
 * A thread has one batch at a time, so when a thread ends, its batch may be the cause. That batch is repeated, first
 * whole, since the cause may have been chance, then job by job, so that only the job that ends its thread fails.
 */
import { strict as assert } from 'node:assert';
import type { GenerationHandle } from '../index/generation.js';
import {
  BATCH_WORK_MS,
  FIRST_BATCH_REQUESTS,
  MAX_BATCH_BYTES,
  MAX_BATCH_REQUESTS,
  MAX_WAITING_REQUESTS,
  MIN_DIVIDED_BATCH_REQUESTS,
} from '../limits/pool.js';
import { decodeResult, encodeTask, renderAnswers } from './encoding.js';
import { divide, type InlineEngine } from './inline.js';
import type { EngineAnswer, Job } from '../engine/question.js';
import type { BatchResult, BatchTask } from './wire.js';

/** The threads as the batcher sees them. */
export interface Threads {
  /** The number of threads that are ready and have no task. */
  idle(): number;
  /** Gives the task to an idle thread. Rejects when the thread threw, or ended before it answered. */
  run(task: BatchTask): Promise<BatchResult>;
  /**
   * Collects finished batches without waiting for their wake-up. Never call it within a callback of uWS: one connection
   * is corked then, and another connection's answer would get lost.
   */
  collect(): void;
}

export interface PoolObserver {
  /**
   * A batch was answered: its number of jobs, how long the oldest of them waited for a thread, and how long the thread
   * worked.
   */
  batch(size: number, queueWaitMs: number, busyMs: number): void;
  /** The main thread answered this many jobs itself. */
  inline(size: number): void;
  /** A thread ended or threw, or the main thread could not answer. */
  crash(error: unknown): void;
}

interface BatcherOptions {
  threads: Threads;
  /** Absent: every job goes to a thread. */
  inline?: InlineEngine;
  /** Milliseconds since the epoch. */
  now(): number;
  observer: PoolObserver;
  /** The answer to a job that no thread could compute. */
  onFailure(job: Job, cause: unknown): EngineAnswer;
  /** A thread is idle, and no job waits. */
  onSpare?(): void;
  /** A job waits, and no thread is idle. */
  onShort?(): void;
}

interface QueuedJob {
  job: Job;
  onAnswer(answer: EngineAnswer): void;
  queuedAt: number;
}

interface Batch {
  jobs: QueuedJob[];
  /** A thread has already ended on these jobs: a second time is not considered chance. */
  suspect: boolean;
}

/** The weight of a batch in the moving mean of the time per job. */
const WEIGHT_OF_A_BATCH = 0.2;

export class Batcher {
  readonly #options: BatcherOptions;
  #generation: GenerationHandle | null = null;
  #waiting: QueuedJob[] = [];
  /** Batches whose thread ended. They leave before everything that waits. */
  #crashed: Batch[] = [];
  #inFlight = 0;
  #dispatchesSoon = false;
  /** The time that a job takes a thread, averaged over the last batches. */
  #jobMs = BATCH_WORK_MS / FIRST_BATCH_REQUESTS;
  #onDrained: (() => void) | null = null;

  constructor(options: BatcherOptions) {
    this.#options = options;
  }

  /** Jobs that are not on a thread yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether a job that arrives now would be refused. */
  get isFull(): boolean {
    return this.#onDrained !== null || this.#waiting.length >= MAX_WAITING_REQUESTS;
  }

  /** Batches that are on a thread. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /**
   * Queues a job; `onAnswer` is called once, in a later turn, and must not throw. False: full or closing, nothing was
   * queued.
   */
  submit(job: Job, onAnswer: (answer: EngineAnswer) => void): boolean {
    if (this.isFull) return false;
    this.#waiting.push({ job, onAnswer, queuedAt: this.#options.now() });
    if (!this.#dispatchesSoon) {
      this.#dispatchesSoon = true;
      // an immediate runs after all sockets of this poll were read; a microtask would run after each of their callbacks
      setImmediate(() => {
        this.#dispatchesSoon = false;
        this.#endTurn();
      });
    }
    return true;
  }

  /**
   * Batches that leave from now on name `generation`; none leaves before the first call. The threads must have its
   * delta already.
   */
  publish(generation: GenerationHandle): void {
    this.#generation = generation;
    this.dispatch();
  }

  /**
   * Gives waiting jobs to idle threads. Call it when a thread becomes idle for another reason than an answered batch.
   */
  dispatch(): void {
    if (this.#generation === null) return;
    for (let idle = this.#options.threads.idle(); idle > 0; idle--) {
      const batch = this.#crashed.shift() ?? this.#takeBatch(idle);
      if (batch === null) return this.#options.onSpare?.();
      this.#send(batch, this.#generation);
    }
    if (this.#waiting.length + this.#crashed.length > 0) this.#options.onShort?.();
  }

  /** Fails all waiting jobs: no thread is left for them. */
  failWaiting(cause: unknown): void {
    const jobs = [...this.#crashed.flatMap((batch) => batch.jobs), ...this.#waiting];
    this.#crashed = [];
    this.#waiting = [];
    for (const queued of jobs) this.#fail(queued, cause);
    this.#checkDrained();
  }

  /** Accepts no more jobs and resolves when all have been answered. */
  drain(): Promise<void> {
    return new Promise((resolve) => {
      this.#onDrained = resolve;
      this.#checkDrained();
    });
  }

  #endTurn(): void {
    const { inline, threads } = this.#options;
    const generation = this.#generation;
    if (generation === null) return;
    threads.collect();
    let here: QueuedJob[] = [];
    if (inline !== undefined) ({ here, there: this.#waiting } = divide(this.#waiting, generation));
    // first, so that the threads work meanwhile
    this.dispatch();
    if (here.length > 0) this.#answerInline(here, generation);
  }

  #answerInline(jobs: QueuedJob[], generation: GenerationHandle): void {
    const { inline, now, observer } = this.#options;
    let answers: EngineAnswer[];
    try {
      const texts = inline!.answer(
        jobs.map(({ job }) => job),
        generation,
        now(),
      );
      ({ answers } = renderAnswers(texts));
      assert.equal(answers.length, jobs.length, 'each job has one answer');
    } catch (error) {
      // the threads find out which job was the cause
      observer.crash(error);
      this.#waiting = [...jobs, ...this.#waiting];
      this.dispatch();
      return;
    }
    observer.inline(jobs.length);
    this.#handOut(jobs, answers);
  }

  #takeBatch(idleThreads: number): Batch | null {
    const share = Math.ceil(this.#waiting.length / idleThreads);
    const affordable = Math.max(1, Math.floor(BATCH_WORK_MS / this.#jobMs));
    const most = Math.min(
      this.#waiting.length,
      MAX_BATCH_REQUESTS,
      affordable,
      Math.max(share, MIN_DIVIDED_BATCH_REQUESTS),
    );
    let size = 0;
    for (let bytes = 0; size < most; size++) {
      bytes += this.#waiting[size]!.job.body.length;
      if (bytes > MAX_BATCH_BYTES && size > 0) break;
    }
    return size === 0 ? null : { jobs: this.#waiting.splice(0, size), suspect: false };
  }

  #send(batch: Batch, generation: GenerationHandle): void {
    const { threads, now } = this.#options;
    const sentAt = now();
    this.#inFlight++;
    threads.run(encodeTask(batch.jobs, generation, sentAt)).then(
      (result) => {
        this.#inFlight--;
        this.#onAnswers(batch, result, sentAt);
      },
      (error: unknown) => {
        this.#inFlight--;
        this.#onCrash(batch, error);
      },
    );
  }

  #onAnswers(batch: Batch, result: BatchResult, sentAt: number): void {
    let answers: EngineAnswer[];
    try {
      answers = decodeResult(result, batch.jobs.length);
    } catch (error) {
      this.#onCrash(batch, error);
      return;
    }
    // first, so that the thread works while the answers are sent
    this.dispatch();
    this.#jobMs += (result.busyMs / batch.jobs.length - this.#jobMs) * WEIGHT_OF_A_BATCH;
    this.#options.observer.batch(batch.jobs.length, Math.max(0, sentAt - batch.jobs[0]!.queuedAt), result.busyMs);
    this.#handOut(batch.jobs, answers);
  }

  #handOut(jobs: readonly QueuedJob[], answers: readonly EngineAnswer[]): void {
    jobs.forEach((queued, index) => queued.onAnswer(answers[index]!));
    this.#checkDrained();
  }

  #onCrash(batch: Batch, error: unknown): void {
    this.#options.observer.crash(error);
    if (!batch.suspect) this.#crashed.push({ ...batch, suspect: true });
    else if (batch.jobs.length > 1) this.#crashed.push(...batch.jobs.map((queued) => ({ ...batch, jobs: [queued] })));
    else this.#fail(batch.jobs[0]!, error);
    this.dispatch();
    this.#checkDrained();
  }

  /** Answers a job that no thread could compute. */
  #fail(queued: QueuedJob, cause: unknown): void {
    queued.onAnswer(this.#options.onFailure(queued.job, cause));
  }

  #checkDrained(): void {
    if (this.#waiting.length === 0 && this.#crashed.length === 0 && this.#inFlight === 0) this.#onDrained?.();
  }
}
