/** Data and envelope of an assignment's answer: for a new assignment, a repeated one and a refusal. */
import { API_VERSION } from '../envelope.js';
import { wholeMs } from './text/envelope.js';
import { asJson, type Json, toJson } from '../json.js';
import { isoTime } from './text/parts.js';

interface DataAndEnvelope {
  data: Json;
  envelope: string;
}

/** `now`: milliseconds since the epoch. */
export function assignmentAnswer(
  { assignmentId, assignment, warnings }: Assigned,
  requestId: string,
  elapsedMs: number,
  now: number,
): DataAndEnvelope {
  return inEnvelope(
    `{"success":true,"assignment":${assignment},"error":null,"warnings":${warnings},\
"metadata":{"assignmentId":${toJson(assignmentId)}`,
    requestId,
    elapsedMs,
    now,
  );
}

interface Assigned {
  /** Null: nothing is stored. */
  assignmentId: string | null;
  /** Only the members that its caller wants. */
  assignment: Json;
  /** A list. */
  warnings: Json;
}

/**
 * A refusal is 200 too (docs/rules.md#availability). `metadata` must not be empty. `now`: milliseconds since the epoch.
 */
export function refusalAnswer(
  { error, metadata, warnings }: { error: object; metadata: object; warnings: Json },
  requestId: string,
  elapsedMs: number,
  now: number,
): DataAndEnvelope {
  const members = toJson(metadata).slice(1, -1);
  return inEnvelope(
    `{"success":false,"assignment":null,"error":${toJson(error)},"warnings":${warnings},\
"metadata":{"assignmentId":null,${members}`,
    requestId,
    elapsedMs,
    now,
  );
}

/** `data`: everything before the members that say how it was computed, which data and envelope share. */
function inEnvelope(data: string, requestId: string, elapsedMs: number, now: number): DataAndEnvelope {
  const computed = `"processingTime":${wholeMs(elapsedMs)},"timestamp":"${isoTime(now)}"`;
  return {
    data: asJson(`${data},${computed}}}`),
    envelope: `,"metadata":{"requestId":"${requestId}",${computed},"version":"${API_VERSION}"}`,
  };
}
