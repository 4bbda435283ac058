/** The records that make a request with an `Idempotency-Key` run only once. */
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import {
  IDEMPOTENCY_KEY_LIFETIME_MS, KEPT_ANSWERS_PER_CREDENTIAL, MAX_IDEMPOTENCY_KEY_LENGTH, MAX_INLINE_ANSWER_BYTES,
  MAX_KEPT_ANSWER_CHARACTERS,
} from './limits.js';
import type { IdempotencyRecord } from './schemas/documents.js';
import type { Fault } from './schemas/faults.js';
import type { Store, WriteOp } from './store/port.js';

// on libuv's threads, not on this one
const compress = promisify<string, Buffer>(deflateRaw);
const decompress = promisify<Buffer, Buffer>(inflateRaw);

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
  return insertion({ ...once, status, answer, expiresAt: expiryOf(nowMs) });
}

function insertion(document: IdempotencyRecord): WriteOp {
  return { kind: 'insert', collection: 'idempotency-keys', document };
}

function expiryOf(nowMs: number): string {
  return new Date(nowMs + IDEMPOTENCY_KEY_LIFETIME_MS).toISOString();
}

/**
 * Where long answers are kept: each credential has a ring of KEPT_ANSWERS_PER_CREDENTIAL records of its own, so that
 * what it takes is bounded. The record of a key names the place of its answer, and the place names the key: once the
 * ring has come round, the place names another key, and the answer is gone. The record itself stays, so its request
 * still runs only once.
 */
export class KeptAnswers {
  /** The next place of each ring, by credential; known once the first has been found. */
  readonly #next = new Map<string, Promise<{ place: number }>>();

  constructor(private readonly store: Pick<Store, 'get'>) {}

  /** The records of a key with its answer. */
  async recording(once: Once, caller: { kind: string; id: string }, status: number, text: string, nowMs: number): Promise<WriteOp[]> {
    if (Buffer.byteLength(text) <= MAX_INLINE_ANSWER_BYTES) return [recording(once, status, text, nowMs)];
    const expiresAt = expiryOf(nowMs);
    const ring = ringOf(caller);
    const answer = (await compress(text)).toString('base64');
    if (answer.length > MAX_KEPT_ANSWER_CHARACTERS) return [insertion({ ...once, status, answer: null, answerIn: `${ring}none`, expiresAt })];
    const answerIn = await this.#nextPlace(ring);
    const kept: IdempotencyRecord = { key: answerIn, requestHash: once.requestHash, status: null, answer, answerOf: once.key, expiresAt };
    return [insertion({ ...once, status, answer: null, answerIn, expiresAt }), { kind: 'put', collection: 'idempotency-keys', document: kept }];
  }

  /** The text of a record's answer; null: it is no longer kept. */
  async answerOf({ key, requestHash, answer, answerIn }: IdempotencyRecord): Promise<string | null> {
    if (answerIn === undefined) return answer;
    const kept = await this.store.get('idempotency-keys', answerIn);
    const isOwn = kept !== undefined && kept.answerOf === key && kept.requestHash === requestHash;
    return isOwn && kept.answer !== null ? (await decompress(Buffer.from(kept.answer, 'base64'))).toString('utf8') : null;
  }

  async #nextPlace(ring: string): Promise<string> {
    let next = this.#next.get(ring);
    if (next === undefined) {
      next = this.#oldestPlace(ring).then((place) => ({ place }));
      this.#next.set(ring, next);
      next.catch(() => this.#next.delete(ring));
    }
    const found = await next;
    const { place } = found;
    found.place = (place + 1) % KEPT_ANSWERS_PER_CREDENTIAL;
    return `${ring}${place}`;
  }

  /** Where the ring goes on after a restart: at its first empty place, else at the one that expires first. */
  async #oldestPlace(ring: string): Promise<number> {
    let oldest = 0;
    let oldestMs = Infinity;
    for (let place = 0; place < KEPT_ANSWERS_PER_CREDENTIAL; place++) {
      const kept = await this.store.get('idempotency-keys', `${ring}${place}`);
      if (kept === undefined) return place;
      const expiresMs = Date.parse(kept.expiresAt);
      if (expiresMs < oldestMs) [oldest, oldestMs] = [place, expiresMs];
    }
    return oldest;
  }
}

/** The beginning of the keys of a credential's ring. The keys of other records begin with a kind of caller. */
function ringOf({ kind, id }: { kind: string; id: string }): string {
  return `answers/${recordKeyOf({ kind, id }, '', '')}`;
}
