import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** Not more often: nodes limit those who ask without a signature, and their clock stands still. */
const POLL_MS = 200;

/** Asks again and again until it is so. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string | (() => string),
  timeoutMs: number,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await condition())) {
    assert(performance.now() < end, `not within ${timeoutMs} ms: ${typeof what === 'string' ? what : what()}`);
    await pause(POLL_MS);
  }
}
