/** Documents with changes on top of them. */
import type { CollectionName, CustomerCharge, Documents } from './documents.js';
import type { NamedCollection } from './reference-fields.js';
import type { Clash } from './rules/clash.js';
import { groupByOwner, ownerOf, partnerClashes, type RuledCollection } from './rules/partner-rules.js';
import { type Change, inOrder, type Key, keyOf } from './change.js';
import { type Lookup, names } from './rules/references.js';

/** The documents before a change. */
export interface DocumentReader {
  find<C extends CollectionName>(collection: C, key: Key): Documents[C] | undefined;
  has(collection: CollectionName, key: Key): boolean;
  states(): Iterable<Documents['states']>;
  /** The documents of an owner (see {@link ownerOf}), in the order of their keys. */
  ofOwner<C extends RuledCollection>(collection: C, owner: string): Iterable<Documents[C]>;
  /** The keys of an owner's customer charges. */
  chargeKeys(owner: string): Iterable<Key>;
  /** Customer charges that are a percentage of this surcharge's code: the partner's; null: all partners'. */
  chargesOf(code: string, partnerId: string | null): Iterable<CustomerCharge>;
}

/** A store without documents. */
export const NO_DOCUMENTS: DocumentReader = {
  find: () => undefined,
  has: () => false,
  states: () => [],
  ofOwner: () => [],
  chargeKeys: () => [],
  chargesOf: () => [],
};

/** The documents of a transaction. */
export interface TransactionReader extends DocumentReader {
  /** Documents with a reference to one of `keys`, which are looked up together: it may have to read every document. */
  namers(collection: NamedCollection, keys: ReadonlySet<Key>): Iterable<Referrer>;
}

/** A document with a reference to another one. */
export interface Referrer {
  collection: CollectionName;
  key: Key;
  document: Documents[CollectionName];
}

const NO_CHANGES: ReadonlyMap<Key, Change> = new Map();

/** Reads see the state after the changes. An overlay may lie on another. */
export class Overlay implements DocumentReader, Lookup {
  readonly #changes = new Map<CollectionName, Map<Key, Change>>();

  constructor(private readonly source: DocumentReader) {}

  /** The last change of a key counts; it has the place of the first one. */
  add(change: Change): void {
    const changes = this.#changes.get(change.collection);
    if (changes === undefined) this.#changes.set(change.collection, new Map([[change.key, change]]));
    else changes.set(change.key, change);
  }

  drop({ collection, key }: Change): void {
    this.#changes.get(collection)?.delete(key);
  }

  /** The changes of a collection, by key. */
  changes(collection: CollectionName): ReadonlyMap<Key, Change> {
    return this.#changes.get(collection) ?? NO_CHANGES;
  }

  /** The collections with changes, in the order of their first ones. */
  get collections(): CollectionName[] {
    return [...this.#changes.keys()];
  }

  /** Collection by collection the changes that have an effect: all but deletions of what the source does not have. */
  *effects(): Generator<Change> {
    for (const changes of this.#changes.values()) {
      for (const change of changes.values())
        if (change.kind === 'put' || this.source.has(change.collection, change.key)) yield change;
    }
  }

  find<C extends CollectionName>(collection: C, key: Key): Documents[C] | undefined {
    const change = this.#changes.get(collection)?.get(key);
    if (change === undefined) return this.source.find(collection, key);
    return change.kind === 'put' ? (change.document as Documents[C]) : undefined;
  }

  has(collection: CollectionName, key: Key): boolean {
    const change = this.#changes.get(collection)?.get(key);
    return change === undefined ? this.source.has(collection, key) : change.kind === 'put';
  }

  hasGstCode(gstCode: Key): boolean {
    return this.states().some((state) => state.gstCode === gstCode);
  }

  states(): Documents['states'][] {
    const changes = this.changes('states');
    return [...[...this.source.states()].filter(({ id }) => !changes.has(id)), ...this.puts('states')];
  }

  ofOwner<C extends RuledCollection>(collection: C, owner: string): Documents[C][] {
    const puts = this.puts(collection).filter((document) => ownerOf(collection, document) === owner);
    return [...this.unchangedOf(collection, owner), ...puts].sort(inOrder(collection));
  }

  chargeKeys(owner: string): Key[] {
    const puts = this.puts('customer-charges').filter((row) => ownerOf('customer-charges', row) === owner);
    return [...this.unchangedChargeKeys(owner), ...puts.map(({ id }) => id)];
  }

  /** {@link chargeKeys} without the changed documents. */
  unchangedChargeKeys(owner: string): Key[] {
    const changes = this.changes('customer-charges');
    return [...this.source.chargeKeys(owner)].filter((key) => !changes.has(key));
  }

  chargesOf(code: string, partnerId: string | null): CustomerCharge[] {
    const puts = this.puts('customer-charges').filter(
      (row) => row.of?.includes(code) && (partnerId === null || row.partnerId === partnerId),
    );
    return [...this.unchangedChargesOf(code, partnerId), ...puts];
  }

  /** {@link chargesOf} without the changed documents. */
  unchangedChargesOf(code: string, partnerId: string | null): CustomerCharge[] {
    const changes = this.changes('customer-charges');
    return [...this.source.chargesOf(code, partnerId)].filter(({ id }) => !changes.has(id));
  }

  /** Breaches of the rules between documents by the changes, without the breaches from before them. */
  *clashes<C extends RuledCollection>(collection: C): Generator<Clash<Documents[C]>> {
    for (const [owner, changed] of groupByOwner(collection, this.puts(collection))) {
      const own = new Set(changed);
      const documents = [...this.unchangedOf(collection, owner), ...changed];
      yield* partnerClashes(collection, documents, (document) => own.has(document));
    }
  }

  /** An owner's documents that no change touches, in the order of their keys. */
  unchangedOf<C extends RuledCollection>(collection: C, owner: string): Documents[C][] {
    const changes = this.changes(collection);
    return [...this.source.ofOwner(collection, owner)].filter((document) => !changes.has(keyOf(collection, document)));
  }

  /** The documents of a collection that the changes put, in the order of the changes. */
  puts<C extends CollectionName>(collection: C): Documents[C][] {
    return [...this.changes(collection).values()].flatMap((change) =>
      change.kind === 'put' ? [change.document as Documents[C]] : [],
    );
  }
}

/** The documents of a transaction after some of its writes. */
export class TransactionOverlay extends Overlay implements TransactionReader {
  constructor(private readonly before: TransactionReader) {
    super(before);
  }

  *namers(collection: NamedCollection, keys: ReadonlySet<Key>): Generator<Referrer> {
    for (const namer of this.before.namers(collection, keys))
      if (!this.changes(namer.collection).has(namer.key)) yield namer;
    for (const changed of this.collections) {
      for (const change of this.changes(changed).values())
        if (change.kind === 'put' && names(change.collection, change.document, collection, keys)) yield change;
    }
  }
}
