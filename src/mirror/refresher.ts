/** `forceRefresh` (decisions, part 9): reads collections anew from the store and takes over what the catalog lacks. */
import type { CollectionName } from '../schemas/documents.js';
import { inSlices } from '../steps.js';
import { type Change, nameOf, type Store } from '../store/port.js';
import type { Catalog, CatalogCollection } from './catalog.js';
import { differences } from './differences.js';

/** One at a time: whoever comes while collections are read waits, with all others who do, for the next time. */
export class Refresher {
  #running: Promise<void> = Promise.resolve();
  #next: { collections: Set<CatalogCollection>; done: Promise<void> } | null = null;
  /** The names of what the store told since a refresh began, null between refreshes: it is newer than what was read. */
  #told: Set<string> | null = null;

  constructor(
    private readonly store: Pick<Store, 'load' | 'caughtUp'>, private readonly catalog: Catalog,
    /** Takes changes over, as those that the store itself tells. */
    private readonly apply: (changes: readonly Change[]) => void | Promise<void>,
  ) {}

  /** Resolves when the catalog holds what the store held at some moment after this call. */
  refresh(collections: readonly CollectionName[]): Promise<void> {
    this.#next ??= this.#queue();
    for (const collection of collections) this.#next.collections.add(collection as CatalogCollection);
    return this.#next.done;
  }

  /** Whoever follows the store says here what it was told, before it takes it over. */
  told(changes: readonly Change[]): void {
    if (this.#told !== null) for (const change of changes) this.#told.add(nameOf(change));
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
    const told = this.#told = new Set<string>();
    try {
      // right after a failover a read may be older than what was told: the catalog would go back to it for good
      await this.store.caughtUp();
      const documents = await this.store.load(collections);
      // what was read may be ahead of what was told: an older change that comes later would undo it
      await this.store.caughtUp();
      const found = await inSlices(differences(this.catalog, documents));
      await this.apply(found.filter((change) => !told.has(nameOf(change))));
    } finally {
      this.#told = null;
    }
  }
}
