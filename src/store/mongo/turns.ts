/** Turns of the transactions of all nodes that change the same document. */
import { setTimeout as pause } from 'node:timers/promises';
import {
  MONGO_TURN_CONTENDED_MS,
  MONGO_TURN_LONGEST_PAUSE_MS,
  MONGO_TURN_SHORTEST_PAUSE_MS,
} from '../../limits/mongo.js';
import { hasCode } from './codes.js';
import type { Attempt } from './transactions.js';

/**
 * Each of the transactions changes one document before all else, so only one of them is under way at a time. One that
 * waits for its turn has not read or written anything in vain. One that has its turn need not begin again because of
 * another that takes turns.
 */
export class Turns {
  /** Until when other nodes are expected to want turns, by `performance.now()`. */
  #contendedUntil = -Infinity;

  /**
   * Within a transaction, before its other commands: takes the turn by `change`, and returns its result. Rejects with a
   * write conflict while another transaction has the turn: repeat it then in a new transaction. While several nodes
   * write, each waits at random before it asks for a turn, even after its own turn, and the less the more turns it has
   * lost: so each gets its share, and none waits for long.
   */
  async take<T>(attempt: Attempt, change: () => Promise<T>): Promise<T> {
    if (performance.now() < this.#contendedUntil) await pause(pauseMs(attempt.turnsLost));
    attempt.awaitsTurn = true;
    try {
      const result = await change();
      attempt.awaitsTurn = false;
      return result;
    } catch (error) {
      if (!hasCode(error, 'WriteConflict')) throw error;
      attempt.turnsLost++;
      this.#contendedUntil = performance.now() + MONGO_TURN_CONTENDED_MS;
      throw error;
    }
  }
}

function pauseMs(turnsLost: number): number {
  return Math.random() * Math.max(MONGO_TURN_SHORTEST_PAUSE_MS, MONGO_TURN_LONGEST_PAUSE_MS / (1 + turnsLost));
}
