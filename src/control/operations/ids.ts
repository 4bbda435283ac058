import type { NumberedCollection, Store } from '../../store/port.js';
import type { Catalog } from '../documents/catalog.js';

/** Ids for new documents: the store chooses them, above the ids of all documents that this node knows. */
export class Ids {
  constructor(
    private readonly store: Pick<Store, 'takeIds'>,
    private readonly catalog: Pick<Catalog, 'greatestKey'>,
    private readonly greatestRefused: (collection: NumberedCollection) => number | undefined = () => undefined,
  ) {}

  /**
   * The first of `count` ids in a row that no document has and nobody else is given.
   * @param chosen the greatest id that the same request has chosen itself
   */
  take(collection: NumberedCollection, count = 1, chosen = 0): Promise<number> {
    const known = [this.catalog.greatestKey(collection), this.greatestRefused(collection), chosen] as (
      | number
      | undefined
    )[];
    return this.store.takeIds(collection, count, Math.max(...known.map((id) => id ?? 0)));
  }
}
