/** The records that make a request with an `Idempotency-Key` run only once. */
import { IDEMPOTENCY_KEY_LIFETIME_MS, MAX_IDEMPOTENCY_KEY_LENGTH } from './limits.js';
import type { IdempotencyRecord } from './schemas/documents.js';
import type { Fault } from './schemas/faults.js';
import type { WriteOp } from './store/port.js';

/** The key of a record, and the hash of the request that it answers. */
export type Once = Pick<IdempotencyRecord, 'key' | 'requestHash'>;

const VISIBLE_ASCII = /^[!-~]+$/;

/** The fault of a caller's key; null: none. */
export function idempotencyKeyFault(key: string): Fault | null {
  if (VISIBLE_ASCII.test(key) && key.length <= MAX_IDEMPOTENCY_KEY_LENGTH) return null;
  const message = `must be 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} visible ASCII characters`;
  return { field: 'Idempotency-Key', code: 'INVALID_FORMAT', message, value: key.slice(0, MAX_IDEMPOTENCY_KEY_LENGTH) };
}

/**
 * The key of the record: the caller's own, for this operation and this caller. A caller's id may contain any character,
 * so it is encoded: it cannot imitate the parts after it.
 */
export function recordKeyOf(caller: { kind: string; id: string }, operationId: string, key: string): string {
  const id = caller.id.replaceAll('%', '%25').replaceAll('/', '%2F');
  return `${caller.kind}/${id}/${operationId}/${key}`;
}

/**
 * Writes the record, which is kept for IDEMPOTENCY_KEY_LIFETIME_MS. `answer`: JSON text to repeat; null: the answer is
 * found elsewhere.
 */
export function recording(once: Once, status: number | null, answer: string | null, nowMs: number): WriteOp {
  const expiresAt = new Date(nowMs + IDEMPOTENCY_KEY_LIFETIME_MS).toISOString();
  return { kind: 'insert', collection: 'idempotency-keys', document: { ...once, status, answer, expiresAt } };
}
