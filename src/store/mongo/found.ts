/** What a transaction has read, overlaid with the changes of its writes. */
import { strict as assert } from 'node:assert';
import type { Document } from 'mongodb';
import type { CollectionName, Documents } from '../../contract/documents/documents.js';
import type { PartnerRuled } from '../rules/partner-rules.js';
import { keyOf, type Change, type Key } from '../port.js';
import type { DocumentReader } from '../transaction.js';
import { documentOf } from './documents.js';

type AnyDocument = Documents[CollectionName];

interface Row {
  /** Its `_id` in the database; undefined: it is not in the database yet. */
  storedId: unknown;
  /** Null: only its existence was read, not its contents. Undefined: it was removed. */
  document: AnyDocument | null | undefined;
}

/** The change of one document in the database. */
export interface StoredChange {
  collection: CollectionName;
  key: Key;
  /** Undefined: the document is new. */
  storedId: unknown;
  /** Undefined: the document is removed. */
  document: AnyDocument | undefined;
}

export class Found implements DocumentReader {
  private readonly rows = new Map<CollectionName, Map<Key, Row>>();
  private readonly changed = new Map<CollectionName, Set<Key>>();

  /** Adds a document that was read; `isWhole` when all of its fields were. */
  add(collection: CollectionName, stored: Document, isWhole: boolean): void {
    const document = documentOf(collection, stored);
    const key = keyOf(collection, document);
    // a document that was read both whole and only for its existence is known whole
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

  /**
   * The documents that were read whole, in the order of their keys. For the collections and partners whose rules need
   * all documents, these are all.
   */
  all<C extends CollectionName>(collection: C): Documents[C][] {
    const rows = [...(this.rows.get(collection) ?? [])].filter(
      ([, { document }]) => document !== undefined && document !== null,
    );
    return rows.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { document }]) => document as Documents[C]);
  }

  ofPartners<C extends PartnerRuled>(collection: C, partnerIds: ReadonlySet<string>): Documents[C][] {
    return this.all(collection).filter(({ partnerId }) => partnerIds.has(partnerId));
  }

  /** Adds a change, so that later writes of the same transaction see it. */
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

  /** The combined changes of all writes, each document once. */
  *changes(): Generator<StoredChange> {
    for (const [collection, keys] of this.changed) {
      for (const key of keys) {
        const { storedId, document } = this.rowsOf(collection).get(key)!;
        if (storedId !== undefined || document !== undefined)
          yield { collection, key, storedId, document: document ?? undefined };
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
