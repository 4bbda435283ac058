/** docs/rules.md#details-of-reasons: what a reason is about. */
import type { ReasonCode } from '../../src/domain/reasons.js';
import { SERVICE_TYPE_IDS } from '../../src/domain/vocabulary.js';
import type { Covered } from './covered.js';
import type { Hold } from './documents.js';
import { paise, toNumber } from './exact.js';
import { endOf } from './service-charges.js';
import { holdAt } from './holds.js';
import { isBlocked, maxCodAmount, type RouteEnd } from './serviceability.js';
import { amountToCollect } from './shipment.js';
import type { End, ReasonAbout, ServiceId, Shipment } from './types.js';
import { excessOf, heaviestPiece } from './weight.js';

const ENDS = ['pickup', 'delivery'] as const;
/** A rate card may not price a shipment higher: Rupees, before tax. */
const HIGHEST_SUBTOTAL = 4_999_999_999_999.99;

const pincodeOf = (shipment: Shipment, end: End): string =>
  end === 'pickup' ? shipment.pickupPincode : shipment.deliveryPincode;

const named = (shipment: Shipment, end: End) => ({
  end: end.toUpperCase() as 'PICKUP' | 'DELIVERY',
  pincode: pincodeOf(shipment, end),
});

/** INSUFFICIENT_COVERAGE, by whether each end is covered. */
export const notCovered = (shipment: Shipment, isCovered: Record<End, boolean>): ReasonAbout => ({
  ends: ENDS.filter((end) => !isCovered[end]).map((end) => named(shipment, end)),
});

function block({ entry }: RouteEnd) {
  const { from, to, reason } = entry!.blocked!;
  return { from: new Date(from).toISOString(), until: to === null ? null : new Date(to).toISOString(), reason };
}

/** The moments of a hold in UTC; null is open. */
function period({ from, to }: Hold): { from: string | null; until: string | null } {
  const utc = (moment: string | null | undefined): string | null => (moment ? new Date(moment).toISOString() : null);
  return { from: utc(from), until: utc(to) };
}

const rupees = (paise: bigint): number => toNumber(paise) / 100;

export interface Refused {
  covered: Covered;
  unavailable: ServiceId[];
  hours: number | null;
  /** Whether a row has a price, which is too large. */
  isTooExpensive: boolean;
}

/** Of a covered route. */
export function reasonAbout(code: ReasonCode, { covered, unavailable, hours, isTooExpensive }: Refused): ReasonAbout {
  const { partner, shipment, ends, at, lane, tenthsOfKm, weighed, pickupDate } = covered;
  const { limits } = partner;
  const both = ENDS.map((end) => named(shipment, end));
  const ofLane = lane === null ? {} : { lane };
  switch (code) {
    case 'PINCODE_BLOCKED':
      return {
        ends: ENDS.filter((end) => isBlocked(ends[end], at)).map((end) => ({
          ...named(shipment, end),
          ...block(ends[end]),
        })),
      };
    case 'ON_HOLD':
      return {
        ends: ENDS.flatMap((end) => {
          const hold = holdAt(covered, end);
          return hold === null ? [] : [{ ...named(shipment, end), ...period(hold), reason: hold.reason }];
        }),
      };
    case 'SERVICE_UNAVAILABLE': {
      const missing = (end: End): ServiceId[] =>
        SERVICE_TYPE_IDS.filter((service) => unavailable.includes(service) && endOf(service) === end);
      return {
        ends: ENDS.filter((end) => missing(end).length > 0).map((end) => ({
          ...named(shipment, end),
          services: missing(end),
        })),
      };
    }
    case 'WEIGHT_EXCEEDED':
      return { limit: limits.maxWeight, value: Number(weighed.chargeable), unit: 'g' };
    case 'PIECE_WEIGHT_EXCEEDED':
      return { limit: limits.maxPieceWeight!, value: Number(heaviestPiece(shipment)), unit: 'g' };
    case 'DIMENSIONS_EXCEEDED':
      return { ...excessOf(partner, shipment)!, unit: 'cm' };
    case 'PAYMENT_TYPE_UNSUPPORTED':
      return { asked: shipment.paymentType, accepted: partner.paymentTypes };
    case 'SHIPMENT_TYPE_UNSUPPORTED':
      return { asked: shipment.shipmentType, accepted: partner.shipmentTypes };
    case 'DECLARED_VALUE_EXCEEDED':
      return { limit: limits.maxDeclaredValue, value: rupees(paise(shipment.declaredValue)), unit: 'INR' };
    case 'COD_AMOUNT_EXCEEDED': {
      const limit = rupees(maxCodAmount(partner, ends.delivery));
      const isOfPincode = limit < limits.maxCodAmount;
      const value = rupees(amountToCollect(shipment));
      return { ...(isOfPincode && { ends: [named(shipment, 'delivery')] }), limit, value, unit: 'INR' };
    }
    case 'NO_TRANSIT':
      if (hours === null) return { ends: both, distanceKm: tenthsOfKm / 10, ...ofLane };
      return { ends: [named(shipment, pickupDate === null ? 'pickup' : 'delivery')], limit: 60, unit: 'days' };
    case 'DELIVERY_TIME_EXCEEDED':
      return { limit: shipment.maxDeliveryTime!, value: hours!, unit: 'h' };
    case 'NO_RATE':
      if (isTooExpensive) return { ends: both, ...ofLane, limit: HIGHEST_SUBTOTAL, unit: 'INR' };
      return { ends: both, ...ofLane, value: Number(weighed.chargeable), unit: 'g' };
    case 'INSUFFICIENT_COVERAGE':
      throw new Error(`${code} is no reason of a covered route`);
  }
}
