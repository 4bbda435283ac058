/** The answer to an assignment whose record the store decides on; faults of our own become answers here. */
import type { Logger } from 'pino';
import { failedAnswer } from '../engine/outcomes.js';
import { type Failure, TemporaryError } from '../errors.js';
import { type Store } from '../store/port.js';
import { UnreadableRecordError } from '../store/unreadable.js';
import type { Ledger } from './allocation/ledger.js';
import { settleAssignment } from './assignments.js';
import type { SettleCall, SettleResult } from '../messages.js';
import type { StoredRecords } from './stored-records.js';

const UNREADABLE: Failure = {
  code: 'SHIPMENT_ALREADY_ASSIGNED',
  message: 'The shipment is assigned, but its record cannot be read: ask the operator',
};

/** An unavailable store is logged where that is noticed. */
export async function settle(
  store: Store,
  call: SettleCall,
  { now, records, ledger, log }: { now(): number; records: StoredRecords; ledger: Ledger; log: Logger },
): Promise<SettleResult> {
  const { job } = call;
  const failed = (failure: Failure): SettleResult => ({
    answer: failedAnswer(failure, job.requestId, now() - job.receivedAt, now()),
  });
  try {
    return await settleAssignment(store, call, now, records, ledger);
  } catch (error) {
    if (error instanceof TemporaryError) return failed({ code: 'STORE_UNAVAILABLE' });
    log.error({ err: error, request_id: job.requestId, question: job.question }, 'a question could not be answered');
    return failed(error instanceof UnreadableRecordError ? UNREADABLE : { code: 'INTERNAL_ERROR' });
  }
}
