import {
  FESTIVE_2025, FESTIVE_2027, MONSOON_2027, YEARS_2026_TO_2028, type PartnerSpec, type ServiceCharges, type ZoneSpec,
} from '../card.js';
import {
  AHMEDABAD, BENGALURU, CENTRAL, CHENNAI, DELHI_NCR, EAST, HIMALAYAN_DISTRICTS, HYDERABAD, ISLANDS, KOLKATA, MUMBAI, NORTH,
  NORTH_EAST, PUNE, SOUTH, WEST,
} from '../regions.js';

const CITY: ServiceCharges = {
  PICKUP: { base: 0, info: { cutoffTime: '19:00', vehicleType: 'Bike' } },
  DELIVERY: { base: 0, info: { deliveryWindow: '10:00-20:00' } }, COD: 0, PREPAID: 0,
  EXPRESS: { base: 60, custom: { CORPORATE: 45, ENTERPRISE: 40 } }, INSURANCE: 0, TRACKING: 0,
};
const REST: ServiceCharges = {
  ...CITY,
  PICKUP: { base: 15, custom: { CORPORATE: 0, ENTERPRISE: 0 }, info: { cutoffTime: '17:00', vehicleType: 'Van' } },
  EXPRESS: { base: 85, custom: { CORPORATE: 65, ENTERPRISE: 60 } },
  ODA: { base: 55, custom: { CORPORATE: 40, B2B: 220 } },
};
const SPECIAL: ServiceCharges = { ...REST, PICKUP: { base: 25, custom: { CORPORATE: 15 } }, EXPRESS: { base: 120 } };
/** No cash is carried where roads may close or ships may not sail for days. */
const MOUNTAIN: ServiceCharges = {
  PICKUP: { base: 45 }, DELIVERY: { base: 0, info: { restrictions: ['Roads close in snow and landslides'] } }, PREPAID: 0,
  INSURANCE: 0, TRACKING: 0,
  ODA: { base: 70, custom: { CORPORATE: 55, ENTERPRISE: 50, B2B: 320 } }, HILL: { base: 30, custom: { CORPORATE: 22, B2B: 140 } },
};
const ISLAND: ServiceCharges = {
  PICKUP: 60, DELIVERY: 0, PREPAID: 0, INSURANCE: 0, TRACKING: 0, ODA: { base: 80, custom: { CORPORATE: 65, B2B: 380 } },
};

const city = (code: string, name: string, region: string, cities: readonly string[]): ZoneSpec => ({
  code, name, description: `${name}: airport hub, delivery to the door`, kind: 'city', region, cities, services: CITY,
});
const rest = (region: string, name: string, states: readonly string[]): ZoneSpec => ({
  code: `REST_${region}`, name, description: `${name} beyond the metros, by road from the nearest airport hub`, kind: 'rest',
  region, states, services: REST,
});

const ZONES: readonly ZoneSpec[] = [
  city('DEL', 'Delhi NCR', 'NORTH', DELHI_NCR), city('BOM', 'Mumbai', 'WEST', MUMBAI),
  city('BLR', 'Bengaluru', 'SOUTH', BENGALURU),
  city('HYD', 'Hyderabad', 'SOUTH', HYDERABAD), city('MAA', 'Chennai', 'SOUTH', CHENNAI), city('CCU', 'Kolkata', 'EAST', KOLKATA),
  city('PNQ', 'Pune', 'WEST', PUNE), city('AMD', 'Ahmedabad', 'WEST', AHMEDABAD),
  rest('NORTH', 'Rest of North', NORTH), rest('CENTRAL', 'Central India', CENTRAL), rest('WEST', 'Rest of West', WEST),
  rest('SOUTH', 'Rest of South', SOUTH), rest('EAST', 'Rest of East', EAST),
  { code: 'NORTH_EAST', name: 'North East', description: 'By air to Guwahati, onwards by road', kind: 'special', region: 'NE',
    states: NORTH_EAST, services: SPECIAL },
  { code: 'JK', name: 'Jammu and Kashmir', description: 'By air to Srinagar and Jammu', kind: 'special', region: 'JK',
    states: ['JK'], services: SPECIAL },
  { code: 'LADAKH', name: 'Ladakh', description: 'Leh and Kargil: by air only while the passes are shut, no COD',
    kind: 'remote',
    region: 'LA', states: ['LA'], attributes: ['ODA', 'HILL'], services: MOUNTAIN },
  { code: 'HIMALAYA', name: 'High Himalaya', description: 'Districts of high passes and single roads, no COD',
    kind: 'remote',
    region: 'HIM', cities: HIMALAYAN_DISTRICTS, attributes: ['ODA', 'HILL'], services: MOUNTAIN },
  { code: 'ISLANDS', name: 'Islands', description: 'Andaman and Nicobar, Lakshadweep, no COD', kind: 'remote',
    region: 'IS',
    states: ISLANDS, attributes: ['ODA'], services: ISLAND },
];

export const nabhdootAir: PartnerSpec = {
  partnerId: 'nabhdoot-air', prefix: 'NDA', name: 'Nabhdoot Air Express', joinedDate: '2019-07-01', gstState: 'DL',
  contactName: 'Nabhdoot customer desk',
  limits: {
    maxWeight: 70_000, maxDimensions: { length: 120, width: 80, height: 80 }, maxCodAmount: 50_000, maxDeclaredValue: 500_000,
  },
  paymentTypes: ['COD', 'PREPAID'], shipmentTypes: ['B2B', 'B2C'],
  cutoffTime: '18:00', deliveryWindow: { from: '10:00', to: '20:00' }, weekendDelivery: true, sameDay: false, volumetricDivisor: 5_000,
  transit: [[100, 18], [600, 28], [1_400, 38], [2_200, 48], [3_200, 66], [5_000, 92]],
  performance: {
    successRate: 0.949, totalShipments: 9_840_000, monthlyVolume: 186_000, averageDeliveryTime: 41.5,
    avgMonthlyRevenue: 28_830_000, customerSatisfaction: 4.3,
  },
  topRoutes: [
    ['DL/Delhi', 'MH/Mumbai', 742_000], ['DL/Delhi', 'KA/Bengaluru', 688_000], ['MH/Mumbai', 'KA/Bengaluru', 531_000],
    ['TS/Hyderabad', 'DL/Delhi', 402_000], ['WB/Kolkata', 'DL/Delhi', 357_000],
  ],
  zones: ZONES,
  slabs: [
    { code: 'B2C-500G', name: 'Air parcel 500 g', shipmentType: 'B2C', baseGrams: 500, addonGrams: 500,
      rates: { city: [34, 28], region: [42, 36], metro: [54, 46], india: [62, 54], special: [84, 76], remote: [120, 105] } },
    { code: 'B2C-5KG', name: 'Air parcel 5 kg', shipmentType: 'B2C', minGrams: 4_500, baseGrams: 5_000,
      addonGrams: 1_000,
      rates: { city: [190, 32], region: [260, 44], metro: [350, 62], india: [410, 72], special: [620, 110],
      remote: [880, 160] } },
    { code: 'B2B-1KG', name: 'Air cargo 1 kg', shipmentType: 'B2B', baseGrams: 1_000, addonGrams: 1_000,
      rates: { city: [55, 28], region: [72, 40], metro: [96, 58], india: [110, 66], special: [165, 105], remote: [230, 150] } },
    { code: 'DOC-250G', name: 'Document 250 g', shipmentType: null, baseGrams: 250, addonGrams: 0, maxGrams: 250,
      rates: { city: [26, 0], region: [32, 0], metro: [44, 0] } },
    { code: 'METRO26-500G', name: 'Metro lane saver 500 g', shipmentType: 'B2C', baseGrams: 500, addonGrams: 500,
      validity: YEARS_2026_TO_2028, between: [['DEL', 'BOM'], ['DEL', 'BLR'], ['BOM', 'MAA']], rates: { metro: [51, 43] } },
    { code: 'FEST25-500G', name: 'Festive saver 2025 500 g', shipmentType: 'B2C', baseGrams: 500, addonGrams: 500,
      validity: FESTIVE_2025, rates: { metro: [44, 39] } },
    { code: 'OLD-1KG', name: 'Air parcel 1 kg (withdrawn)', shipmentType: 'B2C', baseGrams: 1_000, addonGrams: 1_000,
      status: false, rates: { india: [95, 80] } },
  ],
  charges: [
    { type: 'fsc', percent: 22 },
    { type: 'fsc', percent: 18.5, customerId: 'cust-retail-001' },
    { type: 'cod', flat: 45 }, { type: 'cod', percent: 2 },
    { type: 'docket', flat: 60, minKg: 10 },
    { type: 'insurance', percent: 0.25 }, { type: 'insurance', flat: 10 },
    { type: 'fsc', percent: 25, status: false },
  ],
  discounts: [
    { fromKg: 2, toKg: 5, percent: 4, description: 'Air parcels of 2 to 5 kg', validity: YEARS_2026_TO_2028 },
    { fromKg: 5, toKg: 15, percent: 6.5, description: 'Air parcels of 5 to 15 kg', validity: YEARS_2026_TO_2028 },
    { fromKg: 15, toKg: 30, percent: 8, description: 'Air parcels of 15 to 30 kg' },
    { fromKg: 30, toKg: 70, percent: 12, description: 'Festive bulk offer 2025', validity: FESTIVE_2025 },
    { fromKg: 0.5, toKg: 2, flat: 5, description: 'Launch offer, withdrawn', status: false },
    { fromKg: 30, toKg: 70, percent: 9, description: 'Monsoon bulk offer 2027', validity: MONSOON_2027 },
    { fromKg: 30, toKg: 70, percent: 12, description: 'Festive bulk offer 2027', validity: FESTIVE_2027 },
  ],
  operations: {
    weekday: '08:00-21:00', sunday: '10:00-17:00', averageGrams: 1_400,
    handling: ['No dry ice or lithium cells by air', 'X-ray screened'],
    dailyShipments: { city: 4_200, rest: 1_800, special: 450, remote: 80 },
  },
};
