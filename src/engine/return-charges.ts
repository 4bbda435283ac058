/** returnCharges: the prices of a forward shipment's returns (docs/rules.md#returns-of-a-shipment). */
import { reasonCodes } from '../domain/eligibility.js';
import type { GenerationView, PartnerView } from '../index/view.js';
import { asJson, type Json, toJson } from '../json.js';
import { serviceChargesMembers } from './charges-partner.js';
import { quote, type Quote, QuoteBuffer } from './quote.js';
import { type ShipmentRequest, shipmentOf } from './shipment.js';
import type { Route } from './route.js';
import type { Moments } from './ship-date.js';

const ofReturns = new QuoteBuffer();

/**
 * `{rto, reverse, reasons: {rto, reverse}}`: charges, or null with the codes of the reasons. `request`: the forward
 * shipment, which the partner carries.
 */
export function returnChargesJson(
  view: GenerationView,
  partner: PartnerView,
  request: ShipmentRequest,
  route: Route,
  moments: Moments,
): Json {
  const quoted = (what: ShipmentRequest, between: Route) => {
    const shipment = shipmentOf(what, between, view, moments);
    const answer = quote(view, partner, between, shipment, ofReturns);
    const charges = answer.price === null ? 'null' : `{${serviceChargesMembers(answer, shipment)}}`;
    return { charges, reasons: reasonsJson(answer) };
  };
  const rto = quoted(rtoOf(request), route);
  const reverse = quoted(reverseOf(request), exchanged(route));
  return asJson(`{"rto":${rto.charges},"reverse":${reverse.charges},\
"reasons":{"rto":${rto.reasons},"reverse":${reverse.reasons}}}`);
}

const reasonsJson = ({ eligibility }: Quote): Json => toJson(reasonCodes(eligibility.reasons));

/** The way back of a parcel that nobody takes; it has all the time it needs. */
export const rtoOf = (request: ShipmentRequest): ShipmentRequest => ({
  ...request,
  direction: 'RTO',
  maxDeliveryTime: undefined,
});

/** Prepaid, not urgent, and with implied services only: the request names services of the forward way. */
function reverseOf(request: ShipmentRequest): ShipmentRequest {
  return {
    ...request,
    direction: 'REVERSE',
    paymentType: 'PREPAID',
    codAmount: undefined,
    urgency: undefined,
    maxDeliveryTime: undefined,
    services: [],
  };
}

const exchanged = (route: Route): Route => ({
  ...route,
  pickupPincode: route.deliveryPincode,
  deliveryPincode: route.pickupPincode,
  pickupSlot: route.deliverySlot,
  deliverySlot: route.pickupSlot,
  fromStateId: route.toStateId,
  toStateId: route.fromStateId,
});
