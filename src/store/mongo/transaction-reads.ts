/** The documents that a transaction has read. */
import { strict as assert } from 'node:assert';
import type { Document } from 'mongodb';
import type { CollectionName, CustomerCharge, Documents } from '../../model/documents.js';
import type { NamedCollection } from '../../model/reference-fields.js';
import type { Referrer, TransactionReader } from '../../model/overlay.js';
import { ownerOf, type RuledCollection } from '../../model/rules/partner-rules.js';
import { inOrder, type Key, keyOf } from '../../model/change.js';
import { names, namersOf } from '../../model/rules/references.js';
import { documentOf } from './documents.js';
import { addTo } from '../../model/members.js';

interface Row {
  /** Its `_id` in the database. */
  storedId: unknown;
  /** Null: only its existence was read, not its contents. */
  document: Documents[CollectionName] | null;
}

const NO_ROWS: ReadonlyMap<Key, Row> = new Map();

export class TransactionReads implements TransactionReader {
  private readonly rows = new Map<CollectionName, Map<Key, Row>>();
  private readonly chargesOfOwner = new Map<string, Key[]>();

  /** Adds a document that was read; `isWhole` when all of its fields were. */
  add(collection: CollectionName, stored: Document, isWhole: boolean): void {
    const document = documentOf(collection, stored);
    const key = keyOf(collection, document);
    let rows = this.rows.get(collection);
    if (rows === undefined) this.rows.set(collection, (rows = new Map()));
    // a document that was read whole and for its existence counts as whole
    if (isWhole || !rows.has(key)) rows.set(key, { storedId: stored._id, document: isWhole ? document : null });
  }

  /** Adds a customer charge for its owner alone. */
  addCharge({ id, partnerId }: { id: number; partnerId?: string | null }): void {
    const owner = ownerOf('customer-charges', { partnerId: partnerId ?? null });
    addTo(this.chargesOfOwner, owner, id);
  }

  /** The document's `_id` in the database; undefined: it is not there. */
  storedId(collection: CollectionName, key: Key): unknown {
    return this.rows.get(collection)?.get(key)?.storedId;
  }

  find<C extends CollectionName>(collection: C, key: Key): Documents[C] | undefined {
    const document = this.rows.get(collection)?.get(key)?.document;
    assert(document !== null, `${collection} ${key} was read for its existence alone`);
    return document as Documents[C] | undefined;
  }

  has(collection: CollectionName, key: Key): boolean {
    return this.rows.get(collection)?.has(key) ?? false;
  }

  states(): Documents['states'][] {
    return this.whole('states');
  }

  ofOwner<C extends RuledCollection>(collection: C, owner: string): Documents[C][] {
    return this.whole(collection)
      .filter((document) => ownerOf(collection, document) === owner)
      .sort(inOrder(collection));
  }

  chargeKeys(owner: string): Key[] {
    return this.chargesOfOwner.get(owner) ?? [];
  }

  chargesOf(code: string, partnerId: string | null): CustomerCharge[] {
    return this.whole('customer-charges').filter(
      (row) => row.of?.includes(code) && (partnerId === null || row.partnerId === partnerId),
    );
  }

  *namers(collection: NamedCollection, keys: ReadonlySet<Key>): Generator<Referrer> {
    for (const namer of namersOf(collection)) {
      for (const document of this.whole(namer))
        if (names(namer, document, collection, keys))
          yield { collection: namer, key: keyOf(namer, document), document };
    }
  }

  private whole<C extends CollectionName>(collection: C): Documents[C][] {
    const rows = [...(this.rows.get(collection) ?? NO_ROWS).values()];
    return rows.flatMap(({ document }) => (document === null ? [] : [document as Documents[C]]));
  }
}
