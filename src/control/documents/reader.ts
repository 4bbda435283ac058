import type { CollectionName } from '../../model/documents.js';
import type { DocumentReader } from '../../model/overlay.js';
import type { Key } from '../../model/change.js';
import { ALL_OWNERS } from '../../model/rules/partner-rules.js';
import type { Catalog } from './catalog.js';

/**
 * The documents in force, for an overlay of changes.
 * @param isGone whether the store has no such document any more, so that it may not be named
 */
export function readerOf(
  catalog: Catalog,
  isGone: (collection: CollectionName, key: Key) => boolean = () => false,
): DocumentReader {
  const find: DocumentReader['find'] = (collection, key) =>
    isGone(collection, key) ? undefined : catalog.document(collection, key);
  return {
    find,
    has: (collection, key) => find(collection, key) !== undefined,
    states: () => catalog.all('states').filter(({ id }) => !isGone('states', id)),
    ofOwner: (collection, owner) => (owner === ALL_OWNERS ? catalog.all(collection) : catalog.of(collection, owner)),
    chargeKeys: (owner) => catalog.of('customer-charges', owner).map(({ id }) => id),
    chargesOf: (code, partnerId) => {
      const rows = partnerId === null ? catalog.all('customer-charges') : catalog.of('customer-charges', partnerId);
      return rows.filter((row) => row.of?.includes(code));
    },
  };
}
