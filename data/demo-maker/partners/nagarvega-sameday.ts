import { FESTIVE_2025, YEARS_2026_TO_2028, type PartnerSpec, type ServiceCharges, type ZoneSpec } from '../card.js';
import { BENGALURU, CHENNAI, DELHI_NCR, HYDERABAD, KOLKATA, MUMBAI, PUNE } from '../regions.js';

const CORE: ServiceCharges = {
  PICKUP: { base: 0, info: { cutoffTime: '14:00', vehicleType: 'Bike' } },
  DELIVERY: { base: 0, info: { deliveryWindow: '12:00-22:00' } },
  COD: 0,
  PREPAID: 0,
  EXPRESS: {
    base: 49,
    custom: { CORPORATE: 39, ENTERPRISE: 35 },
    info: { specialInstructions: 'Within four hours of pickup' },
  },
  INSURANCE: 0,
  TRACKING: 0,
};
const OUTER: ServiceCharges = {
  ...CORE,
  PICKUP: { base: 12, custom: { CORPORATE: 6 }, info: { cutoffTime: '12:30', vehicleType: 'Van' } },
  EXPRESS: { base: 69, custom: { CORPORATE: 55 } },
};

/** Around a head post office: riders in the core, vans in the ring around it. */
function core(code: string, name: string, centre: string, cities: readonly string[], toKm: number): ZoneSpec {
  return {
    code: `${code}_CORE`,
    name: `${name} core`,
    description: `${name}, up to ${toKm} km from the head post office ${centre}`,
    kind: 'city',
    region: code,
    ring: { centre, fromKm: 0, toKm, cities },
    services: CORE,
  };
}

function outer(
  code: string,
  name: string,
  centre: string,
  cities: readonly string[],
  fromKm: number,
  toKm: number,
): ZoneSpec {
  return {
    code: `${code}_OUTER`,
    name: `${name} outer`,
    description: `${name}, ${fromKm} to ${toKm} km from the head post office ${centre}`,
    kind: 'rest',
    region: code,
    ring: { centre, fromKm, toKm, cities },
    services: OUTER,
  };
}

function rings(
  code: string,
  name: string,
  centre: string,
  cities: readonly string[],
  coreKm: number,
  outerKm: number,
): ZoneSpec[] {
  return [core(code, name, centre, cities, coreKm), outer(code, name, centre, cities, coreKm, outerKm)];
}

const ZONES: readonly ZoneSpec[] = [
  ...rings('DEL', 'Delhi NCR', '110001', DELHI_NCR, 14, 38),
  ...rings('BOM', 'Mumbai', '400001', MUMBAI, 14, 40),
  ...rings('BLR', 'Bengaluru', '560001', BENGALURU, 10, 28),
  ...rings('HYD', 'Hyderabad', '500001', HYDERABAD, 10, 26),
  ...rings('MAA', 'Chennai', '600001', CHENNAI, 10, 28),
  ...rings('CCU', 'Kolkata', '700001', [...KOLKATA, 'WB/North 24 Parganas', 'WB/South 24 Parganas'], 9, 20),
  core('PNQ', 'Pune', '411001', PUNE, 8),
  {
    code: 'PNQ_IT',
    name: 'Pune IT corridor',
    description: 'Hinjawadi and Wakad, by area',
    kind: 'rest',
    region: 'PNQ',
    areas: ['411057/Infotech Park (Hinjawadi)', '411057/Wakad', '411057/Maan', '411033/Tathawade', '411033/Thergaon'],
    services: OUTER,
  },
];

export const nagarvegaSameday: PartnerSpec = {
  partnerId: 'nagarvega-sameday',
  prefix: 'NGV',
  name: 'Nagarvega Same-Day',
  joinedDate: '2022-08-15',
  gstState: 'KA',
  contactName: 'Nagarvega live desk',
  limits: {
    maxWeight: 15_000,
    maxDimensions: { length: 60, width: 50, height: 50 },
    maxCodAmount: 10_000,
    maxDeclaredValue: 75_000,
  },
  paymentTypes: ['COD', 'PREPAID'],
  shipmentTypes: ['B2C'],
  cutoffTime: '14:00',
  cutoffTimes: { sunday: '12:00' },
  deliveryWindow: { from: '12:00', to: '22:00' },
  weekendDelivery: true,
  sameDay: true,
  volumetricDivisor: 6_000,
  // what a customer of a city sees is what he pays
  amounts: 'WITH_TAX',
  transit: [
    [20, 5],
    [45, 7],
    [120, 10],
  ],
  performance: {
    successRate: 0.984,
    totalShipments: 3_420_000,
    monthlyVolume: 118_000,
    averageDeliveryTime: 5.8,
    avgMonthlyRevenue: 10_030_000,
    customerSatisfaction: 4.7,
  },
  topRoutes: [
    ['KA/Bengaluru', 'KA/Bengaluru', 1_040_000],
    ['DL/Delhi', 'DL/Delhi', 760_000],
    ['MH/Mumbai', 'MH/Mumbai', 690_000],
    ['DL/Delhi', 'HR/Gurugram', 305_000],
  ],
  zones: ZONES,
  // No general row: it does not carry between cities.
  accepted: [
    {
      code: 'TRANSIT_GAP',
      documents: ['partners/nagarvega-sameday'],
      note: 'Nothing is carried from one city to another',
      until: '2028-12-31',
    },
    {
      code: 'RATE_GAP',
      documents: ['zones/604', 'zones/614'],
      note: 'Nothing is carried between Mumbai and Pune',
      until: '2028-12-31',
    },
  ],
  slabs: [
    {
      code: 'B2C-2KG',
      name: 'Same day 2 kg',
      shipmentType: 'B2C',
      baseGrams: 2_000,
      addonGrams: 1_000,
      rates: { city: [64, 14], region: [89, 18] },
    },
    {
      code: 'B2C-5KG',
      name: 'Same day 5 kg',
      shipmentType: 'B2C',
      baseGrams: 5_000,
      addonGrams: 1_000,
      rates: { city: [99, 11], region: [135, 15] },
    },
    // whoever carries cash takes fewer parcels on a round
    {
      code: 'COD-2KG',
      name: 'Same day 2 kg, cash on delivery',
      shipmentType: 'B2C',
      paymentType: 'COD',
      baseGrams: 2_000,
      addonGrams: 1_000,
      rates: { city: [70, 15], region: [96, 19] },
    },
    {
      code: 'COD-5KG',
      name: 'Same day 5 kg, cash on delivery',
      shipmentType: 'B2C',
      paymentType: 'COD',
      baseGrams: 5_000,
      addonGrams: 1_000,
      rates: { city: [108, 12], region: [146, 16] },
    },
    {
      code: 'ENV-500G',
      name: 'Rider envelope 500 g',
      shipmentType: 'B2C',
      baseGrams: 500,
      addonGrams: 0,
      maxGrams: 500,
      rates: { city: [45, 0] },
    },
    {
      code: 'BLR26-2KG',
      name: 'Bengaluru core saver 2 kg',
      shipmentType: 'B2C',
      baseGrams: 2_000,
      addonGrams: 1_000,
      validity: YEARS_2026_TO_2028,
      between: [['BLR_CORE', 'BLR_CORE']],
      rates: { city: [54, 12] },
    },
    {
      code: 'FEST25-2KG',
      name: 'Festive rush 2025 2 kg',
      shipmentType: 'B2C',
      baseGrams: 2_000,
      addonGrams: 1_000,
      validity: FESTIVE_2025,
      rates: { city: [50, 12] },
    },
  ],
  distance: [
    { fromKm: 25, toKm: 45, flat: 15 },
    { fromKm: 45, toKm: 120, flat: 35 },
  ],
  charges: [
    { type: 'fsc', percent: 8 },
    { type: 'cod', flat: 35 },
    { type: 'cod', percent: 2.5 },
    { type: 'insurance', percent: 0.5 },
  ],
  discounts: [
    { fromKg: 2, toKg: 5, percent: 5, description: 'Same day, 2 to 5 kg', validity: YEARS_2026_TO_2028 },
    { fromKg: 5, toKg: 10, flat: 12, description: 'Same day, 5 to 10 kg' },
    { fromKg: 10, toKg: 15, percent: 10, description: 'Festive rush 2025', validity: FESTIVE_2025 },
    { fromKg: 0.001, toKg: 2, flat: 10, description: 'First month offer, ended', status: false },
  ],
  operations: {
    weekday: '08:00-22:00',
    sunday: '09:00-22:00',
    averageGrams: 1_300,
    handling: ['Insulated bags on request', 'Age check on request'],
    dailyShipments: { city: 900, rest: 350 },
  },
};
