/** The envelope of a successful answer (API specification, part 1). */
import type { Json } from './json.js';

/** The body of a 200. `envelope`: further members, each with a comma before it. `requestId` holds nothing that JSON would have to escape: the front end sees to it. */
export function renderSuccess(data: Json, envelope: string, requestId: string, elapsedMs: number): string {
  return `{"success":true,"data":${data},"execution_time_ms":${wholeMs(elapsedMs)}${envelope},"request_id":"${requestId}"}`;
}

/** As answers tell a duration. */
export const wholeMs = (ms: number): number => Math.max(0, Math.round(ms));
