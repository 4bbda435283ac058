/** A shipment: as requests describe it, and as the rules need it. */
import { toPaise } from '../domain/money.js';
import { NO_SEZ, type Shipment } from '../domain/rate-card.js';
import {
  CUSTOMER_TYPES,
  type CustomerType,
  DELIVERY,
  type Direction,
  DIRECTIONS,
  EXPRESS,
  PAYMENT_TYPES,
  type PaymentType,
  PICKUP,
  REVERSE,
  serviceBit,
  serviceMask,
  type ServiceTypeId,
  SEZ_SUPPLIES,
  type SezSupply,
  SHIPMENT_TYPES,
  type ShipmentType,
  type UrgencyLevel,
} from '../domain/vocabulary.js';
import { type Dimensions, largestSides, type PieceRequest, Weights } from '../domain/weight.js';
import type { GenerationView } from '../index/view.js';
import type { Route } from './route.js';
import type { Moments } from './ship-date.js';

/** A shipment as requests describe it. */
export interface ShipmentRequest {
  /** Grams. Neither it nor dimensions are given with pieces. */
  weight?: number;
  dimensions?: Dimensions;
  pieces?: readonly PieceRequest[];
  declaredValue?: number;
  codAmount?: number;
  shipmentType: ShipmentType;
  paymentType: PaymentType;
  customerType?: CustomerType;
  customerId?: string;
  customerGstin?: string;
  placeOfSupply?: string;
  customerSez?: SezSupply;
  urgency?: UrgencyLevel;
  maxDeliveryTime?: number;
  direction?: Direction;
  /** The services that the request names; {@link requiredServices} adds the implied ones. */
  services: readonly ServiceTypeId[];
}

/** A parcel as a question describes it: services and sides have several names. */
export interface ParcelRequest extends Omit<ShipmentRequest, 'services'> {
  packageDimensions?: Dimensions;
  serviceRequirements?: readonly ServiceTypeId[];
  serviceTypes?: readonly ServiceTypeId[];
  additionalServices?: readonly ServiceTypeId[];
}

/**
 * The shipment of a question. Field by field: members that its schema does not know were not validated and must not
 * count, and spreading a request costs more than pricing it.
 */
export function shipmentRequestOf(request: ParcelRequest): ShipmentRequest {
  return {
    weight: request.weight,
    pieces: request.pieces,
    dimensions: request.dimensions ?? request.packageDimensions,
    declaredValue: request.declaredValue,
    codAmount: request.codAmount,
    shipmentType: request.shipmentType,
    paymentType: request.paymentType,
    customerType: request.customerType,
    customerId: request.customerId,
    customerGstin: request.customerGstin,
    placeOfSupply: request.placeOfSupply,
    customerSez: request.customerSez,
    urgency: request.urgency,
    maxDeliveryTime: request.maxDeliveryTime,
    direction: request.direction,
    services: servicesNamedBy(request),
  };
}

const NO_SERVICES: readonly ServiceTypeId[] = [];

/** Most requests have one list. */
function servicesNamedBy({ serviceRequirements, serviceTypes, additionalServices }: ParcelRequest) {
  const first = serviceRequirements ?? NO_SERVICES;
  if (serviceTypes === undefined && additionalServices === undefined) return first;
  return [...first, ...(serviceTypes ?? NO_SERVICES), ...(additionalServices ?? NO_SERVICES)];
}

/** What is taken for granted of a shipment. */
export interface AssumedShipment {
  /** Grams that are charged in place of what weight and volume give; undefined: what these give. */
  chargeableWeight?: number;
  /** false: COD is not charged. */
  collected?: boolean;
}

const NOTHING_ASSUMED: AssumedShipment = {};

/** Normalises a request once for all partners. */
export function shipmentOf(
  request: ShipmentRequest,
  route: Pick<Route, 'pickupSlot'>,
  { geography }: GenerationView,
  moments: Moments,
  assumed = NOTHING_ASSUMED,
): Shipment {
  const { weight, dimensions } = request;
  const { chargeableWeight } = assumed;
  const pieces = request.pieces ?? [{ count: 1, weight: (weight ?? chargeableWeight)!, dimensions }];
  const weights = new Weights(pieces, chargeableWeight);
  const declaredPaise = toPaise(request.declaredValue ?? 0);
  const gstCode =
    request.customerGstin?.slice(0, GST_CODE_LENGTH)
    ?? request.placeOfSupply
    ?? (route.pickupSlot === 0 ? NaN : geography.state(route.pickupSlot).gstCode);
  const rowServices = servicesOfRows(request);
  return {
    actualGrams: request.weight ?? weights.actualGrams,
    weights,
    pieces: weights.pieces,
    sides: largestSides(pieces),
    declaredPaise,
    codPaise: codPaiseOf(request, declaredPaise),
    isCollected: request.paymentType === 'COD' && request.direction !== 'RTO' && assumed.collected !== false,
    paymentType: PAYMENT_TYPES.indexOf(request.paymentType),
    shipmentType: SHIPMENT_TYPES.indexOf(request.shipmentType),
    customerType: CUSTOMER_TYPES.indexOf(request.customerType ?? 'RETAIL'),
    customerId: request.customerId ?? null,
    placeOfSupply: Number(gstCode),
    sez: request.customerSez === undefined ? NO_SEZ : SEZ_SUPPLIES.indexOf(request.customerSez) + 1,
    services: request.direction === 'RTO' ? 0 : rowServices,
    rowServices,
    maxDeliveryHours: request.maxDeliveryTime ?? Infinity,
    direction: DIRECTIONS.indexOf(request.direction ?? 'FORWARD'),
    now: moments.priced,
    heldAt: moments.held,
    requestedAt: moments.requested,
  };
}

export const GST_CODE_LENGTH = 2;

/**
 * The amount to collect on delivery: `codAmount`, otherwise the declared value; nothing for a prepaid shipment and in
 * an RTO (docs/rules.md#amount-to-collect).
 */
function codPaiseOf({ paymentType, codAmount, direction }: ShipmentRequest, declaredPaise: number): number {
  if (paymentType !== 'COD' || direction === 'RTO') return 0;
  return codAmount === undefined ? declaredPaise : toPaise(codAmount);
}

/**
 * Bit mask of the required services (docs/rules.md#required-services): the named ones, DELIVERY, the one named like the
 * payment type, and EXPRESS when the shipment is urgent. PICKUP is required only when named, since a parcel may be
 * brought to the partner; in a customer's return REVERSE takes its place. An RTO requires no service: these are the
 * ones of its forward shipment, by which rows are chosen.
 */
function servicesOfRows({ services, paymentType, urgency, direction }: ShipmentRequest): number {
  const named = serviceMask(services);
  const express = urgency === 'EXPRESS' || urgency === 'URGENT' ? EXPRESS : 0;
  const atPickup = direction === 'REVERSE' ? (named & ~PICKUP) | REVERSE : named;
  return atPickup | DELIVERY | serviceBit(paymentType) | express;
}
