import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turnEnd } from 'node:timers/promises';
import { FIRST_BATCH_REQUESTS, MAX_BATCH_REQUESTS, MAX_WAITING_REQUESTS } from '../../../src/limits/pool.js';
import { EnginePool, ENGINE_WORKER } from '../../../src/pool/pool.js';
import { GENERAL_COLLECTIONS } from '../../../src/index/general.js';
import { packGeneration } from '../../../src/index/packed.js';
import type { EngineAnswer, Job } from '../../../src/engine/question.js';
import { seededRng } from '../../reference/random.js';
import { seedOf } from '../../support/depth.js';
import { moduleUrl } from '../../support/programs.js';
import { PATIENCE_MS, until } from '../../support/until.js';
import { type Command, type Echo, sharedSlots, testGeneration, testJob, textOf } from './echo.js';

/** A whole generation, as it is published. */
const packed = (id: number, shared?: SharedArrayBuffer) => packGeneration(testGeneration(id, shared), null);

const ECHO_WORKER = moduleUrl('test/unit/pool/echo-worker');

interface Answered {
  status: number;
  echo: Echo | null;
  cause: string | null;
  assignment: EngineAnswer['assignment'];
}

function openPool(t: TestContext, { threads = 2, worker = ECHO_WORKER } = {}) {
  const crashes: unknown[] = [];
  const batches: number[] = [];
  const pool = new EnginePool({
    worker,
    threads,
    now: () => performance.timeOrigin + performance.now(),
    observer: { batch: (size) => batches.push(size), inline: () => undefined, crash: (error) => crashes.push(error) },
    onFailure: (_job: Job, cause: unknown): EngineAnswer => ({ status: 500, outcomeCode: 0, body: String(cause) }),
  });
  t.after(() => pool.close());
  return { pool, crashes, batches };
}

async function startPool(t: TestContext, threads = 2) {
  const opened = openPool(t, { threads });
  const shared = sharedSlots();
  opened.pool.publish(packed(1, shared));
  await opened.pool.ready();
  const publish = (id: number) => opened.pool.publish(packed(id, shared));
  return { ...opened, slots: new Int32Array(shared), publish };
}

function readAnswer({ status, body, assignment }: EngineAnswer): Answered {
  const text = textOf(body);
  return {
    status,
    assignment,
    echo: status === 200 ? (JSON.parse(text) as Echo) : null,
    cause: status === 200 ? null : text,
  };
}

/** Rejects when the queue is full or a job is answered twice. */
function ask(pool: EnginePool, requestId: string, command: Command = {}): Promise<Answered> {
  return new Promise((resolve, reject) => {
    let answered = false;
    const taken = pool.submit(testJob(requestId, command), (answer) => {
      assert.equal(answered, false, `${requestId} is answered once`);
      answered = true;
      resolve(readAnswer(answer));
    });
    if (!taken) reject(new Error('queue full'));
  });
}

test('answers reach their own jobs, with what the store must decide', async (t) => {
  const { pool, batches } = await startPool(t);
  const text = 'हिमालय ₹ 😀';
  const answers = await Promise.all([ask(pool, 'a', { text }), ask(pool, 'b', { shipmentId: 's-1' }), ask(pool, 'c')]);
  assert.deepEqual(
    answers.map(({ echo }) => echo!.job),
    [testJob('a', { text }), testJob('b', { shipmentId: 's-1' }), testJob('c')],
  );
  assert.deepEqual(
    answers.map(({ assignment }) => assignment?.shipmentId),
    [undefined, 's-1', undefined],
  );
  assert.deepEqual(
    answers.map(({ echo }) => echo!.batchSize),
    [3, 3, 3],
  );
  assert.deepEqual(batches, [3]);
});

test('batches that exceed the shared memory travel in turn with those that fit, and with generations', async (t) => {
  const { pool, crashes, publish } = await startPool(t, 1);
  let generation = 1;
  // growing and shrinking, so that answers outgrow both pages in turn and go on in the larger ones
  for (const length of [10, 10, 10, 200_000, 10, 10, 500_000, 500_000, 10, 10, 900_000, 10, 10, 10]) {
    const text = 'क'.repeat(length);
    const answers = await Promise.all([ask(pool, 'a', { text }), ask(pool, 'b')]);
    assert.deepEqual(
      answers.map(({ echo }) => echo!.job),
      [testJob('a', { text }), testJob('b')],
      String(length),
    );
    assert.deepEqual(
      answers.map(({ echo }) => echo!.generationId),
      [generation, generation],
    );
    publish(++generation);
  }
  assert.deepEqual(crashes, []);
});

test("the engine's thread entry is in workers/, compiled when src is", () => {
  assert.equal(ENGINE_WORKER.href, moduleUrl('workers/engine').href);
});

test('ready: every thread holds the first generation, and none is counted before', async (t) => {
  const { pool } = openPool(t);
  assert.equal(pool.stats().threadsReady, 0);
  await assert.rejects(pool.ready(), /a generation was published/);
  pool.publish(packed(1));
  await pool.ready();
  const { utilization, ...counts } = pool.stats();
  assert.deepEqual(counts, { waiting: 0, inFlightBatches: 0, threadsReady: 2, waitingBulks: 0 });
  assert.equal(utilization, 0);
});

test('a job sent before the first generation waits for it', async (t) => {
  const { pool } = openPool(t);
  const answer = ask(pool, 'early');
  await turnEnd();
  assert.equal(pool.stats().waiting, 1);
  pool.publish(packed(5));
  await pool.ready();
  assert.equal((await answer).echo!.generationId, 5);
});

test('ready rejects when threads cannot start', async (t) => {
  const { pool, crashes } = openPool(t, { worker: moduleUrl('test/unit/pool/no-such-worker') });
  pool.publish(packed(1));
  await assert.rejects(pool.ready(), /no-such-worker/);
  assert.ok(crashes.length > 0);
});

test('two threads work at once, and jobs wait only while both are busy', async (t) => {
  const { pool, slots } = await startPool(t);
  const first = ask(pool, 'first', { do: 'wait', slot: 0 });
  await until(() => Atomics.load(slots, 1) === 1);
  const quick = await ask(pool, 'quick');
  const second = ask(pool, 'second', { do: 'wait', slot: 0 });
  await until(() => Atomics.load(slots, 1) === 2);
  const waiting = ask(pool, 'waiting');
  await turnEnd();
  const { waiting: queued, inFlightBatches, threadsReady } = pool.stats();
  assert.deepEqual({ queued, inFlightBatches, threadsReady }, { queued: 1, inFlightBatches: 2, threadsReady: 2 });
  Atomics.store(slots, 0, 1);
  Atomics.notify(slots, 0);
  const threadIds = (await Promise.all([first, second])).map(({ echo }) => echo!.threadId);
  assert.equal(new Set(threadIds).size, 2);
  assert.equal(quick.echo!.threadId, threadIds[1]);
  assert.equal((await waiting).status, 200);
  assert.ok(pool.stats().utilization > 0 && pool.stats().utilization <= 1);
});

test(
  'when the only thread ends, its successor answers the waiting jobs without a new one',
  { timeout: PATIENCE_MS },
  async (t) => {
    const { pool, crashes } = await startPool(t, 1);
    const poison = ask(pool, 'poison', { do: 'exit-at-first', slot: 0, times: 1 });
    await until(() => crashes.length === 1);
    const innocent = ask(pool, 'innocent');
    assert.deepEqual(
      (await Promise.all([poison, innocent])).map(({ status }) => status),
      [200, 200],
    );
  },
);

test('a full pool refuses jobs, and answers all that it accepted', async (t) => {
  const { pool, slots } = await startPool(t, 1);
  const blocked = ask(pool, 'blocked', { do: 'wait', slot: 0 });
  await until(() => Atomics.load(slots, 1) === 1);
  const taken = Array.from({ length: MAX_WAITING_REQUESTS }, (_, index) => ask(pool, `t${index}`));
  await assert.rejects(ask(pool, 'refused'), /queue full/);
  Atomics.store(slots, 0, 1);
  Atomics.notify(slots, 0);
  assert.equal((await blocked).status, 200);
  const answers = await Promise.all(taken);
  assert.deepEqual(
    answers.map(({ echo }) => echo!.job.requestId),
    taken.map((_, index) => `t${index}`),
  );
  assert.ok(answers[0]!.echo!.batchSize >= FIRST_BATCH_REQUESTS / 8, 'what waited travelled in batches');
  assert.equal((await ask(pool, 'room')).status, 200);
});

test('a generation published while a batch is in flight does not reach it, but the next batch', async (t) => {
  const { pool, slots, publish } = await startPool(t, 1);
  const former = ask(pool, 'former', { do: 'wait', slot: 0 });
  await until(() => Atomics.load(slots, 1) === 1);
  publish(2);
  publish(3);
  const latter = ask(pool, 'latter');
  Atomics.store(slots, 0, 1);
  Atomics.notify(slots, 0);
  assert.equal((await former).echo!.generationId, 1);
  assert.equal((await latter).echo!.generationId, 3);
});

test('a delta that another thread has packed is adopted by every thread, by a replaced one too', async (t) => {
  const { pool, slots } = await startPool(t, 2);
  const [first, second] = [testGeneration(1), { ...testGeneration(2), newestVersion: 3 }];
  const blocks = [{ ...first.general['customer-charges'], version: 3 }];
  const versions = Float64Array.from([1, ...GENERAL_COLLECTIONS.map(() => 3), first.performance.version]);
  pool.publish(structuredClone({ ...second, partnerIds: [], activeCount: 0, rateCardVersions: [], versions, blocks }));
  const both = [ask(pool, 'a', { do: 'wait', slot: 0 })];
  await until(() => Atomics.load(slots, 1) === 1);
  both.push(ask(pool, 'b', { do: 'wait', slot: 0 }));
  await until(() => Atomics.load(slots, 1) === 2);
  Atomics.store(slots, 0, 1);
  Atomics.notify(slots, 0);
  const echoes = (await Promise.all(both)).map(({ echo }) => echo!);
  assert.deepEqual(
    [new Set(echoes.map(({ threadId }) => threadId)).size, ...echoes.map(({ generationId }) => generationId)],
    [2, 2, 2],
  );
  const { echo } = await ask(pool, 'c', { do: 'exit-at-first', slot: 4 });
  assert.equal(echo!.generationId, 2);
});

test('a poisonous request fails alone, however its thread ends', async (t) => {
  for (const poison of ['exit', 'throw'] as const) {
    const { pool, crashes } = await startPool(t);
    const jobs = Array.from({ length: 200 }, (_, index) =>
      ask(pool, `j${index}`, [70, 150].includes(index) ? { do: poison } : {}),
    );
    const answers = await Promise.all(jobs);
    const failed = answers.flatMap(({ status }, index) => (status === 500 ? [index] : []));
    assert.deepEqual(failed, [70, 150], poison);
    const cause = { exit: /exited with code: 3/, throw: /instructed to throw/ }[poison];
    assert.match(answers[70]!.cause!, cause);
    assert.ok(crashes.length >= 4 && crashes.length <= 6, `${crashes.length} crashes`);
    const answered = await ask(pool, 'after');
    assert.equal(answered.echo!.generationId, 1, 'a replaced thread has the generation');
    await pool.close();
  }
});

// The invariant: each job is answered once, by a generation not older than the one published when it was sent.
test('20,000 jobs while threads end at random and generations change', async (t) => {
  const { pool, slots, publish, crashes } = await startPool(t);
  const seed = seedOf(20_260_311);
  t.diagnostic(`seed ${seed}`);
  const rng = seededRng(seed);
  const total = 20_000;
  const ending = new Map<number, { times: number; slot: number }>();
  // Never two in one batch: the second would meet a batch that is suspect because of the first.
  const stretch = total / 5;
  for (let slot = 0; slot < 5; slot++) {
    ending.set(slot * stretch + Math.floor(rng.next() * (stretch - MAX_BATCH_REQUESTS)), {
      times: 1 + (slot % 2),
      slot,
    });
  }
  const answers: Promise<void>[] = [];
  let generation = 1;
  const send = async (index: number, published: number): Promise<void> => {
    const end = ending.get(index);
    const { status, echo } = await ask(pool, `j${index}`, end ? { do: 'exit-at-first', ...end } : {});
    assert.equal(status, 200, `j${index}`);
    assert.equal(echo!.job.requestId, `j${index}`);
    const { generationId } = echo!;
    assert.ok(
      published <= generationId && generationId <= generation,
      `j${index}: generation ${generationId}, not ${published} or later`,
    );
  };
  while (answers.length < total) {
    const size = Math.min(total - answers.length, 1 + Math.floor(rng.next() * 100));
    for (let index = 0; index < size; index++) answers.push(send(answers.length, generation));
    if (rng.next() < 0.1) publish(++generation);
    await turnEnd();
    if (pool.stats().waiting > MAX_WAITING_REQUESTS / 2) await until(() => pool.stats().waiting < MAX_BATCH_REQUESTS);
  }
  await Promise.all(answers);
  const ends = [...ending.values()].reduce((sum, { times }) => sum + times, 0);
  assert.equal(crashes.length, ends, 'each planned end was one crash');
  const tries = [...ending.values()].map(({ slot }) => Atomics.load(slots, slot));
  assert.deepEqual(
    tries,
    [...ending.values()].map(({ times }) => times + 1),
    'each came once more than it ended its thread',
  );
  await until(() => pool.stats().threadsReady === 2);
});

test('when no thread can be started again, jobs fail instead of hanging; when one can, they are served', async (t) => {
  const { pool } = await startPool(t, 1);
  process.env.ECHO_WORKER_MAY_NOT_START = '1';
  t.after(() => {
    delete process.env.ECHO_WORKER_MAY_NOT_START;
  });
  const answers = await Promise.all([ask(pool, 'poison', { do: 'exit' }), ask(pool, 'bystander')]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [500, 500],
  );
  assert.match(answers[1]!.cause!, /no thread can be started/);
  assert.equal(pool.stats().threadsReady, 0);
  delete process.env.ECHO_WORKER_MAY_NOT_START;
  const later = await ask(pool, 'later');
  assert.equal(later.status, 200);
  assert.equal(pool.stats().threadsReady, 1);
});

test('closing answers the accepted jobs, accepts no more and ends the threads', async (t) => {
  const { pool, crashes } = await startPool(t);
  const answers = Array.from({ length: 500 }, (_, index) => ask(pool, `j${index}`));
  const closed = pool.close();
  await assert.rejects(ask(pool, 'late'), /queue full/);
  await closed;
  assert.ok((await Promise.all(answers)).every(({ status }) => status === 200));
  assert.equal(pool.stats().threadsReady, 0);
  assert.equal(crashes.length, 0);
  pool.publish(packed(9));
  await pool.close();
});
