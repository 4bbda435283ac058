/** Work in short steps: a generator that yields wherever it may be interrupted. */
import { SLICE_MS } from './limits.js';

export type Steps<T> = Generator<void, T, void>;

/** Carries out all steps in this turn of the event loop. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Carries out the steps in slices of {@link SLICE_MS}, each in a turn of its own: other work of the thread comes in between. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    await new Promise((resume) => setImmediate(resume));
    const endsAt = performance.now() + SLICE_MS;
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (performance.now() < endsAt);
  }
}
