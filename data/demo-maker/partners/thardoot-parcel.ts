import { FESTIVE_2025, YEARS_2026_TO_2028, type PartnerSpec, type ServiceCharges, type ZoneSpec } from '../card.js';
import { AHMEDABAD, DELHI_NCR } from '../regions.js';

/** Parcels are collected in Jaipur alone; elsewhere they have to be brought. */
const HUB: ServiceCharges = {
  PICKUP: { base: 0, info: { vehicleType: 'Van' } },
  DELIVERY: 0,
  COD: 0,
  PREPAID: 0,
  EXPRESS: { base: 35, custom: { CORPORATE: 25 } },
  INSURANCE: 0,
  TRACKING: 0,
};
const CITY: ServiceCharges = { ...HUB, PICKUP: undefined };
const REST: ServiceCharges = {
  ...CITY,
  EXPRESS: undefined,
  ODA: { base: 28, custom: { CORPORATE: 20, B2B: 130 } },
};
const DESERT: ServiceCharges = {
  ...REST,
  ODA: { base: 38, custom: { CORPORATE: 28, B2B: 170 }, info: { deliveryWindow: '07:00-12:00' } },
};

const ZONES: readonly ZoneSpec[] = [
  {
    code: 'JAIPUR',
    name: 'Jaipur',
    description: 'Jaipur hub',
    kind: 'city',
    region: 'RJ',
    cities: ['RJ/Jaipur'],
    services: HUB,
  },
  {
    code: 'AHMEDABAD',
    name: 'Ahmedabad',
    description: 'Ahmedabad and Gandhinagar',
    kind: 'city',
    region: 'GJ',
    cities: AHMEDABAD,
    services: CITY,
  },
  {
    code: 'DEL',
    name: 'Delhi NCR',
    description: 'Gateway to Delhi',
    kind: 'city',
    region: 'DL',
    cities: DELHI_NCR,
    services: CITY,
  },
  {
    code: 'REST_RJ',
    name: 'Rajasthan',
    description: 'Rajasthan beyond Jaipur',
    kind: 'rest',
    region: 'RJ',
    states: ['RJ'],
    services: REST,
  },
  {
    code: 'REST_GJ',
    name: 'Gujarat',
    description: 'Gujarat beyond Ahmedabad',
    kind: 'rest',
    region: 'GJ',
    states: ['GJ'],
    services: REST,
  },
  {
    code: 'DESERT',
    name: 'Thar and Kachchh',
    description: 'Desert districts',
    kind: 'special',
    region: 'DESERT',
    cities: ['RJ/Jaisalmer', 'RJ/Barmer', 'GJ/Kachchh'],
    attributes: ['ODA'],
    services: DESERT,
  },
];

/**
 * It collects in one city. Suspended: its card stays, but it must never be offered. It is cheaper than all others, so that a mistake would show.
 */
export const thardootParcel: PartnerSpec = {
  partnerId: 'thardoot-parcel',
  prefix: 'THD',
  name: 'Thardoot Parcel Service',
  status: 'INACTIVE',
  joinedDate: '2020-09-14',
  gstState: 'RJ',
  contactName: 'Thardoot accounts',
  limits: {
    maxWeight: 50_000,
    maxDimensions: { length: 120, width: 80, height: 80 },
    maxCodAmount: 30_000,
    maxDeclaredValue: 200_000,
  },
  paymentTypes: ['COD', 'PREPAID'],
  shipmentTypes: ['B2B', 'B2C'],
  cutoffTime: '17:30',
  weekendDelivery: false,
  sameDay: false,
  volumetricDivisor: 5_000,
  transit: [
    [150, 24],
    [500, 40],
    [1_000, 60],
    [2_500, 96],
  ],
  performance: {
    successRate: 0.902,
    totalShipments: 1_120_000,
    monthlyVolume: 0,
    averageDeliveryTime: 52,
    avgMonthlyRevenue: 0,
    customerSatisfaction: 3.4,
  },
  topRoutes: [
    ['RJ/Jaipur', 'DL/Delhi', 164_000],
    ['RJ/Jaipur', 'GJ/Ahmedabad', 97_000],
  ],
  zones: ZONES,
  slabs: [
    {
      code: 'ANY-500G',
      name: 'Desert 500 g',
      shipmentType: null,
      baseGrams: 500,
      addonGrams: 500,
      rates: { city: [20, 10], region: [24, 12], metro: [28, 14], india: [30, 15], special: [38, 22] },
    },
    {
      code: 'FEST25-500G',
      name: 'Festive saver 2025 500 g',
      shipmentType: null,
      baseGrams: 500,
      addonGrams: 500,
      validity: FESTIVE_2025,
      rates: { city: [18, 9] },
    },
  ],
  charges: [
    { type: 'fsc', percent: 9 },
    { type: 'cod', flat: 28 },
    { type: 'cod', percent: 1.8 },
  ],
  discounts: [{ fromKg: 2, toKg: 10, percent: 4, description: 'Parcels of 2 to 10 kg', validity: YEARS_2026_TO_2028 }],
  operations: {
    weekday: '09:00-18:00',
    sunday: 'CLOSED',
    averageGrams: 3_000,
    handling: ['Dust-proof wrap'],
    dailyShipments: { city: 400, rest: 250, special: 40 },
  },
};
