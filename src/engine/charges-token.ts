/** quoteToken of calculate-charges, for a replay of its price. */
import { strict as assert } from 'node:assert';
import type { Caller } from '../caller.js';
import type { Warning } from '../contract/warnings.js';
import { MAX_QUOTE_TOKEN_LENGTH } from '../limits/requests.js';
import { PACKAGE_VERSION } from '../package-root.js';
import { pricingRequestOf } from './pricing-request.js';
import type { EngineContext } from './context.js';
import { digestOf, type PriceTexts } from './price-texts.js';
import type { Quote } from './quote.js';
import type { ShipmentRequest } from './shipment.js';
import { quotedAmountsOf, sealQuestion } from './quote-token.js';
import type { Route } from './route.js';
import type { Moments } from './ship-date.js';

/** A question with its answer. */
interface AnsweredQuestion {
  context: EngineContext;
  caller: Caller;
  route: Route;
  described: ShipmentRequest;
  moments: Moments;
  answer: Quote;
  texts: PriceTexts | null;
}

/** Null: it would be too large; the caller gets a warning. */
export function tokenOf({
  context,
  caller,
  route,
  described,
  moments,
  answer,
  texts,
}: AnsweredQuestion): string | null {
  const { settings, tokens } = context.view;
  assert(tokens.key !== null, 'a generation that answers questions has the key of tokens');
  const { pickupPincode, deliveryPincode, ...shipment } = pricingRequestOf(
    route.pickupPincode,
    route.deliveryPincode,
    described,
  );
  return sealQuestion(
    {
      callerKind: caller.kind,
      partnerId: answer.partner.partnerId,
      pickupPincode,
      deliveryPincode,
      shipment,
      pricedAtMs: moments.priced,
      heldAtMs: moments.held,
      settings,
      engine: PACKAGE_VERSION,
      changeId: tokens.changeId,
      rateCardVersion: answer.partner.rateCardVersion,
      digest: digestOf(texts, answer),
      quoted: answer.price === null ? null : quotedAmountsOf(answer.price),
    },
    tokens.key,
  );
}

export const TOKEN_TOO_LARGE: Warning = {
  code: 'QUOTE_TOKEN_TOO_LARGE',
  field: 'includeQuoteToken',
  message: `There is no token: it would have more than ${MAX_QUOTE_TOKEN_LENGTH} characters, mostly for its pieces`,
};
