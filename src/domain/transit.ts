/** How long a parcel takes (docs/rules.md#transit-and-calendar): by the transit lanes, else by the distance. */
import { isRowInForce } from './dates.js';
import { NO_LANE, type PartnerRoute, type RateCard } from './rate-card.js';
import { type TransitLaneColumns } from './time-columns.js';
import { NO_ROW, rowAtDistance } from './rates.js';
import { firstNotBelow } from './search.js';

/** In TransitLaneColumns.hours: the route is not served. It goes before all hours. */
export const NOT_SERVED = 0;

/**
 * The hours of a route without EXPRESS, 24 for each day; NaN: it has none. What the pincode of the delivery says goes
 * before all rows. Order of precedence among the transit lanes that are in force and match:
 *
 * 1. the rows that name two zones, then those of the route's lane, then those that name one zone, then those that name
 *    nothing
 * 2. a row that says that the route is not served
 * 3. the fewest hours, then the lowest id
 *
 * Without a match the partner's transit by distance counts.
 *
 * @param at the pricing moment, milliseconds since the epoch
 */
export function routeHours(card: RateCard, route: PartnerRoute, at: number): number {
  if (route.ownHours > 0) return route.ownHours;
  const lane = laneRow(card, route, at);
  if (lane !== NO_ROW) {
    const hours = card.transitLanes.hours[lane]!;
    return hours === NOT_SERVED ? NaN : hours;
  }
  const row = rowAtDistance(card.transit, route.km);
  return row === NO_ROW ? NaN : card.transit.hours[row]!;
}

/** The days of a route without EXPRESS; 0: it has hours, or none. The same row decides as for {@link routeHours}. */
export function routeDays(card: RateCard, route: PartnerRoute, at: number): number {
  const { transit, transitLanes } = card;
  if (route.ownHours > 0) return route.ownDays;
  if (transit.days.length === 0 && transitLanes.days.length === 0) return 0;
  const lane = laneRow(card, route, at);
  if (lane !== NO_ROW) return transitLanes.days[lane] ?? 0;
  const row = rowAtDistance(transit, route.km);
  return row === NO_ROW ? 0 : (transit.days[row] ?? 0);
}

/** Whether a transit lane says that the route is not served, which is no lack of hours. */
export function isUnserved(card: RateCard, route: PartnerRoute, at: number): boolean {
  if (route.ownHours > 0) return false;
  const row = laneRow(card, route, at);
  return row !== NO_ROW && card.transitLanes.hours[row] === NOT_SERVED;
}

/** The transit lane that counts; NO_ROW: none matches. */
function laneRow({ transitLanes: rows, zoneCount }: RateCard, route: PartnerRoute, at: number): number {
  if (rows.list.length === 0) return NO_ROW;
  const { fromZone, toZone, lane } = route;
  const width = zoneCount + 1;
  let row = fromZone === 0 || toZone === 0 ? NO_ROW : firstInForce(rows, fromZone * width + toZone, at);
  if (row === NO_ROW && lane !== NO_LANE) row = firstInForce(rows, width * width + lane, at);
  if (row === NO_ROW) {
    const from = fromZone === 0 ? NO_ROW : firstInForce(rows, fromZone * width, at);
    const to = toZone === 0 ? NO_ROW : firstInForce(rows, toZone, at);
    row = to === NO_ROW || (from !== NO_ROW && goesBefore(rows, from, to)) ? from : to;
  }
  return row === NO_ROW ? firstInForce(rows, 0, at) : row;
}

const goesBefore = ({ id, hours }: TransitLaneColumns, row: number, other: number): boolean =>
  hours[row] === hours[other] ? id[row]! < id[other]! : hours[row]! < hours[other]!;

/** The first row of a list that is in force. */
function firstInForce(rows: TransitLaneColumns, key: number, at: number): number {
  const list = listOf(rows.list, key);
  if (list === NO_ROW) return NO_ROW;
  const end = rows.start[list + 1]!;
  for (let row = rows.start[list]!; row < end; row++)
    if (isRowInForce(rows.validFrom, rows.validTo, row, at)) return row;
  return NO_ROW;
}

/** The position of `key`; NO_ROW: no row has it. */
function listOf(keys: TransitLaneColumns['list'], key: number): number {
  const list = firstNotBelow(keys, key);
  return keys[list] === key ? list : NO_ROW;
}
