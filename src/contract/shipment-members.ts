/** The members of a shipment that the three questions share. */
import Type from 'typebox';
import {
  CUSTOMER_TYPES,
  DIRECTIONS,
  PAYMENT_TYPES,
  SERVICE_TYPE_IDS,
  SHIPMENT_TYPES,
  URGENCY_LEVELS,
} from '../domain/vocabulary.js';
import {
  MAX_DECLARED_VALUE_RUPEES,
  MAX_DIMENSION_CM,
  MAX_LIST_ITEMS,
  MAX_PIECE_COUNT,
  MAX_PIECE_GRAMS,
  MAX_PIECE_SIDE_CM,
  MAX_PIECES,
  MAX_TEXT_LENGTH,
  MAX_WEIGHT_GRAMS,
  MIN_WEIGHT_GRAMS,
} from '../limits/requests.js';
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
const value = (note: string) =>
  Type.Number({
    minimum: 0,
    maximum: MAX_DECLARED_VALUE_RUPEES,
    unit: 'Rupees',
    description: `Rupees; ${note}`,
    examples: [2_499.5],
  });

export const Weight = weight(
  'required unless pieces are given; rounded up to whole grams; '
    + 'the larger of this and the volumetric weight is charged',
);
export const DeclaredValue = value('rounded to the paisa; 0 unless given, which means no insurance');
export const CodAmount = Type.Number({
  minimum: 0,
  maximum: MAX_DECLARED_VALUE_RUPEES,
  examples: [1_999.5],
  unit: 'Rupees',
  description:
    'Rupees, at most two decimals; the amount to collect on delivery. '
    + 'With COD it is the declared value unless given; with PREPAID it is refused',
});
const PieceSide = Type.Number({
  exclusiveMinimum: 0,
  maximum: MAX_PIECE_SIDE_CM,
  unit: 'centimetres',
  description: 'centimetres, at most one decimal',
});
const Side = Type.Number({
  exclusiveMinimum: 0,
  maximum: MAX_DIMENSION_CM,
  unit: 'centimetres',
  description: 'centimetres',
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
        { length: PieceSide, width: PieceSide, height: PieceSide },
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
export const Gstin = Type.String({
  pattern: '^[0-9]{2}[0-9A-Z]{13}$',
  examples: ['29ABCDE1234F1Z5'],
  description:
    'extension: GSTIN of the recipient of the service; its state is the place of supply. '
    + 'Without it the place of supply is the state of the pickup',
});
