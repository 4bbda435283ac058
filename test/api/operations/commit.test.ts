import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commit, type Write } from '../../../src/control/operations/commit.js';
import { MAX_WRITE_ATTEMPTS } from '../../../src/limits/control.js';
import { type Api, type ApiRequest, type HandlerResult, refuse } from '../../../src/control/operations/operation.js';
import type { Contract } from '../../../src/contract/contract.js';
import { createDiscount } from '../../../src/contract/discounts.js';
import type { IdempotencyRecord } from '../../../src/model/documents.js';
import { type Conflict, type WriteOp } from '../../../src/model/change.js';
import {
  type ChangeNote,
  StoreUnavailableError,
  TransactionTooLargeError,
  type WriteResult,
} from '../../../src/store/port.js';
import { StoredAnswers } from '../../../src/control/idempotency.js';
import type { Scope } from '../../../src/model/scopes.js';
import { StoredRecords } from '../../../src/control/stored-records.js';
import { RATE_TIERS, STORED_RECORD_BYTES } from '../../../src/limits/rate-limits.js';

const NOW_MS = Date.parse('2026-03-11T06:30:00.000Z');
const OP: WriteOp = { kind: 'delete', collection: 'discounts', key: 1 };
const TAKEN: Conflict = { reason: 'KEY_TAKEN', collection: 'discounts', key: 1 };
const STALE: Conflict = { reason: 'STALE', collection: 'discounts', key: 1 };
const OVERLAP: Conflict = { reason: 'DISCOUNT_OVERLAP', key: 1, overlaps: 2 };

const requestOf = (idempotencyKey: string | null, callerId = 'main'): ApiRequest => ({
  params: {},
  query: {},
  body: null,
  idempotencyKey,
  ifMatch: null,
  ifNoneMatch: null,
  mediaType: 'application/json',
  caller: { kind: 'service', id: callerId, tier: 'UNLIMITED', remaining: null },
  requestId: 'r',
  receivedAtMs: NOW_MS,
});

/** A store of records whose writes end as the test tells them to. */
class Fake {
  readonly records = new Map<string, IdempotencyRecord>();
  readonly written: (readonly WriteOp[])[] = [];
  readonly steps: string[] = [];
  plans = 0;

  /** @param results of the writes, in turn; the last one repeats */
  constructor(
    private readonly results: (WriteResult | ((note: ChangeNote) => WriteResult))[],
    private readonly catchUp?: () => Promise<void>,
    private readonly stored = new StoredRecords(() => undefined),
  ) {}

  run(request: ApiRequest, write: Partial<Write<object>> = {}): Promise<HandlerResult> {
    const api = {
      store: {
        get: (_: string, key: string) => Promise.resolve(this.records.get(key)),
        write: (ops: readonly WriteOp[], note: ChangeNote) => {
          this.steps.push('write');
          this.written.push(ops);
          const result = this.results.length > 1 ? this.results.shift()! : this.results[0]!;
          return Promise.resolve(typeof result === 'function' ? result(note) : result);
        },
        caughtUp:
          this.catchUp
          ?? (() =>
            Promise.resolve().then(() => {
              this.steps.push('caught up');
            })),
      },
      now: () => NOW_MS,
      records: this.stored,
      storedAnswers: new StoredAnswers({ get: () => Promise.resolve(undefined) }),
      published: () =>
        Promise.resolve().then(() => {
          this.steps.push('published');
        }),
    } as unknown as Api;
    const plan = () => ({ ok: true as const, ops: [OP], answer: { plan: ++this.plans } });
    return commit(createDiscount as unknown as Contract, request, api, {
      plan,
      ...write,
    } as Write<never>) as Promise<HandlerResult>;
  }

  /** Leaves the record that a concurrent request would leave. */
  async recordOf(request: ApiRequest): Promise<void> {
    const other = new Fake([{ ok: true, changeId: null }]);
    await other.run(request);
    const op = other.written[0]!.at(-1)!;
    assert(op.kind === 'insert' && op.collection === 'idempotency-keys');
    this.records.set(op.document.key, { ...op.document, answer: '{"theirs":true}' });
  }
}

const made = (plan: number) => ({ ok: true, text: `{"plan":${plan}}`, replayed: false, changeId: null });
const THEIRS = { ok: true, text: '{"theirs":true}', replayed: true, changeId: null };

describe('commit', () => {
  it('answers when the write is durable and published', async () => {
    const fake = new Fake([{ ok: true, changeId: null }]);
    assert.deepEqual(await fake.run(requestOf(null)), made(1));
    assert.deepEqual([fake.steps, fake.written], [['write', 'published'], [[OP]]]);
  });

  it('plans again when another write took the id', async () => {
    const fake = new Fake([
      { ok: false, conflict: TAKEN },
      { ok: false, conflict: TAKEN },
      { ok: true, changeId: null },
    ]);
    assert.deepEqual(await fake.run(requestOf('k')), made(3));
  });

  it('says that the service is at its capacity when that never ends, whatever the conflict', async () => {
    for (const conflict of [TAKEN, STALE, OVERLAP]) {
      const fake = new Fake([{ ok: false, conflict }]);
      assert.deepEqual(await fake.run(requestOf('k')), refuse('OVERLOADED'));
      assert.equal(fake.plans, MAX_WRITE_ATTEMPTS);
    }
  });

  it('takes a member that is null for one that is left out, and no other for it', async () => {
    const fake = new Fake([{ ok: true, changeId: null }]);
    const of = (body: object): ApiRequest => ({ ...requestOf('k'), body: body as never });
    await fake.recordOf(of({ name: 'A', note: null }));
    assert.deepEqual(await fake.run(of({ name: 'A' })), THEIRS);
    assert.deepEqual(await fake.run(of({ other: null, name: 'A' })), THEIRS);
    assert.deepEqual(await fake.run(of({ name: 'A', note: '' })), refuse('IDEMPOTENCY_KEY_REUSED'));
  });

  it('answers with the refusal of a conflict, and waits for nothing', async () => {
    const fake = new Fake([{ ok: false, conflict: OVERLAP }]);
    const refused = refuse('DISCOUNT_OVERLAP');
    assert.deepEqual(
      await fake.run(requestOf(null), { refusalOf: (conflict) => (conflict === OVERLAP ? refused : null) }),
      refused,
    );
    assert.deepEqual(fake.steps, ['write']);
  });

  describe('counts what a write leaves in the history in the day of its credential', () => {
    const MOST = RATE_TIERS.TIER_1.recordsPerDay;
    const caller = { kind: 'service', id: 'main' } as const;
    const stored = (scopes: Scope[] = []) => new StoredRecords(() => ({ tier: 'TIER_1', scopes: new Set(scopes) }));
    /** A store in which a write adds so many bytes to the history, as far as its note admits them. */
    const writing =
      (bytes: number, result: WriteResult = { ok: true, changeId: 1 }) =>
      (note: ChangeNote): WriteResult => {
        const limit = note.admit!(bytes);
        return limit === null ? result : { ok: false, conflict: { reason: 'LIMIT', limit } };
      };
    const left = (records: StoredRecords): number => {
      for (let count = MOST; ; count--) if (records.take(caller, count, NOW_MS) === null) return count;
    };

    it('by bytes, with and without an Idempotency-Key, and refuses what is too much', async () => {
      const records = stored();
      const half = new Fake([writing((MOST / 2) * STORED_RECORD_BYTES - 1)], undefined, records);
      assert.equal((await half.run(requestOf(null))).ok, true);
      const second = await half.run(requestOf('key'));
      assert.ok(!second.ok);
      assert.deepEqual([second.failure, second.limit?.limit], [{ code: 'RATE_LIMIT_EXCEEDED' }, MOST]);
      assert.equal((await half.run(requestOf(null))).ok, true, 'what was refused counts nothing');
      assert.equal((await half.run(requestOf(null))).ok, false);
    });

    it('but nothing where nothing was written', async () => {
      const records = stored();
      const tooLarge = (note: ChangeNote): WriteResult => {
        assert.equal(note.admit!(1_000_000), null);
        throw new TransactionTooLargeError('too large');
      };
      const ends = [
        writing(1_000_000, { ok: false, conflict: OVERLAP }),
        writing(1_000_000, { ok: true, changeId: null }),
        tooLarge,
      ];
      for (const end of ends)
        await new Fake([end], undefined, records).run(requestOf(null), { refusalOf: () => refuse('DISCOUNT_OVERLAP') });
      assert.equal(left(records), MOST);
    });
  });

  it('answers with the refusal of a plan without writing', async () => {
    const fake = new Fake([{ ok: true, changeId: null }]);
    assert.deepEqual(await fake.run(requestOf('k'), { plan: () => refuse('FORBIDDEN') }), refuse('FORBIDDEN'));
    assert.deepEqual(fake.steps, []);
  });

  it('repeats the answer of a faster request under the same key, however its success shows', async () => {
    const request = requestOf('k');
    const taken = new Fake([
      () => ({ ok: false, conflict: { reason: 'KEY_TAKEN', collection: 'idempotency-keys', key: 'k' } }),
    ]);
    assert.deepEqual(
      await taken.run(request, {
        plan: async () => {
          await taken.recordOf(request);
          return { ok: true, ops: [OP], answer: {} };
        },
      }),
      THEIRS,
    );
    const overlapping = new Fake([{ ok: false, conflict: OVERLAP }]);
    assert.deepEqual(
      await overlapping.run(request, {
        plan: async () => {
          await overlapping.recordOf(request);
          return { ok: true, ops: [OP], answer: {} };
        },
        refusalOf: () => refuse('DISCOUNT_OVERLAP'),
      }),
      THEIRS,
    );
    const refusing = new Fake([{ ok: true, changeId: null }]);
    assert.deepEqual(
      await refusing.run(request, {
        plan: async () => {
          await refusing.recordOf(request);
          return refuse('DISCOUNT_OVERLAP');
        },
      }),
      THEIRS,
    );
    assert.deepEqual(refusing.steps, ['caught up', 'published']);
  });

  it('repeats an answer once the index includes its change, or when the store is unavailable', async () => {
    const request = requestOf('k');
    const repeated = new Fake([]);
    await repeated.recordOf(request);
    assert.deepEqual([await repeated.run(request), repeated.steps], [THEIRS, ['caught up', 'published']]);
    for (const [error, isRaised] of [
      [new StoreUnavailableError('away'), false],
      [new Error('ours'), true],
    ] as const) {
      const behind = new Fake([], () => Promise.reject(error));
      await behind.recordOf(request);
      if (isRaised) await assert.rejects(behind.run(request), error);
      else assert.deepEqual([await behind.run(request), behind.steps], [THEIRS, ['published']]);
    }
  });

  it('keeps callers apart whose ids and keys form the same text', async () => {
    const keys = new Set<string>();
    for (const request of [
      requestOf('createDiscount/k', 'a'),
      requestOf('k', 'a/createDiscount'),
      requestOf('k', 'a%2FcreateDiscount'),
    ]) {
      const fake = new Fake([{ ok: true, changeId: null }]);
      await fake.recordOf(request);
      keys.add([...fake.records.keys()][0]!);
    }
    assert.equal(keys.size, 3);
  });
});
