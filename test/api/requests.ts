/** Bodies of the three questions for a shipment of the reference model, in one of the ways in which a caller may put it. */
import type { Rng } from '../reference/rng.js';
import type { ServiceId, Shipment, Strategy } from '../reference/types.js';

export type Body = Record<string, unknown>;

const STANDARD_SERVICES: readonly ServiceId[] = ['PICKUP', 'DELIVERY', 'EXPRESS', 'COD', 'PREPAID', 'INSURANCE'];

/** The shipment as charges and assignments see it: neither knows a maximum delivery time. */
export function untimed(shipment: Shipment): Shipment {
  const rest = { ...shipment };
  delete rest.maxDeliveryTime;
  return rest;
}

/** A shipment that more partners can carry than a random one: no limit of time, few services, a small parcel. */
export function eased(rng: Rng, shipment: Shipment): Shipment {
  const rest = untimed(shipment);
  delete rest.dimensions;
  return {
    ...rest, weight: Math.min(shipment.weight, rng.pick([500, 999.5, 1_000, 4_000])), declaredValue: Math.min(shipment.declaredValue, 2_499.5),
    services: ['PICKUP', 'DELIVERY', ...rng.some(['EXPRESS', 'COD', 'ODA', 'TRACKING'] as const, 0.1)],
  };
}

function customerOf({ customerType, customerId, customerGstin }: Shipment): Body {
  return { ...(customerType && { customerType }), ...(customerId && { customerId }), ...(customerGstin && { customerGstin }) };
}

/** EXPRESS asked for as a service or by the urgency; the urgency STANDARD says nothing. */
function expressed(rng: Rng, services: readonly ServiceId[]): { services: ServiceId[]; urgency?: string } {
  const others = services.filter((service) => service !== 'EXPRESS');
  if (others.length === services.length) return { services: others, ...(rng.chance(0.3) && { urgency: 'STANDARD' }) };
  if (rng.chance(0.4)) return { services: [...services] };
  return { services: rng.chance(0.3) ? [...services] : others, urgency: rng.pick(['EXPRESS', 'URGENT']) };
}

export function chargesBody(rng: Rng, shipment: Shipment, partnerId?: string): Body {
  const { pickupPincode, deliveryPincode, weight, shipmentType, paymentType, declaredValue, dimensions, services } = shipment;
  const split = rng.chance(0.5) ? services.length : rng.int(0, services.length);
  const serviceRequirements = services.slice(0, split);
  // once more: a service named twice counts once
  const additionalServices = [...services.slice(split), ...rng.some(serviceRequirements, 0.1)];
  return {
    ...(partnerId !== undefined && { partnerId }),
    pickupPincode, deliveryPincode, weight, shipmentType, paymentType,
    ...((declaredValue > 0 || rng.chance(0.5)) && { declaredValue }),
    ...((serviceRequirements.length > 0 || rng.chance(0.5)) && { serviceRequirements }),
    ...((additionalServices.length > 0 || rng.chance(0.2)) && { additionalServices }),
    ...(dimensions && (rng.chance(0.5) ? { packageDimensions: dimensions } : { dimensions })),
    ...customerOf(shipment),
  };
}

export function availabilityBody(rng: Rng, shipment: Shipment, partnerId?: string): Body {
  const { pickupPincode, deliveryPincode, weight, shipmentType, paymentType, declaredValue, dimensions, preferredServices, maxDeliveryTime } = shipment;
  const { services, urgency } = expressed(rng, shipment.services);
  return {
    ...(partnerId !== undefined && { partnerId }),
    pickupPincode, deliveryPincode, weight, shipmentType, paymentType, serviceRequirements: services,
    ...(urgency && { urgency }),
    ...((declaredValue > 0 || rng.chance(0.5)) && { declaredValue }),
    ...(dimensions && { dimensions }), ...(preferredServices && { preferredServices }), ...(maxDeliveryTime !== undefined && { maxDeliveryTime }),
    ...customerOf(shipment),
  };
}

export type Choice = Strategy | { selected: string; allowAlternatives: boolean };

/** The standard flow's fields where its services suffice, else the partner flow's. */
export function assignmentBody(rng: Rng, shipmentId: string, shipment: Shipment, choice: Choice): Body {
  const { pickupPincode, deliveryPincode, weight, shipmentType, paymentType, declaredValue, dimensions } = shipment;
  const { services, urgency } = expressed(rng, shipment.services);
  const isStandard = services.includes('PICKUP') && services.includes('DELIVERY') && rng.chance(0.7);
  const named = services.filter((service) => STANDARD_SERVICES.includes(service));
  const others = services.filter((service) => !STANDARD_SERVICES.includes(service));
  return {
    shipmentDetails: {
      shipmentId,
      ...(isStandard ? { fromPincode: pickupPincode, toPincode: deliveryPincode, serviceTypes: named } : { pickupPincode, deliveryPincode, serviceRequirements: named }),
      ...(others.length > 0 && { additionalServices: others }),
      ...(urgency && { urgency }), weight, shipmentType, paymentType, declaredValue,
      ...(dimensions && { dimensions }), ...customerOf(shipment),
      ...(typeof choice !== 'string' && rng.chance(0.3) && { assignedPartnerId: choice.selected }),
    },
    assignmentPreferences: typeof choice === 'string'
      ? { assignmentStrategy: choice }
      : { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: choice.selected, ...((choice.allowAlternatives || rng.chance(0.5)) && { allowAlternatives: choice.allowAlternatives }) },
  };
}
