import { FESTIVE_2025, YEARS_2026_TO_2028, type PartnerSpec, type ServiceCharges, type ZoneSpec } from '../card.js';
import {
  AHMEDABAD, BENGALURU, CENTRAL, CHENNAI, DELHI_NCR, EAST, HYDERABAD, KOLKATA, MUMBAI, NORTH, PUNE, SOUTH, WEST,
} from '../regions.js';

const HUB: ServiceCharges = {
  PICKUP: {
    base: 120, custom: { CORPORATE: 80, ENTERPRISE: 60, SME: 100 },
    info: { cutoffTime: '16:00', maxWeight: 5_000_000, vehicleType: 'Truck' },
  },
  DELIVERY: { base: 0, info: { deliveryWindow: '10:00-18:00', specialInstructions: 'Consignee unloads over 50 kg a piece' } },
  PREPAID: 0, INSURANCE: 0, TRACKING: 0, EXPRESS: { base: 250, custom: { CORPORATE: 200, ENTERPRISE: 180 } },
};
const REST: ServiceCharges = {
  ...HUB, PICKUP: { base: 180, custom: { CORPORATE: 130, ENTERPRISE: 110 }, info: { vehicleType: 'Light truck' } },
  EXPRESS: undefined,
  ODA: { base: 650, custom: { CORPORATE: 500, ENTERPRISE: 450 } },
};
const TRIBAL_BELT: ServiceCharges = {
  ...REST, PICKUP: { base: 180, custom: { CORPORATE: 130, ENTERPRISE: 110 } },
  ODA: { base: 850, custom: { CORPORATE: 700, ENTERPRISE: 650 }, info: { restrictions: ['Daylight only'] } },
};

const hub = (code: string, name: string, region: string, cities: readonly string[]): ZoneSpec => ({
  code, name, description: `${name}: dock to dock, daily line haul`, kind: 'metros', region, cities, services: HUB,
});
const rest = (region: string, name: string, states: readonly string[]): ZoneSpec => ({
  code: `REST_${region}`, name, description: `${name}, by feeder truck`, kind: 'rest', region, states, services: REST,
});

const ZONES: readonly ZoneSpec[] = [
  hub('NCR', 'Delhi NCR belt', 'NORTH', [...DELHI_NCR, 'HR/Sonipat', 'HR/Rewari']),
  hub('LUDHIANA', 'Ludhiana and Jalandhar', 'NORTH', ['PB/Ludhiana', 'PB/Jalandhar']),
  hub('MUMBAI', 'Mumbai and Bhiwandi', 'WEST', [...MUMBAI, 'MH/Raigad', 'MH/Palghar']),
  hub('PUNE', 'Pune and Chakan', 'WEST', PUNE),
  hub('GUJARAT', 'Ahmedabad, Surat and Vapi', 'WEST', [...AHMEDABAD, 'GJ/Surat', 'GJ/Valsad', 'GJ/Vadodara']),
  hub('BENGALURU', 'Bengaluru and Hosur', 'SOUTH', [...BENGALURU, 'TN/Krishnagiri', 'KA/Bengaluru Rural']),
  hub('CHENNAI', 'Chennai and Sriperumbudur', 'SOUTH', [...CHENNAI, 'TN/Kanchipuram', 'TN/Thiruvallur']),
  hub('HYDERABAD', 'Hyderabad and Patancheru', 'SOUTH', [...HYDERABAD, 'TS/Sangareddy']),
  hub('KOLKATA', 'Kolkata and Howrah', 'EAST', [...KOLKATA, 'WB/Hooghly']),
  hub('STEEL', 'Jamshedpur, Dhanbad and Durgapur', 'EAST', ['JH/East Singhbhum', 'JH/Dhanbad', 'WB/Paschim Bardhaman']),
  rest('NORTH', 'Rest of North', NORTH), rest('CENTRAL', 'Central India', CENTRAL), rest('WEST', 'Rest of West', WEST),
  rest('SOUTH', 'Rest of South', SOUTH), rest('EAST', 'Rest of East', EAST),
  { code: 'BASTAR', name: 'Bastar and Malkangiri', description: 'Forest districts without regular line haul', kind: 'special',
    region: 'BASTAR',
    cities: ['CG/Bastar', 'CG/Bijapur', 'CG/Dantewada', 'CG/Sukma', 'CG/Narayanpur', 'OD/Malkangiri'], attributes: ['ODA'],
    services: TRIBAL_BELT },
  { code: 'ASSAM', name: 'Assam', description: 'Guwahati terminal and feeder trucks', kind: 'special', region: 'NE',
    states: ['AS'], services: REST },
];

export const gajavahanFreight: PartnerSpec = {
  partnerId: 'gajavahan-freight', prefix: 'GJV', name: 'Gajavahan Freight', joinedDate: '2016-05-02', gstState: 'GJ',
  contactName: 'Gajavahan consignment desk',
  limits: {
    maxWeight: 5_000_000, maxDimensions: { length: 600, width: 240, height: 240 }, maxCodAmount: 0, maxDeclaredValue: 5_000_000,
  },
  paymentTypes: ['PREPAID'], shipmentTypes: ['B2B'],
  cutoffTime: '16:30', deliveryWindow: { from: '10:00', to: '18:00' }, weekendDelivery: false, sameDay: false,
  volumetricDivisor: 4_000,
  transit: [[150, 30], [500, 48], [1_000, 76], [1_600, 104], [2_400, 140], [3_200, 180], [5_000, 240]],
  performance: {
    successRate: 0.961, totalShipments: 2_780_000, monthlyVolume: 41_000, averageDeliveryTime: 96, avgMonthlyRevenue: 57_400_000,
    customerSatisfaction: 4,
  },
  topRoutes: [
    ['GJ/Surat', 'DL/Delhi', 208_000], ['MH/Pune', 'TN/Chennai', 174_000], ['PB/Ludhiana', 'WB/Kolkata', 151_000],
    ['TN/Kanchipuram', 'HR/Gurugram', 122_000],
  ],
  zones: ZONES,
  slabs: [
    { code: 'B2B-20KG', name: 'Part load 20 kg', shipmentType: 'B2B', baseGrams: 20_000, addonGrams: 1_000,
      rates: { region: [240, 8], metro: [320, 11], india: [360, 13], special: [560, 20] } },
    { code: 'B2B-100KG', name: 'Part load 100 kg', shipmentType: 'B2B', baseGrams: 100_000, addonGrams: 10_000,
      rates: { region: [760, 66], metro: [1_040, 92], india: [1_190, 106], special: [1_850, 172] } },
    { code: 'B2B-1T', name: 'Dedicated 1 t', shipmentType: 'B2B', baseGrams: 1_000_000, addonGrams: 50_000, maxGrams: 5_000_000,
      rates: { region: [5_600, 245], metro: [7_800, 350], india: [9_100, 410], special: [14_500, 680] } },
    { code: 'STEEL26-100KG', name: 'Steel corridor 100 kg', shipmentType: 'B2B', baseGrams: 100_000, addonGrams: 10_000,
      validity: YEARS_2026_TO_2028, between: [['STEEL', 'NCR'], ['STEEL', 'PUNE']], rates: { metro: [940, 84] } },
    { code: 'FEST25-20KG', name: 'Year-end saver 2025 20 kg', shipmentType: 'B2B', baseGrams: 20_000, addonGrams: 1_000,
      validity: FESTIVE_2025, rates: { metro: [285, 10] } },
  ],
  charges: [
    { type: 'fsc', percent: 24 },
    { type: 'docket', flat: 100, maxKg: 100 }, { type: 'docket', flat: 150, minKg: 100.001 },
    { type: 'insurance', percent: 0.1 }, { type: 'insurance', flat: 50 },
    { type: 'fsc', percent: 20, customerId: 'cust-corp-007' }, { type: 'docket', flat: 75, customerId: 'cust-corp-007' },
  ],
  discounts: [
    { fromKg: 50, toKg: 100, percent: 5, description: 'Part loads of 50 to 100 kg' },
    { fromKg: 100, toKg: 500, percent: 8, appliesTo: 'FREIGHT',
      description: 'Part loads of 100 to 500 kg, on freight' },
    { fromKg: 500, toKg: 5_000, percent: 11, description: 'Loads over half a tonne', validity: YEARS_2026_TO_2028 },
    { fromKg: 20, toKg: 50, flat: 60, description: 'Year-end offer 2025', validity: FESTIVE_2025 },
    { fromKg: 40, toKg: 60, flat: 35, description: 'Trial band, withdrawn', status: false },
  ],
  operations: {
    weekday: '09:00-19:00', sunday: 'CLOSED', averageGrams: 95_000,
    handling: ['Forklift at hubs', 'E-way bill over ₹50,000', 'Palletise over 70 kg'],
    dailyShipments: { metros: 650, rest: 300, special: 40 },
  },
};
