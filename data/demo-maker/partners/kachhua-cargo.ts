import { FESTIVE_2025, YEARS_2026_TO_2028, type PartnerSpec, type ServiceCharges, type ZoneSpec } from '../card.js';
import {
  BENGALURU, CENTRAL, CHENNAI, DELHI_NCR, EAST, HYDERABAD, KOLKATA, MUMBAI, NORTH, PUNE, SOUTH, WEST,
} from '../regions.js';

const METRO: ServiceCharges = {
  PICKUP: { base: 20, custom: { CORPORATE: 10 }, info: { cutoffTime: '15:30', vehicleType: 'Truck' } },
  DELIVERY: { base: 0, info: { deliveryWindow: '11:00-18:00' } },
  COD: 0, PREPAID: 0, INSURANCE: 0, TRACKING: 0,
};
const REST: ServiceCharges = {
  ...METRO, PICKUP: { base: 25, custom: { CORPORATE: 15 }, info: { vehicleType: 'Truck' } },
  ODA: { base: 30, custom: { CORPORATE: 25, B2B: 140 } },
};
const FAR: ServiceCharges = {
  ...REST, PICKUP: { base: 25, custom: { CORPORATE: 15 } }, COD: 15,
  ODA: { base: 45, custom: { CORPORATE: 35, B2B: 200 } },
};

type Places = Pick<ZoneSpec, 'states' | 'cities'>;
const zone = (
  code: string, name: string, kind: ZoneSpec['kind'], region: string, places: Places, services: ServiceCharges,
): ZoneSpec => ({
  code, name, description: `${name}, full truck loads between hubs`, kind, region, ...places, services,
});

const ZONES: readonly ZoneSpec[] = [
  zone('METRO_NORTH', 'Metro North', 'metros', 'NORTH', { cities: DELHI_NCR }, METRO),
  zone('METRO_WEST', 'Metro West', 'metros', 'WEST', { cities: [...MUMBAI, ...PUNE] }, METRO),
  zone('METRO_SOUTH', 'Metro South', 'metros', 'SOUTH', { cities: [...BENGALURU, ...HYDERABAD, ...CHENNAI] }, METRO),
  zone('METRO_EAST', 'Metro East', 'metros', 'EAST', { cities: KOLKATA }, METRO),
  zone('REST_NORTH', 'Rest of North', 'rest', 'NORTH', { states: NORTH }, REST),
  zone('REST_CENTRAL', 'Central India', 'rest', 'CENTRAL', { states: CENTRAL }, REST),
  zone('REST_WEST', 'Rest of West', 'rest', 'WEST', { states: WEST }, REST),
  zone('REST_SOUTH', 'Rest of South', 'rest', 'SOUTH', { states: SOUTH }, REST),
  zone('REST_EAST', 'Rest of East', 'rest', 'EAST', { states: EAST }, REST),
  zone('ASSAM', 'Assam and Tripura', 'special', 'NE', { states: ['AS', 'TR'] }, FAR),
  zone('NE_HILLS', 'North East hills', 'special', 'NE_HILLS', { states: ['ML', 'MN', 'MZ', 'NL', 'SK'] }, FAR),
  zone('JK', 'Jammu and Kashmir', 'special', 'JK', { states: ['JK'] }, FAR),
  { ...zone('ISLANDS', 'Islands by sea', 'remote', 'IS', { states: ['AN', 'LD'] }, FAR), status: false },
];

export const kachhuaCargo: PartnerSpec = {
  partnerId: 'kachhua-cargo', prefix: 'KCH', name: 'Kachhua Economy Cargo', joinedDate: '2020-01-20', gstState: 'UP',
  contactName: 'Kachhua help line',
  limits: {
    maxWeight: 200_000, maxDimensions: { length: 200, width: 120, height: 120 }, maxCodAmount: 20_000, maxDeclaredValue: 300_000,
  },
  paymentTypes: ['COD', 'PREPAID'], shipmentTypes: ['B2B', 'B2C'],
  cutoffTime: '15:00', deliveryWindow: { from: '11:00', to: '18:00' }, weekendDelivery: false, sameDay: false,
  volumetricDivisor: 4_500,
  transit: [[150, 48], [600, 84], [1_200, 126], [2_000, 168], [3_000, 216], [5_000, 288]],
  performance: {
    successRate: 0.918, totalShipments: 12_600_000, monthlyVolume: 265_000, averageDeliveryTime: 138,
    avgMonthlyRevenue: 26_500_000, customerSatisfaction: 3.7,
  },
  topRoutes: [
    ['UP/Kanpur Nagar', 'DL/Delhi', 820_000], ['DL/Delhi', 'BR/Patna', 775_000], ['MH/Mumbai', 'MH/Nagpur', 540_000],
    ['WB/Kolkata', 'OD/Khordha', 415_000],
  ],
  zones: ZONES,
  slabs: [
    { code: 'ANY-1KG', name: 'Economy 1 kg', shipmentType: null, baseGrams: 1_000, addonGrams: 1_000,
      rates: { region: [44, 17], metro: [52, 20], india: [58, 23], special: [84, 34] } },
    { code: 'ANY-5KG', name: 'Economy 5 kg', shipmentType: null, baseGrams: 5_000, addonGrams: 1_000,
      rates: { region: [108, 13], metro: [126, 15.5], india: [142, 17.5], special: [212, 27] } },
    { code: 'ANY-20KG', name: 'Economy 20 kg', shipmentType: null, minGrams: 18_000, baseGrams: 20_000,
      addonGrams: 1_000,
      rates: { region: [265, 9.5], metro: [310, 11.5], india: [355, 13], special: [540, 20] } },
    { code: 'MON26-5KG', name: 'Hub to hub saver 5 kg', shipmentType: null, baseGrams: 5_000, addonGrams: 1_000,
      validity: YEARS_2026_TO_2028, between: [['METRO_NORTH', 'METRO_EAST']], rates: { metro: [112, 14] } },
    { code: 'FEST25-1KG', name: 'Festive saver 2025 1 kg', shipmentType: null, baseGrams: 1_000, addonGrams: 1_000,
      validity: FESTIVE_2025, rates: { india: [50, 20] } },
  ],
  distance: [{ fromKm: 1_800, toKm: 2_600, percent: 4 }, { fromKm: 2_600, toKm: 5_000, percent: 7.5 }],
  charges: [
    { type: 'fsc', percent: 11 },
    { type: 'cod', flat: 30 }, { type: 'cod', percent: 2.25 },
    { type: 'docket', flat: 50, minKg: 20 },
    { type: 'insurance', percent: 0.3 },
  ],
  discounts: [
    { fromKg: 10, toKg: 20, percent: 5, description: 'Economy bulk, 10 to 20 kg' },
    { fromKg: 20, toKg: 50, percent: 9, description: 'Economy bulk, 20 to 50 kg' },
    { fromKg: 50, toKg: 200, flat: 150, description: 'Truck share, 50 to 200 kg' },
    { fromKg: 3, toKg: 10, percent: 6, description: 'Festive offer 2025', validity: FESTIVE_2025 },
    { fromKg: 0.5, toKg: 3, flat: 4, description: 'Small parcel trial, ended', status: false },
  ],
  operations: {
    weekday: '10:00-18:00', sunday: 'CLOSED', averageGrams: 7_500, handling: ['Heavy boxes below', 'No fragile goods'],
    dailyShipments: { metros: 6_000, rest: 4_500, special: 350, remote: 20 },
  },
};
