/** A booking at the price that was shown: a quote, and an assignment that names it. */
import { referenceCheck } from './model.js';
import { atResolution } from './resolution.js';
import { amountToCollect, requiredServices } from './shipment.js';
import type { CardWorld, Price, Settings, Shipment } from './types.js';
import type { ReasonCode } from '../../src/domain/reasons.js';

/** What a quoteToken holds. */
export interface Quote {
  partnerId: string;
  shipment: Shipment;
  price: Pick<Price, 'total' | 'recipientLiability'>;
}

export interface BookingRequest {
  shipment: Shipment;
  /** REFUSE unless given. */
  onPriceChange?: 'REFUSE' | 'ACCEPT';
}

export type Booking =
  | { kind: 'BOOKED'; partnerId: string; price: Price; warnings: 'PRICE_CHANGED'[] }
  | { kind: 'QUOTE_TOKEN_MISMATCH'; details: string[] }
  | { kind: 'NO_CAPABLE_PARTNERS'; reasons: ReasonCode[] }
  /** The quoted amount and that of now: Rupees with two decimals. */
  | { kind: 'PRICE_CHANGED'; details: [string, string] };

/** All that pricing reads of a parcel but the moment, by the member that says it; what is left out as its default. */
function factsOf(asked: Shipment): Record<string, unknown> {
  const shipment = atResolution(asked);
  const { weight, pieces, dimensions, customerGstin, placeOfSupply } = shipment;
  return {
    pickupPincode: shipment.pickupPincode,
    deliveryPincode: shipment.deliveryPincode,
    direction: shipment.direction ?? 'FORWARD',
    weight: pieces === undefined ? weight : null,
    pieces: pieces ?? null,
    dimensions: pieces === undefined ? (dimensions ?? null) : null,
    shipmentType: shipment.shipmentType,
    paymentType: shipment.paymentType,
    declaredValue: shipment.declaredValue,
    codAmount: amountToCollect(shipment).toString(),
    // urgency counts by the service that it implies
    services: requiredServices(shipment).sort(),
    customerType: shipment.customerType ?? 'RETAIL',
    customerId: shipment.customerId ?? null,
    customerSez: shipment.customerSez ?? null,
    placeOfSupply: customerGstin?.slice(0, 2) ?? placeOfSupply ?? null,
  };
}

function differences(one: Shipment, other: Shipment): string[] {
  const [quoted, booked] = [factsOf(one), factsOf(other)];
  return Object.keys(quoted).filter((name) => JSON.stringify(quoted[name]) !== JSON.stringify(booked[name]));
}

const rupees = (paise: number): string => (paise / 100).toFixed(2);

/**
 * The outcome of an assignment with a quote, at `now`. In order of precedence:
 * 1. the parcel is another one than the quoted
 * 2. the partner of the quote cannot carry it
 * 3. the total is another one, or the amount that the recipient owes
 */
export function book(
  world: CardWorld,
  quote: Quote,
  { shipment, onPriceChange = 'REFUSE' }: BookingRequest,
  now: Date,
  settings?: Settings,
): Booking {
  const details = differences(quote.shipment, shipment);
  if (details.length > 0) return { kind: 'QUOTE_TOKEN_MISMATCH', details };
  const { partnerId } = quote;
  const found = referenceCheck(world, partnerId, { ...shipment, question: 'ASSIGNMENT' }, now, settings);
  if (found.kind !== 'CHECKED') return { kind: 'NO_CAPABLE_PARTNERS', reasons: [] };
  const { price, reasons } = found;
  if (price === null || reasons.length > 0) return { kind: 'NO_CAPABLE_PARTNERS', reasons };
  const changed = (['total', 'recipientLiability'] as const).find((amount) => price[amount] !== quote.price[amount]);
  if (changed === undefined) return { kind: 'BOOKED', partnerId, price, warnings: [] };
  if (onPriceChange === 'ACCEPT') return { kind: 'BOOKED', partnerId, price, warnings: ['PRICE_CHANGED'] };
  return { kind: 'PRICE_CHANGED', details: [rupees(quote.price[changed]), rupees(price[changed])] };
}
