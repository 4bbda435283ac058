import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { decodeResult, decodeTask, encodeResult, encodeTask } from '../../../src/pool/encoding.js';
import type { Job, TextAnswer } from '../../../src/engine/question.js';
import type { BatchResult, BatchTask } from '../../../src/pool/wire.js';
import { TEST_JOBS, testGeneration, testJob, testPending, textOf } from './echo.js';
import { toJson } from '../../../src/json.js';

const clone = <T>(value: T): T => {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(value);
  const received = receiveMessageOnPort(port2) as { message: T };
  port1.close();
  return received.message;
};

test('jobs are decoded as they were encoded', () => {
  const task: BatchTask = clone(
    encodeTask(
      TEST_JOBS.map((job) => ({ job })),
      testGeneration(7),
      1_700_000_000_123.5,
    ),
  );
  assert.deepEqual(decodeTask(task), TEST_JOBS);
  assert.equal(task.generationId, 7);
  assert.equal(task.now, 1_700_000_000_123.5);
});

test('a strict job arrives as strict, and no other has the member', () => {
  const strict: Job[] = [{ ...testJob('r-1'), isStrict: true }, testJob('r-2'), { ...testJob('r-3'), isStrict: false }];
  const decoded = decodeTask(
    clone(
      encodeTask(
        strict.map((job) => ({ job })),
        testGeneration(1),
        1,
      ),
    ),
  );
  assert.deepEqual(
    decoded.map((job) => job.isStrict),
    [true, undefined, undefined],
  );
  assert.deepEqual(
    decoded.map((job) => 'isStrict' in job),
    [true, false, false],
  );
});

test('a batch may be empty', () => {
  const task: BatchTask = clone(encodeTask([], testGeneration(8), 1));
  assert.deepEqual([decodeTask(task), task.generationId], [[], 8]);
});

test('a task that lost a text is refused', () => {
  const task = encodeTask(
    TEST_JOBS.map((job) => ({ job })),
    testGeneration(1),
    1,
  );
  task.texts.pop();
  assert.throws(() => decodeTask(task), /a task is whole/);
});

test('answers arrive as bytes of the same text, at their own index', () => {
  const made = { assignmentId: 'a-1', partnerId: 'p-1', createdAt: 'now' };
  const record = { ...made, assignment: toJson({ total: 1 }), decision: toJson({ chosen: 'p-1' }) };
  const pending = testPending('s-1', record);
  const answers: TextAnswer[] = [
    { status: 200, outcomeCode: 0, body: '{"total":"₹222.65"}' },
    { status: 422, outcomeCode: 12, body: '' },
    { status: 200, outcomeCode: 3, body: '{"partner":"हिमालय 😀"}', assignment: pending },
    { status: 400, outcomeCode: 20, body: 'plain' },
  ];
  const result = encodeResult(answers, 1.5);
  const received: BatchResult = clone(result);
  assert.equal(received.busyMs, 1.5);
  const decoded = decodeResult(received, answers.length);
  assert.deepEqual(
    decoded.map(({ status }) => status),
    answers.map(({ status }) => status),
  );
  assert.deepEqual(
    decoded.map(({ outcomeCode }) => outcomeCode),
    [0, 12, 3, 20],
  );
  assert.deepEqual(
    decoded.map(({ body }) => textOf(body)),
    answers.map(({ body }) => body),
  );
  assert.deepEqual(
    decoded.map(({ assignment }) => assignment),
    [undefined, undefined, pending, undefined],
  );
});

test('an answer larger than all before it is complete, and leaves the earlier ones complete', () => {
  const bodies = ['first ₹', 'क'.repeat(300_000), 'last', 'y'.repeat(3_000_000)];
  const result = encodeResult(
    bodies.map((body) => ({ status: 200, outcomeCode: 0, body })),
    0,
  );
  assert.deepEqual(
    decodeResult(result, 4).map(({ body }) => textOf(body)),
    bodies,
  );
});

test('answers computed one by one are complete, each at its own index, however many are written at once', () => {
  const pending = testPending('s');
  const lengths = [20_000, 20_000, 7, 40_000, 0, 32_768, 5, 32_767, 1, 9];
  const made: TextAnswer[] = [];
  function* computed(): Generator<TextAnswer> {
    for (const [index, length] of lengths.entries()) {
      const answer = {
        status: 200 + index,
        outcomeCode: index,
        body: String(index).repeat(length),
        ...(index % 3 === 0 && { assignment: pending }),
      };
      made.push(answer);
      yield answer;
    }
  }
  const decoded = decodeResult(encodeResult(computed(), 0), lengths.length);
  assert.equal(made.length, lengths.length);
  assert.deepEqual(
    decoded.map(({ status, outcomeCode, body }) => ({ status, outcomeCode, body: textOf(body) })),
    made.map(({ status, outcomeCode, body }) => ({ status, outcomeCode, body })),
  );
  assert.deepEqual(
    decoded.map(({ assignment }) => assignment),
    made.map(({ assignment }) => assignment),
  );
});

test('the next batch does not overwrite the answers of the last, and a waiting assignment has its own copy', () => {
  const former = encodeResult([{ status: 200, outcomeCode: 0, body: 'former' }], 0);
  encodeResult([{ status: 200, outcomeCode: 0, body: 'latter' }], 0);
  assert.equal(textOf(decodeResult(former, 1)[0]!.body), 'former');

  const pending = testPending('s');
  const [waiting] = decodeResult(
    encodeResult([{ status: 200, outcomeCode: 0, body: 'waiting', assignment: pending }], 0),
    1,
  );
  encodeResult([{ status: 200, outcomeCode: 0, body: 'xxxxxxx' }], 0);
  encodeResult([{ status: 200, outcomeCode: 0, body: 'yyyyyyy' }], 0);
  assert.equal(textOf(waiting!.body), 'waiting');
});

test('bodies are not copied on the way', () => {
  const result = encodeResult([{ status: 200, outcomeCode: 0, body: 'one' }], 0);
  const received = clone(result);
  assert.ok(received.bodies.buffer instanceof SharedArrayBuffer);
  result.bodies[0] = 'O'.charCodeAt(0);
  assert.equal(textOf(received.bodies), 'One');
});

test('too few, too many and cut answers are refused', () => {
  const result = encodeResult(
    [
      { status: 200, outcomeCode: 0, body: 'one' },
      { status: 200, outcomeCode: 0, body: 'two' },
    ],
    0,
  );
  assert.throws(() => decodeResult(result, 1), /each job has one answer/);
  assert.throws(() => decodeResult(result, 3), /each job has one answer/);
  assert.throws(() => decodeResult({ ...result, bodies: result.bodies.subarray(1) }, 2), /the bodies fill the answer/);
});
