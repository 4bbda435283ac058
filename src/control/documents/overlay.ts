import type { CollectionName, Documents } from '../../contract/documents/documents.js';
import type { PartnerRuled } from '../../store/rules/partner-rules.js';
import { type Change, type Key, nameOf } from '../../store/port.js';
import type { Lookup } from '../../store/rules/references.js';
import type { Catalog } from './catalog.js';
import { gstSignal } from './refused.js';

type NamedCollection = 'states' | 'cities' | 'areas' | 'pincodes' | 'partners' | 'zones';

const NO_CHANGES: ReadonlyMap<Key, Change> = new Map();

/**
 * The catalog as it will be with the changes that are not refused so far, and without the places that the store has
 * deleted.
 */
export class Overlay implements Lookup {
  readonly #changes = new Map<CollectionName, Map<Key, Change>>();

  constructor(
    private readonly catalog: Catalog,
    /** Whether the store has deleted a place that stays in force for now: new documents must not name it. */
    private readonly isDeleted: (document: { collection: CollectionName; key: Key }) => boolean,
  ) {}

  /** The last change added for a key counts. */
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

  find<C extends CollectionName>(collection: C, key: Key): Documents[C] | undefined {
    const change = this.#changes.get(collection)?.get(key);
    if (change !== undefined) return change.kind === 'put' ? (change.document as Documents[C]) : undefined;
    return this.isDeleted({ collection, key })
      ? undefined
      : (this.catalog.find(collection as NamedCollection, key) as Documents[C] | undefined);
  }

  has(collection: CollectionName, key: Key): boolean {
    return this.find(collection, key) !== undefined;
  }

  hasGstCode(gstCode: string): boolean {
    const hasCode = (id: Key) => this.find('states', id)?.gstCode === gstCode;
    return this.catalog.all('states').some(({ id }) => hasCode(id)) || [...this.changes('states').keys()].some(hasCode);
  }

  /** A partner's documents as they will be: the unchanged ones first, then `changed` in the order of their keys. */
  withChanged<C extends PartnerRuled>(
    collection: C,
    partnerId: string,
    changed: Iterable<Documents[C]>,
  ): Documents[C][] {
    const changes = this.changes(collection);
    const unchanged = (this.catalog.of(collection, partnerId) as readonly Documents[C][]).filter(
      ({ id }) => !changes.has(id),
    );
    return [...unchanged, ...[...changed].sort((a, b) => a.id - b.id)];
  }
}

/** Knows only whether documents exist. */
export class Existence implements Lookup {
  constructor(private readonly lookup: Lookup) {}

  find(collection: CollectionName, key: Key): null | undefined {
    return this.lookup.has(collection, key) ? null : undefined;
  }

  has(collection: CollectionName, key: Key): boolean {
    return this.lookup.has(collection, key);
  }

  hasGstCode(gstCode: string): boolean {
    return this.lookup.hasGstCode(gstCode);
  }
}

/** Notes which documents a refused one lacks. */
export class Wishes implements Lookup {
  readonly signals = new Set<string>();

  constructor(private readonly lookup: Lookup) {}

  find<C extends CollectionName>(collection: C, key: Key): Documents[C] | null | undefined {
    const document = this.lookup.find(collection, key);
    // a partner only has to exist; any other document may also have to belong to the right partner
    if (document === undefined || collection !== 'partners') this.signals.add(nameOf({ collection, key }));
    return document;
  }

  has(collection: CollectionName, key: Key): boolean {
    const isThere = this.lookup.has(collection, key);
    if (!isThere) this.signals.add(nameOf({ collection, key }));
    return isThere;
  }

  hasGstCode(gstCode: string): boolean {
    const isThere = this.lookup.hasGstCode(gstCode);
    if (!isThere) this.signals.add(gstSignal(gstCode));
    return isThere;
  }
}
