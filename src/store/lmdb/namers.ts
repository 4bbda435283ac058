/** The documents that name another: read when one is to be removed, or to belong elsewhere. */
import type { CollectionName, Documents } from '../../contract/documents/documents.js';
import type { Namer } from '../overlay.js';
import { type Key, keyOf } from '../port.js';
import { isPartnerRuled, ownerOf } from '../rules/partner-rules.js';
import { type NamedCollection, names, namingFieldsOf } from '../rules/references.js';
import type { Environment } from './environment.js';

/** Sorts after every pincode in the keys of one partner's entries. */
export const AFTER_PINCODES = '~';

/** Within a transaction, or in one turn: the documents that name that of `key` in `collection`. */
export function* namersIn(environment: Environment, collection: NamedCollection, key: Key): Generator<Namer> {
  for (const { namer } of namingFieldsOf(collection)) {
    for (const document of candidates(environment, namer, collection, key)) {
      if (names(namer, document, collection, key)) yield { collection: namer, key: keyOf(namer, document), document };
    }
  }
}

/** Documents of `namer`: all of those that name it, and as few others as the keys and indexes allow. */
function candidates(
  { tables, indexes }: Environment,
  namer: CollectionName,
  collection: NamedCollection,
  key: Key,
): Iterable<Documents[CollectionName]> {
  const partnerId = collection === 'zones' ? tables.zones.get(key)?.partnerId : collection === 'partners' ? key : null;
  if (namer === 'zone-pincodes' && collection === 'pincodes')
    return tables.partners.getKeys({}).flatMap((partner) => {
      const entry = tables['zone-pincodes'].get(`${String(partner)}/${key}`);
      return entry === undefined ? [] : [entry];
    });
  if (namer === 'zone-pincodes' && typeof partnerId === 'string') {
    const range = { start: `${partnerId}/`, end: `${partnerId}/${AFTER_PINCODES}` };
    return tables[namer].getRange(range).map(({ value }) => value);
  }
  if (namer === 'assignments' && typeof partnerId === 'string') {
    const { keys } = indexes.page({ partnerId, fromMs: -Infinity, toMs: Infinity, offset: 0, limit: 1 });
    return keys.flatMap((each) => tables.assignments.get(each) ?? []);
  }
  if (isPartnerRuled(namer) && typeof partnerId === 'string')
    return indexes.keysOfOwner(namer, ownerOf(namer, { partnerId })).map((each) => tables[namer].get(each)!);
  return tables[namer].getRange({}).map(({ value }) => value as Documents[CollectionName]);
}
