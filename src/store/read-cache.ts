/** Caches the reads of one transaction: a document that many ops name is decoded once. */
import type { CollectionName, Documents } from '../contract/documents/documents.js';
import { isPartnerRuled, type PartnerRuled } from './rules/partner-rules.js';
import { type Change, type Key, keyOf } from './port.js';
import type { DocumentReader } from './transaction.js';

type AnyDocument = Documents[CollectionName];

export class ReadCache implements DocumentReader {
  /** Undefined: the document is known not to exist. */
  private readonly known = new Map<CollectionName, Map<Key, AnyDocument | undefined>>();
  /** By collection and partner, all its documents. */
  private readonly owned = new Map<string, Map<Key, AnyDocument>>();

  constructor(private readonly source: DocumentReader) {}

  get<C extends CollectionName>(collection: C, key: Key): Documents[C] | undefined {
    const known = this.knownOf(collection);
    const document = known.get(key);
    if (document !== undefined || known.has(key)) return document as Documents[C] | undefined;
    const found = this.source.get(collection, key);
    known.set(key, found);
    return found;
  }

  /**
   * Only absence is cached: an existing document was not decoded here, and a write of many documents names each of
   * their pincodes once.
   */
  has(collection: CollectionName, key: Key): boolean {
    const known = this.knownOf(collection);
    if (known.has(key)) return known.get(key) !== undefined;
    const has = this.source.has(collection, key);
    if (!has) known.set(key, undefined);
    return has;
  }

  all<C extends CollectionName>(collection: C): Iterable<Documents[C]> {
    return this.source.all(collection);
  }

  /** Many writes of one partner share a transaction: its documents are decoded for the first of them. */
  ofPartners<C extends PartnerRuled>(collection: C, partnerIds: ReadonlySet<string>): Iterable<Documents[C]> {
    return [...partnerIds].flatMap((partnerId) => {
      const name = `${collection}/${partnerId}`;
      let documents = this.owned.get(name) as Map<Key, Documents[C]> | undefined;
      if (documents === undefined) {
        const found = this.source.ofPartners(collection, new Set([partnerId]));
        documents = new Map([...found].map((document) => [keyOf(collection, document), document]));
        this.owned.set(name, documents);
      }
      return [...documents.values()];
    });
  }

  /** Adds a change that the transaction has written. */
  written({ collection, key, ...change }: Change): void {
    this.knownOf(collection).set(key, change.kind === 'put' ? change.document : undefined);
    if (!isPartnerRuled(collection)) return;
    for (const [name, documents] of this.owned) if (name.startsWith(`${collection}/`)) documents.delete(key);
    if (change.kind === 'put') {
      const { partnerId } = change.document as Documents[PartnerRuled];
      this.owned.get(`${collection}/${partnerId}`)?.set(key, change.document);
    }
  }

  private knownOf(collection: CollectionName): Map<Key, AnyDocument | undefined> {
    let known = this.known.get(collection);
    if (known === undefined) this.known.set(collection, (known = new Map()));
    return known;
  }
}
