/**
 * A set of threads that run one module. Piscina starts them, ends them and replaces them; every option that matters is
 * explicit. Each thread has a single Piscina task for its whole life: serving its mailbox.
 */
import { strict as assert } from 'node:assert';
import { setTimeout as sleep } from 'node:timers/promises';
import { Piscina } from 'piscina';
import type { GenerationHandle } from '../index/generation.js';
import { packGeneration, type PackedGeneration } from '../index/packed.js';
import { MAX_THREAD_HEAP_MEGABYTES, THREAD_RETIRE_MS, THREAD_YOUNG_MEGABYTES } from '../limits/pool.js';
import { encodeTask } from './encoding.js';
import type { Threads } from './batcher.js';
import type { BulkThread } from './bulks.js';
import { Mailbox, type MailboxEnd } from './mailbox.js';
import type { BatchResult, BatchTask } from './wire.js';
import { isCompiled } from '../worker-entry.js';

const LOADER_FLAG = /^--(import|require)$/;

/**
 * The flags of a thread: the loaders that the process was started with, since V8's flags are refused here. Piscina
 * requires a module before it imports it, and Node 20 aborts when a thread is ended during the require of an ES module.
 */
const THREAD_FLAGS = [
  '--no-experimental-require-module',
  ...process.execArgv.filter((flag, at, flags) => LOADER_FLAG.test(flag) || LOADER_FLAG.test(flags[at - 1] ?? '')),
];

interface ThreadEvents {
  /**
   * A thread ended with an error while it had no batch, or could not start. A thread that had a batch rejects the
   * batch.
   */
  onError(error: unknown): void;
  /** A thread became idle other than by finishing a batch of {@link ThreadSet.run}. */
  onIdle(): void;
  /** A thread ended and, where possible, another was started in its place. */
  onEnd(): void;
}

/** A thread at its mailbox. */
interface Seat {
  mailbox: Mailbox;
  batch: { resolve(result: BatchResult): void; reject(error: unknown): void } | null;
  /** A bulk is on it, perhaps paused. */
  hasBulk: boolean;
  isGone: boolean;
  /** Resolves when the thread has left it. */
  left: Promise<void>;
}

export class ThreadSet implements Threads {
  readonly #piscina: Piscina<MailboxEnd, void>;
  readonly #count: number;
  readonly #events: ThreadEvents;
  readonly #seats = new Set<Seat>();
  #started = false;
  #ended = false;
  /** The generation that every seat has been sent. */
  #generation: GenerationHandle | null = null;

  constructor(worker: URL, count: number, events: ThreadEvents) {
    this.#count = count;
    this.#events = events;
    this.#piscina = new Piscina({
      filename: worker.href,
      minThreads: count,
      maxThreads: count,
      idleTimeout: Infinity,
      concurrentTasksPerWorker: 1,
      maxQueue: 0,
      // the threads exchange almost no Piscina messages
      atomics: 'disabled',
      recordTiming: false,
      workerHistogram: false,
      trackUnmanagedFds: true,
      execArgv: isCompiled(worker) ? [...THREAD_FLAGS, '--enable-source-maps'] : THREAD_FLAGS,
      resourceLimits: {
        maxOldGenerationSizeMb: MAX_THREAD_HEAP_MEGABYTES,
        maxYoungGenerationSizeMb: THREAD_YOUNG_MEGABYTES,
      },
    });
    this.#piscina.on('error', (error: unknown) => events.onError(error));
    // later, because Piscina counts a replacement thread as idle only after this event
    this.#piscina.on('workerCreate', () => queueMicrotask(() => events.onIdle()));
    // later, because Piscina starts the replacement only after this event
    this.#piscina.on('workerDestroy', () => setImmediate(() => events.onEnd()));
  }

  idle(): number {
    if (this.#ended) return 0;
    for (let more = this.#piscina.idleThreads; more > 0; more--) this.#sitDown();
    let idle = 0;
    for (const { batch } of this.#seats) if (batch === null) idle++;
    return idle;
  }

  /** Threads that can compute, busy or not. */
  get ready(): number {
    return this.#started && !this.#ended ? this.#piscina.idleThreads + this.#seats.size : 0;
  }

  /**
   * Existing threads, including those that still start. Fewer than configured: Piscina gave up on one that failed to
   * start.
   */
  get alive(): number {
    return this.#piscina.threads.length;
  }

  run(task: BatchTask): Promise<BatchResult> {
    assert(this.idle() > 0, 'a batch goes to an idle thread');
    const idle = [...this.#seats].filter(({ batch }) => batch === null);
    return this.#runOn(idle.find(({ hasBulk }) => !hasBulk) ?? idle[0]!, task);
  }

  /** An idle thread without a bulk, for one; null: there is none. */
  takeForBulk(): BulkThread | null {
    if (this.idle() === 0) return null;
    const seat = [...this.#seats].find(({ batch, hasBulk }) => batch === null && !hasBulk);
    if (seat === undefined) return null;
    seat.hasBulk = true;
    return {
      isIdle: () => seat.batch === null && !seat.isGone,
      isGone: () => seat.isGone,
      run: (task) => this.#runOn(seat, task),
      want: () => seat.mailbox.want(),
      release: () => {
        seat.hasBulk = false;
      },
    };
  }

  #runOn(seat: Seat, task: BatchTask): Promise<BatchResult> {
    assert(seat.batch === null, 'a task goes to an idle thread');
    const result = new Promise<BatchResult>((resolve, reject) => {
      seat.batch = { resolve, reject };
    });
    seat.mailbox.post(task);
    void seat.mailbox.finished().then(() => collectFrom(seat));
    return result;
  }

  collect(): void {
    for (const seat of this.#seats) collectFrom(seat);
  }

  /**
   * Resolves when all threads have started and hold `generation`; rejects when one could not. `now`: milliseconds since
   * the epoch.
   */
  async start(generation: GenerationHandle, now: number): Promise<void> {
    const adopted = this.publish(generation, packGeneration(generation, null), now);
    const started = this.#seats.size;
    await adopted;
    if (started < this.#count) throw new Error(`${started} of ${this.#count} threads could start`);
    this.#started = true;
  }

  /**
   * Sends every thread `delta`, which turns the previous generation into `generation`. Threads that are idle adopt it
   * at once, so that no request waits for that; resolves when they have. `now`: milliseconds since the epoch.
   */
  async publish(generation: GenerationHandle, delta: PackedGeneration, now: number): Promise<void> {
    for (const { mailbox } of this.#seats) mailbox.send(delta);
    this.#generation = generation;
    const nothing = encodeTask([], generation, now);
    const adoptOnOne = async (): Promise<void> => {
      await this.run(nothing).finally(() => this.#events.onIdle());
    };
    await Promise.all(Array.from({ length: this.idle() }, adoptOnOne));
  }

  /**
   * Ends each thread as soon as it has no batch. Piscina's own close would end them all as soon as the first has left.
   */
  async retire(): Promise<void> {
    this.#ended = true;
    for (const { mailbox } of this.#seats) mailbox.dismiss();
    const left = Promise.all([...this.#seats].map((seat) => seat.left));
    await Promise.race([left, sleep(THREAD_RETIRE_MS, undefined, { ref: false })]);
    await this.#piscina.destroy();
  }

  /** Ends all threads at once. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.#piscina.destroy();
  }

  /** Gives an idle Piscina thread a mailbox to serve, with the whole generation in it. */
  #sitDown(): void {
    const seat: Seat = {
      mailbox: new Mailbox(),
      batch: null,
      hasBulk: false,
      isGone: false,
      left: Promise.resolve(),
    };
    if (this.#generation !== null) seat.mailbox.send(packGeneration(this.#generation, null));
    this.#seats.add(seat);
    const { forThread } = seat.mailbox;
    seat.left = this.#piscina.run(forThread, { transferList: [forThread.port] }).then(
      () => {
        // it may have answered before it left: the two events can arrive in either order
        collectFrom(seat);
        this.#standUp(seat);
      },
      (error: unknown) => {
        collectFrom(seat);
        const { batch } = seat;
        this.#standUp(seat);
        if (batch !== null) batch.reject(error);
        else if (!this.#ended) this.#events.onError(error);
      },
    );
  }

  #standUp(seat: Seat): void {
    this.#seats.delete(seat);
    seat.isGone = true;
    seat.batch = null;
    seat.mailbox.close();
  }
}

function collectFrom(seat: Seat): void {
  const { batch } = seat;
  const result = batch === null ? null : seat.mailbox.collect();
  if (result === null) return;
  seat.batch = null;
  batch!.resolve(result);
}
