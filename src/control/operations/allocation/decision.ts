/** GET /shipments/{shipmentId}/decision: why a shipment went to its partner. */
import { getDecision as contract } from '../../../contract/shipments.js';
import { assignmentKeyOf, callerTextOf, decisionKeyOf } from '../../../model/assignment-key.js';
import { lifeOf } from '../../../model/assignment-life.js';
import type { Store } from '../../../store/port.js';
import { keptDecision } from '../../allocation/decisions.js';
import { answer, implement, refuse } from '../operation.js';

export const getDecision = implement(contract, async ({ caller, params: { shipmentId }, query }, { store }) => {
  const { caller: callerText = callerTextOf(caller) } = query;
  const attempt = query.attempt ?? (await currentAttempt(store, callerText, shipmentId));
  const decision = await keptDecision(store, callerText, shipmentId, attempt);
  return decision === null
    ? refuse('DOCUMENT_NOT_FOUND', {
        details: { collection: 'decisions', key: decisionKeyOf(callerText, shipmentId, attempt) },
      })
    : answer({ data: decision });
});

async function currentAttempt(store: Pick<Store, 'get'>, callerText: string, shipmentId: string): Promise<number> {
  const record =
    (await store.get('assignments', assignmentKeyOf(callerText, shipmentId)))
    // from before callers were recorded
    ?? (await store.get('assignments', assignmentKeyOf(null, shipmentId)));
  return record === undefined ? 1 : lifeOf(record).attempt;
}
