/** Prices a sampled shipment by two generations of the index. */
import type { PartnerView, GenerationView } from '../../index/view.js';
import type { PricingRequest } from '../../engine/pricing-request.js';
import type { Question } from '../../engine/question.js';
import { type Offer, quote, QuoteBuffer } from '../../engine/quote.js';
import { shipmentOf } from '../../engine/shipment.js';
import { findRoute } from '../../engine/route.js';
import { type Moments, momentsFromNow, momentsOfCharges } from '../../engine/ship-date.js';
import type { PartnerPrice } from './sums.js';

/** A shipment to be priced, as a question or an assignment says it. */
interface PricingInput {
  question: Question;
  shipDate?: string | undefined;
  shipment: PricingRequest;
}

const buffer = new QuoteBuffer();

/** A partner of a generation; undefined: it is not active in it. */
type ActivePartner = PartnerView | undefined;

/**
 * What a partner asks for a shipment in this generation: {@link PartnerPrice}, or null if it does not carry it. Without
 * shipDate a shipment is priced as if the question came now.
 */
export function partnerPriceIn(
  view: GenerationView,
  { question, shipDate, shipment: traits }: PricingInput,
  nowMs: number,
): (partner: ActivePartner) => PartnerPrice | null {
  const route = findRoute(view, traits.pickupPincode, traits.deliveryPincode);
  if ('unknown' in route) return () => null;
  const shipment = shipmentOf(traits, route, view, momentsOf(question, shipDate, nowMs));
  return (partner) => {
    const offer = partner === undefined ? null : quote(view, partner, route, shipment, buffer);
    return offer === null || offer.price === null ? null : partnerPriceOf(offer);
  };
}

const momentsOf = (question: Question, shipDate: string | undefined, nowMs: number): Moments =>
  (question === 'charges' ? momentsOfCharges : momentsFromNow)(shipDate, nowMs);

/** It outlives the offer, whose buffer is filled again. */
function partnerPriceOf({ partner, price, route: { lane, fromZone, toZone } }: Offer): PartnerPrice {
  const { totalPaise, chargeableGrams } = price;
  return { totalPaise, chargeableGrams, lane: () => laneName(partner, lane, fromZone, toZone) };
}

/** The lane of a route by its rules; without one the names of its zones, as FROM>TO. */
function laneName({ names }: PartnerView, lane: number, fromZone: number, toZone: number): string {
  const zoneName = (zone: number): string => names.zones[zone - 1]!.name;
  return names.lanes[lane - 1] ?? `${zoneName(fromZone)}>${zoneName(toZone)}`;
}
