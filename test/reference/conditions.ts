/** What the conditions of several documents have in common. A null member is as an absent one: it always holds. */
import { decimal, type Fraction } from './exact.js';
import type { RouteEnd } from './serviceability.js';
import type { End } from './types.js';

/** A bound of a range, of whatever unit the value has. */
type Bound = number | null | undefined;

/** Whether a value lies in [from, to). */
export function isBetween(value: Fraction, from: Bound, to: Bound): boolean {
  if (from !== null && from !== undefined && value.compare(decimal(from)) < 0) return false;
  return to === null || to === undefined || value.compare(decimal(to)) < 0;
}

/** Whether a list that may be absent names one of the values. */
export function namesOneOf<T>(list: readonly T[] | null | undefined, values: readonly T[]): boolean {
  return list === null || list === undefined || values.some((value) => list.includes(value));
}

/** Rows that say for which route they are: by a lane, by zones or not at all. */
export interface RouteRow {
  lane?: string | null;
  fromZoneId?: number | null;
  toZoneId?: number | null;
}

/** A route as its rows see it. */
interface NamedRoute {
  lane: string | null;
  ends: Record<End, RouteEnd>;
}

/** Whether the route has the lane and the zones that the row names. */
export function isOfRoute(row: RouteRow, { lane, ends }: NamedRoute): boolean {
  const hasLane = (row.lane ?? null) === null || row.lane === lane;
  const hasFrom = (row.fromZoneId ?? ends.pickup.zone.id) === ends.pickup.zone.id;
  const hasTo = (row.toZoneId ?? ends.delivery.zone.id) === ends.delivery.zone.id;
  return hasLane && hasFrom && hasTo;
}

/**
 * How much of a route a row names, the highest first:
 * 3. two zones
 * 2. a lane
 * 1. one zone
 * 0. nothing
 */
export function howMuchIsNamed(row: RouteRow): number {
  const zones = [row.fromZoneId, row.toZoneId].filter((id) => id !== null && id !== undefined).length;
  if (zones === 2) return 3;
  return (row.lane ?? null) !== null ? 2 : zones;
}

/** The rows whose rank is the highest. */
export function highest<T>(rows: readonly T[], rank: (row: T) => number): T[] {
  const top = Math.max(...rows.map(rank));
  return rows.filter((row) => rank(row) === top);
}

export function byId(a: { id: number }, b: { id: number }): number {
  return a.id - b.id;
}
