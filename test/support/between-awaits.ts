/** Runs something between any two awaits of asynchronous code, without a change of that code. */
import { createHook, executionAsyncId } from 'node:async_hooks';

/**
 * Calls `between`, which must be synchronous, before `run` continues after each of its awaits, and so before everything
 * that it calls does. What `between` starts itself is left alone.
 * @throws what `run` throws; the first error of `between` rather than that
 */
export async function betweenAwaits<T>(run: () => Promise<T>, between: () => void): Promise<T> {
  /** The ids of the promises and callbacks that `run` has made. */
  const own = new Set<number>();
  const errors: unknown[] = [];
  let isStarting = true;
  let isBetween = false;
  const hook = createHook({
    init(id) {
      if (!isBetween && (isStarting || own.has(executionAsyncId()))) own.add(id);
    },
    before(id) {
      if (isBetween || !own.has(id)) return;
      isBetween = true;
      try {
        between();
      } catch (error) {
        // an error that leaves a hook would end the process
        errors.push(error);
      }
      isBetween = false;
    },
  });
  hook.enable();
  const pending = run();
  isStarting = false;
  const [outcome] = await Promise.allSettled([pending]);
  hook.disable();
  if (errors.length > 0) throw errors[0];
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
