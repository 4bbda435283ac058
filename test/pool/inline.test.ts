import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turnEnd, setTimeout as pause } from 'node:timers/promises';
import type { GenerationHandle, PartnerHandle } from '../../src/index/generation.js';
import { INLINE_IDLE_WINDOW_MS, INLINE_PARTNERS, PARTNERS_PER_CHARGE } from '../../src/limits.js';
import { type InlineAnswerer, SpareTime } from '../../src/pool/inline.js';
import type { Question } from '../../src/pool/wire.js';
import { harness } from './batcher-harness.js';
import { testGeneration, testJob } from './echo.js';

const MOST_CHARGES = INLINE_PARTNERS / PARTNERS_PER_CHARGE;

/** Answers with the request's id and the generation's. */
const inline: InlineAnswerer = {
  answer: (jobs, { id }) => jobs.map(({ requestId }) => ({ status: 200, body: `${requestId} inline ${id}` })),
};

const generationOf = (partners: number, id = 1): GenerationHandle => ({ ...testGeneration(id), partners: Array.from({ length: partners }, () => ({}) as PartnerHandle) });

/** What a turn with these questions is answered by. */
async function turnOf(questions: readonly Question[], partners = 1) {
  const harnessed = harness({ inline, published: false });
  harnessed.batcher.publish(generationOf(partners));
  questions.forEach((question, index) => harnessed.submitJob({ ...testJob(`q${index}`), question }));
  assert.deepEqual(harnessed.answers, [], 'not within the turn');
  await turnEnd();
  const { inlined, sent } = harnessed;
  return { inlined, sent: sent.map(({ ids }) => ids.length) };
}

const charges = (count: number): Question[] => Array.from({ length: count }, () => 'charges');

test('a turn of a few cheap questions is answered at its end, without a thread', async () => {
  const { submit, sent, answers, inlined, observed } = harness({ inline });
  submit('a', 'b');
  await turnEnd();
  assert.deepEqual(answers, [['a', 'a inline 1'], ['b', 'b inline 1']]);
  assert.deepEqual(inlined, [2]);
  assert.deepEqual([sent, observed], [[], []]);
});

test('one question more than that goes to a thread with all others', async () => {
  assert.deepEqual(await turnOf(charges(MOST_CHARGES)), { inlined: [MOST_CHARGES], sent: [] });
  assert.deepEqual(await turnOf(charges(MOST_CHARGES + 1)), { inlined: [], sent: [MOST_CHARGES + 1] });
});

test('a main thread that is busy leaves all to the threads', async () => {
  const { submit, sent, answers } = harness({ inline, hasSpareTime: false });
  submit('a');
  await turnEnd();
  assert.deepEqual([answers, sent.map(({ ids }) => ids)], [[], [['a']]]);
});

test('there is spare time when the thread was idle, and none when it was busy', async () => {
  const spare = new SpareTime();
  const until = performance.now() + 2 * INLINE_IDLE_WINDOW_MS;
  while (performance.now() < until);
  assert.equal(spare.isThere(), false);
  // a few times, for on a busy machine a pause is no idleness
  let isThere = false;
  for (let attempt = 0; attempt < 100 && !isThere; attempt++) {
    await pause(2 * INLINE_IDLE_WINDOW_MS);
    isThere = spare.isThere();
  }
  assert.equal(isThere, true);
});

test('a search counts with the partners that it may look at, an assignment is never cheap', async () => {
  assert.deepEqual(await turnOf(['availability'], INLINE_PARTNERS), { inlined: [1], sent: [] });
  assert.deepEqual(await turnOf(['availability'], INLINE_PARTNERS + 1), { inlined: [], sent: [1] });
  assert.deepEqual(await turnOf(['availability', 'availability'], INLINE_PARTNERS / 2 + 1), { inlined: [], sent: [2] });
  assert.deepEqual(await turnOf(['charges'], INLINE_PARTNERS + 1), { inlined: [1], sent: [] });
  assert.deepEqual(await turnOf(['charges', 'assignment'], 0), { inlined: [], sent: [2] });
});

test('answers are of the generation that was published last', async () => {
  const { batcher, submit, answers } = harness({ inline });
  batcher.publish(generationOf(1, 2));
  submit('a');
  await turnEnd();
  batcher.publish(generationOf(1, 3));
  submit('b');
  await turnEnd();
  assert.deepEqual(answers, [['a', 'a inline 2'], ['b', 'b inline 3']]);
});

test('before the first generation nothing is answered', async () => {
  const { batcher, submit, answers, sent } = harness({ inline, published: false });
  submit('a');
  await turnEnd();
  assert.deepEqual(answers, []);
  batcher.publish(testGeneration(1));
  assert.deepEqual(sent.map(({ ids }) => ids), [['a']]);
});

test('what comes while all threads are busy is answered as well', async () => {
  const { submit, sent, answers } = harness({ inline });
  submit(...charges(MOST_CHARGES + 1).map((_, index) => `busy${index}`));
  await turnEnd();
  submit('a');
  await turnEnd();
  assert.deepEqual(answers, [['a', 'a inline 1']]);
  assert.equal(sent.length, 1);
});

test('a question that the main thread cannot answer goes to a thread, and is heard of', async () => {
  const failing = harness({ inline: { answer: () => { throw new Error('poison'); } } });
  failing.submit('a', 'b');
  await turnEnd();
  assert.deepEqual(failing.crashes.map(String), ['Error: poison']);
  assert.deepEqual([failing.answers, failing.inlined], [[], []]);
  await failing.sent[0]!.answer();
  assert.deepEqual(failing.answers, [['a', 'a'], ['b', 'b']]);
});

test('too few answers count as a failure, and no question is answered from them', async () => {
  const short = harness({ inline: { answer: () => [{ status: 200, body: 'only one' }] } });
  short.submit('a', 'b');
  await turnEnd();
  assert.deepEqual(short.answers, []);
  assert.equal(short.crashes.length, 1);
  await short.sent[0]!.answer();
  assert.deepEqual(short.answers, [['a', 'a'], ['b', 'b']]);
});

test('a batcher that closes answers what waits, and is drained then', async () => {
  const { batcher, submit, answers } = harness({ inline });
  submit('a');
  await batcher.drain();
  assert.deepEqual(answers, [['a', 'a inline 1']]);
});
