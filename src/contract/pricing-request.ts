/** The members of an assignment's request that pricing reads. The store has them, so that it can be priced again. */
import Type from 'typebox';
import {
  CodAmount,
  CustomerId,
  CustomerSez,
  CustomerType,
  DeclaredValue,
  Dimensions,
  From,
  MaxDeliveryTime,
  PaymentType,
  Pieces,
  PlaceOfSupply,
  services,
  shipDate,
  ShipmentType,
  To,
  UrgencyLevel,
  Weight,
} from './shipment-members.js';

const { Optional } = Type;

export const PricingRequest = Type.Object({
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
  // pricing reads only the state of a GSTIN
  customerGstin: Optional(Type.String({ pattern: '^[0-9]{2}$' })),
  placeOfSupply: Optional(PlaceOfSupply),
  customerSez: Optional(CustomerSez),
  urgency: Optional(UrgencyLevel),
  maxDeliveryTime: Optional(MaxDeliveryTime),
  services: services('The services that the request names'),
  shipDate: Optional(shipDate('As in the request')),
});
