import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAILBOX_TEXT_BYTES, MAX_BATCH_REQUESTS } from '../../../src/limits/pool.js';
import type { GenerationHandle } from '../../../src/index/generation.js';
import { packGeneration } from '../../../src/index/packed.js';
import { decodeResult, decodeTask, encodeResult, encodeTask } from '../../../src/pool/encoding.js';
import { Mailbox, serve } from '../../../src/pool/mailbox.js';
import type { Job } from '../../../src/engine/question.js';
import type { BatchResult, BatchTask } from '../../../src/pool/wire.js';
import { TEST_JOBS, testGeneration, testJob, testPending, textOf } from './echo.js';

const generation = testGeneration(7);
const taskOf = (jobs: readonly Job[], named = generation): BatchTask =>
  encodeTask(
    jobs.map((job) => ({ job })),
    named,
    1_700_000_000_123.5,
  );

/** A mailbox whose thread was sent `generation`. */
function openMailbox(): Mailbox {
  const mailbox = new Mailbox();
  mailbox.send(packGeneration(generation, null));
  return mailbox;
}

/** Both ends in this thread: what is posted is answered at once, by `answer`, and the thread then dismissed. */
function exchange(mailbox: Mailbox, task: BatchTask, answer: Parameters<typeof serve>[1]): BatchResult | null {
  mailbox.post(task);
  mailbox.dismiss();
  assert.equal(mailbox.collect(), null, 'not answered yet');
  serve(mailbox.forThread, answer);
  return mailbox.collect();
}

const NOTHING: BatchResult = encodeResult([], 0);

/** The task as the thread gets it. */
function received(task: BatchTask): BatchTask {
  const taken: BatchTask[] = [];
  exchange(openMailbox(), task, (arrived) => {
    taken.push(arrived);
    return NOTHING;
  });
  assert.equal(taken.length, 1);
  return taken[0]!;
}

test('a batch arrives as it was posted, whatever its texts are', () => {
  const arrived = received(taskOf(TEST_JOBS));
  assert.deepEqual(decodeTask(arrived), TEST_JOBS);
  assert.deepEqual([arrived.generationId, arrived.now], [7, 1_700_000_000_123.5]);
});

test('the largest batch, an empty one, and texts of every length around the memory', () => {
  const many = Array.from({ length: MAX_BATCH_REQUESTS }, (_, index) => testJob(`r-${index}`));
  assert.deepEqual(decodeTask(received(taskOf(many))), many);
  assert.deepEqual(decodeTask(received(taskOf([]))), []);
  for (const length of [MAILBOX_TEXT_BYTES / 3 - 100, MAILBOX_TEXT_BYTES / 3 + 100, 2 * MAILBOX_TEXT_BYTES]) {
    const jobs = [testJob('before'), { ...testJob('long'), body: 'क'.repeat(length) }, testJob('after')];
    assert.deepEqual(decodeTask(received(taskOf(jobs))), jobs, String(length));
  }
});

/** The next generation: the same, with blocks of its own. */
function successorOf(former: GenerationHandle): GenerationHandle {
  const version = former.newestVersion + 1;
  return { ...former, id: former.id + 1, newestVersion: version, geography: { ...former.geography, version } };
}

test('a batch is answered on the generation that it names, whatever is sent meanwhile and however it travels', () => {
  const second = successorOf(generation);
  const third = successorOf(second);
  const long = { ...testJob('long'), body: 'x'.repeat(2 * MAILBOX_TEXT_BYTES) };
  for (const job of [testJob('short'), long]) {
    const mailbox = openMailbox();
    mailbox.send(packGeneration(second, generation));
    mailbox.post(taskOf([job], second));
    mailbox.send(packGeneration(third, second));
    mailbox.dismiss();
    const answeredOn: GenerationHandle[] = [];
    serve(mailbox.forThread, (_task, named) => {
      answeredOn.push(named);
      return NOTHING;
    });
    assert.deepEqual(answeredOn, [second], job.requestId);
  }
});

test('a batch whose generation was never sent is not answered', () => {
  const mailbox = openMailbox();
  mailbox.post(taskOf([testJob('a')], successorOf(generation)));
  assert.throws(() => serve(mailbox.forThread, () => NOTHING), /was sent before the batch/);
});

test('answers arrive as they were given: new memory, an assignment, or none', () => {
  const task = taskOf([testJob('a'), testJob('b')]);
  const plain = encodeResult(
    [
      { status: 200, outcomeCode: 0, body: '{"₹":1}' },
      { status: 422, outcomeCode: 12, body: '' },
    ],
    1.5,
  );
  const result = exchange(openMailbox(), task, () => plain);
  assert.ok(result !== null);
  assert.equal(result.busyMs, 1.5);
  assert.deepEqual(
    decodeResult(result, 2).map(({ status, body, outcomeCode }) => [status, textOf(body), outcomeCode]),
    [
      [200, '{"₹":1}', 0],
      [422, '', 12],
    ],
  );

  const pending = testPending('s');
  const assigned = exchange(openMailbox(), task, () =>
    encodeResult(
      [
        { status: 200, outcomeCode: 0, body: 'x', assignment: pending },
        { status: 200, outcomeCode: 0, body: 'y' },
      ],
      1,
    ),
  );
  assert.ok(assigned !== null);
  assert.deepEqual(
    decodeResult(assigned, 2).map(({ assignment }) => assignment),
    [pending, undefined],
  );

  assert.deepEqual(
    decodeResult(
      exchange(openMailbox(), taskOf([]), () => NOTHING)!,
      0,
    ),
    [],
  );
});

test('an answer is reported once, and a second batch waits for the first', async () => {
  const mailbox = openMailbox();
  assert.equal(mailbox.collect(), null, 'nothing was asked');
  mailbox.post(taskOf([]));
  assert.throws(() => mailbox.post(taskOf([testJob('b')])), /one batch at a time/);
  const finished = mailbox.finished();
  mailbox.dismiss();
  serve(mailbox.forThread, () => NOTHING);
  await finished;
  assert.deepEqual(decodeResult(mailbox.collect()!, 0), []);
  assert.equal(mailbox.collect(), null);
  // resolves at once when it is called after the answer
  await mailbox.finished();
});

/** Like a thread that was interrupted between answering and notifying, while the next batch was posted. */
const wakeForNothing = ({ forThread: { counts } }: Mailbox): void =>
  new Int32Array(counts).forEach((_, index) => Atomics.notify(new Int32Array(counts), index));

test('a waiter that is woken before its answer is there continues to wait', async () => {
  const mailbox = openMailbox();
  mailbox.post(taskOf([testJob('a')]));
  let isResolved = false;
  const finished = mailbox.finished().then(() => {
    isResolved = true;
  });
  for (let times = 0; times < 3; times++) {
    wakeForNothing(mailbox);
    await sleep(10);
  }
  assert.equal(isResolved, false);
  mailbox.dismiss();
  serve(mailbox.forThread, () => NOTHING);
  await finished;
  assert.deepEqual(decodeResult(mailbox.collect()!, 0), []);
});

test('a waiter is released when the thread has ended', async () => {
  const mailbox = openMailbox();
  mailbox.post(taskOf([testJob('a')]));
  const finished = mailbox.finished();
  mailbox.close();
  await finished;
  await mailbox.finished();
  assert.equal(mailbox.collect(), null);
});

test('a dismissed thread leaves, and one whose answering throws passes the error on', () => {
  const dismissed = openMailbox();
  dismissed.dismiss();
  serve(dismissed.forThread, () => assert.fail('there is nothing to answer'));
  const throwing = openMailbox();
  throwing.post(taskOf([testJob('a')]));
  assert.throws(
    () =>
      serve(throwing.forThread, () => {
        throw new Error('poison');
      }),
    /poison/,
  );
  assert.equal(throwing.collect(), null);
});
