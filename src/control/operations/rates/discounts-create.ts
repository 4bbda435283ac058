/** POST /discounts. */
import { createDiscount as contract } from '../../../contract/discounts.js';
import { MAX_DISCOUNT_PERCENT, MAX_DISCOUNTS_PER_PARTNER } from '../../../limits/documents.js';
import type { Discount } from '../../../model/documents.js';
import type { RequestFault } from '../../../model/schema-faults.js';
import type { Conflict } from '../../../model/change.js';
import { commit, type Plan } from '../commit.js';
import { discountResource } from './discounts.js';
import { faultsOfRow } from './document-faults.js';
import { type Api, type ApiRequest, implement, refuse, type RefusedResult } from '../operation.js';
import { partnerIdFaults } from '../../../contract/faults.js';
import type { AcceptedInput } from '../../../contract/input.js';
import { partnerOf } from '../owner.js';
import { inUtc } from '../../../domain/dates.js';
import type { Catalog } from '../../documents/catalog.js';

type Schemas = (typeof contract)['schemas'];
type Request = ApiRequest<Schemas>;
type Answer = { data: ReturnType<typeof discountResource> };

export const createDiscount = implement(
  contract,
  (request, api) =>
    commit(contract, request, api, {
      plan: () => plan(request, api),
      refusalOf: (conflict) => refusalOf(conflict, api),
    }),
  (accepted, callerKind) => [...partnerIdFaults(accepted, callerKind), ...discountFaults(accepted.body)],
);

/** The store checks overlaps: discounts that are being written are not in the catalog yet. */
async function plan(request: Request, api: Api): Promise<Plan<Answer>> {
  const { body, query, caller } = request;
  const scoped = partnerOf(caller, body.partnerId ?? query.partnerId, api);
  if (!scoped.ok) return scoped;
  const refused = discountRefusal(scoped.value.partnerId, api.catalog);
  if (refused !== null) return refused;
  const document: Discount = {
    ...draftOf(body),
    id: await api.ids.take('discounts'),
    partnerId: scoped.value.partnerId,
    createdAt: new Date(api.now()).toISOString(),
  };
  return {
    ok: true,
    ops: [{ kind: 'insert', collection: 'discounts', document }],
    answer: { data: discountResource(document, request.receivedAtMs) },
  };
}

function discountFaults(accepted: AcceptedInput<Schemas>['body']): RequestFault[] {
  const { discountValue = NaN } = accepted;
  // for an unknown type, the type that allows more values
  const discountType = discountValue <= MAX_DISCOUNT_PERCENT ? 'percentage' : 'flat';
  const draft = draftOf({ fromWeight: NaN, toWeight: NaN, discountValue, discountType, ...accepted });
  return faultsOfRow('discounts', draft).filter(({ field }) => field in accepted);
}

/** Replaces the id, partner and time, which a refused request never gets. */
const DRAFT = { id: 1, partnerId: 'none', createdAt: new Date(0).toISOString() };

function draftOf(body: Request['body']): Discount {
  const { customerId, fromWeight, toWeight, discountType, discountValue, appliesTo, description, status = true } = body;
  return {
    ...DRAFT,
    ...(typeof customerId === 'string' && { customerId }),
    fromWeight,
    toWeight,
    discountType,
    discountValue,
    ...(appliesTo !== undefined && { appliesTo }),
    ...(typeof description === 'string' && { description }),
    validFrom: inUtc(body.validFrom),
    validTo: inUtc(body.validTo),
    status,
  };
}

function refusalOf(conflict: Conflict, { catalog, isRefused }: Api): RefusedResult | null {
  if (conflict.reason !== 'DISCOUNT_OVERLAP') return null;
  if (isRefused('discounts', conflict.overlaps)) {
    const message =
      `Discount ${conflict.overlaps} in the store is valid for the same weights at the same time. It breaks a rule itself and does not `
      + 'count until it is mended or deleted: the log of each node says why, in a line "document refused"';
    return refuse('DISCOUNT_OVERLAP', { message, details: { overlaps: { id: conflict.overlaps } } });
  }
  const other = catalog.find('discounts', conflict.overlaps);
  if (other === undefined) return null;
  const { id, fromWeight, toWeight } = other;
  const message = `Discount ${id} (${fromWeight} to ${toWeight} kg) is valid for the same weights at the same time`;
  return refuse('DISCOUNT_OVERLAP', { message, details: { overlaps: { id, fromWeight, toWeight } } });
}

/** Refuses more discounts than a partner may have (docs/api-rules.md#request-limits). */
export function discountRefusal(partnerId: string, catalog: Catalog): RefusedResult | null {
  return catalog.of('discounts', partnerId).length < MAX_DISCOUNTS_PER_PARTNER
    ? null
    : refuse('BUSINESS_VALIDATION_FAILED', {
        message: 'The partner cannot have another discount',
        details: [`The partner has ${MAX_DISCOUNTS_PER_PARTNER} discounts, as many as it may have`],
      });
}
