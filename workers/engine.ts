/** A pool thread: answers batches of requests, each on the generation that it names, for its whole life. */
import { performance } from 'node:perf_hooks';
import { Answerer } from '../src/engine/answerer.js';
import type { GenerationHandle } from '../src/index/generation.js';
import { Unpacker } from '../src/index/packed.js';
import { decodeJobs, encodeAnswers } from '../src/pool/encoding.js';
import { type MailboxEnd, serve } from '../src/pool/mailbox.js';
import type { BatchResult, BatchTask } from '../src/pool/wire.js';

const unpacker = new Unpacker();
const answerer = new Answerer();
let current: GenerationHandle | null = null;

export default function answerBatches(end: MailboxEnd): void {
  serve(end, answerBatch);
}

function answerBatch(task: BatchTask): BatchResult {
  const startedAt = performance.now();
  const generation = generationOf(task);
  if (generation === null) return { missingGeneration: true, holds: current?.newestVersion ?? 0 };
  const answers = answerer.answer(decodeJobs(task), generation, task.now);
  // each answer is computed as it is encoded
  return { ...encodeAnswers(answers, 0), busyMs: performance.now() - startedAt };
}

/** The generation that the batch names; null when this thread lacks it and cannot unpack it on top of its own. */
function generationOf({ generationId, generation }: BatchTask): GenerationHandle | null {
  if (current?.id === generationId) return current;
  if (generation === null || generation.since > (current?.newestVersion ?? 0)) return null;
  return (current = unpacker.unpack(generation));
}
