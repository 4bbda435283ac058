/** The envelope of an answer. */
import { renderFailure } from '../../envelope.js';
import type { Failure } from '../../errors.js';
import { failedCode } from '../outcomes.js';
import type { ThreadAnswer } from '../question.js';
import type { Json } from '../../json.js';

/**
 * The body of a 200. `envelope`: further members, each with a comma before it. `requestId` holds nothing that JSON
 * would have to escape: the front end sees to it.
 */
export function renderSuccess(data: Json, envelope: string, requestId: string, elapsedMs: number): string {
  return `{"success":true,"data":${data},"execution_time_ms":${wholeMs(elapsedMs)}${envelope},"request_id":"${requestId}"}`;
}

/** The answer to a question that failed; see {@link renderFailure}. */
export function failedAnswer(failure: Failure, requestId: string, elapsedMs: number, nowMs: number): ThreadAnswer {
  // Field by field: spreading costs more than rendering.
  const { status, body } = renderFailure(failure, requestId, elapsedMs, nowMs);
  return { status, body, outcomeCode: failedCode(failure.code) };
}

/** As answers tell a duration. */
export const wholeMs = (ms: number): number => Math.max(0, Math.round(ms));
