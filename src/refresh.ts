/** `forceRefresh` (decisions, part 9): reads collections anew from the store and takes over what the catalog lacks. */
import type { Catalog, CatalogCollection } from './catalog.js';
import type { CollectionName, Documents } from './schemas/documents.js';
import { inSlices, type Steps } from './steps.js';
import { type Change, type Key, keyOf, type Store } from './store/port.js';

/** One at a time: whoever comes while collections are read waits, with all others who do, for the next time. */
export class Refresher {
  #running: Promise<void> = Promise.resolve();
  #next: { collections: Set<CatalogCollection>; done: Promise<void> } | null = null;

  constructor(
    private readonly store: Store, private readonly catalog: Catalog,
    /** Takes changes over, as those that the store itself announces. */
    private readonly apply: (changes: readonly Change[]) => void,
  ) {}

  /** Resolves when the catalog holds what the store held at some moment after this call. */
  refresh(collections: readonly CollectionName[]): Promise<void> {
    this.#next ??= this.#queue();
    for (const collection of collections) this.#next.collections.add(collection as CatalogCollection);
    return this.#next.done;
  }

  #queue(): { collections: Set<CatalogCollection>; done: Promise<void> } {
    const collections = new Set<CatalogCollection>();
    const done = this.#running.then(() => {
      this.#next = null;
      return this.#reload([...collections]);
    });
    // those who waited for one that failed are told so; the next one starts all the same
    this.#running = done.catch(() => undefined);
    return { collections, done };
  }

  /** All of one moment of the store, and taken over at once: no document is seen without those that it names. */
  async #reload(collections: readonly CatalogCollection[]): Promise<void> {
    const changed = new Set<string>();
    // what is written while this reads is newer than what it reads
    const unwatch = this.store.watch((changes) => {
      for (const change of changes) changed.add(nameOf(change));
    });
    try {
      const documents = await this.store.load(collections);
      const differences: Change[] = [];
      for (const collection of collections) differences.push(...await inSlices(this.#differences(collection, documents[collection] as never)));
      this.apply(differences.filter((change) => !changed.has(nameOf(change))));
    } finally {
      unwatch();
    }
  }

  *#differences<C extends CatalogCollection>(collection: C, documents: readonly Documents[C][]): Steps<Change[]> {
    const found: Change[] = [];
    let known = 0;
    for (const document of documents) {
      const compared = this.catalog.compare(collection, document);
      if (compared !== 'missing') known += 1;
      if (compared !== 'same') found.push({ kind: 'put', collection, key: keyOf(collection, document), document } as Change);
      yield;
    }
    if (known < this.catalog.count(collection)) {
      const kept = new Set<Key>(documents.map((document) => keyOf(collection, document)));
      for (const key of this.catalog.keys(collection)) if (!kept.has(key)) found.push({ kind: 'delete', collection, key });
    }
    return found;
  }
}

function nameOf({ collection, key }: Change): string {
  return `${collection}/${key}`;
}
