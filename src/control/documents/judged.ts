/**
 * What is in force as a function of the store: its documents, in which the last good record of a key replaces its
 * refused content, and then that content judged like any change. A node that starts, one that reads everything again
 * and one that learns of another node's record all end in the same state.
 */
import type { Change, Key, PutChange } from '../../model/change.js';
import type { LastGoodRecord } from '../../store/port.js';
import { type Catalog, CATALOG_COLLECTIONS, type CatalogCollection, type CatalogDocuments } from './catalog.js';
import type { Inspector } from './inspector.js';

/**
 * Admits, collection by collection, what was in force, as far as it is sound.
 *
 * @param putsOf the documents of a collection
 * @param adopt adopts what was admitted of a collection
 * @returns the changes that have to be judged next: what the records replace
 */
export function admitAll(
  putsOf: (collection: CatalogCollection) => readonly PutChange[],
  records: Iterable<LastGoodRecord>,
  inspector: Inspector,
  adopt: (collection: CatalogCollection, admitted: PutChange[]) => void,
): Change[] {
  const changes: Change[] = [];
  const byCollection = groupByCollection(records);
  for (const collection of CATALOG_COLLECTIONS) {
    const inForce = withLastGood(
      collection,
      putsOf(collection),
      byCollection.get(collection) ?? new Map<Key, LastGoodRecord>(),
      changes,
    );
    adopt(collection, inspector.admit(collection, inForce));
  }
  return changes;
}

/** `puts` with the documents of the records in their places; what these replace is added to `changes`. */
function withLastGood(
  collection: CatalogCollection,
  puts: readonly PutChange[],
  records: Map<Key, LastGoodRecord>,
  changes: Change[],
): readonly PutChange[] {
  if (records.size === 0) return puts;
  const inForce: PutChange[] = [];
  for (const put of puts) {
    const record = records.get(put.key);
    if (record === undefined) inForce.push(put);
    else {
      records.delete(put.key);
      changes.push(put);
      if (record.document !== null) inForce.push(putOf(record));
    }
  }
  for (const record of records.values()) {
    changes.push({ kind: 'delete', collection, key: record.key });
    if (record.document !== null) inForce.push(putOf(record));
  }
  return inForce;
}

function groupByCollection(records: Iterable<LastGoodRecord>): Map<string, Map<Key, LastGoodRecord>> {
  const groups = new Map<string, Map<Key, LastGoodRecord>>();
  for (const record of records) {
    const group = groups.get(record.collection);
    if (group === undefined) groups.set(record.collection, new Map([[record.key, record]]));
    else group.set(record.key, record);
  }
  return groups;
}

function putOf({ collection, key, document }: LastGoodRecord): PutChange {
  return { kind: 'put', collection, key, document } as PutChange;
}

/** Everything that a catalog holds. */
export function documentsOf(catalog: Catalog): CatalogDocuments {
  return Object.fromEntries(
    CATALOG_COLLECTIONS.map((collection) => [collection, catalog.documents(collection)]),
  ) as unknown as CatalogDocuments;
}
