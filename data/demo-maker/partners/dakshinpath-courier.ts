import { FESTIVE_2025, YEARS_2026_TO_2028, type PartnerSpec, type ServiceCharges, type ZoneSpec } from '../card.js';
import { BENGALURU, CHENNAI, HYDERABAD } from '../regions.js';

const CITY: ServiceCharges = {
  PICKUP: { base: 0, info: { cutoffTime: '19:30', vehicleType: 'Bike' } },
  DELIVERY: { base: 0, info: { deliveryWindow: '09:30-20:30' } },
  COD: 0,
  PREPAID: 0,
  EXPRESS: { base: 30, custom: { CORPORATE: 20, B2B: 90 } },
  INSURANCE: 0,
  TRACKING: 0,
};
const STATE: ServiceCharges = {
  ...CITY,
  PICKUP: { base: 8, custom: { CORPORATE: 0 }, info: { vehicleType: 'Van' } },
  ODA: { base: 25, custom: { CORPORATE: 18, B2B: 120 } },
};
const GHATS: ServiceCharges = {
  ...STATE,
  PICKUP: { base: 15, info: { vehicleType: 'Van' } },
  HILL: { base: 15, custom: { CORPORATE: 10, B2B: 70 }, info: { deliveryWindow: '10:00-16:00' } },
};
const AGENCY: ServiceCharges = {
  ...STATE,
  PICKUP: 20,
  EXPRESS: undefined,
  ODA: { base: 35, custom: { CORPORATE: 26, B2B: 160 } },
};
const ATOLLS: ServiceCharges = {
  DELIVERY: { base: 0, info: { restrictions: ['Ship sailings twice a week', 'No pickup', 'No COD'] } },
  PREPAID: 0,
  TRACKING: 0,
  ODA: { base: 90, custom: { CORPORATE: 75, B2B: 300 } },
};

const city = (code: string, name: string, region: string, cities: readonly string[]): ZoneSpec => ({
  code,
  name,
  description: `${name}: two delivery rounds a day`,
  kind: 'city',
  region,
  cities,
  services: CITY,
});
const state = (region: string, name: string, states: readonly string[]): ZoneSpec => ({
  code: `REST_${region}`,
  name,
  description: `${name}, every taluk by van`,
  kind: 'rest',
  region,
  states,
  services: STATE,
});

const ZONES: readonly ZoneSpec[] = [
  city('BLR', 'Bengaluru', 'KA', BENGALURU),
  city('MAA', 'Chennai', 'TN', CHENNAI),
  city('HYD', 'Hyderabad', 'TS', HYDERABAD),
  city('COK', 'Kochi', 'KL', ['KL/Ernakulam']),
  city('VTZ', 'Visakhapatnam', 'AP', ['AP/Visakhapatnam']),
  city('CJB', 'Coimbatore and Tiruppur', 'TN', ['TN/Coimbatore', 'TN/Tiruppur']),
  state('KA', 'Karnataka', ['KA']),
  state('TN', 'Tamil Nadu and Puducherry', ['TN', 'PY']),
  state('KL', 'Kerala', ['KL']),
  state('AP', 'Andhra Pradesh', ['AP']),
  state('TS', 'Telangana', ['TS']),
  {
    code: 'GHATS',
    name: 'Western Ghats',
    description: 'Hill districts of Tamil Nadu, Kerala and Karnataka',
    kind: 'special',
    region: 'GHATS',
    cities: ['TN/The Nilgiris', 'KL/Idukki', 'KL/Wayanad', 'KA/Kodagu'],
    attributes: ['HILL'],
    services: GHATS,
  },
  {
    code: 'AGENCY',
    name: 'Agency tracts',
    description: 'Forest districts of the Eastern Ghats and the Godavari',
    kind: 'special',
    region: 'AGENCY',
    cities: ['AP/Alluri Sitharama Raju', 'AP/Parvathipuram Manyam', 'TS/Mulugu', 'TS/Bhadradri Kothagudem'],
    attributes: ['ODA'],
    services: AGENCY,
  },
  {
    code: 'LAKSHADWEEP',
    name: 'Lakshadweep',
    description: 'Atolls, by ship from Kochi, no COD',
    kind: 'remote',
    region: 'LD',
    states: ['LD'],
    attributes: ['ODA'],
    services: ATOLLS,
  },
];

export const dakshinpathCourier: PartnerSpec = {
  partnerId: 'dakshinpath-courier',
  prefix: 'DKP',
  name: 'Dakshinpath Couriers',
  joinedDate: '2017-11-06',
  gstState: 'KA',
  contactName: 'Dakshinpath branch desk',
  limits: {
    maxWeight: 60_000,
    maxDimensions: { length: 150, width: 100, height: 100 },
    maxCodAmount: 40_000,
    maxDeclaredValue: 300_000,
  },
  paymentTypes: ['COD', 'PREPAID'],
  shipmentTypes: ['B2B', 'B2C'],
  cutoffTime: '18:30',
  deliveryWindow: { from: '09:30', to: '20:30' },
  weekendDelivery: false,
  sameDay: false,
  volumetricDivisor: 5_000,
  transit: [
    [80, 16],
    [350, 24],
    [700, 40],
    [1_200, 60],
    [2_500, 96],
  ],
  performance: {
    successRate: 0.968,
    totalShipments: 8_150_000,
    monthlyVolume: 128_000,
    averageDeliveryTime: 34,
    avgMonthlyRevenue: 9_470_000,
    customerSatisfaction: 4.4,
  },
  topRoutes: [
    ['KA/Bengaluru', 'TN/Chennai', 690_000],
    ['TN/Coimbatore', 'KA/Bengaluru', 512_000],
    ['TS/Hyderabad', 'AP/Visakhapatnam', 398_000],
    ['KL/Ernakulam', 'KL/Thiruvananthapuram', 377_000],
  ],
  // a ship sails twice a week, and none sails in the monsoon
  reach: [{ zone: 'LAKSHADWEEP', hours: 240, within: 168 }],
  transitLanes: [
    {
      to: 'LAKSHADWEEP',
      hours: null,
      validity: { validFrom: '2027-06-09T18:30:00.000Z', validTo: '2027-08-31T18:29:59.999Z' },
    },
  ],
  zones: ZONES,
  accepted: [
    {
      code: 'SERVICE_MISSING',
      documents: ['zones/514'],
      note: 'No cash is collected on the atolls',
      until: '2028-12-31',
    },
    {
      code: 'DATES_GAP',
      documents: ['surcharges/5001', 'surcharges/5002'],
      note: 'The peak surcharge is for the weeks before Diwali alone',
      until: '2028-12-31',
    },
  ],
  slabs: [
    {
      code: 'ANY-500G',
      name: 'South 500 g',
      shipmentType: null,
      baseGrams: 500,
      addonGrams: 500,
      rates: {
        city: [24, 14],
        region: [29, 17],
        metro: [34, 21],
        india: [38, 24],
        special: [48, 32],
        remote: [110, 90],
      },
    },
    {
      code: 'B2C-5KG',
      name: 'South 5 kg',
      shipmentType: 'B2C',
      baseGrams: 5_000,
      addonGrams: 1_000,
      rates: {
        city: [105, 12],
        region: [130, 15],
        metro: [158, 19],
        india: [178, 22],
        special: [240, 32],
        remote: [620, 105],
      },
    },
    {
      code: 'B2B-10KG',
      name: 'South trade 10 kg',
      shipmentType: 'B2B',
      baseGrams: 10_000,
      addonGrams: 1_000,
      rates: { city: [130, 8], region: [165, 10.5], metro: [205, 13], india: [230, 15] },
    },
    {
      code: 'TEXTILE26-5KG',
      name: 'Textile corridor 5 kg',
      shipmentType: 'B2C',
      baseGrams: 5_000,
      addonGrams: 1_000,
      validity: YEARS_2026_TO_2028,
      between: [
        ['CJB', 'BLR'],
        ['CJB', 'MAA'],
        ['CJB', 'COK'],
      ],
      rates: { metro: [158, 16], region: [130, 13.5] },
    },
    {
      code: 'FEST25-500G',
      name: 'Festive saver 2025 500 g',
      shipmentType: null,
      baseGrams: 500,
      addonGrams: 500,
      validity: FESTIVE_2025,
      rates: { region: [25, 15] },
    },
    {
      code: 'B2B-5KG',
      name: 'South trade 5 kg',
      shipmentType: 'B2B',
      baseGrams: 5_000,
      addonGrams: 1_000,
      rates: {
        city: [105, 12],
        region: [130, 15],
        metro: [158, 19],
        india: [178, 22],
        special: [240, 32],
        remote: [620, 105],
      },
    },
  ],
  distance: [
    { fromKm: 600, toKm: 1_000, flat: 5 },
    { fromKm: 1_000, toKm: 2_500, flat: 12.5 },
  ],
  charges: [
    { type: 'fsc', percent: 10, validity: { validTo: '2026-10-31T18:29:59.999Z' } },
    { type: 'cod', flat: 30 },
    { type: 'cod', percent: 1.75 },
    { type: 'docket', flat: 25, minKg: 15 },
    { type: 'insurance', percent: 0.15 },
    { type: 'fsc', percent: 8, customerId: 'cust-corp-007' },
    // a month begins at 00:00 in India, which is 18:30 UTC of the day before
    {
      type: 'fsc',
      percent: 10.75,
      validity: { validFrom: '2026-10-31T18:30:00.000Z', validTo: '2026-11-30T18:29:59.999Z' },
    },
    {
      type: 'fsc',
      percent: 10.25,
      validity: { validFrom: '2026-11-30T18:30:00.000Z', validTo: '2026-12-31T18:29:59.999Z' },
    },
    { type: 'fsc', percent: 11.5, validity: { validFrom: '2026-12-31T18:30:00.000Z' } },
  ],
  surcharges: [
    // before Diwali
    { from: '2026-10-09', to: '2026-11-15' },
    { from: '2027-09-30', to: '2027-11-07' },
  ].map(({ from, to }) => ({
    code: 'PEAK',
    label: 'Festive season',
    basis: 'PERCENT',
    value: 6,
    order: 800,
    more: { of: ['freight'], min: 5 },
    validity: { validFrom: `${from}T18:30:00.000Z`, validTo: `${to}T18:29:59.999Z` },
  })),
  discounts: [
    { fromKg: 3, toKg: 8, percent: 3.5, description: 'South parcels of 3 to 8 kg' },
    { fromKg: 8, toKg: 20, percent: 6, appliesTo: 'FREIGHT', description: 'South parcels of 8 to 20 kg, on freight' },
    { fromKg: 20, toKg: 60, percent: 10, description: 'Festive trade offer 2025', validity: FESTIVE_2025 },
    { fromKg: 0.5, toKg: 3, flat: 3, description: 'Counter offer, ended', status: false },
  ],
  operations: {
    weekday: '08:30-20:30',
    sunday: 'CLOSED',
    averageGrams: 2_100,
    handling: ['Upright for liquids'],
    dailyShipments: { city: 3_600, rest: 1_900, special: 260, remote: 15 },
  },
};
