/**
 * Kinds of invalid documents, as a person with mongosh or a faulty program may write them past the validators. Each has
 * a partner with a rate card of its own, so that all of them may be tried at once and no two touch each other.
 */
import { noContractRows } from '../reference/documents.js';
import { type Collection, type Db, Decimal128, type Document } from 'mongodb';
import type { CustomerCharge, Discount, DistanceCharge } from '../../src/model/documents.js';
import { packageRow, partner, zone } from '../reference/fixture.js';
import type { Shipment, World } from '../reference/types.js';

const CREATED_AT = '2024-04-01T00:00:00.000Z';
const BYPASS = { bypassDocumentValidation: true };
const STATES = [
  [1, 'Maharashtra', 'MH', '27'],
  [2, 'Delhi', 'DL', '07'],
  [3, 'Kerala', 'KL', '32'],
] as const;
/** By state, so far apart that distances matter. */
const PINCODES = [
  ['400001', 1, 18.9],
  ['400002', 1, 19.4],
  ['411001', 1, 20.3],
  ['110001', 2, 28.6],
  ['110002', 2, 28.9],
  ['122001', 2, 29.7],
  ['682001', 3, 9.9],
  ['682002', 3, 10.4],
  ['695001', 3, 8.5],
] as const;
export const ROWS_PER_PARTNER = 10;

/** What a kind may touch: its partner's documents have the ids `id` to `id + 9`. */
export interface Victim {
  partnerId: string;
  id: number;
  db: Db;
}

type Fault = (victim: Victim) => Promise<unknown>;

const set =
  (collection: string, fields: Document, offset = 0): Fault =>
  ({ db, id }) =>
    db.collection(collection).updateOne({ id: id + offset }, { $set: fields }, BYPASS);
const setPartner =
  (fields: Document): Fault =>
  ({ db, partnerId }) =>
    db.collection('partners').updateOne({ partnerId }, { $set: fields }, BYPASS);
const setCredential =
  (fields: Document): Fault =>
  ({ db, partnerId }) =>
    db.collection('credentials').updateOne({ kind: 'partner', id: partnerId }, { $set: fields }, BYPASS);
const setEntry =
  (fields: Document): Fault =>
  ({ db, partnerId }) =>
    db.collection('zone-pincodes').updateOne({ partnerId, pincode: '400002' }, { $set: fields }, BYPASS);
const discount = (
  { id, partnerId }: Victim,
  offset: number,
  fromWeight: number,
  toWeight: number,
  discountValue: number,
): Discount => ({
  id: id + offset,
  partnerId,
  fromWeight,
  toWeight,
  discountType: 'percentage',
  discountValue,
  status: true,
  createdAt: CREATED_AT,
});

export const KINDS: Record<string, Fault> = {
  'a package with three decimals': set('packages', { baseCharge: 12.345 }),
  'a package with a negative charge': set('packages', { baseCharge: -1 }),
  'a package with a charge as text': set('packages', { baseCharge: '99' }),
  'a package without a charge': ({ db, id }) =>
    db.collection('packages').updateOne({ id }, { $unset: { baseCharge: 1 } }, BYPASS),
  'a package with an unknown field': set('packages', { surprise: 1, baseCharge: 99 }),
  'a package of a zone that does not exist': set('packages', { fromZoneId: 987_654, baseCharge: 99 }),
  'a package of another partner’s zone': set('packages', { fromZoneId: ROWS_PER_PARTNER, baseCharge: 99 }),
  'a package of a partner that does not exist': set('packages', { partnerId: 'nobody' }),
  'a package that has lost its id': ({ db, id }) =>
    db.collection('packages').updateOne({ id }, { $unset: { id: 1 }, $set: { baseCharge: 99 } }, BYPASS),
  'a package whose id became text': ({ db, id }) =>
    db.collection('packages').updateOne({ id }, { $set: { id: `${id}`, baseCharge: 99 } }, BYPASS),
  'a package whose id became a fraction': ({ db, id }) =>
    db.collection('packages').updateOne({ id }, { $set: { id: id + 0.5, baseCharge: 99 } }, BYPASS),
  'a package whose least weight is above its greatest': set('packages', { minWeight: 5_000, maxWeight: 4_000 }),
  'a package that ends before it begins': set('packages', {
    validFrom: '2026-01-02T00:00:00Z',
    validTo: '2026-01-01T00:00:00Z',
  }),
  'a package made on no day': set('packages', { createdAt: 'yesterday', baseCharge: 99 }),
  'a package with a charge that is no number': set('packages', { baseCharge: NaN }),
  'a package with a charge of another type of number': set('packages', { baseCharge: Decimal128.fromString('99') }),
  'a new package of a zone that does not exist': ({ db, id, partnerId }) =>
    db
      .collection('packages')
      .insertOne({ ...packageRow({ id: id + 5, partnerId, baseCharge: 1, toZoneId: 987_654 }) }, BYPASS),
  'the older of two discounts widened over the younger': set('discounts', { toWeight: 40, discountValue: 50 }),
  'two new discounts that overlap, the second with the lower id': async (victim) => {
    await victim.db.collection('discounts').insertOne({ ...discount(victim, 6, 20, 40, 30) }, BYPASS);
    await victim.db.collection('discounts').insertOne({ ...discount(victim, 5, 20, 40, 40) }, BYPASS);
  },
  'a discount of nothing': set('discounts', { discountValue: 0 }),
  'a discount of more than all': set('discounts', { discountValue: 150 }),
  'a discount that ends below its beginning': set('discounts', { fromWeight: 5, toWeight: 1 }),
  'a distance charge widened over the next': set('distance-charges', { distanceTo: 3_000, charge: 99 }),
  'a distance charge that ends before it begins': set('distance-charges', { distanceTo: 0 }),
  'a distance charge of five decimals': set('distance-charges', { charge: 1.23456, chargeType: 'percentage' }),
  'a charge of three decimals': set('customer-charges', { value: 1.234 }),
  'a charge of an unknown type': set('customer-charges', { type: 'tip', value: 99 }),
  'a charge whose greatest weight is below its least': set('customer-charges', { minKg: 9, maxKg: 8 }),
  'a zone with an attribute without its service': set('zones', { attributes: ['HILL'] }),
  'a zone with a service twice': set('zones', {
    services: [
      { serviceTypeId: 'PICKUP', isAvailable: true },
      { serviceTypeId: 'PICKUP', isAvailable: false },
    ],
  }),
  'a zone of a city that does not exist': set('zones', { 'geographical.cities': [987_654], 'geographical.states': [] }),
  'a zone with a charge of three decimals': set('zones', { 'services.0.baseCharge': 1.234 }),
  'a zone whose status is text': set('zones', { status: 'off' }),
  'a partner with an unknown status': setPartner({ status: 'PAUSED' }),
  'a partner of no state': setPartner({ gstStateCode: '99', volumetricDivisor: 1_000 }),
  'a partner with transit times that overlap': setPartner({
    transit: [
      { distanceFrom: 0, distanceTo: 2_000, hours: 1 },
      { distanceFrom: 1_000, distanceTo: 3_000, hours: 2 },
    ],
  }),
  'a partner better than perfect': setPartner({ 'performance.successRate': 2 }),
  'a credential without secrets': setCredential({ secrets: [] }),
  'a credential of an unknown tier': setCredential({ tier: 'GOLD' }),
  'an entry of a zone that does not exist': setEntry({ zoneId: 987_654 }),
  'an entry of another partner’s zone': setEntry({ zoneId: ROWS_PER_PARTNER }),
  'a new entry of a pincode that does not exist': ({ db, id, partnerId }) =>
    db
      .collection('zone-pincodes')
      .insertOne({ partnerId, zoneId: id, pincode: '999999', assignedAt: CREATED_AT }, BYPASS),
};

/** Of the geography, which all partners share. */
export const PLACE_KINDS: Record<string, (db: Db) => Promise<unknown>> = {
  'a pincode with areas of another city': (db) =>
    db.collection('pincodes').updateOne({ pincode: '400001' }, { $set: { areaIds: [21] } }, BYPASS),
  'a city deleted that is still named': (db) => db.collection('cities').deleteOne({ id: 20 }),
  'a state whose code is too long': (db) =>
    db.collection('states').updateOne({ id: 3 }, { $set: { code: 'KER', name: 'Nowhere' } }, BYPASS),
  'an area moved to a city that does not exist': (db) =>
    db.collection('areas').updateOne({ id: 31 }, { $set: { cityId: 987_654, name: 'Nowhere' } }, BYPASS),
  'a pincode with one coordinate': (db) =>
    db.collection('pincodes').updateOne({ pincode: '682001' }, { $set: { longitude: null } }, BYPASS),
  'a city moved to a state that does not exist': (db) =>
    db.collection('cities').updateOne({ id: 10 }, { $set: { stateId: 987_654, name: 'Nowhere' } }, BYPASS),
};

export const victimOf = (kind: number, db: Db): Victim => ({
  partnerId: `courier-${kind}`,
  id: ROWS_PER_PARTNER * (kind + 1),
  db,
});

export function refusedWorld(): World {
  const row = { createdAt: CREATED_AT };
  const world = {
    'states': STATES.map(([id, name, code, gstCode]) => ({ id, name, code, gstCode })),
    'cities': STATES.map(([id, name]) => ({ id: 10 * id, name: `City of ${name}`, stateId: id, ...row })),
    'areas': STATES.map(([id, name]) => ({ id: 10 * id + 1, name: `Area of ${name}`, cityId: 10 * id, ...row })),
    'pincodes': PINCODES.map(([pincode, stateId, latitude]) => ({
      pincode,
      cityId: 10 * stateId,
      stateId,
      areaIds: [10 * stateId + 1],
      latitude,
      longitude: 77,
    })),
    'service-types': [],
    'partners': [],
    'zones': [],
    'zone-pincodes': [],
    'packages': [],
    'distance-charges': [],
    ...noContractRows(),
    'customer-charges': [],
    'discounts': [],
    'credentials': [
      {
        id: 'main-system',
        kind: 'service',
        tier: 'UNLIMITED',
        status: 'ACTIVE',
        secrets: [{ version: 1, secret: 'demo-main-system-secret' }],
      },
    ],
    'assignments': [],
  } as unknown as World;
  for (let kind = 0; kind < Object.keys(KINDS).length; kind++) addPartner(world, victimOf(kind, null as unknown as Db));
  return world;
}

function addPartner(world: World, victim: Victim): void {
  const { partnerId, id } = victim;
  const services = ['PICKUP', 'DELIVERY', 'COD', 'PREPAID'].map((serviceTypeId) => ({
    serviceTypeId,
    isAvailable: true,
    baseCharge: 2,
  }));
  const charge = (offset: number, type: CustomerCharge['type'], value: number): CustomerCharge => ({
    id: id + offset,
    partnerId,
    type,
    chargeType: 'flat',
    value,
    status: true,
    createdAt: CREATED_AT,
  });
  const distance = (offset: number, distanceFrom: number, distanceTo: number, price: number): DistanceCharge => ({
    id: id + offset,
    partnerId,
    distanceFrom,
    distanceTo,
    charge: price,
    chargeType: 'flat',
    status: true,
  });
  world.partners.push({
    ...partner(partnerId),
    contact: { name: 'Desk', phone: '', email: '', trackingUrl: '' },
    transit: [{ distanceFrom: 0, distanceTo: 4_000, hours: 48 }],
  });
  world.zones.push(
    zone({ id, partnerId, geographical: { states: [1, 2], cities: [], areas: [] }, services: services as never }),
    zone({ id: id + 1, partnerId, geographical: { states: [], cities: [30], areas: [] }, services: services as never }),
  );
  world['zone-pincodes'].push({ partnerId, zoneId: id + 1, pincode: '400002', assignedAt: CREATED_AT });
  world.packages.push(
    packageRow({ id, partnerId, fromZoneId: id }),
    packageRow({ id: id + 1, partnerId, baseCharge: 60 }),
  );
  world['distance-charges'].push(distance(0, 0, 1_000, 5), distance(1, 1_000, 4_000, 25));
  world['customer-charges'].push(charge(0, 'fsc', 7), charge(1, 'docket', 3));
  world.discounts.push(discount(victim, 0, 0.001, 5, 5), discount(victim, 1, 5, 10, 10));
  world.credentials.push({
    id: partnerId,
    kind: 'partner',
    scopes: ['quote', 'assign', 'read', 'write'],
    tier: 'UNLIMITED',
    status: 'ACTIVE',
    secrets: [{ version: 1, secret: `demo-${partnerId}-secret` }],
  });
}

/** The n-th of many different shipments. */
export function shipmentOf(n: number): Shipment {
  const [from, to] = [PINCODES[n % PINCODES.length]![0], PINCODES[(n * 4 + 1) % PINCODES.length]![0]];
  const weight = [400, 900, 4_500, 7_000, 25_000][n % 5]!;
  return {
    pickupPincode: from,
    deliveryPincode: to,
    weight,
    shipmentType: 'B2C',
    paymentType: n % 3 === 0 ? 'COD' : 'PREPAID',
    declaredValue: 100,
    services: ['PICKUP', 'DELIVERY'],
  };
}

/** Everything that a database holds of rates and places, and how to put it back. */
export class Restorable {
  private constructor(private readonly held: ReadonlyMap<Collection, Document[]>) {}

  static async of(db: Db, collections: readonly string[]): Promise<Restorable> {
    const held = new Map<Collection, Document[]>();
    for (const name of collections) held.set(db.collection(name), await db.collection(name).find().toArray());
    return new Restorable(held);
  }

  async restore(): Promise<void> {
    for (const [collection, documents] of this.held) {
      await collection.deleteMany({ _id: { $nin: documents.map(({ _id }) => _id) } });
      if (documents.length > 0)
        await collection.bulkWrite(
          documents.map((document) => ({
            replaceOne: { filter: { _id: document._id }, replacement: document, upsert: true },
          })),
        );
    }
  }
}
