/** The answer of a bulk that fails as a whole: none of its lines has a result. */
import type { Failure } from '../../errors.js';
import type { EngineContext } from '../context.js';
import { failedAnswer } from '../outcomes.js';
import type { BulkAnswer, BulkJob } from './question.js';

export const failedBulk = (context: EngineContext, job: BulkJob, failure: Failure): BulkAnswer => ({
  ...failedAnswer(failure, job.requestId, context.clock() - job.receivedAt, context.now),
  lines: { available: 0, unavailable: 0, failed: 0 },
});
