/** Routes that stand for all that a partner serves: of each kind of route one, found among chosen pincodes. */
import { derived } from '../../model/derived.js';
import type { Partner } from '../../model/documents.js';
import { EARTH_RADIUS_KM, factorBetween } from '../../domain/distance.js';
import type { PartnerRoute } from '../../domain/rate-card.js';
import { routeHours } from '../../domain/transit.js';
import { DELIVERY, FORWARD_DIRECTION, PAYMENT_TYPES, serviceBit, SHIPMENT_TYPES } from '../../domain/vocabulary.js';
import { isHeld } from '../../engine/quote.js';
import { partnerRoute, type Route, routeBetween } from '../../engine/route.js';
import { numberedZones } from '../../index/coverage.js';
import type { Geography } from '../../index/geography.js';
import type { LintedCard } from './card.js';

export interface ServedRoute {
  route: Route;
  own: PartnerRoute;
  /** Positions in PAYMENT_TYPES: the types that the partner accepts and the delivery serves. */
  paymentTypes: readonly number[];
  /** Whether it has transit hours: without them nothing is priced. */
  isTimed: boolean;
}

/** How many pairs of pincodes are looked at, and how many pincodes of each zone at most and at least. */
const MOST_PAIRS = 24_000;
const MOST_ENDS = 24;
const FEWEST_ENDS = 2;
/** Routes that are kept of those between which no row tells, besides one of them from and to each zone. */
const MOST_ALIKE = 4;
/** Pairs of pincodes in one city, or one state, that each two zones are tried with. */
const NEIGHBOURS = 4;

/** The number of each slot's zone, 0 for none, and the number of slots of each zone. */
export interface Coverage {
  zoneOf: Uint16Array;
  /** The same at the pickup, where zones may list pincodes. */
  pickupZoneOf: Uint16Array;
  counts: Uint32Array;
}

export function coverageOf({ view, partner }: LintedCard): Coverage {
  const zoneOf = new Uint16Array(view.geography.slots);
  const pickupZoneOf = new Uint16Array(zoneOf.length);
  const counts = new Uint32Array(partner.card.zoneCount + 1);
  for (let slot = 1; slot < zoneOf.length; slot++) {
    counts[(zoneOf[slot] = partner.zone(slot))]!++;
    pickupZoneOf[slot] = partner.pickupZone(slot);
    if (pickupZoneOf[slot] !== 0 && pickupZoneOf[slot] !== zoneOf[slot]) counts[pickupZoneOf[slot]!]!++;
  }
  return { zoneOf, pickupZoneOf, counts };
}

/** Positions in SHIPMENT_TYPES: the types that the partner accepts. */
export const shipmentTypesOf = ({ documents: { partner } }: LintedCard): readonly number[] => shipmentTypes(partner);

const shipmentTypes = derived((partner: Partner) =>
  SHIPMENT_TYPES.flatMap((type, index) => (partner.shipmentTypes.includes(type) ? [index] : [])),
);

/**
 * One route for each two zones, lane and band of distances that rows tell apart, whose ends the partner serves at the
 * card's moment. All pairs of pincodes would be too many: of each zone some are looked at, spread over it, and some
 * neighbours of each two zones. So what only few pairs have may be missed. Of routes between which no row tells only
 * some are kept: a partner may have a million pairs of zones, and rows for a few lanes.
 */
export function servedRoutes(card: LintedCard, coverage: Coverage): ServedRoute[] {
  const { zoneOf, pickupZoneOf } = coverage;
  const allStops = endsByZone(card, zoneOf);
  const isSame = zoneOf.every((zone, slot) => zone === pickupZoneOf[slot]);
  const allStarts = isSame ? allStops : endsByZone(card, pickupZoneOf);
  const routes: ServedRoute[] = [];
  const { view, partner } = card;
  const hasHolds = partner.holds.id.length + view.general.holds.id.length > 0;
  const seek = seeker(card);
  // the first routes become examples, which can be tried where nothing is on hold
  for (const held of hasHolds ? [false, true] : [false])
    for (const starts of allStarts) for (const stops of allStops) seek(starts, stops, held, routes);
  return routes;
}

/** A function that adds the routes between two zones that are on hold, or those that are not. */
function seeker(card: LintedCard): (starts: Ends, stops: Ends, held: boolean, routes: ServedRoute[]) => void {
  const { view, partner, atMs } = card;
  const { cityId, stateId } = view.geography.columns;
  const bounds = distanceBounds(card);
  const kmOf = distancesOf(card);
  const paymentTypesAt = paymentTypesOf(card);
  const isKept = keeper(card, bounds);
  const { transitHours } = partner.overrides;
  /** 1: the pincode has hours of its own, perhaps the only ones of its routes. */
  const timedAlone = (slot: number): number => Number((transitHours[partner.override(slot)] ?? 0) > 0);
  /**
   * Of two zones: by what the ends have in common and the band of the distance, which tell the lane, and by whether the
   * delivery has hours of its own.
   */
  const looked = new Uint8Array((bounds.length + 1) * COMMON_KINDS * 2);
  const found = new Set<number>();
  const moment = { heldAt: atMs, direction: FORWARD_DIRECTION };
  const look = (pickup: number, delivery: number, held: boolean, routes: ServedRoute[]): void => {
    if (isHeld(view, partner, { pickupSlot: pickup, deliverySlot: delivery }, moment) !== held) return;
    const common = cityId[pickup] === cityId[delivery] ? 2 : stateId[pickup] === stateId[delivery] ? 1 : 0;
    const alone = timedAlone(delivery);
    const kind = (bandOf(bounds, kmOf(pickup, delivery)) * COMMON_KINDS + common) * 2 + alone;
    if (looked[kind] === 1) return;
    const route = routeBetween(view, pickup, delivery);
    const own = partnerRoute(view.geography, partner, route, atMs);
    const paymentTypes = paymentTypesAt(own.toServices);
    if (paymentTypes.length === 0) return;
    looked[kind] = 1;
    const laneAndBand = (own.lane * (bounds.length + 1) + bandOf(bounds, own.km)) * 2 + alone;
    if (found.has(laneAndBand)) return;
    found.add(laneAndBand);
    if (!isKept(own, paymentTypes)) return;
    routes.push({ route, own, paymentTypes, isTimed: !Number.isNaN(routeHours(partner.card, own, atMs)) });
  };
  return (starts, stops, held, routes) => {
    looked.fill(0);
    found.clear();
    for (const [pickup, delivery] of neighbours(starts, stops)) look(pickup, delivery, held, routes);
    for (const pickup of starts.spread) for (const delivery of stops.spread) look(pickup, delivery, held, routes);
  };
}

const COMMON_KINDS = 3;

/** Whether a route is unlike those before it for the rows that rates and hours depend on, or for one of its zones. */
function keeper({ documents }: LintedCard, bounds: readonly number[]) {
  const named = new Set<number>();
  const numbers = new Map(numberedZones(documents.zones).map(({ id }, index) => [id, index + 1]));
  for (const { fromZoneId, toZoneId } of [...documents.packages, ...documents.transitLanes])
    for (const id of [fromZoneId, toZoneId]) if (id) named.add(numbers.get(id) ?? 0);
  const alike = new Map<string, number>();
  const seen = new Set<string>();
  return ({ fromZone, toZone, lane, km }: PartnerRoute, paymentTypes: readonly number[]): boolean => {
    const from = named.has(fromZone) ? fromZone : 0;
    const to = named.has(toZone) ? toZone : 0;
    if (from !== 0 && to !== 0) return true;
    const name = `${from}>${to} ${lane} ${bandOf(bounds, km)} ${paymentTypes.join()}`;
    const count = alike.get(name) ?? 0;
    const ends = [`from ${fromZone} ${name}`, `to ${toZone} ${name}`];
    if (count >= MOST_ALIKE && ends.every((each) => seen.has(each))) return false;
    alike.set(name, count + 1);
    for (const each of ends) seen.add(each);
    return true;
  };
}

/** Points on the unit sphere: three numbers a slot. */
const pointsOf = derived((geography: Geography): Float64Array => {
  const { latitude, longitude } = geography.columns;
  const points = new Float64Array(geography.slots * 3);
  for (let slot = 1; slot < geography.slots; slot++) {
    const [phi, lambda] = [latitude[slot]! * RADIANS, longitude[slot]! * RADIANS];
    points[slot * 3] = Math.cos(phi) * Math.cos(lambda);
    points[slot * 3 + 1] = Math.cos(phi) * Math.sin(lambda);
    points[slot * 3 + 2] = Math.sin(phi);
  }
  return points;
});

const RADIANS = Math.PI / 180;

/** The road distance between two slots: nearly as exact as the one for prices, and much faster for many pairs. */
function distancesOf({ view, partner }: LintedCard): (pickup: number, delivery: number) => number {
  const at = pointsOf(view.geography);
  const { stateId } = view.geography.columns;
  const { roads } = partner.card;
  const general = view.general.roads;
  const { roadFactor } = view.settings;
  const isPlain = roads.factor.length + general.factor.length === 0;
  return (pickup, delivery) => {
    const [a, b] = [pickup * 3, delivery * 3];
    const cosine = Math.min(1, at[a]! * at[b]! + at[a + 1]! * at[b + 1]! + at[a + 2]! * at[b + 2]!);
    const [from, to] = [stateId[pickup]!, stateId[delivery]!];
    const factor = isPlain
      ? roadFactor
      : (factorBetween(roads, from, to) ?? factorBetween(general, from, to) ?? roadFactor);
    return Math.acos(cosine) * EARTH_RADIUS_KM * factor;
  };
}

/** Zones whose pincodes the partner serves, and some of these. */
interface Ends {
  spread: number[];
  /** One slot of each city, by state and city. */
  byState: Map<number, Map<number, number>>;
}

function endsByZone({ view, partner, atMs }: LintedCard, zoneOf: Uint16Array): Ends[] {
  const { geography } = view;
  const { cityId, stateId } = geography.columns;
  /** By zone: the slots that are as the zone is, and the others. */
  const slots = new Map<number, { usual: number[]; others: number[] }>();
  for (let slot = 1; slot < geography.slots; slot++) {
    const zone = zoneOf[slot]!;
    if (zone === 0 || isBlocked(partner, slot, atMs)) continue;
    let known = slots.get(zone);
    if (known === undefined) slots.set(zone, (known = { usual: [], others: [] }));
    (partner.override(slot) === 0 ? known.usual : known.others).push(slot);
  }
  const most = Math.floor(Math.sqrt(MOST_PAIRS) / Math.max(1, slots.size));
  const ends: Ends[] = [];
  for (const [zone, { usual, others }] of [...slots].sort(([a], [b]) => a - b)) {
    const byState: Ends['byState'] = new Map();
    // slots without overrides come first
    for (const slot of [...usual, ...others]) {
      let cities = byState.get(stateId[slot]!);
      if (cities === undefined) byState.set(stateId[slot]!, (cities = new Map()));
      if (!cities.has(cityId[slot]!)) cities.set(cityId[slot]!, slot);
    }
    const count = Math.min(MOST_ENDS, Math.max(FEWEST_ENDS, most));
    // a zone that does not deliver may have pincodes that do
    const isServed = usual.length > 0 && (partner.card.zones.services[zone]! & DELIVERY) !== 0;
    const spread = new Set([...spreadOver(usual, count), ...spreadOver(others, isServed ? 2 : count)]);
    for (const slot of outermost(geography.columns, usual.length === 0 ? others : usual, count)) spread.add(slot);
    ends.push({ spread: [...spread], byState });
  }
  return ends;
}

function isBlocked(partner: LintedCard['partner'], slot: number, atMs: number): boolean {
  const number = partner.override(slot);
  return number !== 0 && partner.overrides.blockedFrom[number]! <= atMs && atMs <= partner.overrides.blockedTo[number]!;
}

/** Slots are in the order of pincodes, which follows the map: equal steps spread over a zone. */
function spreadOver(slots: readonly number[], count: number): number[] {
  if (slots.length <= count) return [...slots];
  return Array.from({ length: count }, (_, index) => slots[Math.floor((index * slots.length) / count)]!);
}

/** The slots that lie farthest to each side, between which the distances are the longest. */
function outermost(
  { latitude, longitude }: LintedCard['view']['geography']['columns'],
  slots: readonly number[],
  count: number,
): number[] {
  if (count < MOST_ENDS / 2) return [];
  const found = new Set<number>();
  for (const column of [latitude, longitude]) {
    let [low, high] = [slots[0]!, slots[0]!];
    for (const slot of slots) {
      if (column[slot]! < column[low]!) low = slot;
      if (column[slot]! > column[high]!) high = slot;
    }
    found.add(low).add(high);
  }
  return [...found];
}

/** Pairs of pincodes in one city, and in one state but not in one city. */
function neighbours(from: Ends, to: Ends): [number, number][] {
  const pairs: [number, number][] = [];
  let [inCity, inState] = [0, 0];
  for (const [state, cities] of from.byState) {
    const others = to.byState.get(state);
    if (others === undefined) continue;
    for (const [city, slot] of cities) {
      const same = others.get(city);
      if (same !== undefined && inCity++ < NEIGHBOURS) pairs.push([slot, same]);
      if (inState >= NEIGHBOURS) continue;
      for (const [otherCity, other] of others) {
        if (otherCity === city) continue;
        inState++;
        pairs.push([slot, other]);
        break;
      }
    }
    if (inCity >= NEIGHBOURS && inState >= NEIGHBOURS) break;
  }
  return pairs;
}

/** The distances at which some row begins or ends, ascending. */
function distanceBounds({ documents }: LintedCard): number[] {
  const bounds = new Set<number>();
  for (const { kmFrom, kmTo } of documents.packages) for (const km of [kmFrom, kmTo]) if (km) bounds.add(km);
  for (const { when } of documents.laneRules) for (const km of [when.kmFrom, when.kmTo]) if (km) bounds.add(km);
  for (const { distanceFrom, distanceTo } of documents.partner.transit) bounds.add(distanceFrom).add(distanceTo);
  // charges without dates leave no gap
  for (const { distanceFrom, distanceTo, validFrom, validTo } of documents.distanceCharges)
    if (validFrom ?? validTo) bounds.add(distanceFrom).add(distanceTo);
  for (const { when, validFrom, validTo } of documents.surcharges)
    if (validFrom ?? validTo) for (const km of [when?.kmFrom, when?.kmTo]) if (km) bounds.add(km);
  return [...bounds].sort((a, b) => a - b);
}

/** How many of the bounds are not above a distance. */
export function bandOf(bounds: readonly number[], km: number): number {
  let [low, high] = [0, bounds.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (bounds[middle]! <= km) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Positions in PAYMENT_TYPES by the services at a delivery: the types served there that the partner accepts. */
function paymentTypesOf({ documents }: LintedCard): (services: number) => readonly number[] {
  const known = new Map<number, readonly number[]>();
  const taken = PAYMENT_TYPES.map((type, index) => ({ type, index })).filter(({ type }) =>
    documents.partner.paymentTypes.includes(type),
  );
  return (services) => {
    let found = known.get(services);
    if (found === undefined) {
      const served = (services & DELIVERY) === 0 ? [] : taken.filter(({ type }) => (services & serviceBit(type)) !== 0);
      known.set(services, (found = served.map(({ index }) => index)));
    }
    return found;
  };
}
