import type { AnyDocument, CollectionName } from '../model/documents.js';

/** The effect of a change set on one document; null: the document does not exist. */
export interface Entry {
  collection: CollectionName;
  key: string | number;
  before: AnyDocument | null;
  after: AnyDocument | null;
}

/** The changes of other programs in a store within one second of its clock. It is the same on every node. */
export interface ForeignChanges {
  /** Seconds since the epoch. */
  second: number;
  /** The documents before and after: they may break schemas and rules. */
  entries: readonly Entry[];
}
