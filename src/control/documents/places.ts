/** Deletions of places that documents in force still name: without these places the geography could not be built. */
import type { CollectionName } from '../../contract/documents/documents.js';
import type { Overlay } from '../../store/overlay.js';
import { type Change, keyOf, nameOf } from '../../store/port.js';
import { namersOf, referencesOf } from '../../store/rules/references.js';
import type { Catalog } from './catalog.js';

/** The last to name others comes first. */
export const PLACES = ['areas', 'cities', 'states'] as const;

/** Whether documents of a collection are useless without the places that they name. */
export function isPlaced(collection: CollectionName): boolean {
  return collection === 'cities' || collection === 'areas' || collection === 'pincodes';
}

/**
 * The deletions of a collection whose place is still named by a document that is in force and does not change, each
 * with the name of one such document. Changes of the naming collections must have been judged before.
 */
export function stillNamed(
  collection: (typeof PLACES)[number],
  overlay: Overlay,
  catalog: Catalog,
): Map<Change, string> {
  const deletions = [...overlay.changes(collection)].filter(
    ([key, { kind }]) => kind === 'delete' && catalog.find(collection, key) !== undefined,
  );
  const deletionOf = new Map(deletions);
  const found = new Map<Change, string>();
  for (const namer of namersOf(collection) as 'zones'[]) {
    for (const document of catalog.all(namer)) {
      if (found.size === deletionOf.size) return found;
      const key = keyOf(namer, document);
      // a document that changes was judged already
      if (overlay.changes(namer).has(key)) continue;
      for (const named of referencesOf(namer, document)) {
        const deletion = named.collection === collection ? deletionOf.get(named.key) : undefined;
        if (deletion !== undefined) found.set(deletion, nameOf({ collection: namer, key }));
      }
    }
  }
  return found;
}
