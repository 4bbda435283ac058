/** Works out what a write would change, and any conflict, before anything is written. */
import type { CollectionName, Documents } from '../contract/documents/documents.js';
import { isPartnerRuled, partnerClashes, type PartnerRuled } from './rules/partner-rules.js';
import { formerKeyOf, keyOf, type Change, type Conflict, type Key, type WriteOp } from './port.js';
import { referenceFaults, type Lookup } from './rules/references.js';

/** The documents as they are before the write. */
export interface DocumentReader {
  get<C extends CollectionName>(collection: C, key: Key): Documents[C] | undefined;
  has(collection: CollectionName, key: Key): boolean;
  all<C extends CollectionName>(collection: C): Iterable<Documents[C]>;
  /** In the order of their keys, partner by partner. */
  ofPartners<C extends PartnerRuled>(collection: C, partnerIds: ReadonlySet<string>): Iterable<Documents[C]>;
}

type AnyDocument = Documents[CollectionName];

/** The ops of one write overlaid on the existing documents: lookups see the state after the write. */
export class Transaction implements Lookup {
  private readonly written = new Map<CollectionName, Map<Key, AnyDocument | null>>();

  constructor(private readonly before: DocumentReader) {}

  /**
   * Applies `ops` in order. Returns the first conflict, or null when all of them may be written together.
   */
  apply(ops: readonly WriteOp[]): Conflict | null {
    for (const op of ops) {
      const key = op.kind === 'delete' ? op.key : keyOf(op.collection, op.document);
      const taken = op.kind === 'insert' ? this.takenKey(op.collection, key, op.document) : null;
      if (taken !== null) return { reason: 'KEY_TAKEN', collection: op.collection, key: taken };
      this.writtenIn(op.collection).set(key, op.kind === 'delete' ? null : op.document);
    }
    return this.referenceConflict() ?? this.partnerConflict();
  }

  /** The changes of the ops, each key once, in the order in which the ops first named it. */
  changes(): Change[] {
    const changes: Change[] = [];
    for (const [collection, documents] of this.written) {
      for (const [key, document] of documents) {
        if (document !== null) changes.push({ kind: 'put', collection, key, document } as Change);
        else if (this.before.has(collection, key)) changes.push({ kind: 'delete', collection, key });
      }
    }
    return changes;
  }

  find<C extends CollectionName>(collection: C, key: Key): Documents[C] | undefined {
    const document = this.written.get(collection)?.get(key);
    return document === undefined ? this.before.get(collection, key) : ((document as Documents[C] | null) ?? undefined);
  }

  has(collection: CollectionName, key: Key): boolean {
    const document = this.written.get(collection)?.get(key);
    return document === undefined ? this.before.has(collection, key) : document !== null;
  }

  hasGstCode(gstCode: string): boolean {
    return this.afterWrite('states', this.before.all('states')).some((state) => state.gstCode === gstCode);
  }

  /** The document's key or its former key, whichever is taken; null: neither. */
  private takenKey(collection: CollectionName, key: Key, document: AnyDocument): Key | null {
    if (this.has(collection, key)) return key;
    const formerKey = formerKeyOf(collection, document);
    return formerKey !== null && this.has(collection, formerKey) ? formerKey : null;
  }

  private writtenIn(collection: CollectionName): Map<Key, AnyDocument | null> {
    let documents = this.written.get(collection);
    if (documents === undefined) this.written.set(collection, (documents = new Map()));
    return documents;
  }

  /**
   * The documents of a collection after the write, given those before it: first those that this write does not touch,
   * then all that it puts.
   */
  private afterWrite<C extends CollectionName>(collection: C, before: Iterable<Documents[C]>): Documents[C][] {
    const written = this.written.get(collection) ?? new Map<Key, AnyDocument | null>();
    const untouched = [...before].filter((document) => !written.has(keyOf(collection, document)));
    return [...untouched, ...([...written.values()].filter((document) => document !== null) as Documents[C][])];
  }

  private referenceConflict(): Conflict | null {
    for (const [collection, documents] of this.written) {
      for (const [key, document] of documents) {
        const fault = document === null ? undefined : referenceFaults(collection, document, this)[0];
        if (fault !== undefined) return { reason: 'REFERENCE', collection, key, ...fault };
      }
    }
    return null;
  }

  private partnerConflict(): Conflict | null {
    for (const collection of this.written.keys()) {
      const conflict = isPartnerRuled(collection) ? this.clashConflict(collection) : null;
      if (conflict !== null) return conflict;
    }
    return null;
  }

  private clashConflict<C extends PartnerRuled>(collection: C): Conflict | null {
    const written = new Set(
      [...this.writtenIn(collection).values()].filter((document) => document !== null) as Documents[C][],
    );
    const partners = new Set([...written].map((document) => document.partnerId));
    const afterWrite = this.afterWrite(collection, this.before.ofPartners(collection, partners));
    for (const partnerId of partners) {
      // a clash that existed before is not caused by this write
      const ofPartner = afterWrite.filter((document) => document.partnerId === partnerId);
      const [clash] = partnerClashes(collection, ofPartner, (document) => written.has(document));
      if (clash === undefined) continue;
      const key = keyOf(collection, clash.document);
      if (collection === 'discounts' && clash.other !== null) {
        return { reason: 'DISCOUNT_OVERLAP', key, overlaps: keyOf(collection, clash.other) };
      }
      return { reason: 'REFERENCE', collection, key, field: clash.field, message: clash.message };
    }
    return null;
  }
}
