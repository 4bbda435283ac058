/**
 * The rules of a single document beyond its schema: decimals, ranges, dates, and fields that depend on each other. They
 * need no other document. Imports and the stores' writes both check them.
 */
import {
  KILOGRAM_DECIMALS,
  MAX_DISCOUNT_FLAT_RUPEES,
  MAX_DISCOUNT_PERCENT,
  MAX_EXACT_STEP_RUPEES,
  MAX_MONEY_RUPEES,
  MAX_PERCENT,
  MAX_ZONE_DETAILS_BYTES,
  MIN_DISCOUNT_VALUE,
  MONEY_DECIMALS,
  PERCENT_DECIMALS,
  STEP_CHARGE_DECIMALS,
} from '../../limits/documents.js';
import { isDay } from '../../domain/calendar.js';
import { type CollectionName, type Documents, isRecorded } from '../documents.js';
import type { Fault } from '../schema-faults.js';
import { mayHave } from '../scopes.js';
import {
  holidayFaults,
  laneRuleFaults,
  roadDistanceFaults,
  rtoTermsFaults,
  surchargeFaults,
  transitLaneFaults,
} from './card-document-rules.js';
import {
  above,
  amountBounds,
  date,
  dates,
  decimals,
  type Faults,
  isGiven,
  laneOrZones,
  rate,
  validity,
} from './field-faults.js';
import { ofFaults, orderOf } from './of-faults.js';
import { schemaFaults } from './stored-schema.js';
import { textFaults } from './text-faults.js';
import { overlaps } from './ranges.js';

/** The faults of a document that matches its schema, by field; empty when there are none. */
export function documentFaults<C extends CollectionName>(collection: C, document: Documents[C]): Fault[] {
  const rule = DOCUMENT_RULES[collection] as ((document: Documents[C]) => Faults) | undefined;
  return [...(isRecorded(collection) ? textFaults(document) : []), ...(rule?.(document) ?? [])];
}

/** What is wrong with a document by itself: the faults of its schema, or if there are none, of its own rules. */
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

const DOCUMENT_RULES: { [C in CollectionName]?: (document: Documents[C]) => Faults } = {
  'cities': cityFaults,
  'areas': (area) => dates(area, 'createdAt'),
  'pincodes': pincodeFaults,
  'partners': partnerFaults,
  'zones': zoneFaults,
  'zone-pincodes': zonePincodeFaults,
  'packages': packageFaults,
  'distance-charges': distanceChargeFaults,
  'customer-charges': customerChargeFaults,
  'discounts': discountFaults,
  'lane-rules': laneRuleFaults,
  'surcharges': surchargeFaults,
  'transit-lanes': transitLaneFaults,
  'rto-terms': rtoTermsFaults,
  'holidays': holidayFaults,
  'road-distances': roadDistanceFaults,
  'credentials': credentialFaults,
  'assignments': (assignment) => dates(assignment, 'createdAt'),
  'idempotency-keys': (record) => dates(record, 'expiresAt'),
};

function* cityFaults(city: Documents['cities']): Faults {
  yield* dates(city, 'createdAt');
  const listed = new Set<string>();
  for (const [index, alias] of (city.aliases ?? []).entries()) {
    if (listed.has(alias)) yield { field: `aliases[${index}]`, message: `lists ${alias} twice` };
    listed.add(alias);
  }
}

function* pincodeFaults({ latitude, longitude }: Documents['pincodes']): Faults {
  if ((latitude === null) !== (longitude === null)) {
    const field = latitude === null ? 'latitude' : 'longitude';
    yield { field, message: 'must be a number when the other coordinate is one, and null when it is null' };
  }
}

function* partnerFaults(partner: Documents['partners']): Faults {
  const { limits, transit, tax, accepted, performance, deliveryWindow, volumetricDivisor, cft } = partner;
  if (typeof cft === 'number' && volumetricDivisor !== undefined)
    yield {
      field: 'cft',
      message: 'must be absent when volumetricDivisor is given: one of them turns volume into weight',
    };
  yield* decimals('limits.maxCodAmount', limits.maxCodAmount, MONEY_DECIMALS);
  yield* decimals('limits.maxDeclaredValue', limits.maxDeclaredValue, MONEY_DECIMALS);
  yield* decimals('performance.avgMonthlyRevenue', performance.avgMonthlyRevenue, MONEY_DECIMALS);
  // of the form HH:mm, whose order as text is that of the day
  if (deliveryWindow !== undefined && deliveryWindow.to <= deliveryWindow.from) {
    yield { field: 'deliveryWindow.to', message: `must be later than from, ${deliveryWindow.from}` };
  }
  for (const [index, { until }] of (accepted ?? []).entries())
    if (!isDay(until)) yield { field: `accepted[${index}].until`, message: 'must be a day of the calendar' };
  for (const [index, entry] of (tax ?? []).entries()) {
    yield* decimals(`tax[${index}].percent`, entry.percent, PERCENT_DECIMALS);
    for (const { field, message } of validity(entry)) yield { field: `tax[${index}].${field}`, message };
  }
  for (const [index, { distanceFrom, distanceTo }] of transit.entries()) {
    yield* above(`transit[${index}].distanceTo`, distanceTo, 'distanceFrom', distanceFrom);
  }
  for (const { later, earlier } of overlaps(transit)) {
    const { distanceFrom, distanceTo } = earlier;
    const message = `overlaps transit[${transit.indexOf(earlier)}] (${distanceFrom} to ${distanceTo} km)`;
    yield { field: `transit[${transit.indexOf(later)}].distanceFrom`, message };
  }
}

function* zoneFaults(zone: Documents['zones']): Faults {
  const bytes = Buffer.byteLength(JSON.stringify({ ...zone, geographical: undefined }));
  if (bytes > MAX_ZONE_DETAILS_BYTES) {
    const message = `must be shorter: a zone without its places may take ${MAX_ZONE_DETAILS_BYTES} bytes of JSON, this one takes ${bytes}`;
    yield { field: 'services', message };
  }
  yield* dates(zone, 'createdAt', 'updatedAt');
  const listed = new Set<string>();
  for (const [index, service] of zone.services.entries()) {
    const field = `services[${index}]`;
    if (listed.has(service.serviceTypeId)) {
      yield { field: `${field}.serviceTypeId`, message: `lists ${service.serviceTypeId} twice` };
    }
    listed.add(service.serviceTypeId);
    yield* decimals(`${field}.baseCharge`, service.baseCharge, MONEY_DECIMALS);
    for (const [name, charge] of Object.entries(service.customCharges ?? {})) {
      yield* decimals(`${field}.customCharges.${name}`, charge, MONEY_DECIMALS);
    }
  }
  const tags = zone.tags ?? [];
  for (const [index, tag] of tags.entries()) {
    if (tags.indexOf(tag) < index) yield { field: `tags[${index}]`, message: `lists ${tag} twice` };
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

function* zonePincodeFaults({ assignedAt, blocked, maxCodAmount }: Documents['zone-pincodes']): Faults {
  yield* date('assignedAt', assignedAt);
  yield* decimals('maxCodAmount', maxCodAmount, MONEY_DECIMALS);
  if (!blocked) return;
  yield* date('blocked.from', blocked.from);
  yield* date('blocked.to', blocked.to);
  if (blocked.to !== null && Date.parse(blocked.to) < Date.parse(blocked.from))
    yield { field: 'blocked.to', message: `must not be before blocked.from, ${blocked.from}` };
}

/** How many states, cities and areas a zone names. */
export function placesNamedBy({
  geographical: { states, cities, areas },
}: Pick<Documents['zones'], 'geographical'>): number {
  return states.length + cities.length + areas.length;
}

function* packageFaults(row: Documents['packages']): Faults {
  if (typeof row.minWeight === 'number' && typeof row.maxWeight === 'number' && row.minWeight >= row.maxWeight) {
    yield { field: 'minWeight', message: `must be below maxWeight, ${row.maxWeight}` };
  }
  yield* decimals('baseCharge', row.baseCharge, MONEY_DECIMALS);
  const decimalsOfStep = row.addonCharge > MAX_EXACT_STEP_RUPEES ? MONEY_DECIMALS : STEP_CHARGE_DECIMALS;
  yield* decimals('addonCharge', row.addonCharge, decimalsOfStep);
  yield* decimals('minCharge', row.minCharge, MONEY_DECIMALS);
  if (typeof row.kmTo === 'number') yield* above('kmTo', row.kmTo, 'kmFrom', row.kmFrom ?? 0);
  yield* laneOrZones(row);
  yield* dates(row, 'createdAt');
  yield* validity(row);
}

function* distanceChargeFaults(row: Documents['distance-charges']): Faults {
  yield* above('distanceTo', row.distanceTo, 'distanceFrom', row.distanceFrom);
  yield* rate('charge', row.chargeType, row.charge, MAX_MONEY_RUPEES, MAX_PERCENT);
  yield* validity(row);
}

function* customerChargeFaults(row: Documents['customer-charges']): Faults {
  if (typeof row.customerId === 'string' && row.partnerId === null) {
    yield { field: 'partnerId', message: 'must name a partner when customerId names a customer' };
  }
  yield* rate('value', row.chargeType, row.value, MAX_MONEY_RUPEES, MAX_PERCENT);
  yield* decimals('minKg', row.minKg, KILOGRAM_DECIMALS);
  yield* decimals('maxKg', row.maxKg, KILOGRAM_DECIMALS);
  if (typeof row.minKg === 'number' && typeof row.maxKg === 'number' && row.maxKg < row.minKg) {
    yield { field: 'maxKg', message: `must be at least minKg, ${row.minKg}` };
  }
  yield* chargeTermFaults(row);
  yield* dates(row, 'createdAt');
  yield* validity(row);
}

function* chargeTermFaults(row: Documents['customer-charges']): Faults {
  const { type, chargeType, partnerId, of, above, min, max, always } = row;
  if (chargeType !== 'percentage') {
    if (isGiven(of)) yield { field: 'of', message: 'belongs to a percentage' };
    if (isGiven(above)) yield { field: 'above', message: 'belongs to a percentage' };
  } else if (Array.isArray(of)) yield* ofFaults(of, { partnerId, self: type, order: orderOf(row) });
  yield* decimals('above', above, MONEY_DECIMALS);
  yield* amountBounds({ min, max });
  if (always === true && type !== 'insurance') yield { field: 'always', message: 'belongs to the type insurance' };
}

function* discountFaults(row: Documents['discounts']): Faults {
  yield* decimals('fromWeight', row.fromWeight, KILOGRAM_DECIMALS);
  yield* decimals('toWeight', row.toWeight, KILOGRAM_DECIMALS);
  yield* above('toWeight', row.toWeight, 'fromWeight', row.fromWeight);
  yield* rate('discountValue', row.discountType, row.discountValue, MAX_DISCOUNT_FLAT_RUPEES, MAX_DISCOUNT_PERCENT);
  if (row.discountValue < MIN_DISCOUNT_VALUE)
    yield { field: 'discountValue', message: `must be at least ${MIN_DISCOUNT_VALUE}` };
  yield* dates(row, 'createdAt');
  yield* validity(row);
}

function* credentialFaults({ kind, scopes, secrets }: Documents['credentials']): Faults {
  for (const [index, scope] of (scopes ?? []).entries()) {
    if (!mayHave(kind, scope))
      yield { field: `scopes[${index}]`, message: `must not be ${scope}: it is for services alone` };
  }
  const versions = new Set<number>();
  for (const [index, { version, secret, ciphertext, notAfter }] of secrets.entries()) {
    if ((secret === undefined) === (ciphertext === undefined)) {
      yield { field: `secrets[${index}]`, message: 'must have either a secret or a ciphertext' };
    }
    if (versions.has(version)) yield { field: `secrets[${index}].version`, message: `lists version ${version} twice` };
    versions.add(version);
    yield* date(`secrets[${index}].notAfter`, notAfter);
  }
}
