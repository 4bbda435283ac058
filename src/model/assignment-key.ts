/** The keys of assignments and their decisions: each caller assigns a shipment once. */
import type { AssignmentRecord } from './documents.js';

/** The caller that made an assignment, as text: `service:main-system`. Null: a record older than the field. */
export function callerTextOf(caller: NonNullable<AssignmentRecord['caller']>): string;
export function callerTextOf(caller: AssignmentRecord['caller']): string | null;
export function callerTextOf(caller: AssignmentRecord['caller']): string | null {
  // a document that another program wrote may have null here
  return caller ? `${caller.kind}:${caller.id}` : null;
}

/** The key of an assignment: `service:main-system/SHIP-1`, or only the shipmentId if the record has no caller. */
export function assignmentKeyOf(callerText: string | null, shipmentId: string): string {
  return callerText === null ? shipmentId : `${callerText}/${shipmentId}`;
}

/** The key of the decision about an attempt of a shipment; the first is 1. */
export function decisionKeyOf(callerText: string, shipmentId: string, attempt: number): string {
  return `${assignmentKeyOf(callerText, shipmentId)}/${attempt}`;
}

/** The parts of {@link assignmentKeyOf}: a shipmentId has no slash, but a caller's id may. */
export function assignmentKeyParts(key: string): { callerText: string | null; shipmentId: string } {
  const slash = key.lastIndexOf('/');
  return { callerText: slash === -1 ? null : key.slice(0, slash), shipmentId: key.slice(slash + 1) };
}
