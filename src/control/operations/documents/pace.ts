/** Long work in turns: between them the thread answers other requests. */
import { LONGEST_TURN_MS } from '../../../limits/control.js';
import { nextTurn } from '../../../turn.js';

export class Pace {
  #beganAt = performance.now();

  /** To be called often: resolves at once, or after other work when this turn has taken long enough. */
  async step(): Promise<void> {
    if (performance.now() - this.#beganAt < LONGEST_TURN_MS) return;
    await nextTurn();
    this.#beganAt = performance.now();
  }
}
