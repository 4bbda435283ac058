/** The policy that a question names, or has with it. */
import type { GivenPolicy } from '../../../contract/allocation.js';
import type { AllocationPolicy } from '../../../model/documents.js';
import { Overlay } from '../../../model/overlay.js';
import { referenceFaults, referencesOf } from '../../../model/rules/references.js';
import type { RequestFault } from '../../../model/schema-faults.js';
import type { Catalog } from '../../documents/catalog.js';
import { readerOf } from '../../documents/reader.js';
import { edited } from '../documents/edits.js';
import { PlaceNames } from '../documents/place-names.js';
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
  const at = new Date(now()).toISOString();
  if (policy === undefined) {
    if (policyId === undefined) return { ok: true, policy: undefined };
    const stored = catalog.find(COLLECTION, policyId);
    return stored === undefined ? refuse('POLICY_NOT_FOUND', { details: { policyId } }) : { ok: true, policy: stored };
  }
  const named = edited({ collection: COLLECTION, how: 'put', key: '', given: policy }, undefined, at, namesIn(catalog));
  if (!named.ok) return refuseFaults(caller, 'faults' in named ? ofPolicy(named.faults) : []);
  const given = asGiven(named.document as AllocationPolicy, policy);
  const missing = referenceFaults(referencesOf(COLLECTION, given), new Overlay(readerOf(catalog)));
  if (missing.length === 0) return { ok: true, policy: given };
  return refuseFaults(caller, ofPolicy(missing.map((fault) => ({ ...fault, code: 'INVALID_VALUE' }))));
}

/** Moments that it was given without are no part of it: the same policy has the same version each time. */
function asGiven({ createdAt, updatedAt, ...document }: AllocationPolicy, policy: GivenPolicy): AllocationPolicy {
  const moments = {
    ...(policy['createdAt'] !== undefined && { createdAt }),
    ...(policy['updatedAt'] !== undefined && { updatedAt }),
  };
  return { ...document, ...moments } as AllocationPolicy;
}

const ofPolicy = (faults: readonly RequestFault[]): RequestFault[] =>
  faults.map((fault) => ({ ...fault, field: fault.field === '' ? 'policy' : `policy.${fault.field}` }));

const namesIn = (catalog: Catalog): PlaceNames =>
  new PlaceNames(
    () => catalog.all('states'),
    () => catalog.all('cities'),
    () => catalog.all('pincodes'),
  );
