import { type PartnerSpec, type ServiceCharges, type ZoneSpec } from '../card.js';
import {
  AHMEDABAD,
  BENGALURU,
  CENTRAL,
  CHENNAI,
  DELHI_NCR,
  EAST,
  HYDERABAD,
  KOLKATA,
  MUMBAI,
  NORTH,
  NORTH_EAST,
  PUNE,
  SOUTH,
  WEST,
} from '../regions.js';

/** The warehouse in Bhiwandi. */
const WAREHOUSE = '421302';

const TOWN: ServiceCharges = {
  DELIVERY: { base: 0, info: { deliveryWindow: '10:00-19:00' } },
  COD: 0,
  PREPAID: 0,
  TRACKING: 0,
};
/** Rates go by the delivery alone, so a zone's tag is the lane to it. */
const zone = (
  tag: string,
  name: string,
  kind: ZoneSpec['kind'],
  places: Pick<ZoneSpec, 'states' | 'cities'>,
): ZoneSpec => ({
  ...{ code: tag, name, kind, region: tag, tags: [tag], services: TOWN },
  description: `${name}, from the warehouse in Bhiwandi`,
  ...places,
});

const ZONES: readonly ZoneSpec[] = [
  {
    ...zone('LOCAL', 'Mumbai and Thane', 'city', { cities: MUMBAI }),
    pickupPincodes: [WAREHOUSE],
    services: { ...TOWN, PICKUP: { base: 0, info: { cutoffTime: '18:00', vehicleType: 'Van' } } },
  },
  zone('METRO', 'Other metros', 'metros', {
    cities: [...PUNE, ...AHMEDABAD, ...DELHI_NCR, ...BENGALURU, ...HYDERABAD, ...CHENNAI, ...KOLKATA],
  }),
  zone('WEST', 'West', 'rest', { states: WEST }),
  zone('INDIA', 'Rest of India', 'rest', { states: [...NORTH, ...CENTRAL, ...SOUTH, ...EAST] }),
  zone('NE', 'North East', 'special', { states: NORTH_EAST }),
];

/** Every parcel begins in one warehouse: the card has a column for each place it goes to, and none for where from. */
export const ekdwarDispatch: PartnerSpec = {
  partnerId: 'ekdwar-dispatch',
  prefix: 'EKD',
  name: 'Ekdwar Dispatch',
  joinedDate: '2026-04-01',
  gstState: 'MH',
  contactName: 'Ekdwar dock desk',
  limits: {
    maxWeight: 30_000,
    maxDimensions: { length: 100, width: 80, height: 80 },
    maxCodAmount: 15_000,
    maxDeclaredValue: 50_000,
  },
  paymentTypes: ['COD', 'PREPAID'],
  shipmentTypes: ['B2C'],
  cutoffTime: '18:00',
  deliveryWindow: { from: '10:00', to: '19:00' },
  weekendDelivery: false,
  sameDay: false,
  volumetricDivisor: 5_000,
  pickupOnlyFrom: true,
  transitIn: 'days',
  transit: [
    [80, 1],
    [700, 2],
    [1_500, 4],
    [2_200, 5],
    [4_500, 7],
  ],
  performance: {
    successRate: 0.94,
    totalShipments: 96_000,
    monthlyVolume: 12_000,
    averageDeliveryTime: 88,
    avgMonthlyRevenue: 1_080_000,
    customerSatisfaction: 4.2,
  },
  topRoutes: [
    ['MH/Thane', 'DL/Delhi', 14_200],
    ['MH/Thane', 'KA/Bengaluru', 11_900],
  ],
  zones: ZONES,
  laneRules: ['LOCAL', 'METRO', 'WEST', 'INDIA', 'NE'].map((lane) => ({ lane, when: { toTags: [lane] } })),
  slabs: [
    {
      code: 'B2C-500G',
      name: 'From the warehouse 500 g',
      shipmentType: 'B2C',
      baseGrams: 500,
      addonGrams: 500,
      lanes: { LOCAL: [30, 13], WEST: [37, 18], METRO: [43, 23], INDIA: [49, 26], NE: [70, 38] },
    },
    {
      code: 'B2C-5KG',
      name: 'From the warehouse 5 kg',
      shipmentType: 'B2C',
      baseGrams: 5_000,
      addonGrams: 1_000,
      lanes: { LOCAL: [118, 13], WEST: [150, 17], METRO: [198, 22], INDIA: [225, 25], NE: [330, 42] },
    },
  ],
  charges: [
    { type: 'fsc', percent: 12 },
    { type: 'cod', flat: 32 },
    { type: 'cod', percent: 1.9 },
  ],
  discounts: [],
  operations: {
    weekday: '09:00-19:00',
    sunday: 'CLOSED',
    averageGrams: 1_800,
    handling: ['Bags sealed at the dock'],
    dailyShipments: { city: 500, metros: 900, rest: 1_200, special: 90 },
  },
};
