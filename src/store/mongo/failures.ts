/** Decides how a change feed recovers from a failure, and when it tries again. */
import { MongoError, MongoServerError } from 'mongodb';
import { fullJitterMs } from '../../jitter.js';
import { FEED_RETRY_MAX_MS, FEED_RETRY_MIN_MS, FEED_STEADY_MS } from '../../limits/mongo.js';
import { meaningOf } from './codes.js';
import { DeadlineError } from './raw-cursor.js';
import { isOfSocket } from './unavailable.js';

/**
 * `passing`: the stream can be resumed at its last position. `refused`: it should be resumable, but a healthy server
 * refuses, and may continue to. `lost`: everything has to be read again; this includes errors of other origin than
 * MongoDB, such as the follower's.
 */
export function severityOf(error: unknown): 'passing' | 'refused' | 'lost' {
  if (error instanceof MongoServerError) {
    return meaningOf(error).stream ?? (error.hasErrorLabel('ResumableChangeStreamError') ? 'passing' : 'refused');
  }
  const isPassing = error instanceof DeadlineError || error instanceof MongoError || isOfSocket(error);
  return isPassing ? 'passing' : 'lost';
}

/**
 * How long to wait before the next attempt: longer after each one, and random, so that nodes do not all reconnect at
 * once.
 */
export class Backoff {
  #attempts = 0;
  #lastMs = -Infinity;

  /** Milliseconds, with full jitter. Starts over when the last failure is {@link FEED_STEADY_MS} ago. */
  nextMs(nowMs = performance.now(), random = Math.random()): number {
    if (nowMs - this.#lastMs >= FEED_STEADY_MS) this.#attempts = 0;
    this.#lastMs = nowMs;
    return fullJitterMs(this.#attempts++, FEED_RETRY_MIN_MS, FEED_RETRY_MAX_MS, random);
  }
}
