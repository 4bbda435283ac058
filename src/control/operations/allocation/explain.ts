/** POST /allocation/explain: who would get a shipment, and why. */
import { explainAllocation as contract } from '../../../contract/allocation.js';
import { assignmentFaults } from '../../../engine/request-faults.js';
import { answer, implement } from '../operation.js';
import { ONE_POLICY, policyIn } from './given-policy.js';

export const explainAllocation = implement(
  contract,
  ({ caller, body }, api) => {
    const { policyId, policy, ...request } = body;
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
);
