/** One partner's quote for one shipment on one route: eligibility and, if it is capable, price and days. */
import { leavesAt, NO_HOLIDAYS, type RestDays, schedule, Schedule, scheduleByDays } from '../domain/schedule.js';
import { checkEligibility, Eligibility, HELD, isCovered, OF_CARRIED, RATE, TRANSIT } from '../domain/eligibility.js';
import { AT_DELIVERY_END, AT_PICKUP_END, holdAt } from '../domain/holds.js';
import type { ChargedAmounts } from '../domain/landed.js';
import { shareOf } from '../domain/money.js';
import { TEN_THOUSANDTHS } from '../domain/outcomes/rates.js';
import { price, Price } from '../domain/pricing.js';
import type { PartnerRoute, RateCard, Shipment } from '../domain/rate-card.js';
import { NO_ROW } from '../domain/rates.js';
import { byCost, type Candidate } from '../domain/strategies.js';
import { COVERAGE_SCORE_HUNDREDTHS, PAYMENT_TYPES, RTO_DIRECTION } from '../domain/vocabulary.js';
import { type Assumption, isPlaced } from './assumption.js';
import { OwnRoute, partnerRoute, type Route } from './route.js';
import type { CardNames } from '../index/card/parts.js';
import { levelIn } from '../index/coverage.js';
import type { GenerationView, PartnerView } from '../index/view.js';
import { MAX_SUBTOTAL_PAISE } from '../limits/documents.js';

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
  /** 0 to 1. */
  successRate: number;
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
  successRate = 0;
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
  into.successRate = names.partner.performance.successRate;
  into.confidenceHundredths = names.confidenceHundredths[level]!;
  if (names.usesOutcomes) takeOutcomes(view, partner, route, shipment, into);
  into.price = charged;
  return into as Offer;
}

/** The success rate that outcomes give at the delivery pincode, and the confidence by it, rounded half up. */
function takeOutcomes(
  { performance }: GenerationView,
  { partnerId }: PartnerView,
  { deliverySlot }: Route,
  { paymentType }: Shipment,
  into: QuoteBuffer,
): void {
  const delivered = TEN_THOUSANDTHS - performance.riskAt(partnerId, deliverySlot, PAYMENT_TYPES[paymentType]!).rto;
  into.successRate = delivered / TEN_THOUSANDTHS;
  into.confidenceHundredths = shareOf(into.coverageHundredths, delivered, TEN_THOUSANDTHS);
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
  /** Taxable and not taxable, without tax. */
  untaxedPaise: number;
}

/** What a partner charges, without tax and with it. */
export const chargedBy = (charged: Price): ChargedAmounts => ({
  untaxedPaise: charged.taxablePaise + charged.nonTaxablePaise,
  costPaise: charged.totalPaise + charged.recipientLiabilityPaise,
});

/** The input of a strategy. */
export function candidateOf(offer: Offer): OfferCandidate {
  const { untaxedPaise, costPaise } = chargedBy(offer.price);
  return {
    partner: offer.partner,
    partnerId: offer.partner.partnerId,
    totalPaise: offer.price.totalPaise,
    untaxedPaise,
    costPaise,
    hours: offer.eligibility.hours,
    successRate: offer.successRate,
    coverageHundredths: offer.coverageHundredths,
  };
}
