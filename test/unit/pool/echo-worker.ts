/**
 * A thread for tests: it answers each job with what it was given, and ends, throws or waits where a job's body says so.
 */
import { threadId } from 'node:worker_threads';
import type { GenerationHandle } from '../../../src/index/generation.js';
import { decodeTask, encodeResult } from '../../../src/pool/encoding.js';
import { type MailboxEnd, serve } from '../../../src/pool/mailbox.js';
import type { Job, TextAnswer } from '../../../src/engine/question.js';
import type { BatchResult, BatchTask } from '../../../src/pool/wire.js';
import { type Command, type Echo, testPending } from './echo.js';

if (process.env.ECHO_WORKER_MAY_NOT_START === '1') throw new Error('instructed not to start');

export default function run(end: MailboxEnd): void {
  serve(end, answerBatch);
}

function answerBatch(task: BatchTask, generation: GenerationHandle): BatchResult {
  const jobs = decodeTask(task);
  const answers = jobs.map((job) => answer(job, generation, jobs.length));
  return encodeResult(answers, 1);
}

function answer(job: Job, generation: GenerationHandle, batchSize: number): TextAnswer {
  const command = JSON.parse(job.body) as Command;
  obey(command, new Int32Array(generation.geography.buffer));
  const echo: Echo = { generationId: generation.id, threadId, batchSize, job };
  const body = JSON.stringify(echo);
  const { shipmentId } = command;
  if (shipmentId === undefined) return { status: 200, outcomeCode: 0, body };
  return { status: 200, outcomeCode: 0, body, assignment: testPending(shipmentId) };
}

function obey({ do: what, slot = 0, times = 1 }: Command, shared: Int32Array): void {
  if (what === 'exit') process.exit(3);
  if (what === 'throw') throw new Error('instructed to throw');
  if (what === 'exit-at-first' && Atomics.add(shared, slot, 1) < times) process.exit(4);
  if (what === 'wait') {
    Atomics.add(shared, slot + 1, 1);
    Atomics.wait(shared, slot, 0);
  }
}
