/**
 * Bodies of the three questions for a shipment of the reference model, in one of the ways in which a caller may write
 * it.
 */
import { dateOf, pricingMoment } from '../../reference/moments.js';
import { parcelMembers } from '../../reference/random-questions.js';
import { REFERENCE_NOW } from '../../reference/random.js';
import { REPORTED } from '../../reference/reported.js';
import type { Rng } from '../../reference/rng.js';
import type { ServiceId, Shipment, Strategy, StrategyWeights } from '../../reference/types.js';

export type Body = Record<string, unknown>;

const STANDARD_SERVICES: readonly ServiceId[] = ['PICKUP', 'DELIVERY', 'EXPRESS', 'COD', 'PREPAID', 'INSURANCE'];

/** The shipment without a maximum delivery time. */
export function untimed(shipment: Shipment): Shipment {
  const rest = { ...shipment };
  delete rest.maxDeliveryTime;
  return rest;
}

/** The shipment as charges see it. */
export const charged = (shipment: Shipment): Shipment => (REPORTED ? shipment : untimed(shipment));

/** The shipment without a shipDate before today, which is refused. */
function ahead(shipment: Shipment, now: Date): Shipment {
  const { shipDate, ...rest } = shipment;
  const isPast = shipDate !== undefined && dateOf(pricingMoment(shipment, now)) < dateOf(now);
  return isPast ? rest : shipment;
}

/** The shipment as availability sees it: a shipDate before today is refused. */
export function searched(shipment: Shipment, now: Date): Shipment {
  return shipment.shipDate === undefined ? shipment : { ...ahead(shipment, now), question: 'AVAILABILITY' };
}

/**
 * The shipment as assignments see it, on its way to the recipient. Until the server knows better, it is without a
 * maximum delivery time and a shipDate.
 */
export function assigned(shipment: Shipment, now = REFERENCE_NOW): Shipment {
  const { direction: _, ...rest } = REPORTED ? ahead(shipment, now) : untimed(shipment);
  if (REPORTED) return { ...rest, question: 'ASSIGNMENT' };
  delete rest.shipDate;
  return rest;
}

/** A shipment that more partners can carry than a random one: no time limit, few services, a small parcel. */
export function eased(rng: Rng, shipment: Shipment): Shipment {
  const rest = untimed(shipment);
  delete rest.dimensions;
  delete rest.pieces;
  if (rest.codAmount !== undefined) rest.codAmount = Math.min(rest.codAmount, 2_499.5);
  if (rng.chance(0.5)) delete rest.urgency;
  return {
    ...rest,
    weight: Math.min(shipment.weight, rng.pick([500, 999.5, 1_000, 4_000])),
    declaredValue: Math.min(shipment.declaredValue, 2_499.5),
    services: ['PICKUP', 'DELIVERY', ...rng.some(['EXPRESS', 'COD', 'ODA', 'TRACKING'] as const, 0.1)],
  };
}

/** Its weight, or its pieces. */
const weightOf = ({ weight, pieces }: Shipment): Body => (pieces === undefined ? { weight } : { pieces });

/** The optional members of a shipment that every question accepts. */
function optionalOf({
  customerType,
  customerId,
  customerGstin,
  urgency,
  codAmount,
  direction,
  shipDate,
}: Shipment): Body {
  return {
    ...(customerType && { customerType }),
    ...(customerId && { customerId }),
    ...(customerGstin && { customerGstin }),
    ...(urgency && { urgency }),
    ...(codAmount !== undefined && { codAmount }),
    ...(shipDate !== undefined && { shipDate }),
    ...(direction && { direction }),
  };
}

export function chargesBody(rng: Rng, shipment: Shipment, partnerId?: string): Body {
  const { pickupPincode, deliveryPincode, shipmentType, paymentType, declaredValue, dimensions, services } = shipment;
  const split = rng.chance(0.5) ? services.length : rng.int(0, services.length);
  const serviceRequirements = services.slice(0, split);
  // again: a service named twice counts once
  const additionalServices = [...services.slice(split), ...rng.some(serviceRequirements, 0.1)];
  const isForward = (shipment.direction ?? 'FORWARD') === 'FORWARD';
  const returns = isForward && rng.chance(0.3) ? { includeReturns: true } : {};
  const partner = partnerId === undefined ? {} : { partnerId };
  if (REPORTED) return { ...partner, ...parcelMembers(rng, 'CHARGES', shipment), ...returns };
  return {
    ...partner,
    pickupPincode,
    deliveryPincode,
    ...weightOf(shipment),
    shipmentType,
    paymentType,
    ...((declaredValue > 0 || rng.chance(0.5)) && { declaredValue }),
    ...((serviceRequirements.length > 0 || rng.chance(0.5)) && { serviceRequirements }),
    ...((additionalServices.length > 0 || rng.chance(0.2)) && { additionalServices }),
    ...(dimensions && (rng.chance(0.5) ? { packageDimensions: dimensions } : { dimensions })),
    ...returns,
    ...optionalOf(shipment),
  };
}

export function availabilityBody(rng: Rng, shipment: Shipment, partnerId?: string): Body {
  const {
    pickupPincode,
    deliveryPincode,
    shipmentType,
    paymentType,
    declaredValue,
    dimensions,
    services,
    preferredServices,
    maxDeliveryTime,
  } = shipment;
  const partner = partnerId === undefined ? {} : { partnerId };
  if (REPORTED) return { ...partner, ...parcelMembers(rng, 'AVAILABILITY', shipment) };
  return {
    ...partner,
    pickupPincode,
    deliveryPincode,
    ...weightOf(shipment),
    shipmentType,
    paymentType,
    serviceRequirements: services,
    ...((declaredValue > 0 || rng.chance(0.5)) && { declaredValue }),
    ...(dimensions && { dimensions }),
    ...(preferredServices && { preferredServices }),
    ...(maxDeliveryTime !== undefined && { maxDeliveryTime }),
    ...optionalOf(shipment),
  };
}

export type Choice = Strategy | { selected: string; allowAlternatives: boolean };

/** The standard flow's fields where its services suffice, else the partner flow's. */
export function assignmentBody(
  rng: Rng,
  shipmentId: string,
  shipment: Shipment,
  choice: Choice,
  weights?: StrategyWeights,
): Body {
  const { pickupPincode, deliveryPincode, shipmentType, paymentType, declaredValue, dimensions } = shipment;
  const { services } = shipment;
  const isStandard = services.includes('PICKUP') && services.includes('DELIVERY') && rng.chance(0.7);
  const named = services.filter((service) => STANDARD_SERVICES.includes(service));
  const others = services.filter((service) => !STANDARD_SERVICES.includes(service));
  const parcel: Body = {
    ...(isStandard
      ? { fromPincode: pickupPincode, toPincode: deliveryPincode, serviceTypes: named }
      : { pickupPincode, deliveryPincode, serviceRequirements: named }),
    ...(others.length > 0 && { additionalServices: others }),
    ...weightOf(shipment),
    shipmentType,
    paymentType,
    declaredValue,
    ...(dimensions && { dimensions }),
    ...optionalOf(shipment),
  };
  return {
    shipmentDetails: {
      shipmentId,
      ...(REPORTED ? parcelMembers(rng, 'ASSIGNMENT', shipment) : parcel),
      ...(typeof choice !== 'string' && rng.chance(0.3) && { assignedPartnerId: choice.selected }),
    },
    assignmentPreferences: { ...preferencesOf(rng, choice), ...(weights && { weights }) },
  };
}

function preferencesOf(rng: Rng, choice: Choice): Body {
  if (typeof choice === 'string') return { assignmentStrategy: choice };
  const { selected, allowAlternatives } = choice;
  return {
    assignmentStrategy: 'MANUAL_SELECTION',
    selectedPartner: selected,
    ...((allowAlternatives || rng.chance(0.5)) && { allowAlternatives }),
  };
}
