/** How the catalog holds the documents of a collection. */
import type { Key } from '../../model/change.js';

/** Documents by key, and as a list in the order of their keys: the same array until one of them changes. */
export class Rows<D> {
  #documents = new Map<Key, D>();
  /** Whether a fork has the same map: then the next change makes a new one. */
  #isForked = false;
  #list: readonly D[] | null = null;

  /** The same documents, which from now on change apart from these. */
  fork(): Rows<D> {
    const fork = new Rows<D>();
    fork.#documents = this.#documents;
    fork.#list = this.#list;
    fork.#isForked = this.#isForked = true;
    return fork;
  }

  get(key: Key): D | undefined {
    return this.#documents.get(key);
  }

  get size(): number {
    return this.#documents.size;
  }

  list(): readonly D[] {
    return (this.#list ??= [...this.#documents].sort(([a], [b]) => compareKeys(a, b)).map(([, document]) => document));
  }

  greatestKey(): Key | undefined {
    let greatest: Key | undefined;
    for (const key of this.#documents.keys()) if (greatest === undefined || key > greatest) greatest = key;
    return greatest;
  }

  apply(key: Key, document: D | null): void {
    if (this.#isForked) this.#documents = new Map(this.#documents);
    this.#isForked = false;
    if (document === null) this.#documents.delete(key);
    else this.#documents.set(key, document);
    this.#list = null;
  }
}

function compareKeys(a: Key, b: Key): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Like {@link Rows}, of documents with ids, and without a map: that would take more memory than the areas of India, or
 * the packages of a thousand partners, take as lists. A change moves the documents after it.
 */
export class SortedRows<D extends { id: number }> {
  #documents: D[] = [];
  /** Whether others have the present array: then the next change makes a new one. */
  #isShared = false;

  /** The same documents, which from now on change apart from these. */
  fork(): SortedRows<D> {
    const fork = new SortedRows<D>();
    fork.#documents = this.#documents;
    fork.#isShared = this.#isShared = true;
    return fork;
  }

  get(key: Key): D | undefined {
    const document = this.#documents[this.#placeOf(key as number)];
    return document?.id === key ? document : undefined;
  }

  get size(): number {
    return this.#documents.length;
  }

  list(): readonly D[] {
    this.#isShared = true;
    return this.#documents;
  }

  apply(key: Key, document: D | null): void {
    if (this.#isShared) this.#documents = [...this.#documents];
    this.#isShared = false;
    const place = this.#placeOf(key as number);
    const former = this.#documents[place]?.id === key ? 1 : 0;
    if (document === null) this.#documents.splice(place, former);
    else this.#documents.splice(place, former, document);
  }

  greatestKey(): Key | undefined {
    return this.#documents.at(-1)?.id;
  }

  /** The place of the first document whose id is not lower; a key that is no number has some place, where it is not. */
  #placeOf(key: number): number {
    let [low, high] = [0, this.#documents.length];
    // new documents have the highest ids
    if (high === 0 || this.#documents[high - 1]!.id < key) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#documents[middle]!.id < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
