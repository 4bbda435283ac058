/** Retired threads finish their work and report it. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { decodeResult, encodeTask } from '../../../src/pool/encoding.js';
import { ThreadSet } from '../../../src/pool/threads.js';
import type { BatchResult } from '../../../src/pool/wire.js';
import { moduleUrl } from '../../support/programs.js';
import { PATIENCE_MS } from '../../support/until.js';
import { type Command, sharedSlots, testGeneration, testJob } from './echo.js';

const WORKER = moduleUrl('test/unit/pool/echo-worker');
const NOW = 1_700_000_000_000;

async function startThreads(count: number) {
  const shared = sharedSlots();
  const slots = new Int32Array(shared);
  const generation = testGeneration(1, shared);
  const errors: unknown[] = [];
  const threads = new ThreadSet(WORKER, count, {
    onError: (error) => errors.push(error),
    onIdle: () => undefined,
    onEnd: () => undefined,
  });
  await threads.start(generation, NOW);
  /** Resolves when a thread has begun; `answer` when it has answered. */
  const begin = async (command: Command): Promise<{ answer: Promise<BatchResult> }> => {
    const answer = threads.run(encodeTask([{ job: testJob('a', command) }], generation, NOW));
    while (Atomics.load(slots, 1) === 0) await sleep(1);
    return { answer };
  };
  const release = (): void => {
    Atomics.store(slots, 0, 1);
    Atomics.notify(slots, 0);
  };
  return { threads, errors, slots, begin, release };
}

test('a busy thread next to an idle one finishes its batch', { timeout: PATIENCE_MS }, async () => {
  const { threads, errors, slots, begin, release } = await startThreads(2);
  const { answer } = await begin({ do: 'wait', slot: 0 });
  const retired = threads.retire();
  await sleep(200);
  release();
  assert.equal(decodeResult(await answer, 1)[0]!.status, 200);
  await retired;
  assert.deepEqual([Atomics.load(slots, 1), errors], [1, []]);
});

test(
  'the last answer is collected even if its thread is reported to have left first',
  { timeout: PATIENCE_MS },
  async (t) => {
    // older than the pool's ports, so that its callback comes before theirs
    const { port1, port2 } = new MessageChannel();
    t.after(() => port1.close());
    let onMessage = (): void => undefined;
    port1.on('message', () => onMessage());
    const { threads, begin, release } = await startThreads(1);
    const { answer } = await begin({ do: 'wait', slot: 0 });
    const retired = threads.retire();
    // while it runs, the thread answers and leaves; the wake-up for its answer would have come before this callback
    onMessage = () => {
      release();
      for (const until = performance.now() + 300; performance.now() < until;);
    };
    await sleep(5);
    port2.postMessage('go');
    await retired;
    assert.equal(decodeResult(await answer, 1)[0]!.status, 200);
  },
);

test('a thread of a build maps its stack traces to the sources, another one needs no map', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'pinrate-threads-'));
  t.after(() => rmSync(folder, { recursive: true }));
  /** The flags of a thread that runs a module of this name, as the module says in the error of its start. */
  const flagsOf = (name: string): Promise<string> => {
    const path = join(folder, name);
    writeFileSync(path, 'throw new Error(process.execArgv.join())');
    return new Promise((resolve) => {
      const onError = (error: unknown): void => resolve((error as Error).message);
      new ThreadSet(pathToFileURL(path), 1, { onError, onIdle: () => undefined, onEnd: () => undefined });
    });
  };
  assert.match(await flagsOf('entry.js'), /--no-experimental-require-module.*--enable-source-maps/);
  assert.match(await flagsOf('entry.cjs'), /^--no-experimental-require-module(?!.*--enable-source-maps)/);
});
