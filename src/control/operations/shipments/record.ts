/** The record of a shipment that a request names. */
import type { Caller } from '../../../caller.js';
import { assignmentKeyOf, callerTextOf } from '../../../model/assignment-key.js';
import type { AssignmentRecord } from '../../../model/documents.js';
import type { Store } from '../../../store/port.js';
import { refuse, type RefusedResult } from '../operation.js';

interface NamedShipment {
  caller: Caller;
  params: { shipmentId: string };
  /** Whose it is; undefined: the caller's own. */
  query: { caller?: string | undefined };
}

/** A caller has its own shipments, and a service may name those of another caller. */
export async function shipmentRecordOf(
  { caller, params: { shipmentId }, query }: NamedShipment,
  store: Pick<Store, 'get'>,
): Promise<{ ok: true; record: AssignmentRecord } | RefusedResult> {
  const own = callerTextOf(caller);
  const callerText = query.caller ?? own;
  if (caller.kind === 'partner' && callerText !== own) return refuse('FORBIDDEN');
  const record =
    (await store.get('assignments', assignmentKeyOf(callerText, shipmentId)))
    // from before callers were recorded
    ?? (await store.get('assignments', assignmentKeyOf(null, shipmentId)));
  const isSeen = record !== undefined && (caller.kind === 'service' || record.partnerId === caller.id);
  return isSeen
    ? { ok: true, record }
    : refuse('DOCUMENT_NOT_FOUND', { details: { collection: 'assignments', key: shipmentId } });
}
