/**
 * Long work in turns: of all work that waits for its next turn, each turn of the event loop carries on one piece, and
 * requests are answered in between. What takes at most some milliseconds needs none of this.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { LONGEST_TURN_MS } from './limits/control.js';

let last: Promise<unknown> = Promise.resolve();

/** Resolves in a turn of the event loop without other such work: for pieces of bounded size. */
export function nextTurn(): Promise<void> {
  const next = last.then(() => turn<void>(undefined));
  last = next;
  return next;
}

/**
 * The items in pieces, each in a turn of its own: a piece ends once the work on its items has taken LONGEST_TURN_MS.
 * What changes between two turns must not matter to the work: catalogs are forked. A loop over a piece that is left
 * early leaves the loop over the pieces, too.
 */
export async function* inTurns<T>(items: Iterable<T>): AsyncGenerator<Iterable<T>> {
  const iterator = items[Symbol.iterator]();
  let isOver = false;
  const piece = function* (endsAt: number): Generator<T> {
    do {
      const next = iterator.next();
      if (next.done === true) {
        isOver = true;
        return;
      }
      yield next.value;
    } while (performance.now() < endsAt);
  };
  while (!isOver) {
    await nextTurn();
    yield piece(performance.now() + LONGEST_TURN_MS);
  }
}
