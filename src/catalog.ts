/**
 * The documents in memory, mirroring the store: what the index is built from and reads are answered from. A change says
 * which parts of the index it touches. Assignments stay in the store: no price hangs on them and they only grow.
 */
import type { CardDocuments } from './index/card.js';
import type { GeographyDocuments } from './index/geography.js';
import { type CoverageDocuments, Dirty, type IndexSource } from './index/publisher.js';
import type { CollectionName, Credential, CustomerCharge, Documents } from './schemas/documents.js';
import { type Change, type Key, keyOf, type Store } from './store/port.js';

export const CATALOG_COLLECTIONS = [
  'states', 'cities', 'areas', 'pincodes', 'service-types', 'partners', 'zones', 'zone-pincodes', 'packages', 'distance-charges', 'customer-charges', 'discounts', 'credentials',
] as const satisfies readonly CollectionName[];

type OwnedDocument = { partnerId: string | null };

/** The rows of one collection, by key and by the partner that they belong to; '' stands for "no partner". */
class OwnedRows<D extends OwnedDocument> {
  readonly #owner = new Map<Key, string>();
  readonly #rows = new Map<string, Map<Key, D>>();

  of(partnerId: string): D[] {
    return [...(this.#rows.get(partnerId)?.values() ?? [])];
  }

  /** Applies a change and answers the partners that it concerns. */
  apply(key: Key, document: D | null): string[] {
    const former = this.#owner.get(key);
    const owner = document === null ? undefined : document.partnerId ?? '';
    if (former !== undefined && former !== owner) this.#rows.get(former)!.delete(key);
    if (owner === undefined) this.#owner.delete(key);
    else {
      this.#owner.set(key, owner);
      let rows = this.#rows.get(owner);
      if (rows === undefined) this.#rows.set(owner, (rows = new Map()));
      rows.set(key, document!);
    }
    return [former, owner].filter((partnerId) => partnerId !== undefined);
  }
}

export class Catalog implements IndexSource {
  readonly #plain = {
    'states': new Map<Key, Documents['states']>(),
    'cities': new Map<Key, Documents['cities']>(),
    'areas': new Map<Key, Documents['areas']>(),
    'pincodes': new Map<Key, Documents['pincodes']>(),
    'service-types': new Map<Key, Documents['service-types']>(),
    'partners': new Map<Key, Documents['partners']>(),
    'credentials': new Map<Key, Documents['credentials']>(),
  };
  readonly #owned = {
    'zones': new OwnedRows<Documents['zones']>(),
    'packages': new OwnedRows<Documents['packages']>(),
    'distance-charges': new OwnedRows<Documents['distance-charges']>(),
    'customer-charges': new OwnedRows<Documents['customer-charges']>(),
    'discounts': new OwnedRows<Documents['discounts']>(),
  };
  /** By partner, the zone of each pincode that has an entry: kept as numbers, for a partner may assign all of them. */
  readonly #assigned = new Map<string, Map<number, number>>();

  /** The catalog of everything that the store holds now. */
  static async load(store: Store): Promise<Catalog> {
    const documents = await store.load(CATALOG_COLLECTIONS);
    const catalog = new Catalog();
    const ignored = new Dirty();
    for (const collection of CATALOG_COLLECTIONS) {
      for (const document of documents[collection]) {
        catalog.#apply({ kind: 'put', collection, key: keyOf(collection, document), document } as Change, ignored);
      }
    }
    return catalog;
  }

  /** Mirrors changes of the store; what they touch of the index is added to `dirty`. */
  apply(changes: readonly Change[], dirty: Dirty): void {
    for (const change of changes) this.#apply(change, dirty);
  }

  credentials(): Credential[] {
    return [...this.#plain.credentials.values()];
  }

  geographyDocuments(): GeographyDocuments {
    const { states, cities, areas, pincodes } = this.#plain;
    return { states: [...states.values()], cities: [...cities.values()], areas: [...areas.values()], pincodes: [...pincodes.values()] };
  }

  defaultCharges(): CustomerCharge[] {
    return this.#owned['customer-charges'].of('');
  }

  activePartners(): string[] {
    return [...this.#plain.partners.values()].filter(({ status }) => status === 'ACTIVE').map(({ partnerId }) => partnerId).sort();
  }

  cardDocuments(partnerId: string): CardDocuments {
    return {
      partner: this.#plain.partners.get(partnerId)!,
      zones: this.#owned.zones.of(partnerId),
      packages: this.#owned.packages.of(partnerId),
      distanceCharges: this.#owned['distance-charges'].of(partnerId),
      customerCharges: this.#owned['customer-charges'].of(partnerId),
      discounts: this.#owned.discounts.of(partnerId),
    };
  }

  coverageDocuments(partnerId: string): CoverageDocuments {
    const entries = this.#assigned.get(partnerId) ?? new Map<number, number>();
    const assigned = new Float64Array(entries.size * 2);
    let index = 0;
    for (const [pincode, zoneId] of entries) {
      assigned[index++] = pincode;
      assigned[index++] = zoneId;
    }
    return { zones: this.#owned.zones.of(partnerId), assigned };
  }

  #apply(change: Change, dirty: Dirty): void {
    const { collection, key } = change;
    switch (collection) {
      case 'assignments':
        return;
      case 'zone-pincodes': {
        const partnerId = this.#assign(String(key), change.kind === 'put' ? (change.document as Documents['zone-pincodes']).zoneId : null);
        dirty.coverage.add(partnerId);
        return;
      }
      case 'zones':
      case 'packages':
      case 'distance-charges':
      case 'customer-charges':
      case 'discounts': {
        const rows = this.#owned[collection] as OwnedRows<OwnedDocument>;
        for (const partnerId of rows.apply(key, change.kind === 'put' ? (change.document as OwnedDocument) : null)) {
          dirty.card(partnerId);
          // coverage holds the numbers of zones, and those hang on all zones of the partner
          if (collection === 'zones') dirty.coverage.add(partnerId);
        }
        return;
      }
      case 'partners':
        dirty.partners = true;
        dirty.card(String(key));
        break;
      case 'credentials':
        dirty.credentials = true;
        break;
      case 'service-types':
        break;
      case 'states':
      case 'cities':
      case 'areas':
      case 'pincodes':
        dirty.geography = true;
        break;
    }
    const documents = this.#plain[collection] as Map<Key, unknown>;
    if (change.kind === 'put') documents.set(key, change.document);
    else documents.delete(key);
  }

  /** `key` is partnerId/pincode; a null zone takes the entry away. Answers the partner. */
  #assign(key: string, zoneId: number | null): string {
    const separator = key.lastIndexOf('/');
    const partnerId = key.slice(0, separator);
    const pincode = Number(key.slice(separator + 1));
    let entries = this.#assigned.get(partnerId);
    if (entries === undefined) this.#assigned.set(partnerId, (entries = new Map()));
    if (zoneId === null) entries.delete(pincode);
    else entries.set(pincode, zoneId);
    return partnerId;
  }
}
