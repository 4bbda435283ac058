/**
 * The rules for references between documents, checked for one document at a time: an import checks every line with
 * them, a write every document that it is about to make durable.
 */
import type { CollectionName, Documents } from '../../contract/documents/documents.js';
import type { Fault } from '../../contract/schema-faults.js';
import type { Key } from '../port.js';

/** The documents as they will be after the checked ones are written. */
export interface Lookup {
  /**
   * The document of a key; undefined: it does not exist. Null: it exists, but its contents are unknown and nothing
   * follows from them.
   */
  find<C extends CollectionName>(collection: C, key: Key): Documents[C] | null | undefined;
  /** Whether a document of this key exists, even with unknown contents. */
  has(collection: CollectionName, key: Key): boolean;
  /** Whether a state has this GST code. */
  hasGstCode(gstCode: string): boolean;
}

type Faults = Iterable<Fault>;
type ReferenceRule<C extends CollectionName> = (document: Documents[C], lookup: Lookup) => Faults;

/**
 * The faulty references of a document, by field: what they name is missing or belongs elsewhere. Empty when there are
 * none.
 */
export function referenceFaults<C extends CollectionName>(
  collection: C,
  document: Documents[C],
  lookup: Lookup,
): Fault[] {
  const rule = REFERENCE_RULES[collection] as ReferenceRule<C> | undefined;
  return rule === undefined ? [] : [...rule(document, lookup)];
}

const REFERENCE_RULES: { [C in CollectionName]?: ReferenceRule<C> } = {
  'cities': (city, lookup) => exists(lookup, 'states', 'stateId', city.stateId),
  'areas': (area, lookup) => exists(lookup, 'cities', 'cityId', area.cityId),
  'pincodes': pincodeReferences,
  'partners': partnerReferences,
  'zones': zoneReferences,
  'zone-pincodes': zonePincodeReferences,
  'packages': packageReferences,
  'distance-charges': partnerOf,
  'customer-charges': partnerOf,
  'discounts': partnerOf,
  'credentials': credentialReferences,
  // `has` rather than `find`, which would decode the partner once per transaction; transactions seldom name a partner
  // many times
  'assignments': ({ partnerId }, lookup) => exists(lookup, 'partners', 'partnerId', partnerId),
};

const NOUNS = {
  'states': 'state',
  'cities': 'city',
  'areas': 'area',
  'pincodes': 'pincode',
  'partners': 'partner',
  'zones': 'zone',
} as const;

function* exists(lookup: Lookup, collection: keyof typeof NOUNS, field: string, key: Key): Faults {
  if (!lookup.has(collection, key)) yield missing(collection, field, key);
}

function missing(collection: keyof typeof NOUNS, field: string, key: Key): Fault {
  return { field, message: `there is no ${NOUNS[collection]} ${key}` };
}

function* partnerOf({ partnerId }: { partnerId: string | null }, lookup: Lookup): Faults {
  // `find` rather than `has`: many documents of a write name the same partner, and found documents are cached
  if (partnerId !== null && lookup.find('partners', partnerId) === undefined)
    yield missing('partners', 'partnerId', partnerId);
}

function* pincodeReferences({ cityId, stateId, areaIds }: Documents['pincodes'], lookup: Lookup): Faults {
  yield* exists(lookup, 'states', 'stateId', stateId);
  const city = lookup.find('cities', cityId);
  if (city === undefined) yield missing('cities', 'cityId', cityId);
  else if (city !== null && city.stateId !== stateId) {
    yield { field: 'stateId', message: `must be ${city.stateId}, the state of city ${cityId}` };
  }
  for (const [index, areaId] of areaIds.entries()) {
    const area = lookup.find('areas', areaId);
    if (area === undefined) yield missing('areas', `areaIds[${index}]`, areaId);
    else if (area !== null && area.cityId !== cityId) {
      yield { field: `areaIds[${index}]`, message: `area ${areaId} belongs to city ${area.cityId}, not ${cityId}` };
    }
  }
}

function* partnerReferences({ gstStateCode }: Documents['partners'], lookup: Lookup): Faults {
  if (!lookup.hasGstCode(gstStateCode)) {
    yield { field: 'gstStateCode', message: `no state has the GST code ${gstStateCode}` };
  }
}

function* zoneReferences(zone: Documents['zones'], lookup: Lookup): Faults {
  yield* partnerOf(zone, lookup);
  for (const collection of ['states', 'cities', 'areas'] as const) {
    for (const [index, id] of zone.geographical[collection].entries()) {
      yield* exists(lookup, collection, `geographical.${collection}[${index}]`, id);
    }
  }
}

function* zonePincodeReferences(entry: Documents['zone-pincodes'], lookup: Lookup): Faults {
  yield* partnerOf(entry, lookup);
  yield* zoneOfPartner(lookup, 'zoneId', entry.zoneId, entry.partnerId);
  yield* exists(lookup, 'pincodes', 'pincode', entry.pincode);
}

function* packageReferences(row: Documents['packages'], lookup: Lookup): Faults {
  yield* partnerOf(row, lookup);
  for (const field of ['fromZoneId', 'toZoneId'] as const) {
    const zoneId = row[field];
    if (typeof zoneId === 'number') yield* zoneOfPartner(lookup, field, zoneId, row.partnerId);
  }
}

function* zoneOfPartner(lookup: Lookup, field: string, zoneId: number, partnerId: string): Faults {
  const zone = lookup.find('zones', zoneId);
  if (zone === undefined) yield missing('zones', field, zoneId);
  else if (zone !== null && zone.partnerId !== partnerId) {
    yield { field, message: `zone ${zoneId} belongs to partner ${zone.partnerId}, not ${partnerId}` };
  }
}

function* credentialReferences({ kind, id }: Documents['credentials'], lookup: Lookup): Faults {
  if (kind === 'partner') yield* exists(lookup, 'partners', 'id', id);
}
