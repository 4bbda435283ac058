/** A source or target of a copy: a store of either kind, or a dataset folder. */
import type { CollectionName, Documents } from '../model/documents.js';
import type { Key } from '../model/change.js';

export interface Source {
  /** The collections that it can hold, each after those that it references. */
  readonly collections: readonly CollectionName[];
  /** At most `limit` documents, in the order of their keys, after the key `after`; null: from the first. */
  page<C extends CollectionName>(collection: C, after: Key | null, limit: number): Promise<Documents[C][]>;
  close(): Promise<void>;
}

export interface Target extends Source {
  /** Whether an interrupted copy can continue within a collection; otherwise it writes that collection again. */
  readonly keepsPages: boolean;
  /** Whether it holds anything: a copy must not mix with earlier content. */
  isTaken(): Promise<boolean>;
  /** Called before the first documents of a collection, also when a copy continues. */
  begin(collection: CollectionName): Promise<void>;
  /**
   * The documents are durable when it resolves; it rejects when one is refused. The same documents may be given again.
   */
  write<C extends CollectionName>(collection: C, documents: readonly Documents[C][]): Promise<void>;
  /** Everything has been written. */
  complete(): Promise<void>;
}
