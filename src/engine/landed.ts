/** The expected landed cost of a shipment by each partner that can carry it (docs/landed-cost.md). */
import { type LandedCost, landedCost, type LandedTerms, landedTermsFor, REMITTANCE_DAYS } from '../domain/landed.js';
import type { Shipment } from '../domain/rate-card.js';
import type { Warning } from '../contract/warnings.js';
import type { GenerationView } from '../index/view.js';
import { membersOf } from '../json.js';
import { chargedBy, type OfferCandidate, quote, QuoteBuffer } from './quote.js';
import { rtoOf } from './return-charges.js';
import type { Route } from './route.js';
import { shipmentOf, type ShipmentRequest } from './shipment.js';
import type { Moments } from './ship-date.js';
import { shownLanded } from './text/landed.js';

/** A forward shipment, as questions prepare it. */
interface LandedShipment {
  described: ShipmentRequest;
  route: Route;
  shipment: Shipment;
  moments: Moments;
}

/** What is the same for all partners: made once a shipment. */
interface LandedQuestion extends Pick<LandedShipment, 'described' | 'route' | 'shipment'> {
  terms: LandedTerms;
  /** The same parcel on its way back. */
  returning: Shipment;
}

/** The landed cost of each partner; null: there are no terms. */
export type LandedCosts = ((candidate: LandedCandidate) => LandedCost) | null;

/** What a landed cost reads of an offer. */
export type LandedCandidate = Pick<OfferCandidate, 'partner' | 'untaxedPaise' | 'costPaise' | 'hours'>;

/**
 * @param atMs the moment asked at: the terms in force then count
 * @returns null: there are none
 */
function landedQuestionOf(
  view: GenerationView,
  { described, route, shipment, moments }: LandedShipment,
  atMs: number,
): LandedQuestion | null {
  const terms = landedTermsFor(view.general.landedTerms, shipment.customerId, atMs);
  if (terms === null) return null;
  const returning = shipmentOf(rtoOf(described), route, view, moments);
  return { terms, described, route, shipment, returning };
}

/** {@link landedOf} of the candidates of one shipment. */
export function landedCostsOf(view: GenerationView, asked: LandedShipment, atMs: number): LandedCosts {
  const question = landedQuestionOf(view, asked, atMs);
  return question && ((candidate) => landedOf(view, question, candidate));
}

export const NO_TERMS: Warning = {
  code: 'NO_LANDED_TERMS',
  field: 'includeLanded',
  message: 'No landed terms are in force for the shipment: its landed cost is not known',
};

/** The member `landed` of an answer. */
export const landedMember = (costs: LandedCosts, candidate: LandedCandidate): string =>
  membersOf({ landed: costs && shownLanded(costs(candidate)) });

const ofReturns = new QuoteBuffer();

/** It asks its partner for the price of the return; quotes of other buffers stay as they are. */
export function landedOf(
  view: GenerationView,
  { terms, described, route, shipment, returning }: LandedQuestion,
  { partner, untaxedPaise, costPaise, hours }: LandedCandidate,
): LandedCost {
  const rto = quote(view, partner, route, returning, ofReturns);
  return landedCost(terms, {
    forward: { untaxedPaise, costPaise },
    rto: rto.price === null ? null : chargedBy(rto.price),
    declaredPaise: shipment.declaredPaise,
    codPaise: shipment.codPaise,
    hours,
    remittanceDays: partner.names.partner.codRemittanceDays ?? REMITTANCE_DAYS,
    risk: view.performance.riskAt(partner.partnerId, route.deliverySlot, described.paymentType),
  });
}
