/**
 * Bulks behind the checkout: each is worked on by one thread, while no question waits for a thread. A thread that is
 * wanted pauses within a line, and goes on with its bulk when it is spare again.
 *
 * A bulk whose answer would have no room does not begin: others go before it, and after a while it is refused. So the
 * answers that must be held in addition to their limit are no more than the threads.
 *
 * A bulk whose thread ended is begun once more, since the cause may have been chance; then it fails.
 */
import type { BulkCost, BulkEvents, BulkJob } from '../engine/bulk/question.js';
import type { GenerationHandle } from '../index/generation.js';
import { BULK_ROOM_PATIENCE_MS, MAX_WAITING_BULKS, MAX_WAITING_BULKS_OF_CREDENTIAL } from '../limits/bulk.js';
import { encodeTask } from './encoding.js';
import type { BatchResult, BatchTask } from './wire.js';

/** A thread that has a bulk, also while it answers questions in between. */
export interface BulkThread {
  /** It has no task. */
  isIdle(): boolean;
  /** It has ended, and its bulk with it. */
  isGone(): boolean;
  run(task: BatchTask): Promise<BatchResult>;
  /** Makes it pause its bulk. */
  want(): void;
  /** It has no bulk any more. */
  release(): void;
}

interface BulkQueueOptions {
  /** A thread without a task and without a bulk; null: there is none. */
  takeThread(): BulkThread | null;
  /** Milliseconds since the epoch. */
  now(): number;
  /** A thread has no task any more. */
  onFree(): void;
  /** A thread ended or threw. */
  onCrash(error: unknown): void;
}

interface Bulk {
  job: BulkJob;
  events: BulkEvents;
  /** Its caller's address has had no room for its answer since then, in monotonic milliseconds. Null: it has. */
  withoutRoomSinceMs: number | null;
  /** Null: it waits to begin. */
  thread: BulkThread | null;
  state: 'WAITING' | 'RUNNING' | 'PAUSED' | 'ASKING';
  /** A thread has already ended on it. */
  isSuspect: boolean;
  isCancelled: boolean;
}

export class BulkQueue {
  readonly #options: BulkQueueOptions;
  /** In the order of their arrival. */
  readonly #bulks = new Set<Bulk>();
  #generation: GenerationHandle | null = null;

  constructor(options: BulkQueueOptions) {
    this.#options = options;
  }

  /** Bulks that have not begun. */
  get waiting(): number {
    return this.#count(({ state }) => state === 'WAITING');
  }

  /** Whether a bulk of anybody would be refused. */
  get isFull(): boolean {
    return this.waiting >= MAX_WAITING_BULKS;
  }

  /** Begins the bulk when a thread is spare. null: too many wait, of this caller or of all. */
  submit(job: BulkJob, events: BulkEvents): { cancel(): void } | null {
    const ofCaller = this.#count(
      ({ state, job: { callerKind, callerId } }) =>
        state === 'WAITING' && callerKind === job.callerKind && callerId === job.callerId,
    );
    if (this.isFull || ofCaller >= MAX_WAITING_BULKS_OF_CREDENTIAL) return null;
    const bulk: Bulk = {
      ...{ job, events, withoutRoomSinceMs: null, thread: null },
      ...{ state: 'WAITING', isSuspect: false, isCancelled: false },
    };
    this.#bulks.add(bulk);
    // in a later turn: questions that arrive in this one go first
    setImmediate(() => this.#options.onFree());
    return { cancel: () => this.#cancel(bulk) };
  }

  publish(generation: GenerationHandle): void {
    this.#generation = generation;
  }

  /** Gives spare threads their bulks: call it when no question waits for a thread. */
  advance(): void {
    if (this.#generation === null) return;
    for (const bulk of this.#bulks) {
      if (bulk.state === 'PAUSED' && bulk.thread!.isGone()) this.#restart(bulk);
      if (bulk.state === 'PAUSED' && bulk.thread!.isIdle()) this.#run(bulk, 'GO_ON');
    }
    for (const bulk of this.#bulks) {
      if (bulk.state !== 'WAITING') continue;
      if (!bulk.events.hasRoom()) {
        this.#refuseLate(bulk);
        continue;
      }
      bulk.withoutRoomSinceMs = null;
      bulk.thread = this.#options.takeThread();
      if (bulk.thread === null) return;
      this.#run(bulk, bulk.job);
    }
  }

  /** Takes threads from their bulks: call it when a question waits and no thread is idle. */
  yieldThreads(): void {
    for (const { state, thread } of this.#bulks) if (state === 'RUNNING') thread!.want();
  }

  #refuseLate(bulk: Bulk): void {
    const nowMs = performance.now();
    bulk.withoutRoomSinceMs ??= nowMs;
    if (nowMs < bulk.withoutRoomSinceMs + BULK_ROOM_PATIENCE_MS) return;
    this.#end(bulk);
    bulk.events.onNoRoom();
  }

  #run(bulk: Bulk, what: BulkJob | 'GO_ON'): void {
    bulk.state = 'RUNNING';
    const task = { ...encodeTask([], this.#generation!, this.#options.now()), bulk: what };
    bulk
      .thread!.run(task)
      .then(
        (result) => this.#onReport(bulk, result),
        (error: unknown) => this.#onCrash(bulk, error),
      )
      .finally(() => this.#options.onFree());
  }

  #onReport(bulk: Bulk, { bulk: report }: BatchResult): void {
    bulk.state = 'PAUSED';
    if (bulk.isCancelled) return this.#end(bulk);
    switch (report!.kind) {
      case 'PAUSED':
        return;
      case 'COST':
        return this.#ask(bulk, report!.cost);
      case 'ANSWER':
        this.#end(bulk);
        bulk.events.onAnswer(report!);
    }
  }

  #ask(bulk: Bulk, cost: BulkCost): void {
    const decide = (isAdmitted: boolean): void => {
      bulk.state = 'PAUSED';
      if (!isAdmitted || bulk.isCancelled) this.#end(bulk);
    };
    const admitted = bulk.events.admit(cost);
    if (typeof admitted === 'boolean') return decide(admitted);
    bulk.state = 'ASKING';
    void admitted.then((isAdmitted) => {
      decide(isAdmitted);
      this.#options.onFree();
    });
  }

  #onCrash(bulk: Bulk, error: unknown): void {
    this.#options.onCrash(error);
    if (bulk.isCancelled) return this.#end(bulk);
    if (!bulk.isSuspect) {
      bulk.isSuspect = true;
      return this.#restart(bulk);
    }
    this.#end(bulk);
    bulk.events.onFailure(error);
  }

  #restart(bulk: Bulk): void {
    bulk.thread?.release();
    bulk.thread = null;
    bulk.state = 'WAITING';
  }

  /** What runs ends with its present line. */
  #cancel(bulk: Bulk): void {
    bulk.isCancelled = true;
    if (bulk.state === 'RUNNING') bulk.thread!.want();
    else if (bulk.state !== 'ASKING') this.#end(bulk);
  }

  #end(bulk: Bulk): void {
    bulk.thread?.release();
    this.#bulks.delete(bulk);
  }

  #count(isCounted: (bulk: Bulk) => boolean): number {
    let count = 0;
    for (const bulk of this.#bulks) if (isCounted(bulk)) count++;
    return count;
  }
}
