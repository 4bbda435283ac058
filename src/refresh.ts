/** `forceRefresh` (decisions, part 9): reads collections anew from the store and takes over what the catalog lacks. */
import type { Catalog, CatalogCollection } from './catalog.js';
import { REFRESH_SLICE_DOCUMENTS } from './limits.js';
import type { CollectionName, Documents } from './schemas/documents.js';
import { type Change, type Key, keyOf, type Store } from './store/port.js';

/** Collections are read one after another, and each once for all who wait: whoever comes while it is read waits for the next time. */
export class Refresher {
  readonly #running = new Map<CollectionName, Promise<void>>();
  readonly #waiting = new Map<CollectionName, Promise<void>>();

  constructor(
    private readonly store: Store, private readonly catalog: Catalog,
    /** Takes changes over, as those that the store itself announces. */
    private readonly apply: (changes: readonly Change[]) => void,
  ) {}

  /** Resolves when the catalog holds what the store held at some moment after this call. */
  async refresh(collections: readonly CollectionName[]): Promise<void> {
    await Promise.all(collections.map((collection) => this.#refresh(collection as CatalogCollection)));
  }

  #refresh(collection: CatalogCollection): Promise<void> {
    const waiting = this.#waiting.get(collection);
    if (waiting !== undefined) return waiting;
    const before = this.#running.get(collection);
    if (before === undefined) return this.#start(collection);
    const next = before.catch(() => undefined).then(() => {
      this.#waiting.delete(collection);
      return this.#start(collection);
    });
    this.#waiting.set(collection, next);
    return next;
  }

  #start(collection: CatalogCollection): Promise<void> {
    const running = this.#reload(collection).finally(() => this.#running.delete(collection));
    this.#running.set(collection, running);
    return running;
  }

  async #reload(collection: CatalogCollection): Promise<void> {
    const changed = new Set<Key>();
    // what is written while this reads is newer than what it reads
    const unwatch = this.store.watch((changes) => {
      for (const change of changes) if (change.collection === collection) changed.add(change.key);
    });
    try {
      const { [collection]: documents } = await this.store.load([collection]);
      const differences = await this.#differences(collection, documents as never);
      this.apply(differences.filter(({ key }) => !changed.has(key)));
    } finally {
      unwatch();
    }
  }

  async #differences<C extends CatalogCollection>(collection: C, documents: readonly Documents[C][]): Promise<Change[]> {
    const found: Change[] = [];
    const missing = new Set<Key>(this.catalog.keys(collection));
    for (const [index, document] of documents.entries()) {
      const key = keyOf(collection, document);
      missing.delete(key);
      if (!this.catalog.holds(collection, document)) found.push({ kind: 'put', collection, key, document } as Change);
      if ((index + 1) % REFRESH_SLICE_DOCUMENTS === 0) await new Promise((resume) => setImmediate(resume));
    }
    for (const key of missing) found.push({ kind: 'delete', collection, key });
    return found;
  }
}
