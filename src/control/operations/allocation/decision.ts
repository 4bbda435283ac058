/** GET /shipments/{shipmentId}/decision: why a shipment went to its partner. */
import { getDecision as contract } from '../../../contract/shipments.js';
import { callerTextOf, decisionKeyOf } from '../../../model/assignment-key.js';
import { keptDecision } from '../../allocation/decisions.js';
import { answer, implement, refuse } from '../operation.js';

export const getDecision = implement(contract, async ({ caller, params: { shipmentId }, query }, { store }) => {
  const { caller: callerText = callerTextOf(caller), attempt = 1 } = query;
  const decision = await keptDecision(store, callerText, shipmentId, attempt);
  return decision === null
    ? refuse('DOCUMENT_NOT_FOUND', {
        details: { collection: 'decisions', key: decisionKeyOf(callerText, shipmentId, attempt) },
      })
    : answer({ data: decision });
});
