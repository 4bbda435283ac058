/** The bulk of a thread: begun, paused whenever the main thread wants the thread, gone on with, answered. */
import { strict as assert } from 'node:assert';
import type { BulkJob, BulkSteps } from '../engine/bulk/question.js';
import type { GenerationHandle } from '../index/generation.js';
import type { BatchResult, BatchTask, BulkReport } from './wire.js';

const NO_BODIES = new Uint8Array(0);

export class BulkSeat {
  /** A bulk that the main thread has given up stays until the next one begins. */
  #steps: BulkSteps | null = null;

  /** @param begin makes the steps of a bulk */
  constructor(private readonly begin: (job: BulkJob, generation: GenerationHandle, now: number) => BulkSteps) {}

  /** Works until the bulk has an answer or asks something, or `isWanted`. */
  work({ bulk, now }: BatchTask, generation: GenerationHandle, isWanted: () => boolean): BatchResult {
    const startedAt = performance.now();
    if (bulk !== 'GO_ON') this.#steps = this.begin(bulk!, generation, now);
    const report = this.#report(isWanted);
    return { numbers: [], bodies: NO_BODIES, assignments: [], busyMs: performance.now() - startedAt, bulk: report };
  }

  #report(isWanted: () => boolean): BulkReport {
    const steps = this.#steps;
    assert(steps !== null, 'a bulk that goes on has begun');
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) {
        this.#steps = null;
        const { status, body, lines } = value;
        return {
          kind: 'ANSWER',
          status,
          body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
          lines,
        };
      }
      if (value !== undefined) return { kind: 'COST', cost: value };
      if (isWanted()) return { kind: 'PAUSED' };
    }
  }
}
