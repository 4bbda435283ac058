/** Deletions of places that documents in force still name: without these places the geography could not be built. */
import type { CollectionName, Documents } from '../../contract/documents/documents.js';
import { type Change, type Key, keyOf, nameOf } from '../../store/port.js';
import { type Lookup, referenceFaults } from '../../store/rules/references.js';
import type { Catalog } from './catalog.js';
import type { Overlay } from './overlay.js';

/** Collections of places and those that name them, the last to name first. */
const NAMERS = {
  'areas': ['pincodes', 'zones'],
  'cities': ['areas', 'pincodes', 'zones'],
  'states': ['cities', 'pincodes', 'zones'],
} as const;
type PlaceCollection = keyof typeof NAMERS;
export const PLACES = Object.keys(NAMERS) as PlaceCollection[];

/** Whether documents of a collection are useless without the places that they name. */
export function isPlaced(collection: CollectionName): boolean {
  return collection === 'cities' || collection === 'areas' || collection === 'pincodes';
}

/**
 * The deletions of a collection whose place is still named by a document that is in force and does not change, each
 * with the name of one such document. Changes of the naming collections must have been judged before.
 */
export function stillNamed(collection: PlaceCollection, overlay: Overlay, catalog: Catalog): Map<Change, string> {
  const search = new Search();
  for (const change of overlay.changes(collection).values()) {
    if (change.kind === 'delete' && catalog.find(collection, change.key) !== undefined) search.add(change);
  }
  for (const namer of NAMERS[collection]) {
    for (const document of catalog.all(namer)) {
      if (search.isDone) return search.found;
      const key = keyOf(namer, document as never);
      // a document that changes was judged already
      if (!overlay.changes(namer).has(key)) search.look(namer, key, document);
    }
  }
  return search.found;
}

/** A lookup that finds everything, and notes which document asks for a place that is to be deleted. */
class Search implements Lookup {
  readonly found = new Map<Change, string>();
  readonly #deletions = new Map<string, Change>();
  #asking = '';

  get isDone(): boolean {
    return this.found.size === this.#deletions.size;
  }

  add(deletion: Change): void {
    this.#deletions.set(nameOf(deletion), deletion);
  }

  look<C extends CollectionName>(collection: C, key: Key, document: unknown): void {
    this.#asking = nameOf({ collection, key });
    referenceFaults(collection, document as Documents[C], this);
  }

  find(collection: CollectionName, key: Key): null {
    const deletion = this.#deletions.get(nameOf({ collection, key }));
    if (deletion !== undefined) this.found.set(deletion, this.#asking);
    return null;
  }

  has(collection: CollectionName, key: Key): true {
    this.find(collection, key);
    return true;
  }

  hasGstCode(): true {
    return true;
  }
}
