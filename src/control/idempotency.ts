/** The records that make a request with an `Idempotency-Key` run only once. */
import { randomInt } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { IDEMPOTENCY_KEY_LIFETIME_MS, STORED_ANSWERS, MAX_INLINE_ANSWER_BYTES } from '../limits/control.js';
import type { Caller } from '../caller.js';
import type { IdempotencyRecord } from '../model/documents.js';
import type { WriteOp } from '../model/change.js';
import type { Store } from '../store/port.js';

// on libuv's threads, not on this one
const compress = promisify<string, Buffer>(deflateRaw);
const decompress = promisify<Buffer, Buffer>(inflateRaw);

/** The key of a record, and the hash of the request that it answers. */
export type RequestIdentity = Pick<IdempotencyRecord, 'key' | 'requestHash'>;

/**
 * The key of the record: the caller's own, for this operation and this caller. A caller's id may contain any character,
 * so it is encoded: it cannot imitate the parts after it.
 */
export function recordKeyOf(caller: Caller, operationId: string, key: string): string {
  const id = caller.id.replaceAll('%', '%25').replaceAll('/', '%2F');
  return `${caller.kind}/${id}/${operationId}/${key}`;
}

/**
 * Writes the record, which is kept for IDEMPOTENCY_KEY_LIFETIME_MS. `answer`: JSON text to repeat; null: the answer is
 * found elsewhere.
 */
export function recording(once: RequestIdentity, status: number | null, answer: string | null, nowMs: number): WriteOp {
  return insertion({ ...once, status, answer, expiresAt: expiryOf(nowMs) });
}

function insertion(document: IdempotencyRecord): WriteOp {
  return { kind: 'insert', collection: 'idempotency-keys', document };
}

function expiryOf(nowMs: number): string {
  return new Date(nowMs + IDEMPOTENCY_KEY_LIFETIME_MS).toISOString();
}

/**
 * Where long answers are kept: each credential has a ring of places for each size of answer (STORED_ANSWERS), so that
 * what it takes is bounded. The record of a key names the place of its answer, and the place names the key: once the
 * ring has come round, the place names another key, and the answer is gone. The record itself stays, so its request
 * still runs only once.
 */
export class StoredAnswers {
  /**
   * The next place of each ring. A ring begins anywhere: nodes that share a store do not follow on each other's heels,
   * and nothing has to be found again after a restart.
   */
  readonly #next = new Map<string, number>();

  constructor(private readonly store: Pick<Store, 'get'>) {}

  /** The records of a key with its answer. */
  async recording(
    once: RequestIdentity,
    caller: Caller,
    status: number,
    text: string,
    nowMs: number,
  ): Promise<WriteOp[]> {
    if (Buffer.byteLength(text) <= MAX_INLINE_ANSWER_BYTES) return [recording(once, status, text, nowMs)];
    const expiresAt = expiryOf(nowMs);
    const answer = (await compress(text)).toString('base64');
    const size = STORED_ANSWERS.find(({ characters }) => answer.length <= characters);
    if (size === undefined) return [insertion({ ...once, status, answer: null, answerIn: NOWHERE, expiresAt })];
    const answerIn = this.#nextPlace(`${beginningOf(caller)}${size.characters}/`, size.places);
    const kept: IdempotencyRecord = {
      key: answerIn,
      requestHash: once.requestHash,
      status: null,
      answer,
      answerOf: once.key,
      expiresAt,
    };
    return [
      insertion({ ...once, status, answer: null, answerIn, expiresAt }),
      { kind: 'put', collection: 'idempotency-keys', document: kept },
    ];
  }

  /** The text of a record's answer; null: it is no longer kept. */
  async answerOf({ key, requestHash, answer, answerIn }: IdempotencyRecord): Promise<string | null> {
    if (answerIn === undefined) return answer;
    const kept = await this.store.get('idempotency-keys', answerIn);
    const isOwn = kept !== undefined && kept.answerOf === key && kept.requestHash === requestHash;
    return isOwn && kept.answer !== null
      ? (await decompress(Buffer.from(kept.answer, 'base64'))).toString('utf8')
      : null;
  }

  #nextPlace(ring: string, places: number): string {
    const place = this.#next.get(ring) ?? randomInt(places);
    this.#next.set(ring, (place + 1) % places);
    return `${ring}${place}`;
  }
}

/** Named as the place of an answer that is too long for any. */
const NOWHERE = 'answers/none';

/** The beginning of the keys of a credential's places. The keys of other records begin with a kind of caller. */
function beginningOf(caller: Caller): string {
  return `answers/${recordKeyOf(caller, '', '')}`;
}
