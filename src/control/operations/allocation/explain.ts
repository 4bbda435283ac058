/** POST /allocation/explain: who would get a shipment, and why. */
import { explainAllocation as contract } from '../../../contract/allocation.js';
import { assignmentFaults } from '../../../engine/request-faults.js';
import { toResolution } from '../../../engine/resolution.js';
import { dateFaultsFromNow } from '../../../engine/ship-date.js';
import { answer, implement, refuseFaults } from '../operation.js';
import { ONE_POLICY, policyIn } from './given-policy.js';

export const explainAllocation = implement(
  contract,
  ({ caller, body }, api) => {
    const { policyId, policy, ...request } = body;
    const dates = dateFaultsFromNow(request.shipmentDetails, api.now(), 'shipmentDetails.');
    if (dates.length > 0) return refuseFaults(caller, dates);
    const given = policyIn({ policyId, policy } as Parameters<typeof policyIn>[0], caller, api);
    if (!given.ok) return given;
    const isManager = api.scopesOfCaller(caller).has('manage');
    const explained = api.explainer.explain({ ...caller, isManager }, request, given.policy, api.now());
    if (!explained.ok) return explained;
    const { decision, warnings } = explained;
    return { ...answer({ data: decision }), warnings };
  },
  ({ body: { policyId, policy, ...request } }) => [
    ...assignmentFaults(request, false),
    ...(policyId !== undefined && policy !== undefined ? [ONE_POLICY] : []),
  ],
  (body) => toResolution('assignment', body),
);
