import type { CollectionName, Documents } from '../../model/documents.js';
import { type Change, type Key, keyOf } from '../../model/change.js';
import { schemaFaults } from '../../model/rules/stored-schema.js';
import { type Catalog, CATALOG_COLLECTIONS, type CatalogCollection } from './catalog.js';

/** The changes that make the catalog hold `documents` and nothing else, in the collections that `documents` has. */
export function differences(
  catalog: Catalog,
  documents: { readonly [C in CollectionName]?: readonly Documents[C][] },
): Change[] {
  const found: Change[][] = [];
  for (const collection of CATALOG_COLLECTIONS) {
    const wanted = documents[collection];
    if (wanted !== undefined) found.push(differencesOf(catalog, collection, wanted as never));
  }
  return found.flat();
}

function differencesOf<C extends CatalogCollection>(
  catalog: Catalog,
  collection: C,
  documents: readonly Documents[C][],
): Change[] {
  const found: Change[] = [];
  let known = 0;
  for (const document of documents) {
    // the catalog holds only numbers of these: a document that breaks its schema may look the same
    const isBroken = collection === 'zone-pincodes' && schemaFaults(collection, document).length > 0;
    const compared = isBroken ? 'missing' : catalog.compare(collection, document);
    if (compared !== 'missing') known += 1;
    if (compared !== 'same')
      found.push({ kind: 'put', collection, key: keyOf(collection, document), document } as Change);
  }
  if (known < catalog.count(collection)) {
    const kept = new Set<Key>(documents.map((document) => keyOf(collection, document)));
    for (const key of catalog.keys(collection)) {
      if (!kept.has(key)) found.push({ kind: 'delete', collection, key });
    }
  }
  return found;
}
