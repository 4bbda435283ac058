/** A random partner: who it is, the zones it serves, and the pincodes assigned to them. */
import { TAX_REGIMES } from '../../src/domain/vocabulary.js';
import type { Partner, Zone, ZonePincode } from '../../src/model/documents.js';
import { CREATED_AT, type Geography, type Ids } from './random-geography.js';
import { randomTags } from './random-lanes.js';
import { bands, randomValidity } from './random-rates.js';
import type { Rng } from './rng.js';
import type { ServiceId } from './types.js';

export const SERVICES: readonly ServiceId[] = [
  'PICKUP',
  'DELIVERY',
  'COD',
  'PREPAID',
  'ODA',
  'HILL',
  'EXPRESS',
  'INSURANCE',
  'TRACKING',
  'REVERSE',
];
/** Some open or close exactly when parcels arrive: a cutoff plus whole days. Some are a minute long. */
const DELIVERY_WINDOWS = [
  ['09:00', '17:00'],
  ['09:00', '16:59'],
  ['17:00', '18:00'],
  ['17:01', '21:00'],
  ['13:30', '13:31'],
  ['13:31', '20:00'],
  ['10:00', '10:01'],
  ['00:00', '23:59'],
  ['00:00', '00:01'],
  ['23:58', '23:59'],
  ['05:30', '13:29'],
] as const;
const SUCCESS_RATES = [0.5, 0.85, 0.95, 0.95, 0.975, 0.985, 0.9333, 1];
const CUSTOM_CHARGE_KEYS = ['RETAIL', 'CORPORATE', 'ENTERPRISE', 'SME', 'B2B', 'B2C'];

type Service = Zone['services'][number];

function randomWindow(rng: Rng): NonNullable<Partner['deliveryWindow']> {
  const [from, to] = rng.pick(DELIVERY_WINDOWS);
  return { from, to };
}

/** Entries that follow each other, overlap or are over; some without a rate. */
function randomTax(rng: Rng, now: Date): NonNullable<Partner['tax']> {
  return Array.from({ length: rng.int(1, 3) }, () => ({
    regime: rng.pick(TAX_REGIMES),
    ...(rng.chance(0.6) ? { percent: rng.pick([0, 5, 12, 17.9999]) } : {}),
    ...(rng.chance(0.5) ? { sac: rng.pick(['996812', '9965', null]) } : {}),
    ...randomValidity(rng, now),
  }));
}

/** `edges`: kilometres that occur in this world, so that bounds of transit rows match them exactly. */
export function randomPartner(rng: Rng, partnerId: string, geography: Geography, edges: number[], now: Date): Partner {
  const side = (): number => rng.pick([40, 60.5, 100, 120, 300]);
  return {
    partnerId,
    name: `Partner ${partnerId}`,
    status: 'ACTIVE',
    tier: 'TIER_1',
    joinedDate: '2021-06-01',
    gstStateCode: rng.pick(geography.states).gstCode,
    contact: {
      name: 'Dispatch',
      phone: '+91 00000 00000',
      email: 'dispatch@example.com',
      trackingUrl: 'https://example.com/track',
    },
    limits: {
      maxWeight: rng.pick([5_000, 20_000, 50_000, 50_000, 1_000_000]),
      maxDimensions: { length: side(), width: side(), height: side() },
      maxCodAmount: rng.pick([2_500.5, 10_000, 50_000, 1_000_000]),
      maxDeclaredValue: rng.pick([5_000.25, 50_000, 1_000_000, 1_000_000]),
    },
    paymentTypes: rng.chance(0.8) ? ['COD', 'PREPAID'] : rng.pick([['COD'], ['PREPAID']]),
    shipmentTypes: rng.chance(0.8) ? ['B2B', 'B2C'] : rng.pick([['B2B'], ['B2C']]),
    cutoffTime: rng.pick(['00:00', '04:59', '05:30', '13:30', '17:00', '23:59']),
    weekendDelivery: rng.chance(0.4),
    sameDay: rng.chance(0.3),
    ...(rng.chance(0.6) ? { deliveryWindow: randomWindow(rng) } : {}),
    ...(rng.chance(0.5) ? { volumetricDivisor: rng.pick([4000, 4500, 5000, 6000]) } : {}),
    ...(rng.chance(0.5) ? { tax: randomTax(rng, now) } : {}),
    transit: bands(rng, edges, 5_000)
      .filter(() => rng.chance(0.92))
      .map(([distanceFrom, distanceTo]) => ({
        distanceFrom,
        distanceTo,
        hours: rng.pick([4, 12.5, 24, 25, 36, 48, 60.25, 72, 96]),
      })),
    performance: {
      successRate: rng.pick(SUCCESS_RATES),
      totalShipments: rng.int(0, 1_000_000),
      monthlyVolume: rng.int(0, 10_000),
      averageDeliveryTime: 40.5,
      avgMonthlyRevenue: 125_000.5,
      customerSatisfaction: 4.2,
      topRoutes: [],
    },
  };
}

function randomService(rng: Rng, serviceTypeId: ServiceId, isAvailable: boolean): Service {
  const keys = rng.some(CUSTOM_CHARGE_KEYS, 0.25);
  return {
    serviceTypeId,
    isAvailable,
    ...(rng.chance(0.7) ? { baseCharge: rng.scaled(0, 9_999, 2) } : {}),
    ...(keys.length > 0
      ? { customCharges: Object.fromEntries(keys.map((key) => [key, rng.scaled(0, 9_999, 2)])) }
      : {}),
  };
}

function randomServices(rng: Rng, attributes: Zone['attributes']): Service[] {
  return rng.shuffled(SERVICES).flatMap((service) => {
    if ((attributes as ServiceId[]).includes(service)) return [randomService(rng, service, true)];
    if (rng.chance(0.05)) return [];
    return [randomService(rng, service, rng.chance(0.93))];
  });
}

/** Zones of every kind: the whole country, states, cities, areas, and zones with assigned pincodes only. */
export function randomZones(rng: Rng, partnerId: string, geography: Geography, ids: Ids): Zone[] {
  const idsOf = (rows: { id: number }[], probability: number): number[] =>
    rng.some(rows, probability).map((row) => row.id);
  const kinds: (() => Zone['geographical'])[] = [
    () => ({ states: idsOf(geography.states, 0.6), cities: [], areas: [] }),
    () => ({ states: [], cities: idsOf(geography.cities, 0.5), areas: [] }),
    () => ({ states: [], cities: [], areas: idsOf(geography.areas, 0.6) }),
    () => ({
      states: idsOf(geography.states, 0.3),
      cities: idsOf(geography.cities, 0.2),
      areas: idsOf(geography.areas, 0.2),
    }),
    () => ({ states: [], cities: [], areas: [] }),
  ];
  const geographies = Array.from({ length: rng.int(2, 6) }, () => rng.pick(kinds)());
  if (rng.chance(0.8)) geographies.push({ states: geography.states.map((state) => state.id), cities: [], areas: [] });
  return geographies.map((geographical, i) => {
    const attributes: Zone['attributes'] = rng.some(['ODA', 'HILL'] as const, 0.25);
    return {
      id: ids.take(),
      partnerId,
      name: `Zone ${i + 1}`,
      description: '',
      status: rng.chance(0.85),
      attributes,
      ...randomTags(rng),
      geographical,
      services: randomServices(rng, attributes),
      ...(rng.chance(0.2) ? { operationalDetails: null } : {}),
      createdAt: CREATED_AT,
      updatedAt: CREATED_AT,
    };
  });
}

export function randomZonePincodes(rng: Rng, partnerId: string, geography: Geography, zones: Zone[]): ZonePincode[] {
  return rng
    .some(geography.pincodes, rng.pick([0, 0.3, 0.6]))
    .map(({ pincode }) => ({ partnerId, zoneId: rng.pick(zones).id, pincode, assignedAt: CREATED_AT }));
}
