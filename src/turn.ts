/** Long work in turns: of all work that waits for its next turn, each turn of the event loop carries on one piece. */
import { setImmediate as turn } from 'node:timers/promises';

let last: Promise<unknown> = Promise.resolve();

/** Resolves in a turn of the event loop without other such work. Requests are answered in between. */
export function nextTurn(): Promise<void> {
  const next = last.then(() => turn<void>(undefined));
  last = next;
  return next;
}
