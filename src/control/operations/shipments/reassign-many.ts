/** The open shipments of a partner go to others, one by one (docs/api-rules.md#the-life-of-an-assignment). */
import { reassignShipments as contract } from '../../../contract/shipment-life.js';
import { toRupees, toPaise } from '../../../domain/money.js';
import { renderFailure } from '../../../envelope.js';
import type { ErrorCode, Failure } from '../../../errors.js';
import { REASSIGNED_AT_ONCE } from '../../../limits/control.js';
import { MAX_REASSIGNED } from '../../../limits/requests.js';
import { callerTextOf } from '../../../model/assignment-key.js';
import { lifeOf } from '../../../model/assignment-life.js';
import type { AssignmentRecord } from '../../../model/documents.js';
import { OPEN_STATES } from '../../../model/life.js';
import type { CountBoard } from '../../../index/count-board.js';
import { nextTurn } from '../../../turn.js';
import { ALL_TIMES, assignmentPages } from '../../allocation/assignment-pages.js';
import { type Api, type ApiRequest, implement, refuseFaults } from '../operation.js';
import { requirePartner } from '../owner.js';
import { AttemptCounts } from './attempt-counts.js';
import { momentFaults, pickupsOf } from './period.js';
import { nextAttempt, reassign, type ReassignRequest } from './reassign.js';
import { shipmentRecordOf } from './record.js';
import { lifecycleOf } from './view.js';

type Request = ApiRequest<(typeof contract)['schemas']>;
type Data = Record<string, unknown> & { success: boolean; cost?: { before: number | null; after: number } };
type Outcome = { data: Data } | { failure: Failure };

export const reassignShipments = implement(
  contract,
  async (request, api) => {
    const { partnerId, toGroups = [] } = request.body.filter;
    const partner = requirePartner(partnerId, api);
    if (!partner.ok) return partner;
    const unknown = toGroups.findIndex((group) => api.catalog.find('place-groups', group) === undefined);
    if (unknown >= 0)
      return refuseFaults(request.caller, [
        {
          field: `filter.toGroups[${unknown}]`,
          code: 'INVALID_VALUE',
          message: 'must be a place-group that exists',
          value: toGroups[unknown],
        },
      ]);
    return { ok: true, lines: pagesOf(request, api) };
  },
  ({ body: { filter = {} } }) => momentFaults(filter, ['pickupFrom', 'pickupTo'], 'filter.'),
);

/** A shipment that matched when the run began. */
interface OpenShipment {
  shipmentId: string;
  /** Null: a record without a caller. */
  caller: string | null;
  attempt: number;
  /** ISO 8601, UTC. */
  pickup: string;
}

/** What is moved is in the store before its line is sent: a run that is left can be begun again. */
async function* pagesOf(request: Request, api: Api): AsyncGenerator<readonly string[]> {
  const { limit = MAX_REASSIGNED, dryRun = false } = request.body;
  const shipments = await openShipments(request, api);
  // a dry run counts on a board of its own
  const board = dryRun ? api.counters.copy() : null;
  const paise = { before: 0, after: 0 };
  let reassigned = 0;
  let isStopped = false;
  for (let at = 0; at < shipments.length && reassigned < limit && !isStopped;) {
    await nextTurn();
    const step = shipments.slice(at, at + Math.min(REASSIGNED_AT_ONCE, limit - reassigned));
    at += step.length;
    const outcomes = await Promise.all(
      step.map((shipment) =>
        board === null ? moved(requestOf(shipment, request), api) : proposed(requestOf(shipment, request), api, board),
      ),
    );
    for (const outcome of outcomes) {
      if ('failure' in outcome) isStopped ||= STOPS.has(outcome.failure.code);
      else if (outcome.data.success) {
        reassigned++;
        const { before = null, after = 0 } = outcome.data.cost ?? {};
        if (before === null) continue;
        paise.before += toPaise(before);
        paise.after += toPaise(after);
      }
    }
    yield outcomes.map((outcome, index) => lineOf(step[index]!, outcome, request, api.now()));
  }
  const cost = { before: toRupees(paise.before), after: toRupees(paise.after) };
  yield [JSON.stringify({ summary: { reassigned, left: shipments.length - reassigned, cost } })];
}

/** Every further shipment would fail with these too. */
const STOPS: ReadonlySet<ErrorCode> = new Set(['RATE_LIMIT_EXCEEDED', 'STORE_UNAVAILABLE']);

/** The earliest pickup first. */
async function openShipments({ body: { filter } }: Request, api: Api): Promise<OpenShipment[]> {
  const { partnerId, states = [...OPEN_STATES], toGroups } = filter;
  const found: OpenShipment[] = [];
  const where = { states: [...states], ...pickupsOf(filter) };
  for await (const { assignments } of assignmentPages(api.store, { partnerId, where, ...ALL_TIMES }))
    for (const record of assignments)
      if (record.caller?.kind !== 'partner' && isTo(record, toGroups, api)) found.push(openShipmentOf(record));
  return found.sort((a, b) => compare(a.pickup, b.pickup) || compare(a.shipmentId, b.shipmentId));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function isTo({ asked }: AssignmentRecord, groups: readonly string[] | undefined, { chooser }: Api): boolean {
  return groups === undefined || chooser.isWithin(asked?.['deliveryPincode'], groups);
}

function openShipmentOf(record: AssignmentRecord): OpenShipment {
  const { pickupDate = '' } = (record.assignment['estimates'] ?? {}) as { pickupDate?: string };
  return {
    shipmentId: record.shipmentId,
    caller: callerTextOf(record.caller),
    attempt: lifeOf(record).attempt,
    pickup: pickupDate,
  };
}

/** The single route's request for one of them. */
function requestOf({ shipmentId, caller, attempt }: OpenShipment, request: Request): ReassignRequest {
  const { reason, exclude, note } = request.body;
  return {
    ...request,
    idempotencyKey: null,
    params: { shipmentId },
    query: caller === null ? {} : { caller },
    body: { attempt, reason, ...(exclude !== undefined && { exclude }), ...(note !== undefined && { note }) },
  };
}

async function moved(request: ReassignRequest, api: Api): Promise<Outcome> {
  const outcome = await reassign(request, api);
  if (!outcome.ok) return { failure: outcome.failure };
  return JSON.parse((outcome as { text: string }).text) as { data: Data };
}

/** What the run would make of it; counted on the board alone. */
async function proposed(request: ReassignRequest, api: Api, counters: CountBoard): Promise<Outcome> {
  const { chooser, now, store } = api;
  const found = await shipmentRecordOf(request, store);
  if (!found.ok) return { failure: found.failure };
  const { record } = found;
  const next = nextAttempt({ record, life: lifeOf(record) }, request.body, request, { chooser, now, counters });
  if (!next.ok) return { failure: next.failure };
  if (next.document !== null) {
    const counting = new AttemptCounts({ counters });
    counting.choose(next.document.counted ?? [], next.given, next.reservedIn);
    counting.settle();
  }
  const data = next.data as Data;
  return { data: next.document === null ? data : { ...asProposal(data), lifecycle: lifecycleOf(record) } };
}

/** Without the numbers and moments of an assignment that is not made. */
function asProposal(data: Data): Data {
  const { assignment, metadata } = data as unknown as { assignment: object; metadata: object };
  const { confirmedAt: _, ...proposed } = assignment as { confirmedAt?: string };
  const nextSteps = ['Ask again without dryRun to move the shipment'];
  const unmade = { assignmentId: null, status: 'PROPOSED', assignedAt: null, tracking: null, nextSteps };
  return { ...data, assignment: { ...proposed, ...unmade }, metadata: { ...metadata, assignmentId: null } };
}

function lineOf({ shipmentId, caller }: OpenShipment, outcome: Outcome, { requestId }: Request, now: number): string {
  if ('data' in outcome) return JSON.stringify({ shipmentId, caller, data: outcome.data });
  const { error } = JSON.parse(renderFailure(outcome.failure, requestId, 0, now).body) as { error: object };
  return JSON.stringify({ shipmentId, caller, error });
}
