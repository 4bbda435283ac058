/** Changes of an assigned shipment's state (docs/api-rules.md#the-life-of-an-assignment). */
import { hash } from 'node:crypto';
import {
  cancelShipment as cancelling,
  confirmShipment as confirming,
  handOverShipment as handingOver,
} from '../../../contract/shipment-life.js';
import { canonicalJson } from '../../../domain/canonical.js';
import { momentOf } from '../../../domain/calendar.js';
import type { Caller } from '../../../caller.js';
import { EVENT_AHEAD_MS } from '../../../limits/outcomes.js';
import { lifeOf } from '../../../model/assignment-life.js';
import type { AssignmentRecord } from '../../../model/documents.js';
import { type Life, type LifeState, OPEN_STATES } from '../../../model/life.js';
import type { RequestFault } from '../../../model/schema-faults.js';
import { countOpsOf, givenBack } from '../../allocation/ledger.js';
import { commit, type Plan } from '../commit.js';
import { type Api, type ApiRequest, implement, refuse, type RefusedResult, refuseFaults } from '../operation.js';
import { AttemptCounts } from './attempt-counts.js';
import { shipmentRecordOf } from './record.js';
import { shipmentOf } from './view.js';

export const confirmShipment = implement(
  confirming,
  (request, api) =>
    aheadRefusal(request, api.now())
    ?? commit(confirming, request, api, { plan: () => planOf(confirming.id, request, api, confirmed) }),
  ({ body }) => momentFaults(body),
);

export const handOverShipment = implement(
  handingOver,
  (request, api) =>
    aheadRefusal(request, api.now())
    ?? commit(handingOver, request, api, { plan: () => planOf(handingOver.id, request, api, handedOver) }),
  ({ body }) => momentFaults(body),
);

export const cancelShipment = implement(cancelling, async (request, api) => {
  const counting = new AttemptCounts(api);
  const outcome = await commit(cancelling, request, api, {
    plan: () => planOf(cancelling.id, request, api, cancelled, counting),
  });
  if (outcome.ok) counting.settle();
  return outcome;
});

/** What a change makes of the current attempt; the same object: nothing. */
type Change<B> = (life: Life, body: B, now: string) => { ok: true; life: Life } | RefusedResult;

type Confirmation = ApiRequest<(typeof confirming)['schemas']>['body'];

function confirmed(life: Life, { awb, at }: Confirmation, now: string): ReturnType<Change<Confirmation>> {
  if (life.state === 'ASSIGNED')
    return { ok: true, life: { ...life, state: 'CONFIRMED', confirmedAt: momentIn(at, now), ...(awb && { awb }) } };
  if (life.state !== 'CONFIRMED') return wrongState(life.state);
  if (awb === undefined || awb === life.awb) return { ok: true, life };
  if (life.awb !== undefined) return refuse('AWB_DIFFERS', { details: { awb: life.awb } });
  return { ok: true, life: { ...life, awb } };
}

function handedOver(life: Life, { at }: { at?: string }, now: string): ReturnType<Change<never>> {
  if (!isOpen(life.state)) return wrongState(life.state);
  return { ok: true, life: { ...life, state: 'HANDED_OVER', handedOverAt: momentIn(at, now) } };
}

type Cancellation = ApiRequest<(typeof cancelling)['schemas']>['body'];

function cancelled(life: Life, { reason, note }: Cancellation, now: string): ReturnType<Change<Cancellation>> {
  if (!isOpen(life.state)) return wrongState(life.state);
  return { ok: true, life: { ...life, state: 'CANCELLED', cancelledAt: now, reason, ...(note && { note }) } };
}

const isOpen = (state: LifeState): boolean => (OPEN_STATES as readonly LifeState[]).includes(state);

export const wrongState = (state: LifeState): RefusedResult => refuse('WRONG_STATE', { details: { state } });

const momentIn = (at: string | undefined, now: string): string => (at === undefined ? now : new Date(at).toISOString());

function momentFaults({ at }: { at?: string }): RequestFault[] {
  return at === undefined || !Number.isNaN(momentOf(at))
    ? []
    : [{ field: 'at', code: 'INVALID_VALUE', message: 'must be a moment that exists', value: at }];
}

/** null: it has happened by now, or within a day, since the caller's clock may be ahead. */
function aheadRefusal(
  { body: { at }, caller }: { body: { at?: string }; caller: Caller },
  nowMs: number,
): RefusedResult | null {
  if (at === undefined || momentOf(at) <= nowMs + EVENT_AHEAD_MS) return null;
  const message = 'must not lie in the future: at most a day ahead of the node’s clock';
  return refuseFaults(caller, [{ field: 'at', code: 'OUT_OF_RANGE', message, value: at }]);
}

interface LifeRequest {
  body: { attempt: number };
}

/** Whether the request is the shipment's last change again, or is about the current attempt. */
export function currentOf(
  operationId: string,
  { body }: LifeRequest,
  record: AssignmentRecord,
): { ok: true; life: Life; last: Required<Life>['last']; isRepeated: boolean } | RefusedResult {
  const life = lifeOf(record);
  const last = { operation: operationId, bodyHash: hash('sha256', canonicalJson(body), 'hex') };
  const isRepeated = life.last?.operation === last.operation && life.last.bodyHash === last.bodyHash;
  if (!isRepeated && body.attempt !== life.attempt)
    return refuse('ATTEMPT_CHANGED', { details: { attempt: life.attempt } });
  return { ok: true, life, last, isRepeated };
}

async function planOf<B extends { attempt: number }>(
  operationId: string,
  request: Parameters<typeof shipmentRecordOf>[0] & { body: B },
  { store, now }: Api,
  change: Change<B>,
  counting?: AttemptCounts,
): Promise<Plan<{ data: ReturnType<typeof shipmentOf> & { repeated: boolean } }>> {
  counting?.release();
  const found = await shipmentRecordOf(request, store);
  if (!found.ok) return found;
  const { record } = found;
  const current = currentOf(operationId, request, record);
  if (!current.ok) return current;
  const { life, last, isRepeated } = current;
  const changed = isRepeated ? { ok: true as const, life } : change(life, request.body, new Date(now()).toISOString());
  if (!changed.ok) return changed;
  const shown = (of: AssignmentRecord, repeated: boolean) => ({
    data: { ...shipmentOf(of, false, request.caller), repeated },
  });
  if (changed.life === life) return { ok: true, ops: [], answer: shown(record, true) };
  const { counted, ...uncounted } = record;
  const isEnded = changed.life.state === 'CANCELLED';
  const document = { ...(isEnded ? uncounted : record), life: { ...changed.life, last } };
  const given = isEnded ? givenBack(counted ?? [], now()) : [];
  counting?.choose([], given);
  return {
    ok: true,
    ops: [{ kind: 'put', collection: 'assignments', document, was: record }, ...countOpsOf(given)],
    records: 1,
    answer: shown(document, false),
  };
}
