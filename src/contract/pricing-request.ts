/** The members of an assignment's request that pricing reads. The store has them, so that it can be priced again. */
import Type from 'typebox';
import { AssignmentRequest, AssignmentStrategy } from './requests.js';
import {
  Attributes,
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

/** All that is kept of an assignment's request: in addition what the choice of its partner reads. */
const { weights, policyId } = AssignmentRequest.properties.assignmentPreferences.properties;
export const KeptAssignmentRequest = Type.Object({
  ...PricingRequest.properties,
  attributes: Optional(Attributes),
  excludePartners: Optional(Type.Array(Type.String())),
  preferences: Optional(Type.Object({ assignmentStrategy: Optional(AssignmentStrategy), weights, policyId })),
});
