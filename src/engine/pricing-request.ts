/** The part of a question that pricing reads: no names, no addresses, no instructions, no ids of shipments. */
import type { ServiceTypeId } from '../domain/vocabulary.js';
import type { Dimensions, PieceRequest } from '../domain/weight.js';
import { GST_CODE_LENGTH, type ShipmentRequest } from './shipment.js';

/** A shipment between two pincodes. */
export interface PricingRequest extends ShipmentRequest {
  pickupPincode: string;
  deliveryPincode: string;
  pieces?: PieceRequest[];
  services: ServiceTypeId[];
}

/**
 * A copy of the request without absent members, and without members of dimensions and pieces that pricing does not
 * know. A GSTIN is cut to the two digits of its state, because the rest says who the customer is.
 */
export function pricingRequestOf(
  pickupPincode: string,
  deliveryPincode: string,
  request: ShipmentRequest,
): PricingRequest {
  const copy: Record<string, unknown> = { pickupPincode, deliveryPincode };
  for (const name of Object.keys(request) as (keyof ShipmentRequest)[])
    if (request[name] !== undefined) copy[name] = pricedPart(request, name);
  return copy as unknown as PricingRequest;
}

function pricedPart(request: ShipmentRequest, name: keyof ShipmentRequest): unknown {
  if (name === 'dimensions') return knownSides(request.dimensions!);
  if (name === 'pieces') return request.pieces!.map(knownPiece);
  if (name === 'customerGstin') return request.customerGstin!.slice(0, GST_CODE_LENGTH);
  return name === 'services' ? [...new Set(request.services)] : request[name];
}

const knownSides = ({ length, width, height }: Dimensions): Dimensions => ({ length, width, height });

/** A piece without members that validation does not know. */
export const knownPiece = ({ count, weight, dimensions }: PieceRequest): PieceRequest => ({
  count,
  weight,
  ...(dimensions && { dimensions: knownSides(dimensions) }),
});
