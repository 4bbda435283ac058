/** One partner's quote for one shipment on one route: eligibility and, if it is capable, price and days. */
import { leavesAt, NO_HOLIDAYS, type RestDays, schedule, Schedule, scheduleByDays } from '../domain/calendar.js';
import { checkEligibility, Eligibility, HELD, isCovered, OF_CARRIED, RATE, TRANSIT } from '../domain/eligibility.js';
import { AT_DELIVERY_END, AT_PICKUP_END, holdAt } from '../domain/holds.js';
import { toPaise } from '../domain/money.js';
import { price, Price } from '../domain/pricing.js';
import { NO_SEZ, type PartnerRoute, type RateCard, type Shipment } from '../domain/rate-card.js';
import { NO_ROW } from '../domain/rates.js';
import { byCost, type Candidate } from '../domain/strategies.js';
import {
  COVERAGE_SCORE_HUNDREDTHS,
  CUSTOMER_TYPES,
  type CustomerType,
  DELIVERY,
  type Direction,
  DIRECTIONS,
  EXPRESS,
  PAYMENT_TYPES,
  type PaymentType,
  PICKUP,
  REVERSE,
  RTO_DIRECTION,
  serviceBit,
  serviceMask,
  type ServiceTypeId,
  SEZ_SUPPLIES,
  type SezSupply,
  SHIPMENT_TYPES,
  type ShipmentType,
  type UrgencyLevel,
} from '../domain/vocabulary.js';
import { type Assumption, isPlaced } from './assumption.js';
import { OwnRoute, partnerRoute, type Route } from './route.js';
import type { Moments } from './ship-date.js';
import { type Dimensions, largestSides, type PieceRequest, Weights } from '../domain/weight.js';
import type { CardNames } from '../index/card/parts.js';
import { levelIn } from '../index/coverage.js';
import type { GenerationView, PartnerView } from '../index/view.js';
import { MAX_SUBTOTAL_PAISE } from '../limits/documents.js';

/** A shipment as requests describe it. */
export interface ShipmentRequest {
  /** Grams. Neither it nor dimensions are given with pieces. */
  weight?: number;
  dimensions?: Dimensions;
  pieces?: readonly PieceRequest[];
  declaredValue?: number;
  codAmount?: number;
  shipmentType: ShipmentType;
  paymentType: PaymentType;
  customerType?: CustomerType;
  customerId?: string;
  customerGstin?: string;
  placeOfSupply?: string;
  customerSez?: SezSupply;
  urgency?: UrgencyLevel;
  maxDeliveryTime?: number;
  direction?: Direction;
  /** The services that the request names; {@link requiredServices} adds the implied ones. */
  services: readonly ServiceTypeId[];
}

/** A parcel as a question describes it: services and sides have several names. */
export interface ParcelRequest extends Omit<ShipmentRequest, 'services'> {
  packageDimensions?: Dimensions;
  serviceRequirements?: readonly ServiceTypeId[];
  serviceTypes?: readonly ServiceTypeId[];
  additionalServices?: readonly ServiceTypeId[];
}

/**
 * The shipment of a question. Field by field: members that its schema does not know were not validated and must not
 * count, and spreading a request costs more than pricing it.
 */
export function shipmentRequestOf(request: ParcelRequest): ShipmentRequest {
  return {
    weight: request.weight,
    pieces: request.pieces,
    dimensions: request.dimensions ?? request.packageDimensions,
    declaredValue: request.declaredValue,
    codAmount: request.codAmount,
    shipmentType: request.shipmentType,
    paymentType: request.paymentType,
    customerType: request.customerType,
    customerId: request.customerId,
    customerGstin: request.customerGstin,
    placeOfSupply: request.placeOfSupply,
    customerSez: request.customerSez,
    urgency: request.urgency,
    maxDeliveryTime: request.maxDeliveryTime,
    direction: request.direction,
    services: servicesNamedBy(request),
  };
}

const NO_SERVICES: readonly ServiceTypeId[] = [];

/** Most requests have one list. */
function servicesNamedBy({ serviceRequirements, serviceTypes, additionalServices }: ParcelRequest) {
  const first = serviceRequirements ?? NO_SERVICES;
  if (serviceTypes === undefined && additionalServices === undefined) return first;
  return [...first, ...(serviceTypes ?? NO_SERVICES), ...(additionalServices ?? NO_SERVICES)];
}

/** What is taken for granted of a shipment. */
export interface AssumedShipment {
  /** Grams that are charged in place of what weight and volume give; undefined: what these give. */
  chargeableWeight?: number;
  /** false: COD is not charged. */
  collected?: boolean;
}

const NOTHING_ASSUMED: AssumedShipment = {};

/** Normalises a request once for all partners. */
export function shipmentOf(
  request: ShipmentRequest,
  route: Pick<Route, 'pickupSlot'>,
  { geography }: GenerationView,
  moments: Moments,
  assumed = NOTHING_ASSUMED,
): Shipment {
  const { weight, dimensions } = request;
  const { chargeableWeight } = assumed;
  const pieces = request.pieces ?? [{ count: 1, weight: (weight ?? chargeableWeight)!, dimensions }];
  const weights = new Weights(pieces, chargeableWeight);
  const declaredPaise = toPaise(request.declaredValue ?? 0);
  const gstCode =
    request.customerGstin?.slice(0, GST_CODE_LENGTH)
    ?? request.placeOfSupply
    ?? (route.pickupSlot === 0 ? NaN : geography.state(route.pickupSlot).gstCode);
  const rowServices = servicesOfRows(request);
  return {
    actualGrams: request.weight ?? weights.actualGrams,
    weights,
    pieces: weights.pieces,
    sides: largestSides(pieces),
    declaredPaise,
    codPaise: codPaiseOf(request, declaredPaise),
    isCollected: request.paymentType === 'COD' && request.direction !== 'RTO' && assumed.collected !== false,
    paymentType: PAYMENT_TYPES.indexOf(request.paymentType),
    shipmentType: SHIPMENT_TYPES.indexOf(request.shipmentType),
    customerType: CUSTOMER_TYPES.indexOf(request.customerType ?? 'RETAIL'),
    customerId: request.customerId ?? null,
    placeOfSupply: Number(gstCode),
    sez: request.customerSez === undefined ? NO_SEZ : SEZ_SUPPLIES.indexOf(request.customerSez) + 1,
    services: request.direction === 'RTO' ? 0 : rowServices,
    rowServices,
    maxDeliveryHours: request.maxDeliveryTime ?? Infinity,
    direction: DIRECTIONS.indexOf(request.direction ?? 'FORWARD'),
    now: moments.priced,
    heldAt: moments.held,
    requestedAt: moments.requested,
  };
}

export const GST_CODE_LENGTH = 2;

/**
 * The amount to collect on delivery: `codAmount`, otherwise the declared value; nothing for a prepaid shipment and in
 * an RTO (docs/rules.md#amount-to-collect).
 */
function codPaiseOf({ paymentType, codAmount, direction }: ShipmentRequest, declaredPaise: number): number {
  if (paymentType !== 'COD' || direction === 'RTO') return 0;
  return codAmount === undefined ? declaredPaise : toPaise(codAmount);
}

/**
 * Bit mask of the required services (docs/rules.md#required-services): the named ones, DELIVERY, the one named like the
 * payment type, and EXPRESS when the shipment is urgent. PICKUP is required only when named, since a parcel may be
 * brought to the partner; in a customer's return REVERSE takes its place. An RTO requires no service: these are the
 * ones of its forward shipment, by which rows are chosen.
 */
function servicesOfRows({ services, paymentType, urgency, direction }: ShipmentRequest): number {
  const named = serviceMask(services);
  const express = urgency === 'EXPRESS' || urgency === 'URGENT' ? EXPRESS : 0;
  const atPickup = direction === 'REVERSE' ? (named & ~PICKUP) | REVERSE : named;
  return atPickup | DELIVERY | serviceBit(paymentType) | express;
}

interface PartnerLookup {
  partner: PartnerView;
  requestedRoute: Route;
  route: PartnerRoute;
  eligibility: Eligibility;
}

/** A partner that cannot carry the shipment, with the reasons in its eligibility. */
export interface Refusal extends PartnerLookup {
  price: null;
}

export interface Offer extends PartnerLookup {
  /** The lower coverage score of both ends, in hundredths. */
  coverageHundredths: number;
  /** The lower coverage score of both ends × successRate, in hundredths. */
  confidenceHundredths: number;
  price: Price;
  schedule: Schedule;
}

export type Quote = Refusal | Offer;

/**
 * What a quote is filled into. Who asks for many quotes and reads each before the next gives the same one again: making
 * its objects takes longer than filling them.
 */
export class QuoteBuffer {
  partner: PartnerView | null = null;
  requestedRoute: Route | null = null;
  readonly route = new OwnRoute();
  readonly eligibility = new Eligibility();
  coverageHundredths = 0;
  confidenceHundredths = 0;
  price: Price | null = null;
  readonly schedule = new Schedule();
  readonly rest: RestDays = { own: NO_HOLIDAYS, general: NO_HOLIDAYS, fromStateId: 0, toStateId: 0 };
  readonly ownPrice = new Price();
}

/** The holidays at the ends of a route. */
export function restDays(
  { general }: GenerationView,
  { card }: PartnerView,
  { fromStateId, toStateId }: Route,
): RestDays {
  return { own: card.holidays, general: general.holidays, fromStateId, toStateId };
}

/** When the shipment leaves and arrives; null: not at all. */
function plan(
  { general }: GenerationView,
  { holidays }: RateCard,
  { days: working }: CardNames,
  { fromStateId, toStateId }: Route,
  { requestedAt }: Shipment,
  { eligibility: { hours, days }, rest, schedule: into }: QuoteBuffer,
): Schedule | null {
  if (Number.isNaN(hours)) return null;
  rest.own = holidays;
  rest.general = general.holidays;
  rest.fromStateId = fromStateId;
  rest.toStateId = toStateId;
  return days > 0
    ? scheduleByDays(requestedAt, days, working, rest, into)
    : schedule(requestedAt, hours, working, rest, into);
}

/** Whether an end of the route is held. An RTO is under way, and is not. */
export function isHeld(
  { general }: Pick<GenerationView, 'general'>,
  { holds }: Pick<PartnerView, 'holds'>,
  { pickupSlot, deliverySlot }: Pick<Route, 'pickupSlot' | 'deliverySlot'>,
  { heldAt, direction }: Pick<Shipment, 'heldAt' | 'direction'>,
): boolean {
  if ((holds.id.length === 0 && general.holds.id.length === 0) || direction === RTO_DIRECTION) return false;
  return (
    holdAt(holds, pickupSlot, AT_PICKUP_END, heldAt) !== NO_ROW
    || holdAt(holds, deliverySlot, AT_DELIVERY_END, heldAt) !== NO_ROW
    || holdAt(general.holds, pickupSlot, AT_PICKUP_END, heldAt) !== NO_ROW
    || holdAt(general.holds, deliverySlot, AT_DELIVERY_END, heldAt) !== NO_ROW
  );
}

/**
 * @param into is filled and returned
 * @param assumed of the route and the partner; null: nothing
 */
export function quote(
  view: GenerationView,
  partner: PartnerView,
  route: Route,
  shipment: Shipment,
  into = new QuoteBuffer(),
  assumed: Assumption | null = null,
): Quote {
  into.partner = partner;
  into.requestedRoute = route;
  into.price = null;
  const { card, coverage, names } = partner;
  const own = partnerRoute(view.geography, partner, route, shipment.now, into.route, assumed);
  const eligibility = checkEligibility(card, shipment, own, into.eligibility, assumed !== null && isPlaced(assumed));
  if (isHeld(view, coverage, route, shipment) && isCovered(eligibility)) eligibility.reasons |= HELD;
  const planned = plan(view, card, names, route, shipment, into);
  if (planned === null && isCovered(eligibility)) eligibility.reasons |= TRANSIT;
  if (assumed?.isCarried === true) eligibility.reasons &= OF_CARRIED;
  if (eligibility.reasons !== 0) return into as Refusal;
  // only a parcel that was carried gets here without transit
  if (planned === null) eligibility.hours = NaN;
  const { gstRate } = view.settings;
  const charged = price(
    card,
    view.general.charges,
    shipment,
    own,
    eligibility,
    planned === null ? leavesAt(shipment.requestedAt, names.days, restDays(view, partner, route)) : planned.pickupAt,
    gstRate,
    into.ownPrice,
  );
  // below this bound every amount is exact
  if (charged.subtotalPaise > MAX_SUBTOTAL_PAISE) {
    eligibility.reasons = RATE;
    return into as Refusal;
  }
  // levels run from the most to the least exact, so the higher one has the lower score
  const level = Math.max(partner.pickupLevel(route.pickupSlot), levelIn(coverage.covered[route.deliverySlot]!));
  into.coverageHundredths = COVERAGE_SCORE_HUNDREDTHS[level]!;
  into.confidenceHundredths = names.confidenceHundredths[level]!;
  into.price = charged;
  return into as Offer;
}

/** A partner that covers the route, and why it cannot carry the shipment. */
export interface RefusedPartner {
  partner: PartnerView;
  /** Bit mask over REASON_CODES. */
  reasons: number;
}

/** The partners that make no offer. */
export interface RefusingPartners {
  refusals: RefusedPartner[];
  /** The positions of those that do not cover the route: of most partners a search then reads nothing else. */
  uncovered: number[];
}

const ofMany = new QuoteBuffer();

/**
 * Asks all active partners except the excluded ones, and returns those that cannot carry the shipment.
 * @param onOffer gets each offer, which it may read until it returns
 */
export function quoteAll(
  view: GenerationView,
  route: Route,
  shipment: Shipment,
  excluded: ReadonlySet<string>,
  onOffer: (offer: Offer) => void,
): RefusingPartners {
  const refusals: RefusedPartner[] = [];
  const uncovered: number[] = [];
  const excludesAny = excluded.size > 0;
  const covering = view.covering(route.pickupSlot, route.deliverySlot);
  let next = 0;
  for (let place = 0; place < view.partners.length; place++) {
    const covers = covering[next] === place;
    if (covers) next++;
    if (excludesAny && excluded.has(view.partners[place]!.partnerId)) continue;
    if (!covers) {
      uncovered.push(place);
      continue;
    }
    const partner = view.partners[place]!;
    const answer = quote(view, partner, route, shipment, ofMany);
    if (answer.price !== null) onOffer(answer);
    // it covers one of them at the other end alone
    else if (!isCovered(answer.eligibility)) uncovered.push(place);
    else refusals.push({ partner, reasons: answer.eligibility.reasons });
  }
  return { refusals, uncovered };
}

/**
 * The offers of other partners for a shipment that `partner` refuses, cheapest first, except of the excluded ones. Only
 * the first `most` of the others that cover the route are tried.
 */
export function offersOfOthers(
  view: GenerationView,
  partner: PartnerView,
  route: Route,
  shipment: Shipment,
  excluded: ReadonlySet<string>,
  most: number,
): OfferCandidate[] {
  return view
    .covering(route.pickupSlot, route.deliverySlot)
    .map((place) => view.partners[place]!)
    .filter((other) => other !== partner && !excluded.has(other.partnerId))
    .slice(0, most)
    .flatMap((other) => {
      const answer = quote(view, other, route, shipment, ofMany);
      return answer.price === null ? [] : [candidateOf(answer)];
    })
    .sort(byCost);
}

export interface OfferCandidate extends Candidate {
  partner: PartnerView;
  totalPaise: number;
}

/** The input of a strategy. */
export function candidateOf(offer: Offer): OfferCandidate {
  return {
    partner: offer.partner,
    partnerId: offer.partner.partnerId,
    totalPaise: offer.price.totalPaise,
    costPaise: offer.price.totalPaise + offer.price.recipientLiabilityPaise,
    hours: offer.eligibility.hours,
    successRate: offer.partner.names.partner.performance.successRate,
    coverageHundredths: offer.coverageHundredths,
  };
}
