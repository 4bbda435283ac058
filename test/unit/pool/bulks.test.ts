/** Bulks and the threads: who goes first, who pauses, what a lost thread and a lost caller mean. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { BulkEvents, BulkJob } from '../../../src/engine/bulk/question.js';
import { BULK_ROOM_PATIENCE_MS, MAX_WAITING_BULKS, MAX_WAITING_BULKS_OF_CREDENTIAL } from '../../../src/limits/bulk.js';
import { BulkQueue, type BulkThread } from '../../../src/pool/bulks.js';
import type { BatchResult, BatchTask, BulkReport } from '../../../src/pool/wire.js';
import { testGeneration } from './echo.js';

const COST = { counted: 3, lines: 3, detail: 'total' } as const;
const ANSWER: BulkReport = {
  kind: 'ANSWER',
  status: 200,
  body: new Uint8Array(1),
  lines: { available: 3, unavailable: 0, failed: 0 },
};

class FakeThread implements BulkThread {
  tasks: BatchTask['bulk'][] = [];
  wanted = 0;
  hasBulk = false;
  gone = false;
  #end: { resolve(result: BatchResult): void; reject(error: unknown): void } | null = null;

  isIdle = () => this.#end === null && !this.gone;
  isGone = () => this.gone;
  want = () => void this.wanted++;
  release = () => void (this.hasBulk = false);

  run(task: BatchTask): Promise<BatchResult> {
    this.tasks.push(task.bulk);
    return new Promise((resolve, reject) => (this.#end = { resolve, reject }));
  }

  async report(bulk: BulkReport): Promise<void> {
    const end = this.#end!;
    this.#end = null;
    end.resolve({ numbers: [], bodies: new Uint8Array(0), assignments: [], busyMs: 1, bulk });
    await turn();
  }

  async crash(): Promise<void> {
    const end = this.#end!;
    this.#end = null;
    this.gone = true;
    end.reject(new Error('ended'));
    await turn();
  }
}

function scene(count = 1) {
  const threads = Array.from({ length: count }, () => new FakeThread());
  const queue = new BulkQueue({
    takeThread() {
      const free = threads.find((thread) => thread.isIdle() && !thread.hasBulk) ?? null;
      if (free !== null) free.hasBulk = true;
      return free;
    },
    now: () => 0,
    onFree: () => queue.advance(),
    onCrash: () => log.push('crash'),
  });
  const log: string[] = [];
  /** Names of bulks whose answers have no room. */
  const withoutRoom = new Set<string>();
  queue.publish(testGeneration(1));
  const submit = (name: string, admit: BulkEvents['admit'] = () => true) =>
    queue.submit({ callerKind: 'service', callerId: name[0]!, requestId: name } as BulkJob, {
      hasRoom: () => !withoutRoom.has(name),
      onNoRoom: () => log.push(`${name} has no room`),
      admit,
      onAnswer: () => log.push(`${name} answered`),
      onFailure: () => log.push(`${name} failed`),
    });
  return { queue, threads, log, submit, withoutRoom };
}

test('a bulk asks what it costs, goes on, and is answered; the next one begins', async () => {
  const { threads, log, submit } = scene();
  const [thread] = threads;
  submit('a');
  submit('b');
  await turn();
  await thread!.report({ kind: 'COST', cost: COST });
  assert.equal(thread!.tasks[1], 'GO_ON');
  await thread!.report(ANSWER);
  assert.deepEqual(log, ['a answered']);
  assert.equal((thread!.tasks[2] as BulkJob).requestId, 'b');
});

test('a bulk that is not admitted ends there', async () => {
  const { threads, log, submit } = scene();
  submit('a', () => Promise.resolve(false));
  submit('b');
  await turn();
  await threads[0]!.report({ kind: 'COST', cost: COST });
  await turn();
  assert.equal((threads[0]!.tasks[1] as BulkJob).requestId, 'b');
  assert.deepEqual(log, []);
});

test('a thread that is wanted pauses its bulk, which goes on before others begin', async () => {
  const { queue, threads, submit } = scene();
  submit('a');
  submit('b');
  await turn();
  queue.yieldThreads();
  assert.equal(threads[0]!.wanted, 1);
  await threads[0]!.report({ kind: 'PAUSED' });
  assert.deepEqual(threads[0]!.tasks.slice(1), ['GO_ON']);
});

test('a bulk is begun once more when its thread ends, and fails the second time', async () => {
  const { threads, log, submit } = scene(2);
  submit('a');
  await turn();
  await threads[0]!.crash();
  assert.equal((threads[1]!.tasks[0] as BulkJob).requestId, 'a');
  await threads[1]!.crash();
  assert.deepEqual(log, ['crash', 'crash', 'a failed']);
});

test('a paused bulk whose thread has left begins again on another', async () => {
  const { queue, threads, submit } = scene(2);
  submit('a');
  await turn();
  threads[0]!.gone = true;
  await threads[0]!.report({ kind: 'PAUSED' });
  queue.advance();
  assert.equal((threads[1]!.tasks[0] as BulkJob).requestId, 'a');
});

test('a caller that goes away ends its bulk: waiting, at work, and while its cost is counted', async () => {
  const { queue, threads, log, submit } = scene();
  const working = submit('a');
  const waiting = submit('b');
  let admit: (isAdmitted: boolean) => void = () => {};
  const asking = submit('c', () => new Promise((resolve) => (admit = resolve)));
  await turn();
  waiting!.cancel();
  assert.equal(queue.waiting, 1);
  working!.cancel();
  assert.equal(threads[0]!.wanted, 1);
  await threads[0]!.report({ kind: 'PAUSED' });
  assert.equal((threads[0]!.tasks[1] as BulkJob).requestId, 'c');
  await threads[0]!.report({ kind: 'COST', cost: COST });
  asking!.cancel();
  admit(true);
  await turn();
  assert.equal(threads[0]!.tasks.length, 2);
  assert.equal(threads[0]!.hasBulk, false);
  assert.deepEqual(log, []);
});

test('only so many wait, of one caller and of all', () => {
  const { queue, submit } = scene(0);
  for (let n = 0; n < MAX_WAITING_BULKS_OF_CREDENTIAL; n++) assert.ok(submit('a') !== null);
  assert.equal(submit('a'), null);
  for (const name of ['b', 'c', 'd'])
    for (let n = 0; n < MAX_WAITING_BULKS_OF_CREDENTIAL; n++) assert.ok(submit(name) !== null);
  assert.equal(queue.waiting, MAX_WAITING_BULKS);
  assert.ok(queue.isFull);
  assert.equal(submit('e'), null);
});

test('a bulk whose answer has no room lets others go first, and begins when there is room', async () => {
  const { queue, threads, log, submit, withoutRoom } = scene();
  withoutRoom.add('a');
  submit('a');
  submit('b');
  await turn();
  assert.equal((threads[0]!.tasks[0] as BulkJob).requestId, 'b');
  await threads[0]!.report(ANSWER);
  assert.deepEqual([queue.waiting, threads[0]!.tasks.length], [1, 1]);
  withoutRoom.clear();
  queue.advance();
  assert.equal((threads[0]!.tasks[1] as BulkJob).requestId, 'a');
  assert.deepEqual(log, ['b answered']);
});

test('a bulk that gets no room in time is refused', async (t) => {
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  const { queue, threads, log, submit, withoutRoom } = scene();
  withoutRoom.add('a');
  submit('a');
  await turn();
  nowMs = BULK_ROOM_PATIENCE_MS - 1;
  queue.advance();
  assert.deepEqual([queue.waiting, log], [1, []]);
  nowMs += 1;
  queue.advance();
  assert.deepEqual([queue.waiting, log, threads[0]!.tasks], [0, ['a has no room'], []]);
});

test('what a bulk waits for a thread does not count as waiting for room', async (t) => {
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  const { queue, threads, log, submit, withoutRoom } = scene();
  submit('a');
  submit('b');
  await turn();
  nowMs = BULK_ROOM_PATIENCE_MS;
  withoutRoom.add('b');
  await threads[0]!.report(ANSWER);
  assert.deepEqual([queue.waiting, log], [1, ['a answered']]);
  withoutRoom.clear();
  queue.advance();
  assert.equal((threads[0]!.tasks[1] as BulkJob).requestId, 'b');
});
