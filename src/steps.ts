/** Work in short steps: a generator that yields wherever it may be interrupted. */
import { SLICE_MS } from './limits/store.js';

export type Steps<T> = Generator<void, T, void>;

/** Carries out all steps in this turn of the event loop. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Carries out the steps in slices of {@link SLICE_MS}, each in its own turn, so that other work of the thread runs in
 * between.
 */
export function inSlices<T>(steps: Steps<T>): Promise<T> {
  return sliced(steps, turn);
}

/**
 * Like {@link inSlices}, but after each slice it rests `rests` times as long as that took: for long work without a
 * deadline. With twelve it takes a thirteenth of the thread, and quotes hardly notice.
 */
export function gently<T>(steps: Steps<T>, rests = 12): Promise<T> {
  return sliced(steps, (tookMs) =>
    tookMs < SLICE_MS ? turn() : new Promise((resume) => setTimeout(resume, rests * tookMs)),
  );
}

function turn(): Promise<void> {
  return new Promise((resume) => setImmediate(resume));
}

/** @param rest receives the duration of the last slice, 0 before the first */
async function sliced<T>(steps: Steps<T>, rest: (tookMs: number) => Promise<void>): Promise<T> {
  let tookMs = 0;
  for (;;) {
    await rest(tookMs);
    const startedAt = performance.now();
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
      tookMs = performance.now() - startedAt;
    } while (tookMs < SLICE_MS);
  }
}
