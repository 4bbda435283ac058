/** What the conditions of several documents have in common. A null member is as an absent one: it always holds. */
import { decimal, type Fraction } from './exact.js';
import type { ServiceId, Validity } from './documents.js';
import { begins, isInForce } from './moments.js';
import type { RouteEnd } from './serviceability.js';
import { servicesOfRows } from './shipment.js';
import type { End, Shipment } from './types.js';

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

/** Rows that are for some parcels of a partner alone. A null member is as an absent one: for all. */
interface NarrowRow {
  customerId?: string | null;
  service?: ServiceId | null;
}

/** Whether the parcel is the customer's and has the service that the row names. */
export function isOfParcel({ customerId, service }: NarrowRow, shipment: Shipment): boolean {
  const isCustomers = (customerId ?? null) === null || customerId === shipment.customerId;
  return isCustomers && ((service ?? null) === null || servicesOfRows(shipment).includes(service!));
}

/** 1 where a row names something, 0 where it leaves it open. */
export const isNamed = (value: unknown): number => (value === null || value === undefined ? 0 : 1);

interface Terms extends NarrowRow, Validity {
  id: number;
  partnerId: string;
  lane?: string | null;
  status: boolean;
}

/** A parcel on the route of a partner. */
export interface Parcel {
  partner: { partnerId: string };
  shipment: Shipment;
  at: Date;
  lane: string | null;
}

/**
 * The terms of a partner for a parcel, null without any. Of those in force for its customer, services and lane:
 * 1. the customer's before the general ones
 * 2. those of a service before those without
 * 3. those of a lane before those without
 * 4. the latest validFrom; one without it is the earliest
 * 5. the highest id
 */
export function narrowest<T extends Terms>(all: readonly T[], { partner, shipment, at, lane }: Parcel): T | null {
  let rows = all.filter(
    (row) =>
      row.partnerId === partner.partnerId
      && isInForce(row, at)
      && isOfParcel(row, shipment)
      && ((row.lane ?? null) === null || row.lane === lane),
  );
  for (const rank of [
    (row: T) => isNamed(row.customerId),
    (row: T) => isNamed(row.service),
    (row: T) => isNamed(row.lane),
    begins,
  ])
    rows = highest(rows, rank);
  return rows.sort((a, b) => b.id - a.id)[0] ?? null;
}

export function byId(a: { id: number }, b: { id: number }): number {
  return a.id - b.id;
}
