/** Limits of the batches and threads that answer questions. */
import { assert } from './assert.js';
import { MAX_BODY_BYTES } from './http.js';

/**
 * Pool. A batch has as many requests as its thread can probably process within BATCH_WORK_MS; the first batch has a
 * fixed size, because the speed is not known yet.
 */
export const MAX_BATCH_REQUESTS = 512;
export const BATCH_WORK_MS = 8;
export const FIRST_BATCH_REQUESTS = 64;
/** A smaller batch is not divided among idle threads: handing over a task costs about as much as several jobs. */
export const MIN_DIVIDED_BATCH_REQUESTS = 16;
export const MAX_BATCH_BYTES = 4 * MAX_BODY_BYTES;
/** Later requests get 503 at once: in a longer queue all wait longer and fewer are answered in time. */
export const MAX_WAITING_REQUESTS = 1_024;
export const OVERLOAD_RETRY_AFTER_SECONDS = 1;
/**
 * Cost is counted in partners looked at. A question is cheap up to INLINE_JOB_PARTNERS; a full quote of one partner
 * counts as PARTNERS_PER_QUOTE.
 */
export const INLINE_JOB_PARTNERS = 16;
export const PARTNERS_PER_QUOTE = 4;
/** A question with a longer body is not cheap: parsing takes too long. */
export const INLINE_JOB_CHARACTERS = 8_192;
/** The cheap questions that the main thread answers in one turn, in partners looked at; the pool gets the rest. */
export const INLINE_TURN_PARTNERS = 64 * PARTNERS_PER_QUOTE;
/** The part of a batch that travels through shared memory; a longer batch is sent as a message. */
export const MAILBOX_TEXT_BYTES = 1_048_576;
/** How long a thread that has answered polls for its next batch before it sleeps. */
export const THREAD_SPIN_MS = 0.05;
/** How long a thread that is being replaced may work on its batch. */
export const THREAD_RETIRE_MS = 30_000;
/** A thread's own heap, without the shared index: a thread that leaks ends alone, without the process. */
export const MAX_THREAD_HEAP_MEGABYTES = 512;
/**
 * The young generation of a thread's heap, V8's default. The flag `--max-semi-space-size` would override this in every
 * thread, so `npm start` does not set it.
 */
export const THREAD_YOUNG_MEGABYTES = 48;
/** The pause between the failed start of a thread and the next attempt. */
export const THREAD_RESTART_DELAY_MS = 1_000;
export const UTILIZATION_WINDOW_MS = 5_000;

assert(MAX_BATCH_BYTES >= MAX_BODY_BYTES, 'the largest body fits a batch');
assert(MAX_WAITING_REQUESTS >= MAX_BATCH_REQUESTS && MAX_BATCH_REQUESTS >= FIRST_BATCH_REQUESTS);
assert(MIN_DIVIDED_BATCH_REQUESTS <= FIRST_BATCH_REQUESTS);
