/** The answer to an assignment whose record the store decides on; faults of our own become answers here. */
import type { Logger } from 'pino';
import { failedAnswer } from '../engine/outcomes.js';
import { type Failure, TemporaryError } from '../errors.js';
import { type Store } from '../store/port.js';
import { UnreadableRecordError } from '../store/unreadable.js';
import { settleAssignment, type SettleOptions } from './assignments.js';
import type { SettleCall, SettleResult } from '../messages.js';

const UNREADABLE: Failure = {
  code: 'SHIPMENT_ALREADY_ASSIGNED',
  message: 'The shipment is assigned, but its record cannot be read: ask the operator',
};

/** An unavailable store is logged where that is noticed. */
export async function settle(
  store: Store,
  call: SettleCall,
  options: SettleOptions & { log: Logger },
): Promise<SettleResult> {
  const { now, log } = options;
  const { job } = call;
  const failed = (failure: Failure): SettleResult => ({
    answer: failedAnswer(failure, job.requestId, now() - job.receivedAt, now()),
  });
  try {
    return await settleAssignment(store, call, options);
  } catch (error) {
    if (error instanceof TemporaryError) return failed({ code: 'STORE_UNAVAILABLE' });
    log.error({ err: error, request_id: job.requestId, question: job.question }, 'a question could not be answered');
    return failed(error instanceof UnreadableRecordError ? UNREADABLE : { code: 'INTERNAL_ERROR' });
  }
}
