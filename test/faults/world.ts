/**
 * The world of the fault tests: a random one, and in another state partners whose rates and zones are changed under
 * load.
 */
import type { Db } from 'mongodb';
import { type Capacity, DATASET_COLLECTIONS, type CustomerCharge, type Partner } from '../../src/model/documents.js';
import { documentOf } from '../../src/store/mongo/documents.js';
import { packageRow, partner, zone } from '../reference/fixture.js';
import { randomWorld, seededRng } from '../reference/random.js';
import type { ServiceId, Shipment, World } from '../reference/types.js';

/** Two whose every changing rate is the same number, of both, at any moment. */
export const WATCHED = ['watched-a', 'watched-b'] as const;
/** One that has {@link PINCODES} pincodes, all of them in one of two zones. */
export const BULK = 'bulk';
export const BULK_ZONES = [100_001, 100_002] as const;
export const PINCODES = 10_000;

const STATE_ID = 10_000;
const CITY_ID = 10_000;
const FIRST_PINCODE = 670_000;
const CREATED_AT = '2024-04-01T00:00:00.000Z';
const MARKED_IDS = 200_000;

/** By number, from 0. */
export const pincode = (number: number): string => String(FIRST_PINCODE + number);

const isOfState = (value: string): boolean =>
  Number(value) >= FIRST_PINCODE && Number(value) < FIRST_PINCODE + PINCODES;

const SERVICES: ServiceId[] = ['PICKUP', 'DELIVERY', 'COD', 'PREPAID'];
const everyService = SERVICES.map((serviceTypeId) => ({ serviceTypeId, isAvailable: true, baseCharge: 0 }));

export function faultWorld(seed: number): World {
  const world = randomWorld(seededRng(seed));
  world.states.push({ id: STATE_ID, name: 'Kerala', code: 'KL', gstCode: '32' });
  world.cities.push({ id: CITY_ID, name: 'Kochi', stateId: STATE_ID, createdAt: CREATED_AT });
  for (let number = 0; number < PINCODES; number++) {
    const place = number === 0 ? { latitude: 9.98, longitude: 76.28 } : { latitude: null, longitude: null };
    world.pincodes.push({ pincode: pincode(number), cityId: CITY_ID, stateId: STATE_ID, areaIds: [], ...place });
  }
  for (const [index, partnerId] of WATCHED.entries()) addWatched(world, partnerId, MARKED_IDS + 10 * index);
  addBulk(world);
  for (const [index, partnerId] of [...WATCHED, BULK].entries()) world.capacities.push(capacity(index + 1, partnerId));
  for (const partnerId of [...WATCHED, BULK]) {
    world.credentials.push({
      id: partnerId,
      kind: 'partner',
      scopes: ['quote', 'assign', 'read', 'write'],
      tier: 'UNLIMITED',
      status: 'ACTIVE',
      secrets: [{ version: 1, secret: `demo-${partnerId}-secret` }],
    });
  }
  return world;
}

function aPartner(partnerId: string): Partner {
  return {
    ...partner(partnerId),
    gstStateCode: '32',
    contact: { name: 'Desk', phone: '', email: '', trackingUrl: '' },
  };
}

/** Far from full: what matters is that it counts right. */
const capacity = (id: number, partnerId: string): Capacity => ({
  id,
  partnerId,
  name: 'Everything',
  limit: 1_000_000,
  unit: 'PARCELS',
  per: 'MONTH',
  status: true,
  createdAt: CREATED_AT,
});

function addWatched(world: World, partnerId: string, firstId: number): void {
  world.partners.push(aPartner(partnerId));
  world.zones.push(
    zone({
      id: firstId,
      partnerId,
      geographical: { states: [STATE_ID], cities: [], areas: [] },
      services: everyService,
    }),
  );
  world.packages.push(packageRow({ id: firstId, partnerId }));
  const charge = (id: number, type: CustomerCharge['type']): CustomerCharge => ({
    id,
    partnerId,
    type,
    chargeType: 'flat',
    value: 1,
    status: true,
    createdAt: CREATED_AT,
  });
  world['customer-charges'].push(charge(firstId, 'fsc'), charge(firstId + 1, 'docket'));
  world['distance-charges'].push({
    id: firstId,
    partnerId,
    distanceFrom: 0,
    distanceTo: 5_000,
    charge: 1,
    chargeType: 'flat',
    status: true,
  });
}

function addBulk(world: World): void {
  const partnerId = BULK;
  world.partners.push(aPartner(partnerId));
  for (const id of BULK_ZONES) world.zones.push(zone({ id, partnerId, services: everyService }));
  for (let number = 0; number < PINCODES; number++)
    world['zone-pincodes'].push({ partnerId, zoneId: BULK_ZONES[0], pincode: pincode(number), assignedAt: CREATED_AT });
  world.packages.push(packageRow({ id: BULK_ZONES[0], partnerId }));
}

/** What the database holds, as a majority has acknowledged it. */
export async function loadWorld(db: Db): Promise<World> {
  const world: Partial<Record<string, unknown[]>> = {};
  for (const collection of DATASET_COLLECTIONS) {
    const stored = await db
      .collection(collection)
      .find({}, { readConcern: { level: 'majority' } })
      .toArray();
    world[collection] = stored.map((document) => documentOf(collection, document));
  }
  return world as World;
}

/** Without the pincodes of the state, of which there are so many that random shipments would nearly all be there. */
export function withoutState(world: World): World {
  const isOut = (row: { pincode: string }): boolean => !isOfState(row.pincode);
  return { ...world, 'pincodes': world.pincodes.filter(isOut), 'zone-pincodes': world['zone-pincodes'].filter(isOut) };
}

/** What is needed of the world for a shipment within the state: the model looks through all that it is given. */
export function around(world: World, { pickupPincode, deliveryPincode }: Shipment): World {
  // the first is the only one with a place, and so that of the others too
  const needed = new Set([pincode(0), pickupPincode, deliveryPincode]);
  const isNeeded = (row: { pincode: string }): boolean => needed.has(row.pincode);
  return {
    ...world,
    'pincodes': world.pincodes.filter(isNeeded),
    'zone-pincodes': world['zone-pincodes'].filter(isNeeded),
  };
}

/** Within the state, of 500 grams by default. */
export function shipmentIn(from: number, to: number, weight = 500): Shipment {
  return {
    pickupPincode: pincode(from),
    deliveryPincode: pincode(to),
    weight,
    shipmentType: 'B2C',
    paymentType: 'PREPAID',
    declaredValue: 100,
    services: ['PICKUP', 'DELIVERY'],
  };
}
