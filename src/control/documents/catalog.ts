/**
 * The documents in memory, a mirror of the store: the index is built from them and reads are answered from them. A
 * change says which parts of the index it touches. Assignments stay in the store: no price depends on them and they
 * only grow.
 */
import { isDeepStrictEqual } from 'node:util';
import type { CardDocuments } from '../../index/card/parts.js';
import type { GeneralDocuments } from '../../index/general.js';
import type { GeographyDocuments } from '../../index/geography.js';
import type { CoverageDocuments } from '../../index/partner-blocks.js';
import { Dirty, type IndexSource } from '../../index/build-generation.js';
import { derivedFrom } from '../../model/derived.js';
import {
  CONTRACT_COLLECTIONS,
  type CollectionName,
  type Credential,
  type Documents,
  type Surcharge,
} from '../../model/documents.js';
import { type Change, type Key, keyOf, type Put } from '../../model/change.js';
import { type Assigned, PincodeEntries } from './pincode-entries.js';
import { type OwnedDocument, OwnedRows } from './owned-rows.js';
import { Rows, SortedRows } from './rows.js';

export const CATALOG_COLLECTIONS = [
  'states',
  'cities',
  'areas',
  'pincodes',
  'service-types',
  'partners',
  'zones',
  'zone-pincodes',
  'packages',
  'distance-charges',
  'customer-charges',
  'discounts',
  ...CONTRACT_COLLECTIONS,
  'credentials',
] as const satisfies readonly CollectionName[];
export type CatalogCollection = (typeof CATALOG_COLLECTIONS)[number];
export type CatalogDocuments = { [C in CatalogCollection]: readonly Documents[C][] };

type PlainCollection = 'states' | 'cities' | 'areas' | 'pincodes' | 'service-types' | 'partners' | 'credentials';
type OwnedCollection = Exclude<CatalogCollection, PlainCollection | 'zone-pincodes'>;
/** The collections that are kept as documents; `zone-pincodes` are kept as numbers. */
type ListedCollection = Exclude<CatalogCollection, 'zone-pincodes'>;

const UNKNOWN_MOMENT = new Date(0).toISOString();

/** What makes an empty collection hold `documents`. */
export function putsOf<C extends CatalogCollection>(collection: C, documents: readonly Documents[C][]): Put[] {
  return documents.map((document) => ({ kind: 'put', collection, key: keyOf(collection, document), document }) as Put);
}

/** A partner's surcharges together with those without a partner: the same array for the same two. */
export function joinedSurcharges(own: readonly Surcharge[], general: readonly Surcharge[]): readonly Surcharge[] {
  if (own.length === 0) return general;
  return general.length === 0 ? own : joined(own, general);
}

const joined = derivedFrom((own: readonly Surcharge[], general: readonly Surcharge[]) => [...general, ...own]);

export class Catalog implements IndexSource {
  #plain = {
    'states': new Rows<Documents['states']>(),
    'cities': new Rows<Documents['cities']>(),
    'areas': new SortedRows<Documents['areas']>(),
    'pincodes': new Rows<Documents['pincodes']>(),
    'service-types': new Rows<Documents['service-types']>(),
    'partners': new Rows<Documents['partners']>(),
    'credentials': new Rows<Documents['credentials']>(),
  };
  #owned = {
    'zones': new OwnedRows<Documents['zones']>(),
    'packages': new OwnedRows<Documents['packages']>(),
    'distance-charges': new OwnedRows<Documents['distance-charges']>(),
    'customer-charges': new OwnedRows<Documents['customer-charges']>(),
    'discounts': new OwnedRows<Documents['discounts']>(),
    'lane-rules': new OwnedRows<Documents['lane-rules']>(),
    'surcharges': new OwnedRows<Documents['surcharges']>(),
    'transit-lanes': new OwnedRows<Documents['transit-lanes']>(),
    'rto-terms': new OwnedRows<Documents['rto-terms']>(),
    'holidays': new OwnedRows<Documents['holidays']>(),
    'road-distances': new OwnedRows<Documents['road-distances']>(),
  };
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
    const forkOf = <T extends Record<string, { fork(): unknown }>>(rows: T): T =>
      Object.fromEntries(Object.entries(rows).map(([collection, each]) => [collection, each.fork()])) as T;
    const fork = new Catalog(this.now);
    fork.#plain = forkOf(this.#plain);
    fork.#owned = forkOf(this.#owned);
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
    return this.#rows(collection).get(key) as Documents[C] | undefined;
  }

  /**
   * Every document of a collection, in the order of their keys: the same array until one of them changes, so it can key
   * a cache.
   */
  all<C extends ListedCollection>(collection: C): readonly Documents[C][] {
    return this.#rows(collection).list() as readonly Documents[C][];
  }

  /** The last of a collection's keys. It does not sort the collection again after a change. */
  greatestKey(collection: ListedCollection): Key | undefined {
    return this.#rows(collection).greatestKey();
  }

  /**
   * A partner's documents of a collection, like {@link all}; those without a partner are those of ''.
   */
  of<C extends OwnedCollection>(collection: C, partnerId: string): readonly Documents[C][] {
    return this.#owned[collection].of(partnerId) as readonly Documents[C][];
  }

  /** The zone of each pincode that the partner has an entry for. Changes with the store. */
  assigned(partnerId: string): Assigned {
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
    if (collection !== 'zone-pincodes') return this.#rows(collection).size;
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
    return {
      'customer-charges': this.of('customer-charges', ''),
      'holidays': this.of('holidays', ''),
      'road-distances': this.of('road-distances', ''),
    };
  }

  activePartners(): string[] {
    return this.all('partners')
      .filter(({ status }) => status === 'ACTIVE')
      .map(({ partnerId }) => partnerId);
  }

  cardDocuments(partnerId: string): CardDocuments {
    return {
      partner: this.#plain.partners.get(partnerId)!,
      zones: this.of('zones', partnerId),
      packages: this.of('packages', partnerId),
      distanceCharges: this.of('distance-charges', partnerId),
      customerCharges: this.of('customer-charges', partnerId),
      discounts: this.of('discounts', partnerId),
      laneRules: this.of('lane-rules', partnerId),
      surcharges: joinedSurcharges(this.of('surcharges', partnerId), this.of('surcharges', '')),
      transitLanes: this.of('transit-lanes', partnerId),
      rtoTerms: this.of('rto-terms', partnerId),
      holidays: this.of('holidays', partnerId),
      roadDistances: this.of('road-distances', partnerId),
      overrides: this.#entries.digest(
        partnerId,
        this.of('zones', partnerId),
        (pincode) => this.#plain.pincodes.get(pincode) !== undefined,
      ),
    };
  }

  coverageDocuments(partnerId: string): CoverageDocuments {
    return { zones: this.of('zones', partnerId), ...this.#entries.documents(partnerId) };
  }

  #rows(collection: ListedCollection): Rows<unknown> | OwnedRows<OwnedDocument> {
    return (
      collection in this.#plain
        ? this.#plain[collection as PlainCollection]
        : this.#owned[collection as OwnedCollection]
    ) as Rows<unknown>;
  }

  #apply(change: Change, dirty: Dirty): void {
    const { collection, key } = change;
    switch (collection) {
      case 'assignments':
      case 'idempotency-keys':
      case 'changes':
      case 'change-entries':
      case 'keys':
        return;
      case 'zone-pincodes':
        this.#applyEntry(change, dirty);
        return;
      case 'zones':
      case 'packages':
      case 'distance-charges':
      case 'customer-charges':
      case 'discounts':
      case 'lane-rules':
      case 'surcharges':
      case 'transit-lanes':
      case 'rto-terms':
      case 'holidays':
      case 'road-distances': {
        const rows = this.#owned[collection] as OwnedRows<OwnedDocument>;
        for (const partnerId of rows.apply(key, change.kind === 'put' ? (change.document as OwnedDocument) : null)) {
          dirty.row(collection, partnerId);
          // coverage holds zone numbers, which depend on all zones of the partner
          if (collection === 'zones') dirty.coverage.add(partnerId);
        }
        return;
      }
      case 'partners':
        dirty.partners = true;
        dirty.cards.add(String(key));
        break;
      case 'credentials':
        dirty.credentials = true;
        break;
      case 'service-types':
        break;
      case 'pincodes':
        for (const partnerId of this.#entries.pincodeChanged(Number(key))) dirty.cards.add(partnerId);
        dirty.geography = true;
        break;
      case 'states':
      case 'cities':
      case 'areas':
        dirty.geography = true;
        break;
    }
    (this.#plain[collection] as Rows<unknown>).apply(key, change.kind === 'put' ? change.document : null);
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
