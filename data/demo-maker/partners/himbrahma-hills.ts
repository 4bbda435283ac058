import { FESTIVE_2025, YEARS_2026_TO_2028, type PartnerSpec, type ServiceCharges, type ZoneSpec } from '../card.js';
import { DELHI_NCR, KOLKATA } from '../regions.js';

const GATEWAY: ServiceCharges = {
  PICKUP: { base: 10, custom: { CORPORATE: 0, SME: 5 }, info: { vehicleType: 'Van' } },
  DELIVERY: { base: 0, info: { deliveryWindow: '10:00-17:30' } },
  COD: 0, PREPAID: 0, EXPRESS: { base: 55, custom: { CORPORATE: 45 } }, INSURANCE: 0, TRACKING: 0,
};
const PLAIN: ServiceCharges = {
  ...GATEWAY, PICKUP: { base: 15, custom: { CORPORATE: 5 }, info: { vehicleType: 'Van' } },
  ODA: { base: 30, custom: { CORPORATE: 22, B2B: 130 } },
};
const HILL: ServiceCharges = {
  ...PLAIN, PICKUP: { base: 15, custom: { CORPORATE: 5 }, info: { vehicleType: 'Jeep' } }, EXPRESS: { base: 80 },
  HILL: { base: 18, custom: { CORPORATE: 12, ENTERPRISE: 10, B2B: 85 }, info: { deliveryWindow: '10:00-16:00' } },
};
const HILL_ODA: ServiceCharges = {
  ...HILL, PICKUP: { base: 30, custom: { CORPORATE: 20 } }, EXPRESS: undefined,
  ODA: {
    base: 42, custom: { CORPORATE: 32, ENTERPRISE: 28, B2B: 190 },
    info: { specialInstructions: 'Inner line permit where the state asks for one' },
  },
};
const BORDER: ServiceCharges = {
  PICKUP: 45,
  DELIVERY: { base: 0, info: { restrictions: ['Twice a week', 'Closed while the pass is shut', 'No COD'] } },
  PREPAID: 0,
  TRACKING: 0, ODA: { base: 60, custom: { CORPORATE: 48, B2B: 260 } }, HILL: { base: 25, custom: { CORPORATE: 18, B2B: 110 } },
};

const SILIGURI_PINCODES = ['734001', '734003', '734004', '734005', '734006', '734007', '734010', '734013', '734014', '734015'];
const BORDER_PINCODES = [
  '790104', '790105', // Tawang and Jang
  '792104', // Hayuliang
  '172113', '172114', '172117', // Spiti
  '176323', // Pangi
  '194102', '194401', // Drass and Nubra
  '262545', // Dharchula
  '737120', // Chungthang
  '798621', '796901', // Mon and Saiha
];

const ZONES: readonly ZoneSpec[] = [
  { code: 'DEL', name: 'Delhi NCR gateway', description: 'Gateway for the western Himalaya', kind: 'city', region: 'DEL',
    cities: DELHI_NCR, services: GATEWAY },
  { code: 'CCU', name: 'Kolkata gateway', description: 'Gateway for the North East', kind: 'city', region: 'CCU',
    cities: KOLKATA, services: GATEWAY },
  { code: 'SILIGURI', name: 'Siliguri', description: 'Siliguri town and the corridor', kind: 'city', region: 'NB',
    pincodes: SILIGURI_PINCODES, services: GATEWAY },
  { code: 'GUWAHATI', name: 'Guwahati', description: 'Guwahati hub', kind: 'city', region: 'NE',
    cities: ['AS/Kamrup Metropolitan', 'AS/Kamrup'], services: GATEWAY },
  { code: 'JAMMU', name: 'Jammu', description: 'Jammu hub', kind: 'city', region: 'JK',
    cities: ['JK/Jammu', 'JK/Samba', 'JK/Kathua'], services: GATEWAY },
  { code: 'NORTH_BENGAL', name: 'North Bengal', description: 'Dooars and the plains of North Bengal', kind: 'rest', region: 'NB',
    cities: ['WB/Jalpaiguri', 'WB/Alipurduar', 'WB/Cooch Behar'], services: PLAIN },
  { code: 'ASSAM', name: 'Assam and Tripura', description: 'Brahmaputra and Barak valleys, Tripura', kind: 'rest', region: 'NE',
    states: ['AS', 'TR'], services: PLAIN },
  { code: 'UK_PLAINS', name: 'Uttarakhand plains', description: 'Dehradun, Haridwar, Rudrapur', kind: 'rest', region: 'UK',
    cities: ['UK/Dehradun', 'UK/Haridwar', 'UK/Udham Singh Nagar'], services: PLAIN },
  { code: 'HP_FOOTHILLS', name: 'Himachal foothills', description: 'Solan, Sirmaur, Una and around', kind: 'rest', region: 'HP',
    cities: ['HP/Solan', 'HP/Sirmaur', 'HP/Una', 'HP/Bilaspur', 'HP/Hamirpur', 'HP/Kangra'], services: PLAIN },
  { code: 'NE_HILLS', name: 'North East hills', description: 'Meghalaya, Manipur, Mizoram and Nagaland', kind: 'special',
    region: 'NE_HILLS', states: ['ML', 'MN', 'MZ', 'NL'], attributes: ['HILL'], services: HILL },
  { code: 'EAST_HIMALAYA', name: 'Darjeeling and Sikkim', description: 'Darjeeling, Kalimpong and Sikkim', kind: 'special',
    region: 'EAST_HIM', states: ['SK'], cities: ['WB/Darjeeling', 'WB/Kalimpong'], attributes: ['HILL'], services: HILL },
  { code: 'HP_HILLS', name: 'Himachal hills', description: 'Shimla, Kullu, Mandi, Chamba, Kinnaur, Lahaul', kind: 'special',
    region: 'HP_HILLS', states: ['HP'], attributes: ['HILL'], services: HILL },
  { code: 'UK_HILLS', name: 'Garhwal and Kumaon', description: 'Hill districts of Uttarakhand', kind: 'special',
    region: 'UK_HILLS', states: ['UK'], attributes: ['HILL'], services: HILL },
  { code: 'KASHMIR', name: 'Kashmir and Chenab valley', description: 'Beyond the Banihal pass', kind: 'special',
    region: 'KASHMIR', states: ['JK'], attributes: ['HILL'], services: HILL },
  { code: 'ARUNACHAL', name: 'Arunachal Pradesh', description: 'All districts, from Itanagar', kind: 'special', region: 'AR',
    states: ['AR'], attributes: ['ODA', 'HILL'], services: HILL_ODA },
  { code: 'LADAKH', name: 'Ladakh', description: 'Leh and Kargil', kind: 'remote', region: 'LA', states: ['LA'],
    attributes: ['ODA', 'HILL'], services: HILL_ODA },
  { code: 'BORDER', name: 'Border outposts', description: 'Places reached by a weekly vehicle, no COD', kind: 'remote',
    region: 'BORDER', pincodes: BORDER_PINCODES, attributes: ['ODA', 'HILL'], services: BORDER },
];

export const himbrahmaHills: PartnerSpec = {
  partnerId: 'himbrahma-hills', prefix: 'HBM', name: 'Himbrahma Hill Logistics', joinedDate: '2018-10-29', gstState: 'AS',
  contactName: 'Himbrahma Guwahati desk',
  limits: {
    maxWeight: 40_000, maxDimensions: { length: 120, width: 80, height: 80 }, maxCodAmount: 25_000, maxDeclaredValue: 200_000,
  },
  paymentTypes: ['COD', 'PREPAID'], shipmentTypes: ['B2B', 'B2C'],
  cutoffTime: '15:30', deliveryWindow: { from: '10:00', to: '17:30' }, weekendDelivery: false, sameDay: false,
  volumetricDivisor: 4_750,
  transit: [[100, 28], [400, 48], [900, 68], [1_600, 92], [2_400, 118], [3_400, 150], [4_500, 190]],
  performance: {
    successRate: 0.951, totalShipments: 1_960_000, monthlyVolume: 36_500, averageDeliveryTime: 89, avgMonthlyRevenue: 5_110_000,
    customerSatisfaction: 4.3,
  },
  topRoutes: [
    ['WB/Kolkata', 'AS/Kamrup Metropolitan', 262_000], ['DL/Delhi', 'JK/Srinagar', 187_000],
    ['AS/Kamrup Metropolitan', 'ML/East Khasi Hills', 141_000],
    ['DL/Delhi', 'HP/Shimla', 118_000], ['DL/Delhi', 'LA/Leh', 46_000],
  ],
  zones: ZONES,
  slabs: [
    { code: 'B2C-500G', name: 'Hill parcel 500 g', shipmentType: 'B2C', baseGrams: 500, addonGrams: 500,
      rates: { city: [32, 20], region: [38, 25], metro: [48, 33], india: [52, 36], special: [56, 39], remote: [72, 45] } },
    { code: 'B2C-5KG', name: 'Hill parcel 5 kg', shipmentType: 'B2C', minGrams: 4_500, baseGrams: 5_000,
      addonGrams: 1_000,
      rates: { city: [150, 20], region: [185, 25], metro: [240, 33], india: [265, 37], special: [295, 42], remote: [360, 54] } },
    { code: 'B2B-5KG', name: 'Hill trade 5 kg', shipmentType: 'B2B', baseGrams: 5_000, addonGrams: 1_000,
      rates: { city: [135, 14], region: [160, 18], metro: [195, 23], india: [212, 25], special: [238, 27], remote: [310, 36] } },
    { code: 'TEA26-5KG', name: 'Tea corridor 5 kg', shipmentType: 'B2C', baseGrams: 5_000, addonGrams: 1_000,
      validity: YEARS_2026_TO_2028, between: [['GUWAHATI', 'CCU'], ['SILIGURI', 'CCU']], rates: { metro: [205, 28] } },
    { code: 'FEST25-500G', name: 'Festive saver 2025 500 g', shipmentType: 'B2C', baseGrams: 500, addonGrams: 500,
      validity: FESTIVE_2025, rates: { special: [49, 35] } },
  ],
  distance: [{ fromKm: 1_500, toKm: 2_500, percent: 5 }, { fromKm: 2_500, toKm: 4_500, percent: 9 }],
  charges: [
    { type: 'fsc', percent: 14 },
    { type: 'cod', flat: 40 }, { type: 'cod', percent: 2 },
    { type: 'docket', flat: 45, minKg: 10 },
    { type: 'insurance', percent: 0.35 }, { type: 'insurance', flat: 15 },
  ],
  discounts: [
    { fromKg: 2, toKg: 6, percent: 3, description: 'Hill parcels of 2 to 6 kg', validity: YEARS_2026_TO_2028 },
    { fromKg: 6, toKg: 15, percent: 5, description: 'Hill parcels of 6 to 15 kg', validity: YEARS_2026_TO_2028 },
    { fromKg: 15, toKg: 40, flat: 75, description: 'Festive trade offer 2025', validity: FESTIVE_2025 },
    { fromKg: 0.5, toKg: 2, percent: 5, description: 'Tea season trial, ended', status: false },
  ],
  operations: {
    weekday: '09:00-17:30', sunday: 'CLOSED', averageGrams: 2_600,
    handling: ['Waterproof wrap from June to September', 'Small vehicles beyond the last hub'],
    dailyShipments: { city: 700, rest: 320, special: 140, remote: 25 },
  },
};
