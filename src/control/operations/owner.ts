/** Whose data a request is about (docs/api-rules.md#callers): a service names a partner, a partner is itself. */
import { strict as assert } from 'node:assert';
import type { Caller } from '../../caller.js';
import type { ResourceCollection } from '../../contract/document-resource.js';
import { isPrivate, type Partner, type Zone } from '../../model/documents.js';
import { partnerOf as ownerOf } from '../../model/history.js';
import type { Catalog } from '../documents/catalog.js';
import { type Api, refuse, type RefusedResult } from './operation.js';

export type OwnerResult<T> = { ok: true; value: T } | RefusedResult;

/** The partner of a partner's data route. The input of a service that names none was refused. */
function partnerIdOf(caller: Caller, named: string | undefined): OwnerResult<string> {
  if (caller.kind === 'partner' && named !== undefined && named !== caller.id) return refuse('FORBIDDEN');
  const partnerId = caller.kind === 'partner' ? caller.id : named;
  assert(partnerId !== undefined, 'the contract or the rules of an operation see to it that a service names a partner');
  return { ok: true, value: partnerId };
}

/** The partner that a list is filtered by; null: a service that wants the rows of all partners. */
export function partnerFilterOf(caller: Caller, named: string | undefined, api: Api): OwnerResult<string | null> {
  if (caller.kind === 'service' && named === undefined) return { ok: true, value: null };
  const scoped = partnerOf(caller, named, api);
  return scoped.ok ? { ok: true, value: scoped.value.partnerId } : scoped;
}

/** The document of the partner of {@link partnerIdOf}, active or not. */
export function partnerOf(caller: Caller, named: string | undefined, api: Api): OwnerResult<Partner> {
  const scoped = partnerIdOf(caller, named);
  return scoped.ok ? requirePartner(scoped.value, api) : scoped;
}

/** A partner of the rates and their history, where a partner does not learn which others there are. */
export function visiblePartner({ kind, id }: Caller, partnerId: string, api: Api): OwnerResult<Partner> {
  return kind === 'partner' && id !== partnerId ? unknown(partnerId) : requirePartner(partnerId, api);
}

export function requirePartner(partnerId: string, { catalog }: Api): OwnerResult<Partner> {
  const partner = catalog.find('partners', partnerId);
  return partner === undefined ? unknown(partnerId) : { ok: true, value: partner };
}

const unknown = (partnerId: string): RefusedResult =>
  refuse('PARTNER_NOT_FOUND', { message: 'Partner not found', details: { partnerId } });

/** The active partners whose coverage a caller sees: a service all, a partner itself; in the order of their ids. */
export function visiblePartners({ kind, id }: Caller, catalog: Catalog): readonly Partner[] {
  return catalog
    .all('partners')
    .filter(({ partnerId, status }) => status === 'ACTIVE' && (kind === 'service' || partnerId === id));
}

/** Whether a caller sees a document: a service all, a partner its own and the documents without a partner. */
export function isVisible(collection: ResourceCollection, document: object, { kind, id }: Caller): boolean {
  return kind === 'service' || (!isPrivate(collection) && (ownerOf(collection, document) ?? id) === id);
}

const ZONE_ID = /^[1-9][0-9]{0,15}$/;
const SHOWN_ID_LENGTH = 100;

/** A request that names a zone in its path. */
interface ZoneRequest {
  params: { zoneId: string };
  caller: Caller;
}

/**
 * The named zone and its partner, as they are now; null when either does not exist. A partner's credential cannot find
 * out whether another partner has such a zone.
 */
export function zoneOf({ params, caller }: ZoneRequest, catalog: Catalog): { zone: Zone; partner: Partner } | null {
  const zone = ZONE_ID.test(params.zoneId) ? catalog.find('zones', Number(params.zoneId)) : undefined;
  const partner = zone && catalog.find('partners', zone.partnerId);
  // a zone has no owner once another program has deleted its partner
  if (zone === undefined || partner === undefined) return null;
  return caller.kind === 'partner' && zone.partnerId !== caller.id ? null : { zone, partner };
}

export function refuseZone({ params }: ZoneRequest): RefusedResult {
  return refuse('ZONE_NOT_FOUND', { details: `There is no zone ${params.zoneId.slice(0, SHOWN_ID_LENGTH)}` });
}
