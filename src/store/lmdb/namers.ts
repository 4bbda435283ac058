/** The references to a document: read when it is to be removed, or changed against their needs. */
import { type CollectionName, type CustomerCharge, type Documents, factsOf } from '../../model/documents.js';
import type { NamedCollection } from '../../model/reference-fields.js';
import type { Referrer } from '../../model/overlay.js';
import { type Key, keyOf } from '../../model/change.js';
import { isPartnerRuled, ownerOf } from '../../model/rules/partner-rules.js';
import { names, namingFieldsOf } from '../../model/rules/references.js';
import type { Environment } from './environment.js';
import type { Table } from './table.js';

/** Sorts after every pincode in the keys of one partner's entries. */
export const AFTER_PINCODES = '~';

/** Within a transaction, or in one turn: the documents with a reference to one of `keys` in `collection`, each once. */
export function* namersIn(
  environment: Environment,
  collection: NamedCollection,
  keys: ReadonlySet<Key>,
): Generator<Referrer> {
  for (const { namer } of namingFieldsOf(collection)) {
    for (const document of candidates(environment, namer, collection, keys)) {
      if (names(namer, document, collection, keys)) yield { collection: namer, key: keyOf(namer, document), document };
    }
  }
}

/**
 * Customer charges that are a percentage of this surcharge's code: those of the partner, or with null those of all
 * partners.
 */
export function* chargesOf(
  { tables, indexes }: Environment,
  code: string,
  partnerId: string | null,
): Generator<CustomerCharge> {
  const rows =
    partnerId === null
      ? tables['customer-charges'].getRange({}).map(({ value }) => value)
      : indexes.keysOfOwner('customer-charges', partnerId).map((key) => tables['customer-charges'].get(key)!);
  for (const row of rows) if (row.of?.includes(code)) yield row;
}

/** Documents of `namer`: all with a reference to one of `keys`, and as few others as the keys and indexes allow. */
function* candidates(
  { tables, indexes }: Environment,
  namer: CollectionName,
  collection: NamedCollection,
  keys: ReadonlySet<Key>,
): Generator<Documents[CollectionName]> {
  if (namer === 'zone-pincodes' && collection === 'pincodes') {
    for (const partner of tables.partners.getKeys({}))
      for (const key of keys) {
        const entry = tables['zone-pincodes'].get(`${String(partner)}/${key}`);
        if (entry !== undefined) yield entry;
      }
    return;
  }
  const owners = collection === 'zones' || collection === 'partners' ? new Set<string>() : null;
  if (owners !== null)
    for (const key of keys) owners.add(collection === 'zones' ? tables.zones.get(key)!.partnerId : String(key));
  if (owners !== null && namer === 'zone-pincodes') {
    for (const owner of owners)
      yield* valuesOf(tables[namer], { start: `${owner}/`, end: `${owner}/${AFTER_PINCODES}` });
  } else if (owners !== null && namer === 'assignments') {
    for (const partnerId of owners) {
      const latest = indexes.page({ partnerId, fromMs: -Infinity, toMs: Infinity, offset: 0, limit: 1 });
      for (const key of latest.keys) {
        const assignment = tables.assignments.get(key);
        if (assignment !== undefined) yield assignment;
      }
    }
  } else if (owners !== null && isPartnerRuled(namer) && factsOf(namer).owner !== 'none') {
    for (const owner of new Set([...owners].map((partnerId) => ownerOf(namer, { partnerId }))))
      for (const key of indexes.keysOfOwner(namer, owner)) yield tables[namer].get(key)!;
  } else yield* valuesOf(tables[namer] as Table<Documents[CollectionName], Key>, {});
}

function* valuesOf<D>(table: Table<D, Key>, range: { start?: Key; end?: Key }): Generator<D> {
  for (const { value } of table.getRange(range)) yield value;
}
