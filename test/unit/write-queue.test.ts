/** The queue of writes by itself: a commit is a function of the test. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { STORE_AT_ONCE_OPS } from '../../src/limits/store.js';
import { type WriteOp } from '../../src/model/change.js';
import { StoreUnavailableError } from '../../src/store/port.js';
import {
  type CommitResult,
  ContentionError,
  type Write,
  WriteQueue,
  type WriteQueueOptions,
} from '../../src/store/write-queue.js';

const OPTIONS = { gatherMs: 0, groupOps: Infinity, mayRepeatKeys: true, deadlineMs: Infinity };
const LONG = STORE_AT_ONCE_OPS + 1;

function op(kind: 'insert' | 'put', key: string): WriteOp {
  return { kind, collection: 'partners', document: { partnerId: key } } as WriteOp;
}

function put(...keys: string[]): WriteOp[] {
  return keys.map((key) => op('put', key));
}

function many(name: string, count: number): WriteOp[] {
  return put(name, ...Array.from({ length: count - 1 }, (_, index) => `${name}${index}`));
}

/** The first key of each write. */
function namesOf(group: readonly Write[]): string[] {
  return group.map(({ ops: [first] }) => (first as unknown as { document: { partnerId: string } }).document.partnerId);
}

/** A queue, and the groups that it has committed, by {@link namesOf}. `on` may hold a commit up, or throw. */
function makeQueue(
  options: Partial<WriteQueueOptions> = {},
  on: (names: string[], deadline: number, isAside: boolean) => unknown = () => {},
): { queue: WriteQueue; groups: string[][] } {
  const groups: string[][] = [];
  const commit = async (group: readonly Write[], deadline: number, isAside: boolean): Promise<CommitResult> => {
    const names = namesOf(group);
    groups.push(names);
    await on(names, deadline, isAside);
    return { results: group.map(() => ({ ok: true, changeId: null })) };
  };
  return { queue: new WriteQueue({ ...OPTIONS, commit, ...options }), groups };
}

function barrier(): { passed: Promise<void>; open: () => void } {
  let open!: () => void;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

describe('groups of writes', () => {
  it('hold what arrives in one turn, in its order', async () => {
    const { queue, groups } = makeQueue();
    const results = await Promise.all([queue.write(put('a')), queue.write(put('b')), queue.write(put('c'))]);
    assert.deepEqual(groups, [['a', 'b', 'c']]);
    assert.deepEqual(results, [
      { ok: true, changeId: null },
      { ok: true, changeId: null },
      { ok: true, changeId: null },
    ]);
  });

  it('hold what arrives during a commit', async () => {
    const { passed, open } = barrier();
    const { queue, groups } = makeQueue({}, ([name]) => (name === 'a' ? passed : undefined));
    const writes = [queue.write(put('a'))];
    while (groups.length === 0) await turn();
    writes.push(queue.write(put('b')));
    await turn();
    writes.push(queue.write(put('c')));
    await turn();
    open();
    await Promise.all(writes);
    assert.deepEqual(groups, [['a'], ['b', 'c']]);
  });

  it('end before and after a long write', async () => {
    const { queue, groups } = makeQueue();
    const writes = [put('a'), many('long', LONG), put('b'), many('not long', LONG - 1), put('c')];
    await Promise.all(writes.map((ops) => queue.write(ops)));
    assert.deepEqual(groups, [['a'], ['long'], ['b', 'not long', 'c']]);
  });

  it('have at most as many ops as the store says', async () => {
    const { queue, groups } = makeQueue({ groupOps: 4 });
    const writes = [put('a', 'a2'), put('b', 'b2'), put('c'), put('d', 'd2', 'd3', 'd4'), many('e', 5), put('f')];
    await Promise.all(writes.map((ops) => queue.write(ops)));
    assert.deepEqual(groups, [['a', 'b'], ['c'], ['d'], ['e'], ['f']]);
  });

  for (const { mayRepeatKeys, expected } of [
    { mayRepeatKeys: false, expected: [['a', 'b'], ['b'], ['b']] },
    { mayRepeatKeys: true, expected: [['a', 'b', 'b', 'b']] },
  ])
    it(`change a document ${mayRepeatKeys ? 'twice where a store can' : 'once where a store must'}`, async () => {
      const { queue, groups } = makeQueue({ mayRepeatKeys });
      await Promise.all([put('a'), put('b'), put('b'), put('b')].map((ops) => queue.write(ops)));
      assert.deepEqual(groups, expected);
    });

  it('may insert a key twice: the second insert is refused', async () => {
    const { queue, groups } = makeQueue({ mayRepeatKeys: false });
    await Promise.all([queue.write([op('insert', 'a')]), queue.write([op('insert', 'a')])]);
    assert.deepEqual(groups, [['a', 'a']]);
  });

  it('give each write its own result', async () => {
    const conflict = { reason: 'KEY_TAKEN', collection: 'partners', key: 'b' } as const;
    const commit = async () => ({ results: [{ ok: true, changeId: null } as const, { ok: false, conflict } as const] });
    const queue = new WriteQueue({ ...OPTIONS, commit });
    const results = await Promise.all([queue.write(put('a')), queue.write(put('b'))]);
    assert.deepEqual(results, [
      { ok: true, changeId: null },
      { ok: false, conflict },
    ]);
  });
});

describe('a pause to gather', () => {
  it('lets writes that arrive close together share a commit', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { queue, groups } = makeQueue({ gatherMs: 60_000 });
    await Promise.all([queue.write(put('a')), queue.write(put('b'))]);
    const later = [queue.write(put('c'))];
    for (let turns = 0; turns < 5; turns++) await turn();
    later.push(queue.write(put('d')));
    assert.deepEqual(groups, [['a', 'b']]);
    t.mock.timers.tick(60_000);
    await Promise.all(later);
    assert.deepEqual(groups, [
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('does not delay writes that arrive one by one', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { queue, groups } = makeQueue({ gatherMs: 60_000 });
    for (const name of ['a', 'b', 'c']) await queue.write(put(name));
    assert.deepEqual(groups, [['a'], ['b'], ['c']]);
  });
});

describe('a group that cannot be committed', () => {
  it('is taken apart, so that one write fails alone', async () => {
    const { queue, groups } = makeQueue({}, (names) => {
      if (names.includes('poison')) throw new Error('cannot be done');
    });
    const results = await Promise.allSettled(['a', 'poison', 'b'].map((name) => queue.write(put(name))));
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.equal((results[1] as PromiseRejectedResult).reason.message, 'cannot be done');
    assert.deepEqual(groups, [['a', 'poison', 'b'], ['a'], ['poison'], ['b']]);
  });

  it('is not repeated when the store is unavailable; later writes are tried', async () => {
    let isUp = false;
    const { queue, groups } = makeQueue({}, () => {
      if (!isUp) throw new StoreUnavailableError('the disk is full');
    });
    const refused = ['a', 'b'].map((name) => assert.rejects(queue.write(put(name)), StoreUnavailableError));
    await Promise.all(refused);
    isUp = true;
    assert.deepEqual(await queue.write(put('c')), { ok: true, changeId: null });
    assert.deepEqual(groups, [['a', 'b'], ['c']]);
  });

  it('leaves the way to others while each of its writes waits for what blocks it', async () => {
    const { passed, open } = barrier();
    const { queue, groups } = makeQueue({}, (names, _deadline, isAside) => {
      if (!names.includes('blocked')) return;
      if (!isAside) throw new ContentionError('blocked');
      return passed;
    });
    const blocked = queue.write(put('blocked'));
    await Promise.all([queue.write(put('a')), queue.write(put('b'))]);
    await queue.write(put('c'));
    assert.deepEqual(groups, [['blocked', 'a', 'b'], ['blocked'], ['a'], ['b'], ['c']]);
    open();
    assert.deepEqual(await blocked, { ok: true, changeId: null });
  });
});

describe('the deadline of a write', () => {
  it('is that of its arrival; a group has that of its oldest write', async (t) => {
    let nowMs = 1_000;
    t.mock.method(performance, 'now', () => nowMs);
    const { passed, open } = barrier();
    const deadlines: number[] = [];
    const { queue, groups } = makeQueue({ deadlineMs: 30_000 }, ([name], deadline) => {
      deadlines.push(deadline);
      return name === 'slow' ? passed : undefined;
    });
    const slow = queue.write(put('slow'));
    while (groups.length === 0) await turn();
    const late = assert.rejects(queue.write(put('late')), StoreUnavailableError);
    nowMs += 1;
    const inTime = queue.write(put('in time'));
    nowMs += 29_999;
    open();
    assert.deepEqual(await Promise.all([slow, inTime]), [
      { ok: true, changeId: null },
      { ok: true, changeId: null },
    ]);
    await late;
    assert.deepEqual(groups, [['slow'], ['in time']]);
    assert.deepEqual(deadlines, [31_000, 31_001]);
  });

  it('holds while a group is taken apart', async (t) => {
    let nowMs = 0;
    t.mock.method(performance, 'now', () => nowMs);
    const { queue, groups } = makeQueue({ deadlineMs: 100 }, (names) => {
      nowMs += 60;
      if (names.length > 1) throw new Error('not together');
    });
    const first = queue.write(put('a'));
    const second = assert.rejects(queue.write(put('b')), StoreUnavailableError);
    assert.deepEqual(await first, { ok: true, changeId: null });
    await second;
    assert.deepEqual(groups, [['a', 'b'], ['a']]);
  });
});

describe('the queue', () => {
  it('answers a write when it is followed, and commits the next meanwhile', async () => {
    const { passed, open } = barrier();
    const order: string[] = [];
    const commit = async (group: readonly Write[]): Promise<CommitResult> => {
      order.push(`commit ${namesOf(group).join()}`);
      const results = group.map(() => ({ ok: true, changeId: null }) as const);
      return namesOf(group)[0] === 'a' ? { results, followed: passed } : { results };
    };
    const queue = new WriteQueue({ ...OPTIONS, commit });
    const first = queue.write(put('a')).then(() => order.push('answer a'));
    while (order.length === 0) await turn();
    await queue.write(put('b'));
    open();
    await first;
    assert.deepEqual(order, ['commit a', 'commit b', 'answer a']);
  });

  it('runs a task between the writes before it and those after it, also when it fails', async () => {
    const order: unknown[] = [];
    const { queue } = makeQueue({}, (names) => order.push(names.join()));
    const first = queue.write(put('a'));
    const failing = assert.rejects(
      queue.alone(() => {
        order.push('task');
        throw new Error('a task failed');
      }),
      /a task failed/,
    );
    await failing;
    const second = queue.write(put('b'));
    await queue.settled();
    assert.deepEqual(order, ['a', 'task', 'b']);
    await Promise.all([first, second]);
  });
});
