import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turnEnd } from 'node:timers/promises';
import type { GenerationHandle, PartnerHandle } from '../../../src/index/generation.js';
import {
  INLINE_JOB_CHARACTERS,
  INLINE_JOB_PARTNERS,
  INLINE_TURN_PARTNERS,
  PARTNERS_PER_QUOTE,
} from '../../../src/limits/pool.js';
import type { InlineEngine } from '../../../src/pool/inline.js';
import type { Job, Question } from '../../../src/engine/question.js';
import { harness } from './batcher-harness.js';
import { testGeneration, testJob } from './echo.js';

const MOST_CHARGES = INLINE_TURN_PARTNERS / PARTNERS_PER_QUOTE;

/** Answers with the request's id and the generation's. */
const inline: InlineEngine = {
  answer: (jobs, { id }) =>
    jobs.map(({ requestId }) => ({ status: 200, outcomeCode: 0, body: `${requestId} inline ${id}` })),
};

const generationOf = (partners: number, id = 1): GenerationHandle => ({
  ...testGeneration(id),
  partners: Array.from({ length: partners }, () => ({}) as PartnerHandle),
});

/** What a turn with these jobs is answered by: how many here, and how many in each batch. */
async function turnOf(jobs: readonly Partial<Job>[], partners = 1) {
  const harnessed = harness({ inline, published: false });
  harnessed.batcher.publish(generationOf(partners));
  jobs.forEach((job, index) => harnessed.submitJob({ ...testJob(`q${index}`), ...job }));
  assert.deepEqual(harnessed.answers, [], 'not within the turn');
  await turnEnd();
  const { inlined, sent } = harnessed;
  return { inlined, sent: sent.map(({ ids }) => ids.length) };
}

const asked = (question: Question, count = 1, more: Partial<Job> = {}): Partial<Job>[] =>
  Array.from({ length: count }, () => ({ question, ...more }));

test('a few cheap questions of a turn are answered at its end, without a thread', async () => {
  const { submit, sent, answers, inlined, observed } = harness({ inline });
  submit('a', 'b');
  await turnEnd();
  assert.deepEqual(answers, [
    ['a', 'a inline 1'],
    ['b', 'b inline 1'],
  ]);
  assert.deepEqual(inlined, [2]);
  assert.deepEqual([sent, observed], [[], []]);
});

test('cheap questions beyond the limit of a turn go to a thread', async () => {
  assert.deepEqual(await turnOf(asked('charges', MOST_CHARGES)), { inlined: [MOST_CHARGES], sent: [] });
  assert.deepEqual(await turnOf(asked('charges', MOST_CHARGES + 3)), { inlined: [MOST_CHARGES], sent: [3] });
});

test('a search counts with the partners that it may look at', async () => {
  assert.deepEqual(await turnOf(asked('availability'), INLINE_JOB_PARTNERS), { inlined: [1], sent: [] });
  assert.deepEqual(await turnOf(asked('availability'), INLINE_JOB_PARTNERS + 1), { inlined: [], sent: [1] });
  const most = INLINE_TURN_PARTNERS / INLINE_JOB_PARTNERS;
  assert.deepEqual(await turnOf(asked('availability', most + 1), INLINE_JOB_PARTNERS), { inlined: [most], sent: [1] });
});

test('a question to one partner costs the same however many partners there are', async () => {
  const partners = 1_000;
  assert.deepEqual(await turnOf(asked('charges', MOST_CHARGES), partners), { inlined: [MOST_CHARGES], sent: [] });
  for (const body of [
    '{"partnerId":"p-1","weight":1}',
    ' {\n  "partnerId" : "p-1"}',
    '{"weight":1,"partnerId":"p-1"}',
    '{"not":"JSON',
  ]) {
    assert.deepEqual(
      await turnOf(asked('availability', MOST_CHARGES, { body }), partners),
      { inlined: [MOST_CHARGES], sent: [] },
      body,
    );
  }
  assert.deepEqual(await turnOf(asked('availability', 1, { callerKind: 'partner', body: '{}' }), partners), {
    inlined: [1],
    sent: [],
  });
  // no partner is named by these: what is within another member, or null
  for (const body of [
    '{"weight":1,"x":{"partnerId":"p-1"}}',
    '{"partnerId":null}',
    '[{"partnerId":"p-1"}]',
    'null',
    '{"x":"{\\"partnerId\\":\\"p-1\\"}"}',
  ]) {
    assert.deepEqual(await turnOf(asked('availability', 1, { body }), partners), { inlined: [], sent: [1] }, body);
  }
});

test('a body that takes long to parse is not cheap', async () => {
  const bodyOf = (length: number) => ({ body: ' '.repeat(length) });
  assert.deepEqual(await turnOf(asked('charges', 1, bodyOf(INLINE_JOB_CHARACTERS))), { inlined: [1], sent: [] });
  assert.deepEqual(await turnOf(asked('charges', 1, bodyOf(INLINE_JOB_CHARACTERS + 1))), { inlined: [], sent: [1] });
});

test('costly questions go to the threads, and cheap ones of the same turn do not wait for them', async () => {
  const { submitJob, sent, answers } = harness({ inline });
  for (const [id, question] of [
    ['a', 'charges'],
    ['b', 'assignment'],
    ['c', 'charges'],
    ['d', 'assignment'],
  ] as const)
    submitJob({ ...testJob(id), question });
  await turnEnd();
  assert.deepEqual(answers, [
    ['a', 'a inline 1'],
    ['c', 'c inline 1'],
  ]);
  assert.deepEqual(
    sent.map(({ ids }) => ids),
    [['b', 'd']],
  );
  await sent[0]!.answer();
  assert.deepEqual(answers.slice(2), [
    ['b', 'b'],
    ['d', 'd'],
  ]);
});

test('answers are of the generation that was published last', async () => {
  const { batcher, submit, answers } = harness({ inline });
  batcher.publish(generationOf(1, 2));
  submit('a');
  await turnEnd();
  batcher.publish(generationOf(1, 3));
  submit('b');
  await turnEnd();
  assert.deepEqual(answers, [
    ['a', 'a inline 2'],
    ['b', 'b inline 3'],
  ]);
});

test('nothing is answered before the first generation', async () => {
  const { batcher, submit, answers, sent } = harness({ inline, published: false });
  submit('a');
  await turnEnd();
  assert.deepEqual(answers, []);
  batcher.publish(testGeneration(1));
  assert.deepEqual(
    sent.map(({ ids }) => ids),
    [['a']],
  );
});

test('cheap questions are answered even while all threads are busy', async () => {
  const { submit, submitJob, sent, answers } = harness({ inline });
  submitJob({ ...testJob('busy'), question: 'assignment' });
  await turnEnd();
  submit('a');
  await turnEnd();
  assert.deepEqual(answers, [['a', 'a inline 1']]);
  assert.equal(sent.length, 1);
});

test('a question that the main thread cannot answer goes to a thread, and is reported', async () => {
  const failing = harness({
    inline: {
      answer: () => {
        throw new Error('poison');
      },
    },
  });
  failing.submit('a', 'b');
  await turnEnd();
  assert.deepEqual(failing.crashes.map(String), ['Error: poison']);
  assert.deepEqual([failing.answers, failing.inlined], [[], []]);
  await failing.sent[0]!.answer();
  assert.deepEqual(failing.answers, [
    ['a', 'a'],
    ['b', 'b'],
  ]);
});

test('too few answers count as a failure, and no question is answered from them', async () => {
  const short = harness({ inline: { answer: () => [{ status: 200, outcomeCode: 0, body: 'only one' }] } });
  short.submit('a', 'b');
  await turnEnd();
  assert.deepEqual(short.answers, []);
  assert.equal(short.crashes.length, 1);
  await short.sent[0]!.answer();
  assert.deepEqual(short.answers, [
    ['a', 'a'],
    ['b', 'b'],
  ]);
});

test('a batcher that closes answers the waiting questions, and is drained then', async () => {
  const { batcher, submit, answers } = harness({ inline });
  submit('a');
  await batcher.drain();
  assert.deepEqual(answers, [['a', 'a inline 1']]);
});
