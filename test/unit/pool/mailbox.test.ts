import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAILBOX_TEXT_BYTES, MAX_BATCH_REQUESTS } from '../../../src/limits.js';
import { decodeAnswers, decodeJobs, encodeAnswers, encodeJobs } from '../../../src/pool/encoding.js';
import { Mailbox, serve } from '../../../src/pool/mailbox.js';
import type { Job } from '../../../src/engine/question.js';
import type { BatchResult, BatchTask } from '../../../src/pool/wire.js';
import { testGeneration, testJob, testPending, textOf } from './echo.js';

const generation = testGeneration(7);
const taskOf = (jobs: readonly Job[], since: number | null = null): BatchTask => encodeJobs(jobs.map((job) => ({ job })), generation, since, 1_700_000_000_123.5);

/** Both ends in this thread: what is posted is answered at once, by `answer`, and the thread then dismissed. */
function exchange(mailbox: Mailbox, task: BatchTask, answer: (task: BatchTask) => BatchResult): BatchResult | null {
  mailbox.post(task);
  mailbox.dismiss();
  assert.equal(mailbox.collect(), null, 'not answered yet');
  serve(mailbox.forThread, answer);
  return mailbox.collect();
}

const NOTHING: BatchResult = { missingGeneration: true, holds: 0 };

/** The task as the thread gets it. */
function received(task: BatchTask): BatchTask {
  const taken: BatchTask[] = [];
  exchange(new Mailbox(), task, (arrived) => {
    taken.push(arrived);
    return NOTHING;
  });
  assert.equal(taken.length, 1);
  return taken[0]!;
}

test('a batch arrives as it was posted, whatever its texts are', () => {
  const jobs: Job[] = [
    { ...testJob('r-1'), body: '{"weight":500}', receivedAt: 1_700_000_000_000.125 },
    { question: 'availability', callerKind: 'partner', callerId: 'hill-express', requestId: 'r-2', body: '', receivedAt: 0 },
    { ...testJob('r-3'), question: 'assignment', callerId: 'सेवा', body: '{"name":"हिमालय ₹ 😀 é"}' },
  ];
  const arrived = received(taskOf(jobs));
  assert.deepEqual(decodeJobs(arrived), jobs);
  assert.deepEqual([arrived.generationId, arrived.generation, arrived.now], [7, null, 1_700_000_000_123.5]);
});

test('the largest batch, an empty one, and texts of every length around the memory', () => {
  const many = Array.from({ length: MAX_BATCH_REQUESTS }, (_, index) => testJob(`r-${index}`));
  assert.deepEqual(decodeJobs(received(taskOf(many))), many);
  assert.deepEqual(decodeJobs(received(taskOf([]))), []);
  for (const length of [MAILBOX_TEXT_BYTES / 3 - 100, MAILBOX_TEXT_BYTES / 3 + 100, 2 * MAILBOX_TEXT_BYTES]) {
    const jobs = [testJob('before'), { ...testJob('long'), body: 'क'.repeat(length) }, testJob('after')];
    assert.deepEqual(decodeJobs(received(taskOf(jobs))), jobs, String(length));
  }
});

test('a generation arrives with its batch', () => {
  const task = taskOf([testJob('a')], 0);
  assert.deepEqual(received(task).generation, task.generation);
});

test('answers arrive as they were given: new memory, an assignment, or that there is no generation', () => {
  const task = taskOf([testJob('a'), testJob('b')]);
  const plain = encodeAnswers([{ status: 200, outcomeCode: 0, body: '{"₹":1}' }, { status: 422, outcomeCode: 12, body: '' }], 1.5);
  const result = exchange(new Mailbox(), task, () => plain);
  assert.ok(result !== null && !result.missingGeneration);
  assert.equal(result.busyMs, 1.5);
  assert.deepEqual(
    decodeAnswers(result, 2).map(({ status, body, outcomeCode }) => [status, textOf(body), outcomeCode]),
    [[200, '{"₹":1}', 0], [422, '', 12]],
  );

  const pending = testPending('s');
  const assigned = exchange(new Mailbox(), task, () => encodeAnswers([{ status: 200, outcomeCode: 0, body: 'x', assignment: pending }, { status: 200, outcomeCode: 0, body: 'y' }], 1));
  assert.ok(assigned !== null && !assigned.missingGeneration);
  assert.deepEqual(decodeAnswers(assigned, 2).map(({ assignment }) => assignment), [pending, undefined]);

  assert.deepEqual(exchange(new Mailbox(), task, () => NOTHING), NOTHING);
});

test('an answer is reported once, and a second batch waits for the first', async () => {
  const mailbox = new Mailbox();
  assert.equal(mailbox.collect(), null, 'nothing was asked');
  mailbox.post(taskOf([testJob('a')]));
  assert.throws(() => mailbox.post(taskOf([testJob('b')])), /one batch at a time/);
  const answered = mailbox.answered();
  mailbox.dismiss();
  serve(mailbox.forThread, () => NOTHING);
  await answered;
  assert.deepEqual(mailbox.collect(), NOTHING);
  assert.equal(mailbox.collect(), null);
  // resolves at once when it is called after the answer
  await mailbox.answered();
});

/** Like a thread that was interrupted between answering and notifying, while the next batch was posted. */
const wakeForNothing = ({ forThread: { counts } }: Mailbox): void => new Int32Array(counts).forEach((_, index) => Atomics.notify(new Int32Array(counts), index));

test('a waiter that is woken before its answer is there continues to wait', async () => {
  const mailbox = new Mailbox();
  mailbox.post(taskOf([testJob('a')]));
  let isResolved = false;
  const answered = mailbox.answered().then(() => { isResolved = true; });
  for (let times = 0; times < 3; times++) {
    wakeForNothing(mailbox);
    await sleep(10);
  }
  assert.equal(isResolved, false);
  mailbox.dismiss();
  serve(mailbox.forThread, () => NOTHING);
  await answered;
  assert.deepEqual(mailbox.collect(), NOTHING);
});

test('a waiter is released when the thread has ended', async () => {
  const mailbox = new Mailbox();
  mailbox.post(taskOf([testJob('a')]));
  const answered = mailbox.answered();
  mailbox.close();
  await answered;
  await mailbox.answered();
  assert.equal(mailbox.collect(), null);
});

test('a dismissed thread leaves, and one whose answering throws passes the error on', () => {
  const dismissed = new Mailbox();
  dismissed.dismiss();
  serve(dismissed.forThread, () => assert.fail('there is nothing to answer'));
  const throwing = new Mailbox();
  throwing.post(taskOf([testJob('a')]));
  assert.throws(() => serve(throwing.forThread, () => { throw new Error('poison'); }), /poison/);
  assert.equal(throwing.collect(), null);
});
