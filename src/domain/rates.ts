/** Which row of a rate card applies (docs/rules.md#pricing). Rows are numbers; NO_ROW is none. */
import { isRowInForce } from './dates.js';
import { hasKm } from './distance.js';
import {
  acceptedBy,
  ANY_PAYMENT_TYPE,
  type DiscountColumns,
  type DistanceColumns,
  NO_LANE,
  packageBucket,
  type PackageColumns,
  type PartnerRoute,
  type RateCard,
  type Shipment,
} from './rate-card.js';
import type { TransitColumns } from './time-columns.js';
import { firstNotBelow } from './search.js';
import { FORWARD_DIRECTION } from './vocabulary.js';

export const NO_ROW = -1;

export interface PackageChoice {
  /** NO_ROW: no row prices the shipment. */
  row: number;
  weightPaise: number;
}

export const noPackage = (): PackageChoice => ({ row: NO_ROW, weightPaise: 0 });

/** What PackageColumns.addonFraction counts. */
export const FRACTIONS_IN_A_PAISA = 10_000;

/** The charge of a row for `grams`, in paise; NaN if it cannot carry them. */
export function weightCharge(packages: PackageColumns, row: number, grams: number): number {
  if (grams <= packages.minGrams[row]! || grams > packages.maxGrams[row]!) return NaN;
  const steps = startedSteps(packages, row, grams);
  let paise = packages.basePaise[row]! + steps * packages.addonPaise[row]!;
  // the base and whole paise do not change how the rest is rounded
  if (packages.addonFraction.length > 0)
    paise += Math.floor((steps * packages.addonFraction[row]! + FRACTIONS_IN_A_PAISA / 2) / FRACTIONS_IN_A_PAISA);
  return packages.minPaise.length === 0 ? paise : Math.max(packages.minPaise[row]!, paise);
}

/** The started steps above the base weight; NaN if the row has no steps. */
export function startedSteps(packages: PackageColumns, row: number, grams: number): number {
  const above = grams - packages.baseGrams[row]!;
  if (above <= 0) return 0;
  const step = packages.addonGrams[row]!;
  return step === 0 ? NaN : Math.ceil(above / step);
}

/**
 * The package that prices a shipment (docs/rules.md#weight-charge). A row matches that is in force, and whose
 * direction, customer, service, zones, shipment type, payment type and distance hold. Order of precedence among the
 * rows that match, whatever the weight:
 *
 * 1. the customer's own rows, if one of them matches;
 * 2. the rows that name a service, if one of them matches;
 * 3. the rows that name two zones, then those of the route's lane, then those that name one zone, then the others;
 * 4. the rows that name the payment type, if one of them does.
 *
 * Of the rest that can carry the weight the cheapest counts, then the lowest id.
 *
 * @param direction of the rows, the shipment's unless given: an RTO may be priced by its forward rows
 * @param into is filled and returned
 */
export function choosePackage(
  card: RateCard,
  route: PartnerRoute,
  shipment: ShipmentFacts,
  grams: number,
  direction = shipment.direction,
  into = noPackage(),
): PackageChoice {
  const { customerId } = shipment;
  const owner = customerId === null ? undefined : card.packages.customers.get(customerId);
  into.row = NO_ROW;
  into.weightPaise = 0;
  const isAnyForService = card.packages.service.length > 0;
  // one call in loops: code that V8 copies into every place of a call no longer fits the processor's cache
  for (let isOwn = owner !== undefined; ; isOwn = false) {
    for (let isForService = isAnyForService; ; isForService = false) {
      const of = isOwn ? owner! : EVERYONE;
      if (chooseNaming(isForService, card, of, route, shipment, grams, direction, into)) return into;
      if (!isForService) break;
    }
    if (!isOwn) return into;
  }
}

type ShipmentFacts = Pick<
  Shipment,
  'direction' | 'shipmentType' | 'paymentType' | 'customerId' | 'rowServices' | 'now'
>;

/**
 * Whether a row of this owner matches, of those that name a service or of the others; the one that counts, if one can
 * carry the weight, goes `into`.
 */
function chooseNaming(
  namesService: boolean,
  { packages, zoneCount }: RateCard,
  owner: number,
  route: PartnerRoute,
  shipment: ShipmentFacts,
  grams: number,
  direction: number,
  into: PackageChoice,
): boolean {
  const placeCount = packages.start.length - 1 - packages.list.length;
  const bucket = packageBucket(owner, direction);
  const asked = acceptedBy(1 << shipment.shipmentType, 1 << shipment.paymentType);
  let best = NO_ROW;
  let leastPaise = Infinity;
  let isMatched = false;
  let isByPayment = false;
  for (let index = 0; index < PLACES; index++) {
    // the two one-sided lists name one zone each, so they have the same precedence
    if (isMatched && index !== PLACE_OF_TO_ZONE) break;
    const place = placeAt(index, route, zoneCount + 1, placeCount);
    if (place === NO_PLACE) continue;
    const list = bucket === DENSE_BUCKET ? place : searchedList(packages, bucket * placeCount + place, placeCount);
    if (list === NO_LIST) continue;
    const end = packages.start[list + 1]!;
    for (let row = packages.start[list]!; row < end; row++) {
      if (!packageMatches(packages, row, asked, route.km, shipment)) continue;
      if (isForService(packages, row) !== namesService) continue;
      isMatched = true;
      const namesPayment = (packages.accepts[row]! & ANY_PAYMENT_TYPE) !== ANY_PAYMENT_TYPE;
      if (isByPayment && !namesPayment) continue;
      if (namesPayment && !isByPayment) {
        isByPayment = true;
        best = NO_ROW;
        leastPaise = Infinity;
      }
      // NaN is neither below nor equal
      const paise = weightCharge(packages, row, grams);
      if (paise < leastPaise || (paise === leastPaise && packages.id[row]! < packages.id[best]!)) {
        best = row;
        leastPaise = paise;
      }
    }
  }
  if (best !== NO_ROW) {
    into.row = best;
    into.weightPaise = leastPaise;
  }
  return isMatched;
}

/**
 * The rows of which {@link choosePackage} takes the cheapest that can carry the weight: those that are left after the
 * rules of precedence that do not depend on it, in the order of their ids at each place. Of a customer those of its
 * own, without one those for every customer.
 */
export function decidingRows(
  { packages, zoneCount }: RateCard,
  route: PartnerRoute,
  shipment: ShipmentFacts,
): number[] {
  const owner = shipment.customerId === null ? EVERYONE : packages.customers.get(shipment.customerId);
  if (owner === undefined) return [];
  const placeCount = packages.start.length - 1 - packages.list.length;
  const bucket = packageBucket(owner, shipment.direction);
  const asked = acceptedBy(1 << shipment.shipmentType, 1 << shipment.paymentType);
  let rows: number[] = [];
  for (const namesService of packages.service.length > 0 ? [true, false] : [false]) {
    for (let index = 0; index < PLACES; index++) {
      if (rows.length > 0 && index !== PLACE_OF_TO_ZONE) break;
      const place = placeAt(index, route, zoneCount + 1, placeCount);
      if (place === NO_PLACE) continue;
      const list = bucket === DENSE_BUCKET ? place : searchedList(packages, bucket * placeCount + place, placeCount);
      if (list === NO_LIST) continue;
      for (let row = packages.start[list]!; row < packages.start[list + 1]!; row++)
        if (packageMatches(packages, row, asked, route.km, shipment) && isForService(packages, row) === namesService)
          rows.push(row);
    }
    if (rows.length > 0) break;
  }
  const byPayment = rows.filter((row) => namesPaymentType(packages, row));
  if (byPayment.length > 0) rows = byPayment;
  return rows;
}

/** Whether a row is only for shipments that require a service. */
const isForService = ({ service }: PackageColumns, row: number): boolean => service.length > 0 && service[row] !== 0;

const namesPaymentType = (packages: PackageColumns, row: number): boolean =>
  (packages.accepts[row]! & ANY_PAYMENT_TYPE) !== ANY_PAYMENT_TYPE;

/** The number of places where rows for a route may stand, in their order of precedence; see {@link placeAt}. */
const PLACES = 5;
const PLACE_OF_TO_ZONE = 3;

/**
 * The number of a place of a route among the lists (see PackageColumns.start); NO_PLACE: no row can stand there. An end
 * without a zone, of a route that is assumed, fits no row that names one.
 */
function placeAt(index: number, { fromZone, toZone, lane }: PartnerRoute, width: number, placeCount: number): number {
  switch (index) {
    case 0:
      return fromZone === 0 || toZone === 0 ? NO_PLACE : fromZone * width + toZone;
    case 1: {
      const ofLane = width * width + lane - 1;
      return lane !== NO_LANE && ofLane < placeCount ? ofLane : NO_PLACE;
    }
    case 2:
      return fromZone === 0 ? NO_PLACE : fromZone * width;
    case PLACE_OF_TO_ZONE:
      return toZone === 0 ? NO_PLACE : toZone;
    default:
      return 0;
  }
}

/** The owner number of rows without a customer. */
const EVERYONE = 0;
/** The bucket whose lists are found without a search. */
const DENSE_BUCKET = packageBucket(EVERYONE, FORWARD_DIRECTION);
const NO_LIST = -1;
/** Of a route without a lane, or without rows of any lane. */
const NO_PLACE = -1;

/** The list with a key, behind the `dense` lists; NO_LIST: no row has it. */
function searchedList({ list: keys }: PackageColumns, key: number, dense: number): number {
  const list = firstNotBelow(keys, key);
  return keys[list] === key ? dense + list : NO_LIST;
}

/**
 * Whether a row of packages is for a shipment on a route that its list is for, whatever the weight.
 * @param asked the shipment's bits, see acceptedBy
 */
export function packageMatches(
  packages: PackageColumns,
  row: number,
  asked: number,
  km: number,
  { rowServices, now }: Pick<Shipment, 'rowServices' | 'now'>,
): boolean {
  return (
    (packages.accepts[row]! & asked) === asked
    && (packages.service.length === 0 || (packages.service[row]! & ~rowServices) === 0)
    && (packages.fromKm.length === 0 || hasKm(packages.fromKm[row]!, packages.toKm[row]!, km))
    && isRowInForce(packages.validFrom, packages.validTo, row, now)
  );
}

/** The first row whose half-open range [from, to) contains `km`; NO_ROW: none. The ranges do not overlap. */
export function rowAtDistance(ranges: Pick<TransitColumns, 'fromKm' | 'toKm'>, km: number): number {
  for (let row = 0; row < ranges.fromKm.length; row++) {
    if (ranges.fromKm[row]! <= km && km < ranges.toKm[row]!) return row;
  }
  return NO_ROW;
}

/**
 * The distance charge of `km` that is in force at a moment. Order of precedence:
 *
 * 1. a row of the route's lane, before one without a lane;
 * 2. the lowest id.
 */
export function distanceRow(distances: DistanceColumns, { km, lane }: PartnerRoute, at: number): number {
  const own = lane === NO_LANE ? NO_ROW : distanceRowOfLane(distances, lane, km, at);
  return own === NO_ROW ? distanceRowOfLane(distances, NO_LANE, km, at) : own;
}

function distanceRowOfLane(distances: DistanceColumns, lane: number, km: number, at: number): number {
  if (lane + 1 >= distances.start.length) return NO_ROW;
  const end = distances.start[lane + 1]!;
  for (let row = distances.start[lane]!; row < end; row++) {
    if (
      distances.fromKm[row]! <= km
      && km < distances.toKm[row]!
      && isRowInForce(distances.validFrom, distances.validTo, row, at)
    )
      return row;
  }
  return NO_ROW;
}

/**
 * The discount for `grams` at `now`, in milliseconds since the epoch; NO_ROW: none. Order of precedence of the rows that
 * are in force, with both bounds within:
 *
 * 1. the customer's, before those for every customer;
 * 2. the lowest band, so a bound of two bands belongs to the lower one.
 */
export function discountRow(
  { discounts, discountCustomers }: Pick<RateCard, 'discounts' | 'discountCustomers'>,
  customerId: string | null,
  grams: number,
  now: number,
): number {
  const customer = (customerId !== null && discountCustomers.get(customerId)) || 0;
  const own = customer === 0 ? NO_ROW : discountOf(discounts, customer, grams, now);
  return own === NO_ROW ? discountOf(discounts, 0, grams, now) : own;
}

function discountOf(discounts: DiscountColumns, customer: number, grams: number, now: number): number {
  let best = NO_ROW;
  for (let row = 0; row < discounts.fromGrams.length; row++) {
    const holds =
      discounts.fromGrams[row]! <= grams
      && grams <= discounts.toGrams[row]!
      && (discounts.customer.length === 0 || discounts.customer[row] === customer)
      && isRowInForce(discounts.validFrom, discounts.validTo, row, now);
    if (holds && (best === NO_ROW || discounts.fromGrams[row]! < discounts.fromGrams[best]!)) best = row;
  }
  return best;
}
