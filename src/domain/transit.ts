/** How long a parcel takes (docs/rules.md#transit-and-calendar): by the transit lanes, else by the distance. */
import { isRowInForce } from './dates.js';
import { NO_LANE, type PartnerRoute, type RateCard, type TransitLaneColumns } from './rate-card.js';
import { NO_ROW, rowAtDistance } from './rates.js';
import { firstNotBelow } from './search.js';

/** In TransitLaneColumns.hours: the route is not served. It goes before all hours. */
export const NOT_SERVED = 0;
const NO_MATCH = Infinity;

/**
 * The hours of a route without EXPRESS; NaN: it has none. Order of precedence among the transit lanes that are in force
 * and match:
 *
 * 1. the rows that name two zones, then those of the route's lane, then those that name one zone, then those that name
 *    nothing
 * 2. a row that says that the route is not served
 * 3. the fewest hours
 *
 * Without a match the partner's transit by distance counts.
 *
 * @param at the pricing moment, milliseconds since the epoch
 */
export function routeHours(card: RateCard, route: PartnerRoute, at: number): number {
  const hours = laneHours(card, route, at);
  if (hours === NOT_SERVED) return NaN;
  if (hours !== NO_MATCH) return hours;
  const row = rowAtDistance(card.transit, route.km);
  return row === NO_ROW ? NaN : card.transit.hours[row]!;
}

/** Whether a transit lane says that the route is not served, which is no lack of hours. */
export const isUnserved = (card: RateCard, route: PartnerRoute, at: number): boolean =>
  laneHours(card, route, at) === NOT_SERVED;

function laneHours({ transitLanes: rows, zoneCount }: RateCard, route: PartnerRoute, at: number): number {
  const { fromZone, toZone, lane } = route;
  let hours = NO_MATCH;
  if (rows.list.length > 0) {
    const width = zoneCount + 1;
    hours = fewestHours(rows, fromZone * width + toZone, at);
    if (hours === NO_MATCH && lane !== NO_LANE) hours = fewestHours(rows, width * width + lane, at);
    if (hours === NO_MATCH) hours = Math.min(fewestHours(rows, fromZone * width, at), fewestHours(rows, toZone, at));
    if (hours === NO_MATCH) hours = fewestHours(rows, 0, at);
  }
  return hours;
}

/** The hours of the first row of a list that is in force. */
function fewestHours(rows: TransitLaneColumns, key: number, at: number): number {
  const list = listOf(rows.list, key);
  if (list === NO_ROW) return NO_MATCH;
  const end = rows.start[list + 1]!;
  for (let row = rows.start[list]!; row < end; row++)
    if (isRowInForce(rows.validFrom, rows.validTo, row, at)) return rows.hours[row]!;
  return NO_MATCH;
}

/** The position of `key`; NO_ROW: no row has it. */
function listOf(keys: TransitLaneColumns['list'], key: number): number {
  const list = firstNotBelow(keys, key);
  return keys[list] === key ? list : NO_ROW;
}
