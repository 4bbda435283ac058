/** What an assignment keeps of its request, to be priced again: what pricing reads, and nothing else. */
import Type from 'typebox';
import {
  CodAmount,
  CustomerId,
  CustomerType,
  DeclaredValue,
  Dimensions,
  From,
  PaymentType,
  Pieces,
  services,
  ShipmentType,
  To,
  UrgencyLevel,
  Weight,
} from './shipment-members.js';

const { Optional } = Type;

export const AskedShipment = Type.Object({
  pickupPincode: From,
  deliveryPincode: To,
  weight: Optional(Weight),
  dimensions: Optional(Dimensions),
  pieces: Optional(Pieces),
  declaredValue: Optional(DeclaredValue),
  codAmount: Optional(CodAmount),
  shipmentType: ShipmentType,
  paymentType: PaymentType,
  customerType: Optional(CustomerType),
  customerId: Optional(CustomerId),
  // of the GSTIN what pricing reads: the state
  customerGstin: Optional(Type.String({ pattern: '^[0-9]{2}$' })),
  urgency: Optional(UrgencyLevel),
  services: services('Those that the request named'),
});
