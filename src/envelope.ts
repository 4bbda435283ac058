/** The one envelope of every answer. It is pure and does not need the server: each thread renders its own answers. */
import { ERRORS, type Failure } from './errors.js';

/** The API's version, which its paths show as /v1; it is not the package's version. */
export const API_VERSION = '1.0.0';

/**
 * The body of a success, from JSON members without braces: the answer's, and further ones of the envelope ('': none).
 * `requestId` has no characters that JSON escapes: the front end ensures it.
 */
export function renderSuccess(answer: string, further: string, requestId: string, elapsedMs: number): string {
  return `${successHead(answer)}${successTail(further, requestId, elapsedMs)}`;
}

const HEAD = '{"success":true,';

/** The beginning of a success, for an answer that is written piece by piece. */
export const successHead = (answer: string): string => `${HEAD}${answer}`;

/** What follows the answer's members. */
export function successTail(further: string, requestId: string, elapsedMs: number): string {
  const ms = wholeMs(elapsedMs);
  return further === ''
    ? `,"execution_time_ms":${ms},"request_id":"${requestId}"}`
    : `,"execution_time_ms":${ms},${further},"request_id":"${requestId}"}`;
}

/** UTF-8 in memory that threads share, with room on both sides. */
export interface SharedText {
  bytes: Uint8Array;
  /** Where the text begins and ends in the bytes. */
  start: number;
  end: number;
}

/** The longest envelope is far shorter. */
const ROOM_BYTES = 1_024;

/** The members of a long answer: as a string, each thread that it passes would copy it. */
export function sharedText(text: string): SharedText {
  const end = ROOM_BYTES + Buffer.byteLength(text);
  const bytes = new Uint8Array(new SharedArrayBuffer(end + ROOM_BYTES));
  Buffer.from(bytes.buffer).write(text, ROOM_BYTES);
  return { bytes, start: ROOM_BYTES, end };
}

/** As {@link renderSuccess}, around the members where they are: once for each text. */
export function renderAround({ bytes, start, end }: SharedText, ...envelope: Envelope): Uint8Array {
  const whole = Buffer.from(bytes.buffer);
  whole.write(HEAD, start - HEAD.length, 'latin1');
  return bytes.subarray(start - HEAD.length, end + whole.write(successTail(...envelope), end, 'latin1'));
}

type Envelope = [further: string, requestId: string, elapsedMs: number];

/** A duration in an answer. */
export const wholeMs = (ms: number): number => Math.max(0, Math.round(ms));

/** The error of a failure. `details` defaults to the message, so that it always exists and never contradicts it. */
export function errorOf({ code, message = ERRORS[code].message, details }: Failure) {
  return { code, message, details: details ?? message };
}

/**
 * The response for a failure: its HTTP status and its JSON body.
 *
 * `AUTHENTICATION_FAILED` has `timestamp` and
 * `requestId` inside `error` and `statusCode` next to it (docs/api-rules.md#errors).
 *
 * @param elapsedMs milliseconds since the request arrived
 * @param nowMs milliseconds since the epoch
 */
export function renderFailure(
  failure: Failure,
  requestId: string,
  elapsedMs: number,
  nowMs: number,
): { status: number; body: string } {
  const status = failure.status ?? ERRORS[failure.code].status;
  const error: Record<string, unknown> = errorOf(failure);
  if (failure.fieldCount !== undefined) error['field_count'] = failure.fieldCount;
  const envelope: Record<string, unknown> = { success: false, error };
  if (failure.code === 'AUTHENTICATION_FAILED') {
    error['timestamp'] = new Date(nowMs).toISOString();
    error['requestId'] = requestId;
    envelope['statusCode'] = status;
  }
  envelope['request_id'] = requestId;
  envelope['execution_time_ms'] = wholeMs(elapsedMs);
  return { status, body: JSON.stringify(envelope) };
}
