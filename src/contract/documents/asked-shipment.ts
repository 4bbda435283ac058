/** What an assignment keeps of its request, to be priced again: what pricing reads, and nothing else. */
import Type from 'typebox';
import {
  CUSTOMER_TYPES,
  PAYMENT_TYPES,
  SERVICE_TYPE_IDS,
  SHIPMENT_TYPES,
  URGENCY_LEVELS,
} from '../../domain/vocabulary.js';
import {
  MAX_DECLARED_VALUE_RUPEES,
  MAX_PIECE_COUNT,
  MAX_PIECE_GRAMS,
  MAX_PIECES,
  MAX_WEIGHT_GRAMS,
} from '../../limits/requests.js';
import { centimetres, closed, inUnit, Optional, pincode } from './document-fields.js';

const rupees = (meaning: string) =>
  Type.Number({ minimum: 0, maximum: MAX_DECLARED_VALUE_RUPEES, description: inUnit('Rupees', meaning) });
const grams = (maximum: number, meaning: string) =>
  Type.Number({ exclusiveMinimum: 0, maximum, description: inUnit('Grams', meaning) });
const dimensions = (description: string) =>
  Type.Object(
    {
      length: centimetres('One side.'),
      width: centimetres('Another side.'),
      height: centimetres('The third side.'),
    },
    { ...closed, description },
  );

export const AskedShipment = Type.Object(
  {
    pickupPincode: pincode('Where it is picked up.'),
    deliveryPincode: pincode('Where it is delivered.'),
    weight: Optional(grams(MAX_WEIGHT_GRAMS, 'Weight of the shipment. If absent: pieces have it.')),
    dimensions: Optional(dimensions('Size of the shipment. If absent: unknown, or pieces have it.')),
    pieces: Optional(
      Type.Array(
        Type.Object(
          {
            count: Type.Integer({ minimum: 1, maximum: MAX_PIECE_COUNT, description: 'Number of equal pieces.' }),
            weight: grams(MAX_PIECE_GRAMS, 'Weight of one piece.'),
            dimensions: Optional(dimensions('Size of one piece. If absent: unknown.')),
          },
          closed,
        ),
        { minItems: 1, maxItems: MAX_PIECES, description: 'Its pieces. If absent: one, the shipment itself.' },
      ),
    ),
    declaredValue: Optional(rupees('Declared value. If absent: 0.')),
    codAmount: Optional(rupees('Amount to collect. If absent: declaredValue, when paymentType is COD.')),
    shipmentType: Type.Enum([...SHIPMENT_TYPES], { description: 'Whether a business or a consumer receives it.' }),
    paymentType: Type.Enum([...PAYMENT_TYPES], { description: 'Who pays for the goods, and when.' }),
    customerType: Optional(Type.Enum([...CUSTOMER_TYPES], { description: 'Kind of customer. If absent: RETAIL.' })),
    customerId: Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Customer whose own charges count. If absent: none.',
      }),
    ),
    customerGstin: Optional(
      Type.String({
        pattern: '^[0-9]{2}[0-9A-Z]{13}$',
        description: 'GSTIN of the recipient of the service. If absent: the state of the pickup counts.',
      }),
    ),
    urgency: Optional(Type.Enum([...URGENCY_LEVELS], { description: 'How urgent it is. If absent: STANDARD.' })),
    services: Type.Array(Type.Enum([...SERVICE_TYPE_IDS]), { description: 'The services that the request named.' }),
  },
  {
    ...closed,
    description:
      'What pricing reads of the request, so that the impact of a change of rates can be told. '
      + 'If absent: the assignment is from an earlier release, and no impact counts it.',
  },
);
