import assert from 'node:assert/strict';
import { setImmediate as turnEnd } from 'node:timers/promises';
import { Batcher } from '../../../src/pool/batcher.js';
import { decodeTask, encodeResult } from '../../../src/pool/encoding.js';
import type { InlineEngine } from '../../../src/pool/inline.js';
import type { EngineAnswer, Job } from '../../../src/engine/question.js';
import type { BatchResult, BatchTask } from '../../../src/pool/wire.js';
import { testGeneration, testJob, textOf } from './echo.js';

interface Sent {
  task: BatchTask;
  ids: string[];
  /** Each job's answer is its requestId. */
  answer(): Promise<void>;
  reply(result: BatchResult): Promise<void>;
  crash(error?: Error): Promise<void>;
}

interface HarnessOptions {
  threads?: number;
  published?: boolean;
  /** What a thread says a job took it. */
  jobMs?: number;
  inline?: InlineEngine;
}

/** A batcher over threads that do nothing by themselves: the test answers for them. */
export function harness({ threads = 1, published = true, jobMs = 0, inline }: HarnessOptions = {}) {
  const sent: Sent[] = [];
  const answers: [id: string, text: string][] = [];
  const observed: { size: number; queueWaitMs: number; busyMs: number }[] = [];
  const crashes: unknown[] = [];
  const inlined: number[] = [];
  const clock = { now: 1_000 };
  let busy = 0;
  const run = (task: BatchTask): Promise<BatchResult> =>
    new Promise((resolve, reject) => {
      assert.ok(busy < threads, 'a task goes to an idle thread');
      busy++;
      const ids = decodeTask(task).map(({ requestId }) => requestId);
      const end = (act: () => void): Promise<void> => {
        busy--;
        act();
        return turnEnd();
      };
      sent.push({
        task,
        ids,
        answer: () =>
          end(() =>
            resolve(
              encodeResult(
                ids.map((id) => ({ status: 200, outcomeCode: 0, body: id })),
                ids.length * jobMs,
              ),
            ),
          ),
        reply: (result) => end(() => resolve(result)),
        crash: (error = new Error('crash')) => end(() => reject(error)),
      });
    });
  const batcher = new Batcher({
    threads: { idle: () => threads - busy, run, collect: () => undefined },
    inline,
    now: () => clock.now,
    observer: {
      batch: (size, queueWaitMs, busyMs) => observed.push({ size, queueWaitMs, busyMs }),
      inline: (size) => inlined.push(size),
      crash: (error) => crashes.push(error),
    },
    onFailure: (job, cause): EngineAnswer => ({
      status: 500,
      outcomeCode: 0,
      body: `failed ${job.requestId}: ${(cause as Error).message}`,
    }),
  });
  if (published) batcher.publish(testGeneration(1));
  const submitJob = (job: Job): boolean =>
    batcher.submit(job, ({ body }) => {
      answers.push([job.requestId, textOf(body)]);
    });
  const submit = (...ids: string[]): boolean[] => ids.map((id) => submitJob(testJob(id)));
  return { batcher, submit, submitJob, sent, answers, observed, inlined, crashes, clock };
}
