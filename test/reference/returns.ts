/** Directions: what the return of an undelivered parcel costs, and what a customer's return. */
import { highest } from './conditions.js';
import type { Covered } from './covered.js';
import type { RtoTerms } from './documents.js';
import { percentOf } from './exact.js';
import { freightBy, type Freight } from './freight.js';
import { begins, isInForce } from './moments.js';
import type { Shipment } from './types.js';

/**
 * The terms of an RTO, null without any. Of the partner's terms in force that are general or this customer's:
 * 1. the customer's before the general ones
 * 2. the latest validFrom; one without it is the earliest
 * 3. the highest id
 */
function chooseTerms({ world, partner, shipment, at }: Covered): RtoTerms | null {
  const rows = (world['rto-terms'] ?? []).filter(
    (row) =>
      row.partnerId === partner.partnerId
      && isInForce(row, at)
      && (row.customerId ?? shipment.customerId) === shipment.customerId,
  );
  const customers = highest(rows, (row) => ((row.customerId ?? null) === null ? 0 : 1));
  return highest(customers, begins).sort((a, b) => b.id - a.id)[0] ?? null;
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

export function asRto(shipment: Shipment): Shipment {
  return { ...shipment, direction: 'RTO' };
}

/** Both ends exchanged, prepaid, without urgency, with implied services only. */
export function asReverse(shipment: Shipment): Shipment {
  return {
    ...shipment,
    direction: 'REVERSE',
    pickupPincode: shipment.deliveryPincode,
    deliveryPincode: shipment.pickupPincode,
    paymentType: 'PREPAID',
    codAmount: undefined,
    urgency: undefined,
    services: [],
  };
}
