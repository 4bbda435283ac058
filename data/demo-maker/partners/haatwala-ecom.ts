import { FESTIVE_2025, YEARS_2026_TO_2028, type PartnerSpec, type ServiceCharges, type ZoneSpec } from '../card.js';
import {
  AHMEDABAD, BENGALURU, CENTRAL, CHENNAI, DELHI_NCR, EAST, HYDERABAD, KOLKATA, MUMBAI, NORTH, NORTH_EAST, PUNE, SOUTH, WEST,
} from '../regions.js';

const METRO: ServiceCharges = {
  PICKUP: { base: 0, info: { cutoffTime: '20:00', vehicleType: 'Bike' } },
  DELIVERY: { base: 0, info: { deliveryWindow: '09:00-21:00' } },
  COD: { base: 0, info: { specialInstructions: 'Cash, UPI or card at the door' } }, PREPAID: 0,
  EXPRESS: { base: 35, custom: { ENTERPRISE: 25 } }, INSURANCE: 0, TRACKING: 0,
};
const TIER2: ServiceCharges = { ...METRO, EXPRESS: { base: 50, custom: { ENTERPRISE: 40 } } };
const REST: ServiceCharges = {
  ...METRO, PICKUP: { base: 5, custom: { ENTERPRISE: 0 }, info: { vehicleType: 'Van' } }, EXPRESS: undefined,
  ODA: { base: 25, custom: { CORPORATE: 20, ENTERPRISE: 15 } },
};
const SPECIAL: ServiceCharges = { ...REST, PICKUP: 10, ODA: { base: 35, custom: { CORPORATE: 28 } } };

const metros = (code: string, name: string, region: string, cities: readonly string[], services: ServiceCharges): ZoneSpec => ({
  code, name, description: `${name}: marketplace fulfilment cities`, kind: 'metros', region, cities, services,
});
const rest = (region: string, name: string, states: readonly string[]): ZoneSpec => ({
  code: `REST_${region}`, name, description: `${name}, last mile by local delivery partners`, kind: 'rest', region, states,
  services: REST,
});

const ZONES: readonly ZoneSpec[] = [
  metros('METRO_NORTH', 'Metro North', 'NORTH', DELHI_NCR, METRO),
  metros('METRO_WEST', 'Metro West', 'WEST', [...MUMBAI, ...PUNE, ...AHMEDABAD], METRO),
  metros('METRO_SOUTH', 'Metro South', 'SOUTH', [...BENGALURU, ...HYDERABAD, ...CHENNAI], METRO),
  metros('METRO_EAST', 'Metro East', 'EAST', KOLKATA, METRO),
  metros('TIER2_NORTH', 'Tier 2 North', 'NORTH',
    ['RJ/Jaipur', 'UP/Lucknow', 'UP/Kanpur Nagar', 'CH/Chandigarh', 'PB/Ludhiana', 'UK/Dehradun', 'UP/Agra'], TIER2),
  metros('TIER2_WEST', 'Tier 2 West and Centre', 'WEST',
    ['GJ/Surat', 'GJ/Vadodara', 'MH/Nagpur', 'MH/Nashik', 'MP/Indore', 'MP/Bhopal'], TIER2),
  metros('TIER2_SOUTH', 'Tier 2 South', 'SOUTH',
    ['TN/Coimbatore', 'TN/Madurai', 'KL/Ernakulam', 'KL/Thiruvananthapuram', 'AP/Visakhapatnam', 'KA/Mysuru'], TIER2),
  metros('TIER2_EAST', 'Tier 2 East', 'EAST',
    ['BR/Patna', 'JH/Ranchi', 'OD/Khordha', 'CG/Raipur', 'AS/Kamrup Metropolitan'], TIER2),
  rest('NORTH', 'Rest of North', NORTH), rest('CENTRAL', 'Rest of Centre', CENTRAL), rest('WEST', 'Rest of West', WEST),
  rest('SOUTH', 'Rest of South', SOUTH), rest('EAST', 'Rest of East', EAST),
  { code: 'NORTH_EAST', name: 'North East', description: 'North East beyond Guwahati, but for Arunachal', kind: 'special',
    region: 'NE', states: NORTH_EAST.filter((code) => code !== 'AR'), services: SPECIAL },
  { code: 'JK', name: 'Jammu and Kashmir', description: 'Jammu and the valley', kind: 'special', region: 'JK', states: ['JK'],
    services: SPECIAL },
];

export const haatwalaEcom: PartnerSpec = {
  partnerId: 'haatwala-ecom', prefix: 'HTW', name: 'Haatwala E-commerce Logistics', joinedDate: '2021-02-08', gstState: 'HR',
  contactName: 'Haatwala seller support',
  limits: {
    maxWeight: 30_000, maxDimensions: { length: 100, width: 70, height: 70 }, maxCodAmount: 100_000, maxDeclaredValue: 200_000,
  },
  paymentTypes: ['COD', 'PREPAID'], shipmentTypes: ['B2C'],
  cutoffTime: '19:00', weekendDelivery: true, sameDay: false, volumetricDivisor: 5_000,
  transit: [[100, 24], [500, 44], [1_000, 62], [2_000, 84], [3_000, 112], [5_000, 150]],
  performance: {
    successRate: 0.938, totalShipments: 64_000_000, monthlyVolume: 1_450_000, averageDeliveryTime: 66,
    avgMonthlyRevenue: 107_300_000, customerSatisfaction: 4.1,
  },
  topRoutes: [
    ['DL/Delhi', 'BR/Patna', 2_950_000], ['HR/Gurugram', 'UP/Lucknow', 2_730_000], ['MH/Mumbai', 'GJ/Surat', 2_410_000],
    ['KA/Bengaluru', 'TS/Hyderabad', 2_380_000], ['WB/Kolkata', 'AS/Kamrup Metropolitan', 1_260_000],
  ],
  zones: ZONES,
  slabs: [
    { code: 'B2C-500G', name: 'E-com 500 g', shipmentType: 'B2C', baseGrams: 500, addonGrams: 500,
      rates: { region: [31, 23], metro: [38, 29], india: [43, 33], special: [60, 48] } },
    { code: 'B2C-2KG', name: 'E-com 2 kg', shipmentType: 'B2C', baseGrams: 2_000, addonGrams: 1_000,
      rates: { region: [84, 26], metro: [102, 32], india: [116, 37], special: [168, 56] } },
    { code: 'B2C-10KG', name: 'E-com 10 kg', shipmentType: 'B2C', minGrams: 9_000, baseGrams: 10_000, addonGrams: 1_000,
      rates: { region: [240, 21], metro: [290, 26], india: [330, 30], special: [490, 46] } },
    { code: 'SELLER26-500G', name: 'Seller growth 500 g', shipmentType: 'B2C', baseGrams: 500, addonGrams: 500,
      validity: YEARS_2026_TO_2028,
      between: [['METRO_NORTH', 'TIER2_NORTH'], ['METRO_SOUTH', 'TIER2_SOUTH']], rates: { region: [28, 21] } },
    { code: 'FEST25-500G', name: 'Festive sale 2025 500 g', shipmentType: 'B2C', baseGrams: 500, addonGrams: 500,
      validity: FESTIVE_2025, rates: { metro: [33, 26], india: [38, 30] } },
  ],
  charges: [
    { type: 'fsc', percent: 13 },
    { type: 'cod', flat: 25 }, { type: 'cod', percent: 1.5 },
    { type: 'cod', percent: 1.2, customerId: 'cust-market-042' }, { type: 'cod', flat: 20, customerId: 'cust-market-042' },
    { type: 'fsc', percent: 10, customerId: 'cust-market-042', maxKg: 5 },
  ],
  discounts: [
    { fromKg: 0.001, toKg: 0.5, percent: 2, description: 'Small parcel sellers' },
    { fromKg: 2, toKg: 5, percent: 4, description: 'Sellers, 2 to 5 kg', validity: YEARS_2026_TO_2028 },
    { fromKg: 5, toKg: 10, percent: 5.5, description: 'Sellers, 5 to 10 kg', validity: YEARS_2026_TO_2028 },
    { fromKg: 10, toKg: 30, flat: 20, description: 'Festive sale 2025', validity: FESTIVE_2025 },
    { fromKg: 0.5, toKg: 2, percent: 3, description: 'Seller trial, ended', status: false },
  ],
  operations: {
    weekday: '07:00-22:00', sunday: '08:00-20:00', averageGrams: 900,
    handling: ['Open-box check on request', 'Returns by the same run'],
    dailyShipments: { metros: 38_000, rest: 16_000, special: 1_400 },
  },
};
