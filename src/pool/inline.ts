/**
 * What the main thread answers itself while it has time: the few cheap questions of a quiet turn. To hand a batch over and to take its answers
 * costs the main thread some 40 us, whatever is in it, and wakes two threads; a charge costs 10.
 *
 * Measured on two cores, charges at 6,000 a second: 82 instead of 132 us of processor time each, of the main thread 64
 * instead of 73; half of them answered within 0.3 instead of 0.5 ms. At the peak turns are larger, and all goes to the pool.
 */
import { performance } from 'node:perf_hooks';
import type { GenerationHandle } from '../index/generation.js';
import { INLINE_IDLE_WINDOW_MS, INLINE_LEAST_IDLE, INLINE_PARTNERS, PARTNERS_PER_CHARGE } from '../limits.js';
import type { Job, ThreadAnswer } from './wire.js';

export interface InlineAnswerer {
  /** One answer a job, in their order. `now`: milliseconds since the epoch. May throw: the jobs then go to a thread. */
  answer(jobs: readonly Job[], generation: GenerationHandle, now: number): ThreadAnswer[];
}

/**
 * Whether the main thread was idle enough lately. One that is busy gains by batches: to answer small turns by itself kept
 * them small, and with 64 connections a sixth fewer were answered.
 */
export class SpareTime {
  #window = performance.eventLoopUtilization();
  #beganAt = performance.now();
  #isThere = true;

  isThere(): boolean {
    const now = performance.now();
    if (now - this.#beganAt >= INLINE_IDLE_WINDOW_MS) {
      const current = performance.eventLoopUtilization();
      this.#isThere = 1 - performance.eventLoopUtilization(current, this.#window).utilization >= INLINE_LEAST_IDLE;
      this.#window = current;
      this.#beganAt = now;
    }
    return this.#isThere;
  }
}

/** Whether the main thread may answer all of them, at once. */
export function isSmall(jobs: readonly { job: Job }[], generation: GenerationHandle): boolean {
  let partners = 0;
  for (const { job } of jobs) {
    partners += partnersOf(job, generation);
    if (partners > INLINE_PARTNERS) return false;
  }
  return true;
}

/** How many partners a job looks at, or what is as much work; which partner a search names is only known once its body is parsed. */
function partnersOf({ question }: Job, { partners }: GenerationHandle): number {
  if (question === 'charges') return PARTNERS_PER_CHARGE;
  // what follows an assignment, in the store, is many times that
  return question === 'availability' ? partners.length : Infinity;
}
