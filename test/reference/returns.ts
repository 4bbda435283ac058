/** Directions: what the return of an undelivered parcel costs, and what a customer's return. */
import { narrowest } from './conditions.js';
import type { Covered } from './covered.js';
import type { RtoTerms } from './documents.js';
import { percentOf } from './exact.js';
import { freightBy, type Freight } from './freight.js';
import type { Shipment } from './types.js';

/** The terms of an RTO, null without any; its services are those of the forward shipment. */
function chooseTerms(covered: Covered): RtoTerms | null {
  return narrowest(covered.world['rto-terms'], covered);
}

/** The freight in the shipment's direction, with the terms that set it; null: no row carries the weight. */
export function freightOf(covered: Covered): { freight: Freight; terms: RtoTerms | null } | null {
  const { direction } = covered;
  const terms = direction === 'RTO' ? chooseTerms(covered) : null;
  if (terms?.basis !== 'PERCENT_OF_FORWARD') {
    const freight = freightBy(covered, direction);
    return freight && { freight, terms: null };
  }
  const forward = freightBy(covered, 'FORWARD');
  if (forward === null) return null;
  const byWeight = percentOf(terms.percent!, forward.byWeight);
  const byDistance = percentOf(terms.percent!, forward.byDistance);
  return { freight: { ...forward, byWeight, byDistance }, terms };
}

/** The return of an undelivered parcel, however long it takes. */
export function asRto(shipment: Shipment): Shipment {
  return { ...shipment, direction: 'RTO', maxDeliveryTime: undefined };
}

/** Both ends exchanged, prepaid, without urgency, with implied services only, however long it takes. */
export function asReverse(shipment: Shipment): Shipment {
  return {
    ...shipment,
    direction: 'REVERSE',
    pickupPincode: shipment.deliveryPincode,
    deliveryPincode: shipment.pickupPincode,
    paymentType: 'PREPAID',
    codAmount: undefined,
    urgency: undefined,
    maxDeliveryTime: undefined,
    services: [],
  };
}
