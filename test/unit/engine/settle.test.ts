/** Settling a computed assignment request: it is made durable, repeated, or refused. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { Ledger } from '../../../src/control/allocation/ledger.js';
import type { KeptDecision } from '../../../src/engine/allocation/kept-decision.js';
import { settleAssignment } from '../../../src/control/assignments.js';
import { recordKeyOf } from '../../../src/control/idempotency.js';
import { RATE_TIERS } from '../../../src/limits/rate-limits.js';
import { failedCode, OFFERED } from '../../../src/engine/outcomes.js';
import type { EngineAnswer, Job, PendingAssignment } from '../../../src/engine/question.js';
import type { AssignmentRecord, DecisionRecord, IdempotencyRecord } from '../../../src/model/documents.js';
import type { WriteOp } from '../../../src/model/change.js';
import type { Store, WriteResult } from '../../../src/store/port.js';
import { NOON } from '../../reference/fixture.js';
import type { AnyJson } from './ask.js';
import { StoredRecords } from '../../../src/control/stored-records.js';
import { toJson } from '../../../src/json.js';

const UNLIMITED = new StoredRecords(() => undefined);

const job: Job = {
  question: 'assignment',
  callerKind: 'service',
  callerId: 'main-system',
  requestId: 'req-2',
  body: '{"b":1,"options":{"includeTransitTime":false},"a":null}',
  receivedAt: NOON.getTime(),
};
const caller = { kind: 'service', id: 'main-system' } as const;
const now = () => NOON.getTime() + 3;
const answer = { status: 200, body: 'as computed', outcomeCode: OFFERED };
const HASH = 'a'.repeat(64);
/** As it was made before callers were recorded: keys sorted, nulls left out, the services of one system as one. */
const FORMER_HASH = createHash('sha256')
  .update('service//{"b":1,"options":{"includeTransitTime":false}}')
  .digest('hex');
const OTHER_HASH = 'b'.repeat(64);

const ledger = new Ledger(() => assert.fail('nothing is chosen again'));
const options = { now, records: UNLIMITED, ledger, decisionsDays: 30 };
const KEPT: KeptDecision = { at: NOON.getTime(), changeId: 1, strategy: 'BEST_MATCH', ranked: [], chosen: 'acme' };

const pending: PendingAssignment = {
  shipmentId: 'S-1',
  requestHash: HASH,
  warnings: toJson([]),
  view: { partnerDetails: true, cost: true, timeline: true, decision: false },
  strategy: 'COST_OPTIMIZED',
  record: {
    assignmentId: 'ASG-2',
    partnerId: 'acme',
    createdAt: NOON.toISOString(),
    assignment: toJson({ assignmentId: 'ASG-2' }),
    decision: toJson(KEPT),
  },
};
const { assignmentId, partnerId, createdAt } = pending.record!;
const record = { assignmentId, partnerId, createdAt };
const stored: AssignmentRecord = {
  ...record,
  caller,
  shipmentId: 'S-1',
  requestHash: HASH,
  assignmentId: 'ASG-1',
  assignment: { assignmentId: 'ASG-1', timeline: ['today'] },
};
const former: AssignmentRecord = {
  ...record,
  shipmentId: 'S-1',
  requestHash: FORMER_HASH,
  assignmentId: 'ASG-0',
  assignment: { assignmentId: 'ASG-0' },
};

const taken: WriteResult = {
  ok: false,
  conflict: { reason: 'KEY_TAKEN', collection: 'assignments', key: 'service:main-system/S-1' },
};

/** A store that holds documents by collection and key, and answers each write with `result`. */
function storeOf(
  documents: Record<string, AssignmentRecord | IdempotencyRecord | DecisionRecord>,
  result: WriteResult,
) {
  const written: WriteOp[] = [];
  const store = {
    get: (collection: string, key: string) => Promise.resolve(documents[`${collection} ${key}`]),
    write: (ops: WriteOp[]) => {
      written.push(...ops);
      return Promise.resolve(result);
    },
  } as unknown as Store;
  return { store, written };
}
const holding = (document: AssignmentRecord) =>
  storeOf(
    { [document.caller === undefined ? 'assignments S-1' : 'assignments service:main-system/S-1']: document },
    taken,
  );

async function settle({ store }: { store: Store }, given: PendingAssignment = pending, by: Job = job) {
  const settled = await settleAssignment(store, { job: by, pending: given }, options);
  const { made } = settled;
  const { status, body, outcomeCode } = settled.answer ?? answer;
  return { status, body, outcomeCode, made, json: body === answer.body ? {} : (JSON.parse(String(body)) as AnyJson) };
}

describe('settleAssignment', () => {
  it('releases the answer when its record is written, with its caller and its decision', async () => {
    const empty = storeOf({}, { ok: true, changeId: null });
    assert.equal((await settle(empty)).body, answer.body);
    const { assignment: text, decision, ...fields } = pending.record!;
    const document = { ...fields, caller, shipmentId: 'S-1', requestHash: HASH };
    const expiresAt = new Date(now() + 30 * 86_400_000).toISOString();
    const kept = { key: 'service:main-system/S-1/1', decision, expiresAt };
    assert.deepEqual(empty.written, [
      { kind: 'insert-assignment', document, text },
      { kind: 'put', collection: 'decisions', document: kept },
    ]);
  });

  it('repeats an assignment with its decision if this request wants it; null: it is no longer kept', async () => {
    const wanting = { ...pending, view: { ...pending.view, decision: true } };
    const forgotten = (await settle(holding(stored), wanting)).json.data;
    assert.deepEqual([forgotten.assignment, forgotten.decision], [stored.assignment, null]);
    const key = 'service:main-system/S-1';
    const kept = { key: `${key}/1`, decision: toJson(KEPT), expiresAt: null };
    const store = storeOf({ [`assignments ${key}`]: stored, [`decisions ${key}/1`]: kept }, taken);
    assert.equal((await settle(store, wanting)).json.data.decision.at, NOON.toISOString());
    assert.equal('decision' in (await settle(store)).json.data, false);
  });

  it('repeats the assignment that the same request made before', async () => {
    const { status, json } = await settle(holding(stored));
    const { data } = json;
    assert.deepEqual([status, data.assignment, data.metadata.assignmentId], [200, stored.assignment, 'ASG-1']);
    assert.deepEqual([json.request_id, json.execution_time_ms], ['req-2', 3]);
  });

  it('shows of a repeated assignment what this request wants to see', async () => {
    const view = { ...pending.view, timeline: false };
    assert.deepEqual((await settle(holding(stored), { ...pending, view })).json.data.assignment, {
      assignmentId: 'ASG-1',
    });
  });

  it('repeats an assignment with the warnings of this request', async () => {
    const warnings = toJson([{ code: 'GSTIN_MISSING' }]);
    assert.deepEqual((await settle(holding(stored), { ...pending, warnings })).json.data.warnings, [
      { code: 'GSTIN_MISSING' },
    ]);
  });

  it('refuses a different request for the same shipment of the same caller', async () => {
    const { status, json } = await settle(holding({ ...stored, requestHash: OTHER_HASH }));
    assert.deepEqual(
      [status, json.error.code, json.error.details],
      [422, 'SHIPMENT_ALREADY_ASSIGNED', { shipmentId: 'S-1' }],
    );
  });

  it('writes nothing for a refusal, and prefers an existing assignment', async () => {
    const refusal = { ...pending, record: null };
    const empty = storeOf({}, taken);
    assert.equal((await settle(empty, refusal)).body, answer.body);
    assert.deepEqual(empty.written, []);
    assert.equal((await settle(holding(stored), refusal)).json.data.assignment.assignmentId, 'ASG-1');
  });

  it('ignores assignments of other callers', async () => {
    const refusal = { ...pending, record: null };
    const others = storeOf(
      { 'assignments partner:acme/S-1': { ...stored, caller: { kind: 'partner', id: 'acme' } } },
      taken,
    );
    assert.equal((await settle(others, refusal)).body, answer.body);
  });

  it('reports a partner that was removed meanwhile', async () => {
    const conflict = {
      reason: 'REFERENCE',
      collection: 'assignments',
      key: 'S-1',
      field: 'partnerId',
      message: 'unknown',
    } as const;
    const { status, json } = await settle(storeOf({}, { ok: false, conflict }));
    assert.deepEqual(
      [status, json.error.code, json.error.details],
      [422, 'BUSINESS_VALIDATION_FAILED', { partnerId: 'acme' }],
    );
  });

  it('rejects when the write fails', async () => {
    const other: WriteResult = { ok: false, conflict: { reason: 'DISCOUNT_OVERLAP', key: 1, overlaps: 2 } };
    await assert.rejects(settle(storeOf({}, other)), /refused by the store/);
    await assert.rejects(settle(storeOf({}, taken)), 'a key that was taken and is gone: the answer was not written');
  });
});

describe('the outcome of an assignment request', () => {
  const made = { partnerId: 'acme', strategy: 'COST_OPTIMIZED' };

  it('is one new assignment when its record is written', async () => {
    const first = await settle(storeOf({}, { ok: true, changeId: null }));
    assert.deepEqual([first.outcomeCode, first.made], [OFFERED, made]);
    const repeated = await settle(holding(stored));
    assert.deepEqual([repeated.outcomeCode, repeated.made], [OFFERED, undefined]);
  });

  it('is a refusal when no partner carries the shipment, unless an earlier request has assigned it', async () => {
    const refusal = { ...pending, record: null };
    const refused = await settleAssignment(storeOf({}, taken).store, { job, pending: refusal }, options);
    assert.deepEqual([refused.answer, refused.made], [null, undefined], 'the refusal may leave');
    const repeated = await settleAssignment(holding(stored).store, { job, pending: refusal }, options);
    assert.deepEqual([repeated.answer?.outcomeCode, repeated.made], [OFFERED, undefined]);
  });

  it('is a failure when a different request has assigned the shipment', async () => {
    const failed = await settle(holding({ ...stored, requestHash: OTHER_HASH }));
    assert.deepEqual([failed.outcomeCode, failed.made], [failedCode('SHIPMENT_ALREADY_ASSIGNED'), undefined]);
  });
});

describe('a record from before callers were recorded', () => {
  it('answers the same request, by the former hash', async () => {
    const { status, json } = await settle(holding(former));
    assert.deepEqual([status, json.data.assignment], [200, { assignmentId: 'ASG-0' }]);
  });

  it('refuses any other request for its shipment, by any caller', async () => {
    for (const [name, requestHash] of [
      ['another request', OTHER_HASH],
      ['the hash as it is made now', HASH],
    ] as const) {
      assert.equal((await settle(holding({ ...former, requestHash }))).status, 422, name);
    }
    assert.equal(
      (await settle(holding(former), pending, { ...job, callerKind: 'partner', callerId: 'acme' })).status,
      422,
    );
  });

  it('is ignored when the caller has its own record of the shipment', async () => {
    const both = storeOf({ 'assignments service:main-system/S-1': stored, 'assignments S-1': former }, taken);
    assert.equal((await settle(both)).json.data.assignment.assignmentId, 'ASG-1');
  });

  it('does not make a record with a caller match by the former hash', async () => {
    assert.equal((await settle(holding({ ...stored, requestHash: FORMER_HASH }))).status, 422);
  });
});

describe('an assignment under an Idempotency-Key', () => {
  const key = recordKeyOf(caller, 'assignShipment', 'k-1');
  const remembered = (requestHash: string): IdempotencyRecord => ({
    key,
    requestHash,
    status: null,
    answer: null,
    expiresAt: '2030-01-01T00:00:00.000Z',
  });
  const underKey = { ...job, idempotencyKey: 'k-1' };
  const settleWith = (requestHash: string, document = former) =>
    settle(
      storeOf({ [`idempotency-keys ${key}`]: remembered(requestHash), 'assignments S-1': document }, taken),
      pending,
      underKey,
    );

  it('that was stored with the former hash is the same request after an upgrade', async () => {
    const { status, json } = await settleWith(FORMER_HASH);
    assert.deepEqual([status, json.data?.assignment], [200, { assignmentId: 'ASG-0' }]);
  });

  it('that was used for another request is refused', async () => {
    const { status, json } = await settleWith(OTHER_HASH);
    assert.deepEqual([status, json.error.code], [422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('is stored when the assignment was made without it, and not when it is refused', async () => {
    const free = storeOf({ 'assignments S-1': former }, taken);
    await settle(free, { ...pending, record: null }, underKey);
    assert.deepEqual(
      free.written.map(({ collection }) => collection),
      ['idempotency-keys'],
    );
    const other = storeOf({ 'assignments S-1': { ...former, requestHash: OTHER_HASH } }, taken);
    await settle(other, { ...pending, record: null }, underKey);
    assert.deepEqual(other.written, []);
  });

  it('stores nothing past the limit of a day, and repeats what is stored', async () => {
    const full = new StoredRecords(() => ({ tier: 'TIER_1', scopes: new Set() }));
    full.take(caller, RATE_TIERS.TIER_1.recordsPerDay - 1, now());
    const settled = async (store: { store: Store }, by: Job = job) =>
      (await settleAssignment(store.store, { job: by, pending }, { ...options, records: full })).answer
      ?? (answer as EngineAnswer);
    const empty = storeOf({}, { ok: true, changeId: null });
    const refused = await settled(empty, { ...job, idempotencyKey: 'k' });
    assert.deepEqual([refused.status, refused.limit?.limit, empty.written], [429, RATE_TIERS.TIER_1.recordsPerDay, []]);
    assert.equal((await settled(empty)).status, 200, 'one record alone still fits');
    assert.equal((await settled(empty)).status, 429);
    const stored = storeOf(
      {
        'assignments service:main-system/S-1': {
          ...pending.record!,
          caller,
          shipmentId: 'S-1',
          requestHash: pending.requestHash,
          assignment: {},
        },
      },
      taken,
    );
    const again = await settled(stored);
    assert.deepEqual([again.status, again.limit, stored.written], [200, undefined, []]);
    assert.equal(
      (await settled(stored, { ...job, idempotencyKey: 'k' })).status,
      429,
      'a key for it would be a record',
    );
  });

  it('gives back what the store refused', async () => {
    const records = new StoredRecords(() => ({ tier: 'TIER_1', scopes: new Set() }));
    const refusing = storeOf(
      {},
      {
        ok: false,
        conflict: { reason: 'REFERENCE', collection: 'assignments', key: 'S-1', field: 'partnerId', message: '' },
      },
    );
    assert.equal(
      (await settleAssignment(refusing.store, { job, pending }, { ...options, records })).answer?.status,
      422,
    );
    assert.equal(records.take(caller, RATE_TIERS.TIER_1.recordsPerDay, now()), null);
  });
});
