/** What pricing reads of a question: no names, no addresses, no instructions, no ids of shipments. */
import type { ServiceTypeId } from '../domain/vocabulary.js';
import type { Dimensions, PieceRequest } from '../domain/weight.js';
import { GST_CODE_LENGTH, type ShipmentRequest } from './quote.js';

/** A shipment between two pincodes. */
export interface AskedShipment extends ShipmentRequest {
  pickupPincode: string;
  deliveryPincode: string;
  pieces?: PieceRequest[];
  services: ServiceTypeId[];
}

/**
 * A copy of what the request says, without members that it leaves out, and without what else the caller has written
 * into its dimensions and pieces. Of a GSTIN it has the two digits of the state: the rest says who the customer is.
 */
export function askedShipment(pickupPincode: string, deliveryPincode: string, request: ShipmentRequest): AskedShipment {
  const { dimensions, pieces, services, customerGstin } = request;
  const asked = {
    pickupPincode,
    deliveryPincode,
    ...request,
    dimensions: dimensions && knownSides(dimensions),
    pieces: pieces?.map(knownPiece),
    customerGstin: customerGstin?.slice(0, GST_CODE_LENGTH),
    services: [...new Set(services)],
  };
  // deleting members would make an object that V8 keeps in more memory
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as typeof asked;
}

const knownSides = ({ length, width, height }: Dimensions): Dimensions => ({ length, width, height });

/** A piece without members that validation does not know. */
export const knownPiece = ({ count, weight, dimensions }: PieceRequest): PieceRequest => ({
  count,
  weight,
  ...(dimensions && { dimensions: knownSides(dimensions) }),
});
