/** A pool thread: answers batches of requests, each on the generation that it names, for its whole life. */
import { performance } from 'node:perf_hooks';
import { Engine } from '../src/engine/engine.js';
import type { GenerationHandle } from '../src/index/generation.js';
import { BulkSeat } from '../src/pool/bulk-seat.js';
import { decodeTask, encodeResult } from '../src/pool/encoding.js';
import { type MailboxEnd, serve } from '../src/pool/mailbox.js';
import type { BatchResult, BatchTask } from '../src/pool/wire.js';

const engine = new Engine();
const bulks = new BulkSeat((job, generation, now) => engine.bulk(job, generation, now));

export default function answerBatches(end: MailboxEnd): void {
  serve(end, (task, generation, isWanted) =>
    task.bulk === undefined ? answerBatch(task, generation) : bulks.work(task, generation, isWanted),
  );
}

function answerBatch(task: BatchTask, generation: GenerationHandle): BatchResult {
  const startedAt = performance.now();
  const answers = engine.answer(decodeTask(task), generation, task.now);
  // each answer is computed as it is encoded
  return { ...encodeResult(answers, 0), busyMs: performance.now() - startedAt };
}
