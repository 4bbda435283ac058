/** The policy that a question names, or has with it. */
import type { GivenPolicy } from '../../../contract/allocation.js';
import type { AllocationPolicy } from '../../../model/documents.js';
import { Overlay } from '../../../model/overlay.js';
import { ownFaults } from '../../../model/rules/document-rules.js';
import { referenceFaults, referencesOf } from '../../../model/rules/references.js';
import type { RequestFault } from '../../../model/schema-faults.js';
import type { Catalog } from '../../documents/catalog.js';
import { readerOf } from '../../documents/reader.js';
import { type Api, type ApiRequest, refuse, refuseFaults, type RefusedResult } from '../operation.js';

const COLLECTION = 'allocation-policies';

interface PolicyMembers {
  policyId?: string;
  policy?: GivenPolicy;
}

export const ONE_POLICY = {
  field: 'policyId',
  code: 'INVALID_VALUE',
  message: 'must be absent when policy is given',
} as const satisfies RequestFault;

/** The stored policy, whatever its status, or the given one, if its rules hold; undefined: there is none of both. */
export function policyIn(
  { policyId, policy }: PolicyMembers,
  caller: ApiRequest['caller'],
  { catalog, now }: Pick<Api, 'catalog' | 'now'>,
): { ok: true; policy: AllocationPolicy | undefined } | RefusedResult {
  if (policy === undefined) {
    if (policyId === undefined) return { ok: true, policy: undefined };
    const stored = catalog.find(COLLECTION, policyId);
    return stored === undefined ? refuse('POLICY_NOT_FOUND', { details: { policyId } }) : { ok: true, policy: stored };
  }
  // a policy that is not stored needs no moments of its own
  const at = new Date(now()).toISOString();
  const given = { ...policy, createdAt: at, updatedAt: at } as AllocationPolicy;
  const faults = policyFaults(given, catalog);
  return faults.length > 0 ? refuseFaults(caller, faults) : { ok: true, policy: given };
}

function policyFaults(policy: AllocationPolicy, catalog: Catalog): RequestFault[] {
  const own = ownFaults(COLLECTION, policy);
  const found =
    own.length > 0 ? own : referenceFaults(referencesOf(COLLECTION, policy), new Overlay(readerOf(catalog)));
  return found.map(({ field, message }) => ({ field: `policy.${field}`, message, code: 'INVALID_VALUE' }));
}
