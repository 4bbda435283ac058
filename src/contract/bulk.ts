/** Charges in bulk. The pool of worker threads answers them, behind the checkout's questions. */
import Type from 'typebox';
import { REASON_CODES } from '../domain/reasons.js';
import { ERRORS } from '../errors.js';
import { MAX_BULK_LINES, PARTNERS_PER_COUNTED_LINE } from '../limits/bulk.js';
import { PartnerId } from '../model/documents.js';
import { Charges, ChargesAvailable, ChargesUnavailable } from './answers/charges.js';
import { Reason } from './answers/reason.js';
import { API_PREFIX, contract } from './contract.js';
import { BulkRequest } from './bulk-request.js';
import { count, grams, moment, orNull, rupees, text } from './fields.js';
import { SHIPMENT_WARNING_CODES } from './warnings.js';

const { Optional } = Type;
const WarningCode = Type.Enum([...SHIPMENT_WARNING_CODES, 'UNKNOWN_FIELD'], { title: 'BulkWarningCode' });
const { calculationDetails } = ChargesAvailable.properties;
const { applicableZones, rateCardVersion } = calculationDetails.properties;
const ZoneOfEnd = orNull(applicableZones.properties.from, 'null: an end that is assumed and lies in no zone');

const { shipment, coverage, partner } = ChargesAvailable.properties;
const { pickupDate, deliveryDate } = calculationDetails.properties;
const Covered = Type.Boolean({ description: 'false: an end that is assumed and lies in no zone' });
const UNKNOWN = 'null: an end that is assumed is not known';

/** What calculate-charges answers; under an assumption some of it may be unknown. */
const AssumedCharges = Type.Object(
  {
    ...ChargesAvailable.properties,
    partner,
    shipment: Type.Object(
      {
        ...shipment.properties,
        pickupPincode: orNull(shipment.properties.pickupPincode, 'null: it is left out'),
        deliveryPincode: orNull(shipment.properties.deliveryPincode, 'null: it is left out'),
      },
      { title: 'AssumedShipment' },
    ),
    coverage: Type.Object(
      {
        ...coverage.properties,
        pickupCovered: Covered,
        deliveryCovered: Covered,
        estimatedDistance: orNull(coverage.properties.estimatedDistance, UNKNOWN),
        estimatedTime: orNull(coverage.properties.estimatedTime, 'null: there is no transit'),
      },
      { title: 'AssumedCoverage' },
    ),
    calculationDetails: Type.Object(
      {
        ...calculationDetails.properties,
        applicableZones: Type.Object(
          { ...applicableZones.properties, from: ZoneOfEnd, to: ZoneOfEnd },
          { title: 'AssumedZones' },
        ),
        pickupDate: orNull(pickupDate, 'null: there is no transit'),
        deliveryDate: orNull(deliveryDate, 'null: there is no transit'),
      },
      { title: 'AssumedDetails' },
    ),
  },
  { title: 'AssumedCharges', description: 'Data of calculate-charges; null is what an assumption leaves unknown' },
);

/** What the details `total` and `charges` say of a partner; `full` has `data` alone. */
const quoted = {
  partnerId: PartnerId,
  totalAmount: Optional(rupees('The amount to pay; where the partner carries it')),
  recipientLiability: Optional(rupees('What the recipient owes the state under reverse charge, else 0')),
  chargeableWeight: Optional(grams('What is charged')),
  hours: Optional(orNull(count(), 'Transit in whole hours; null: none, of a parcel that was carried all the same')),
  lane: Optional(orNull(Type.String(), 'The lane of the route; null: it has none')),
  reason: Optional(
    Type.Enum([...REASON_CODES], { description: 'The leading code; where the partner does not carry it' }),
  ),
  reasons: Optional(Type.Array(Reason.properties.code, { description: 'All codes; not with total' })),
  charges: Optional(Charges),
  deliveryDate: Optional(orNull(moment('When it is delivered'), 'null: without transit')),
  applicableZones: Optional(
    Type.Object(
      { ...applicableZones.properties, from: ZoneOfEnd, to: ZoneOfEnd },
      { title: 'BulkZones', description: 'The partner’s zones, and the lane between them' },
    ),
  ),
  rateCardVersion: Optional(rateCardVersion),
  data: Optional(
    Type.Unsafe<unknown>({
      anyOf: [AssumedCharges, ChargesUnavailable],
      description: 'With full: data of calculate-charges, as a service gets it',
    }),
  ),
};

const BulkOffer = Type.Object({ available: Type.Literal(true), ...quoted }, { title: 'BulkOffer' });

const LineError = Type.Object(
  { code: Type.Enum(Object.keys(ERRORS)), message: Type.String(), details: Type.Unknown() },
  { title: 'LineError', description: 'As the single question would have failed' },
);

const BulkResult = Type.Object(
  {
    index: count('From 0'),
    ref: orNull(Type.String(), 'That of the line; null: none'),
    ok: Type.Boolean({ description: 'false: the line is no question; it costs no other' }),
    available: Optional(Type.Boolean({ description: 'Whether the partner carries it, or whether there is an offer' })),
    ...quoted,
    partnerId: Optional(PartnerId),
    offers: Optional(Type.Array(BulkOffer, { description: 'Without partnerId: the cheapest first' })),
    partnersChecked: Optional(count('Without partnerId: who was asked')),
    refused: Optional(
      Type.Object({}, { description: 'Without partnerId: who refuses, by leading code', additionalProperties: true }),
    ),
    assumed: Optional(Type.Literal(true, { description: 'The line has an assumption' })),
    warnings: Optional(Type.Array(WarningCode, { minItems: 1 })),
    error: Optional(LineError),
  },
  { title: 'BulkResult' },
);

const BulkSummary = Type.Object(
  {
    asked: count('Lines'),
    available: count('Lines that a partner carries'),
    unavailable: count('Lines that no partner carries that was asked'),
    failed: count('Lines with an error'),
    total: rupees('The sum of totalAmount of the lines with a partner'),
  },
  { title: 'BulkSummary' },
);

const BulkWarning = Type.Object(
  {
    code: WarningCode,
    field: text('Path in the line, or in the body'),
    message: text('Of the first line'),
    didYouMean: Optional(orNull(Type.String(), 'Of an unknown field: the one that was probably meant')),
    count: count('How often'),
  },
  { title: 'BulkWarning' },
);

export const calculateBulkCharges = contract({
  id: 'calculateBulkCharges',
  path: `${API_PREFIX}/shipments/calculate-charges/bulk`,
  tag: 'Quotes',
  warnsInData: true,
  summary: 'What many parcels cost',
  description: `Prices up to ${MAX_BULK_LINES} shipments at one moment and on one state of the rates. A result is what
calculate-charges would answer to its line, to the paisa.

- A line is the body of calculate-charges, with an optional \`ref\`, without \`includeQuoteToken\`, \`includeReturns\`
  and \`includeLanded\`. A line that fails has its error as its result, and costs no other.
- A line without \`partnerId\` is priced for \`partners\` and lists the cheapest offers.
- \`assume\` prices what an invoice claims as if it were so.
- A bulk counts its lines for the caller's minute (a line without partnerId one for every ${PARTNERS_PER_COUNTED_LINE}
  partners, rounded up), and one for its second.
- It is worked on while no question of a checkout waits. Under overload it is refused first: 503 \`OVERLOADED\`.

A partner's credential prices itself alone: lines without partnerId are for it, and \`partners\` is a 403.`,
  scope: 'quote',
  body: BulkRequest,
  answer: Type.Object({
    data: Type.Object(
      {
        results: Type.Array(BulkResult, { description: 'In the order of the lines' }),
        summary: BulkSummary,
        warnings: Type.Array(BulkWarning, { description: 'Each code and field once' }),
        generation: count('Of the index; it grows with each change on this node'),
        pricedAt: moment('The moment of all lines, unless they have a shipDate'),
      },
      { title: 'ChargesInBulk' },
    ),
  }),
  errors: ['VALIDATION_ERROR', 'FORBIDDEN', 'PARTNER_NOT_FOUND', 'OVERLOADED'],
  example: {
    body: {
      defaults: { pickupPincode: '110001', shipmentType: 'B2C', paymentType: 'PREPAID' },
      shipments: [
        { ref: 'ORD-1', partnerId: 'dharaline-surface', deliveryPincode: '560001', weight: 1_200 },
        { ref: 'ORD-2', deliveryPincode: '400001', weight: 500 },
      ],
      best: 1,
    },
  },
});
