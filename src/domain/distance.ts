/** Road distance between two points (docs/rules.md#distance). */
const EARTH_RADIUS_KM = 6371.0088;
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

/** The great circle times the road factor, rounded half up to one decimal of a kilometre. */
export function roadKm(greatCircle: number, roadFactor: number): number {
  return Math.floor(greatCircle * roadFactor * 10 + 0.5) / 10;
}
