/**
 * A tiny dataset that is valid in every respect: two states, three cities, six pincodes, and two partners with a rate
 * card each.
 */
import { fixtureContract } from './fixture-contract.js';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noContractRows } from '../reference/documents.js';
import type { AllDocuments } from '../../src/store/dataset/dataset.js';
import type { OutcomeSums } from '../../src/domain/outcomes/sums.js';
import type { ChangeNote } from '../../src/store/port.js';
import {
  type AssignmentRecord,
  DATASET_COLLECTIONS,
  type Discount,
  type ChangeSet,
  type IdempotencyRecord,
  type Partner,
  type Zone,
  type ZonePincode,
} from '../../src/model/documents.js';

const CREATED = '2025-01-01T00:00:00.000Z';

/** What a write of a test says of itself. */
export const FIXTURE_NOTE: ChangeNote = {
  at: '2026-11-25T12:00:00.000Z',
  by: { kind: 'service', id: 'tests' },
  requestId: null,
  route: 'POST /test',
  note: null,
  sealed: (_, document) => document,
};

/** Returns new documents at each call, so that a test may change them. */
export function fixtureDocuments(): AllDocuments {
  return {
    'states': [
      { id: 1, name: 'Delhi', code: 'DL', gstCode: '07' },
      { id: 2, name: 'Maharashtra', code: 'MH', gstCode: '27' },
    ],
    'cities': [
      { id: 1, name: 'New Delhi', stateId: 1, createdAt: CREATED },
      { id: 2, name: 'Mumbai', stateId: 2, createdAt: CREATED },
      { id: 3, name: 'Pune', stateId: 2, createdAt: CREATED },
    ],
    'areas': [
      { id: 1, name: 'Connaught Place', cityId: 1, createdAt: CREATED },
      { id: 2, name: 'Fort', cityId: 2, createdAt: CREATED },
      { id: 3, name: 'Colaba', cityId: 2, createdAt: CREATED },
      { id: 4, name: 'Shivajinagar', cityId: 3, createdAt: CREATED },
    ],
    'pincodes': [
      {
        pincode: '110001',
        cityId: 1,
        stateId: 1,
        areaIds: [1],
        latitude: 28.6205,
        longitude: 77.2128,
        source: 'offices',
      },
      { pincode: '110002', cityId: 1, stateId: 1, areaIds: [], latitude: 28.634, longitude: 77.2403 },
      { pincode: '400001', cityId: 2, stateId: 2, areaIds: [2], latitude: 18.9364, longitude: 72.8355 },
      { pincode: '400005', cityId: 2, stateId: 2, areaIds: [3], latitude: null, longitude: null },
      { pincode: '411001', cityId: 3, stateId: 2, areaIds: [], latitude: 18.5289, longitude: 73.8744 },
      { pincode: '411005', cityId: 3, stateId: 2, areaIds: [4], latitude: 18.5314, longitude: 73.8446 },
    ],
    'service-types': [
      { serviceTypeId: 'PICKUP', serviceTypeName: 'Pickup', displayName: 'Doorstep pickup', category: 'CORE' },
      { serviceTypeId: 'DELIVERY', serviceTypeName: 'Delivery', displayName: 'Doorstep delivery', category: 'CORE' },
    ],
    'partners': [fixturePartner('swift-air'), { ...fixturePartner('hill-carts'), gstStateCode: '27' }],
    'zones': [
      fixtureZone(1, 'swift-air', { states: [1], cities: [], areas: [] }),
      fixtureZone(2, 'swift-air', { states: [], cities: [2], areas: [] }),
      { ...fixtureZone(3, 'hill-carts', { states: [], cities: [], areas: [4] }), attributes: ['HILL'] },
    ],
    'zone-pincodes': [
      { partnerId: 'swift-air', zoneId: 1, pincode: '110001', assignedAt: CREATED },
      { partnerId: 'swift-air', zoneId: 2, pincode: '400001', assignedAt: CREATED },
      { partnerId: 'hill-carts', zoneId: 3, pincode: '411005', assignedAt: CREATED },
    ],
    'packages': [
      {
        id: 1,
        packageId: 'SA-500',
        partnerId: 'swift-air',
        packageName: '500 g slab',
        baseWeight: 500,
        baseCharge: 40,
        addonWeight: 500,
        addonCharge: 15.5,
        maxWeight: null,
        shipmentType: null,
        fromZoneId: 1,
        toZoneId: 2,
        status: true,
        validFrom: CREATED,
        validTo: '2035-01-01T00:00:00.000Z',
        createdAt: CREATED,
      },
      {
        id: 2,
        packageId: 'HC-1000',
        service: 'EXPRESS',
        partnerId: 'hill-carts',
        packageName: '1 kg slab',
        baseWeight: 1000,
        baseCharge: 55.25,
        addonWeight: 0,
        addonCharge: 0,
        maxWeight: 5000,
        shipmentType: 'B2C',
        fromZoneId: null,
        toZoneId: null,
        status: true,
        createdAt: CREATED,
      },
    ],
    'distance-charges': [
      {
        id: 1,
        partnerId: 'swift-air',
        distanceFrom: 0,
        distanceTo: 1000,
        charge: 12,
        chargeType: 'flat',
        status: true,
      },
      {
        id: 2,
        partnerId: 'swift-air',
        distanceFrom: 1000,
        distanceTo: 3000,
        charge: 12.5,
        chargeType: 'percentage',
        status: true,
      },
    ],
    'customer-charges': [
      {
        id: 1,
        partnerId: null,
        customerId: null,
        type: 'fsc',
        chargeType: 'percentage',
        value: 12.5,
        minKg: null,
        maxKg: null,
        status: true,
        createdAt: CREATED,
      },
      {
        id: 2,
        partnerId: 'swift-air',
        customerId: 'ACME',
        type: 'cod',
        codFrom: 0.5,
        codTo: 2_000,
        chargeType: 'flat',
        value: 40,
        minKg: 0,
        maxKg: 10.125,
        status: true,
        createdAt: CREATED,
      },
    ],
    ...fixtureContract(),
    'place-groups': [
      {
        groupId: 'METRO',
        name: 'Metros',
        states: [1],
        cities: [2],
        areas: [4],
        pincodes: ['411005'],
        exceptPincodes: ['110001'],
        status: true,
        createdAt: CREATED,
      },
    ],
    'allocation-policies': [
      {
        policyId: 'usual',
        name: 'The usual',
        priority: 100,
        rules: [
          {
            ruleId: 'metro-first',
            label: 'In metros the faster one first',
            when: { toGroups: ['METRO'], fromStates: [1], not: { toPincodes: ['411005'] } },
            order: { partners: ['swift-air'] },
            status: true,
          },
        ],
        status: true,
        createdAt: CREATED,
        updatedAt: CREATED,
      },
    ],
    'capacities': [
      {
        id: 1,
        partnerId: 'swift-air',
        name: 'Vans of Pune',
        limit: 4_000,
        unit: 'PARCELS',
        per: 'DAY',
        kind: 'SOFT',
        when: { toGroups: ['METRO'], paymentTypes: ['COD'] },
        closedUntil: null,
        status: true,
        createdAt: CREATED,
      },
    ],
    'landed-terms': [
      {
        id: 1,
        customerId: null,
        taxCredit: 'NONE',
        returnHandling: 12.5,
        valueLossPercent: 4,
        annualRatePercent: 18,
        lateCost: 15,
        status: true,
        validFrom: CREATED,
        validTo: null,
        createdAt: CREATED,
      },
    ],
    'holds': [
      {
        id: 1,
        partnerId: 'swift-air',
        states: [1],
        cities: [2, 3],
        areas: [4],
        pincodes: ['110002'],
        everywhere: false,
        end: 'DELIVERY',
        from: CREATED,
        to: '2035-01-01T00:00:00.000Z',
        reason: 'Floods',
        status: true,
        createdAt: CREATED,
      },
      { id: 2, partnerId: null, everywhere: true, to: null, reason: 'Curfew', status: false, createdAt: CREATED },
    ],
    'discounts': [fixtureDiscount(1, 0.5, 2), fixtureDiscount(2, 2, 5)],
    'credentials': [
      {
        id: 'main-system',
        kind: 'service',
        tier: 'UNLIMITED',
        status: 'ACTIVE',
        secrets: [{ version: 1, secret: 'fixture-main-secret' }],
      },
      {
        id: 'swift-air',
        kind: 'partner',
        scopes: ['quote', 'read'],
        tier: 'TIER_1',
        status: 'ACTIVE',
        secrets: [
          { version: 1, secret: 'fixture-old-secret', notAfter: '2030-01-01T00:00:00Z' },
          { version: 2, secret: 'fixture-new-secret', notAfter: null },
        ],
      },
    ],
    'assignments': [],
  };
}

/** The fixture plus `count` pincodes of Pune, from 500000 on. */
export function documentsWithPincodes(count: number): { documents: AllDocuments; pincodes: string[] } {
  const documents = fixtureDocuments();
  const pincodes = Array.from({ length: count }, (_, index) => String(500_000 + index));
  for (const pincode of pincodes)
    documents.pincodes.push({ pincode, cityId: 3, stateId: 2, areaIds: [], latitude: null, longitude: null });
  return { documents, pincodes };
}

export function fixturePartner(partnerId: string): Partner {
  return {
    partnerId,
    name: partnerId,
    status: 'ACTIVE',
    tier: 'TIER_1',
    joinedDate: '2024-01-01',
    gstStateCode: '07',
    contact: {
      name: 'Desk',
      phone: '+91 11 5550 0100',
      email: 'desk@example.com',
      trackingUrl: 'https://example.com/track/{id}',
    },
    limits: {
      maxWeight: 50_000,
      maxDimensions: { length: 120, width: 80, height: 80 },
      maxCodAmount: 50_000,
      maxDeclaredValue: 200_000.5,
    },
    paymentTypes: ['COD', 'PREPAID'],
    shipmentTypes: ['B2B', 'B2C'],
    cutoffTime: '16:00',
    weekendDelivery: false,
    sameDay: false,
    volumetricDivisor: 5000,
    transit: [
      { distanceFrom: 0, distanceTo: 500, hours: 24 },
      { distanceFrom: 500, distanceTo: 4000, hours: 72 },
    ],
    performance: {
      successRate: 0.97,
      totalShipments: 1000,
      monthlyVolume: 100,
      averageDeliveryTime: 40.5,
      avgMonthlyRevenue: 100_000.25,
      customerSatisfaction: 4.5,
      topRoutes: [{ route: 'Delhi-Mumbai', shipments: 10 }],
    },
  };
}

export function fixtureZone(id: number, partnerId: string, geographical: Zone['geographical']): Zone {
  return {
    id,
    partnerId,
    name: `Zone ${id}`,
    description: '',
    status: true,
    attributes: [],
    geographical,
    services: [
      { serviceTypeId: 'PICKUP', isAvailable: true, baseCharge: 0 },
      { serviceTypeId: 'DELIVERY', isAvailable: true, baseCharge: 0 },
      { serviceTypeId: 'HILL', isAvailable: true, baseCharge: 60, customCharges: { CORPORATE: 45.5 } },
      { serviceTypeId: 'COD', isAvailable: false },
    ],
    operationalDetails: null,
    createdAt: CREATED,
    updatedAt: CREATED,
  };
}

/** An active discount of swift-air for a weight range in kg. */
export function fixtureDiscount(id: number, fromWeight: number, toWeight: number): Discount {
  return {
    id,
    partnerId: 'swift-air',
    fromWeight,
    toWeight,
    discountType: 'percentage',
    discountValue: 7.5,
    status: true,
    createdAt: CREATED,
  };
}

export function fixtureZonePincode(zoneId: number, pincode: string): ZonePincode {
  return { partnerId: 'swift-air', zoneId, pincode, assignedAt: CREATED };
}

/**
 * Without a caller, as releases before callers were recorded wrote it; `callerText` has the form that keys use:
 * service:a.
 */
export function fixtureAssignment(shipmentId: string, callerText?: string): AssignmentRecord {
  const colon = callerText?.indexOf(':') ?? -1;
  const caller = callerText && { kind: callerText.slice(0, colon) as 'service', id: callerText.slice(colon + 1) };
  return {
    assignmentId: `ASG-${shipmentId}`,
    ...(caller && { caller }),
    shipmentId,
    requestHash: '0'.repeat(64),
    partnerId: 'swift-air',
    createdAt: CREATED,
    assignment: { shipmentId, cost: 88.5 },
  };
}

export function fixtureIdempotencyRecord(key: string, expiresAt: string): IdempotencyRecord {
  return { key, requestHash: '0'.repeat(64), status: 201, answer: '{"success":true}', expiresAt };
}

export function fixtureChange(id = 1): ChangeSet {
  const done = { collections: ['zones'], counts: { created: 1, updated: 0, ended: 0, removed: 0 } };
  return {
    id,
    at: '2026-03-11T06:30:00.000Z',
    by: { kind: 'service', id: 'tests' },
    requestId: 'request',
    route: 'PUT /api/v1/documents/{collection}/{key}',
    note: null,
    partnerIds: ['acme'],
    ...done,
    views: [{ partnerId: 'acme', ...done }],
  };
}

/** Without the rows of contracts and the holds, some of which refuse the fixtures' shipments. */
export const withoutContracts = (documents: AllDocuments): AllDocuments => ({
  ...documents,
  ...noContractRows(),
  'holds': [],
  'place-groups': [],
  'allocation-policies': [],
  'capacities': [],
  'landed-terms': [],
  'lane-rules': documents['lane-rules'],
});

/** Writes the collections that hold documents as `<collection>.ndjson` into `folder`. */
export async function writeDataset(folder: string, documents: AllDocuments): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const collection of DATASET_COLLECTIONS) {
    const lines = documents[collection].map((document) => `${JSON.stringify(document)}\n`);
    if (lines.length > 0) await writeFile(join(folder, `${collection}.ndjson`), lines.join(''));
  }
}

/** Gives `use` a new folder and always removes it afterwards. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'pinrate-test-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The sums of ten COD parcels of a week, of which two returned. */
export const fixtureSums = (fields: Partial<OutcomeSums> = {}): OutcomeSums => ({
  week: 20_458,
  partnerId: 'swift-air',
  pincode: '400001',
  paymentType: 'COD',
  n: 10,
  delivered: 8,
  rto: 2,
  lost: 0,
  attempted: 10,
  firstAttempt: 7,
  promised: 10,
  onTime: 9,
  hours: [0, 6, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  ...fields,
});
