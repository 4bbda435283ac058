/** docs/rules.md#transit-and-calendar, and transit lanes: how long a parcel takes. */
import { byId, highest, howMuchIsNamed, isBetween, isOfRoute } from './conditions.js';
import type { Covered } from './covered.js';
import type { TransitLane } from './documents.js';
import { decimal, Fraction, toNumber } from './exact.js';
import { isInForce } from './moments.js';
import { requiredServices } from './shipment.js';

const EXPRESS_FACTOR = new Fraction(3n, 5n);

/**
 * The row of the route, null without one. Of the partner's rows in force that match:
 * 1. the rows that name the most: two zones, then a lane, then one zone, then nothing
 * 2. a row with null hours: the lane is not served
 * 3. the fewest hours
 * 4. the lowest id
 */
function chooseTransitLane(covered: Covered): TransitLane | null {
  const { world, partner, at } = covered;
  const rows = (world['transit-lanes'] ?? []).filter(
    (row) => row.partnerId === partner.partnerId && isInForce(row, at) && isOfRoute(row, covered),
  );
  const hoursOf = (row: TransitLane): number => row.hours ?? -1;
  return highest(rows, howMuchIsNamed).sort((a, b) => hoursOf(a) - hoursOf(b) || byId(a, b))[0] ?? null;
}

/** Whole hours by the transit lane, else by the partner's rows of km; null: not served. EXPRESS takes six tenths. */
export function transitHours(covered: Covered): number | null {
  const { partner, shipment, km } = covered;
  const row =
    chooseTransitLane(covered)
    ?? partner.transit.find(({ distanceFrom, distanceTo }) => isBetween(km, distanceFrom, distanceTo));
  if (row === undefined || row.hours === null) return null;
  const factor = requiredServices(shipment).includes('EXPRESS') ? EXPRESS_FACTOR : new Fraction(1n);
  return toNumber(decimal(row.hours).times(factor).ceil());
}
