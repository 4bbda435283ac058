/** What must hold of all documents together after a change, as an import demands it. */
import { MAX_CITIES, MAX_PINCODE_SLOTS, MAX_STATES } from '../../../limits/documents.js';
import {
  type CollectionName,
  type CustomerCharge,
  type Documents,
  type PincodeRow,
  type Surcharge,
  type Zone,
} from '../../../model/documents.js';
import type { Fault } from '../../../model/schema-faults.js';
import { type Change, type Key, keyOf, type Put } from '../../../model/change.js';
import { Overlay } from '../../../model/overlay.js';
import { attributeFaults } from '../../../model/rules/document-rules.js';
import { lateCodes } from '../../../model/rules/of-faults.js';
import { groupByOwner, PARTNER_RULED, tooMany } from '../../../model/rules/partner-rules.js';
import { referenceFaults, referencesOf } from '../../../model/rules/references.js';
import type { Catalog } from '../../documents/catalog.js';
import { namersOfDeleted, PLACES } from '../../documents/places.js';
import { readerOf } from '../../documents/reader.js';

const PINCODE_DIGITS = 6;

/** A fault of the document that a change puts or takes away. */
export interface OutcomeFault extends Fault {
  collection: CollectionName;
  key: Key;
}

/** A document that names another one which would be gone. */
export interface StillNamed {
  collection: CollectionName;
  key: Key;
}

/** What the documents would be after `changes`, each of another document and valid by itself. */
export class Outcome {
  readonly #overlay: Overlay;
  /** See {@link Outcome.#surchargesFor}; by partner. */
  readonly #surcharges = new Map<string, Surcharge[]>();

  constructor(
    changes: readonly Change[],
    private readonly catalog: Catalog,
  ) {
    this.#overlay = new Overlay(readerOf(catalog));
    for (const change of changes) this.#overlay.add(change);
  }

  /** What a document names and there is not, or belongs elsewhere. */
  *referenceFaults({ collection, key, document }: Put): Generator<OutcomeFault> {
    for (const fault of referenceFaults(referencesOf(collection, document), this.#overlay))
      yield { collection, key, ...fault };
  }

  /** The faults of documents that do not go together. */
  *faultsTogether(): Generator<OutcomeFault> {
    let isWithin = true;
    const counting = function* (faults: Iterable<OutcomeFault>) {
      for (const fault of faults) {
        isWithin = false;
        yield fault;
      }
    };
    for (const collection of PARTNER_RULED) yield* counting(this.#clashes(collection));
    yield* counting(this.#excessCharges());
    // the number of rows bounds the time that it takes to compare them
    if (isWithin) yield* this.#lateCodes();
    yield* this.#attributeFaults();
    yield* this.#unlocatedStates();
    yield* this.#excessPlaces();
  }

  /**
   * What names something that would be gone: a place, without which the index of the outcome cannot be built, or
   * anything other than by its key. The rest finds the store. Undefined after each step.
   */
  *stillNamed(): Generator<StillNamed | undefined> {
    yield* this.#zonesWithoutServiceType();
    yield* this.#partnersWithoutState();
    for (const place of PLACES) yield* namersOfDeleted(place, this.#overlay, this.catalog);
  }

  *#zonesWithoutServiceType(): Generator<StillNamed> {
    const gone = new Set<Key>();
    for (const { kind, key } of this.#overlay.changes('service-types').values()) if (kind === 'delete') gone.add(key);
    if (gone.size === 0) return;
    for (const { id, services } of this.#all('zones'))
      if (services.some(({ serviceTypeId }) => gone.has(serviceTypeId))) yield { collection: 'zones', key: id };
  }

  *#partnersWithoutState(): Generator<StillNamed> {
    if (this.#overlay.changes('states').size === 0) return;
    const codes = new Set(this.#overlay.states().map(({ gstCode }) => gstCode));
    for (const { partnerId, gstStateCode } of this.#all('partners'))
      if (!codes.has(gstStateCode)) yield { collection: 'partners', key: partnerId };
  }

  *#clashes<C extends (typeof PARTNER_RULED)[number]>(collection: C): Generator<OutcomeFault> {
    for (const { document, field, message } of this.#overlay.clashes(collection))
      yield { collection, key: keyOf(collection, document), field, message };
  }

  *#excessCharges(): Generator<OutcomeFault> {
    const collection = 'customer-charges';
    const changed = new Set(this.#overlay.puts(collection));
    for (const [owner] of groupByOwner(collection, changed)) {
      const unchanged = this.catalog
        .of(collection, owner)
        .filter(({ id }) => !this.#overlay.changes(collection).has(id));
      const own = [...changed].filter(({ partnerId }) => (partnerId ?? '') === owner);
      for (const { document, field, message } of tooMany(collection, [...unchanged, ...own]))
        if (changed.has(document)) yield { collection, key: document.id, field, message };
    }
  }

  /** Charges of a code that comes after them: those that are put, and those of surcharges that are put. */
  *#lateCodes(): Generator<OutcomeFault> {
    const charges = this.#overlay.puts('customer-charges');
    for (const charge of charges) {
      if (!charge.of?.length) continue;
      for (const { field, message } of lateCodes([charge], this.#surchargesFor(charge.partnerId)))
        yield { collection: 'customer-charges', key: charge.id, field, message };
    }
    for (const surcharge of this.#overlay.puts('surcharges')) {
      for (const charge of this.#chargesFor(surcharge)) {
        for (const { message } of lateCodes([charge], [surcharge])) {
          const why = `comes too late for customer charge ${charge.id}: ${message}`;
          yield { collection: 'surcharges', key: surcharge.id, field: 'order', message: why };
        }
      }
    }
  }

  /** The partner's surcharges and those without a partner, after the change. */
  #surchargesFor(partnerId: string | null): Surcharge[] {
    const own = partnerId ?? '';
    const known = this.#surcharges.get(own);
    if (known !== undefined) return known;
    const changes = this.#overlay.changes('surcharges');
    const owners = new Set(['', own]);
    const unchanged = [...owners]
      .flatMap((owner) => this.catalog.of('surcharges', owner))
      .filter(({ id }) => !changes.has(id));
    const put = this.#overlay.puts('surcharges').filter((row) => owners.has(row.partnerId ?? ''));
    const found = [...unchanged, ...put];
    this.#surcharges.set(own, found);
    return found;
  }

  /** The charges that no change is about and that may be of this surcharge. */
  #chargesFor({ partnerId, code }: Surcharge): CustomerCharge[] {
    const changes = this.#overlay.changes('customer-charges');
    const rows = partnerId ? this.catalog.of('customer-charges', partnerId) : this.catalog.all('customer-charges');
    return rows.filter((row) => row.of?.includes(code) && !changes.has(row.id));
  }

  /** Entries that are put, and those of zones which no longer have a service. */
  *#attributeFaults(): Generator<OutcomeFault> {
    for (const entry of this.#overlay.puts('zone-pincodes')) {
      if (!entry.attributes?.length) continue;
      const zone = this.#overlay.find('zones', entry.zoneId);
      const key = keyOf('zone-pincodes', entry);
      if (zone !== undefined)
        for (const fault of attributeFaults(entry, zone)) yield { collection: 'zone-pincodes', key, ...fault };
    }
    for (const zone of this.#overlay.puts('zones')) yield* this.#lostServices(zone);
  }

  *#lostServices(zone: Zone): Generator<OutcomeFault> {
    const former = this.catalog.find('zones', zone.id);
    const has = (serviceTypeId: string) => zone.services.some((service) => service.serviceTypeId === serviceTypeId);
    if (former === undefined || former.services.every(({ serviceTypeId }) => has(serviceTypeId))) return;
    for (const [pincode, zoneId] of this.catalog.assigned(zone.partnerId)) {
      if (zoneId !== zone.id) continue;
      const key = `${zone.partnerId}/${String(pincode).padStart(PINCODE_DIGITS, '0')}`;
      if (this.#overlay.changes('zone-pincodes').has(key)) continue;
      const entry = this.catalog.document('zone-pincodes', key);
      const lost = entry?.attributes?.find((attribute) => !has(attribute));
      if (lost === undefined) continue;
      const message = `must keep ${lost}, which pincode ${pincode} has as an attribute`;
      yield { collection: 'zones', key: zone.id, field: 'services', message };
      return;
    }
  }

  /** A pincode without coordinates uses those of its state: one pincode of each state must have some. */
  *#unlocatedStates(): Generator<OutcomeFault> {
    const changes = this.#overlay.changes('pincodes');
    if (changes.size === 0) return;
    const rows = new Map<number, { isLocated: boolean }>();
    for (const { stateId, latitude } of this.#all('pincodes')) {
      const state = rows.get(stateId);
      if (state === undefined) rows.set(stateId, { isLocated: latitude !== null });
      else if (latitude !== null) state.isLocated = true;
    }
    const reported = new Set<number>();
    for (const change of changes.values()) {
      const row = change.kind === 'put' ? (change.document as PincodeRow) : this.catalog.find('pincodes', change.key);
      for (const stateId of [row?.stateId, this.catalog.find('pincodes', change.key)?.stateId]) {
        if (stateId === undefined || rows.get(stateId)?.isLocated !== false || reported.has(stateId)) continue;
        reported.add(stateId);
        const message = `would leave state ${stateId} without a pincode that has coordinates: at least one must have some`;
        yield { collection: 'pincodes', key: change.key, field: change.kind === 'put' ? 'latitude' : '', message };
      }
    }
  }

  *#excessPlaces(): Generator<OutcomeFault> {
    const most = { states: MAX_STATES, cities: MAX_CITIES, pincodes: MAX_PINCODE_SLOTS } as const;
    for (const collection of ['states', 'cities', 'pincodes'] as const) {
      const changes = [...this.#overlay.changes(collection).values()];
      let count = this.catalog.count(collection);
      for (const { key, kind } of changes) {
        const isThere = this.catalog.find(collection, key) !== undefined;
        count += Number(kind === 'put') - Number(isThere);
      }
      const last = changes.findLast(({ kind }) => kind === 'put');
      if (count <= most[collection] || last === undefined) continue;
      yield { collection, key: last.key, field: '', message: `there may be at most ${most[collection]} ${collection}` };
    }
  }

  /** All documents of a collection after the change. */
  #all<C extends Exclude<CollectionName, 'zone-pincodes'>>(collection: C): Documents[C][] {
    const changes = this.#overlay.changes(collection);
    const unchanged = (this.catalog.all(collection as never) as readonly Documents[C][]).filter(
      (document) => !changes.has(keyOf(collection, document)),
    );
    return [...unchanged, ...this.#overlay.puts(collection)];
  }
}
