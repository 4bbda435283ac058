/** Makes assignments durable, one a shipment (decisions, part 8). */
import { strict as assert } from 'node:assert';
import { renderFailure } from '../envelope.js';
import type { Answer, Job, PendingAssignment } from '../pool/wire.js';
import type { AssignmentRecord } from '../schemas/documents.js';
import type { Store } from '../store/port.js';
import { assignmentAnswer, renderSuccess } from './envelope.js';

/**
 * The final answer to an assignment request: `answer` once its record is durable, the assignment that the same request
 * made before, or the refusal of a different request for an assigned shipment. Rejects when the store does.
 */
export async function settleAssignment(store: Store, job: Job, answer: Answer, pending: PendingAssignment, now: () => number): Promise<Answer> {
  const { shipmentId, requestHash, record } = pending;
  if (record !== null) {
    const written = await store.write([{ kind: 'insert', collection: 'assignments', document: { ...record, shipmentId, requestHash } }]);
    if (written.ok) return answer;
    if (written.conflict.reason === 'REFERENCE') return partnerGone(job, record.partnerId, now());
    if (written.conflict.reason !== 'KEY_TAKEN') throw new Error(`an assignment was refused by the store: ${JSON.stringify(written.conflict)}`);
  }
  const existing = await store.get('assignments', shipmentId);
  if (existing !== undefined) return answerFrom(existing, job, pending, now());
  assert(record === null, 'a shipment whose key is taken has an assignment');
  return answer;
}

/** Its document was deleted after the generation that chose it was built. */
function partnerGone(job: Job, partnerId: string, now: number): Answer {
  const message = 'The chosen partner was removed while the shipment was being assigned: ask again';
  return renderFailure({ code: 'BUSINESS_VALIDATION_FAILED', message, details: { partnerId } }, job.requestId, now - job.receivedAt, now);
}

function answerFrom(existing: AssignmentRecord, job: Job, { shipmentId, requestHash }: PendingAssignment, now: number): Answer {
  const elapsedMs = now - job.receivedAt;
  if (existing.requestHash !== requestHash) {
    return renderFailure({ code: 'SHIPMENT_ALREADY_ASSIGNED', details: { shipmentId } }, job.requestId, elapsedMs, now);
  }
  const { assignmentId, assignment } = existing;
  const { data, envelope } = assignmentAnswer({ success: true, assignment, error: null, metadata: { assignmentId } }, job.requestId, elapsedMs, now);
  return { status: 200, body: renderSuccess(data, envelope, job.requestId, elapsedMs) };
}
