/** Data and envelope of an assignment's answer: for a new assignment, a repeated one and a refusal. */
import type { Decision } from '../contract/allocation.js';
import { API_VERSION, wholeMs } from '../envelope.js';
import { asJson, type Json, membersOf, toJson } from '../json.js';
import { isoTime } from './text/parts.js';

/** The facts about a computation in its answer. */
export interface Computation {
  requestId: string;
  elapsedMs: number;
  /** Milliseconds since the epoch. */
  now: number;
}

interface DataAndEnvelope {
  data: Json;
  /** The members of the envelope in addition to data. */
  envelope: string;
}

interface AssignmentParts {
  /** Null: nothing is stored. */
  assignmentId: string | null;
  /** Only the members that its caller wants. */
  assignment: Json;
  /** A list. */
  warnings: Json;
  /** Undefined: the caller does not want it. Null: there is none. */
  decision: Decision | null | undefined;
}

export function assignmentAnswer(
  { assignmentId, assignment, warnings, decision }: AssignmentParts,
  computation: Computation,
): DataAndEnvelope {
  const computed = computedMembers(computation);
  return {
    data: asJson(`{"success":true,"assignment":${assignment},"error":null,"warnings":${warnings}${decisionMember(decision)},\
"metadata":{"assignmentId":${toJson(assignmentId)},${computed}}}`),
    envelope: metadata(computation, computed),
  };
}

interface RefusalParts extends Pick<AssignmentParts, 'warnings' | 'decision'> {
  error: object;
  metadata: object;
}

/** A refusal is 200 too (docs/rules.md#availability). `metadata` must not be empty. */
export function refusalAnswer(
  { error, metadata: more, warnings, decision }: RefusalParts,
  computation: Computation,
): DataAndEnvelope {
  const computed = computedMembers(computation);
  return {
    data: asJson(`{"success":false,"assignment":null,"error":${toJson(error)},"warnings":${warnings}${decisionMember(decision)},\
"metadata":{"assignmentId":null,${membersOf(more)},${computed}}}`),
    envelope: metadata(computation, computed),
  };
}

const decisionMember = (decision: AssignmentParts['decision']): string =>
  decision === undefined ? '' : `,"decision":${toJson(decision)}`;

/** Members that data and envelope share. */
function computedMembers({ elapsedMs, now }: Computation): string {
  return `"processingTime":${wholeMs(elapsedMs)},"timestamp":"${isoTime(now)}"`;
}

function metadata({ requestId }: Computation, computed: string): string {
  return `"metadata":{"requestId":"${requestId}",${computed},"version":"${API_VERSION}"}`;
}
