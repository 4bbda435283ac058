/** The keys of assignments: a caller assigns a shipment once. */
import type { AssignmentRecord } from './documents.js';

/** Who made an assignment, as text: `service:main-system`. Null: a record from before callers were recorded. */
export function callerTextOf(caller: AssignmentRecord['caller']): string | null {
  // a document of another program may hold null
  return caller ? `${caller.kind}:${caller.id}` : null;
}

/** The key of an assignment: `service:main-system/SHIP-1`, or the shipmentId alone where the record has no caller. */
export function assignmentKeyOf(callerText: string | null, shipmentId: string): string {
  return callerText === null ? shipmentId : `${callerText}/${shipmentId}`;
}

/** The parts of {@link assignmentKeyOf}: a shipmentId has no slash, a caller's id may have some. */
export function assignmentKeyParts(key: string): { callerText: string | null; shipmentId: string } {
  const slash = key.lastIndexOf('/');
  return { callerText: slash === -1 ? null : key.slice(0, slash), shipmentId: key.slice(slash + 1) };
}
