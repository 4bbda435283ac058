/** Which row of a rate card applies (docs/rules.md#pricing). Rows are numbers; NO_ROW is none. */
import { type Amounts, withinBounds } from './amounts.js';
import { isRowInForce } from './dates.js';
import { percentOf } from './money.js';
import {
  acceptedBy,
  type AmountColumns,
  ANY_PAYMENT_TYPE,
  type ChargeColumns,
  type DiscountColumns,
  type DistanceColumns,
  NO_LANE,
  packageBucket,
  type PackageColumns,
  type PartnerRoute,
  type RateCard,
  type Shipment,
  type TransitColumns,
} from './rate-card.js';
import { firstNotBelow } from './search.js';
import { CHARGE_TYPES, FORWARD_DIRECTION } from './vocabulary.js';

export const NO_ROW = -1;

export interface PackageChoice {
  /** NO_ROW: no row prices the shipment. */
  row: number;
  weightPaise: number;
}

export const noPackage = (): PackageChoice => ({ row: NO_ROW, weightPaise: 0 });

/** The charge of a row for `grams`, in paise; NaN if it cannot carry them. */
export function weightCharge(packages: PackageColumns, row: number, grams: number): number {
  if (grams <= packages.minGrams[row]! || grams > packages.maxGrams[row]!) return NaN;
  const steps = startedSteps(packages, row, grams);
  let paise = packages.basePaise[row]! + steps * packages.addonPaise[row]!;
  // the base and whole paise do not change how the rest is rounded
  if (packages.addonHundredths.length > 0) paise += Math.floor((steps * packages.addonHundredths[row]! + 50) / 100);
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
 * direction, customer, zones, shipment type, payment type and distance hold. Order of precedence among the rows that
 * match, whatever the weight:
 *
 * 1. the customer's own rows, if one of them matches;
 * 2. the rows that name two zones, then those of the route's lane, then those that name one zone, then the others;
 * 3. the rows that name the payment type, if one of them does.
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
  const isOwn = owner !== undefined && chooseOfOwner(card, owner, route, shipment, grams, direction, into);
  if (!isOwn) chooseOfOwner(card, EVERYONE, route, shipment, grams, direction, into);
  return into;
}

type ShipmentFacts = Pick<Shipment, 'direction' | 'shipmentType' | 'paymentType' | 'customerId' | 'now'>;

/** Whether a row of this owner matches; the one that counts, if one can carry the weight, goes `into`. */
function chooseOfOwner(
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
      if (!packageMatches(packages, row, asked, route.km, shipment.now)) continue;
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
  const rows: number[] = [];
  for (let index = 0; index < PLACES; index++) {
    if (rows.length > 0 && index !== PLACE_OF_TO_ZONE) break;
    const place = placeAt(index, route, zoneCount + 1, placeCount);
    if (place === NO_PLACE) continue;
    const list = bucket === DENSE_BUCKET ? place : searchedList(packages, bucket * placeCount + place, placeCount);
    if (list === NO_LIST) continue;
    for (let row = packages.start[list]!; row < packages.start[list + 1]!; row++)
      if (packageMatches(packages, row, asked, route.km, shipment.now)) rows.push(row);
  }
  const byPayment = rows.filter((row) => namesPaymentType(packages, row));
  return byPayment.length > 0 ? byPayment : rows;
}

const namesPaymentType = (packages: PackageColumns, row: number): boolean =>
  (packages.accepts[row]! & ANY_PAYMENT_TYPE) !== ANY_PAYMENT_TYPE;

/** The number of places where rows for a route may stand, in their order of precedence; see {@link placeAt}. */
const PLACES = 5;
const PLACE_OF_TO_ZONE = 3;

/** The number of a place of a route among the lists (see PackageColumns.start); NO_PLACE: no row can stand there. */
function placeAt(index: number, { fromZone, toZone, lane }: PartnerRoute, width: number, placeCount: number): number {
  switch (index) {
    case 0:
      return fromZone * width + toZone;
    case 1: {
      const ofLane = width * width + lane - 1;
      return lane !== NO_LANE && ofLane < placeCount ? ofLane : NO_PLACE;
    }
    case 2:
      return fromZone * width;
    case PLACE_OF_TO_ZONE:
      return toZone;
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
 * @param now the pricing moment, milliseconds since the epoch
 */
export function packageMatches(packages: PackageColumns, row: number, asked: number, km: number, now: number): boolean {
  return (
    (packages.accepts[row]! & asked) === asked
    && (packages.fromKm.length === 0 || (packages.fromKm[row]! <= km && km < packages.toKm[row]!))
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
 * The discount for `grams` at `now`, in milliseconds since the epoch; NO_ROW: none. Of the rows that are in force, with
 * both bounds within: the lowest band, so a bound of two bands belongs to the lower one.
 */
export function discountRow(discounts: DiscountColumns, grams: number, now: number): number {
  let best = NO_ROW;
  for (let row = 0; row < discounts.fromGrams.length; row++) {
    const holds =
      discounts.fromGrams[row]! <= grams
      && grams <= discounts.toGrams[row]!
      && isRowInForce(discounts.validFrom, discounts.validTo, row, now);
    if (holds && (best === NO_ROW || discounts.fromGrams[row]! < discounts.fromGrams[best]!)) best = row;
  }
  return best;
}

/** The origin of a customer charge, from the most to the least specific. */
export type ChargeOwner = 'customer' | 'partner' | 'default';

export interface ChargeChoice {
  owner: ChargeOwner;
  row: number;
  /** What a percentage is of. */
  basePaise: number;
  paise: number;
}

export const noCharge = (): ChargeChoice => ({ owner: 'default', row: NO_ROW, basePaise: 0, paise: 0 });

/** The amount of a row for its base, in paise. */
export function amountOf(rows: AmountColumns, row: number, basePaise: number): number {
  return rows.isPercentage[row] === 1 ? percentOf(basePaise, rows.value[row]!) : rows.value[row]!;
}

/** What the charge of a type depends on, besides its rows. */
export interface ChargeFacts extends Pick<Shipment, 'customerId' | 'direction' | 'now' | 'declaredPaise'> {
  grams: number;
  /** The amounts so far; null if no row of the card names a base of its own. */
  amounts: Amounts | null;
}

/**
 * The charge of one type; null: no row applies. Order of precedence among the rows that are in force and match the
 * direction and the weight:
 *
 * 1. the customer's rows, else the partner's, else those of no partner;
 * 2. the highest amount;
 * 3. the lowest id.
 *
 * @param basePaise what a percentage is of that names nothing
 * @param into is filled and returned if a row applies
 */
export function chooseCharge(
  card: RateCard,
  defaults: ChargeColumns,
  facts: ChargeFacts,
  type: number,
  basePaise: number,
  into = noCharge(),
): ChargeChoice | null {
  const { customerId } = facts;
  const customer = customerId === null ? undefined : card.customers.get(customerId);
  return (
    (customer === undefined ? null : highest(card.charges, customer, 'customer', facts, type, basePaise, into))
    ?? highest(card.charges, 0, 'partner', facts, type, basePaise, into)
    ?? highest(defaults, 0, 'default', facts, type, basePaise, into)
  );
}

function highest(
  rows: ChargeColumns,
  ownerNumber: number,
  owner: ChargeOwner,
  facts: ChargeFacts,
  type: number,
  basePaise: number,
  into: ChargeChoice,
): ChargeChoice | null {
  const list = ownerNumber * CHARGE_TYPES.length + type;
  const end = rows.start[list + 1]!;
  into.row = NO_ROW;
  for (let row = rows.start[list]!; row < end; row++) {
    if (!chargeMatches(rows, row, facts, type)) continue;
    const base = ownBaseOf(rows, row, facts.amounts, basePaise);
    const amount = amountOf(rows, row, base);
    const paise = rows.minPaise.length === 0 ? amount : withinBounds(rows, row, amount);
    if (into.row !== NO_ROW && paise <= into.paise) continue;
    into.owner = owner;
    into.row = row;
    into.basePaise = base;
    into.paise = paise;
  }
  return into.row === NO_ROW ? null : into;
}

function chargeMatches(rows: ChargeColumns, row: number, facts: ChargeFacts, type: number): boolean {
  const { grams, direction } = facts;
  const isPlain = rows.directions.length === 0;
  return (
    grams >= rows.minGrams[row]!
    && grams <= rows.maxGrams[row]!
    && isRowInForce(rows.validFrom, rows.validTo, row, facts.now)
    && (isPlain ? direction === FORWARD_DIRECTION : (rows.directions[row]! & (1 << direction)) !== 0)
    && (type !== INSURANCE || facts.declaredPaise > 0 || (!isPlain && rows.always[row] === 1))
  );
}

/** The base of a row's percentage: the amounts that it names less the free part, or the usual base of its type. */
function ownBaseOf(rows: ChargeColumns, row: number, amounts: Amounts | null, basePaise: number): number {
  return amounts === null || rows.ofStandard.length === 0 ? basePaise : amounts.baseOf(rows, row);
}

const INSURANCE = CHARGE_TYPES.indexOf('insurance');
