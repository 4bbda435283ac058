/** The members of a shipment that the three questions share. */
import Type from 'typebox';
import {
  CUSTOMER_TYPES,
  DIRECTIONS,
  PAYMENT_TYPES,
  SERVICE_TYPE_IDS,
  SEZ_SUPPLIES,
  SHIPMENT_TYPES,
  URGENCY_LEVELS,
} from '../domain/vocabulary.js';
import {
  MAX_DECLARED_VALUE_RUPEES,
  MAX_DELIVERY_HOURS,
  MAX_DIMENSION_CM,
  MAX_LIST_ITEMS,
  MAX_PIECE_COUNT,
  MAX_PIECE_GRAMS,
  MAX_PIECES,
  MAX_TEXT_LENGTH,
  MAX_WEIGHT_GRAMS,
  MIN_WEIGHT_GRAMS,
} from '../limits/requests.js';
import { MAX_ATTRIBUTE_INTEGER, MAX_ATTRIBUTE_LENGTH, MAX_ATTRIBUTES } from '../limits/documents.js';
import { ATTRIBUTE_NAME_PATTERN } from '../model/allocation.js';
import { PartnerId, Pincode } from '../model/documents.js';
import { MOMENT_PATTERN } from '../model/schema-faults.js';

// a description begins with the unit, because range faults name it

const { Optional } = Type;

export const ServiceTypeId = Type.Enum([...SERVICE_TYPE_IDS], {
  title: 'ServiceTypeId',
  description: 'PICKUP and REVERSE must be offered at the pickup, every other service at the delivery',
});
export const ShipmentType = Type.Enum([...SHIPMENT_TYPES], {
  title: 'ShipmentType',
  description: 'B2B: to a business; B2C: to a consumer',
});
export const PaymentType = Type.Enum([...PAYMENT_TYPES], {
  title: 'PaymentType',
  description:
    'COD: codAmount, or else the declared value, is collected on delivery. '
    + 'The service of the same name is required',
});
export const CustomerType = Type.Enum([...CUSTOMER_TYPES], {
  title: 'CustomerType',
  description: 'A zone may charge differently for a service by customer type; RETAIL unless given',
});
export const UrgencyLevel = Type.Enum([...URGENCY_LEVELS], {
  title: 'UrgencyLevel',
  description: 'EXPRESS and URGENT require the service EXPRESS; STANDARD unless given',
});
export const Direction = Type.Enum([...DIRECTIONS], {
  title: 'Direction',
  description: `FORWARD unless given.

- FORWARD: to the recipient
- RTO: the return of the forward shipment that the request describes, because it could not be delivered. No service is
  required or charged, and nothing is collected
- REVERSE: a return that is fetched from a customer at pickupPincode. REVERSE is required there in place of PICKUP, and
  paymentType must be PREPAID`,
});
export const UNUSED = 'Accepted but not used';
export const pincode = (description: string, example: string) =>
  Type.String({ ...Pincode, description, examples: [example] });
export const From = pincode('6-digit pincode where the shipment is picked up', '110001');
export const To = pincode('6-digit pincode where the shipment is delivered', '560001');
export const partner = (description: string) =>
  Type.String({ ...PartnerId, description, examples: ['dharaline-surface'] });
export const text = (description: string) => Type.String({ maxLength: MAX_TEXT_LENGTH, description });
export const textList = (description: string) =>
  Type.Array(Type.String({ maxLength: MAX_TEXT_LENGTH }), { maxItems: MAX_LIST_ITEMS, description });
export const services = (description: string) =>
  Type.Array(ServiceTypeId, { maxItems: MAX_LIST_ITEMS, description, examples: [['PICKUP', 'DELIVERY']] });
export const weight = (note: string) =>
  Type.Number({
    minimum: MIN_WEIGHT_GRAMS,
    maximum: MAX_WEIGHT_GRAMS,
    unit: 'grams',
    description: `grams; ${note}`,
    examples: [1_200],
  });

export const Weight = weight(
  'taken to 0.001, and weighed in started grams; required unless pieces are given; '
    + 'the larger of this and the volumetric weight is charged',
);
export const DeclaredValue = Type.Number({
  minimum: 0,
  maximum: MAX_DECLARED_VALUE_RUPEES,
  unit: 'Rupees',
  description: 'Rupees; taken to the paisa, half up; 0 unless given, which means no insurance',
  examples: [2_499.5],
});
export const CodAmount = Type.Number({
  minimum: 0,
  maximum: MAX_DECLARED_VALUE_RUPEES,
  examples: [1_999.5],
  unit: 'Rupees',
  description:
    'Rupees, taken to the paisa, half up; the amount to collect on delivery. '
    + 'With COD it is the declared value unless given; with PREPAID it is refused',
});
const Side = Type.Number({
  exclusiveMinimum: 0,
  maximum: MAX_DIMENSION_CM,
  unit: 'centimetres',
  description: 'centimetres, taken to 0.0001',
});
export const Dimensions = Type.Object(
  { length: Side, width: Side, height: Side },
  {
    title: 'ParcelDimensions',
    description:
      'Centimetres; the order of the sides does not matter. Volumetric weight in grams: '
      + 'length × width × height × 1000 / the partner’s divisor, rounded up',
  },
);
const Piece = Type.Object(
  {
    count: Type.Integer({ minimum: 1, maximum: MAX_PIECE_COUNT, description: 'equal pieces' }),
    weight: Type.Number({
      exclusiveMinimum: 0,
      maximum: MAX_PIECE_GRAMS,
      unit: 'grams',
      description: 'grams; of one piece',
      examples: [12_500],
    }),
    dimensions: Optional(
      Type.Object(
        { length: Side, width: Side, height: Side },
        { title: 'PieceDimensions', description: 'Centimetres; the order of the sides does not matter' },
      ),
    ),
  },
  { title: 'Piece' },
);
export const Pieces = Type.Array(Piece, {
  minItems: 1,
  maxItems: MAX_PIECES,
  description:
    'extension: the pieces of the shipment, in place of weight and dimensions. '
    + 'A shipment without pieces is one piece',
});
export const CustomerId = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'extension: the customer, whose own charges apply',
});
export const shipDate = (note: string) =>
  Type.String({
    pattern: MOMENT_PATTERN,
    examples: ['2026-04-01', '2026-04-01T10:30:00+05:30'],
    description:
      'extension: when the shipment is to leave: a moment with its zone, or a day, which means its beginning in India. '
      + `Rows and prices go by it; now unless given. ${note}`,
  });
const Gstin = Type.String({
  maxLength: MAX_TEXT_LENGTH,
  examples: ['29ABCDE1234F1ZW'],
  description:
    'extension: GSTIN of the recipient of the service, checked to its last character; its state is the place of '
    + 'supply. Without it and placeOfSupply the place of supply is the state of the pickup',
});
export const PlaceOfSupply = Type.String({
  pattern: '^[0-9]{2}$',
  examples: ['29'],
  description:
    'extension: GST code of the state of a registered recipient whose GSTIN is not sent; with customerGstin it must be '
    + 'the same state',
});
export const CustomerSez = Type.Enum([...SEZ_SUPPLIES], {
  title: 'SezSupply',
  description: `extension: the recipient is in a special economic zone.

- WITH_TAX: the tax is IGST, whatever the states
- WITHOUT_TAX: the supply is zero-rated: no tax is charged, and none is owed`,
});
export const MaxDeliveryTime = Type.Number({
  minimum: 0,
  maximum: MAX_DELIVERY_HOURS,
  unit: 'hours',
  description: 'hours; the longest acceptable transit, not of returns',
  examples: [72],
});

export const Attributes = Type.Record(
  Type.String({ pattern: ATTRIBUTE_NAME_PATTERN }),
  Type.Union([
    Type.String({ maxLength: MAX_ATTRIBUTE_LENGTH }),
    Type.Integer({ minimum: -MAX_ATTRIBUTE_INTEGER, maximum: MAX_ATTRIBUTE_INTEGER }),
    Type.Boolean(),
  ]),
  {
    maxProperties: MAX_ATTRIBUTES,
    examples: [{ brand: 'arkaja', fragile: true }],
    description:
      'extension: what your policies ask for under names of your own, such as brand, channel or fragile: texts, whole '
      + 'numbers, or true and false',
  },
);

/**
 * What a question may say of its parcel: the three questions take the same members, and mean the same by them. The
 * rules that the schemas cannot express are in engine/request-faults.ts.
 */
export const PARCEL = {
  pickupPincode: Optional(From),
  fromPincode: Optional(pincode('The same as pickupPincode: one of the two is required', '110001')),
  deliveryPincode: Optional(To),
  toPincode: Optional(pincode('The same as deliveryPincode: one of the two is required', '560001')),
  weight: Optional(Weight),
  dimensions: Optional(Dimensions),
  /** The same as dimensions. */
  packageDimensions: Optional(Dimensions),
  pieces: Optional(Pieces),
  declaredValue: Optional(DeclaredValue),
  codAmount: Optional(CodAmount),
  serviceRequirements: Optional(
    services(
      'Services needed in addition to DELIVERY and the service of the payment type, which are always required; '
        + 'a service named twice counts once. May be empty',
    ),
  ),
  serviceTypes: Optional(services('Further services, in addition to serviceRequirements')),
  additionalServices: Optional(services('Further services, in addition to serviceRequirements')),
  preferredServices: Optional(
    textList(
      'Services that are wanted but not required: they count in the matchPercentage of availability, '
        + 'and no partner is refused for lacking them',
    ),
  ),
  urgency: Optional(UrgencyLevel),
  maxDeliveryTime: Optional(MaxDeliveryTime),
  customerType: Optional(CustomerType),
  customerId: Optional(CustomerId),
  customerGstin: Optional(Gstin),
  placeOfSupply: Optional(PlaceOfSupply),
  customerSez: Optional(CustomerSez),
};
export const excludePartners = (description: string) =>
  Optional(Type.Array(partner('A partner'), { maxItems: MAX_LIST_ITEMS, description }));
