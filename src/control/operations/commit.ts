/** Writes: everything of a request in one transaction of the store, and only once per Idempotency-Key. */
import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { AnswerOf, Contract, Schemas } from '../../contract/contract.js';
import { idempotencyKeyFault } from '../../contract/faults.js';
import { canonicalJson } from '../../domain/canonical.js';
import { TemporaryError } from '../../errors.js';
import { newCapacities, type NewCapacity } from '../allocation/capacity-start.js';
import { Claim, recordsOf } from '../stored-records.js';
import { type RequestIdentity, recordKeyOf } from '../idempotency.js';
import { fullJitterMs } from '../../jitter.js';
import { MAX_WRITE_ATTEMPTS, WRITE_FIRST_PAUSE_MS, WRITE_LAST_PAUSE_MS } from '../../limits/control.js';
import { type Conflict, nameOf, type WriteOp } from '../../model/change.js';
import { isRecorded } from '../../model/documents.js';
import type { PlannedRows } from '../../store/change-query.js';
import { type ChangeNote, TransactionTooLargeError, type WriteResult } from '../../store/port.js';
import type { Caller, ReachedLimit } from '../../caller.js';
import type { Turns } from './turns.js';
import {
  type AnswerHead,
  type Api,
  type ApiRequest,
  type HandlerResult,
  refuse,
  refuseFaults,
  type RefusedResult,
} from './operation.js';

/** The operations to write, and the answer once they are written, which may show the number of the change set. */
export type Plan<A> =
  | ({
      ok: true;
      ops: readonly WriteOp[];
      head?: Omit<AnswerHead, 'changeId'>;
      /** Whether documents that no op is about are still as the plan found them; absent: it looked at none. */
      isCurrent?(): boolean;
      /** The records that the ops store, in addition to those of the history; 0 unless given. */
      records?: number;
      /** The rows among which the plan looked; the store refuses the write if they have changed since. */
      planned?: PlannedRows;
    } & ({ answer: A; answerOf?: undefined } | { answerOf(changeId: number | null): A; answer?: undefined }))
  | RefusedResult;

export interface Write<A> {
  /**
   * Plans the write from what the catalog holds now; called again when the store refuses because that has changed
   * meanwhile.
   */
  plan(): Plan<A> | Promise<Plan<A>>;
  /**
   * Writes with the same turns are planned and written one after another, so that each plan sees what the earlier ones
   * have written. Absent: they run at once.
   */
  turns?: Turns;
  /** How long it may wait for its turn, in milliseconds; then it is refused. Absent: without end. */
  patienceMs?: number;
  /** The refusal for a conflict found by the store; null: the next plan will see what has changed. */
  refusalOf?(conflict: Conflict): RefusedResult | null;
}

/**
 * Carries out a write, and answers when it is durable and in the index that quotes use. With an Idempotency-Key, if the
 * contract takes one, the answer is stored in the same transaction: the same request with that key gets it again, also
 * after a crash, and a different request is refused. The answers of other contracts are never kept: they may have
 * secrets. A refused request leaves no trace and may be repeated.
 */
export async function commit<S extends Schemas>(
  contract: Contract<S>,
  request: ApiRequest<S>,
  api: Api,
  write: Write<AnswerOf<S>>,
): Promise<HandlerResult<AnswerOf<S>>> {
  const { caller } = request;
  const idempotencyKey = contract.creates ? request.idempotencyKey : null;
  const fault = idempotencyKey === null ? null : idempotencyKeyFault(idempotencyKey);
  if (fault !== null) return refuseFaults(caller, [fault]);
  const once =
    idempotencyKey === null
      ? null
      : { key: recordKeyOf(caller, contract.id, idempotencyKey), requestHash: hashOf(request) };
  const begun: NewCapacity[] = [];
  const run = () => carryOut(contract, request, api, write, once, begun);
  const outcome = (await replay(api, once)) ?? (await inTurn(run, write)) ?? refuse('OVERLOADED');
  // what becomes of an assignment is in no change set and no index
  if (!contract.changes && outcome.ok && 'changeId' in outcome) delete outcome.changeId;
  else if (outcome.ok) await api.published();
  if (outcome.ok && begun.length > 0) await startCapacities(begun, api);
  return outcome;
}

/** The capacities are in force, whatever becomes of this. */
async function startCapacities(begun: readonly NewCapacity[], { capacityStart, report }: Api): Promise<void> {
  try {
    await capacityStart.count(begun);
  } catch (error) {
    const ids = begun.map(({ id }) => id).join(', ');
    report(error, `not all that is assigned already counts in the capacities ${ids}: switch them off and on again`);
  }
}

/** Null: its turn did not come in time, and nothing was done. */
function inTurn<T>(run: () => Promise<T>, { turns, patienceMs }: Write<unknown>): Promise<T | null> {
  if (turns === undefined) return run();
  return patienceMs === undefined ? turns.run(run) : turns.runWithin(patienceMs, run);
}

async function carryOut<S extends Schemas>(
  contract: Contract<S>,
  request: ApiRequest<S>,
  api: Api,
  write: Write<AnswerOf<S>>,
  once: RequestIdentity | null,
  begun: NewCapacity[],
): Promise<HandlerResult<AnswerOf<S>>> {
  const { caller } = request;
  for (let attempt = 1; ; attempt++) {
    const plan = await write.plan();
    // a concurrent request with the same key may be the cause
    if (!plan.ok) return (await replay(api, once)) ?? plan;
    if (plan.isCurrent?.() === false) {
      if (attempt === MAX_WRITE_ATTEMPTS) return refuse('OVERLOADED');
      continue;
    }
    const { ops, answer, answerOf, head, planned, records = 0 } = plan;
    const note = { ...noteOf(contract, request, api), ...(planned && { planned }) };
    assert(once === null || answerOf === undefined, 'an answer that is kept does not know its change set');
    const text = JSON.stringify(answer);
    const fresh = newCapacities(ops, (id) => api.catalog.find('capacities', id));
    const written = await unlessTooLarge(() =>
      writeOnce(contract.status, caller, api, once, { ops, note, records }, text),
    );
    // a repeated transaction may have had something for the history before
    if (!written?.ok || written.changeId === null) note.admit?.(0);
    if (written === null) return refuse('TRANSACTION_TOO_LARGE');
    if (!written.ok && written.conflict.reason === 'LIMIT') return refuseLimit(written.conflict.limit);
    if (written.ok) {
      const { changeId } = written;
      if (!note.isDryRun) begun.push(...fresh);
      const shown = answerOf === undefined ? text : JSON.stringify(answerOf(changeId));
      return { ok: true, text: shown, replayed: false, changeId, ...head };
    }
    const refusal = (await replay(api, once)) ?? write.refusalOf?.(written.conflict) ?? null;
    if (refusal !== null) return refusal;
    if (attempt === MAX_WRITE_ATTEMPTS) {
      if (written.conflict.reason === 'REFERENCE') return refusedByStore(written.conflict);
      // others change the same documents all the time
      return refuse('OVERLOADED');
    }
    await pause(fullJitterMs(attempt - 1, WRITE_FIRST_PAUSE_MS, WRITE_LAST_PAUSE_MS));
    // the next plan is made from what the catalog holds by then
    await api.store.caughtUp();
  }
}

/** Null: the store lets no transaction take so long. */
async function unlessTooLarge<T>(write: () => Promise<T>): Promise<T | null> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof TransactionTooLargeError) return null;
    throw error;
  }
}

/**
 * The store holds a document that breaks a rule, or has lost one that is still needed: the last good version, which the
 * plan is made from, fits, and what the store holds does not.
 */
function refusedByStore({ collection, key, field, message }: Conflict & { reason: 'REFERENCE' }): RefusedResult {
  const text = `${field} of ${nameOf({ collection, key })} ${message}`;
  return refuse('BUSINESS_VALIDATION_FAILED', {
    message:
      `What the store holds does not allow this: ${text}. Another program has changed it in a way that breaks a rule: the log of each node `
      + 'names such a document in a line "document refused"',
    details: [text],
  });
}

/** Writes `ops`, and with a key the record with its answer, if the credential may have so many records today. */
async function writeOnce(
  status: number,
  caller: Caller,
  api: Api,
  once: RequestIdentity | null,
  { ops, note, records }: { ops: readonly WriteOp[]; note: ChangeNote; records: number },
  text: string,
): Promise<WriteResult> {
  const keeping = once === null ? [] : await api.storedAnswers.recording(once, caller, status, text, api.now());
  if (ops.length + keeping.length === 0) return { ok: true, changeId: null };
  const count = keeping.reduce((sum, record) => sum + recordsOf(JSON.stringify(record).length), records);
  const limit = count === 0 ? null : api.records.take(caller, count, api.now());
  if (limit !== null) return { ok: false, conflict: { reason: 'LIMIT', limit } };
  // a store gives a write that is for the history its turn among all of them
  const isForHistory = note.isDryRun === true || ops.some(({ collection }) => isRecorded(collection));
  const written = await api.store.write([...ops, ...keeping], isForHistory ? note : null);
  if (!written.ok) api.records.giveBack(caller, count);
  return written;
}

/** The credential's day has no room for it. */
export function refuseLimit(limit: ReachedLimit): RefusedResult {
  return { ok: false, failure: { code: 'RATE_LIMIT_EXCEEDED' }, limit };
}

/** Equal for requests with the same content, in whatever order. */
function hashOf({ params, query, body }: ApiRequest): string {
  const hash = createHash('sha256').update(canonicalJson({ params, query }));
  for (const [name, member] of Object.entries((body ?? {}) as object).sort(([a], [b]) => (a < b ? -1 : 1))) {
    // null means the same as absent, as in canonical JSON
    if (member === null || member === undefined) continue;
    const isList = Array.isArray(member);
    hash.update(`\n${JSON.stringify(name)}${isList ? '[]' : ''}`);
    for (const part of isList ? (member as unknown[]) : [member as unknown]) {
      hash.update(`\n${canonicalJson(part ?? null)}`);
    }
  }
  return hash.digest('hex');
}

async function replay(api: Api, once: RequestIdentity | null): Promise<HandlerResult<never> | null> {
  if (once === null) return null;
  const record = await api.store.get('idempotency-keys', once.key);
  if (record === undefined) return null;
  if (record.requestHash !== once.requestHash || (record.answer === null && record.answerIn === undefined))
    return refuse('IDEMPOTENCY_KEY_REUSED');
  const text = await api.storedAnswers.answerOf(record);
  if (text === null) return refuse('IDEMPOTENT_ANSWER_GONE');
  // another node, or this one a moment ago, may have written it: it is recorded before the index is waited for
  await catchUp(api);
  return { ok: true, text, replayed: true, changeId: record.changeId ?? null };
}

/** Waits as far as the store allows: the write is durable anyway, and its writer did not wait longer either. */
async function catchUp({ store }: Api): Promise<void> {
  await store.caughtUp().catch((error: unknown) => {
    if (!(error instanceof TemporaryError)) throw error;
  });
}

/** The history's note about what one write of a request writes, which counts in the day of its credential. */
export function noteOf(
  { method, path }: Pick<Contract, 'method' | 'path'>,
  { caller, requestId, query }: Pick<ApiRequest, 'caller' | 'requestId'> & { query: object },
  { now, sealed, records }: Pick<Api, 'now' | 'sealed' | 'records'>,
): ChangeNote {
  const { note, dryRun = false } = query as { note?: string; dryRun?: boolean };
  const { kind, id } = caller;
  const claim = new Claim(records, caller, now);
  return {
    at: new Date(now()).toISOString(),
    by: { kind, id },
    requestId,
    route: `${method} ${path}`,
    note: note ?? null,
    isDryRun: dryRun,
    sealed,
    admit: (bytes) => claim.take(bytes),
  };
}
