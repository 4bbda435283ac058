/**
 * How batches of pincodes are written to a store that is busy, unavailable or ahead, and how a long answer is
 * serialized.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Item, tried, writeBatches } from '../../../src/control/operations/zones/assign-batches.js';
import { nearestPincode } from '../../../src/domain/nearest-pincode.js';
import { ASSIGN_BATCHES_AT_ONCE } from '../../../src/limits/requests.js';
import type { PincodeRow } from '../../../src/model/documents.js';
import type { Conflict, WriteOp } from '../../../src/model/change.js';
import type { ChangeNote, Store, WriteResult } from '../../../src/store/port.js';
import { FIXTURE_NOTE } from '../../store/fixtures.js';

const at = '2026-03-11T06:30:00.000Z';
const entry = (pincode: string): WriteOp => ({
  kind: 'put',
  collection: 'zone-pincodes',
  document: { partnerId: 'acme', zoneId: 1, pincode, assignedAt: at },
});
const row = (pincode: string): PincodeRow => ({
  pincode,
  cityId: 1,
  stateId: 1,
  areaIds: [],
  latitude: null,
  longitude: null,
});
const creation = (pincode: string): WriteOp => ({ kind: 'insert', collection: 'pincodes', document: row(pincode) });
const items = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => String(100_000 + index)).map((pincode) => ({
    pincode,
    ops: [entry(pincode)],
  }));
const pincodesOf = (ops: readonly WriteOp[]): string[] =>
  ops.map((op) => (op as { document: { pincode: string } }).document.pincode);

const noted = (): ChangeNote => ({ ...FIXTURE_NOTE, at, requestId: 'r' });

/** A store that only accepts writes, answered by `write`. */
function storeOf(write: (ops: readonly WriteOp[]) => Promise<WriteResult>): Store {
  return { write } as unknown as Store;
}

describe('batches of pincodes', () => {
  it('are written in one transaction each', async () => {
    const written: string[][] = [];
    const store = storeOf(async (ops) => {
      written.push(pincodesOf(ops));
      return { ok: true, changeId: null };
    });
    const all = items(7);
    assert.deepEqual(await writeBatches(store, all, { batchSize: 3, maxRetries: 0, noted }), {
      conflict: null,
      failed: new Set(),
      errors: [],
      gone: new Set(),
      changeId: null,
    });
    assert.deepEqual(
      written,
      [[0, 1, 2], [3, 4, 5], [6]].map((batch) => batch.map((index) => all[index]!.pincode)),
    );
    assert.deepEqual(await writeBatches(store, [], { batchSize: 3, maxRetries: 0, noted }), {
      conflict: null,
      failed: new Set(),
      errors: [],
      gone: new Set(),
      changeId: null,
    });
    assert.equal(written.length, 3, 'an empty list is not written');
  });

  it('are written concurrently, up to a limit', async () => {
    let most = 0;
    const open: (() => void)[] = [];
    const store = storeOf(
      () =>
        new Promise((resolve) => {
          open.push(() => resolve({ ok: true, changeId: null }));
          most = Math.max(most, open.length);
          if (open.length === ASSIGN_BATCHES_AT_ONCE) for (const answer of open.splice(0)) answer();
        }),
    );
    await writeBatches(store, items(ASSIGN_BATCHES_AT_ONCE * 3), { batchSize: 1, maxRetries: 0, noted });
    assert.equal(most, ASSIGN_BATCHES_AT_ONCE);
  });

  it('fail on their own when the store cannot write them, after the allowed number of attempts', async () => {
    const attempts = new Map<string, number>();
    const store = storeOf(async (ops) => {
      const [first] = pincodesOf(ops) as [string];
      attempts.set(first, (attempts.get(first) ?? 0) + 1);
      if (first === '100002' && attempts.get(first)! <= 2) throw new Error('busy');
      if (first === '100004') throw new Error('broken');
      return { ok: true, changeId: null };
    });
    assert.deepEqual(await writeBatches(store, items(6), { batchSize: 2, maxRetries: 2, noted }), {
      conflict: null,
      failed: new Set(['100004', '100005']),
      errors: [new Error('broken')],
      gone: new Set(),
      changeId: null,
    });
    assert.deepEqual(
      [...attempts],
      [
        ['100000', 1],
        ['100002', 3],
        ['100004', 3],
      ],
    );
  });

  it('skip the creation of pincodes that another node has created meanwhile', async () => {
    const written: WriteOp[][] = [];
    const store = storeOf(async (ops) => {
      written.push([...ops]);
      return written.length === 1
        ? { ok: false, conflict: { reason: 'KEY_TAKEN', collection: 'pincodes', key: '400009' } }
        : { ok: true, changeId: null };
    });
    const given: Item[] = ['400009', '400010'].map((pincode) => ({
      pincode,
      ops: [creation(pincode), entry(pincode)],
    }));
    assert.deepEqual(await writeBatches(store, given, { batchSize: 2, maxRetries: 0, noted }), {
      conflict: null,
      failed: new Set(),
      errors: [],
      gone: new Set(),
      changeId: null,
    });
    assert.deepEqual(written[1], [entry('400009'), creation('400010'), entry('400010')]);
  });

  it('skip pincodes that have been deleted meanwhile', async () => {
    const written: WriteOp[][] = [];
    const conflicts: Conflict[] = [
      {
        reason: 'REFERENCE',
        collection: 'zone-pincodes',
        key: 'acme/400010',
        field: 'pincode',
        message: 'there is no pincode 400010',
      },
      { reason: 'REFERENCE', collection: 'pincodes', key: '400009', field: 'cityId', message: 'there is no city 1' },
    ];
    const store = storeOf(async (ops) => {
      written.push([...ops]);
      const conflict = conflicts[written.length - 1];
      return conflict === undefined ? { ok: true, changeId: null } : { ok: false, conflict };
    });
    const given: Item[] = [
      { pincode: '400009', ops: [creation('400009'), entry('400009')] },
      ...['400010', '400011'].map((pincode) => ({ pincode, ops: [entry(pincode)] })),
    ];
    const result = await writeBatches(store, given, { batchSize: 3, maxRetries: 0, noted });
    assert.deepEqual(result, {
      conflict: null,
      failed: new Set(),
      errors: [],
      gone: new Set(['400010', '400009']),
      changeId: null,
    });
    assert.deepEqual(written.slice(1), [[creation('400009'), entry('400009'), entry('400011')], [entry('400011')]]);
  });

  it('are not written again when no pincode is left', async () => {
    let writes = 0;
    const conflict: Conflict = {
      reason: 'REFERENCE',
      collection: 'zone-pincodes',
      key: 'acme/100000',
      field: 'pincode',
      message: 'there is no pincode 100000',
    };
    const store = storeOf(async () => {
      writes++;
      return { ok: false, conflict };
    });
    const result = await writeBatches(store, items(1), { batchSize: 3, maxRetries: 0, noted });
    assert.deepEqual(
      [result, writes],
      [{ conflict: null, failed: new Set(), errors: [], gone: new Set(['100000']), changeId: null }, 1],
    );
  });

  it('end with a conflict that another attempt cannot resolve', async () => {
    const conflict: Conflict = {
      reason: 'REFERENCE',
      collection: 'zone-pincodes',
      key: 'acme/100000',
      field: 'zoneId',
      message: 'there is no zone 1',
    };
    let writes = 0;
    const store = storeOf(async () => {
      writes++;
      return { ok: false, conflict };
    });
    assert.deepEqual(await writeBatches(store, items(500), { batchSize: 1, maxRetries: 5, noted }), { conflict });
    assert(writes <= ASSIGN_BATCHES_AT_ONCE, `${writes} writes`);
  });
});

describe('an attempt', () => {
  it('is repeated until it succeeds or no attempts are left, and then reports the last reason', async () => {
    let calls = 0;
    const failing = () =>
      tried(2, async () => {
        calls++;
        throw new Error(`attempt ${calls}`);
      });
    await assert.rejects(failing, /attempt 3/);
    assert.equal(calls, 3);
    assert.equal(await tried(0, async () => 'at once'), 'at once');
  });
});

describe('the nearest pincode', () => {
  const rows = ['110001', '400001', '400005', '400099', '401001', '999999'].map(row);
  const nearest = (pincode: string): string | undefined => nearestPincode(rows, pincode)?.pincode;

  it('is the one at the smallest distance within the district, and the lower one of two at the same distance', () => {
    assert.deepEqual(['400003', '400004', '400002', '400000', '400999', '110999', '401000'].map(nearest), [
      '400001',
      '400005',
      '400001',
      '400001',
      '400099',
      '110001',
      '401001',
    ]);
  });

  it('is null where the district has no pincodes', () => {
    assert.deepEqual(['100000', '402000', '999000', '998999'].map(nearest), [
      undefined,
      undefined,
      '999999',
      undefined,
    ]);
    assert.equal(nearestPincode([], '400001'), null);
  });
});
