/** The assignment of a shipment at the price of a quote, by the quote's token (docs/rules.md#bookings). */
import type { AssignmentRequest } from '../contract/requests.js';
import { validationFailure } from '../contract/faults.js';
import type { Caller } from '../caller.js';
import { canonicalJson } from '../domain/canonical.js';
import type { Shipment } from '../domain/rate-card.js';
import { servicesOf } from '../domain/vocabulary.js';
import { sortedSides } from '../domain/weight.js';
import type { Failure } from '../errors.js';
import { type EngineContext } from './context.js';
import type { ShipmentRequest } from './shipment.js';
import { twoDecimals } from './text/explain-entries.js';
import { openToken, type QuotedAmounts, type QuotedQuestion } from './quote-token.js';

/** A quote that was opened, and what it showed. */
export interface BookedQuote {
  question: QuotedQuestion;
  quoted: QuotedAmounts;
}

/** The quote of a token, or why nothing can be booked by it. */
export function openBooking(
  { view: { tokens } }: Pick<EngineContext, 'view'>,
  { kind, id }: Caller,
  token: string,
  { assignmentPreferences, shipmentDetails }: AssignmentRequest,
): { ok: true; booking: BookedQuote } | { ok: false; failure: Failure } {
  const question = tokens.key === null ? null : openToken(token, tokens.key);
  if (question === null) return { ok: false, failure: { code: 'QUOTE_TOKEN_INVALID' } };
  const { partnerId, quoted } = question;
  if (kind === 'partner' && partnerId !== id) return { ok: false, failure: { code: 'FORBIDDEN' } };
  const faults = [
    ['assignmentPreferences.selectedPartner', assignmentPreferences.selectedPartner],
    ['shipmentDetails.assignedPartnerId', shipmentDetails.assignedPartnerId],
  ].flatMap(([field, value]) =>
    value === undefined || value === partnerId
      ? []
      : [
          {
            field: field!,
            code: 'INVALID_VALUE' as const,
            message: `must be ${partnerId}, whose quote it is, or left out`,
            value,
            allowedValues: [partnerId],
          },
        ],
  );
  if (faults.length > 0) return { ok: false, failure: validationFailure(kind, faults, []) };
  if (quoted) return { ok: true, booking: { question, quoted } };
  const message =
    quoted === null
      ? `The quote of ${partnerId} has no price, and nothing can be booked by it`
      : 'The quoteToken is of a release whose tokens cannot be booked: ask for the price again';
  return { ok: false, failure: { code: 'QUOTE_TOKEN_INVALID', message } };
}

interface DescribedShipment {
  request: ShipmentRequest;
  shipment: Shipment;
}

/** The members in which a shipment is not the quoted one, of all that pricing reads; empty: it is the same. */
export function differingMembers(asked: DescribedShipment, quoted: DescribedShipment): string[] {
  const isOther = (of: (described: DescribedShipment) => unknown): boolean =>
    canonicalJson(of(asked)) !== canonicalJson(of(quoted));
  return Object.entries(isInPieces(asked, quoted) ? { ...IN_PIECES, ...COMPARED } : { ...WHOLE, ...COMPARED })
    .filter(([, of]) => isOther(of))
    .map(([name]) => name);
}

type Traits = Record<string, (described: DescribedShipment) => unknown>;

const isInPieces = (...both: readonly DescribedShipment[]): boolean =>
  both.some(({ request }) => request.pieces !== undefined);

const WHOLE: Traits = {
  weight: ({ shipment }) => shipment.weights.actualGrams,
  dimensions: ({ request }) => (request.dimensions === undefined ? null : sortedSides(request.dimensions)),
};

/** A shipment without pieces is one; their order does not matter. */
const IN_PIECES: Traits = {
  pieces: ({ request }) =>
    (request.pieces ?? [{ count: 1, weight: request.weight!, dimensions: request.dimensions }])
      .map(({ count, weight, dimensions }) =>
        canonicalJson([count, weight, dimensions ? sortedSides(dimensions) : null]),
      )
      .sort(),
};

/** By the members of a question, with what counts where one is left out. */
const COMPARED: Traits = {
  declaredValue: ({ shipment }) => shipment.declaredPaise,
  codAmount: ({ shipment }) => shipment.codPaise,
  shipmentType: ({ shipment }) => shipment.shipmentType,
  paymentType: ({ shipment }) => shipment.paymentType,
  customerType: ({ shipment }) => shipment.customerType,
  customerId: ({ shipment }) => shipment.customerId,
  placeOfSupply: ({ shipment }) => shipment.placeOfSupply,
  customerSez: ({ shipment }) => shipment.sez,
  direction: ({ shipment }) => shipment.direction,
  services: ({ shipment }) => servicesOf(shipment.rowServices),
};

/** The quoted amount and that of now, Rupees with two decimals; null: the price is the one that was quoted. */
export function changedAmounts(quoted: QuotedAmounts, now: QuotedAmounts): [quoted: string, now: string] | null {
  for (const name of ['totalPaise', 'recipientLiabilityPaise'] as const)
    if (quoted[name] !== now[name]) return [twoDecimals(quoted[name]), twoDecimals(now[name])];
  return null;
}
