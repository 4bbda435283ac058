/** Caches the reads of one transaction: a document of many ops is decoded once. */
import type { AnyDocument, CollectionName, CustomerCharge, Documents } from '../../model/documents.js';
import type { NamedCollection } from '../../model/reference-fields.js';
import type { Referrer, TransactionReader } from '../../model/overlay.js';
import type { Key } from '../../model/change.js';
import type { RuledCollection } from '../../model/rules/partner-rules.js';

export class ReadCache implements TransactionReader {
  /** Null: it exists, but was not decoded. Undefined: it does not exist. */
  private readonly known = new Map<CollectionName, Map<Key, AnyDocument | null | undefined>>();
  /** By collection and owner, all its documents. */
  private readonly owned = new Map<string, readonly AnyDocument[]>();

  constructor(private readonly source: TransactionReader) {}

  find<C extends CollectionName>(collection: C, key: Key): Documents[C] | undefined {
    const known = this.knownOf(collection);
    let document = known.get(key);
    if (document === null || (document === undefined && !known.has(key)))
      known.set(key, (document = this.source.find(collection, key)));
    return document as Documents[C] | undefined;
  }

  /** Only partners are cached: a write of many documents names one partner, but many pincodes. */
  has(collection: CollectionName, key: Key): boolean {
    const known = this.knownOf(collection);
    if (known.has(key)) return known.get(key) !== undefined;
    const has = this.source.has(collection, key);
    if (!has || collection === 'partners') known.set(key, has ? null : undefined);
    return has;
  }

  states(): Iterable<Documents['states']> {
    return this.source.states();
  }

  /** Many writes of one owner share a transaction: only the first one decodes its documents. */
  ofOwner<C extends RuledCollection>(collection: C, owner: string): Iterable<Documents[C]> {
    const name = `${collection}/${owner}`;
    let documents = this.owned.get(name) as readonly Documents[C][] | undefined;
    if (documents === undefined) this.owned.set(name, (documents = [...this.source.ofOwner(collection, owner)]));
    return documents;
  }

  chargeKeys(owner: string): Iterable<Key> {
    return this.source.chargeKeys(owner);
  }

  chargesOf(code: string, partnerId: string | null): Iterable<CustomerCharge> {
    return this.source.chargesOf(code, partnerId);
  }

  namers(collection: NamedCollection, keys: ReadonlySet<Key>): Iterable<Referrer> {
    return this.source.namers(collection, keys);
  }

  private knownOf(collection: CollectionName): Map<Key, AnyDocument | null | undefined> {
    let known = this.known.get(collection);
    if (known === undefined) this.known.set(collection, (known = new Map()));
    return known;
  }
}
