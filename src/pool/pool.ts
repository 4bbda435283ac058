/** The engine's threads behind the batcher: which generation they use, and what happens when they end. */
import { strict as assert } from 'node:assert';
import type { GenerationHandle } from '../index/generation.js';
import { type PackedGeneration, Unpacker } from '../index/packed.js';
import { MAX_WAITING_BESIDE_BULKS } from '../limits/bulk.js';
import { THREAD_RESTART_DELAY_MS, UTILIZATION_WINDOW_MS } from '../limits/pool.js';
import { Batcher, type PoolObserver } from './batcher.js';
import { BulkQueue } from './bulks.js';
import type { InlineEngine } from './inline.js';
import { ThreadSet } from './threads.js';
import type { BulkEvents, BulkJob } from '../engine/bulk/question.js';
import type { EngineAnswer, Job } from '../engine/question.js';
import { workerEntry } from '../worker-entry.js';

interface PoolStats {
  /** Jobs that are not on a thread yet. */
  waiting: number;
  inFlightBatches: number;
  /** Share of the threads' time that was spent on batches, 0 to 1, over the last seconds. */
  utilization: number;
  threadsReady: number;
  /** Bulks that have not begun. */
  waitingBulks: number;
}

interface EnginePoolOptions {
  /** The module that each thread runs; its default export answers a BatchTask. */
  worker: URL;
  threads: number;
  /** Answers cheap questions without a thread; absent: all jobs go to the threads. */
  inline?: InlineEngine;
  /** Milliseconds since the epoch. */
  now(): number;
  observer: PoolObserver;
  /** The answer to a job that no thread could compute. */
  onFailure(job: Job, cause: unknown): EngineAnswer;
}

/** The engine's thread entry, compiled or, under tsx, as source. */
export const ENGINE_WORKER = workerEntry('engine');

export class EnginePool {
  readonly #options: EnginePoolOptions;
  readonly #batcher: Batcher;
  readonly #bulks: BulkQueue;
  readonly #busy: BusyMeter;
  readonly #generations = new Unpacker();
  #threads: ThreadSet;
  /** Replaces {@link #threads} when it has started. */
  #successors: ThreadSet | null = null;
  #started: Promise<void> | null = null;
  #restart: NodeJS.Timeout | null = null;
  #ended = false;

  /** Starts the threads. No batch leaves before the first {@link publish}. */
  constructor(options: EnginePoolOptions) {
    this.#options = options;
    this.#busy = new BusyMeter(options.now());
    this.#threads = this.#createThreads();
    this.#bulks = new BulkQueue({
      takeThread: () => this.#threads.takeForBulk(),
      now: options.now,
      onFree: () => this.#batcher.dispatch(),
      onCrash: (error) => options.observer.crash(error),
    });
    this.#batcher = new Batcher({
      onSpare: () => this.#bulks.advance(),
      onShort: () => this.#bulks.yieldThreads(),
      threads: {
        idle: () => this.#threads.idle(),
        run: (task) => this.#threads.run(task),
        collect: () => this.#threads.collect(),
      },
      inline: options.inline,
      now: options.now,
      onFailure: options.onFailure,
      observer: {
        inline: (size) => options.observer.inline(size),
        batch: (size, queueWaitMs, busyMs) => {
          this.#busy.add(busyMs, options.now());
          options.observer.batch(size, queueWaitMs, busyMs);
        },
        crash: (error) => options.observer.crash(error),
      },
    });
  }

  /**
   * Queues a job; `onAnswer` is called once, in a later turn of the event loop, and must not throw. False: the queue is
   * full or the pool is closing, and nothing was queued.
   */
  submit(job: Job, onAnswer: (answer: EngineAnswer) => void): boolean {
    return this.#batcher.submit(job, onAnswer);
  }

  /** Whether a job that arrives now would be refused. */
  isFull(): boolean {
    return this.#batcher.isFull;
  }

  /** Begins a bulk when a thread is spare; null: too many wait, or the pool has more questions than it can answer. */
  submitBulk(job: BulkJob, events: BulkEvents): { cancel(): void } | null {
    return this.isFullForBulks() ? null : this.#bulks.submit(job, events);
  }

  /** Looks again for bulks that may begin; cheap where none waits. */
  advanceBulks(): void {
    // in a later turn: the caller may be within a callback of a connection
    if (this.#bulks.waiting > 0) setImmediate(() => this.#batcher.dispatch());
  }

  /** Under overload bulks are refused before questions are. */
  isFullForBulks(): boolean {
    return this.#bulks.isFull || this.#batcher.isFull || this.#batcher.waiting > MAX_WAITING_BESIDE_BULKS;
  }

  /**
   * Adopts the changes since the last generation, and returns the new one. Batches that leave from now on name it;
   * batches in flight finish on the generation that they named.
   */
  publish(delta: PackedGeneration): GenerationHandle {
    const now = this.#options.now();
    const generation = this.#generations.unpack(delta);
    if (this.#started === null) {
      // without jobs it only adopts the generation: for many partners that takes too long for a first request to wait
      // for
      this.#options.inline?.answer([], generation, now);
      this.#started = this.#observeFailure(this.#threads.start(generation, now));
      // ready() reports the failure
      this.#started.catch(() => undefined);
    } else {
      for (const threads of [this.#threads, this.#successors]) {
        // the successor of a thread that fails here gets the whole generation
        if (threads !== null) this.#observeFailure(threads.publish(generation, delta, now)).catch(() => undefined);
      }
    }
    this.#bulks.publish(generation);
    this.#batcher.publish(generation);
    return generation;
  }

  stats(): PoolStats {
    const { waiting, inFlight } = this.#batcher;
    return {
      waiting,
      inFlightBatches: inFlight,
      utilization: this.#busy.share(this.#options.now(), this.#options.threads),
      threadsReady: this.#threads.ready,
      waitingBulks: this.#bulks.waiting,
    };
  }

  /**
   * Resolves when every thread has started and holds the first generation, which must be published; rejects when one
   * cannot.
   */
  async ready(): Promise<void> {
    assert(this.#started !== null, 'a generation was published');
    await this.#started;
  }

  /** Accepts no more jobs, answers the queued ones, ends the threads. */
  async close(): Promise<void> {
    await this.#batcher.drain();
    this.#ended = true;
    if (this.#restart !== null) clearTimeout(this.#restart);
    await this.#threads.end();
  }

  #createThreads(): ThreadSet {
    const threads: ThreadSet = new ThreadSet(this.#options.worker, this.#options.threads, {
      onError: (error) => this.#options.observer.crash(error),
      onIdle: () => this.#batcher.dispatch(),
      onEnd: () => this.#checkThreads(threads),
    });
    return threads;
  }

  async #observeFailure(attempt: Promise<void>): Promise<void> {
    try {
      await attempt;
    } catch (error) {
      if (!this.#ended) this.#options.observer.crash(error);
      throw error;
    }
  }

  /** When threads are lost for good, all are replaced, but only after the new ones work. */
  #checkThreads(threads: ThreadSet): void {
    if (this.#ended || threads !== this.#threads || threads.alive === this.#options.threads) return;
    if (threads.alive === 0) this.#batcher.failWaiting(new Error('no thread can be started'));
    // before the first generation ready() reports it, and the caller decides what to do
    if (this.#generations.current === null) return;
    this.#restart ??= setTimeout(() => void this.#replaceThreads(), THREAD_RESTART_DELAY_MS);
  }

  async #replaceThreads(): Promise<void> {
    let superseded: ThreadSet | null = null;
    try {
      const fresh = this.#createThreads();
      superseded = fresh;
      this.#successors = fresh;
      await this.#observeFailure(fresh.start(this.#generations.current!, this.#options.now()));
      superseded = this.#threads;
      this.#threads = fresh;
      this.#batcher.dispatch();
    } catch (error) {
      // The remaining threads continue alone until the next attempt. An error because the system has no further thread
      // is thrown here, not reported by an event.
      if (superseded === null) this.#options.observer.crash(error);
    }
    this.#successors = null;
    this.#restart = null;
    this.#checkThreads(this.#threads);
    await superseded?.retire();
    if (this.#ended) await this.#threads.end();
  }
}

/** The share of time that the threads worked, over the current window and the previous one. */
class BusyMeter {
  readonly #createdAt: number;
  #windowStart: number;
  #busyMs = 0;
  #formerBusyMs = 0;

  constructor(now: number) {
    this.#createdAt = now;
    this.#windowStart = now;
  }

  add(busyMs: number, now: number): void {
    this.#advance(now);
    this.#busyMs += busyMs;
  }

  share(now: number, threads: number): number {
    this.#advance(now);
    const spanMs = now - Math.max(this.#createdAt, this.#windowStart - UTILIZATION_WINDOW_MS);
    return spanMs > 0 ? Math.min(1, (this.#busyMs + this.#formerBusyMs) / (spanMs * threads)) : 0;
  }

  #advance(now: number): void {
    const windows = Math.floor((now - this.#windowStart) / UTILIZATION_WINDOW_MS);
    if (windows < 1) return;
    this.#formerBusyMs = windows === 1 ? this.#busyMs : 0;
    this.#busyMs = 0;
    this.#windowStart += windows * UTILIZATION_WINDOW_MS;
  }
}
