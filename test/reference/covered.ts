/** A shipment with a partner that covers both ends, weighed, measured and dated: the input of every rule below. */
import { pickupDate } from './calendar.js';
import { coverage, distanceTenthsOfKm, findPincode } from './coverage.js';
import type { CardWorld, Direction, Partner } from './documents.js';
import { Fraction } from './exact.js';
import { chooseLaneRule } from './lanes.js';
import { momentAskedAt, momentOfHolds, pricingMoment } from './moments.js';
import { atResolution } from './resolution.js';
import { entryInForce, type RouteEnd } from './serviceability.js';
import type { End, Settings, Shipment } from './types.js';
import { weigh, type Weighed } from './weight.js';

export interface Covered {
  world: CardWorld;
  partner: Partner;
  shipment: Shipment;
  settings: Settings;
  direction: Direction;
  /** The pricing moment: rows count that are in force then. */
  at: Date;
  /** The moment at which holds count. */
  heldAt: Date;
  ends: Record<End, RouteEnd>;
  tenthsOfKm: number;
  km: Fraction;
  /** Null: no rule gives the route a lane. */
  lane: string | null;
  laneRuleId: number | null;
  weighed: Weighed;
  kg: Fraction;
  /** When the parcel leaves; null: no day allows a pickup. */
  pickupDate: Date | null;
}

function endAt(world: CardWorld, partner: Partner, pincode: string, end: End): RouteEnd | null {
  const found = coverage(world, partner.partnerId, pincode, end);
  if (found === null) return null;
  return {
    zone: world.zones.find((row) => row.id === found.zoneId)!,
    place: findPincode(world, pincode)!,
    entry: entryInForce(world, partner.partnerId, pincode),
  };
}

/** Null where an end is not covered. */
export function cover(
  world: CardWorld,
  partner: Partner,
  asked: Shipment,
  now: Date,
  settings: Settings,
): Covered | null {
  const shipment = atResolution(asked);
  const { pickupPincode, deliveryPincode } = shipment;
  const pickup = endAt(world, partner, pickupPincode, 'pickup');
  const delivery = endAt(world, partner, deliveryPincode, 'delivery');
  if (pickup === null || delivery === null) return null;
  const at = pricingMoment(shipment, now);
  const ends = { pickup, delivery };
  const tenthsOfKm = distanceTenthsOfKm(world, pickupPincode, deliveryPincode, settings, partner.partnerId);
  const km = new Fraction(BigInt(tenthsOfKm), 10n);
  const rule = chooseLaneRule(world, partner.partnerId, { ends, km }, at);
  const lane = rule?.lane ?? null;
  const weighed = weigh(world, { partner, shipment, at, lane });
  const daysAtPickup = { world, partner, stateId: pickup.place.stateId, forbiddenBy: 'NO_PICKUP' as const };
  return {
    world,
    partner,
    shipment,
    settings,
    direction: shipment.direction ?? 'FORWARD',
    at,
    heldAt: momentOfHolds(shipment, now),
    ends,
    tenthsOfKm,
    km,
    lane,
    laneRuleId: rule?.id ?? null,
    weighed,
    kg: new Fraction(weighed.chargeable, 1000n),
    pickupDate: pickupDate(daysAtPickup, momentAskedAt(shipment, now)),
  };
}
