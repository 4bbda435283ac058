/** The texts of a price in an answer: for its caller now, and for a replay of its token. */
import { hash } from 'node:crypto';
import type { CallerKind } from '../caller.js';
import { reasonCodes } from '../domain/eligibility.js';
import type { Shipment } from '../domain/rate-card.js';
import { asJson, type Json, membersJson, membersOf } from '../json.js';
import { chargesMembers, ownPriceMembers, serviceChargesMembers } from './charges-partner.js';
import type { EngineContext } from './context.js';
import type { Offer, Quote } from './quote.js';
import type { Route } from './route.js';
import { explain } from './text/explain.js';

export interface PriceTexts {
  /** The object `charges`, in the shape of the caller's kind. */
  charges: Json;
  /** The list `breakdown`. */
  breakdown: Json;
  /** Members of the answer that only a partner's credential gets; '': none. */
  further: string;
}

export function priceTexts(
  context: Pick<EngineContext, 'view' | 'now'>,
  callerKind: CallerKind,
  offer: Offer,
  route: Route,
  shipment: Shipment,
): PriceTexts {
  const breakdown = explain(context.view, offer.partner, offer.price, 'full');
  if (callerKind === 'service')
    return { charges: asJson(`{${serviceChargesMembers(offer, shipment)}}`), breakdown, further: '' };
  const { charges, ...more } = ownPriceMembers(context, offer, route, shipment);
  const members = membersJson([chargesMembers(offer), membersOf(charges)]);
  return { charges: asJson(`{${members}}`), breakdown, further: membersOf(more) };
}

const DIGEST_BYTES = 12;

/** Identifies an answer's content: the bytes of its price or, without one, the reasons. */
export function digestOf(texts: Omit<PriceTexts, 'further'> | null, { eligibility }: Quote): Uint8Array {
  const said = texts === null ? reasonCodes(eligibility.reasons).join() : `${texts.charges}\n${texts.breakdown}`;
  return hash('sha256', said, 'buffer').subarray(0, DIGEST_BYTES);
}
