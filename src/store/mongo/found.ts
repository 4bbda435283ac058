/** What a transaction has read, with what its writes change laid over it. */
import { strict as assert } from 'node:assert';
import type { Document } from 'mongodb';
import type { CollectionName, Documents } from '../../schemas/documents.js';
import type { PartnerRuled } from '../partner-rules.js';
import { keyOf, type Change, type Key } from '../port.js';
import type { DocumentReader } from '../transaction.js';
import { documentOf } from './documents.js';

type AnyDocument = Documents[CollectionName];

interface Row {
  /** Its `_id` in the database; undefined: there is none yet. */
  storedId: unknown;
  /** Null: it was not read what it says, only that it is there. Undefined: it is not there any more. */
  document: AnyDocument | null | undefined;
}

/** What becomes of one document in the database. */
export interface StoredChange {
  collection: CollectionName;
  key: Key;
  /** Undefined: it is new. */
  storedId: unknown;
  /** Undefined: it is removed. */
  document: AnyDocument | undefined;
}

export class Found implements DocumentReader {
  private readonly rows = new Map<CollectionName, Map<Key, Row>>();
  private readonly changed = new Map<CollectionName, Set<Key>>();

  /** Takes in what was read; `isWhole` when all of its fields were. */
  add(collection: CollectionName, stored: Document, isWhole: boolean): void {
    const document = documentOf(collection, stored);
    const key = keyOf(collection, document);
    // what is read whole and by its key alone is known whole
    if (!isWhole && this.rowsOf(collection).get(key) !== undefined) return;
    this.rowsOf(collection).set(key, { storedId: stored._id, document: isWhole ? document : null });
  }

  get<C extends CollectionName>(collection: C, key: Key): Documents[C] | undefined {
    const document = this.rows.get(collection)?.get(key)?.document;
    assert(document !== null, `${collection} ${key} was read for its existence alone`);
    return document as Documents[C] | undefined;
  }

  has(collection: CollectionName, key: Key): boolean {
    const row = this.rows.get(collection)?.get(key);
    return row !== undefined && row.document !== undefined;
  }

  /** Those that were read, in the order of their keys: of the collections and partners whose rules ask for all, that is all. */
  all<C extends CollectionName>(collection: C): Documents[C][] {
    const rows = [...(this.rows.get(collection) ?? [])].filter(([, { document }]) => document !== undefined && document !== null);
    return rows.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { document }]) => document as Documents[C]);
  }

  ofPartners<C extends PartnerRuled>(collection: C, partnerIds: ReadonlySet<string>): Documents[C][] {
    return this.all(collection).filter(({ partnerId }) => partnerIds.has(partnerId));
  }

  /** Takes in what a write changes, for those that come after it in the same transaction. */
  apply({ collection, key, ...change }: Change): void {
    const rows = this.rowsOf(collection);
    const document = change.kind === 'put' ? change.document : undefined;
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { storedId: undefined, document });
    else row.document = document;
    const changed = this.changed.get(collection) ?? new Set();
    this.changed.set(collection, changed);
    changed.add(key);
  }

  /** What all writes together come to, each document once. */
  *changes(): Generator<StoredChange> {
    for (const [collection, keys] of this.changed) {
      for (const key of keys) {
        const { storedId, document } = this.rowsOf(collection).get(key)!;
        if (storedId !== undefined || document !== undefined) yield { collection, key, storedId, document: document ?? undefined };
      }
    }
  }

  changedCollections(): CollectionName[] {
    return [...this.changed.keys()];
  }

  private rowsOf(collection: CollectionName): Map<Key, Row> {
    let rows = this.rows.get(collection);
    if (rows === undefined) this.rows.set(collection, (rows = new Map()));
    return rows;
  }
}
