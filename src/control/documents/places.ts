/** Deletions of places that documents in force still name: without these places the geography could not be built. */
import type { CollectionName } from '../../model/documents.js';
import type { Overlay } from '../../model/overlay.js';
import { type Change, type Key, keyOf, nameOf } from '../../model/change.js';
import { namersOf, referencesOf } from '../../model/rules/references.js';
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
  const deletions = deletionsOf(collection, overlay, catalog);
  const found = new Map<Change, string>();
  for (const namings of namersOfDeleted(collection, overlay, catalog)) {
    for (const named of namings) found.set(named.deletion, nameOf(named));
    if (found.size === deletions.size) break;
  }
  return found;
}

/** A document with a reference to a place that is to be deleted. */
interface ReferrerOfDeleted {
  deletion: Change;
  collection: CollectionName;
  key: Key;
}

/** For each document that may name one, the deletions of what it names, as {@link stillNamed} finds them. */
export function* namersOfDeleted(
  collection: (typeof PLACES)[number],
  overlay: Overlay,
  catalog: Catalog,
): Generator<readonly ReferrerOfDeleted[]> {
  const deletions = deletionsOf(collection, overlay, catalog);
  if (deletions.size === 0) return;
  for (const namer of namersOf(collection) as 'zones'[]) {
    for (const document of catalog.all(namer)) {
      const key = keyOf(namer, document);
      const namings: ReferrerOfDeleted[] = [];
      // a document that changes was judged already
      if (!overlay.changes(namer).has(key))
        for (const named of referencesOf(namer, document)) {
          const deletion = named.collection === collection ? deletions.get(named.key) : undefined;
          if (deletion !== undefined) namings.push({ deletion, collection: namer, key });
        }
      yield namings;
    }
  }
}

/** By key. */
function deletionsOf(collection: CollectionName, overlay: Overlay, catalog: Catalog): Map<Key, Change> {
  return new Map(
    [...overlay.changes(collection)].filter(
      ([key, { kind }]) => kind === 'delete' && catalog.document(collection, key) !== undefined,
    ),
  );
}
