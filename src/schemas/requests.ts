/** The bodies of the three questions (API specification, 4.14 to 4.16): their validation and their types. */
import Type, { type Static } from 'typebox';
import { URGENCY_LEVELS } from '../domain/vocabulary.js';
import { STRATEGIES } from '../domain/strategies.js';
import {
  MAX_DECLARED_VALUE_OPEN_RUPEES, MAX_DECLARED_VALUE_RUPEES, MAX_DELIVERY_HOURS, MAX_DIMENSION_CM, MAX_LIST_ITEMS, MAX_TEXT_LENGTH, MAX_WEIGHT_GRAMS, MIN_WEIGHT_GRAMS,
} from '../limits.js';
import { CustomerType, PartnerId, PaymentType, Pincode, ServiceTypeId, ShipmentType } from './documents.js';

const { Optional } = Type;
const Weight = Type.Number({ minimum: MIN_WEIGHT_GRAMS, maximum: MAX_WEIGHT_GRAMS, description: 'grams' });
const Text = Type.String({ maxLength: MAX_TEXT_LENGTH });
const TextList = Type.Array(Text, { maxItems: MAX_LIST_ITEMS });
const ServiceList = Type.Array(ServiceTypeId, { maxItems: MAX_LIST_ITEMS });
const Urgency = Type.Enum([...URGENCY_LEVELS]);
const Side = Type.Number({ exclusiveMinimum: 0, maximum: MAX_DIMENSION_CM, description: 'centimetres' });
const Dimensions = Type.Object({ length: Side, width: Side, height: Side });
const OpenDeclaredValue = Type.Number({ minimum: 0, maximum: MAX_DECLARED_VALUE_OPEN_RUPEES, description: 'Rupees' });
const CustomerId = Type.String({ minLength: 1, maxLength: 200, description: 'extension: the customer whose own charges apply' });
const Gstin = Type.String({ pattern: '^[0-9]{2}[0-9A-Z]{13}$', description: 'extension: GSTIN of the recipient of the service; its state is the place of supply' });

export const AvailabilityRequest = Type.Object({
  pickupPincode: Pincode,
  deliveryPincode: Pincode,
  weight: Weight,
  shipmentType: ShipmentType,
  paymentType: PaymentType,
  serviceRequirements: ServiceList,
  partnerId: Optional(PartnerId),
  urgency: Optional(Urgency),
  declaredValue: Optional(OpenDeclaredValue),
  maxDeliveryTime: Optional(Type.Number({ minimum: 0, maximum: MAX_DELIVERY_HOURS, description: 'hours' })),
  preferredServices: Optional(TextList),
  excludePartners: Optional(Type.Array(PartnerId, { maxItems: MAX_LIST_ITEMS })),
  dimensions: Optional(Dimensions),
  specialInstructions: Optional(Text),
  preferredDeliveryDate: Optional(Text),
  deliveryTimeSlot: Optional(Text),
  customerType: Optional(CustomerType),
  customerId: Optional(CustomerId),
  customerGstin: Optional(Gstin),
});
export type AvailabilityRequest = Static<typeof AvailabilityRequest>;

export const ChargesRequest = Type.Object({
  // a partner's credential may leave it out: it can mean only itself
  partnerId: Optional(PartnerId),
  pickupPincode: Pincode,
  deliveryPincode: Pincode,
  weight: Weight,
  shipmentType: ShipmentType,
  paymentType: PaymentType,
  declaredValue: Optional(Type.Number({ minimum: 0, maximum: MAX_DECLARED_VALUE_RUPEES, description: 'Rupees; 0: no insurance' })),
  serviceRequirements: Optional(ServiceList),
  additionalServices: Optional(ServiceList),
  customerType: Optional(CustomerType),
  customerId: Optional(CustomerId),
  customerGstin: Optional(Gstin),
  packageDimensions: Optional(Dimensions),
  dimensions: Optional(Dimensions),
  packageType: Optional(Text),
  actualWeight: Optional(Weight),
  volumetricWeight: Optional(Type.Number({ minimum: 0, description: 'grams' })),
  specialRequirements: Optional(TextList),
  deliveryInstructions: Optional(Text),
  preferredDeliveryDate: Optional(Text),
  customerDetails: Optional(Type.Object({})),
});
export type ChargesRequest = Static<typeof ChargesRequest>;

const ASSIGNABLE_SERVICES = ['PICKUP', 'DELIVERY', 'EXPRESS', 'COD', 'PREPAID', 'INSURANCE'] as const;
const Party = Type.Object({
  name: Optional(Text),
  phone: Optional(Text),
  email: Optional(Text),
  address: Optional(Type.Object({ line1: Optional(Text), line2: Optional(Text), city: Optional(Text), state: Optional(Text), pincode: Optional(Pincode) })),
});

export const AssignmentRequest = Type.Object({
  shipmentDetails: Type.Object({
    shipmentId: Type.String({ pattern: '^[a-zA-Z0-9_-]+$', maxLength: 200 }),
    // the standard flow requires serviceTypes, the partner's flow sends serviceRequirements in its place
    serviceTypes: Optional(Type.Array(Type.Enum([...ASSIGNABLE_SERVICES]), { maxItems: MAX_LIST_ITEMS })),
    serviceRequirements: Optional(ServiceList),
    additionalServices: Optional(ServiceList),
    fromPincode: Optional(Pincode),
    toPincode: Optional(Pincode),
    pickupPincode: Optional(Pincode),
    deliveryPincode: Optional(Pincode),
    weight: Optional(Weight),
    dimensions: Optional(Dimensions),
    declaredValue: Optional(OpenDeclaredValue),
    shipmentType: Optional(ShipmentType),
    paymentType: Optional(PaymentType),
    urgency: Optional(Urgency),
    packageType: Optional(Text),
    assignedPartnerId: Optional(PartnerId),
    specialInstructions: Optional(Text),
    preferredDeliveryDate: Optional(Text),
    deliveryTimeSlot: Optional(Text),
    customerType: Optional(CustomerType),
    customerId: Optional(CustomerId),
    customerGstin: Optional(Gstin),
  }),
  customerDetails: Optional(Type.Object({ sender: Optional(Party), recipient: Optional(Party) })),
  assignmentPreferences: Type.Object({
    assignmentStrategy: Type.Enum([...STRATEGIES, 'MANUAL_SELECTION']),
    selectedPartner: Optional(PartnerId),
    priority: Optional(Text),
    allowAlternatives: Optional(Type.Boolean()),
  }),
  options: Optional(Type.Object({
    includePartnerDetails: Optional(Type.Boolean()),
    includeCostEstimate: Optional(Type.Boolean()),
    includeChargeEstimate: Optional(Type.Boolean()),
    includeTransitTime: Optional(Type.Boolean()),
    createTrackingNumber: Optional(Type.Boolean()),
    sendNotifications: Optional(Type.Boolean()),
    // an assignment is always recorded: a caller who asks otherwise is told so
    createAssignmentRecord: Optional(Type.Literal(true)),
    autoConfirmAssignment: Optional(Type.Boolean()),
  })),
});
export type AssignmentRequest = Static<typeof AssignmentRequest>;
