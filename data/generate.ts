/**
 * Datasets of any number of partners for benches: `node --import tsx data/generate.ts --partners 100 --out <folder>
 * [--seed n] [--contracts]`. Of every ten partners three are national carriers, four regional ones, two city couriers,
 * and one serves the hills. With `--contracts` each also has lane rules, and pincodes that differ from their zones.
 */
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { buildDataset, type Dataset } from './demo-maker/build.js';
import type { PartnerSpec, Rate, RateClass, Rates, ServiceCharges, Slab, ZoneSpec } from './demo-maker/card.js';
import { FESTIVE_2025, FESTIVE_2027, MONSOON_2027, YEARS_2026_TO_2028 } from './demo-maker/card.js';
import { describeDataset, writeDataset } from './demo-maker/folder.js';
import { kilometresBetween, readGeography, type Geography } from './demo-maker/geography.js';
import {
  AHMEDABAD,
  BENGALURU,
  CENTRAL,
  CHENNAI,
  DELHI_NCR,
  EAST,
  HIMALAYAN_DISTRICTS,
  HYDERABAD,
  ISLANDS,
  KOLKATA,
  MUMBAI,
  NORTH,
  NORTH_EAST,
  PUNE,
  SOUTH,
  WEST,
} from './demo-maker/regions.js';
import { exceptionsOf, LANE_RULES } from './demo-maker/generated-contracts.js';
import { Random } from './demo-maker/random.js';
import { pairRowsOf } from './demo-maker/zone-pairs.js';

const DEFAULT_SEED = 1;
const MOST_PACKAGES = 200;
const MOST_SLABS = 4;
const MOST_ODA_PINCODES = 20;
const KINDS = [
  'national',
  'regional',
  'national',
  'city',
  'regional',
  'hill',
  'regional',
  'national',
  'city',
  'regional',
] as const;
type Kind = (typeof KINDS)[number];

/**
 * `count` invented partners over the shipped geography with zones, rate cards, charges, discounts and credentials. The
 * same integer seed (of which 32 bits count) gives the same dataset. The service credential is that of the demo.
 */
export function generatePartners(
  count: number,
  seed: number,
  geography: Geography = readGeography(),
  hasContracts = false,
): Dataset {
  const atlas = new Atlas(geography);
  const specs = Array.from({ length: count }, (_, i) => {
    const spec = partnerSpec(i, new Random(Math.imul(seed, 0x9e3779b1) ^ i), atlas);
    return hasContracts
      ? { ...spec, laneRules: LANE_RULES, exceptions: exceptionsOf(spec.zones, atlas.pincodesByState) }
      : spec;
  });
  return buildDataset(specs, geography);
}

/** The geography as the generator needs it, computed once. Cities are sorted by size, largest first. */
class Atlas {
  readonly citiesByState = new Map<string, string[]>();
  readonly largest: string[];
  readonly headPincode = new Map<string, string>();
  readonly pincodesByState = new Map<string, string[]>();
  private readonly nearest = new Map<string, string[]>();

  constructor(geography: Geography) {
    const codes = new Map(geography.states.map((state) => [state.id, state.code]));
    const refs = new Map(geography.cities.map((city) => [city.id, `${codes.get(city.stateId)}/${city.name}`]));
    const sizes = new Map<string, number>();
    for (const row of geography.pincodes) {
      const ref = refs.get(row.cityId)!;
      sizes.set(ref, (sizes.get(ref) ?? 0) + 1);
      if (row.pincode < (this.headPincode.get(ref) ?? '999999')) this.headPincode.set(ref, row.pincode);
      append(this.pincodesByState, codes.get(row.stateId)!, row.pincode);
    }
    this.largest = [...sizes.keys()].sort((a, b) => sizes.get(b)! - sizes.get(a)! || (a < b ? -1 : 1));
    for (const ref of this.largest) append(this.citiesByState, ref.slice(0, 2), ref);
    const largestOf = [...this.citiesByState].map(([code, cities]) => ({
      code,
      head: geography.pincode(this.headPincode.get(cities[0]!)!),
    }));
    for (const { code, head } of largestOf) {
      const distances = largestOf.map((other) => ({ code: other.code, km: kilometresBetween(head, other.head) }));
      this.nearest.set(
        code,
        distances.sort((a, b) => a.km - b.km).map((other) => other.code),
      );
    }
  }

  /** `count` states, the given one first, then those whose largest cities are nearest. */
  neighbours(state: string, count: number): string[] {
    return this.nearest.get(state)!.slice(0, count);
  }
}

function append(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

const SERVICES: ServiceCharges = {
  PICKUP: { base: 10, custom: { CORPORATE: 0 }, info: { vehicleType: 'Van' } },
  DELIVERY: 0,
  COD: 0,
  PREPAID: 0,
  EXPRESS: { base: 45, custom: { CORPORATE: 35 } },
  INSURANCE: 0,
  TRACKING: 0,
};
const REST_SERVICES: ServiceCharges = { ...SERVICES, ODA: { base: 30, custom: { CORPORATE: 24, B2B: 150 } } };
const ODA_SERVICES: ServiceCharges = {
  ...REST_SERVICES,
  EXPRESS: undefined,
  ODA: { base: 55, custom: { CORPORATE: 42, B2B: 240 } },
};
const HILL_SERVICES: ServiceCharges = { ...ODA_SERVICES, HILL: { base: 20, custom: { CORPORATE: 14, B2B: 90 } } };

const zone = (
  code: string,
  kind: ZoneSpec['kind'],
  region: string,
  services: ServiceCharges,
  more: Partial<ZoneSpec>,
): ZoneSpec => ({
  code,
  name: code.replaceAll('_', ' '),
  description: `Generated ${kind} zone of ${region}`,
  kind,
  region,
  services,
  ...more,
});

const METROS: readonly (readonly [code: string, region: string, cities: readonly string[]])[] = [
  ['DEL', 'NORTH', DELHI_NCR],
  ['BOM', 'WEST', MUMBAI],
  ['BLR', 'SOUTH', BENGALURU],
  ['MAA', 'SOUTH', CHENNAI],
  ['CCU', 'EAST', KOLKATA],
  ['HYD', 'SOUTH', HYDERABAD],
  ['PNQ', 'WEST', PUNE],
  ['AMD', 'WEST', AHMEDABAD],
];
const REGIONS: readonly (readonly [region: string, states: readonly string[]])[] = [
  ['NORTH', NORTH],
  ['CENTRAL', CENTRAL],
  ['WEST', WEST],
  ['SOUTH', SOUTH],
  ['EAST', EAST],
];
const HILL_STATES = ['HP', 'UK', 'JK', 'LA', ...NORTH_EAST];

const ZONES_OF: Record<Kind, (random: Random, atlas: Atlas) => ZoneSpec[]> = {
  national: (random) => [
    ...random
      .sample(METROS, random.integer(4, 6))
      .map(([code, region, cities]) => zone(code, 'city', region, SERVICES, { cities })),
    ...REGIONS.map(([region, states]) => zone(`REST_${region}`, 'rest', region, REST_SERVICES, { states })),
    zone('NORTH_EAST', 'special', 'NE', REST_SERVICES, { states: NORTH_EAST }),
    zone('JK', 'special', 'JK', REST_SERVICES, { states: ['JK'] }),
    zone('HIMALAYA', 'remote', 'HIM', HILL_SERVICES, {
      states: ['LA'],
      cities: HIMALAYAN_DISTRICTS,
      attributes: ['ODA', 'HILL'],
    }),
    ...(random.chance(0.7)
      ? [zone('ISLANDS', 'remote', 'IS', ODA_SERVICES, { states: ISLANDS, attributes: ['ODA'] })]
      : []),
  ],
  regional: (random, atlas) => {
    const states = atlas.neighbours(random.pick([...atlas.citiesByState.keys()]), random.integer(3, 6));
    const citiesPerState = states.length <= 4 ? 2 : 1;
    return states.flatMap((state) => {
      const [cities, others] = split(atlas.citiesByState.get(state)!, citiesPerState);
      const remote = others.length > 8 ? random.sample(others, 2) : [];
      return [
        ...cities.map((ref, i) => zone(`${state}_${i + 1}`, 'city', state, SERVICES, { cities: [ref] })),
        zone(`REST_${state}`, 'rest', state, REST_SERVICES, { states: [state] }),
        ...(remote.length > 0
          ? [zone(`ODA_${state}`, 'special', `ODA_${state}`, ODA_SERVICES, { cities: remote, attributes: ['ODA'] })]
          : []),
      ];
    });
  },
  city: (random, atlas) =>
    random.sample(atlas.largest.slice(0, 40), random.integer(5, 12)).flatMap((ref) => {
      const code = ref.replace(/[^A-Za-z]+/g, '_').toUpperCase();
      const centre = atlas.headPincode.get(ref)!;
      return [
        zone(`${code}_CORE`, 'city', code, SERVICES, { ring: { centre, fromKm: 0, toKm: 12, cities: [ref] } }),
        zone(`${code}_OUTER`, 'rest', code, SERVICES, { ring: { centre, fromKm: 12, toKm: 35, cities: [ref] } }),
      ];
    }),
  hill: (random, atlas) => [
    ...random.sample(METROS, 2).map(([code, , cities]) => zone(code, 'city', code, SERVICES, { cities })),
    ...random.sample(HILL_STATES, random.integer(5, 8)).flatMap((state) => {
      const ofState = atlas.pincodesByState.get(state)!;
      const pincodes = random.sample(ofState, Math.min(MOST_ODA_PINCODES, ofState.length >> 1));
      return [
        zone(`HILLS_${state}`, 'special', state, HILL_SERVICES, { states: [state], attributes: ['HILL'] }),
        zone(`ODA_${state}`, 'remote', state, HILL_SERVICES, { pincodes, attributes: ['ODA', 'HILL'] }),
      ];
    }),
  ],
};

function split<T>(list: readonly T[], at: number): [T[], T[]] {
  return [list.slice(0, at), list.slice(at)];
}

/** Rupees for the first and each further 500 g, before the partner's price level is applied. */
const PARCEL_RATES: Record<RateClass, Rate> = {
  city: [30, 20],
  region: [36, 25],
  metro: [44, 32],
  india: [50, 36],
  special: [70, 50],
  remote: [105, 78],
};
const CITY_RATES: Rates = { city: [48, 16], region: [68, 22] };
/**
 * [code, shipment type, base grams, addon grams, of the parcel's base, of its addon, grams that a parcel must exceed];
 * later ones are for heavier goods.
 */
const SLABS: readonly (readonly [string, Slab['shipmentType'], number, number, number, number, number?])[] = [
  ['ANY-500G', null, 500, 500, 1, 1],
  ['ANY-2KG', null, 2_000, 1_000, 2.4, 0.95],
  ['B2B-5KG', 'B2B', 5_000, 1_000, 4, 0.6, 4_500],
  ['ANY-10KG', null, 10_000, 1_000, 6.2, 0.7, 9_000],
];

function slabsOf(kind: Kind, zones: readonly ZoneSpec[], random: Random): Slab[] {
  const rates = kind === 'city' ? CITY_RATES : PARCEL_RATES;
  const rows = pairRowsOf(zones).filter(({ rateClass }) => rates[rateClass] !== undefined).length;
  const level = random.between(0.8, 1.25);
  const scaled = (times: number, addonTimes: number): Rates =>
    Object.fromEntries(
      Object.entries(rates).map(([rateClass, [base, addon]]) => [
        rateClass,
        [toHalfRupee(base * level * times), toHalfRupee(addon * level * addonTimes)],
      ]),
    );
  const count = Math.min(MOST_SLABS, Math.max(1, Math.floor(MOST_PACKAGES / rows)));
  return SLABS.slice(0, count).map(([code, shipmentType, baseGrams, addonGrams, times, addonTimes, minGrams]) => ({
    code,
    name: `Parcel ${code}`,
    shipmentType,
    ...(minGrams !== undefined && { minGrams }),
    baseGrams,
    addonGrams,
    rates: scaled(times, addonTimes),
  }));
}

const toHalfRupee = (rupees: number): number => Math.round(rupees * 2) / 2;

const TRANSIT: PartnerSpec['transit'] = [
  [100, 20],
  [400, 32],
  [1_000, 52],
  [1_800, 76],
  [2_800, 104],
  [5_000, 150],
];
/** Most partners have the default one. */
const DELIVERY_WINDOWS: readonly Pick<PartnerSpec, 'deliveryWindow'>[] = [
  {},
  {},
  { deliveryWindow: { from: '10:00', to: '18:30' } },
  { deliveryWindow: { from: '08:00', to: '22:00' } },
];
const CITY_TRANSIT: PartnerSpec['transit'] = [
  [40, 6],
  [150, 10],
];

function partnerSpec(index: number, random: Random, atlas: Atlas): PartnerSpec {
  const kind = KINDS[index % KINDS.length]!;
  const number = String(index + 1).padStart(3, '0');
  const zones = ZONES_OF[kind](random, atlas);
  const pace = random.between(0.8, 1.5);
  const monthlyVolume = random.integer(5_000, 400_000);
  const totalShipments = monthlyVolume * random.integer(12, 60);
  const cities = atlas.largest.slice(0, 20);
  return {
    partnerId: `gen-${kind}-${number}`,
    prefix: `G${number}`,
    name: `Generated ${kind} carrier ${number}`,
    joinedDate: '2020-04-01',
    gstState: random.pick(['DL', 'MH', 'KA', 'TN', 'WB', 'GJ']),
    contactName: `Desk ${number}`,
    limits: {
      maxWeight: kind === 'city' ? 20_000 : random.pick([50_000, 70_000, 100_000]),
      maxDimensions: { length: 120, width: 100, height: 100 },
      maxCodAmount: random.pick([10_000, 25_000, 50_000]),
      maxDeclaredValue: random.pick([100_000, 500_000, 1_000_000]),
    },
    paymentTypes: ['COD', 'PREPAID'],
    shipmentTypes: kind === 'city' ? ['B2C'] : ['B2B', 'B2C'],
    cutoffTime: random.pick(['15:00', '17:00', '18:30']),
    weekendDelivery: random.chance(0.4),
    sameDay: kind === 'city',
    volumetricDivisor: random.pick([4_000, 4_500, 5_000]),
    transit: kind === 'city' ? CITY_TRANSIT : TRANSIT.map(([km, hours]) => [km, Math.round(hours * pace)] as const),
    performance: {
      successRate: random.integer(880, 990) / 1_000,
      totalShipments,
      monthlyVolume,
      averageDeliveryTime: kind === 'city' ? 7 : Math.round(60 * pace),
      avgMonthlyRevenue: monthlyVolume * random.integer(70, 160),
      customerSatisfaction: random.integer(34, 48) / 10,
    },
    topRoutes: [4, 5].map((share) => [random.pick(cities), random.pick(cities), totalShipments >> share] as const),
    zones,
    slabs: slabsOf(kind, zones, random),
    distance: random.chance(0.5)
      ? [
          { fromKm: 500, toKm: 1_500, flat: random.integer(4, 12) },
          { fromKm: 1_500, toKm: 5_000, percent: random.integer(2, 8) },
        ]
      : [],
    charges: [
      { type: 'fsc', percent: random.integer(16, 48) / 2 },
      { type: 'cod', flat: random.integer(25, 50) },
      { type: 'cod', percent: random.integer(6, 10) / 4 },
      { type: 'docket', flat: random.integer(25, 80), minKg: 10 },
      { type: 'insurance', percent: random.integer(2, 8) / 20 },
      { type: 'fsc', percent: random.integer(12, 16) / 2, customerId: 'cust-retail-001' },
    ],
    discounts: [
      { fromKg: 2, toKg: 5, percent: random.integer(2, 6), description: '2 to 5 kg', validity: YEARS_2026_TO_2028 },
      { fromKg: 5, toKg: 15, percent: random.integer(4, 10), appliesTo: 'FREIGHT', description: '5 to 15 kg' },
      { fromKg: 15, toKg: 40, flat: random.integer(20, 80), description: '15 to 40 kg', validity: YEARS_2026_TO_2028 },
      { fromKg: 40, toKg: 100, percent: 12, description: 'Festive offer 2025', validity: FESTIVE_2025 },
      { fromKg: 40, toKg: 100, percent: 8, description: 'Monsoon offer 2027', validity: MONSOON_2027 },
      { fromKg: 40, toKg: 100, percent: 12, description: 'Festive offer 2027', validity: FESTIVE_2027 },
    ],
    operations: {
      weekday: '09:00-19:00',
      sunday: 'CLOSED',
      averageGrams: 2_000,
      handling: ['Keep dry'],
      dailyShipments: { city: 2_000, metros: 2_000, rest: 900, special: 200, remote: 40 },
    },
    // drawn last, so that adding it changed none of the values above
    ...random.pick(DELIVERY_WINDOWS),
  };
}

function main(): void {
  const { values } = parseArgs({
    options: {
      partners: { type: 'string' },
      out: { type: 'string' },
      seed: { type: 'string', default: String(DEFAULT_SEED) },
      contracts: { type: 'boolean', default: false },
    },
  });
  const count = Number(values.partners);
  const seed = Number(values.seed);
  if (values.out === undefined || !Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(seed)) {
    console.error(
      'usage: node --import tsx data/generate.ts --partners <count> --out <folder> [--seed <integer>] [--contracts]',
    );
    process.exitCode = 2;
    return;
  }
  const dataset = generatePartners(count, seed, readGeography(), values.contracts);
  writeDataset(values.out, dataset);
  console.log(describeDataset(dataset));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
