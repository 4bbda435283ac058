/**
 * Answers on one generation after another, and keeps caches in between. Each pool thread has one, and so has the main
 * thread.
 */
import { performance } from 'node:perf_hooks';
import type { GenerationHandle } from '../index/generation.js';
import { type GenerationView, Viewer } from '../index/view.js';
import type { Job, ThreadAnswer } from './question.js';
import { answer } from './answer.js';
import type { EngineContext } from './context.js';
import { createIds } from './ids.js';
import { toJson } from '../json.js';

export class Answerer {
  readonly #nextId = createIds();
  readonly #viewer = new Viewer();
  #view: GenerationView | null = null;

  /**
   * One answer per job, in their order, each computed when it is taken; the generation is adopted at once. `now`:
   * milliseconds since the epoch. Throws only on a fault of our own.
   */
  answer(jobs: readonly Job[], generation: GenerationHandle, now: number): Iterable<ThreadAnswer> {
    const startedAt = performance.now();
    if (this.#view?.id !== generation.id) this.#view = this.#viewer.view(generation);
    const context: EngineContext = {
      view: this.#view,
      now,
      nowJson: toJson(new Date(now)),
      clock: () => now + performance.now() - startedAt,
      nextId: this.#nextId,
    };
    return answersTo(jobs, context);
  }
}

function* answersTo(jobs: readonly Job[], context: EngineContext): Generator<ThreadAnswer> {
  for (const job of jobs) yield answer(context, job);
}
