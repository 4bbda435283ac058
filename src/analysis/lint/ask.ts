/** Examples: bodies of calculate-charges, and what the engine answers to them on the card that is looked at. */
import type { ChargesRequest } from '../../contract/requests.js';
import { dayInIndia, momentOf } from '../../domain/calendar.js';
import {
  COD_PAYMENT,
  DELIVERY,
  type Direction,
  PAYMENT_TYPES,
  type PaymentType,
  PICKUP,
  REVERSE,
  serviceBit,
  type ServiceTypeId,
  SHIPMENT_TYPES,
  type ShipmentType,
} from '../../domain/vocabulary.js';
import { endsOf, findRoute } from '../../engine/route.js';
import { type Quote, quote } from '../../engine/quote.js';
import { shipmentOf, shipmentRequestOf } from '../../engine/shipment.js';
import { MAX_PIECE_COUNT, MAX_PIECE_GRAMS, MAX_WEIGHT_GRAMS } from '../../limits/requests.js';
import type { LintedCard } from './card.js';
import type { ServedRoute } from './routes.js';

/** A body of calculate-charges. */
export type Question = ChargesRequest;

export interface ExampleFacts {
  grams: number;
  /** Positions in the vocabularies. */
  shipmentType: number;
  paymentType: number;
  customerId?: string | null | undefined;
  direction?: Direction | null | undefined;
  /** A service that it requires besides the implied ones. */
  service?: ServiceTypeId | null | undefined;
  /** The pricing moment if it is not that of the card; milliseconds since the epoch. */
  atMs?: number;
}

/** An amount that nearly every courier collects; Rupees. */
export const COLLECTED_RUPEES = 100;

/** The question of a shipment on a route. */
export function questionOf(card: LintedCard, { route, own }: ServedRoute, asked: ExampleFacts): Question {
  const { documents, partner } = card;
  const { maxCodAmount, maxDeclaredValue } = documents.partner.limits;
  const paymentType: PaymentType = PAYMENT_TYPES[asked.paymentType]!;
  const shipmentType: ShipmentType = SHIPMENT_TYPES[asked.shipmentType]!;
  const most = Math.min(COLLECTED_RUPEES, maxCodAmount, maxDeclaredValue, own.maxCodPaise / 100);
  const shipDate = asked.atMs === undefined ? card.asOf : shipDateOf(asked.atMs);
  return {
    partnerId: documents.partner.partnerId,
    pickupPincode: route.pickupPincode,
    deliveryPincode: route.deliveryPincode,
    ...weightOf(asked.grams, partner.card.limits.maxPieceGrams),
    shipmentType,
    paymentType,
    ...(paymentType === 'COD' && { declaredValue: most }),
    ...(asked.customerId && { customerId: asked.customerId }),
    ...(asked.direction && asked.direction !== 'FORWARD' && { direction: asked.direction }),
    ...(asked.service && { serviceRequirements: [asked.service] }),
    ...(shipDate !== null && { shipDate }),
  };
}

/** The services by which rows are chosen for such a question, as a bit mask. A REVERSE has REVERSE for PICKUP. */
export function servicesAsked({ paymentType, direction, service }: Omit<ExampleFacts, 'grams'>): number {
  const named = DELIVERY | serviceBit(PAYMENT_TYPES[paymentType]!) | (service ? serviceBit(service) : 0);
  return direction === 'REVERSE' ? (named & ~PICKUP) | REVERSE : named;
}

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
