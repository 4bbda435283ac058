/** POST /customer-charges/bulk: creates the valid items of a list in one transaction. */
import type { Catalog } from '../../documents/catalog.js';
import { type BulkChargeResult, createCustomerCharges as contract } from '../../../contract/charges.js';
import type { AnswerOf } from '../../../contract/contract.js';
import { MAX_REQUEST_FAULTS } from '../../../limits/requests.js';
import type { CustomerCharge } from '../../../model/documents.js';
import { filtersOf, kindOf } from '../../../model/same-row.js';
import { validationFailure } from '../../../contract/faults.js';
import type { WriteOp } from '../../../model/change.js';
import { chargesByType } from './charges.js';
import { type Draft, isForeign, type Item, takeItem } from './charges-items.js';
import { commit, type Plan } from '../commit.js';
import { type Api, type ApiRequest, implement, refuse, type RefusedResult } from '../operation.js';
import { inUtc } from '../../../domain/dates.js';
import { MAX_CHARGES_PER_PARTNER } from '../../../limits/documents.js';

type Schemas = (typeof contract)['schemas'];
type Request = ApiRequest<Schemas>;
type Answer = AnswerOf<Schemas>;
type FailedItem = Extract<Item, { ok: false }>;
type ValidItem = Extract<Item, { ok: true }>;

export const createCustomerCharges = implement(contract, (request, api) =>
  commit(contract, request, api, { plan: () => plan(request, api), turns: api.turns.customerCharges }),
);

async function plan(request: Request, api: Api): Promise<Plan<Answer>> {
  const { body, caller } = request;
  if (body.charges.some((given) => isForeign(given, caller))) return refuse('FORBIDDEN');
  const createdAt = new Date(api.now()).toISOString();
  const items: Item[] = [];
  for (const [index, given] of body.charges.entries()) {
    items.push(takeItem(given, index, caller, api.catalog, createdAt));
  }
  const failed = items.filter((item) => !item.ok);
  const taken = items.filter((item) => item.ok);
  if (taken.length === 0 || (failed.length > 0 && body.options?.continueOnError === false))
    return refusal(request, taken, failed);
  const firstId = await api.ids.take('customer-charges', taken.length);
  // in one turn, because duplicates are found among the rows of this moment
  const { created, results } = number(taken, body.options?.skipDuplicates ?? false, firstId, api);
  const refused = chargesRefusal(countByPartner(created), api.catalog);
  if (refused !== null) return refused;
  return {
    ok: true,
    ops: created.map(insertion),
    answer: answerOf(body.charges.length, created, results, failed, api.catalog),
  };
}

function refusal({ body, caller }: Request, taken: readonly ValidItem[], failed: readonly FailedItem[]): RefusedResult {
  if (taken.length === 0 && failed.every(({ error }) => error.code === 'PARTNER_NOT_FOUND')) {
    return refuse('PARTNER_NOT_FOUND', {
      message: 'Partner not found',
      details: { partnerId: failed[0]!.error.partnerId },
    });
  }
  const faults = failed.flatMap(({ index, faults: found }) =>
    found.map((fault) => ({
      ...fault,
      field: fault.field === '' ? `charges[${index}]` : `charges[${index}].${fault.field}`,
    })),
  );
  return {
    ok: false,
    failure: validationFailure(
      caller.kind,
      faults.slice(0, MAX_REQUEST_FAULTS),
      body.options === undefined ? [] : ['options'],
    ),
  };
}

interface BulkResults {
  created: CustomerCharge[];
  results: BulkChargeResult[];
}

function number(items: readonly ValidItem[], skipDuplicates: boolean, firstId: number, { catalog }: Api): BulkResults {
  const known = new Map<string, number>();
  if (skipDuplicates) for (const charge of chargesOf(partnersOf(items), catalog)) remember(known, charge, charge.id);
  const created: CustomerCharge[] = [];
  const results = items.map(({ index, draft }): BulkChargeResult => {
    const { partnerId, type } = draft;
    const same = skipDuplicates ? known.get(sameness(draft)) : undefined;
    if (same !== undefined)
      return { index, id: same, partnerId, type, status: 'skipped', message: `The same as charge ${same}` };
    const id = firstId + created.length;
    created.push({ id, ...draft });
    remember(known, draft, id);
    return { index, id, partnerId, type, status: 'created', message: 'Created' };
  });
  return { created, results };
}

/** Among equal charges the first counts. */
function remember(known: Map<string, number>, charge: Draft | CustomerCharge, id: number): void {
  const key = sameness(charge);
  if (!known.has(key)) known.set(key, id);
}

/** Equal for charges that are for the same, and for as much at the same time. */
function sameness(charge: Draft | CustomerCharge): string {
  const { partnerId, value, validFrom, validTo } = charge;
  const [filters, kind] = [filtersOf('customer-charges', charge), kindOf('customer-charges', charge)];
  return JSON.stringify([partnerId, filters, kind, value, inUtc(validFrom), inUtc(validTo)]);
}

function insertion(document: CustomerCharge): WriteOp {
  return { kind: 'insert', collection: 'customer-charges', document };
}

function countByPartner(charges: readonly CustomerCharge[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { partnerId } of charges) counts.set(partnerId!, (counts.get(partnerId!) ?? 0) + 1);
  return counts;
}

/** Refuses more charges than a partner may have (docs/api-rules.md#request-limits).
 * @param added by partner, how many charges a request would create */
export function chargesRefusal(added: ReadonlyMap<string, number>, catalog: Catalog): RefusedResult | null {
  const over = [...added].flatMap(([partnerId, more]) => {
    const has = catalog.of('customer-charges', partnerId).length;
    return has + more <= MAX_CHARGES_PER_PARTNER
      ? []
      : [`${partnerId} has ${has} charges and may have ${MAX_CHARGES_PER_PARTNER}: ${more} more do not fit`];
  });
  return over.length === 0
    ? null
    : refuse('BUSINESS_VALIDATION_FAILED', { message: 'The partner cannot have so many charges', details: over });
}

function partnersOf(items: readonly ValidItem[]): string[] {
  return [...new Set(items.map(({ draft }) => draft.partnerId))];
}

function chargesOf(partnerIds: readonly string[], catalog: Catalog): CustomerCharge[] {
  return partnerIds.flatMap((partnerId) => catalog.of('customer-charges', partnerId));
}

function answerOf(
  total: number,
  created: readonly CustomerCharge[],
  results: BulkChargeResult[],
  failed: readonly FailedItem[],
  catalog: Catalog,
): Answer {
  const partnerIds = [...new Set(results.map(({ partnerId }) => partnerId))];
  const after = [...chargesOf(partnerIds, catalog), ...created];
  return {
    data: {
      created: created.length,
      total,
      failed: failed.length,
      skipped: results.length - created.length,
      charges: results,
      errors: failed.map(({ error }) => error),
    },
    summary: {
      partnerId: partnerIds.length === 1 ? partnerIds[0]! : null,
      totalChargesAfterCreation: after.length,
      chargesByType: chargesByType(after),
    },
  };
}
