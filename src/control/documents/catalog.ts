/**
 * The documents in memory, a mirror of the store: the index is built from them and reads are answered from them. A
 * change says which parts of the index it touches. Assignments stay in the store: no price depends on them and they
 * only grow.
 */
import { isDeepStrictEqual } from 'node:util';
import type { CardDocuments } from '../../index/card/documents.js';
import type { GeographyDocuments } from '../../index/geography.js';
import type { CoverageDocuments } from '../../index/partner-blocks.js';
import { Dirty, type IndexSource } from '../../index/build-generation.js';
import {
  type CollectionName,
  type CollectionWith,
  type Credential,
  DOCUMENT_COLLECTIONS,
  type DocumentCollection,
  type Documents,
  factsOf,
  isRecorded,
} from '../../model/documents.js';
import { cardRowsOf, type GeneralCollection, type GeneralDocuments, generalRowsOf } from '../../model/card-rows.js';
import { type Change, type Key, keyOf, type PutChange } from '../../model/change.js';
import { type ZoneAssignments, PincodeEntries } from './pincode-entries.js';
import { type OwnedDocument, OwnedRows } from './owned-rows.js';
import { Rows, SortedRows } from './rows.js';

export const CATALOG_COLLECTIONS = DOCUMENT_COLLECTIONS;
export type CatalogCollection = DocumentCollection;
export type CatalogDocuments = { [C in CatalogCollection]: readonly Documents[C][] };

/** The collections that are kept as documents; `zone-pincodes` are kept as numbers. */
type ListedCollection = Exclude<CatalogCollection, 'zone-pincodes'>;
/** The collections whose documents belong to one partner, or to none. */
export type OwnedCollection = Exclude<
  CollectionWith<{ kind: 'document'; owner: 'partner' | 'anyone' }>,
  'zone-pincodes'
>;
/** The collections of the whole house whose number is limited. */
type HouseCollection = CollectionWith<{ owner: 'none'; most: number }>;
const LISTED_COLLECTIONS = CATALOG_COLLECTIONS.filter((name): name is ListedCollection => name !== 'zone-pincodes');

type AnyRows = Rows<unknown> | SortedRows<{ id: number }> | OwnedRows<OwnedDocument>;

function newRows(collection: ListedCollection): AnyRows {
  const { owner, key } = factsOf(collection);
  if (owner !== 'none') return new OwnedRows();
  return key[0] === 'id' ? new SortedRows() : new Rows();
}

const UNKNOWN_MOMENT = new Date(0).toISOString();

/** What makes an empty collection hold `documents`. */
export function putsOf<C extends CatalogCollection>(collection: C, documents: readonly Documents[C][]): PutChange[] {
  return documents.map(
    (document) => ({ kind: 'put', collection, key: keyOf(collection, document), document }) as PutChange,
  );
}

export class Catalog implements IndexSource {
  #rows = new Map<ListedCollection, AnyRows>(LISTED_COLLECTIONS.map((name) => [name, newRows(name)]));
  #entries = new PincodeEntries();
  #syncedAtMs: number;
  #version = 0;
  /** The number of the last change set whose documents these are; 0: of none. */
  changeId = 0;
  /** How often everything was read from the store: whenever it was, the store may have another history than before. */
  loads = 0;

  /** Holds nothing until something is applied. */
  constructor(private readonly now: () => number = Date.now) {
    this.#syncedAtMs = now();
  }

  /** The catalog of `documents` and nothing else. */
  static of(documents: CatalogDocuments, now?: () => number): Catalog {
    const catalog = new Catalog(now);
    for (const collection of CATALOG_COLLECTIONS) catalog.apply(putsOf(collection, documents[collection]), new Dirty());
    return catalog;
  }

  /** The same documents, which from now on change apart from these: for what a change would do. */
  fork(): Catalog {
    const fork = new Catalog(this.now);
    fork.#rows = new Map(Array.from(this.#rows, ([collection, rows]) => [collection, rows.fork()]));
    fork.#entries = this.#entries.fork();
    fork.#syncedAtMs = this.#syncedAtMs;
    fork.#version = this.#version;
    fork.changeId = this.changeId;
    return fork;
  }

  /** Mirrors changes of the store; what they touch of the index is added to `dirty`. */
  apply(changes: readonly Change[], dirty: Dirty): void {
    for (const change of changes) this.#apply(change, dirty);
    this.#syncedAtMs = this.now();
    this.#version += 1;
  }

  /** Grows with every change. */
  get version(): number {
    return this.#version;
  }

  /** When this last adopted a change or a read of the store, in milliseconds since the epoch. */
  get syncedAtMs(): number {
    return this.#syncedAtMs;
  }

  find<C extends ListedCollection>(collection: C, key: Key): Documents[C] | undefined {
    return this.#of(collection).get(key) as unknown as Documents[C] | undefined;
  }

  /**
   * Every document of a collection, in the order of their keys: the same array until one of them changes, so it can key
   * a cache.
   */
  all<C extends ListedCollection>(collection: C): readonly Documents[C][] {
    return this.#of(collection).list() as unknown as readonly Documents[C][];
  }

  /** The last of a collection's keys. It does not sort the collection again after a change. */
  greatestKey(collection: ListedCollection): Key | undefined {
    return this.#of(collection).greatestKey();
  }

  /**
   * A partner's documents of a collection, like {@link all}; documents without a partner are under '', as are those of
   * the whole house.
   */
  of<C extends OwnedCollection | HouseCollection>(collection: C, partnerId: string): readonly Documents[C][] {
    const rows = this.#of(collection);
    return (rows instanceof OwnedRows ? rows.of(partnerId) : rows.list()) as unknown as readonly Documents[C][];
  }

  /** The zone of each pincode that the partner has an entry for. Changes with the store. */
  assigned(partnerId: string): ZoneAssignments {
    return this.#entries.of(partnerId);
  }

  /** The keys of a partner's entries of pincodes, in their order. */
  entryKeys(partnerId: string): Key[] {
    return this.#entries.keysOf(partnerId).sort();
  }

  /** Every document of a collection; when a pincode was assigned is not known. */
  documents<C extends CatalogCollection>(collection: C): readonly Documents[C][] {
    if (collection !== 'zone-pincodes') return this.all(collection as ListedCollection) as readonly Documents[C][];
    return this.keys(collection).map((key) => this.document(collection, key)!);
  }

  /** Like {@link find}, of any collection. */
  document<C extends CollectionName>(collection: C, key: Key): Documents[C] | undefined {
    if (collection !== 'zone-pincodes')
      return this.find(collection as ListedCollection, key) as Documents[C] | undefined;
    // a key of another program's document may have any form
    const [, partnerId, pincode] = /^(.*)\/(\d{6})$/s.exec(String(key)) ?? [];
    const entry = partnerId === undefined ? undefined : this.#entries.document(partnerId, Number(pincode));
    return entry && ({ ...entry, assignedAt: UNKNOWN_MOMENT } as Documents[C]);
  }

  /** The keys of a collection. */
  keys(collection: CatalogCollection): Key[] {
    if (collection !== 'zone-pincodes') return this.all(collection).map((document) => keyOf(collection, document));
    return this.#entries.keys();
  }

  /** The number of documents of a collection. */
  count(collection: CatalogCollection): number {
    if (collection !== 'zone-pincodes') return this.#of(collection).size;
    return this.#entries.size;
  }

  /** Whether the catalog holds the same document, another one under its key, or none. */
  compare<C extends CatalogCollection>(collection: C, document: Documents[C]): 'same' | 'other' | 'missing' {
    if (collection === 'zone-pincodes') return this.#entries.compare(document as Documents['zone-pincodes']);
    const held = this.find(collection as ListedCollection, keyOf(collection, document));
    if (held === undefined) return 'missing';
    return isDeepStrictEqual(held, document) ? 'same' : 'other';
  }

  credentials(): readonly Credential[] {
    return this.all('credentials');
  }

  geographyDocuments(): GeographyDocuments {
    return {
      states: this.all('states'),
      cities: this.all('cities'),
      areas: this.all('areas'),
      pincodes: this.all('pincodes'),
    };
  }

  generalDocuments(): GeneralDocuments {
    return generalRowsOf((collection) =>
      factsOf(collection).owner === 'partner' ? this.all(collection) : this.of(collection, ''),
    );
  }

  activePartners(): string[] {
    return this.#partnersThat(({ status }) => status === 'ACTIVE');
  }

  inactivePartners(): string[] {
    return this.#partnersThat(({ status }) => status !== 'ACTIVE');
  }

  #partnersThat(isWanted: (partner: Documents['partners']) => boolean): string[] {
    return this.all('partners')
      .filter(isWanted)
      .map(({ partnerId }) => partnerId);
  }

  cardDocuments(partnerId: string): CardDocuments {
    return {
      ...cardRowsOf(partnerId, (collection, owner) => this.of(collection, owner)),
      partner: this.find('partners', partnerId)!,
      overrides: this.#entries.digest(
        partnerId,
        this.of('zones', partnerId),
        (pincode) => this.find('pincodes', pincode) !== undefined,
      ),
    };
  }

  coverageDocuments(partnerId: string): CoverageDocuments {
    return {
      zones: this.of('zones', partnerId),
      holds: this.of('holds', partnerId),
      ...this.#entries.documents(partnerId),
    };
  }

  #of(collection: ListedCollection): AnyRows {
    return this.#rows.get(collection)!;
  }

  #apply(change: Change, dirty: Dirty): void {
    const { collection, key } = change;
    if (!isRecorded(collection)) return;
    if (collection === 'zone-pincodes') {
      this.#applyEntry(change, dirty);
      return;
    }
    const document = change.kind === 'put' ? change.document : null;
    const rows = this.#of(collection);
    // of documents without an owner only a partner has a card
    let partnerIds = [String(key)];
    if (rows instanceof OwnedRows) partnerIds = rows.apply(key, document as OwnedDocument | null);
    else rows.apply(key, document as never);
    note(dirty, collection, partnerIds);
    // an entry of a pincode that is gone overrides nothing
    if (collection === 'pincodes')
      for (const partnerId of this.#entries.pincodeChanged(Number(key))) dirty.cards.add(partnerId);
  }

  #applyEntry(change: Change, dirty: Dirty): void {
    let partnerId: string;
    let changesCard: boolean;
    if (change.kind === 'put') {
      const entry = change.document as Documents['zone-pincodes'];
      ({ partnerId } = entry);
      changesCard = this.#entries.put(entry);
    } else {
      // partnerId/pincode
      const key = String(change.key);
      const separator = key.lastIndexOf('/');
      partnerId = key.slice(0, separator);
      changesCard = this.#entries.delete(partnerId, Number(key.slice(separator + 1)));
    }
    dirty.coverage.add(partnerId);
    // of the card only the version: what entries override is none of its rows
    if (changesCard) dirty.cards.add(partnerId);
  }
}

/** Notes what a changed document of these partners makes stale; '' stands for "no partner". */
function note(dirty: Dirty, collection: CatalogCollection, partnerIds: readonly string[]): void {
  const { dirties, general } = factsOf(collection);
  for (const part of dirties) {
    if (part === 'allocation') dirty.general.add(collection as GeneralCollection);
    else if (part !== 'card' && part !== 'coverage') dirty[part] = true;
    else
      for (const partnerId of partnerIds) {
        if (partnerId !== '') dirty[part === 'card' ? 'cards' : 'coverage'].add(partnerId);
        else if (general === 'block') dirty.general.add(collection as GeneralCollection);
        else if (general === 'cards') dirty.allCards = true;
      }
  }
}
