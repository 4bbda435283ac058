/** The envelope of a successful answer (API specification, parts 1 and 4.15). */
import { API_VERSION } from '../envelope.js';
import { type Json, toJson } from './json.js';

/** The body of a 200. `envelope`: further members, each with a comma before it. `requestId` holds nothing that JSON would have to escape: the front end sees to it. */
export function renderSuccess(data: Json, envelope: string, requestId: string, elapsedMs: number): string {
  return `{"success":true,"data":${data},"execution_time_ms":${wholeMs(elapsedMs)}${envelope},"request_id":"${requestId}"}`;
}

/** Data and envelope of an assignment's answer, when it was made and when it is repeated. `now`: milliseconds since the epoch. */
export function assignmentAnswer(data: { success: boolean; assignment: object | null; error: object | null; metadata: object }, requestId: string, elapsedMs: number, now: number) {
  const metadata = { processingTime: wholeMs(elapsedMs), timestamp: new Date(now).toISOString() };
  return {
    data: toJson({ ...data, metadata: { ...data.metadata, ...metadata } }),
    envelope: `,"metadata":${toJson({ requestId, ...metadata, version: API_VERSION })}`,
  };
}

const wholeMs = (ms: number): number => Math.max(0, Math.round(ms));
