/**
 * docs/rules.md#coverage, docs/rules.md#distance, and road distances between states: which zone of a partner holds a
 * pincode, and how far two pincodes are apart.
 */
import type { PincodeRow } from '../../src/model/documents.js';
import type { Zone } from './documents.js';
import type { CardWorld, Coverage, CoverageLevel, End, Settings } from './types.js';

const EARTH_RADIUS_KM = 6371.0088;
const SCORES: Record<CoverageLevel, number> = { pincode: 1, area: 0.95, city: 0.9, state: 0.8 };

export function findPincode(world: CardWorld, pincode: string): PincodeRow | undefined {
  return world.pincodes.find((row) => row.pincode === pincode);
}

/**
 * At the pickup a zone may list the pincode: it lies there, whatever else says. A partner may be picked up from at such
 * pincodes alone.
 */
export function coverage(world: CardWorld, partnerId: string, pincode: string, end: End = 'delivery'): Coverage | null {
  const partner = world.partners.find((row) => row.partnerId === partnerId);
  const place = findPincode(world, pincode);
  if (!partner || partner.status !== 'ACTIVE' || !place) return null;

  const listing = world.zones.filter(
    (zone) => zone.partnerId === partnerId && zone.status && (zone.pickupPincodes ?? []).includes(pincode),
  );
  if (end === 'pickup' && listing.length > 0)
    return { zoneId: Math.min(...listing.map(({ id }) => id)), level: 'pincode', score: SCORES.pincode };
  if (end === 'pickup' && partner.pickupOnlyFrom === true) return null;

  const entry = world['zone-pincodes'].find((row) => row.partnerId === partnerId && row.pincode === pincode);
  const holds: [CoverageLevel, (zone: Zone) => boolean][] = [
    ['pincode', (zone) => zone.id === entry?.zoneId],
    ['area', (zone) => zone.geographical.areas.some((id) => place.areaIds.includes(id))],
    ['city', (zone) => zone.geographical.cities.includes(place.cityId)],
    ['state', (zone) => zone.geographical.states.includes(place.stateId)],
  ];
  for (const [level, holdsPincode] of holds) {
    const zones = world.zones.filter((zone) => zone.partnerId === partnerId && zone.status && holdsPincode(zone));
    if (zones.length > 0) return { zoneId: Math.min(...zones.map((zone) => zone.id)), level, score: SCORES[level] };
  }
  return null;
}

interface Point {
  latitude: number;
  longitude: number;
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function locate(world: CardWorld, pincode: string): Point {
  const place = findPincode(world, pincode);
  if (!place) throw new Error(`no pincode ${pincode}`);
  const belongs: ((row: PincodeRow) => boolean)[] = [
    (row) => row.pincode === pincode,
    (row) => row.cityId === place.cityId,
    (row) => row.stateId === place.stateId,
  ];
  for (const belongsTo of belongs) {
    const points = world.pincodes
      .filter(belongsTo)
      .flatMap(({ latitude, longitude }) => (latitude === null || longitude === null ? [] : [{ latitude, longitude }]));
    if (points.length > 0)
      return { latitude: mean(points.map((p) => p.latitude)), longitude: mean(points.map((p) => p.longitude)) };
  }
  throw new Error(`no pincode with coordinates in the state of ${pincode}`);
}

function greatCircleKm(from: Point, to: Point): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const haversine =
    Math.sin(radians(to.latitude - from.latitude) / 2) ** 2
    + Math.cos(radians(from.latitude))
      * Math.cos(radians(to.latitude))
      * Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

function stateOf(world: CardWorld, pincode: string): number {
  const place = findPincode(world, pincode);
  if (!place) throw new Error(`no pincode ${pincode}`);
  return place.stateId;
}

/**
 * How much longer the road is than the great circle, in order of precedence:
 * 1. the partner's own row for the two states, either way
 * 2. the row of no partner for them
 * 3. ROAD_FACTOR
 */
function roadFactor(world: CardWorld, partnerId: string | null, from: number, to: number, settings: Settings): number {
  const rows = (world['road-distances'] ?? []).filter(
    ({ fromStateId, toStateId }) =>
      (fromStateId === from && toStateId === to) || (fromStateId === to && toStateId === from),
  );
  const own = rows.find((row) => partnerId !== null && row.partnerId === partnerId);
  const general = rows.find((row) => (row.partnerId ?? null) === null);
  return (own ?? general)?.factor ?? settings.roadFactor;
}

/**
 * Road kilometres between two known pincodes, in tenths: the great circle is floating point, the rest is exact. Without
 * a partner only general road distances count.
 */
export function distanceTenthsOfKm(
  world: CardWorld,
  from: string,
  to: string,
  settings: Settings,
  partnerId: string | null = null,
): number {
  const factor = roadFactor(world, partnerId, stateOf(world, from), stateOf(world, to), settings);
  return Math.floor(greatCircleKm(locate(world, from), locate(world, to)) * factor * 10 + 0.5);
}
