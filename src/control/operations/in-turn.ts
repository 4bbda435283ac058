import type { Catalog } from '../documents/catalog.js';

const turns = new WeakMap<Catalog, Map<string, Promise<unknown>>>();

/** Runs `task` after the earlier tasks of the same catalog and queue have ended. */
export function inTurn<T>(catalog: Catalog, queue: string, task: () => Promise<T>): Promise<T> {
  const queues = turns.get(catalog) ?? new Map<string, Promise<unknown>>();
  turns.set(catalog, queues);
  const done = (queues.get(queue) ?? Promise.resolve()).then(task);
  queues.set(
    queue,
    done.catch(() => undefined),
  );
  return done;
}
