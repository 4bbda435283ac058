/** A position in decimal degrees (WGS 84). */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

const EARTH_RADIUS_KM = 6371.0088;
const RADIANS_PER_DEGREE = Math.PI / 180;

/** Great-circle distance between two points, in kilometres. */
export function distanceKm(from: Point, to: Point): number {
  const latitudeStep = Math.sin(((to.latitude - from.latitude) * RADIANS_PER_DEGREE) / 2);
  const longitudeStep = Math.sin(((to.longitude - from.longitude) * RADIANS_PER_DEGREE) / 2);
  const haversine =
    latitudeStep * latitudeStep
    + Math.cos(from.latitude * RADIANS_PER_DEGREE)
      * Math.cos(to.latitude * RADIANS_PER_DEGREE)
      * longitudeStep
      * longitudeStep;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

/** The middle value; of an even number of values the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) throw new Error('the median of no values');
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/**
 * The point whose latitude and longitude are each the median of the points' (degrees); undefined when there are none.
 */
export function medianPoint(points: readonly Point[]): Point | undefined {
  if (points.length === 0) return undefined;
  return {
    latitude: median(points.map((point) => point.latitude)),
    longitude: median(points.map((point) => point.longitude)),
  };
}

/** Whether a point lies in the rectangle (degrees) that holds India with all its islands. */
export function isInIndia(point: Point): boolean {
  return point.latitude >= 6.7 && point.latitude <= 37.1 && point.longitude >= 68.1 && point.longitude <= 97.5;
}
