/** Makes assignments durable, one for each shipment of a caller (docs/rules.md#assignments). */
import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import { canonicalJson } from '../domain/canonical.js';
import type { EngineAnswer, Job, PendingAssignment } from '../engine/question.js';
import { isCancelled, lifeOf } from '../model/assignment-life.js';
import { assignmentKeyOf, callerTextOf, decisionKeyOf } from '../model/assignment-key.js';
import type { AssignmentRecord } from '../model/documents.js';
import type { SettleCall, SettleResult } from '../messages.js';
import { type RequestIdentity, recording, recordKeyOf } from './idempotency.js';
import { failedAnswer, OFFERED } from '../engine/outcomes.js';
import { type Ledger, countOpsOf } from './allocation/ledger.js';
import type { Store } from '../store/port.js';
import type { Caller, ReachedLimit } from '../caller.js';
import type { Decision } from '../contract/allocation.js';
import { keeping, keptDecision } from './allocation/decisions.js';
import { recordsOf, type StoredRecords } from './stored-records.js';
import { assignmentAnswer } from '../engine/assignment-answer.js';
import { shapedAssignment } from '../engine/assignment-view.js';
import { renderSuccess } from '../envelope.js';
import { toJson } from '../json.js';

/** Part of the keys of idempotency records: the operation's name in the OpenAPI document. */
const OPERATION_ID = 'assignShipment';
const FIRST_ATTEMPT = 1;

export interface SettleOptions {
  now(): number;
  records: StoredRecords;
  ledger: Ledger;
  /** How many days decisions are kept; null: for ever. */
  decisionsDays: number | null;
}

/**
 * What becomes of the pool's answer to an assignment request: it may leave once its record is durable. Otherwise its
 * place is taken by the assignment that the same request made before, or by the refusal of a different request for an
 * assigned shipment. Rejects when the store does.
 */
export async function settleAssignment(
  store: Store,
  { job, pending }: SettleCall,
  options: SettleOptions,
): Promise<SettleResult> {
  const result = await settleCounted(store, { job, pending }, options);
  if (result !== 'FULL') return result;
  const again = options.ledger.answerAgain(job, options.now());
  if (again.assignment === undefined) return { answer: again };
  const { answer, ...made } = await settleAssignment(store, { job, pending: again.assignment }, options);
  return { answer: answer ?? again, ...made };
}

/** FULL: a limit was reached after the choice. What the choice has reserved is stored or released. */
async function settleCounted(store: Store, call: SettleCall, options: SettleOptions): Promise<SettleResult | 'FULL'> {
  const { board } = options.ledger;
  const { record, reservedIn } = call.pending;
  const counted = record?.counted ?? [];
  let isStored = false;
  try {
    const result = await settleOnce(store, call, options);
    if ('full' in result) {
      board.set(result.full.key, result.full.values, result.full.endsAtMs);
      return 'FULL';
    }
    isStored = result.made !== undefined;
    return result;
  } finally {
    if (reservedIn !== undefined) {
      if (isStored) board.settle(counted, reservedIn);
      else board.release(counted, reservedIn);
    }
  }
}

/** The counter whose limit is reached, as the store has it. */
interface FullCounter {
  full: { key: string; values: readonly number[]; endsAtMs: number };
}

async function settleOnce(
  store: Store,
  { job, pending }: SettleCall,
  { now, records, decisionsDays }: SettleOptions,
): Promise<SettleResult | FullCounter> {
  const { shipmentId, requestHash, record } = pending;
  const caller = { kind: job.callerKind, id: job.callerId };
  const once = onceOf(job, requestHash);
  const noted = once === null ? [] : [recording(once, null, null, now())];
  const earlier = await earlierUse(store, once, job);
  if (earlier === 'OTHER') return { answer: keyReused(job, now()) };
  let limit: ReachedLimit | null = null;
  if (record !== null) {
    const count = recordsOf(record.assignment.length) + noted.length;
    limit = records.take(caller, count, now());
    if (limit === null) {
      const { assignment: text, decision, ...fields } = record;
      const document = { ...fields, caller, shipmentId, requestHash };
      const ops = countOpsOf(record.counted ?? []);
      const key = decisionKeyOf(callerTextOf(caller), shipmentId, FIRST_ATTEMPT);
      const kept = keeping(key, decision, decisionsDays, now());
      const written = await store.write([{ kind: 'insert-assignment', document, text }, kept, ...noted, ...ops]);
      if (written.ok) return { answer: null, made: { partnerId: record.partnerId, strategy: pending.strategy } };
      records.giveBack(caller, count);
      if (written.conflict.reason === 'FULL') {
        const { key, values } = written.conflict;
        const { expiresAt } = ops.find((op) => op.key === key)!;
        return { full: { key: String(key), values, endsAtMs: Date.parse(expiresAt) } };
      }
      if (written.conflict.reason === 'REFERENCE') return { answer: partnerGone(job, record.partnerId, now()) };
      if (written.conflict.reason !== 'KEY_TAKEN')
        throw new Error(`an assignment was refused by the store: ${JSON.stringify(written.conflict)}`);
      // another request may have arrived with the key at the same moment
      if ((await earlierUse(store, once, job)) === 'OTHER') return { answer: keyReused(job, now()) };
    }
  }
  const existing = await existingOf(store, caller, shipmentId);
  if (existing === undefined) {
    if (limit !== null) return { answer: limitReached(job, limit, now()) };
    assert(record === null, 'a shipment whose key is taken has an assignment');
    return { answer: null };
  }
  if (isCancelled(existing)) {
    const failure = { code: 'SHIPMENT_CANCELLED', details: { shipmentId } } as const;
    return { answer: failedAnswer(failure, job.requestId, now() - job.receivedAt, now()) };
  }
  // a record without a caller has a hash of the former kind
  if (existing.requestHash !== (existing.caller === undefined ? formerHashOf(job) : requestHash)) {
    const failure = { code: 'SHIPMENT_ALREADY_ASSIGNED', details: { shipmentId } } as const;
    return { answer: failedAnswer(failure, job.requestId, now() - job.receivedAt, now()) };
  }
  // it was made without the key, or under another one: from now on it belongs to this key too
  if (noted.length > 0 && earlier === 'NONE') {
    limit = records.take(caller, noted.length, now());
    if (limit !== null) return { answer: limitReached(job, limit, now()) };
    if (!(await store.write(noted)).ok) records.giveBack(caller, noted.length);
  }
  const kept = pending.view.decision
    ? await keptDecision(store, callerTextOf(caller), shipmentId, lifeOf(existing).attempt)
    : undefined;
  return { answer: answerFrom(existing, kept, job, pending, now()) };
}

/**
 * The caller's own assignment of the shipment, otherwise one without a caller, which occupies the shipmentId for all
 * callers.
 */
async function existingOf(store: Store, caller: Caller, shipmentId: string): Promise<AssignmentRecord | undefined> {
  const own = await store.get('assignments', assignmentKeyOf(callerTextOf(caller), shipmentId));
  return own ?? store.get('assignments', assignmentKeyOf(null, shipmentId));
}

/**
 * The hash of a request as it was computed before callers were recorded: over the whole request, including options that
 * only shape the answer. It is compared only with records from before an upgrade.
 */
function formerHashOf({ callerKind, callerId, body }: Job): string {
  const owner = callerKind === 'partner' ? callerId : '';
  return createHash('sha256')
    .update(`${callerKind}/${owner}/${canonicalJson(JSON.parse(body))}`)
    .digest('hex');
}

function onceOf({ callerKind, callerId, idempotencyKey }: Job, requestHash: string): RequestIdentity | null {
  return idempotencyKey === undefined
    ? null
    : { key: recordKeyOf({ kind: callerKind, id: callerId }, OPERATION_ID, idempotencyKey), requestHash };
}

/** Whether the key was used before, and for what. A record from before an upgrade may have the former hash. */
async function earlierUse(store: Store, once: RequestIdentity | null, job: Job): Promise<'NONE' | 'SAME' | 'OTHER'> {
  const earlier = once === null ? undefined : await store.get('idempotency-keys', once.key);
  if (once === null || earlier === undefined) return 'NONE';
  return earlier.requestHash === once.requestHash || earlier.requestHash === formerHashOf(job) ? 'SAME' : 'OTHER';
}

/** Its body is made with the headers, where the limit is known to callers. */
function limitReached(job: Job, limit: ReachedLimit, now: number): EngineAnswer {
  return { ...failedAnswer({ code: 'RATE_LIMIT_EXCEEDED' }, job.requestId, now - job.receivedAt, now), limit };
}

function keyReused(job: Job, now: number): EngineAnswer {
  return failedAnswer({ code: 'IDEMPOTENCY_KEY_REUSED' }, job.requestId, now - job.receivedAt, now);
}

/** The partner's document was deleted after the generation that chose it was built. */
function partnerGone(job: Job, partnerId: string, now: number): EngineAnswer {
  const message = 'The chosen partner was removed while the shipment was being assigned: ask again';
  return failedAnswer(
    { code: 'BUSINESS_VALIDATION_FAILED', message, details: { partnerId } },
    job.requestId,
    now - job.receivedAt,
    now,
  );
}

function answerFrom(
  { assignmentId, assignment }: AssignmentRecord,
  decision: Decision | null | undefined,
  job: Job,
  { view, warnings }: PendingAssignment,
  now: number,
): EngineAnswer {
  const { requestId } = job;
  const elapsedMs = now - job.receivedAt;
  const shown = toJson(shapedAssignment(assignment, view));
  const { data, envelope } = assignmentAnswer(
    { assignmentId, assignment: shown, warnings, decision },
    { requestId, elapsedMs, now },
  );
  return {
    status: 200,
    body: renderSuccess(`"data":${data}`, envelope, requestId, elapsedMs),
    outcomeCode: OFFERED,
  };
}
