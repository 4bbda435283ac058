/** POST /allocation/explain: who would get a shipment, and why. */
import { explainAllocation as contract } from '../../../contract/allocation.js';
import { assignmentFaults } from '../../../engine/request-faults.js';
import type { AllocationPolicy } from '../../../model/documents.js';
import { ownFaults } from '../../../model/rules/document-rules.js';
import { referenceFaults, referencesOf } from '../../../model/rules/references.js';
import type { RequestFault } from '../../../model/schema-faults.js';
import type { Catalog } from '../../documents/catalog.js';
import { readerOf } from '../../documents/reader.js';
import { Overlay } from '../../../model/overlay.js';
import { type Api, answer, implement, refuse, refuseFaults } from '../operation.js';

const COLLECTION = 'allocation-policies';

export const explainAllocation = implement(
  contract,
  ({ caller, body }, api) => {
    const { policyId, policy, ...request } = body;
    const now = api.now();
    const given = policy === undefined ? storedOf(policyId, api) : dated(policy, now);
    if (given === null) return refuse('POLICY_NOT_FOUND', { details: { policyId } });
    const faults = policy === undefined ? [] : policyFaults(given as AllocationPolicy, api.catalog);
    if (faults.length > 0) return refuseFaults(caller, faults);
    const isManager = api.scopesOfCaller(caller).has('manage');
    const explained = api.explainer.explain(
      { ...caller, isManager },
      request,
      given as AllocationPolicy | undefined,
      now,
    );
    return explained.ok ? answer({ data: explained.decision }) : { ok: false, failure: explained.failure };
  },
  ({ body: { policyId, policy, ...request } }) => [
    ...assignmentFaults(request, false),
    ...(policyId !== undefined && policy !== undefined ? [ONE_POLICY] : []),
  ],
);

const ONE_POLICY = {
  field: 'policyId',
  code: 'INVALID_VALUE',
  message: 'must be absent when policy is given',
} as const satisfies RequestFault;

/** The stored policy, whatever its status; undefined: none is named; null: there is none of this name. */
function storedOf(policyId: string | undefined, { catalog }: Api): AllocationPolicy | undefined | null {
  return policyId === undefined ? undefined : (catalog.find(COLLECTION, policyId) ?? null);
}

/** A policy that is not stored needs no moments of its own. */
function dated<P extends object>(policy: P, now: number): P & { createdAt: string; updatedAt: string } {
  const at = new Date(now).toISOString();
  return { ...policy, createdAt: at, updatedAt: at };
}

function policyFaults(policy: AllocationPolicy, catalog: Catalog): RequestFault[] {
  const own = ownFaults(COLLECTION, policy);
  const found =
    own.length > 0 ? own : referenceFaults(referencesOf(COLLECTION, policy), new Overlay(readerOf(catalog)));
  return found.map(({ field, message }) => ({ field: `policy.${field}`, message, code: 'INVALID_VALUE' }));
}
