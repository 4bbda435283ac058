/** What can be copied from and to: a store of either kind, or a dataset folder. */
import type { CollectionName, Documents } from '../schemas/documents.js';
import type { Key } from '../store/port.js';

export interface Source {
  /** What it can hold, in the order in which references point. */
  readonly collections: readonly CollectionName[];
  /** At most `limit` documents, in the order of their keys, after the key `after`; null: from the first. */
  page<C extends CollectionName>(collection: C, after: Key | null, limit: number): Promise<Documents[C][]>;
  close(): Promise<void>;
}

export interface Target extends Source {
  /** Whether an interrupted copy goes on within a collection; otherwise it writes that collection anew. */
  readonly keepsPages: boolean;
  /** Whether it holds something, which a copy would mix with. */
  isTaken(): Promise<boolean>;
  /** Comes before the first documents of a collection, those of a copy that goes on too. */
  begin(collection: CollectionName): Promise<void>;
  /** Durable when it resolves; rejects when a document is refused. May be given the same documents again. */
  write<C extends CollectionName>(collection: C, documents: readonly Documents[C][]): Promise<void>;
  /** Everything has been written. */
  complete(): Promise<void>;
}
