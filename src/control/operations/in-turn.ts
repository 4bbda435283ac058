import type { Catalog } from '../documents/catalog.js';

const turns = new WeakMap<Catalog, Map<string, Promise<unknown>>>();

/** Runs `task` after the earlier tasks of the same catalog and queue have ended. */
export function inTurn<T>(catalog: Catalog, queue: string, task: () => Promise<T>): Promise<T> {
  return queued(catalog, queue, task).done;
}

/** Like {@link inTurn}; null, and `task` does not run, if its turn has not come after `patienceMs` milliseconds. */
export async function inTurnWithin<T>(
  patienceMs: number,
  catalog: Catalog,
  queue: string,
  task: () => Promise<T>,
): Promise<T | null> {
  let isLate = false;
  const { former, done } = queued(catalog, queue, async () => (isLate ? null : task()));
  isLate = !(await endsWithin(patienceMs, former));
  return isLate ? null : done;
}

function queued<T>(
  catalog: Catalog,
  queue: string,
  task: () => Promise<T>,
): { former: Promise<unknown>; done: Promise<T> } {
  const queues = turns.get(catalog) ?? new Map<string, Promise<unknown>>();
  turns.set(catalog, queues);
  const former = queues.get(queue) ?? Promise.resolve();
  const done = former.then(task);
  queues.set(
    queue,
    done.catch(() => undefined),
  );
  return { former, done };
}

async function endsWithin(ms: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const inTime = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return inTime;
}
