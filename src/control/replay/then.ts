/** The documents that price one question, as they are or as they were: enough for an index of one partner. */
import {
  cardRowsOf,
  type GeneralCollection,
  type GeneralDocuments,
  generalRowsOf,
  type RowsOf,
} from '../../model/card-rows.js';
import { keyOf, type Key } from '../../model/change.js';
import type { CollectionName, Documents, Partner, PincodeRow } from '../../model/documents.js';
import type { IndexSource } from '../../index/build-generation.js';
import { isOfPrices } from '../../index/general.js';
import type { CardDocuments } from '../../index/card/documents.js';
import type { GeographyDocuments } from '../../index/geography.js';
import type { CoverageDocuments } from '../../index/partner-blocks.js';
import type { Catalog, OwnedCollection } from '../documents/catalog.js';
import { PincodeEntries } from '../documents/pincode-entries.js';
import type { EarlierDocuments, Concern } from './undone.js';

/** A contact prices nothing, and the history has it sealed. */
const NO_CONTACT: Partner['contact'] = { name: '', phone: '', email: '', trackingUrl: '' };

export class EarlierSource implements IndexSource {
  /** @param befores how documents were that are otherwise now; empty: as they are */
  constructor(
    private readonly catalog: Catalog,
    private readonly concern: Concern,
    private readonly befores: EarlierDocuments,
  ) {}

  /** Of the cities and areas those of its pincodes: to index the names of all would take far longer than the price. */
  geographyDocuments(): GeographyDocuments {
    const pincodes = this.#pincodes();
    return {
      states: this.#all('states'),
      cities: this.#named(
        'cities',
        pincodes.map(({ cityId }) => cityId),
      ),
      areas: this.#named(
        'areas',
        pincodes.flatMap(({ areaIds }) => areaIds),
      ),
      pincodes,
    };
  }

  generalDocuments(): GeneralDocuments {
    // what says who gets a parcel does not say what it costs
    const rowsOf = (collection: GeneralCollection, owner: string): readonly object[] =>
      isOfPrices(collection) ? this.#of(collection as OwnedCollection, owner) : [];
    return generalRowsOf(rowsOf as RowsOf<GeneralCollection>);
  }

  activePartners(): string[] {
    return this.#partner()?.status === 'ACTIVE' ? [this.concern.partnerId] : [];
  }

  /** Nothing is asked of them. */
  inactivePartners(): string[] {
    return [];
  }

  cardDocuments(partnerId: string): CardDocuments {
    return {
      ...cardRowsOf(partnerId, (collection, owner) => this.#of(collection, owner)),
      partner: this.#partner()!,
      // part of the card's version alone, which nobody asks for here
      overrides: '',
    };
  }

  coverageDocuments(partnerId: string): CoverageDocuments {
    const { pickupPincode, deliveryPincode } = this.concern;
    const entries = new PincodeEntries();
    for (const pincode of new Set([pickupPincode, deliveryPincode])) {
      const entry = this.#document('zone-pincodes', `${partnerId}/${pincode}`);
      if (entry !== undefined) entries.put(entry);
    }
    return {
      zones: this.#of('zones', partnerId),
      holds: this.#of('holds', partnerId),
      ...entries.documents(partnerId),
    };
  }

  #partner(): Partner | undefined {
    const partner = this.#document('partners', this.concern.partnerId);
    return partner && { ...partner, contact: NO_CONTACT };
  }

  /**
   * Both ends, and for an end without coordinates also those of its city and state, whose mean it has. No other pincode
   * counts for a price.
   */
  #pincodes(): PincodeRow[] {
    const { pickupPincode, deliveryPincode } = this.concern;
    const ends = [...new Set([pickupPincode, deliveryPincode])]
      .map((pincode) => this.#document('pincodes', pincode))
      .filter((row) => row !== undefined);
    const without = ends.filter(({ latitude, longitude }) => latitude === null || longitude === null);
    if (without.length === 0) return ends;
    const others = this.#all('pincodes').filter((row) =>
      without.some(({ cityId, stateId }) => row.cityId === cityId || row.stateId === stateId),
    );
    return [...new Map([...ends, ...others].map((row) => [row.pincode, row])).values()];
  }

  #document<C extends CollectionName>(collection: C, key: Key): Documents[C] | undefined {
    const before = this.befores.get(collection)?.get(key);
    if (before === undefined) return this.catalog.document(collection, key);
    return (before ?? undefined) as Documents[C] | undefined;
  }

  #named<C extends 'cities' | 'areas'>(collection: C, ids: readonly number[]): Documents[C][] {
    return [...new Set(ids)].map((id) => this.#document(collection, id)).filter((document) => document !== undefined);
  }

  #all<C extends 'states' | 'pincodes'>(collection: C): readonly Documents[C][] {
    return this.#with(collection, this.catalog.all(collection), () => true);
  }

  /** The partner's rows; those of nobody for ''. */
  #of<C extends OwnedCollection>(collection: C, owner: string): readonly Documents[C][] {
    return this.#with(
      collection,
      this.catalog.of(collection, owner),
      (row) => ((row as { partnerId?: string | null }).partnerId ?? '') === owner,
    );
  }

  /** The same list where nothing is otherwise: what was computed of it is kept by its identity. */
  #with<C extends CollectionName>(
    collection: C,
    present: readonly Documents[C][],
    isMeant: (row: Documents[C]) => boolean,
  ): readonly Documents[C][] {
    const befores = this.befores.get(collection) as ReadonlyMap<Key, Documents[C] | null> | undefined;
    if (befores === undefined) return present;
    const rows = present.filter((row) => !befores.has(keyOf(collection, row)));
    for (const row of befores.values()) if (row !== null && isMeant(row)) rows.push(row);
    const keyed = rows.map((row) => ({ key: keyOf(collection, row), row }));
    return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ row }) => row);
  }
}
