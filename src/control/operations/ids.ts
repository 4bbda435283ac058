import type { Catalog } from '../documents/catalog.js';

type Collection = Parameters<Catalog['greatestKey']>[0];

/**
 * Assigns ids that no document of the collection has: neither those of the catalog, nor refused ones, nor those
 * assigned before.
 */
export class Ids {
  readonly #last = new Map<string, number>();

  constructor(private readonly greatestRefused: (collection: Collection) => number | undefined = () => undefined) {}

  next(collection: Collection, catalog: Catalog): number {
    const stored = (catalog.greatestKey(collection) as number | undefined) ?? 0;
    const id = Math.max(stored, this.greatestRefused(collection) ?? 0, this.#last.get(collection) ?? 0) + 1;
    this.#last.set(collection, id);
    return id;
  }
}
