/** The envelope of an assignment's answer (API specification 4.15). Also used for an assignment that the store already had. */
const API_VERSION = '1.0.0';

/** The body of a 200: `now` is milliseconds since the epoch. */
export function assignmentEnvelope(data: object, requestId: string, executionTimeMs: number, now: number): string {
  return JSON.stringify({
    success: true,
    data: 'metadata' in data ? { ...data, metadata: { ...(data.metadata as object), processingTime: executionTimeMs } } : data,
    metadata: { requestId, processingTime: executionTimeMs, timestamp: new Date(now).toISOString(), version: API_VERSION },
    execution_time_ms: executionTimeMs,
    request_id: requestId,
  });
}

/** What data holds when the shipment was assigned before by the same request: the assignment as it was then. */
export function repeatedAssignment(assignmentId: string, assignment: object, now: number): object {
  return { success: true, assignment, error: null, metadata: { assignmentId, processingTime: 0, timestamp: new Date(now).toISOString() } };
}
