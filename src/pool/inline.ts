/**
 * What the main thread answers itself: the cheap questions of a turn of the event loop, as far as they are not very many.
 * To hand a batch over and to take its answers costs the main thread as much as several charges do, wakes a thread, and
 * moves each answer from one core's cache to another's. What looks at many partners, what has to be made durable and what
 * is long goes to the threads, and so does all that a turn brings beyond half a millisecond's work.
 *
 * Measured under wrk on two cores, builds taking turns: with 64 connections 1.3 to 1.5 times as many charges as with only
 * the turns of up to four of them answered here, half of them answered within 1.1 instead of 1.6 ms. With 256 connections
 * it is a ninth more than with a quarter of this limit, and a quarter more than when all of a turn was answered here.
 */
import type { GenerationHandle } from '../index/generation.js';
import { INLINE_JOB_CHARACTERS, INLINE_JOB_PARTNERS, INLINE_TURN_PARTNERS, PARTNERS_PER_QUOTE } from '../limits.js';
import type { Job, ThreadAnswer } from './wire.js';

export interface InlineAnswerer {
  /**
   * One answer a job, in their order, each computed when it is taken; without jobs it takes the generation up. `now`:
   * milliseconds since the epoch. It may throw, and so may taking an answer: the jobs then go to a thread.
   */
  answer(jobs: readonly Job[], generation: GenerationHandle, now: number): Iterable<ThreadAnswer>;
}

/** Of what waits: what the main thread answers now, and what is left for the threads, each in its order. */
export interface Division<Waiting> {
  here: Waiting[];
  there: Waiting[];
}

export function divide<Waiting extends { job: Job }>(waiting: readonly Waiting[], generation: GenerationHandle): Division<Waiting> {
  const here: Waiting[] = [];
  const there: Waiting[] = [];
  let partners = 0;
  for (const entry of waiting) {
    const looksAt = partnersOf(entry.job, generation);
    const isTaken = looksAt <= INLINE_JOB_PARTNERS && partners + looksAt <= INLINE_TURN_PARTNERS;
    if (isTaken) partners += looksAt;
    (isTaken ? here : there).push(entry);
  }
  return { here, there };
}

/** How many partners a job looks at, or what is as much work. */
function partnersOf({ question, callerKind, body }: Job, { partners }: GenerationHandle): number {
  // what follows an assignment, in the store, is many times that
  if (question === 'assignment' || body.length > INLINE_JOB_CHARACTERS) return Infinity;
  const isOfOne = question === 'charges' || callerKind === 'partner' || NAMES_A_PARTNER.test(body);
  return isOfOne ? PARTNERS_PER_QUOTE : partners.length;
}

/** Of a search: most that name a partner do so first. One that does it later is taken for a search of all. */
const NAMES_A_PARTNER = /^\s*\{\s*"partnerId"\s*:\s*"/;
