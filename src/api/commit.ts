/** Writes: all of a request in one transaction of the store, once for an Idempotency-Key. */
import { createHash } from 'node:crypto';
import type { AnswerOf, Contract, Schemas } from '../contract/contract.js';
import { canonicalJson } from '../domain/canonical.js';
import { IDEMPOTENCY_KEY_LIFETIME_MS, MAX_IDEMPOTENCY_KEY_LENGTH, MAX_WRITE_ATTEMPTS } from '../limits.js';
import type { IdempotencyRecord } from '../schemas/documents.js';
import { validationFailure } from '../schemas/faults.js';
import type { Conflict, WriteOp } from '../store/port.js';
import { jsonText } from './json-text.js';
import { type Api, type ApiRequest, type Outcome, refuse, type Refused } from './operation.js';

/** What is to be written, and what is answered once it is. */
export type Plan<A> = { ok: true; ops: readonly WriteOp[]; answer: A } | Refused;

export interface Write<A> {
  /** Works out what to write from what the catalog holds now; asked again when the store refuses because that has changed meanwhile. */
  plan(): Plan<A> | Promise<Plan<A>>;
  /** The refusal that a conflict found by the store comes to; null: the next plan will see what has changed. */
  refusalOf?(conflict: Conflict): Refused | null;
}

/**
 * Carries out a write, and answers when it is durable and the index that quotes are computed on has it. With an
 * Idempotency-Key the answer is kept in the same transaction: the same request under the key gets it again, also after a
 * crash, and another request is refused. A refused request leaves no trace and may be repeated.
 */
export async function commit<S extends Schemas>(contract: Contract<S>, request: ApiRequest<S>, api: Api, write: Write<AnswerOf<S>>): Promise<Outcome<AnswerOf<S>>> {
  const refused = refusedKey(request);
  if (refused !== null) return refused;
  const once = request.idempotencyKey === null ? null : { key: recordKeyOf(contract, request), requestHash: hashOf(request) };
  const outcome = await replay(api, once) ?? await carryOut(contract, api, write, once);
  if (outcome.ok) await api.published();
  return outcome;
}

/** What a record is found by, and what the request must be that it answers. */
type Once = Pick<IdempotencyRecord, 'key' | 'requestHash'>;

async function carryOut<S extends Schemas>(contract: Contract<S>, api: Api, write: Write<AnswerOf<S>>, once: Once | null): Promise<Outcome<AnswerOf<S>>> {
  for (let attempt = 1; ; attempt++) {
    const plan = await write.plan();
    // a request that came at the same moment under the same key may be what is in the way
    if (!plan.ok) return await replay(api, once) ?? plan;
    const text = await jsonText(plan.answer);
    const ops = once === null ? plan.ops : [...plan.ops, recording(once, contract.status, text, api.now())];
    const written = ops.length === 0 ? { ok: true as const } : await api.store.write(ops);
    if (written.ok) return { ok: true, text, replayed: false };
    const refusal = await replay(api, once) ?? write.refusalOf?.(written.conflict) ?? null;
    if (refusal !== null) return refusal;
    if (attempt === MAX_WRITE_ATTEMPTS) throw new Error(`a write was refused by the store: ${JSON.stringify(written.conflict)}`);
  }
}

const VISIBLE_ASCII = /^[!-~]+$/;

function refusedKey({ idempotencyKey, caller }: ApiRequest): Refused | null {
  if (idempotencyKey === null || (VISIBLE_ASCII.test(idempotencyKey) && idempotencyKey.length <= MAX_IDEMPOTENCY_KEY_LENGTH)) return null;
  const message = `must be 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} visible ASCII characters`;
  return { ok: false, failure: validationFailure(caller.kind, [{ field: 'Idempotency-Key', code: 'INVALID_FORMAT', message, value: idempotencyKey.slice(0, MAX_IDEMPOTENCY_KEY_LENGTH) }], []) };
}

/** The caller's own key, for this operation and this caller. A caller's id may hold any character: encoded, it cannot reach into what follows. */
function recordKeyOf(contract: Contract, { idempotencyKey, caller }: ApiRequest): string {
  const id = caller.id.replaceAll('%', '%25').replaceAll('/', '%2F');
  return `${caller.kind}/${id}/${contract.id}/${idempotencyKey}`;
}

function hashOf({ params, query, body }: ApiRequest): string {
  return createHash('sha256').update(canonicalJson({ params, query, body })).digest('hex');
}

async function replay(api: Api, once: Once | null): Promise<Outcome<never> | null> {
  if (once === null) return null;
  const record = await api.store.get('idempotency-keys', once.key);
  if (record === undefined) return null;
  if (record.requestHash !== once.requestHash || record.answer === null) return refuse('IDEMPOTENCY_KEY_REUSED');
  return { ok: true, text: record.answer, replayed: true };
}

function recording(once: Once, status: number, answer: string, nowMs: number): WriteOp {
  const expiresAt = new Date(nowMs + IDEMPOTENCY_KEY_LIFETIME_MS).toISOString();
  return { kind: 'insert', collection: 'idempotency-keys', document: { ...once, status, answer, expiresAt } };
}
