/** Whose data a request is about (docs/rules.md#callers): a service names a partner, a partner is itself. */
import type { Partner } from '../../contract/documents/documents.js';
import { validationFailure } from '../../contract/faults.js';
import { type Api, type Caller, refuse, type Refused } from './operation.js';
import { PARTNER_ID_REQUIRED } from './partner-faults.js';

export type Scoped<T> = { ok: true; value: T } | Refused;

const PARTNER_REQUIRED: Refused = {
  ok: false,
  // the field at fault, with the status of docs/rules.md#callers
  failure: { ...validationFailure('service', [PARTNER_ID_REQUIRED], []), status: 401 },
};

/** The partner of a partner's data route. A service must name it. */
export function partnerIdOf(caller: Caller, named: string | undefined): Scoped<string> {
  if (caller.kind === 'partner')
    return named === undefined || named === caller.id ? { ok: true, value: caller.id } : refuse('FORBIDDEN');
  return named === undefined ? PARTNER_REQUIRED : { ok: true, value: named };
}

/** The partner that a list is filtered by; null: a service that wants the rows of all partners. */
export function partnerFilterOf(caller: Caller, named: string | undefined, api: Api): Scoped<string | null> {
  if (caller.kind === 'service' && named === undefined) return { ok: true, value: null };
  const scoped = partnerOf(caller, named, api);
  return scoped.ok ? { ok: true, value: scoped.value.partnerId } : scoped;
}

/** The document of the partner of {@link partnerIdOf}, active or not. */
export function partnerOf(caller: Caller, named: string | undefined, api: Api): Scoped<Partner> {
  const scoped = partnerIdOf(caller, named);
  return scoped.ok ? requirePartner(scoped.value, api) : scoped;
}

export function requirePartner(partnerId: string, { catalog }: Api): Scoped<Partner> {
  const partner = catalog.find('partners', partnerId);
  return partner === undefined
    ? refuse('PARTNER_NOT_FOUND', { message: 'Partner not found', details: { partnerId } })
    : { ok: true, value: partner };
}
