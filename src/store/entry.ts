import type { CollectionName, Documents } from '../model/documents.js';

type AnyDocument = Documents[CollectionName];

/** What a change set did to one document; null: there is none. */
export interface Entry {
  collection: CollectionName;
  key: string | number;
  before: AnyDocument | null;
  after: AnyDocument | null;
}

/** What other programs have changed in a store within one second of its clock. It is the same on every node. */
export interface ForeignChanges {
  /** Seconds since the epoch. */
  second: number;
  /** The documents as they were and as they are: they may break schemas and rules. */
  entries: readonly Entry[];
}
