/** One partner's quote for one shipment on one route: eligibility and, if it is capable, price and days. */
import { type RestDays, schedule, type Schedule, weekdayOf } from '../domain/calendar.js';
import { checkEligibility, type Eligibility, isCovered, RATE, TRANSIT } from '../domain/eligibility.js';
import { toPaise } from '../domain/money.js';
import { price, type Price } from '../domain/pricing.js';
import type { PartnerRoute, Shipment } from '../domain/rate-card.js';
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
  serviceBit,
  serviceMask,
  type ServiceTypeId,
  SHIPMENT_TYPES,
  type ShipmentType,
  type UrgencyLevel,
} from '../domain/vocabulary.js';
import { partnerRoute, type Route } from './route.js';
import type { Moments } from './ship-date.js';
import { type Dimensions, largestSides, type PieceRequest, Weights } from '../domain/weight.js';
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
  urgency?: UrgencyLevel;
  maxDeliveryTime?: number;
  direction?: Direction;
  /** The services that the request names; {@link requiredServices} adds the implied ones. */
  services: readonly ServiceTypeId[];
}

type OwnMember = 'dimensions' | 'maxDeliveryTime' | 'services';

/**
 * The shipment of a question. Field by field: members that its schema does not know were not validated and must not
 * count, and spreading a request costs more than pricing it.
 * @param own the members that not every question has under the same name
 */
export function shipmentRequestOf(
  request: Omit<ShipmentRequest, OwnMember>,
  { dimensions, maxDeliveryTime, services }: Pick<ShipmentRequest, OwnMember>,
): ShipmentRequest {
  return {
    weight: request.weight,
    pieces: request.pieces,
    dimensions,
    declaredValue: request.declaredValue,
    codAmount: request.codAmount,
    shipmentType: request.shipmentType,
    paymentType: request.paymentType,
    customerType: request.customerType,
    customerId: request.customerId,
    customerGstin: request.customerGstin,
    urgency: request.urgency,
    maxDeliveryTime,
    direction: request.direction,
    services,
  };
}

/** Normalises a request once for all partners. */
export function shipmentOf(
  request: ShipmentRequest,
  route: Route,
  { geography }: GenerationView,
  moments: Moments,
): Shipment {
  const { weight, dimensions } = request;
  const pieces = request.pieces ?? [{ count: 1, weight: weight!, dimensions }];
  const weights = new Weights(pieces);
  const declaredPaise = toPaise(request.declaredValue ?? 0);
  const gstCode = request.customerGstin?.slice(0, GST_CODE_LENGTH) ?? geography.state(route.pickupSlot).gstCode;
  return {
    actualGrams: request.weight ?? weights.actualGrams,
    weights,
    pieces: weights.pieces,
    sides: largestSides(pieces),
    declaredPaise,
    codPaise: codPaiseOf(request, declaredPaise),
    paymentType: PAYMENT_TYPES.indexOf(request.paymentType),
    shipmentType: SHIPMENT_TYPES.indexOf(request.shipmentType),
    customerType: CUSTOMER_TYPES.indexOf(request.customerType ?? 'RETAIL'),
    customerId: request.customerId ?? null,
    placeOfSupply: Number(gstCode),
    services: requiredServices(request),
    maxDeliveryHours: request.maxDeliveryTime ?? Infinity,
    direction: DIRECTIONS.indexOf(request.direction ?? 'FORWARD'),
    now: moments.priced,
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
 * brought to the partner; in a customer's return REVERSE takes its place. An RTO requires no service.
 */
function requiredServices({ services, paymentType, urgency, direction }: ShipmentRequest): number {
  if (direction === 'RTO') return 0;
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

/** When the shipment leaves and arrives; null: not at all. */
function plan(view: GenerationView, partner: PartnerView, route: Route, hours: number, askedAt: number) {
  if (Number.isNaN(hours)) return null;
  return schedule(askedAt, hours, partner.names.days, restDays(view, partner, route));
}

/** The holidays at the ends of a route. */
export function restDays(
  { general }: GenerationView,
  { card }: PartnerView,
  { fromStateId, toStateId }: Route,
): RestDays {
  return { own: card.holidays, general: general.holidays, fromStateId, toStateId };
}

export function quote(view: GenerationView, partner: PartnerView, route: Route, shipment: Shipment): Quote {
  const own = partnerRoute(view.geography, partner, route, shipment.now);
  const eligibility = checkEligibility(partner.card, shipment, own);
  const planned = plan(view, partner, route, eligibility.hours, shipment.requestedAt);
  if (planned === null && isCovered(eligibility)) eligibility.reasons |= TRANSIT;
  if (planned === null || eligibility.reasons !== 0)
    return { partner, requestedRoute: route, route: own, eligibility, price: null };
  const charged = price(
    partner.card,
    view.general.charges,
    shipment,
    own,
    eligibility,
    weekdayOf(planned.pickupAt),
    view.settings.gstRate,
  );
  // below this bound every amount is exact
  if (charged.subtotalPaise > MAX_SUBTOTAL_PAISE)
    return { partner, requestedRoute: route, route: own, eligibility: { ...eligibility, reasons: RATE }, price: null };
  // levels run from the most to the least exact, so the higher one has the lower score
  const level = Math.max(partner.level(route.pickupSlot), partner.level(route.deliverySlot));
  return {
    partner,
    requestedRoute: route,
    route: own,
    eligibility,
    coverageHundredths: COVERAGE_SCORE_HUNDREDTHS[level]!,
    confidenceHundredths: partner.names.confidenceHundredths[level]!,
    price: charged,
    schedule: planned,
  };
}

/** The quotes of all active partners except the excluded ones, capable ones apart from the refusals. */
export function quoteAll(
  view: GenerationView,
  route: Route,
  shipment: Shipment,
  excluded: ReadonlySet<string>,
): { offers: Offer[]; refusals: Refusal[]; uncovered: PartnerView[] } {
  const offers: Offer[] = [];
  const refusals: Refusal[] = [];
  const uncovered: PartnerView[] = [];
  const covering = view.covering(route.pickupSlot, route.deliverySlot);
  let next = 0;
  for (let place = 0; place < view.partners.length; place++) {
    const partner = view.partners[place]!;
    const covers = covering[next] === place;
    if (covers) next++;
    if (excluded.has(partner.partnerId)) continue;
    if (!covers) {
      uncovered.push(partner);
      continue;
    }
    const answer = quote(view, partner, route, shipment);
    if (answer.price === null) refusals.push(answer);
    else offers.push(answer);
  }
  return { offers, refusals, uncovered };
}

/**
 * The offers of other partners for a shipment that `partner` refuses, cheapest first. Only the first `most` partners
 * that cover the route are tried.
 */
export function offersOfOthers(
  view: GenerationView,
  partner: PartnerView,
  route: Route,
  shipment: Shipment,
  most: number,
): OfferCandidate[] {
  return view
    .covering(route.pickupSlot, route.deliverySlot)
    .map((place) => view.partners[place]!)
    .filter((other) => other !== partner)
    .slice(0, most)
    .map((other) => quote(view, other, route, shipment))
    .filter((answer) => answer.price !== null)
    .map(candidateOf)
    .sort(byCost);
}

export interface OfferCandidate extends Candidate {
  offer: Offer;
  totalPaise: number;
}

/** The input of a strategy. */
export function candidateOf(offer: Offer): OfferCandidate {
  return {
    offer,
    partnerId: offer.partner.partnerId,
    totalPaise: offer.price.totalPaise,
    costPaise: offer.price.totalPaise + offer.price.recipientLiabilityPaise,
    hours: offer.eligibility.hours,
    successRate: offer.partner.names.partner.performance.successRate,
    coverageHundredths: offer.coverageHundredths,
  };
}
