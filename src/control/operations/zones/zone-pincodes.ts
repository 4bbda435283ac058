/** POST /zones/{zoneId}/assign/pincodes: up to all pincodes of India in one request. */
import { randomUUID } from 'node:crypto';
import { expandSets } from '../../../domain/pincode-sets.js';
import { assignPincodes as contract } from '../../../contract/zone-pincodes.js';
import { MAX_ITEMS_SHOWN } from '../../../limits/requests.js';
import type { Partner, Zone } from '../../../model/documents.js';
import type { Conflict, WriteOp } from '../../../model/change.js';
import { type Item, tried, writeBatches } from './assign-batches.js';
import { decideAll, type Decisions } from './assign-decide.js';
import {
  type AssignAnswer,
  type AssignContext,
  coverageAfter,
  describeAssignment,
  failedItems,
  tallyOf,
} from './assign-answer.js';
import { commit, noteOf, type Plan, refuseLimit } from '../commit.js';
import { coveredPincodes } from './coverage.js';
import { type Api, type ApiRequest, implement, type HandlerResult, refuse, type RefusedResult } from '../operation.js';
import { refuseZone, zoneOf } from '../owner.js';

type Request = ApiRequest<(typeof contract)['schemas']>;

export const assignPincodes = implement(contract, (request, api) => {
  const found = zoneOf(request, api.catalog);
  if (found === null) return refuseZone(request);
  const { zone, partner } = found;
  const started = { atMs: api.now(), performanceMs: performance.now() };
  const before = coveredPincodes(api.catalog, partner, zone.id);
  const { pincodes, empty } = expandSets(request.body.pincodes, api.catalog.all('pincodes'));
  const asked: AssignContext = {
    pincodes: [...pincodes, ...empty],
    options: request.body.options ?? {},
    mayCreate: request.caller.kind === 'service',
    zone,
    before,
    operationId: randomUUID(),
    started,
  };
  const assign = () => (isWhole(request) ? assignWhole(request, asked, api) : assignInBatches(request, asked, api));
  // two concurrent requests that create pincodes would count the free slots of the index twice
  return asked.options.autoCreateMissing === true && asked.mayCreate ? api.turns.pincodes.run(assign) : assign();
});

function continuesOnError({ body }: Request): boolean {
  return body.bulkOperation?.continueOnError ?? true;
}

/**
 * Whether everything must be written together: with an Idempotency-Key, or when a single failure refuses the request.
 */
function isWhole(request: Request): boolean {
  return request.idempotencyKey !== null || !continuesOnError(request);
}

function assignWhole(request: Request, asked: AssignContext, api: Api): Promise<HandlerResult<AssignAnswer>> {
  const { zone } = asked;
  const plan = (): Plan<AssignAnswer> => {
    const decisions = decideAll(asked, api.catalog);
    if (!continuesOnError(request)) {
      const failed = failedItems(asked, decisions);
      if (failed.length > 0) {
        const isGone = zoneOf(request, api.catalog) === null;
        return isGone ? refuseZone(request) : refuseFailed(failed, asked.pincodes.length);
      }
    }
    const items = itemsOf(decisions, zone, api.now());
    const described = describe(request, asked, decisions, api);
    return described.ok ? { ...described, ops: items.flatMap(({ ops }) => ops) } : described;
  };
  return tried(request.body.bulkOperation?.maxRetries ?? 0, () =>
    commit(contract, request, api, { plan, refusalOf: (conflict) => zoneConflict(conflict, request) }),
  );
}

async function assignInBatches(request: Request, asked: AssignContext, api: Api): Promise<HandlerResult<AssignAnswer>> {
  const { batchSize = asked.pincodes.length, maxRetries = 0 } = request.body.bulkOperation ?? {};
  const decisions = decideAll(asked, api.catalog);
  const items = itemsOf(decisions, asked.zone, api.now());
  const written = await writeBatches(api.store, items, {
    batchSize,
    maxRetries,
    noted: () => noteOf(contract, request, api),
  });
  if (written.conflict?.reason === 'LIMIT') return refuseLimit(written.conflict.limit);
  if (written.conflict !== null) {
    const refusal = zoneConflict(written.conflict, request);
    if (refusal === null) throw new Error(`pincodes were refused by the store: ${JSON.stringify(written.conflict)}`);
    return refusal;
  }
  for (const error of written.errors) api.report(error, 'a batch of pincodes could not be written');
  for (const pincode of written.failed) {
    decisions.set(pincode, {
      kind: 'fail',
      reason: 'STORE_UNAVAILABLE',
      details: `The store could not take the batch of ${pincode}: nothing of it is written`,
    });
  }
  for (const pincode of written.gone) {
    const details = `${pincode} has been deleted meanwhile, or its city has`;
    decisions.set(pincode, { kind: 'fail', reason: 'INVALID_PINCODE', details });
  }
  // nothing is left to write; the answer is made like that of every write
  const outcome = await commit(contract, request, api, { plan: () => describe(request, asked, decisions, api) });
  return outcome.ok ? { ...outcome, changeId: written.changeId } : outcome;
}

/** The answer, without anything to write; the refusal when the zone or its partner is deleted by now. */
function describe(request: Request, asked: AssignContext, decisions: Decisions, api: Api): Plan<AssignAnswer> {
  const tally = tallyOf(asked, decisions, api.catalog);
  const found = zoneOf(request, api.catalog);
  if (found === null) return refuseZone(request);
  const coverage = coverageAfter(asked, tally, found.partner, api.catalog);
  const answer = describeAssignment(asked, tally, coverage, warningsOf(request, found, asked), api.now());
  return { ok: true, ops: [], answer };
}

function itemsOf(decisions: Decisions, { id: zoneId, partnerId }: Zone, nowMs: number): Item[] {
  const assignedAt = new Date(nowMs).toISOString();
  const items: Item[] = [];
  for (const [pincode, decision] of decisions) {
    if (decision.kind === 'assign') {
      const entry: WriteOp = {
        kind: 'put',
        collection: 'zone-pincodes',
        document: { partnerId, zoneId, pincode, assignedAt },
      };
      items.push({
        pincode,
        ops:
          decision.from === null
            ? [entry]
            : [{ kind: 'insert', collection: 'pincodes', document: decision.row }, entry],
      });
    }
  }
  return items;
}

function refuseFailed(failed: ReturnType<typeof failedItems>, total: number): RefusedResult {
  return refuse('BUSINESS_VALIDATION_FAILED', {
    message: `${failed.length} of ${total} pincodes cannot be assigned, and continueOnError is false: nothing was written`,
    details: failed.slice(0, MAX_ITEMS_SHOWN),
  });
}

/** The zone or its partner was deleted while its pincodes were planned. */
function zoneConflict(conflict: Conflict, request: Request): RefusedResult | null {
  return conflict.reason === 'REFERENCE' && (conflict.field === 'zoneId' || conflict.field === 'partnerId')
    ? refuseZone(request)
    : null;
}

function warningsOf(
  request: Request,
  { zone, partner }: { zone: Zone; partner: Partner },
  { pincodes }: AssignContext,
): string[] {
  const warnings: string[] = [];
  if (request.body.options?.notifyOnCompletion === true) {
    warnings.push('notifyOnCompletion has no effect: pinrate sends no notifications.');
  }
  const { batchSize } = request.body.bulkOperation ?? {};
  if (batchSize !== undefined && batchSize < pincodes.length && isWhole(request)) {
    warnings.push(
      'batchSize has no effect: with an Idempotency-Key, and without continueOnError, everything is written together.',
    );
  }
  if (!zone.status) warnings.push('The zone is inactive: it covers nothing while it is.');
  if (partner.status !== 'ACTIVE') {
    warnings.push('The partner is inactive: quotes leave it out, with all of its zones.');
  }
  return warnings;
}
