/** A pool thread: answers batches of requests on the generation that each batch names. */
import { performance } from 'node:perf_hooks';
import { answer } from '../src/engine/answer.js';
import type { EngineContext } from '../src/engine/context.js';
import { createIds } from '../src/engine/ids.js';
import { toJson } from '../src/engine/json.js';
import { Unpacker } from '../src/index/packed.js';
import { type GenerationView, Viewer } from '../src/index/view.js';
import { decodeJobs, encodeAnswers } from '../src/pool/encoding.js';
import type { BatchResult, BatchTask } from '../src/pool/wire.js';

const nextId = createIds();
const unpacker = new Unpacker();
const viewer = new Viewer();
let current: { view: GenerationView; newestVersion: number } | null = null;

export default function answerBatch(task: BatchTask): BatchResult {
  const startedAt = performance.now();
  const view = viewOf(task);
  if (view === null) return { missingGeneration: true, holds: current?.newestVersion ?? 0 };
  const context: EngineContext = {
    view, now: task.now, nowJson: toJson(new Date(task.now)), clock: () => task.now + performance.now() - startedAt, nextId,
  };
  const answers = decodeJobs(task).map((job) => answer(context, job));
  return encodeAnswers(answers, performance.now() - startedAt);
}

/** The generation that the batch names; null when this thread holds another one, and less than the batch was packed for. */
function viewOf({ generationId, generation }: BatchTask): GenerationView | null {
  if (current?.view.id === generationId) return current.view;
  if (generation === null || generation.since > (current?.newestVersion ?? 0)) return null;
  current = { view: viewer.view(unpacker.unpack(generation)), newestVersion: generation.newestVersion };
  return current.view;
}
