import type { NumberedCollection, Store } from '../../store/port.js';
import type { Catalog } from '../documents/catalog.js';

/** Ids for new documents: the store chooses them, above the ids of all documents that this node knows. */
export class Ids {
  constructor(
    private readonly store: Pick<Store, 'takeIds'>,
    private readonly catalog: Pick<Catalog, 'greatestKey'>,
    private readonly greatestRefused: (collection: NumberedCollection) => number | undefined = () => undefined,
  ) {}

  /** Ids for a dry run: those that would be next by what this node knows. Nothing is taken from the store. */
  readonly unspent: Pick<Ids, 'take'> = {
    take: (collection, _count, chosen) => Promise.resolve(this.#greatest(collection, chosen) + 1),
  };

  /**
   * The first of `count` ids in a row that no document has and nobody else is given.
   * @param chosen the greatest id that the same request has chosen itself
   */
  take(collection: NumberedCollection, count = 1, chosen = 0): Promise<number> {
    return this.store.takeIds(collection, count, this.#greatest(collection, chosen));
  }

  #greatest(collection: NumberedCollection, chosen = 0): number {
    const known = [this.catalog.greatestKey(collection), this.greatestRefused(collection)] as (number | undefined)[];
    return Math.max(chosen, ...known.map((id) => id ?? 0));
  }
}
