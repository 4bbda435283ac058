/** What must hold of all documents together after a change, as an import demands it. */
import { MAX_CITIES, MAX_PINCODE_SLOTS, MAX_STATES } from '../../../limits/documents.js';
import type { CollectionName, Documents, PincodeRow, Zone } from '../../../model/documents.js';
import type { Fault } from '../../../model/schema-faults.js';
import { type Change, type Key, keyOf, type PutChange } from '../../../model/change.js';
import { Overlay } from '../../../model/overlay.js';
import { rowBreaches } from '../../../model/judge.js';
import { referenceFaults, referencesOf } from '../../../model/rules/references.js';
import type { Catalog } from '../../documents/catalog.js';
import { lossOf } from '../../documents/entry-services.js';
import { namersOfDeleted, PLACES } from '../../documents/places.js';
import { readerOf } from '../../documents/reader.js';

/** A fault of the document that a change puts or takes away. */
export interface OutcomeFault extends Fault {
  collection: CollectionName;
  key: Key;
}

/** A document that names another one which would be gone. */
export interface DanglingReferrer {
  collection: CollectionName;
  key: Key;
}

/** What the documents would be after `changes`, each of another document and valid by itself. */
export class ChangeOutcome {
  readonly #overlay: Overlay;

  constructor(
    changes: readonly Change[],
    private readonly catalog: Catalog,
  ) {
    this.#overlay = new Overlay(readerOf(catalog));
    for (const change of changes) this.#overlay.add(change);
  }

  /** What a document names and there is not, or belongs elsewhere. */
  *referenceFaults({ collection, key, document }: PutChange): Generator<OutcomeFault> {
    for (const fault of referenceFaults(referencesOf(collection, document), this.#overlay))
      yield { collection, key, ...fault };
  }

  /** The faults of documents that do not go together. */
  *faultsTogether(): Generator<OutcomeFault> {
    for (const { collection, key, field, message } of rowBreaches(this.#overlay))
      yield { collection, key, field, message };
    for (const zone of this.#overlay.puts('zones')) yield* this.#lostServices(zone);
    yield* this.#unlocatedStates();
    yield* this.#excessPlaces();
  }

  /**
   * What names something that would be gone: a place, without which the index of the outcome cannot be built, or
   * anything other than by its key. The rest finds the store. Empty lists are of documents that name nothing of it.
   */
  *stillNamed(): Generator<readonly DanglingReferrer[]> {
    yield [...this.#zonesWithoutServiceType(), ...this.#partnersWithoutState()];
    for (const place of PLACES) yield* namersOfDeleted(place, this.#overlay, this.catalog);
  }

  *#zonesWithoutServiceType(): Generator<DanglingReferrer> {
    const gone = new Set<Key>();
    for (const { kind, key } of this.#overlay.changes('service-types').values()) if (kind === 'delete') gone.add(key);
    if (gone.size === 0) return;
    for (const { id, services } of this.#all('zones'))
      if (services.some(({ serviceTypeId }) => gone.has(serviceTypeId))) yield { collection: 'zones', key: id };
  }

  *#partnersWithoutState(): Generator<DanglingReferrer> {
    if (this.#overlay.changes('states').size === 0) return;
    const codes = new Set(this.#overlay.states().map(({ gstCode }) => gstCode));
    for (const { partnerId, gstStateCode } of this.#all('partners'))
      if (!codes.has(gstStateCode)) yield { collection: 'partners', key: partnerId };
  }

  /** Of entries that do not change: the others are judged themselves. */
  *#lostServices(zone: Zone): Generator<OutcomeFault> {
    const loss = lossOf(zone, this.#overlay, this.catalog);
    if (loss !== undefined) yield { collection: 'zones', key: zone.id, ...loss.fault };
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
