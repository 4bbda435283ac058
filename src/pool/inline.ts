/**
 * Answers the cheap questions of an event loop turn on the main thread, up to a limit. Handing over a batch and
 * receiving its answers costs the main thread as much as several charges, wakes a thread, and moves each answer between
 * the caches of two cores. Jobs that look at many partners, must be made durable or are long go to the threads, and so
 * does everything that a turn brings beyond half a millisecond of work.
 *
 * Under wrk this answers more charges at a lower latency. With many connections both a smaller limit and no limit are
 * slower. To answer each question as it arrives takes 1.14 times the processor time.
 */
import type { GenerationHandle } from '../index/generation.js';
import {
  INLINE_JOB_CHARACTERS,
  INLINE_JOB_PARTNERS,
  INLINE_TURN_PARTNERS,
  PARTNERS_PER_QUOTE,
} from '../limits/pool.js';
import type { Job, TextAnswer } from '../engine/question.js';

export interface InlineEngine {
  /**
   * One answer per job, in their order, each computed when it is taken; without jobs it only adopts the generation.
   * `now`: milliseconds since the epoch. It may throw, as may taking an answer: the jobs then go to a thread.
   */
  answer(jobs: readonly Job[], generation: GenerationHandle, now: number): Iterable<TextAnswer>;
}

/** Divides the waiting jobs: those that the main thread answers now, and those for the threads, each in their order. */
interface Division<Waiting> {
  here: Waiting[];
  there: Waiting[];
}

export function divide<Waiting extends { job: Job }>(
  waiting: readonly Waiting[],
  generation: GenerationHandle,
): Division<Waiting> {
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

/** The number of partners that a job looks at, or the equivalent amount of work. */
function partnersOf({ question, callerKind, body }: Job, { partners }: GenerationHandle): number {
  // storing the assignment costs many times as much as computing it
  if (question === 'assignment' || body.length > INLINE_JOB_CHARACTERS) return Infinity;
  if (question === 'charges' || callerKind === 'partner') return PARTNERS_PER_QUOTE;
  return partners.length > PARTNERS_PER_QUOTE && isOfOnePartner(body) ? PARTNERS_PER_QUOTE : partners.length;
}

/**
 * Whether a question about availability looks at one partner. It is parsed again where it is answered; parsing it twice
 * costs less than a second rule for reading bodies. A body that is not JSON is refused without looking at any.
 */
function isOfOnePartner(body: string): boolean {
  try {
    return typeof (JSON.parse(body) as { partnerId?: unknown } | null)?.partnerId === 'string';
  } catch {
    return true;
  }
}
