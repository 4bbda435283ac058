/** Another attempt of a shipment (docs/api-rules.md#the-life-of-an-assignment). */
import type { Caller } from '../../../caller.js';
import type { AnswerOf } from '../../../contract/contract.js';
import { reassignShipment as contract } from '../../../contract/shipment-life.js';
import { type CounterAddition, type Counters, withGivenBack } from '../../../domain/allocation/counters.js';
import { assignmentAnswer } from '../../../engine/assignment-answer.js';
import type { QuestionResult } from '../../../engine/context.js';
import { MAX_ATTEMPTS } from '../../../limits/requests.js';
import { callerTextOf, decisionKeyOf } from '../../../model/assignment-key.js';
import { bornAs } from '../../../model/assignment-life.js';
import type { AssignmentRecord } from '../../../model/documents.js';
import type { FormerAttempt, Life } from '../../../model/life.js';
import { type Json, toJson } from '../../../json.js';
import { recordsOf } from '../../stored-records.js';
import { type ReassignOrder, strategyOf } from '../../allocation/asked-again.js';
import { keeping } from '../../allocation/decisions.js';
import { countOpsOf, givenBack } from '../../allocation/ledger.js';
import { commit, type Plan } from '../commit.js';
import { type Api, type ApiRequest, type HandlerResult, implement, refuse, type RefusedResult } from '../operation.js';
import { AttemptCounts } from './attempt-counts.js';
import { costOf } from './attempts.js';
import { currentOf, wrongState } from './changes.js';
import { shipmentRecordOf } from './record.js';
import { lifecycleOf } from './view.js';

type Schemas = (typeof contract)['schemas'];
export type ReassignRequest = ApiRequest<Schemas>;
type Answer = AnswerOf<Schemas>;

export const reassignShipment = implement(contract, reassign, ({ body: { partnerId, assignmentStrategy } }) =>
  partnerId === undefined || assignmentStrategy === undefined ? [] : [ONE_CHOICE],
);

export async function reassign(request: ReassignRequest, api: Api): Promise<HandlerResult<Answer>> {
  const counting = new AttemptCounts(api);
  try {
    const outcome = await commit(contract, request, api, {
      plan: () => planOf(request, api, counting),
      refusalOf: (conflict) => counting.refusalOf(conflict),
    });
    if (outcome.ok && !('replayed' in outcome && outcome.replayed)) counting.settle();
    return outcome;
  } finally {
    counting.release();
  }
}

const ONE_CHOICE = {
  field: 'assignmentStrategy',
  code: 'INVALID_VALUE',
  message: 'must be absent when partnerId is given',
} as const;

async function planOf(request: ReassignRequest, api: Api, counting: AttemptCounts): Promise<Plan<Answer>> {
  counting.release();
  const found = await shipmentRecordOf(request, api.store);
  if (!found.ok) return found;
  const { record } = found;
  const current = currentOf(contract.id, request, record);
  if (!current.ok) return current;
  const { life, last, isRepeated } = current;
  if (isRepeated) return { ok: true, ops: [], answer: { data: repeatedAnswer(record, request, api.now()) } };
  const next = nextAttempt({ record, life }, request.body, request, api);
  if (!next.ok) return next;
  if (next.document === null) return { ok: true, ops: [], answer: { data: next.data } };
  const { given } = next;
  const taken = next.document.counted ?? [];
  counting.choose(taken, given, next.reservedIn);
  const document = { ...next.document, life: { ...next.document.life, last } };
  const key = decisionKeyOf(callerTextOf(record.caller ?? request.caller), record.shipmentId, document.life.attempt);
  return {
    ok: true,
    ops: [
      { kind: 'put', collection: 'assignments', document, was: record },
      ...countOpsOf(given),
      ...countOpsOf(taken),
      keeping(key, next.decision, api.decisionsDays, api.now()),
    ],
    records: recordsOf(next.characters),
    answer: { data: next.data },
  };
}

type ChosenAgain = QuestionResult & { ok: true };

interface NextAttempt {
  ok: true;
  /** Null: nobody gets it. */
  document: (AssignmentRecord & { life: Life }) | null;
  /** What the present attempt counted, if it ends. */
  given: readonly CounterAddition[];
  /** The round in which its counts are reserved; undefined: it has none. */
  reservedIn: number | undefined;
  /** Of the assignment's text. */
  characters: number;
  /** Why the partner gets it, to be kept. */
  decision: Json;
  data: Answer['data'];
}

/** The attempt that takes the place of the present one. What it counts is reserved in `counters`. */
export function nextAttempt(
  { record, life }: { record: AssignmentRecord; life: Life },
  reassigning: ReassignOrder,
  { caller, requestId }: { caller: Caller; requestId: string },
  { chooser, now, counters }: Pick<Api, 'chooser' | 'now'> & { counters: Counters },
): NextAttempt | RefusedResult {
  const { state, attempt } = life;
  if (state === 'HANDED_OVER') return wrongState(state);
  if (attempt >= MAX_ATTEMPTS) return refuse('TOO_MANY_ATTEMPTS', { details: { attempts: attempt } });
  const nowMs = now();
  const given = givenBack(record.counted ?? [], nowMs);
  const choosing = { counters: withGivenBack(counters, given), now: nowMs, requestId, otherwise: caller };
  const chosen = chooser.choose(record, reassigning, choosing);
  if (chosen === null) return refuse('BUSINESS_VALIDATION_FAILED', NOT_ASKED);
  if (!chosen.ok) return { ok: false, failure: chosen.failure };
  try {
    return madeOf(chosen, { record, life }, given, reassigning, caller);
  } catch (error) {
    const { record: unmade, reservedIn } = chosen.assignment ?? {};
    if (reservedIn !== undefined) counters.release(unmade?.counted ?? [], reservedIn);
    throw error;
  }
}

function madeOf(
  chosen: ChosenAgain,
  { record, life }: { record: AssignmentRecord; life: Life },
  given: readonly CounterAddition[],
  reassigning: ReassignOrder,
  caller: Caller,
): NextAttempt {
  const data = JSON.parse(chosen.data) as Answer['data'];
  const made = chosen.assignment?.record ?? null;
  if (made === null || !data.success) {
    const shown = { ...data, lifecycle: lifecycleOf(record), repeated: false } as Answer['data'];
    return {
      ok: true,
      document: null,
      given,
      reservedIn: undefined,
      characters: 0,
      decision: toJson(null),
      data: shown,
    };
  }
  const { asked: _, assignment, decision, createdAt, ...fields } = made;
  const { counted: __, ...former } = record;
  const parsed = JSON.parse(assignment) as AssignmentRecord['assignment'];
  const by = callerTextOf(caller);
  const document = {
    ...former,
    ...fields,
    // a selection by hand must not hide the strategy that was asked
    asked: {
      ...record.asked,
      preferences: { ...(record.asked?.['preferences'] as object | undefined), assignmentStrategy: strategyOf(record) },
    },
    life: { ...bornAs(parsed), attempt: life.attempt + 1, by, at: createdAt },
    formerAttempts: [...(record.formerAttempts ?? []), endedAttempt(record, life, reassigning)],
    assignment: parsed,
  };
  const outcome = { lifecycle: lifecycleOf(document), repeated: false };
  return {
    ok: true,
    document,
    given,
    reservedIn: chosen.assignment?.reservedIn,
    characters: assignment.length,
    decision,
    data: { ...data, ...outcome, cost: { before: costOf(record), after: costOf(document)! } },
  };
}

const NOT_ASKED = {
  message: 'An earlier release stored this assignment without its request, so it cannot be asked again',
  details: ['the request is not stored'],
};

/** A cancelled attempt ended with its cancellation; why another one follows is kept with it. */
function endedAttempt(record: AssignmentRecord, life: Life, { reason, note }: ReassignOrder): FormerAttempt {
  const { attempt, by, at } = life;
  const cost = costOf(record);
  const reassigned = { reason, ...(note !== undefined && { note }) };
  const cancelled = { reason: life.reason ?? ('OTHER' as const), ...(life.note !== undefined && { note: life.note }) };
  const end =
    life.state === 'CANCELLED'
      ? { state: 'CANCELLED' as const, ...cancelled, reassigned }
      : { state: 'REASSIGNED' as const, ...reassigned };
  const { state, ...why } = end;
  return {
    ...{ attempt, assignmentId: record.assignmentId, partnerId: record.partnerId },
    state,
    ...(cost !== null && { cost }),
    ...(by !== undefined && { by }),
    at,
    ...why,
  };
}

/** The answer of the current attempt; what was warned of is not stored. */
function repeatedAnswer(record: AssignmentRecord, { requestId }: ReassignRequest, now: number): Answer['data'] {
  const parts = {
    assignmentId: record.assignmentId,
    assignment: toJson(record.assignment),
    warnings: toJson([]),
    decision: undefined,
  };
  const { data } = assignmentAnswer(parts, { requestId, elapsedMs: 0, now });
  const before = record.formerAttempts?.at(-1)?.cost ?? null;
  const cost = { before, after: costOf(record) };
  return { ...JSON.parse(data), lifecycle: lifecycleOf(record), repeated: true, cost } as Answer['data'];
}
