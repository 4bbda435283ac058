import type { Catalog } from '../mirror/catalog.js';

/** Assigns ids that no document of the collection has: neither those of the catalog nor those assigned before. */
export class Ids {
  readonly #last = new Map<string, number>();

  next(collection: 'zones' | 'customer-charges' | 'discounts', catalog: Catalog): number {
    const stored = (catalog.greatestKey(collection) as number | undefined) ?? 0;
    const id = Math.max(stored, this.#last.get(collection) ?? 0) + 1;
    this.#last.set(collection, id);
    return id;
  }
}
