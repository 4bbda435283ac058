/** A pool thread: answers batches of requests, each on the generation that it names, for its whole life. */
import { performance } from 'node:perf_hooks';
import { Answerer } from '../src/engine/answerer.js';
import type { GenerationHandle } from '../src/index/generation.js';
import { decodeJobs, encodeAnswers } from '../src/pool/encoding.js';
import { type MailboxEnd, serve } from '../src/pool/mailbox.js';
import type { BatchAnswers, BatchTask } from '../src/pool/wire.js';

const answerer = new Answerer();

export default function answerBatches(end: MailboxEnd): void {
  serve(end, answerBatch);
}

function answerBatch(task: BatchTask, generation: GenerationHandle): BatchAnswers {
  const startedAt = performance.now();
  const answers = answerer.answer(decodeJobs(task), generation, task.now);
  // each answer is computed as it is encoded
  return { ...encodeAnswers(answers, 0), busyMs: performance.now() - startedAt };
}
