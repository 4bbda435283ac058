/**
 * The rules of a single document beyond its schema. They need no other document; imports and the stores' writes both
 * check them. What a field's keywords say is in {@link fieldFaults}; here is what no keyword says, which is about
 * several fields together.
 */
import { MAX_ZONE_DETAILS_BYTES } from '../../limits/documents.js';
import { COLLECTIONS, type CollectionName, type Documents, isRecorded, type Surcharge } from '../documents.js';
import type { Fault } from '../schema-faults.js';
import { mayHave } from '../scopes.js';
import { fieldFaults } from './field-faults.js';
import { ofFaults, orderOf } from './of-faults.js';
import { policyFaults } from './policy-rules.js';
import { overlaps } from './ranges.js';
import { schemaFaults } from './stored-schema.js';
import { textFaults } from './text-faults.js';

/** The faults of a document that matches its schema, in the order of its fields; empty when there are none. */
export function documentFaults<C extends CollectionName>(collection: C, document: Documents[C]): Fault[] {
  const rule = DOCUMENT_RULES[collection] as ((document: Documents[C]) => Iterable<Fault>) | undefined;
  const faults = fieldFaults(COLLECTIONS[collection], document);
  if (rule !== undefined) faults.push(...rule(document));
  if (faults.length > 1) {
    const fields = Object.keys(COLLECTIONS[collection].properties);
    const rankOf = ({ field }: Fault): number => fields.indexOf(/^\w*/.exec(field)![0]);
    faults.sort((one, other) => rankOf(one) - rankOf(other));
  }
  return isRecorded(collection) ? [...textFaults(document), ...faults] : faults;
}

/** The faults of a document by itself: by its schema, or if it has none of these, by its own rules. */
export function ownFaults<C extends CollectionName>(collection: C, document: Documents[C]): Fault[] {
  const faults = schemaFaults(collection, document);
  return faults.length > 0 ? faults : documentFaults(collection, document);
}

/** @throws when a document that is about to be written is not valid, which is a defect of the calling code */
export function assertDocument<C extends CollectionName>(collection: C, document: Documents[C]): void {
  const faults = ownFaults(collection, document);
  if (faults.length > 0) {
    throw new Error(
      `not a document of ${collection}: ${faults.map(({ field, message }) => `${field} ${message}`).join('; ')}`,
    );
  }
}

const DOCUMENT_RULES: { [C in CollectionName]?: (document: Documents[C]) => Iterable<Fault> } = {
  'pincodes': pincodeFaults,
  'partners': partnerFaults,
  'zones': zoneFaults,
  'zone-pincodes': zonePincodeFaults,
  'packages': packageFaults,
  'customer-charges': customerChargeFaults,
  'surcharges': surchargeFaults,
  'transit-lanes': transitLaneFaults,
  'rto-terms': rtoTermsFaults,
  'weight-terms': weightTermsFaults,
  'holds': holdFaults,
  'allocation-policies': policyFaults,
  'credentials': credentialFaults,
};

/** A null member is as an absent one. */
function isGiven<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}

function* pincodeFaults({ latitude, longitude }: Documents['pincodes']): Iterable<Fault> {
  if ((latitude === null) !== (longitude === null)) {
    const field = latitude === null ? 'latitude' : 'longitude';
    yield { field, message: 'must be a number when the other coordinate is one, and null when it is null' };
  }
}

function* partnerFaults({ transit, volumetricDivisor, cft }: Documents['partners']): Iterable<Fault> {
  if (typeof cft === 'number' && volumetricDivisor !== undefined)
    yield {
      field: 'cft',
      message: 'must be absent when volumetricDivisor is given: one of them turns volume into weight',
    };
  for (const [index, { hours, days }] of transit.entries()) {
    if (!isGiven(hours) && !isGiven(days))
      yield { field: `transit[${index}].hours`, message: 'must be given, or days' };
    else if (isGiven(hours) && isGiven(days)) yield { field: `transit[${index}].days`, message: HOURS_OR_DAYS };
  }
  for (const { later, earlier } of overlaps(transit)) {
    const { distanceFrom, distanceTo } = earlier;
    const message = `overlaps transit[${transit.indexOf(earlier)}] (${distanceFrom} to ${distanceTo} km)`;
    yield { field: `transit[${transit.indexOf(later)}].distanceFrom`, message };
  }
}

function* zoneFaults(zone: Documents['zones']): Iterable<Fault> {
  const bytes = Buffer.byteLength(JSON.stringify({ ...zone, geographical: undefined }));
  if (bytes > MAX_ZONE_DETAILS_BYTES) {
    const message = `must be shorter: a zone without its places may take ${MAX_ZONE_DETAILS_BYTES} bytes of JSON, this one takes ${bytes}`;
    yield { field: 'services', message };
  }
  for (const [index, attribute] of zone.attributes.entries()) {
    if (!zone.services.some((service) => service.serviceTypeId === attribute && service.isAvailable)) {
      yield {
        field: `attributes[${index}]`,
        message: `needs ${attribute} in the zone's services, with isAvailable true`,
      };
    }
  }
}

function* zonePincodeFaults({ transitDays, transitHours }: Documents['zone-pincodes']): Iterable<Fault> {
  if (isGiven(transitDays) && isGiven(transitHours))
    yield { field: 'transitDays', message: 'must be absent where transitHours is given' };
}

/** How many states, cities and areas a zone names. */
export function placesNamedBy({
  geographical: { states, cities, areas },
}: Pick<Documents['zones'], 'geographical'>): number {
  return states.length + cities.length + areas.length;
}

function* packageFaults(row: Documents['packages']): Iterable<Fault> {
  if (row.baseWeight === 0 && row.addonWeight === 0)
    yield { field: 'addonWeight', message: 'must be above 0 when baseWeight is 0: the row would carry nothing' };
  if (!isGiven(row.kmFrom) && row.kmTo === 0) yield { field: 'kmTo', message: 'must be greater than kmFrom, 0' };
  yield* laneOrZones(row);
}

/** A row is for a lane or for zones. */
function* laneOrZones(row: Pick<Documents['transit-lanes'], 'lane' | 'fromZoneId' | 'toZoneId'>): Iterable<Fault> {
  if (isGiven(row.lane) && (isGiven(row.fromZoneId) || isGiven(row.toZoneId)))
    yield { field: 'lane', message: 'must be absent when fromZoneId or toZoneId names a zone' };
}

const HOURS_OR_DAYS = 'must be absent when hours is given: one of them says how long it takes';

function* transitLaneFaults(row: Documents['transit-lanes']): Iterable<Fault> {
  yield* laneOrZones(row);
  if (isGiven(row.hours) && isGiven(row.days)) yield { field: 'days', message: HOURS_OR_DAYS };
}

function* customerChargeFaults(row: Documents['customer-charges']): Iterable<Fault> {
  const { type, chargeType, partnerId, customerId, of, above, always } = row;
  if (typeof customerId === 'string' && partnerId === null) yield CUSTOMER_WITHOUT_PARTNER;
  if (chargeType !== 'percentage') {
    if (isGiven(of)) yield { field: 'of', message: 'belongs to a percentage' };
    if (isGiven(above)) yield { field: 'above', message: 'belongs to a percentage' };
  } else if (Array.isArray(of)) yield* ofFaults(of, { partnerId, self: type, order: orderOf(row) });
  // a request that lacks the type has that fault alone
  for (const field of ['codFrom', 'codTo'] as const)
    if (isGiven(type) && type !== 'cod' && isGiven(row[field])) yield { field, message: 'belongs to the type cod' };
  if (always === true && type !== 'insurance') yield { field: 'always', message: 'belongs to the type insurance' };
}

const CUSTOMER_WITHOUT_PARTNER = {
  field: 'partnerId',
  message: 'must name a partner when customerId names a customer',
};

function* surchargeFaults(row: Surcharge): Iterable<Fault> {
  const { partnerId, customerId, when, basis, of, above, code, order } = row;
  if (!isGiven(partnerId)) {
    if (isGiven(customerId)) yield CUSTOMER_WITHOUT_PARTNER;
    for (const field of ['zones', 'lanes'] as const)
      if (isGiven(when?.[field]))
        yield { field: 'partnerId', message: `must name a partner when when.${field} names ${field}` };
  }
  if (basis !== 'PERCENT') {
    const message = `belongs to the basis PERCENT, not to ${basis}`;
    if (isGiven(of)) yield { field: 'of', message };
    if (isGiven(above)) yield { field: 'above', message };
  } else if (!isGiven(of)) yield { field: 'of', message: 'must name what the PERCENT is of' };
  else yield* ofFaults(of, { partnerId, self: code, order });
  if (isGiven(when?.end) && ![when.attributes, when.zones, when.tags].some(isGiven))
    yield { field: 'when.end', message: 'needs attributes, zones or tags, which it is about' };
}

function* rtoTermsFaults({ basis, percent }: Documents['rto-terms']): Iterable<Fault> {
  if (basis === 'CARD' && percent !== null) yield { field: 'percent', message: 'must be null with the basis CARD' };
  if (basis === 'PERCENT_OF_FORWARD' && percent === null)
    yield { field: 'percent', message: 'must be a number with the basis PERCENT_OF_FORWARD' };
}

function* weightTermsFaults({ volumetricDivisor, cft, none }: Documents['weight-terms']): Iterable<Fault> {
  const given = [
    ...(isGiven(volumetricDivisor) ? (['volumetricDivisor'] as const) : []),
    ...(isGiven(cft) ? (['cft'] as const) : []),
    ...(none === true ? (['none'] as const) : []),
  ];
  for (const field of given.slice(1))
    yield { field, message: `must be absent when ${given[0]} is given: one of them turns volume into weight` };
}

function* holdFaults({ states, cities, areas, pincodes, everywhere }: Documents['holds']): Iterable<Fault> {
  const isPlaced = [states, cities, areas, pincodes].some((places) => isGiven(places) && places.length > 0);
  if (everywhere === true && isPlaced) yield { field: 'everywhere', message: 'must be absent when places are named' };
  if (everywhere !== true && !isPlaced)
    yield { field: 'everywhere', message: 'must be true when no state, city, area or pincode is named' };
}

function* credentialFaults({ kind, scopes, secrets }: Documents['credentials']): Iterable<Fault> {
  for (const [index, scope] of (scopes ?? []).entries()) {
    if (!mayHave(kind, scope))
      yield { field: `scopes[${index}]`, message: `must not be ${scope}: it is for services alone` };
  }
  for (const [index, { secret, ciphertext }] of secrets.entries()) {
    if ((secret === undefined) === (ciphertext === undefined))
      yield { field: `secrets[${index}]`, message: 'must have either a secret or a ciphertext' };
  }
}
