/** What deletions, and changes that move a document elsewhere, would take from under documents that stay in force. */
import type { CollectionName, Documents } from '../schemas/documents.js';
import type { Steps } from '../steps.js';
import { type Change, type Key, keyOf, nameOf } from '../store/port.js';
import { isNamed, type Lookup, referenceFaults } from '../store/references.js';
import type { Catalog } from './catalog.js';
import type { Overlay } from './overlay.js';

type NamedCollection = 'states' | 'cities' | 'areas' | 'pincodes' | 'partners' | 'zones';

/** What those who name a document hold to, beside its being there. */
const HELD_TO: { readonly [C in CollectionName]?: string } = { 'states': 'gstCode', 'cities': 'stateId', 'areas': 'cityId', 'zones': 'partnerId' };

/**
 * Of the changes of a collection those that break a document which stays as it is, each with the name of one such. The
 * changes of later collections must have been judged: only they name documents of this one.
 */
export function* breaking(collection: CollectionName, overlay: Overlay, catalog: Catalog): Steps<Map<Change, string>> {
  const search = new Search(overlay);
  if (!isNamed(collection)) return search.found;
  for (const change of overlay.changes(collection).values()) {
    const held = catalog.find(collection as NamedCollection, change.key);
    if (held !== undefined) search.add(change, held);
    yield;
  }
  if (search.isDone) return search.found;
  for (const [namer, document] of namersOf(collection as NamedCollection, search.held, catalog)) {
    const key = keyOf(namer, document as never);
    // one that changes, too, was judged by what will be there
    if (!overlay.changes(namer).has(key)) search.look(namer, key, document);
    if (search.isDone) break;
    yield;
  }
  return search.found;
}

/** Finds every document there to be, and notes who asks for what is about to be taken away. */
class Search implements Lookup {
  readonly found = new Map<Change, string>();
  readonly held = new Map<Key, Documents[NamedCollection]>();
  readonly #changes = new Map<string, Change>();
  readonly #gstCodes = new Map<string, Change[]>();
  #asking = '';

  constructor(private readonly overlay: Overlay) {}

  get isDone(): boolean {
    return this.found.size === this.#changes.size;
  }

  /** Looks for who needs what `change` takes away of the document `held`, if it does. */
  add(change: Change, held: Documents[NamedCollection]): void {
    const field = HELD_TO[change.collection];
    const value = (document: unknown) => (field === undefined ? undefined : (document as Record<string, unknown>)[field]);
    if (change.kind === 'put' && value(change.document) === value(held)) return;
    this.#changes.set(nameOf(change), change);
    this.held.set(change.key, held);
    if (!('gstCode' in held)) return;
    const others = this.#gstCodes.get(held.gstCode);
    if (others === undefined) this.#gstCodes.set(held.gstCode, [change]);
    else others.push(change);
  }

  look(collection: CollectionName, key: Key, document: unknown): void {
    this.#asking = nameOf({ collection, key });
    referenceFaults(collection, document as never, this);
  }

  /** Whoever wants the document itself holds to where it belongs, which is no longer there. */
  find(collection: CollectionName, key: Key): null {
    const change = this.#changes.get(nameOf({ collection, key }));
    if (change !== undefined) this.found.set(change, this.#asking);
    return null;
  }

  has(collection: CollectionName, key: Key): true {
    const change = this.#changes.get(nameOf({ collection, key }));
    if (change?.kind === 'delete') this.found.set(change, this.#asking);
    return true;
  }

  hasGstCode(gstCode: string): true {
    const changes = this.#gstCodes.get(gstCode);
    if (changes !== undefined && !this.overlay.hasGstCode(gstCode)) for (const change of changes) this.found.set(change, this.#asking);
    return true;
  }
}

type InForce = Iterable<readonly [CollectionName, unknown]>;

/** The documents in force that may name one of `held`, and others. */
function* namersOf(collection: NamedCollection, held: ReadonlyMap<Key, Documents[NamedCollection]>, catalog: Catalog): InForce {
  switch (collection) {
    case 'zones':
      for (const partnerId of new Set([...held.values()].map((zone) => (zone as Documents['zones']).partnerId))) {
        for (const row of catalog.of('packages', partnerId)) yield ['packages', row];
        yield* entriesOf(partnerId, catalog);
      }
      return;
    case 'partners':
      for (const key of held.keys()) {
        const partnerId = String(key);
        for (const owned of ['zones', 'packages', 'distance-charges', 'customer-charges', 'discounts'] as const) {
          for (const document of catalog.of(owned, partnerId)) yield [owned, document];
        }
        yield* entriesOf(partnerId, catalog);
        const credential = catalog.find('credentials', `partner/${partnerId}`);
        if (credential !== undefined) yield ['credentials', credential];
      }
      return;
    case 'pincodes':
      for (const partnerId of catalog.assigning()) {
        for (const key of held.keys()) {
          const zoneId = catalog.assigned(partnerId).get(Number(key));
          if (zoneId !== undefined) yield entry(partnerId, Number(key), zoneId);
        }
      }
      return;
    case 'states':
    case 'cities':
    case 'areas':
      for (const namer of NAMERS[collection]) for (const document of catalog.all(namer)) yield [namer, document];
  }
}

const NAMERS = {
  'states': ['cities', 'pincodes', 'partners', 'zones'],
  'cities': ['areas', 'pincodes', 'zones'],
  'areas': ['pincodes', 'zones'],
} as const;

function* entriesOf(partnerId: string, catalog: Catalog): InForce {
  for (const [pincode, zoneId] of catalog.assigned(partnerId)) yield entry(partnerId, pincode, zoneId);
}

function entry(partnerId: string, pincode: number, zoneId: number): [CollectionName, Omit<Documents['zone-pincodes'], 'assignedAt'>] {
  return ['zone-pincodes', { partnerId, zoneId, pincode: String(pincode).padStart(6, '0') }];
}
