/** Counts the turns of the event loop that long work leaves to others. */
import type { TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { LONGEST_TURN_MS } from '../../src/limits/control.js';

/**
 * Runs `work`. However fast the machine is, `itemsPerTurn` items take as long as a turn may.
 * @returns its result, and how many turns the event loop had meanwhile
 */
export async function turnsDuring<T>(
  t: TestContext,
  itemsPerTurn: number,
  work: () => Promise<T>,
): Promise<{ result: T; turns: number }> {
  let nowMs = performance.now();
  t.mock.method(performance, 'now', () => (nowMs += LONGEST_TURN_MS / itemsPerTurn));
  let isOver = false;
  const working = work().finally(() => (isOver = true));
  let turns = 0;
  for (; !isOver; turns++) await turn();
  return { result: await working, turns };
}
