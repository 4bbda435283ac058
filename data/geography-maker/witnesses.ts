import { distanceKm, isInIndia, median, medianPoint, type Point } from './geometry.js';
import type { GeoNamesPlace, OfficeKind, RawOffice } from './sources.js';
import { groupBy } from './tally.js';

/**
 * Evidence of where a pincode is. It counts up to its reach (km): if a candidate is farther away than that, the
 * candidate or the witness is wrong, and the exact distance no longer matters. Weights are relative.
 */
export interface Witness {
  readonly point: Point;
  readonly weight: number;
  readonly reachKm: number;
}

/** A point that one or more offices of a pincode claim. */
export interface Claim {
  readonly point: Point;
  /** The most important of the offices that claim it. */
  readonly kind: OfficeKind;
  /** Offices of many pincodes claim exactly the same point: it was filled in, not measured. */
  readonly isFiller: boolean;
}

const FILLER_PINCODES = 4;

/**
 * Swaps latitude and longitude if they were exchanged. In India the latitude is below 38 and the longitude above 68, so
 * this is unambiguous.
 */
export function unswapped(point: Point): Point {
  const isSwapped = point.latitude > 68 && point.longitude < 38;
  return isSwapped ? { latitude: point.longitude, longitude: point.latitude } : point;
}

/** Whether a sub or head office rather than a branch office. */
export function isMainOffice(office: RawOffice): boolean {
  return office.kind !== 'BO';
}

/** The points of offices, with exchanged values swapped back, without zeros and points outside India. */
export function usablePoints(offices: readonly RawOffice[]): Point[] {
  return offices.map((office) => unswapped(office.point)).filter(isInIndia);
}

function pointKey(point: Point): string {
  return `${point.latitude.toFixed(4)},${point.longitude.toFixed(4)}`;
}

/** The keys of the points that stand for several pincodes. */
function findFillers(claims: Iterable<readonly [pincode: string, point: Point]>): Set<string> {
  const pincodesOf = new Map<string, Set<string>>();
  for (const [pincode, point] of claims) {
    const pincodes = pincodesOf.get(pointKey(point));
    if (pincodes) pincodes.add(pincode);
    else pincodesOf.set(pointKey(point), new Set([pincode]));
  }
  return new Set([...pincodesOf].filter(([, pincodes]) => pincodes.size >= FILLER_PINCODES).map(([key]) => key));
}

/** The keys of the points that offices of several pincodes claim. */
export function findOfficeFillers(offices: readonly RawOffice[]): Set<string> {
  return findFillers(offices.map((office) => [office.pincode, unswapped(office.point)] as const));
}

const IMPORTANCE = { HO: 0, PO: 1, BO: 2 } as const;

/** The distinct points that a pincode's offices claim, those of the most important offices first. */
export function claimsOf(offices: readonly RawOffice[], fillers: Set<string>): Claim[] {
  const claims = new Map<string, Claim>();
  for (const office of [...offices].sort((left, right) => IMPORTANCE[left.kind] - IMPORTANCE[right.kind])) {
    const [point] = usablePoints([office]);
    if (!point || claims.has(pointKey(point))) continue;
    // If other pincodes were given the point of a head office, it is still that office's own point.
    const isFiller = office.kind !== 'HO' && fillers.has(pointKey(point));
    claims.set(pointKey(point), { point, kind: office.kind, isFiller });
  }
  return [...claims.values()];
}

/**
 * The meaning of a point if someone wrote minutes as decimals: 22.3425 for 22° 34.25'. Undefined when it cannot be read
 * like that.
 */
export function readAsMinutes(point: Point): Point | undefined {
  const read = (degrees: number) => Math.trunc(degrees) + ((degrees % 1) * 100) / 60;
  if (point.latitude % 1 >= 0.6 || point.longitude % 1 >= 0.6) return undefined;
  const reading = { latitude: read(point.latitude), longitude: read(point.longitude) };
  return isInIndia(reading) ? reading : undefined;
}

/** A group of offices, such as a district's: its middle, and how far (km) its members may be from there. */
export interface Neighbourhood {
  readonly centre: Point;
  readonly radiusKm: number;
}

/**
 * The neighbourhood of a group of offices. Nearly all invented points are those of branch offices (all of them in the
 * prefixes 391, 230 and 276), so it is based on the sub and head offices where there are enough of them.
 */
function neighbourhoodOf(offices: readonly RawOffice[]): Neighbourhood | undefined {
  const main = usablePoints(offices.filter(isMainOffice));
  const points = main.length >= 3 ? main : usablePoints(offices);
  const centre = medianPoint(points);
  if (!centre) return undefined;
  const spread = median(points.map((point) => distanceKm(centre, point)));
  return { centre, radiusKm: Math.min(120, Math.max(25, 4 * spread)) };
}

/** The neighbourhoods of groups of offices. */
export function neighbourhoods<Key>(
  offices: readonly RawOffice[],
  keyOf: (office: RawOffice) => Key,
): Map<Key, Neighbourhood> {
  const result = new Map<Key, Neighbourhood>();
  for (const [key, group] of groupBy(offices, keyOf)) {
    const neighbourhood = neighbourhoodOf(group);
    if (neighbourhood) result.set(key, neighbourhood);
  }
  return result;
}

/** Whether a point is in any of the given neighbourhoods. */
export function isInAny(point: Point, areas: readonly (Neighbourhood | undefined)[]): boolean {
  return areas.some((area) => area !== undefined && distanceKm(area.centre, point) <= area.radiusKm);
}

/** GeoNames' position of a pincode. */
export interface GeoNamesPoint {
  readonly point: Point;
  /** GeoNames gives the same point to several pincodes: it stands for the area around all of them. */
  readonly isFiller: boolean;
}

/** The position that GeoNames has for each pincode. */
export function geoNamesPoints(places: readonly GeoNamesPlace[]): Map<string, GeoNamesPoint> {
  const points = new Map<string, Point>();
  for (const [pincode, rows] of groupBy(places, (place) => place.pincode)) {
    const point = medianPoint(rows.map((row) => row.point).filter(isInIndia));
    if (point) points.set(pincode, point);
  }
  const fillers = findFillers(points);
  return new Map([...points].map(([pincode, point]) => [pincode, { point, isFiller: fillers.has(pointKey(point)) }]));
}

/** How far a point is from the evidence of all witnesses, in weighted kilometres. */
export function disagreement(point: Point, witnesses: readonly Witness[]): number {
  let sum = 0;
  for (const witness of witnesses) {
    sum += witness.weight * Math.min(witness.reachKm, distanceKm(point, witness.point));
  }
  return sum;
}
