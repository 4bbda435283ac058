/** Road distance between two points (docs/rules.md#distance). */
import type { RoadColumns } from './time-columns.js';

export const EARTH_RADIUS_KM = 6371.0088;
const RADIANS_PER_DEGREE = Math.PI / 180;

/** The great circle in kilometres; coordinates in degrees. */
export function greatCircleKm(latitudeA: number, longitudeA: number, latitudeB: number, longitudeB: number): number {
  const halfLatitude = Math.sin(((latitudeB - latitudeA) * RADIANS_PER_DEGREE) / 2);
  const halfLongitude = Math.sin(((longitudeB - longitudeA) * RADIANS_PER_DEGREE) / 2);
  const haversine =
    halfLatitude ** 2
    + Math.cos(latitudeA * RADIANS_PER_DEGREE) * Math.cos(latitudeB * RADIANS_PER_DEGREE) * halfLongitude ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(Math.min(1, haversine)));
}

/**
 * The factor of the row for routes between two states, either way, or within one; undefined: there is none. A pair of
 * states has one row. Callers ask the partner's rows, then those of no partner, then take the settings' factor.
 */
export function factorBetween(rows: RoadColumns, stateId: number, otherStateId: number): number | undefined {
  if (rows.factor.length === 0) return undefined;
  const lowest = Math.min(stateId, otherStateId);
  const highest = Math.max(stateId, otherStateId);
  let low = 0;
  let high = rows.lowStateId.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const isBelow =
      rows.lowStateId[middle]! < lowest || (rows.lowStateId[middle]! === lowest && rows.highStateId[middle]! < highest);
    if (isBelow) low = middle + 1;
    else high = middle;
  }
  return rows.lowStateId[low] === lowest && rows.highStateId[low] === highest ? rows.factor[low] : undefined;
}

/** The great circle times the road factor, rounded half up to one decimal of a kilometre. */
export function roadKm(greatCircle: number, roadFactor: number): number {
  return Math.floor(greatCircle * roadFactor * 10 + 0.5) / 10;
}

/**
 * Whether a half-open range [from, to) of kilometres has a distance. One that is not known, NaN, is only in the range
 * of all distances.
 */
export const hasKm = (fromKm: number, toKm: number, km: number): boolean =>
  (fromKm <= km && km < toKm) || (fromKm === 0 && toKm === Infinity);
