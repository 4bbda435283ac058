/** A pool thread: answers batches of requests on the generation that each batch names. */
import { performance } from 'node:perf_hooks';
import { answer } from '../src/engine/answer.js';
import type { EngineContext } from '../src/engine/context.js';
import { createIds } from '../src/engine/ids.js';
import { toJson } from '../src/engine/json.js';
import { type GenerationView, Viewer } from '../src/index/view.js';
import { decodeJobs, encodeAnswers } from '../src/pool/encoding.js';
import type { BatchResult, BatchTask } from '../src/pool/wire.js';

const nextId = createIds();
const viewer = new Viewer();
let current: GenerationView | null = null;

export default function answerBatch(task: BatchTask): BatchResult {
  const startedAt = performance.now();
  const view = viewOf(task);
  if (view === null) return { missingGeneration: true };
  const context: EngineContext = {
    view, now: task.now, nowJson: toJson(new Date(task.now)), clock: () => task.now + performance.now() - startedAt, nextId,
  };
  const answers = decodeJobs(task).map((job) => answer(context, job));
  return encodeAnswers(answers, performance.now() - startedAt);
}

/** The generation that the batch names; null when this thread does not hold it. A thread holds the last one that it was given. */
function viewOf(task: BatchTask): GenerationView | null {
  if (current?.id === task.generationId) return current;
  if (task.generation === null) return null;
  current = viewer.view(task.generation);
  return current;
}
