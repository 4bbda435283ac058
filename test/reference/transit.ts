/** docs/rules.md#transit-and-calendar, and transit lanes: how long a parcel takes. */
import { byId, highest, howMuchIsNamed, isBetween, isNamed, isOfRoute } from './conditions.js';
import type { Covered } from './covered.js';
import type { TransitBand, TransitLane } from './documents.js';
import { decimal, Fraction, toNumber } from './exact.js';
import { isInForce } from './moments.js';
import { requiredServices } from './shipment.js';
import type { Transit } from './types.js';

const HOURS_A_DAY = 24;
const EXPRESS_FACTOR = new Fraction(3n, 5n);

interface Duration {
  hours?: number | null;
  days?: number | null;
}

/** Hours of a row, by which rows are compared: 24 a day; null: the route is not served. */
function hoursOf({ hours, days }: Duration): number | null {
  return isNamed(days) ? days! * HOURS_A_DAY : (hours ?? null);
}

/**
 * The row of the route, null without one. Of the partner's rows in force that match:
 * 1. the rows that name the most: two zones, then a lane, then one zone, then nothing
 * 2. a row with neither hours nor days: the lane is not served
 * 3. the fewest hours, a day being 24
 * 4. the lowest id
 */
function chooseTransitLane(covered: Covered): TransitLane | null {
  const { world, partner, at } = covered;
  const rows = (world['transit-lanes'] ?? []).filter(
    (row) => row.partnerId === partner.partnerId && isInForce(row, at) && isOfRoute(row, covered),
  );
  const order = (row: TransitLane): number => hoursOf(row) ?? -1;
  return highest(rows, howMuchIsNamed).sort((a, b) => order(a) - order(b) || byId(a, b))[0] ?? null;
}

/**
 * By the pincode of the delivery, else by the transit lane, else by the partner's bands of km; null: not served.
 * EXPRESS takes six tenths, rounded up.
 */
export function transitOf(covered: Covered): Transit | null {
  const { partner, shipment, km } = covered;
  const bands: readonly TransitBand[] = partner.transit;
  const { transitDays: days = null, transitHours: hours = null } = covered.ends.delivery.entry ?? {};
  const ofPincode = days === null && hours === null ? null : { days, hours };
  const row: Duration | undefined =
    ofPincode
    ?? chooseTransitLane(covered)
    ?? bands.find(({ distanceFrom, distanceTo }) => isBetween(km, distanceFrom, distanceTo));
  if (row === undefined || hoursOf(row) === null) return null;
  const factor = requiredServices(shipment).includes('EXPRESS') ? EXPRESS_FACTOR : new Fraction(1n);
  const taken = (value: number): number => toNumber(decimal(value).times(factor).ceil());
  if (!isNamed(row.days)) return { hours: taken(row.hours!), days: null };
  const taking = taken(row.days!);
  return { hours: taking * HOURS_A_DAY, days: taking };
}
