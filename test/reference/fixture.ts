/** The smallest world in which docs/rules.md#worked-example holds; tests change what they are about. */
import { noContractRows } from './documents.js';
import type { Package, Partner, Zone } from '../../src/model/documents.js';
import type { Shipment, World } from './types.js';

const CREATED_AT = '2024-04-01T00:00:00.000Z';

/** Wednesday, 12:00 IST. */
export const NOON = new Date('2026-03-11T06:30:00.000Z');

export const workedShipment: Shipment = {
  pickupPincode: '400001',
  deliveryPincode: '110001',
  weight: 1_200,
  shipmentType: 'B2C',
  paymentType: 'COD',
  declaredValue: 2_499.5,
  services: ['PICKUP', 'DELIVERY'],
};

export function zone(fields: Partial<Zone> & Pick<Zone, 'id'>): Zone {
  return {
    partnerId: 'acme',
    name: `Zone ${fields.id}`,
    description: '',
    status: true,
    attributes: [],
    geographical: { states: [], cities: [], areas: [] },
    services: [],
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
    ...fields,
  };
}

export function packageRow(fields: Partial<Package> & Pick<Package, 'id'>): Package {
  return {
    packageId: `PKG-${fields.id}`,
    partnerId: 'acme',
    packageName: `Package ${fields.id}`,
    baseWeight: 500,
    baseCharge: 40,
    addonWeight: 500,
    addonCharge: 15,
    status: true,
    createdAt: CREATED_AT,
    ...fields,
  };
}

export function partner(partnerId: string): Partner {
  return {
    partnerId,
    name: partnerId,
    status: 'ACTIVE',
    tier: 'UNLIMITED',
    joinedDate: '2021-06-01',
    gstStateCode: '27',
    contact: { name: '', phone: '', email: '', trackingUrl: '' },
    limits: {
      maxWeight: 30_000,
      maxDimensions: { length: 100, width: 60, height: 40 },
      maxCodAmount: 20_000,
      maxDeclaredValue: 50_000,
    },
    paymentTypes: ['COD', 'PREPAID'],
    shipmentTypes: ['B2B', 'B2C'],
    cutoffTime: '17:00',
    weekendDelivery: false,
    sameDay: false,
    transit: [{ distanceFrom: 0, distanceTo: 2_000, hours: 48 }],
    performance: {
      successRate: 0.95,
      totalShipments: 0,
      monthlyVolume: 0,
      averageDeliveryTime: 0,
      avgMonthlyRevenue: 0,
      customerSatisfaction: 0,
      topRoutes: [],
    },
  };
}

const CHARGES = [
  { id: 1, type: 'fsc', chargeType: 'percentage', value: 12.5 },
  { id: 2, type: 'cod', chargeType: 'flat', value: 40 },
  { id: 3, type: 'cod', chargeType: 'percentage', value: 1.8 },
  { id: 4, type: 'docket', chargeType: 'flat', value: 25 },
  { id: 5, type: 'insurance', chargeType: 'percentage', value: 0.2 },
] as const;

/**
 * All pincodes are on one meridian: 400001 at 10° north, 110001 and 110002 at 18.0482° north, which is 1,163.4 km by
 * road.
 */
export function workedWorld(change: (world: World) => void = () => {}): World {
  const row = { createdAt: CREATED_AT };
  const world: World = {
    'states': [
      { id: 1, name: 'Maharashtra', code: 'MH', gstCode: '27' },
      { id: 2, name: 'Delhi', code: 'DL', gstCode: '07' },
    ],
    'cities': [
      { id: 11, name: 'Mumbai', stateId: 1, ...row },
      { id: 12, name: 'Pune', stateId: 1, ...row },
      { id: 21, name: 'Delhi', stateId: 2, ...row },
    ],
    'areas': [
      { id: 111, name: 'Fort', cityId: 11, ...row },
      { id: 211, name: 'Karol Bagh', cityId: 21, ...row },
      { id: 212, name: 'Rohini', cityId: 21, ...row },
    ],
    'pincodes': [
      { pincode: '400001', cityId: 11, stateId: 1, areaIds: [111], latitude: 10, longitude: 77 },
      { pincode: '400002', cityId: 11, stateId: 1, areaIds: [], latitude: null, longitude: null },
      { pincode: '411001', cityId: 12, stateId: 1, areaIds: [], latitude: null, longitude: null },
      { pincode: '110001', cityId: 21, stateId: 2, areaIds: [212, 211], latitude: 18.0482, longitude: 77 },
      { pincode: '110002', cityId: 21, stateId: 2, areaIds: [], latitude: 18.0482, longitude: 77 },
    ],
    'service-types': [],
    'partners': [partner('acme')],
    'zones': [
      zone({
        id: 1,
        geographical: { states: [1], cities: [], areas: [] },
        services: [{ serviceTypeId: 'PICKUP', isAvailable: true }],
      }),
      zone({
        id: 2,
        geographical: { states: [2], cities: [], areas: [] },
        attributes: ['ODA'],
        services: [
          { serviceTypeId: 'DELIVERY', isAvailable: true },
          { serviceTypeId: 'ODA', isAvailable: true, baseCharge: 30 },
          { serviceTypeId: 'COD', isAvailable: true },
          { serviceTypeId: 'PREPAID', isAvailable: true },
        ],
      }),
    ],
    'zone-pincodes': [],
    'packages': [packageRow({ id: 1 })],
    'distance-charges': [
      { id: 7, partnerId: 'acme', distanceFrom: 0, distanceTo: 1_000, charge: 10, chargeType: 'flat', status: true },
      {
        id: 8,
        partnerId: 'acme',
        distanceFrom: 1_000,
        distanceTo: 1_500,
        charge: 18,
        chargeType: 'flat',
        status: true,
      },
    ],
    'customer-charges': CHARGES.map((charge) => ({ ...charge, partnerId: 'acme', status: true, ...row })),
    ...noContractRows(),
    'holds': [],
    'place-groups': [],
    'allocation-policies': [],
    'capacities': [],
    'landed-terms': [],
    'discounts': [
      {
        id: 9,
        partnerId: 'acme',
        fromWeight: 0.001,
        toWeight: 5,
        discountType: 'percentage',
        discountValue: 7.5,
        status: true,
        ...row,
      },
    ],
    'credentials': [],
    'assignments': [],
  };
  change(world);
  return world;
}
