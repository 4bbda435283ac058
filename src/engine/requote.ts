/** Prices an earlier question again, on whichever generation. */
import { type ReasonCode } from '../domain/reasons.js';
import { reasonCodes } from '../domain/eligibility.js';
import type { GenerationView } from '../index/view.js';
import { digestOf, priceTexts, type PriceTexts } from './price-texts.js';
import { quote } from './quote.js';
import { shipmentOf } from './shipment.js';
import type { QuotedQuestion } from './quote-token.js';
import { findRoute } from './route.js';

export interface RepeatedQuote {
  /** Null: there is no price, for the `reasons`. */
  texts: Omit<PriceTexts, 'further'> | null;
  /** Empty with a price. */
  reasons: readonly (ReasonCode | 'PINCODE_NOT_FOUND' | 'PARTNER_NOT_FOUND')[];
  /** Of the answer's content; null: it would be a failure. */
  digest: Uint8Array | null;
}

/**
 * @param atMs the moment of rows and prices, in milliseconds since the epoch
 * @param heldAtMs the moment of holds
 */
export function requote(view: GenerationView, question: QuotedQuestion, atMs: number, heldAtMs = atMs): RepeatedQuote {
  const { callerKind, partnerId, pickupPincode, deliveryPincode } = question;
  const route = findRoute(view, pickupPincode, deliveryPincode);
  if ('unknown' in route) return { texts: null, reasons: ['PINCODE_NOT_FOUND'], digest: null };
  const partner = view.partner(partnerId);
  if (partner === undefined) return { texts: null, reasons: ['PARTNER_NOT_FOUND'], digest: null };
  const shipment = shipmentOf(question.shipment, route, view, { priced: atMs, requested: atMs, held: heldAtMs });
  const answer = quote(view, partner, route, shipment);
  const texts = answer.price === null ? null : priceTexts({ view, now: atMs }, callerKind, answer, route, shipment);
  return { texts, reasons: reasonCodes(answer.eligibility.reasons), digest: digestOf(texts, answer) };
}
