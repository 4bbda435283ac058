/** The records by which a request under an `Idempotency-Key` is carried out once. */
import { IDEMPOTENCY_KEY_LIFETIME_MS, MAX_IDEMPOTENCY_KEY_LENGTH } from './limits.js';
import type { IdempotencyRecord } from './schemas/documents.js';
import type { Fault } from './schemas/faults.js';
import type { WriteOp } from './store/port.js';

/** What a record is found by, and what the request must be that it answers. */
export type Once = Pick<IdempotencyRecord, 'key' | 'requestHash'>;

const VISIBLE_ASCII = /^[!-~]+$/;

/** What is wrong with a caller's key; null: nothing. */
export function idempotencyKeyFault(key: string): Fault | null {
  if (VISIBLE_ASCII.test(key) && key.length <= MAX_IDEMPOTENCY_KEY_LENGTH) return null;
  const message = `must be 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} visible ASCII characters`;
  return { field: 'Idempotency-Key', code: 'INVALID_FORMAT', message, value: key.slice(0, MAX_IDEMPOTENCY_KEY_LENGTH) };
}

/** The key of the record: the caller's own, for this operation and this caller. A caller's id may hold any character: encoded, it cannot reach into what follows. */
export function recordKeyOf(caller: { kind: string; id: string }, operationId: string, key: string): string {
  const id = caller.id.replaceAll('%', '%25').replaceAll('/', '%2F');
  return `${caller.kind}/${id}/${operationId}/${key}`;
}

/** Writes the record; it is kept for IDEMPOTENCY_KEY_LIFETIME_MS. `answer`: JSON text that is repeated; null: it is found otherwise. */
export function recording(once: Once, status: number | null, answer: string | null, nowMs: number): WriteOp {
  const expiresAt = new Date(nowMs + IDEMPOTENCY_KEY_LIFETIME_MS).toISOString();
  return { kind: 'insert', collection: 'idempotency-keys', document: { ...once, status, answer, expiresAt } };
}
