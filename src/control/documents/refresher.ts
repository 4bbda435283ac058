/**
 * `forceRefresh` (docs/api-rules.md#caching): reads collections from the store again and adopts what the
 * catalog lacks.
 */
import type { CollectionName } from '../../model/documents.js';
import { type Change, nameOf } from '../../model/change.js';
import { type Store } from '../../store/port.js';
import type { Catalog, CatalogCollection } from './catalog.js';
import { differences } from './differences.js';

/** One refresh at a time: callers that arrive during one share the next one. */
export class Refresher {
  #running: Promise<void> = Promise.resolve();
  #next: { collections: Set<CatalogCollection>; done: Promise<void> } | null = null;
  /**
   * Names of documents that the store reported since a refresh began, null between refreshes: they are newer than the
   * read.
   */
  #changed: Set<string> | null = null;

  constructor(
    private readonly store: Pick<Store, 'load' | 'caughtUp'>,
    private readonly catalog: Catalog,
    /** Adopts changes like the ones that the store reports. */
    private readonly apply: (changes: readonly Change[]) => void,
  ) {}

  /** Resolves when the catalog holds what the store held at some moment after this call. */
  refresh(collections: readonly CollectionName[]): Promise<void> {
    this.#next ??= this.#queue();
    for (const collection of collections) this.#next.collections.add(collection as CatalogCollection);
    return this.#next.done;
  }

  /** The store's follower announces each change here before it adopts it. */
  noteChanges(changes: readonly Change[]): void {
    if (this.#changed !== null) for (const change of changes) this.#changed.add(nameOf(change));
  }

  #queue(): { collections: Set<CatalogCollection>; done: Promise<void> } {
    const collections = new Set<CatalogCollection>();
    const done = this.#running.then(() => {
      this.#next = null;
      return this.#reload([...collections]);
    });
    // callers that waited for a failed refresh get its error; the next refresh starts all the same
    this.#running = done.catch(() => undefined);
    return { collections, done };
  }

  /** Reads one moment of the store and adopts it in one turn: no document is visible without the ones it refers to. */
  async #reload(collections: readonly CatalogCollection[]): Promise<void> {
    const changed = (this.#changed = new Set<string>());
    try {
      // right after a failover a read may be older than reported changes: the catalog would fall back to it for good
      await this.store.caughtUp();
      const documents = await this.store.load(collections);
      // the read may be ahead of the reported changes: an older change that arrives later would undo it
      await this.store.caughtUp();
      const found = differences(this.catalog, documents);
      this.apply(found.filter((change) => !changed.has(nameOf(change))));
    } finally {
      this.#changed = null;
    }
  }
}
