/**
 * Whether a partner can carry a shipment, and every reason why not (docs/rules.md#availability). It computes no price.
 */
import { HOURS_A_DAY } from './calendar.js';
import { transitDays, transitHours } from './schedule.js';
import type { PartnerLimits, PartnerRoute, RateCard, Shipment } from './rate-card.js';
import { choosePackage, noPackage, NO_ROW, type PackageChoice } from './rates.js';
import { REASON_CODES, type ReasonCode } from './reasons.js';
import { percentTerms } from './returns.js';
import { termsRow } from './route-terms.js';
import { routeDays, routeHours } from './transit.js';
import { AT_PICKUP, COD_PAYMENT, EXPRESS, FORWARD_DIRECTION } from './vocabulary.js';
import { weighedBy } from './weight-terms.js';

/** The facts about a partner and a shipment that do not need a price. */
export class Eligibility {
  /** Bit mask over REASON_CODES; 0: the partner can carry the shipment. */
  reasons = 0;
  /** Bit mask of the required services that are not available where they are needed. */
  unavailable = 0;
  chargeableGrams = 0;
  /** The weight terms that count; NO_ROW: none. */
  weightTerms = NO_ROW;
  /** Whole transit hours, 24 for each day; NaN where the partner has none. */
  hours = Number.NaN;
  /** Delivering days of transit; 0: it is in hours. */
  days = 0;
  readonly package: PackageChoice = noPackage();
  /** The terms by which an RTO is priced as a part of the forward shipment; NO_ROW: none. */
  rtoTerms = NO_ROW;
}

const bitOf = (code: ReasonCode): number => 1 << REASON_CODES.indexOf(code);
const NOT_COVERED = bitOf('INSUFFICIENT_COVERAGE');
const BLOCKED = bitOf('PINCODE_BLOCKED');
export const HELD = bitOf('ON_HOLD');
const SERVICE = bitOf('SERVICE_UNAVAILABLE');
const WEIGHT = bitOf('WEIGHT_EXCEEDED');
const PIECE_WEIGHT = bitOf('PIECE_WEIGHT_EXCEEDED');
const SIZE = bitOf('DIMENSIONS_EXCEEDED');
const PAYMENT = bitOf('PAYMENT_TYPE_UNSUPPORTED');
const SHIPMENT = bitOf('SHIPMENT_TYPE_UNSUPPORTED');
const VALUE = bitOf('DECLARED_VALUE_EXCEEDED');
const COD_AMOUNT = bitOf('COD_AMOUNT_EXCEEDED');
export const TRANSIT = bitOf('NO_TRANSIT');
const TIME = bitOf('DELIVERY_TIME_EXCEEDED');
export const RATE = bitOf('NO_RATE');
/** The reasons for which even a parcel that was carried has no price. */
export const OF_CARRIED = NOT_COVERED | RATE;

/** The codes of a reason mask, in the table's order. */
export function reasonCodes(mask: number): ReasonCode[] {
  return REASON_CODES.filter((_, position) => mask & (1 << position));
}

/** Whether both ends are in the partner's zones. */
export function isCovered(eligibility: Pick<Eligibility, 'reasons'>): boolean {
  return (eligibility.reasons & NOT_COVERED) === 0;
}

/** Bit mask of the services that a route offers: each at the end that it belongs to (see AT_PICKUP). */
export function routeServices({ fromServices, toServices }: PartnerRoute): number {
  return (fromServices & AT_PICKUP) | (toServices & ~AT_PICKUP);
}

/**
 * Whether a partner may carry a shipment, and the rows by which it would: RTO terms (`percentTerms`) say which direction
 * the package (`choosePackage`) is of, and a transit lane or the transit by distance (`routeHours`) gives the hours. All
 * reasons are reported; an end outside the zones is the only one, because the others depend on zones.
 *
 * @param into is filled and returned
 * @param isPlaced the route is assumed: an end without a zone is no reason
 */
export function checkEligibility(
  card: RateCard,
  shipment: Shipment,
  route: PartnerRoute,
  into = new Eligibility(),
  isPlaced = false,
): Eligibility {
  const { fromZone, toZone } = route;
  const { lane } = route;
  into.weightTerms = termsRow(card.weightTerms, shipment, lane);
  const grams = weighedBy(card, into.weightTerms, shipment).chargeable;
  into.chargeableGrams = grams;
  if ((fromZone === 0 || toZone === 0) && !isPlaced) {
    into.reasons = NOT_COVERED;
    into.unavailable = 0;
    into.hours = Number.NaN;
    into.days = 0;
    into.package.row = NO_ROW;
    into.package.weightPaise = 0;
    into.rtoTerms = NO_ROW;
    return into;
  }

  const unavailable = shipment.services & ~routeServices(route);
  const isExpress = (shipment.services & EXPRESS) !== 0;
  const days = transitDays(routeDays(card, route, shipment.now), isExpress);
  const hours = days > 0 ? days * HOURS_A_DAY : transitHours(routeHours(card, route, shipment.now), isExpress);
  const rtoTerms = percentTerms(card.rtoTerms, shipment, lane);
  const directionOfRows = rtoTerms === NO_ROW ? shipment.direction : FORWARD_DIRECTION;
  const choice = choosePackage(card, route, shipment, grams, directionOfRows, into.package);

  let reasons = limitReasons(card.limits, shipment, grams, codLimit(card.limits, route));
  if (route.fromBlocked || route.toBlocked) reasons |= BLOCKED;
  if (unavailable !== 0) reasons |= SERVICE;
  if (Number.isNaN(hours)) reasons |= TRANSIT;
  else if (hours > shipment.maxDeliveryHours) reasons |= TIME;
  if (choice.row === NO_ROW) reasons |= RATE;
  into.reasons = reasons;
  into.unavailable = unavailable;
  into.hours = hours;
  into.days = days;
  into.rtoTerms = rtoTerms;
  return into;
}

/** The lower one of the partner's limit on the amount to collect and that of the delivery's pincode. */
export const codLimit = (limits: PartnerLimits, { maxCodPaise }: PartnerRoute): number =>
  Math.min(limits.maxCodPaise, maxCodPaise);

function limitReasons(limits: PartnerLimits, shipment: Shipment, grams: number, maxCodPaise: number): number {
  let reasons = 0;
  if (grams > limits.maxGrams) reasons |= WEIGHT;
  if (shipment.weights.heaviestGrams > limits.maxPieceGrams) reasons |= PIECE_WEIGHT;
  if (shipment.sides !== null && !fits(shipment, limits)) reasons |= SIZE;
  if ((limits.paymentTypes & (1 << shipment.paymentType)) === 0) reasons |= PAYMENT;
  if ((limits.shipmentTypes & (1 << shipment.shipmentType)) === 0) reasons |= SHIPMENT;
  if (shipment.declaredPaise > limits.maxDeclaredPaise) reasons |= VALUE;
  if (shipment.paymentType === COD_PAYMENT && shipment.codPaise > maxCodPaise) reasons |= COD_AMOUNT;
  return reasons;
}

/** Whether every piece fits: its sides, its length plus girth, and the sum of its sides. */
const fits = ({ sides, weights }: Shipment, { maxSides, maxGirth, maxSideSum }: PartnerLimits): boolean =>
  (sides === null || fitWithin(sides, maxSides))
  && weights.largestGirth <= maxGirth
  && weights.largestSideSum <= maxSideSum;

/** Both are sorted from the longest side to the shortest. */
export function fitWithin(
  sides: readonly [number, number, number],
  largest: readonly [number, number, number],
): boolean {
  return sides[0] <= largest[0] && sides[1] <= largest[1] && sides[2] <= largest[2];
}
