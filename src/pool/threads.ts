/**
 * A set of threads that run one module: Piscina with every option that matters explicit.
 */
import { strict as assert } from 'node:assert';
import { Piscina } from 'piscina';
import type { GenerationHandle } from '../index/generation.js';
import { MAX_THREAD_HEAP_MEGABYTES } from '../limits.js';
import { encodeJobs } from './encoding.js';
import type { Threads } from './batcher.js';
import type { BatchResult, BatchTask } from './wire.js';

export interface ThreadEvents {
  /** A thread that had no task ended with an error, be it that it could not start. One that had a task rejects it. */
  onError(error: unknown): void;
  /** A thread became idle other than by finishing a task of {@link ThreadSet.run}. */
  onIdle(): void;
  /** A thread ended, and where that could be done, another was started in its place. */
  onEnd(): void;
}

export class ThreadSet implements Threads {
  readonly #piscina: Piscina<BatchTask, BatchResult>;
  readonly #count: number;
  readonly #events: ThreadEvents;
  #running = 0;
  #started = false;
  /** The newest version of the generation that was last to be taken up. */
  #published = 0;

  constructor(worker: URL, count: number, events: ThreadEvents) {
    this.#count = count;
    this.#events = events;
    this.#piscina = new Piscina({
      filename: worker.href,
      minThreads: count,
      maxThreads: count,
      idleTimeout: Infinity,
      // The batcher keeps the queue and gives a thread one task at a time: a second one in flight gained nothing, neither in
      // throughput nor in CPU, and the end of a thread would no longer tell which of the two caused it.
      concurrentTasksPerWorker: 1,
      maxQueue: 0,
      // 'sync' and 'async' measured no better, alone or under load, and 'sync' stops a thread's event loop between tasks.
      atomics: 'disabled',
      recordTiming: false,
      workerHistogram: false,
      trackUnmanagedFds: true,
      resourceLimits: { maxOldGenerationSizeMb: MAX_THREAD_HEAP_MEGABYTES },
    });
    this.#piscina.on('error', (error: unknown) => events.onError(error));
    this.#piscina.on('workerCreate', () => events.onIdle());
    // Later, because Piscina starts the replacement only after this event.
    this.#piscina.on('workerDestroy', () => setImmediate(() => events.onEnd()));
  }

  idle(): number {
    return this.#piscina.idleThreads;
  }

  /** Threads that can compute, whether or not they do right now. */
  get ready(): number {
    return this.#started ? this.#piscina.idleThreads + this.#running : 0;
  }

  /** Threads that exist, those that still start included. Fewer than asked for: Piscina gave up on one that failed to start. */
  get alive(): number {
    return this.#piscina.threads.length;
  }

  async run(task: BatchTask): Promise<BatchResult> {
    assert(this.idle() > 0, 'a task goes to an idle thread');
    this.#running++;
    try {
      return await this.#piscina.run(task);
    } finally {
      this.#running--;
    }
  }

  /**
   * Resolves when all threads have started and hold `generation`; rejects when one could not.
   * `now`: milliseconds since the epoch.
   */
  async start(generation: GenerationHandle, now: number): Promise<void> {
    const idle = this.idle();
    await this.takeUp(generation, now);
    if (idle < this.#count) throw new Error(`${idle} of ${this.#count} threads could start`);
    this.#started = true;
  }

  /** Resolves when each thread that is idle now holds `generation`. `now`: milliseconds since the epoch. */
  async takeUp(generation: GenerationHandle, now: number): Promise<void> {
    const task = encodeJobs([], generation, this.#published, now);
    this.#published = generation.newestVersion;
    await Promise.all(Array.from({ length: this.idle() }, () => this.#takeUpOnOne(task, generation)));
  }

  async #takeUpOnOne(task: BatchTask, generation: GenerationHandle): Promise<void> {
    try {
      const first = await this.run(task);
      if (!first.missingGeneration) return;
      // It was busy when the one before was published, or is a new one; and what one thread lacks may come to another.
      for (const since of [first.holds, 0]) {
        // a batch was first, and asks by itself
        if (this.idle() === 0) return;
        if (!(await this.run(encodeJobs([], generation, since, task.now))).missingGeneration) return;
      }
      assert.fail('a thread takes up the generation that it is given');
    } finally {
      this.#events.onIdle();
    }
  }

  /** Ends each thread as soon as it has no task. */
  async retire(): Promise<void> {
    await this.#piscina.close();
  }

  /** Ends all threads at once. */
  async end(): Promise<void> {
    await this.#piscina.destroy();
  }
}
