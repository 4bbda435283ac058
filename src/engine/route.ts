/** The way of a shipment: between two pincodes, and as a single partner sees it. */
import { isRowInForce } from '../domain/dates.js';
import { factorBetween, greatCircleKm, roadKm } from '../domain/distance.js';
import { laneRule, SAME_CITY, SAME_STATE, SAME_ZONE } from '../domain/lanes.js';
import {
  NO_LANE,
  type OverrideColumns,
  type PartnerRoute,
  type RateCard,
  ZONE_ATTRIBUTES_KEPT,
  type ZoneColumns,
} from '../domain/rate-card.js';
import { NO_ROW } from '../domain/rates.js';
import { overrideOf, zoneOf } from '../index/coverage.js';
import type { Geography } from '../index/geography.js';
import type { GenerationView, PartnerView } from '../index/view.js';
import type { Assumption } from './assumption.js';

/** Two known pincodes. */
export interface Route {
  pickupPincode: string;
  deliveryPincode: string;
  pickupSlot: number;
  deliverySlot: number;
  fromStateId: number;
  toStateId: number;
  circleKm: number;
  /** By road, for partners without a road distance of their own between these states. */
  generalKm: number;
}

/** What a question calls both ends by: each has two names. */
interface NamedEnds {
  pickupPincode?: string;
  fromPincode?: string;
  deliveryPincode?: string;
  toPincode?: string;
}

/** Both ends of a question whose rules hold. */
export const endsOf = (named: NamedEnds) => ({
  pickupPincode: (named.pickupPincode ?? named.fromPincode)!,
  deliveryPincode: (named.deliveryPincode ?? named.toPincode)!,
});

/** Why a route cannot be resolved: the pincodes that the system does not know. */
interface UnknownPincodes {
  unknown: string[];
}

/** Finds both pincodes and the distance between them. */
export function findRoute(
  view: GenerationView,
  pickupPincode: string,
  deliveryPincode: string,
): Route | UnknownPincodes {
  const { geography } = view;
  const pickupSlot = geography.slot(pickupPincode);
  const deliverySlot = geography.slot(deliveryPincode);
  if (pickupSlot === 0 || deliverySlot === 0) {
    const ends: [string, number][] = [
      [pickupPincode, pickupSlot],
      [deliveryPincode, deliverySlot],
    ];
    return { unknown: [...new Set(ends.flatMap(([pincode, slot]) => (slot === 0 ? [pincode] : [])))] };
  }
  return routeBetween(view, pickupSlot, deliverySlot, pickupPincode, deliveryPincode);
}

/** The way between two slots of known pincodes. */
export function routeBetween(
  { geography, settings, general }: GenerationView,
  pickupSlot: number,
  deliverySlot: number,
  pickupPincode = geography.pincode(pickupSlot),
  deliveryPincode = geography.pincode(deliverySlot),
): Route {
  const { latitude, longitude, stateId } = geography.columns;
  const circleKm = greatCircleKm(
    latitude[pickupSlot]!,
    longitude[pickupSlot]!,
    latitude[deliverySlot]!,
    longitude[deliverySlot]!,
  );
  const [fromStateId, toStateId] = [stateId[pickupSlot]!, stateId[deliverySlot]!];
  const factor = factorBetween(general.roads, fromStateId, toStateId) ?? settings.roadFactor;
  return {
    pickupPincode,
    deliveryPincode,
    pickupSlot,
    deliverySlot,
    fromStateId,
    toStateId,
    circleKm,
    generalKm: roadKm(circleKm, factor),
  };
}

/**
 * The way between two ends of which each may be unknown or absent: nothing is then known of it, nor of the distance.
 * For questions that assume the route.
 */
export function assumedRoute(view: GenerationView, pickupPincode = '', deliveryPincode = ''): Route {
  const { geography } = view;
  const [pickupSlot, deliverySlot] = [pickupPincode, deliveryPincode].map((pincode) => geography.slot(pincode));
  if (pickupSlot! > 0 && deliverySlot! > 0)
    return routeBetween(view, pickupSlot!, deliverySlot!, pickupPincode, deliveryPincode);
  const { stateId } = geography.columns;
  return {
    pickupPincode,
    deliveryPincode,
    pickupSlot: pickupSlot!,
    deliverySlot: deliverySlot!,
    fromStateId: stateId[pickupSlot!]!,
    toStateId: stateId[deliverySlot!]!,
    circleKm: NaN,
    generalKm: NaN,
  };
}

/** The road distance for a partner: by its own factor between the two states, else by the general one. */
function partnerKm({ roads }: RateCard, { fromStateId, toStateId, circleKm, generalKm }: Route): number {
  const factor = factorBetween(roads, fromStateId, toStateId);
  return factor === undefined ? generalKm : roadKm(circleKm, factor);
}

/** A bit for each of zone, city and state that both ends share. */
function commonOf({ columns: { cityId } }: Geography, route: Route, fromZone: number, toZone: number): number {
  return (
    (fromZone === toZone && fromZone !== 0 ? SAME_ZONE : 0)
    | (cityId[route.pickupSlot] === cityId[route.deliverySlot] && route.pickupSlot !== 0 ? SAME_CITY : 0)
    | (route.fromStateId === route.toStateId && route.pickupSlot !== 0 ? SAME_STATE : 0)
  );
}

/** The bits of which an end without a zone, or an unknown one, leaves unknown whether both ends share it. */
const unknownOf = ({ pickupSlot, deliverySlot }: Route, fromZone: number, toZone: number): number =>
  (fromZone === 0 || toZone === 0 ? SAME_ZONE : 0)
  | (pickupSlot === 0 || deliverySlot === 0 ? SAME_CITY | SAME_STATE : 0);

/** To be filled by {@link partnerRoute}. */
export class OwnRoute implements PartnerRoute {
  fromZone = 0;
  toZone = 0;
  fromOverride = 0;
  toOverride = 0;
  fromServices = 0;
  toServices = 0;
  fromAttributes = 0;
  toAttributes = 0;
  fromBlocked = false;
  toBlocked = false;
  maxCodPaise = Infinity;
  fromEdlKm = 0;
  toEdlKm = 0;
  ownHours = 0;
  ownDays = 0;
  km = 0;
  lane = NO_LANE;
  laneRule = NO_ROW;
}

/**
 * The route as this partner sees it at a moment, in milliseconds since the epoch.
 * @param into is filled and returned
 * @param assumed what of it is taken for granted; null: nothing
 */
export function partnerRoute(
  geography: Geography,
  partner: PartnerView,
  route: Route,
  at: number,
  into = new OwnRoute(),
  assumed: Assumption | null = null,
): PartnerRoute {
  // asked once, because a view looks for its parts each time
  const { card, coverage } = partner;
  const { zones, lanes } = card;
  const { covered, overrides } = coverage;
  const km = partnerKm(card, route);
  const fromPlace = covered[route.pickupSlot]!;
  const toPlace = covered[route.deliverySlot]!;
  // most partners list no pickups
  const isUsual = coverage.pickupSlot.length === 0 && partner.names.partner.pickupOnlyFrom !== true;
  let fromZone = isUsual ? zoneOf(coverage, fromPlace) : partner.pickupZone(route.pickupSlot);
  let toZone = zoneOf(coverage, toPlace);
  if (assumed !== null && assumed.fromZone !== 0) fromZone = assumed.fromZone;
  if (assumed !== null && assumed.toZone !== 0) toZone = assumed.toZone;
  const fromOverride = overrideOf(coverage, fromPlace);
  const toOverride = overrideOf(coverage, toPlace);
  const lane = assumed === null ? NO_LANE : assumed.lane;
  const rule =
    lanes.id.length === 0 || lane !== NO_LANE
      ? NO_ROW
      : laneRule(
          lanes,
          fromZone,
          toZone,
          commonOf(geography, route, fromZone, toZone),
          km,
          at,
          unknownOf(route, fromZone, toZone),
        );
  into.fromZone = fromZone;
  into.toZone = toZone;
  into.fromOverride = fromOverride;
  into.toOverride = toOverride;
  into.fromServices = servicesAt(zones, overrides, fromZone, fromOverride);
  into.toServices = servicesAt(zones, overrides, toZone, toOverride);
  into.fromAttributes = attributesAt(zones, overrides, fromZone, fromOverride);
  into.toAttributes = attributesAt(zones, overrides, toZone, toOverride);
  into.fromBlocked = isBlocked(overrides, fromOverride, at);
  into.toBlocked = isBlocked(overrides, toOverride, at);
  into.maxCodPaise = toOverride === 0 ? Infinity : overrides.maxCodPaise[toOverride]!;
  into.fromEdlKm = route.pickupSlot === 0 ? NaN : (overrides.edlKm[fromOverride] ?? 0);
  into.toEdlKm = route.deliverySlot === 0 ? NaN : (overrides.edlKm[toOverride] ?? 0);
  into.ownHours = overrides.transitHours[toOverride] ?? 0;
  into.ownDays = overrides.transitDays[toOverride] ?? 0;
  into.km = km;
  into.lane = rule === NO_ROW ? lane : lanes.lane[rule]!;
  into.laneRule = rule;
  return into;
}

/** An end's own value of a service precedes its zone's (docs/rules.md#single-pincodes). */
function servicesAt(zones: ZoneColumns, overrides: OverrideColumns, zone: number, override: number): number {
  const ofZone = zones.services[zone]!;
  if (override === 0) return ofZone;
  return (ofZone & ~overrides.changed[override]!) | overrides.available[override]!;
}

/** An end's own attributes, even an empty list, precede its zone's. */
function attributesAt(zones: ZoneColumns, overrides: OverrideColumns, zone: number, override: number): number {
  const own = override === 0 ? ZONE_ATTRIBUTES_KEPT : overrides.attributes[override]!;
  return own === ZONE_ATTRIBUTES_KEPT ? zones.attributes[zone]! : own;
}

function isBlocked(overrides: OverrideColumns, override: number, at: number): boolean {
  return override !== 0 && isRowInForce(overrides.blockedFrom, overrides.blockedTo, override, at);
}
