/** The body of a rates matrix. */
import Type, { type Static } from 'typebox';
import { MAX_BULK_PARTNERS, MAX_MATRIX_DELIVERIES, MAX_MATRIX_PICKUPS } from '../limits/bulk.js';
import { FIRST_SHIP_DATE, MAX_DAYS_AHEAD_OF_CHARGES } from '../limits/requests.js';
import { PartnerId, Pincode } from '../model/documents.js';
import { Direction, PARCEL, PaymentType, services, shipDate, ShipmentType } from './shipment-members.js';

const { Optional } = Type;
const { weight, pieces, declaredValue, codAmount, customerId, customerType, urgency } = PARCEL;

/** The parcel of every cell: what it says means the same as in calculate-charges. */
const MatrixShipment = Type.Object(
  {
    weight,
    pieces,
    paymentType: PaymentType,
    shipmentType: ShipmentType,
    declaredValue,
    codAmount,
    customerId,
    customerType,
    services: Optional(
      services(
        'The serviceRequirements: services needed in addition to DELIVERY and the service of the payment type, which '
          + 'are always required',
      ),
    ),
    urgency,
    direction: Optional(Direction),
    shipDate: Optional(shipDate(`From ${FIRST_SHIP_DATE} to ${MAX_DAYS_AHEAD_OF_CHARGES} days ahead of today`)),
  },
  { title: 'MatrixShipment' },
);

const Deliveries = Type.Array(Pincode, {
  minItems: 1,
  maxItems: MAX_MATRIX_DELIVERIES,
  description: 'One that is not known has cells with the reason PINCODE_NOT_FOUND',
});

export const MatrixRequest = Type.Object(
  {
    // a partner's credential leaves it out, because it can only mean itself
    partnerIds: Optional(
      Type.Array(PartnerId, {
        minItems: 1,
        maxItems: MAX_BULK_PARTNERS,
        examples: [['dharaline-surface']],
        description: 'Active partners, each once. A service must name them; a partner’s credential means itself',
      }),
    ),
    pickupPincodes: Type.Array(Pincode, {
      minItems: 1,
      maxItems: MAX_MATRIX_PICKUPS,
      examples: [['110001']],
      description: 'Known pincodes, each once',
    }),
    deliveryPincodes: Type.Union([Type.Literal('ALL'), Deliveries], {
      // also for those who read the list without its union
      maxItems: MAX_MATRIX_DELIVERIES,
      examples: [['560001', '781001']],
      description: 'Pincodes, each once; ALL: all known ones, ascending',
    }),
    shipment: MatrixShipment,
  },
  { title: 'MatrixRequest' },
);
export type MatrixRequest = Static<typeof MatrixRequest>;
