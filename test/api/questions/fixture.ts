/**
 * A small world where every field of an answer has a value: that of the worked example, with a second partner and
 * complete documents.
 */
import type { Credential, Partner, Zone } from '../../../src/model/documents.js';
import { packageRow, partner, workedShipment, workedWorld, zone } from '../../reference/fixture.js';
import type { World } from '../../reference/types.js';
import type { Body } from './requests.js';

const { pickupPincode, deliveryPincode } = workedShipment;

function unlimited(kind: Credential['kind'], id: string): Credential {
  return { id, kind, tier: 'UNLIMITED', status: 'ACTIVE', secrets: [{ version: 1, secret: `demo-${id}-secret` }] };
}

function complete(partnerId: string): Partner {
  return {
    ...partner(partnerId),
    name: `${partnerId} Express`,
    contact: {
      name: 'Dispatch desk',
      phone: '+91 22 5550 0100',
      email: `desk@${partnerId}.example`,
      trackingUrl: `https://${partnerId}.example/p/{trackingNumber}?src=qr`,
    },
  };
}

function zonesOf(partnerId: string, firstId: number): Zone[] {
  const details = { capacity: { maxDailyShipments: 500, maxWeightPerDay: 9_000 }, specialHandling: ['Keep dry'] };
  return [
    zone({
      id: firstId,
      partnerId,
      name: 'West',
      geographical: { states: [1], cities: [], areas: [] },
      operationalDetails: details,
      services: [
        {
          serviceTypeId: 'PICKUP',
          isAvailable: true,
          baseCharge: 10,
          additionalInfo: { cutoffTime: '15:00', vehicleType: 'Tempo' },
        },
      ],
    }),
    zone({
      id: firstId + 1,
      partnerId,
      name: 'North',
      geographical: { states: [2], cities: [], areas: [] },
      attributes: ['ODA'],
      operationalDetails: details,
      services: [
        {
          serviceTypeId: 'DELIVERY',
          isAvailable: true,
          baseCharge: 5.5,
          additionalInfo: { deliveryWindow: '10:00-18:00', specialInstructions: 'Ask for the gate pass' },
        },
        { serviceTypeId: 'ODA', isAvailable: true, baseCharge: 30 },
        { serviceTypeId: 'EXPRESS', isAvailable: true, baseCharge: 60 },
        { serviceTypeId: 'COD', isAvailable: true },
        { serviceTypeId: 'PREPAID', isAvailable: true },
      ],
    }),
  ];
}

/** acme is cheaper, bolt faster; idle is not active. Both carry from 400001 to 110001, neither from there. */
export function fullWorld(): World {
  return workedWorld((world) => {
    world.partners = [
      complete('acme'),
      { ...complete('bolt'), transit: [{ distanceFrom: 0, distanceTo: 2_000, hours: 24 }] },
      { ...complete('idle'), status: 'INACTIVE' },
    ];
    world.zones = [...zonesOf('acme', 1), ...zonesOf('bolt', 11)];
    world.packages.push(packageRow({ id: 2, partnerId: 'bolt', baseCharge: 140 }));
    world['customer-charges'].push(
      ...world['customer-charges'].map((row) => ({ ...row, id: row.id + 100, partnerId: 'bolt' })),
    );
    addCredentials(world);
  });
}

/** Credentials for the main system and for every partner. */
export function addCredentials(world: World): void {
  world.credentials = [
    unlimited('service', 'main-system'),
    ...world.partners.map(({ partnerId }) => unlimited('partner', partnerId)),
  ];
}

/** Both partners carry it. */
export function availability(changes: Body = {}): Body {
  return {
    pickupPincode,
    deliveryPincode,
    weight: 1_200,
    shipmentType: 'B2C',
    paymentType: 'COD',
    serviceRequirements: ['PICKUP', 'DELIVERY'],
    declaredValue: 2_499.5,
    ...changes,
  };
}

export function charges(changes: Body = {}): Body {
  return { ...availability(), partnerId: 'acme', ...changes };
}

export interface AssignmentChanges {
  shipmentDetails?: Body;
  assignmentPreferences?: Body;
  [field: string]: unknown;
}

export function assignment(
  shipmentId: string,
  { shipmentDetails, assignmentPreferences, ...others }: AssignmentChanges = {},
): Body {
  return {
    shipmentDetails: {
      shipmentId,
      serviceTypes: ['PICKUP', 'DELIVERY'],
      fromPincode: pickupPincode,
      toPincode: deliveryPincode,
      weight: 1_200,
      declaredValue: 2_499.5,
      shipmentType: 'B2C',
      paymentType: 'COD',
      ...shipmentDetails,
    },
    assignmentPreferences: { assignmentStrategy: 'CHEAPEST', ...assignmentPreferences },
    ...others,
  };
}

/** The partner flow, for acme. */
export function manualAssignment(shipmentId: string, options: Body = {}): Body {
  const address = { line1: '1 Main Road', city: 'Mumbai', state: 'Maharashtra', pincode: pickupPincode };
  return {
    shipmentDetails: {
      shipmentId,
      pickupPincode,
      deliveryPincode,
      weight: 1_200,
      dimensions: { length: 20, width: 10, height: 10 },
      packageType: 'BOX',
      declaredValue: 60_000 / 24,
      assignedPartnerId: 'acme',
      serviceRequirements: ['PICKUP', 'DELIVERY'],
      additionalServices: ['EXPRESS'],
      specialInstructions: 'Fragile',
      paymentType: 'COD',
      shipmentType: 'B2C',
      preferredDeliveryDate: '2026-03-14',
      deliveryTimeSlot: '10:00-12:00',
    },
    customerDetails: {
      sender: { name: 'Asha', phone: '+91 90000 00001', email: 'asha@example.com', address },
      recipient: { name: 'Ravi', phone: '+91 90000 00002', address: { ...address, pincode: deliveryPincode } },
    },
    assignmentPreferences: {
      assignmentStrategy: 'MANUAL_SELECTION',
      selectedPartner: 'acme',
      priority: 'HIGH',
      allowAlternatives: false,
    },
    options: { sendNotifications: true, ...options },
  };
}
