/** Random but valid worlds, shipments and moments, biased towards the edges of the rules. */
import { noContractRows, type CardWorld, type Validity } from './documents.js';
import type { Credential, Partner } from '../../src/model/documents.js';
import { Ids, randomGeography, type Geography } from './random-geography.js';
import { gstinIn } from './gstin.js';
import { DEFAULT_SETTINGS, referenceDistanceKm } from './model.js';
import { ofLanes, ofSomeLane, randomLaneRules } from './random-lanes.js';
import { extendPincodes } from './random-overrides.js';
import { randomPartner, randomZonePincodes, randomZones, SERVICES } from './random-partner.js';
import {
  CUSTOMER_IDS,
  randomCustomerCharges,
  randomDiscounts,
  randomDistanceCharges,
  randomPackages,
} from './random-rates.js';
import { inPieces, withVolume } from './random-pieces.js';
import { inOtherDirections, inSomeDirection, randomRtoTerms } from './random-returns.js';
import { addSurcharges } from './random-surcharges.js';
import { Rng } from './rng.js';
import type { Settings, Shipment, World } from './types.js';

/** The moment around which validity windows lie by default: a Wednesday, 12:00 IST. */
export const REFERENCE_NOW = new Date('2026-03-11T06:30:00.000Z');

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const IST_OFFSET_MS = 330 * MINUTE_MS;
const MAX_REQUEST_GRAMS = 50_000;
const MAX_REQUEST_RUPEES = 1_000_000;
const EDGES_SAMPLED = 8;
const PARTNER_IDS = [
  'alpha',
  'Zeta',
  'p-10',
  'p-2',
  'p_2',
  'Bharat_Surface',
  'northern-hills',
  '007',
  'metro24',
  'Metro24',
];

export function seededRng(seed: number): Rng {
  return new Rng(seed);
}

function randomEdges(rng: Rng, world: World, settings: Settings): number[] {
  return Array.from({ length: EDGES_SAMPLED }, () =>
    referenceDistanceKm(world, rng.pick(world.pincodes).pincode, rng.pick(world.pincodes).pincode, settings),
  );
}

function unlimited(id: string, kind: Credential['kind'], secret: string): Credential {
  return { id, kind, tier: 'UNLIMITED', status: 'ACTIVE', secrets: [{ version: 1, secret, notAfter: null }] };
}

function emptyWorld(geography: Geography): World {
  return {
    ...geography,
    'service-types': SERVICES.map((serviceTypeId) => ({
      serviceTypeId,
      serviceTypeName: serviceTypeId,
      displayName: serviceTypeId,
      category: 'SPECIAL',
    })),
    'partners': [],
    'zones': [],
    'zone-pincodes': [],
    'packages': [],
    'distance-charges': [],
    'customer-charges': [],
    ...noContractRows(),
    'discounts': [],
    'credentials': [unlimited('main-system', 'service', 'demo-main-system-secret')],
    'assignments': [],
  };
}

interface WorldIds {
  zones: Ids;
  packages: Ids;
  distance: Ids;
  charges: Ids;
  discounts: Ids;
  laneRules: Ids;
  rtoTerms: Ids;
  surcharges: Ids;
}

function addPartner(rng: Rng, world: World, partner: Partner, ids: WorldIds, edges: number[], now: Date): void {
  const { partnerId } = partner;
  const zones = randomZones(rng, partnerId, world, ids.zones);
  world.partners.push(partner);
  world.zones.push(...zones);
  world['zone-pincodes'].push(...randomZonePincodes(rng, partnerId, world, zones));
  const packages = randomPackages(rng, partnerId, zones, ids.packages, now).map((row) => ofSomeLane(rng, row));
  world.packages.push(...packages, ...inOtherDirections(rng, packages, ids.packages));
  const distances = randomDistanceCharges(rng, partnerId, edges, ids.distance, now);
  world['distance-charges'].push(...distances, ...ofLanes(rng, distances, ids.distance));
  world['customer-charges'].push(...randomCustomerCharges(rng, { partnerId }, 0.5, ids.charges, now));
  for (const customerId of rng.some(CUSTOMER_IDS, 0.5)) {
    world['customer-charges'].push(...randomCustomerCharges(rng, { partnerId, customerId }, 0.4, ids.charges, now));
  }
  world.discounts.push(...randomDiscounts(rng, partnerId, ids.discounts, now));
  if (rng.chance(0.85)) world['lane-rules'].push(...randomLaneRules(rng, partnerId, zones, edges, ids.laneRules, now));
  world['rto-terms'].push(...randomRtoTerms(rng, partnerId, ids.rtoTerms, now));
  world.credentials.push(unlimited(partnerId, 'partner', `demo-${partnerId}-secret`));
}

/** A second partner with the first one's card, row by row: every comparison between the two is a tie. */
function addTwin(world: World, of: Partner, twinId: string, ids: WorldIds): void {
  const zoneIds = new Map<number, number>();
  const own = <T extends { partnerId?: string | null }>(rows: T[]): T[] =>
    rows.filter((row) => row.partnerId === of.partnerId).map((row) => ({ ...row, partnerId: twinId }));
  const mapped = (id: number | null | undefined): number | null =>
    id === null || id === undefined ? null : zoneIds.get(id)!;
  // Ascending, so that 'the lowest zone id' is the same zone for both.
  const zones = own(world.zones).sort((a, b) => a.id - b.id);
  const fresh = zones.map(() => ids.zones.take()).sort((a, b) => a - b);
  zones.forEach((zone, i) => zoneIds.set(zone.id, fresh[i]));
  world.partners.push({ ...of, partnerId: twinId, name: `Partner ${twinId}` });
  world.zones.push(...zones.map((zone) => ({ ...zone, id: zoneIds.get(zone.id)! })));
  world['zone-pincodes'].push(
    ...own(world['zone-pincodes']).map((row) => ({ ...row, zoneId: zoneIds.get(row.zoneId)! })),
  );
  world.packages.push(
    ...own(world.packages).map((row) => ({
      ...row,
      id: ids.packages.take(),
      fromZoneId: mapped(row.fromZoneId),
      toZoneId: mapped(row.toZoneId),
    })),
  );
  world['distance-charges'].push(...own(world['distance-charges']).map((row) => ({ ...row, id: ids.distance.take() })));
  world['customer-charges'].push(...own(world['customer-charges']).map((row) => ({ ...row, id: ids.charges.take() })));
  world.discounts.push(...own(world.discounts).map((row) => ({ ...row, id: ids.discounts.take() })));
  const terms = own(world['rto-terms']).sort((a, b) => a.id - b.id);
  const termIds = terms.map(() => ids.rtoTerms.take()).sort((a, b) => a - b);
  world['rto-terms'].push(...terms.map((row, i) => ({ ...row, id: termIds[i] })));
  // ascending, so that rules of one priority are tried in the same order for both
  const rules = own(world['lane-rules']).sort((a, b) => a.id - b.id);
  const ruleIds = rules.map(() => ids.laneRules.take()).sort((a, b) => a - b);
  const zonesOf = (list: number[] | null | undefined): number[] | null => list?.map((id) => zoneIds.get(id)!) ?? null;
  world['lane-rules'].push(
    ...rules.map((rule, i) => ({
      ...rule,
      id: ruleIds[i],
      when: { ...rule.when, fromZones: zonesOf(rule.when.fromZones), toZones: zonesOf(rule.when.toZones) },
    })),
  );
  const surcharges = own(world.surcharges).sort((a, b) => a.id - b.id);
  const surchargeIds = surcharges.map(() => ids.surcharges.take()).sort((a, b) => a - b);
  world.surcharges.push(
    ...surcharges.map((row, i) => ({
      ...row,
      id: surchargeIds[i]!,
      when: row.when && { ...row.when, zones: zonesOf(row.when.zones) },
    })),
  );
  world.credentials.push(unlimited(twinId, 'partner', `demo-${twinId}-secret`));
}

/**
 * A complete dataset that import accepts, its validity windows around `now`; one of its 3 to 8 partners is INACTIVE.
 */
export function randomWorld(rng: Rng, now: Date = REFERENCE_NOW, settings: Settings = DEFAULT_SETTINGS): World {
  const world = emptyWorld(randomGeography(rng));
  const edges = randomEdges(rng, world, settings);
  const ids: WorldIds = {
    zones: new Ids(rng, 200),
    packages: new Ids(rng, 900),
    distance: new Ids(rng, 900),
    charges: new Ids(rng, 600),
    discounts: new Ids(rng, 400),
    laneRules: new Ids(rng, 900),
    rtoTerms: new Ids(rng, 100),
    surcharges: new Ids(rng, 900),
  };
  const partnerIds = rng.shuffled(PARTNER_IDS).slice(0, rng.int(3, 8));
  const hasTwin = partnerIds.length > 3 && rng.chance(0.5);
  const twinId = hasTwin ? partnerIds.pop()! : null;
  for (const partnerId of partnerIds)
    addPartner(rng, world, withVolume(rng, randomPartner(rng, partnerId, world, edges, now)), ids, edges, now);
  world['customer-charges'].push(
    ...randomCustomerCharges(rng, { partnerId: null, customerId: null }, 0.8, ids.charges, now),
  );
  addSurcharges(rng, world, ids.surcharges, now);
  if (twinId !== null) addTwin(world, world.partners[1], twinId, ids);
  world.partners[0].status = 'INACTIVE';
  extendPincodes(rng, world, now);
  return {
    ...world,
    'partners': rng.shuffled(world.partners),
    'zones': rng.shuffled(world.zones),
    'customer-charges': rng.shuffled(world['customer-charges']),
  };
}

/**
 * Some moment near `around`: any, a Sunday, at a partner's cutoff on some day, on a Saturday or on a Sunday, at
 * midnight in India, or at a bound of a validity window.
 */
export function randomNow(rng: Rng, world?: CardWorld, around: Date = REFERENCE_NOW): Date {
  const nudge = (): number => rng.pick([-MINUTE_MS, -1, 0, 0, 1, MINUTE_MS]);
  const midnight =
    Math.floor((around.getTime() + IST_OFFSET_MS) / DAY_MS) * DAY_MS - IST_OFFSET_MS + rng.int(-10, 10) * DAY_MS;
  const sunday = midnight + ((7 - new Date(midnight + IST_OFFSET_MS).getUTCDay()) % 7) * DAY_MS;
  const times = (world?.partners ?? []).flatMap(({ cutoffTime, cutoffTimes }) => [
    cutoffTime,
    ...Object.values(cutoffTimes ?? {}).filter((time) => time !== null),
  ]);
  const cutoffs = times.map((time) => {
    const [hours, minutes] = time.split(':').map(Number);
    return (hours * 60 + minutes) * MINUTE_MS;
  });
  const ofDay = (moments: number[]): number => (moments.length > 0 ? rng.pick(moments) : 0);
  const dated = [
    ...(['packages', 'discounts', 'distance-charges', 'customer-charges'] as const),
    ...(['lane-rules', 'rto-terms', 'surcharges'] as const),
  ];
  const taxes = (world?.partners ?? []).flatMap(({ tax }) => tax ?? []);
  const holds = (world?.holds ?? []).map(({ from, to }) => ({ validFrom: from, validTo: to }));
  const bounds = dated
    .flatMap((collection): Validity[] => world?.[collection] ?? [])
    .concat(taxes, world?.['weight-terms'] ?? [], holds)
    .flatMap((row) => [row.validFrom, row.validTo])
    .flatMap((bound) => (bound ? [Date.parse(bound)] : []));
  const kinds: (() => number)[] = [
    () => around.getTime(),
    () => around.getTime() + rng.int(-14 * DAY_MS, 14 * DAY_MS),
    () => sunday + rng.int(0, DAY_MS - 1),
    () => sunday + rng.pick([-1, 0]) * DAY_MS + ofDay(cutoffs) + nudge(),
    () => midnight + nudge(),
    () => midnight + ofDay(cutoffs) + nudge(),
    () => (bounds.length > 0 ? rng.pick(bounds) : around.getTime()) + nudge(),
  ];
  return new Date(rng.pick(kinds)());
}

function clamp(value: number, lowest: number, highest: number): number {
  return Math.min(highest, Math.max(lowest, value));
}

/** Grams: at the slabs, bounds and limits of some row of the world, up to a gram next to them, or anything. */
function randomWeight(rng: Rng, world: World): number {
  const row = rng.pick(world.packages);
  const kg = [
    ...world.discounts.map((d) => d.toWeight),
    ...world['customer-charges'].flatMap((c) => [c.minKg, c.maxKg]),
  ].flatMap((bound) => (bound ? [Math.round(bound * 1000)] : []));
  const edge = rng.pick([
    row.baseWeight,
    row.baseWeight + row.addonWeight * rng.int(1, 6),
    row.maxWeight ?? row.baseWeight,
    row.minWeight ?? row.baseWeight,
    kg.length > 0 ? rng.pick(kg) : 1_000,
    rng.pick(world.partners).limits.maxWeight,
  ]);
  const weight = rng.chance(0.75) ? edge + rng.pick([-1, 0, 0, 1, 0.5, -0.5, 0.001]) : rng.scaled(1_000, 30_000_000, 3);
  return clamp(weight, 1, MAX_REQUEST_GRAMS);
}

function randomDimensions(rng: Rng, world: World): NonNullable<Shipment['dimensions']> {
  const { length, width, height } = rng.pick(world.partners).limits.maxDimensions;
  const sides = rng.chance(0.15)
    ? [length, width, height].map((side) => side + rng.pick([0, 0, 0, 0.5, -0.1]))
    : rng.pick([
        [10, 10, 10],
        [12.5, 20, 30],
        [10.1, 10.1, 10.1],
        [33.33, 21, 7.5],
        [1.1, 8, 25],
        [50, 20, 5.001],
        [25, 18.4, 11.2],
      ]);
  const [first, second, third] = rng.shuffled(sides);
  return { length: first, width: second, height: third };
}

function randomDeclaredValue(rng: Rng, world: World): number {
  const { maxCodAmount, maxDeclaredValue } = rng.pick(world.partners).limits;
  const edge = Math.round(rng.pick([maxCodAmount, maxDeclaredValue]) * 100) + rng.pick([-1, 0, 1]);
  const kinds: (() => number)[] = [
    () => 0,
    () => 2_499.5,
    () => 0.004,
    () => rng.pick([100.005, 1.005, 8.345, 2_499.505]),
    () => rng.scaled(1, 1_000_000, 2),
    () => rng.scaled(1, 500_000, 2),
    () => edge / 100,
  ];
  return clamp(rng.pick(kinds)(), 0, MAX_REQUEST_RUPEES);
}

/** Paise: what was prepaid, zero, around a partner's limit, or more than the goods are worth. */
function randomCodAmount(rng: Rng, world: World): number {
  const { maxCodAmount } = rng.pick(world.partners).limits;
  const kinds: (() => number)[] = [
    () => 0,
    () => 0.01,
    () => rng.scaled(1, 500_000, 2),
    () => rng.scaled(1, MAX_REQUEST_RUPEES * 100, 2),
    () => (Math.round(maxCodAmount * 100) + rng.pick([-1, 0, 1])) / 100,
  ];
  return clamp(rng.pick(kinds)(), 0, MAX_REQUEST_RUPEES);
}

function randomPincode(rng: Rng, world: World): string {
  return rng.chance(0.004) ? rng.pick(['999999', '000000', '110999']) : rng.pick(world.pincodes).pincode;
}

/** A valid shipment; rarely with a pincode that the world does not contain. */
export function randomShipment(rng: Rng, world: World): Shipment {
  const named = rng.chance(0.6) ? (['PICKUP', 'DELIVERY'] as const) : rng.pick([[], ['PICKUP'], ['DELIVERY']] as const);
  const extra = SERVICES.filter((service) => !(named as readonly string[]).includes(service));
  const pickupPincode = randomPincode(rng, world);
  const paymentType = rng.pick(['COD', 'PREPAID'] as const);
  const shipment: Shipment = {
    pickupPincode,
    deliveryPincode: rng.chance(0.05) ? pickupPincode : randomPincode(rng, world),
    weight: randomWeight(rng, world),
    ...(rng.chance(0.35) ? { dimensions: randomDimensions(rng, world) } : {}),
    shipmentType: rng.pick(['B2B', 'B2C']),
    paymentType,
    declaredValue: randomDeclaredValue(rng, world),
    ...(paymentType === 'COD' && rng.chance(0.5) ? { codAmount: randomCodAmount(rng, world) } : {}),
    services: [...named, ...rng.some(extra, rng.pick([0, 0, 0.1, 0.3]))],
    ...(rng.chance(0.5) ? { urgency: rng.pick(['STANDARD', 'EXPRESS', 'URGENT'] as const) } : {}),
    ...(rng.chance(0.2) ? { preferredServices: rng.some(SERVICES, 0.3) } : {}),
    ...(rng.chance(0.6) ? { customerType: rng.pick(['RETAIL', 'CORPORATE', 'ENTERPRISE', 'SME'] as const) } : {}),
    ...(rng.chance(0.4) ? { customerId: rng.pick([...CUSTOMER_IDS, 'CUST-UNKNOWN']) } : {}),
    ...(rng.chance(0.3)
      ? { customerGstin: gstinIn(rng.pick([...world.states.map((state) => state.gstCode), '24'])) }
      : {}),
    ...(rng.chance(0.3)
      ? { maxDeliveryTime: rng.pick([3, 15, 24, 24.5, 25, 36, 36.999, 48, 60, 61, 72, 96, 200]) }
      : {}),
  };
  return inPieces(rng, inSomeDirection(rng, shipment));
}
