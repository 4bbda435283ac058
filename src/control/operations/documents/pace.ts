/** Long work in turns: between them the thread answers other requests. */
import { LONGEST_TURN_MS } from '../../../limits/control.js';
import { nextTurn } from '../../../turn.js';

export class Pace {
  /** In milliseconds; the first step waits for a turn of its own. */
  #beganAt = Number.NEGATIVE_INFINITY;
  #workedMs = 0;

  /** To be called often: resolves at once, or after other work when this turn has taken long enough. */
  async step(): Promise<void> {
    const tookMs = performance.now() - this.#beganAt;
    if (tookMs < LONGEST_TURN_MS) return;
    if (tookMs < Infinity) this.#workedMs += tookMs;
    await nextTurn();
    this.#beganAt = performance.now();
  }

  /** How long it has worked in the turns that have ended, in milliseconds. */
  get workedMs(): number {
    return this.#workedMs;
  }
}
