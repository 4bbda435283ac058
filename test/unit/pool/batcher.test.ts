import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turnEnd } from 'node:timers/promises';
import { MAX_BODY_BYTES } from '../../../src/limits/http.js';
import {
  BATCH_WORK_MS,
  FIRST_BATCH_REQUESTS,
  MAX_BATCH_BYTES,
  MAX_BATCH_REQUESTS,
  MAX_WAITING_REQUESTS,
  MIN_DIVIDED_BATCH_REQUESTS,
} from '../../../src/limits/pool.js';
import { encodeResult } from '../../../src/pool/encoding.js';
import { harness } from './batcher-harness.js';
import { testGeneration, testJob } from './echo.js';

const ids = (count: number, prefix = 'j'): string[] => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

test('jobs of one turn leave together at its end, as does a single one', async () => {
  const { submit, sent, answers } = harness({ threads: 2 });
  assert.deepEqual(submit('a', 'b', 'c'), [true, true, true]);
  assert.equal(sent.length, 0, 'not within the turn');
  await turnEnd();
  assert.deepEqual(
    sent.map((batch) => batch.ids),
    [['a', 'b', 'c']],
  );
  submit('d');
  await turnEnd();
  assert.deepEqual(sent[1]!.ids, ['d']);
  await sent[1]!.answer();
  await sent[0]!.answer();
  assert.deepEqual(answers, [
    ['d', 'd'],
    ['a', 'a'],
    ['b', 'b'],
    ['c', 'c'],
  ]);
});

/** A batcher whose thread has done so many batches of one job, of `jobMs` each. */
async function seasoned(batches: number, jobMs: number) {
  const harnessed = harness({ jobMs });
  for (let batch = 0; batch < batches; batch++) {
    harnessed.submit(`s${batch}`);
    await turnEnd();
    if (batch < batches - 1) await harnessed.sent[batch]!.answer();
  }
  return harnessed;
}

test('while threads are busy the next batch grows, and takes everything that waits', async () => {
  const { batcher, submit, sent, answers } = await seasoned(50, 0.001);
  const some = 4 * MIN_DIVIDED_BATCH_REQUESTS + 4;
  for (const id of ids(some)) {
    submit(id);
    await turnEnd();
  }
  assert.equal(sent.length, 50);
  assert.equal(batcher.waiting, some);
  assert.equal(batcher.inFlight, 1);
  await sent[49]!.answer();
  assert.deepEqual(sent[50]!.ids, ids(some), 'oldest first');
  assert.equal(batcher.waiting, 0);
  await sent[50]!.answer();
  assert.deepEqual(
    answers.slice(50).map(([id]) => id),
    ids(some),
  );
});

test('a batch is sized to a few milliseconds of a thread, from the known duration of jobs', async () => {
  const unknown = harness();
  unknown.submit(...ids(MAX_WAITING_REQUESTS));
  await turnEnd();
  assert.equal(unknown.sent[0]!.ids.length, FIRST_BATCH_REQUESTS);
  for (const [jobMs, affordable] of [
    [BATCH_WORK_MS / 20, 20],
    [BATCH_WORK_MS, 1],
    [10 * BATCH_WORK_MS, 1],
  ] as const) {
    const { submit, sent } = await seasoned(50, jobMs);
    submit(...ids(MAX_BATCH_REQUESTS));
    await sent[49]!.answer();
    assert.ok(Math.abs(sent[50]!.ids.length - affordable) <= 1, `${jobMs} ms a job: ${sent[50]!.ids.length} of them`);
    assert.ok(sent[50]!.ids.length >= 1);
  }
});

test('idle threads share the waiting jobs, unless there are few', async () => {
  const many = harness({ threads: 5 });
  many.submit(...ids(5 * MIN_DIVIDED_BATCH_REQUESTS + 5));
  await turnEnd();
  assert.deepEqual(
    many.sent.map((batch) => batch.ids.length),
    Array(5).fill(MIN_DIVIDED_BATCH_REQUESTS + 1),
  );
  const few = harness({ threads: 3 });
  few.submit(...ids(MIN_DIVIDED_BATCH_REQUESTS + 1));
  await turnEnd();
  assert.deepEqual(
    few.sent.map((batch) => batch.ids.length),
    [MIN_DIVIDED_BATCH_REQUESTS, 1],
  );
});

test('a batch is bounded in bytes, but a single body of any size leaves', async () => {
  const { batcher, sent } = harness();
  const bodies = [MAX_BATCH_BYTES + 1, MAX_BODY_BYTES, MAX_BATCH_BYTES - MAX_BODY_BYTES, 1];
  bodies.forEach((length, index) =>
    batcher.submit({ ...testJob(`b${index}`), body: 'x'.repeat(length) }, () => undefined),
  );
  await turnEnd();
  await sent[0]!.answer();
  await sent[1]!.answer();
  assert.deepEqual(
    sent.map((batch) => batch.ids),
    [['b0'], ['b1', 'b2'], ['b3']],
  );
});

test('a full queue refuses jobs, and accepts them again when a batch has left', async () => {
  const { batcher, submit, sent } = harness();
  assert.ok(submit(...ids(MAX_WAITING_REQUESTS)).every((taken) => taken));
  assert.equal(batcher.isFull, true);
  assert.deepEqual(submit('one too many'), [false]);
  await turnEnd();
  assert.equal(batcher.isFull, false);
  assert.deepEqual(submit(...ids(FIRST_BATCH_REQUESTS, 'k')), Array(FIRST_BATCH_REQUESTS).fill(true));
  assert.deepEqual(submit('one too many'), [false]);
  await sent[0]!.answer();
  assert.deepEqual(submit('room'), [true]);
});

test('nothing leaves before a generation is published; then batches name the newest one', async () => {
  const { batcher, submit, sent } = harness({ threads: 2, published: false });
  submit('a');
  await turnEnd();
  assert.equal(sent.length, 0);
  batcher.publish(testGeneration(1));
  batcher.publish(testGeneration(2));
  submit('b');
  await turnEnd();
  assert.deepEqual(
    sent.map(({ task }) => task.generationId),
    [1, 2],
  );
});

test('a crashed batch is repeated whole and loses nothing', async () => {
  const { batcher, submit, sent, answers, crashes } = harness();
  submit('a', 'b');
  await turnEnd();
  submit('waiting');
  batcher.publish(testGeneration(2));
  await sent[0]!.crash();
  assert.deepEqual(
    [sent[1]!.ids, sent[1]!.task.generationId],
    [['a', 'b'], 2],
    'ahead of what waits, on the newest generation',
  );
  await sent[1]!.answer();
  await sent[2]!.answer();
  assert.deepEqual(answers, [
    ['a', 'a'],
    ['b', 'b'],
    ['waiting', 'waiting'],
  ]);
  assert.equal(crashes.length, 1);
});

test('a batch that crashes twice is repeated job by job, and only the poisonous job fails', async () => {
  const { submit, sent, answers } = harness();
  submit('a', 'poison', 'c');
  await turnEnd();
  for (let index = 0; index < sent.length; index++) {
    if (sent[index]!.ids.includes('poison')) await sent[index]!.crash(new Error('exit 3'));
    else await sent[index]!.answer();
  }
  assert.deepEqual(
    sent.map((batch) => batch.ids),
    [['a', 'poison', 'c'], ['a', 'poison', 'c'], ['a'], ['poison'], ['c']],
  );
  assert.deepEqual(answers, [
    ['a', 'a'],
    ['poison', 'failed poison: exit 3'],
    ['c', 'c'],
  ]);
});

test('a result with too few answers counts as a crash, and no job is answered from it', async () => {
  const { submit, sent, answers, crashes } = harness();
  submit('a', 'b');
  await turnEnd();
  await sent[0]!.reply(encodeResult([{ status: 200, outcomeCode: 0, body: 'only one' }], 1));
  assert.deepEqual(answers, []);
  assert.equal(crashes.length, 1);
  await sent[1]!.answer();
  assert.deepEqual(answers, [
    ['a', 'a'],
    ['b', 'b'],
  ]);
});

test('the observer receives the size, the wait of the oldest job, and the work', async () => {
  const { submit, sent, observed, clock } = harness({ jobMs: 2 });
  submit('a');
  await turnEnd();
  submit('b');
  clock.now += 5;
  submit('c');
  clock.now += 3;
  await sent[0]!.answer();
  await sent[1]!.answer();
  assert.deepEqual(observed, [
    { size: 1, queueWaitMs: 0, busyMs: 2 },
    { size: 2, queueWaitMs: 8, busyMs: 4 },
  ]);
});

test('draining answers the queued jobs, then resolves; no more jobs are accepted', async () => {
  const { batcher, submit, sent, answers } = harness();
  submit('a');
  await turnEnd();
  submit('b');
  let drained = false;
  const done = batcher.drain().then(() => {
    drained = true;
  });
  assert.deepEqual(submit('c'), [false]);
  await sent[0]!.crash();
  await sent[1]!.answer();
  assert.equal(drained, false);
  await sent[2]!.answer();
  await done;
  assert.deepEqual(
    answers.map(([id]) => id),
    ['a', 'b'],
  );
});

test('an idle batcher drains at once', async () => {
  await harness().batcher.drain();
});

test('with no thread left, waiting jobs fail, and later jobs may wait again', async () => {
  const { batcher, submit, sent, answers } = harness({ threads: 0 });
  submit('a', 'b');
  await turnEnd();
  batcher.failWaiting(new Error('none left'));
  assert.deepEqual(answers, [
    ['a', 'failed a: none left'],
    ['b', 'failed b: none left'],
  ]);
  assert.deepEqual(submit('c'), [true]);
  assert.equal(sent.length, 0);
  assert.equal(batcher.waiting, 1);
});
