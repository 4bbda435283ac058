import { FESTIVE_2025, YEARS_2026_TO_2028, type PartnerSpec, type ServiceCharges, type ZoneSpec } from '../card.js';
import {
  AHMEDABAD, BENGALURU, CENTRAL, CHENNAI, DELHI_NCR, EAST, HIMALAYAN_DISTRICTS, HYDERABAD, ISLANDS, KOLKATA, MUMBAI, NORTH,
  NORTH_EAST, PUNE, SOUTH, WEST,
} from '../regions.js';

const METRO: ServiceCharges = {
  PICKUP: {
    base: 10, custom: { CORPORATE: 0, ENTERPRISE: 0, SME: 5 }, info: { cutoffTime: '18:30', vehicleType: 'Van' },
  },
  DELIVERY: { base: 0, info: { deliveryWindow: '10:00-19:00' } }, COD: 0, PREPAID: 0, EXPRESS: { base: 45, custom: { B2B: 150 } },
  INSURANCE: 0, TRACKING: 0,
};
const REST: ServiceCharges = {
  ...METRO, PICKUP: { base: 15, custom: { CORPORATE: 5, ENTERPRISE: 0 }, info: { vehicleType: 'Van' } },
  ODA: { base: 40, custom: { CORPORATE: 30, SME: 35, B2B: 180 } },
};
const SPECIAL: ServiceCharges = {
  ...REST, PICKUP: 25, EXPRESS: undefined, ODA: { base: 55, custom: { CORPORATE: 42, B2B: 260 } },
};
const HILL: ServiceCharges = {
  ...SPECIAL, PICKUP: { base: 25, info: { vehicleType: 'Jeep' } },
  HILL: { base: 22, custom: { CORPORATE: 16, B2B: 110 }, info: { maxWeight: 25_000 } },
};
/** Weekly runs carry no cash. */
const REMOTE: ServiceCharges = {
  PICKUP: 50, DELIVERY: 0, PREPAID: 0, TRACKING: 0, INSURANCE: 0,
  ODA: {
    base: 75, custom: { CORPORATE: 60, B2B: 350 }, info: { specialInstructions: 'Allow two more days from November to April' },
  },
  HILL: { base: 28, custom: { CORPORATE: 20, B2B: 130 } },
};

const metros = (region: string, name: string, cities: readonly string[]): ZoneSpec => ({
  code: `METRO_${region}`, name, description: `${name}: sorting hub cities`, kind: 'metros', region, cities, services: METRO,
});
const rest = (region: string, name: string, states: readonly string[]): ZoneSpec => ({
  code: `REST_${region}`, name, description: `${name} beyond the hub cities`, kind: 'rest', region, states, services: REST,
});

const ZONES: readonly ZoneSpec[] = [
  metros('NORTH', 'Metro North', [...DELHI_NCR, 'CH/Chandigarh', 'RJ/Jaipur', 'UP/Lucknow']),
  metros('WEST', 'Metro West', [...MUMBAI, ...PUNE, ...AHMEDABAD, 'GJ/Surat']),
  metros('SOUTH', 'Metro South', [...BENGALURU, ...HYDERABAD, ...CHENNAI, 'TN/Coimbatore', 'KL/Ernakulam']),
  metros('EAST', 'Metro East', [...KOLKATA, 'OD/Khordha', 'BR/Patna']),
  rest('NORTH', 'Rest of North', NORTH), rest('CENTRAL', 'Central India', CENTRAL), rest('WEST', 'Rest of West', WEST),
  rest('SOUTH', 'Rest of South', SOUTH), rest('EAST', 'Rest of East', EAST),
  { code: 'NORTH_EAST', name: 'North East', description: 'By the Siliguri corridor to Guwahati and beyond', kind: 'special',
    region: 'NE', states: NORTH_EAST, services: SPECIAL },
  { code: 'JK', name: 'Jammu and Kashmir', description: 'By road over Jammu', kind: 'special', region: 'JK', states: ['JK'],
    attributes: ['HILL'], services: HILL },
  { code: 'HILLS', name: 'Hill districts', description: 'Hill districts of Himachal and Uttarakhand', kind: 'special',
    region: 'HILLS', cities: [
      'HP/Shimla', 'HP/Kullu', 'HP/Mandi', 'HP/Chamba', 'UK/Almora', 'UK/Bageshwar', 'UK/Pauri Garhwal', 'UK/Tehri Garhwal',
      'UK/Rudraprayag', 'UK/Champawat',
    ],
    attributes: ['HILL'], services: HILL },
  { code: 'HIMALAYA', name: 'High Himalaya and Ladakh',
    description: 'Leh, Kargil and the districts of high passes, no COD',
    kind: 'remote', region: 'HIM',
    states: ['LA'], cities: HIMALAYAN_DISTRICTS, attributes: ['ODA', 'HILL'], services: REMOTE },
  { code: 'ISLANDS', name: 'Islands', description: 'By sea from Chennai, Kolkata and Kochi, no COD', kind: 'remote',
    region: 'IS',
    states: ISLANDS, attributes: ['ODA'],
    services: { ...REMOTE, HILL: undefined } },
];

export const dharalineSurface: PartnerSpec = {
  partnerId: 'dharaline-surface', prefix: 'DHS', name: 'Dharaline Surface Logistics', joinedDate: '2018-04-16', gstState: 'MH',
  contactName: 'Dharaline service centre',
  limits: {
    maxWeight: 150_000, maxDimensions: { length: 180, width: 120, height: 120 }, maxCodAmount: 50_000,
    maxDeclaredValue: 1_000_000,
  },
  paymentTypes: ['COD', 'PREPAID'], shipmentTypes: ['B2B', 'B2C'],
  cutoffTime: '17:00', deliveryWindow: { from: '10:00', to: '19:00' }, weekendDelivery: false, sameDay: false,
  volumetricDivisor: 5_000,
  transit: [[150, 30], [600, 54], [1_200, 78], [2_000, 102], [3_000, 132], [5_000, 190]],
  performance: {
    successRate: 0.976, totalShipments: 31_200_000, monthlyVolume: 540_000, averageDeliveryTime: 82,
    avgMonthlyRevenue: 62_100_000, customerSatisfaction: 4.5,
  },
  topRoutes: [
    ['DL/Delhi', 'UP/Lucknow', 1_910_000], ['MH/Mumbai', 'MH/Pune', 1_640_000], ['MH/Mumbai', 'DL/Delhi', 1_480_000],
    ['GJ/Surat', 'MH/Mumbai', 1_220_000], ['KA/Bengaluru', 'TN/Chennai', 1_170_000],
  ],
  zones: ZONES,
  slabs: [
    { code: 'B2C-500G', name: 'Surface parcel 500 g', shipmentType: 'B2C', baseGrams: 500, addonGrams: 500,
      rates: { region: [34, 22], metro: [40, 27], india: [45, 31], special: [66, 46], remote: [98, 70] } },
    { code: 'B2C-2KG', name: 'Surface parcel 2 kg', shipmentType: 'B2C', baseGrams: 2_000, addonGrams: 1_000,
      rates: { region: [82, 24], metro: [98, 29], india: [110, 33], special: [162, 50], remote: [245, 78] } },
    { code: 'B2C-10KG', name: 'Surface parcel 10 kg', shipmentType: 'B2C', minGrams: 9_000, baseGrams: 10_000,
      addonGrams: 1_000,
      rates: { region: [205, 16], metro: [248, 19.5], india: [280, 22.5], special: [405, 35], remote: [640, 56] } },
    { code: 'B2B-5KG', name: 'Surface cargo 5 kg', shipmentType: 'B2B', baseGrams: 5_000, addonGrams: 1_000,
      rates: { region: [140, 13.5], metro: [162, 16], india: [180, 18.5], special: [265, 28], remote: [420, 48] } },
    { code: 'WEST26-10KG', name: 'Western corridor 10 kg', shipmentType: 'B2C', minGrams: 9_000, baseGrams: 10_000,
      addonGrams: 1_000, validity: YEARS_2026_TO_2028, between: [['METRO_WEST', 'METRO_NORTH']],
      rates: { metro: [225, 17.5] } },
    { code: 'FEST25-2KG', name: 'Festive saver 2025 2 kg', shipmentType: 'B2C', baseGrams: 2_000, addonGrams: 1_000,
      validity: FESTIVE_2025, rates: { metro: [84, 26] } },
  ],
  distance: [
    { fromKm: 0, toKm: 300, flat: 3, status: false },
    { fromKm: 500, toKm: 1_000, flat: 2 }, { fromKm: 1_000, toKm: 1_500, flat: 4.5 }, { fromKm: 1_500, toKm: 2_500, percent: 5 },
    { fromKm: 2_500, toKm: 5_000, percent: 8.25 },
  ],
  charges: [
    { type: 'fsc', percent: 16.5, maxKg: 20 }, { type: 'fsc', percent: 19, minKg: 20.001 },
    { type: 'cod', flat: 38 }, { type: 'cod', percent: 1.9 },
    { type: 'docket', flat: 35, minKg: 10, maxKg: 20 }, { type: 'docket', flat: 70, minKg: 20.001 },
    { type: 'insurance', percent: 0.2 },
    { type: 'docket', flat: 40, customerId: 'cust-corp-007', minKg: 20.001 },
    { type: 'cod', percent: 1.5, customerId: 'cust-retail-001' },
  ],
  discounts: [
    { fromKg: 5, toKg: 10, percent: 5, description: 'Parcels of 5 to 10 kg' },
    { fromKg: 10, toKg: 25, percent: 7.5, description: 'Parcels of 10 to 25 kg' },
    { fromKg: 25, toKg: 50, flat: 40, description: 'Parcels of 25 to 50 kg', validity: YEARS_2026_TO_2028 },
    { fromKg: 50, toKg: 150, percent: 15, description: 'Festive heavy offer 2025', validity: FESTIVE_2025 },
    { fromKg: 1, toKg: 5, percent: 3, description: 'Small parcel trial, ended', status: false },
  ],
  operations: {
    weekday: '09:00-20:00', sunday: 'CLOSED', averageGrams: 4_200, handling: ['Stack to five boxes', 'No perishables'],
    dailyShipments: { metros: 14_000, rest: 8_500, special: 900, remote: 120 },
  },
};
