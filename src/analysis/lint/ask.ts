/** Examples: bodies of calculate-charges, and what the engine answers to them on the card that is looked at. */
import type { ChargesRequest } from '../../contract/requests.js';
import { dayInIndia, momentOf } from '../../domain/calendar.js';
import type { Shipment } from '../../domain/rate-card.js';
import {
  COD_PAYMENT,
  type Direction,
  PAYMENT_TYPES,
  type ServiceTypeId,
  SHIPMENT_TYPES,
} from '../../domain/vocabulary.js';
import { endsOf, findRoute } from '../../engine/route.js';
import { type Quote, quote } from '../../engine/quote.js';
import { shipmentOf, shipmentRequestOf } from '../../engine/shipment.js';
import { MAX_PIECE_COUNT, MAX_PIECE_GRAMS, MAX_WEIGHT_GRAMS } from '../../limits/requests.js';
import type { LintedCard } from './card.js';
import type { ServedRoute } from './routes.js';

/** A body of calculate-charges. */
export type Question = ChargesRequest;

interface ShipmentKind {
  /** Positions in the vocabularies. */
  shipmentType: number;
  paymentType: number;
  customerId?: string | null | undefined;
  direction?: Direction | null | undefined;
  /** A service that it requires besides the implied ones. */
  service?: ServiceTypeId | null | undefined;
}

export interface ExampleFacts extends ShipmentKind {
  grams: number;
  /** The pricing moment if it is not that of the card; milliseconds since the epoch. */
  atMs?: number;
}

/** An amount that nearly every courier collects; Rupees. */
export const COLLECTED_RUPEES = 100;

/** The question of a shipment on a route. */
export function questionOf(card: LintedCard, { route, own }: ServedRoute, asked: ExampleFacts): Question {
  const { documents, partner } = card;
  const { maxCodAmount, maxDeclaredValue } = documents.partner.limits;
  const kind = kindOf(asked);
  const most = Math.min(COLLECTED_RUPEES, maxCodAmount, maxDeclaredValue, own.maxCodPaise / 100);
  const shipDate = asked.atMs === undefined ? card.asOf : shipDateOf(asked.atMs);
  return {
    partnerId: documents.partner.partnerId,
    pickupPincode: route.pickupPincode,
    deliveryPincode: route.deliveryPincode,
    ...weightOf(asked.grams, partner.card.limits.maxPieceGrams),
    ...kind,
    ...(kind.paymentType === 'COD' && { declaredValue: most }),
    ...(shipDate !== null && { shipDate }),
  };
}

/** The members by which rows of a card are chosen. */
const kindOf = ({ shipmentType, paymentType, customerId, direction, service }: ShipmentKind) => ({
  shipmentType: SHIPMENT_TYPES[shipmentType]!,
  paymentType: PAYMENT_TYPES[paymentType]!,
  ...(customerId && { customerId }),
  ...(direction && direction !== 'FORWARD' && { direction }),
  ...(service && { serviceRequirements: [service] }),
});

/**
 * Shipments as the rows see them that are chosen for them, by shipment type and payment type: each is made once, since
 * neither its weight nor its route counts there.
 * @param owner what they have in common
 */
export function shipmentsOf(
  { view, atMs: cardMs }: LintedCard,
  { atMs = cardMs, ...owner }: Omit<ShipmentKind, 'shipmentType' | 'paymentType'> & Pick<ExampleFacts, 'atMs'>,
): (shipmentType: number, paymentType: number) => Shipment {
  const known: Shipment[] = [];
  return (shipmentType, paymentType) =>
    (known[shipmentType * PAYMENT_TYPES.length + paymentType] ??= shipmentOf(
      shipmentRequestOf({ weight: 1, ...kindOf({ ...owner, shipmentType, paymentType }) }),
      NOWHERE,
      view,
      { priced: atMs, requested: atMs, held: NEVER_HELD_MS },
    ));
}

const NOWHERE = { pickupSlot: 0 };

/** In pieces where one would be too heavy. */
function weightOf(grams: number, maxPieceGrams: number): Pick<Question, 'weight' | 'pieces'> {
  if (grams <= Math.min(maxPieceGrams, MAX_WEIGHT_GRAMS)) return { weight: grams };
  const weight = Math.min(maxPieceGrams, MAX_PIECE_GRAMS);
  const pieces: NonNullable<Question['pieces']> = [];
  for (let left = Math.floor(grams / weight); left > 0; left -= MAX_PIECE_COUNT)
    pieces.push({ count: Math.min(left, MAX_PIECE_COUNT), weight });
  const rest = grams % weight;
  if (rest > 0) pieces.push({ count: 1, weight: rest });
  return { pieces };
}

/** The payment types in which a shipment may be asked for on a route; a customer's return collects nothing. */
export const paymentTypesFor = (
  { paymentTypes }: ServedRoute,
  direction: Direction | null | undefined,
): readonly number[] =>
  direction === 'REVERSE' ? paymentTypes.filter((paymentType) => paymentType !== COD_PAYMENT) : paymentTypes;

/** The same question of another moment, in milliseconds since the epoch. */
export const askedAt = (question: Question, atMs: number): Question => ({ ...question, shipDate: shipDateOf(atMs) });

/** The shortest way to say a moment. */
function shipDateOf(ms: number): string {
  const day = dayInIndia(ms);
  return momentOf(day) === ms ? day : new Date(ms).toISOString();
}

/** No hold begins by then: holds are no part of a card. */
const NEVER_HELD_MS = NaN;

/** The quote that a question gets on the card where nothing is on hold. */
export function ask({ view, partner, atMs }: LintedCard, question: Question): Quote {
  const { pickupPincode, deliveryPincode } = endsOf(question);
  const route = findRoute(view, pickupPincode, deliveryPincode);
  if ('unknown' in route) throw new Error('an example is between pincodes that there are');
  const priced = question.shipDate === undefined ? atMs : momentOf(question.shipDate);
  const shipment = shipmentOf(shipmentRequestOf(question), route, view, {
    priced,
    requested: priced,
    held: NEVER_HELD_MS,
  });
  return quote(view, partner, route, shipment);
}
