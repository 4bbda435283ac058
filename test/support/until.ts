/** Waits of tests. No test holds how fast a machine is: a wait fails only where what it waits for will never come. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** How long a test waits for what comes by itself: far longer than it takes on a machine that is busy with others. */
export const PATIENCE_MS = 120_000;
const LOOK_AGAIN_MS = 5;

/** Asks again and again until it is so. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string | (() => string) = 'as the test expects',
  everyMs = LOOK_AGAIN_MS,
): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await condition())) {
    assert(performance.now() < end, `not within ${PATIENCE_MS} ms: ${typeof what === 'string' ? what : what()}`);
    await pause(everyMs);
  }
}
