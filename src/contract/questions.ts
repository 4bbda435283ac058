/** The three questions of a checkout. The pool of worker threads answers them. */
import Type from 'typebox';
import { AssignmentRequest, AvailabilityRequest, ChargesRequest } from './requests.js';
import { AssignmentEnvelope, AssignmentFailed, AssignmentMade } from './answers/assignment.js';
import { AvailabilityOfAll, AvailabilityOfPartner, OwnAvailability } from './answers/availability.js';
import { ChargesAvailable, ChargesUnavailable, OwnChargesAvailable, OwnChargesUnavailable } from './answers/charges.js';
import { API_PREFIX, contract } from './contract.js';

/** New Delhi to Bengaluru, as in the README. */
const PARCEL = { weight: 1_200, shipmentType: 'B2C', paymentType: 'COD', declaredValue: 2_499.5 };
const ROUTE = { pickupPincode: '110001', deliveryPincode: '560001' };
const SERVICES = ['PICKUP', 'DELIVERY'];
const PARTNER = 'dharaline-surface';
/** Rupees: more than any partner of the demo collects on delivery. */
const TOO_MUCH = 250_000;

const checked = { check_id: Type.String({ description: 'Id of this check' }) };

export const checkAvailability = contract({
  id: 'checkAvailability',
  path: `${API_PREFIX}/partners/availability/check`,
  tag: 'Quotes',
  warnsInData: true,
  summary: 'Who can carry the parcel',
  description: `Checks one partner (with \`partnerId\`) or all active partners (without it), and prices the shipment for
each partner that can carry it.

- **One partner**: when it cannot carry the shipment, the status is 200, \`isAvailable\` is false and \`reasons\` has
  every reason. A route outside its zones is a 422 \`INSUFFICIENT_COVERAGE\`.
- **All partners**: the answer lists the partners that can carry it, the cheapest first, and the others, with their
  reason codes. When no partner can, it is a 422 \`NO_PARTNERS_AVAILABLE\` with the count of each reason.
- The required services are those in \`serviceRequirements\`, DELIVERY, the service with the name of the payment type
  (COD or PREPAID), and EXPRESS when \`urgency\` is EXPRESS or URGENT. The pickup zone must offer PICKUP, which is
  required only when named; the delivery zone must offer all others.
- These are checked against the partner's limits: the chargeable weight (the larger of weight and volumetric weight),
  the sides of the parcel, payment and shipment type, the declared value, and with COD the amount to collect, which is
  \`codAmount\` or else the declared value.
- A parcel leaves at the partner's cutoff time: on the same day for a request before that time, otherwise on the next
  working day. Transit time starts there; with EXPRESS it is 0.6 of the usual hours. An arrival outside the partner's
  delivery window moves to its next opening.
- A search scores each offer by BEST_MATCH, in Rupees (\`score\`, \`parts\`, \`rank\`), and lists the best ten in
  \`summary.ranking\`.
- \`warnings\` lists likely mistakes: an unknown member, a weight that looks like kilograms, COD with nothing to
  collect, a price without pickup, B2B without a GSTIN.

A partner's credential checks only itself, and also gets capacity, transit, constraints and the components of the
price.`,
  scope: 'quote',
  body: AvailabilityRequest,
  answer: Type.Object({
    data: Type.Union([AvailabilityOfPartner, AvailabilityOfAll], { title: 'AvailabilityResult' }),
    ...checked,
  }),
  partnerAnswer: Type.Object({ data: OwnAvailability, ...checked }),
  errors: [
    'VALIDATION_ERROR',
    'FORBIDDEN',
    'PINCODE_NOT_FOUND',
    'PARTNER_NOT_FOUND',
    'INSUFFICIENT_COVERAGE',
    'NO_PARTNERS_AVAILABLE',
    'OVERLOADED',
  ],
  example: { body: { ...ROUTE, ...PARCEL, serviceRequirements: SERVICES } },
  moreExamples: {
    onePartner: {
      summary: 'one partner is checked',
      ofService: true,
      body: { partnerId: PARTNER, ...ROUTE, ...PARCEL, serviceRequirements: SERVICES },
    },
    refused: {
      summary: 'the partner cannot carry it',
      body: { partnerId: PARTNER, ...ROUTE, ...PARCEL, declaredValue: TOO_MUCH, serviceRequirements: SERVICES },
    },
  },
});

export const assignShipment = contract({
  id: 'assignShipment',
  path: `${API_PREFIX}/shipment-assignment/assign`,
  tag: 'Quotes',
  warnsInData: true,
  summary: 'Who gets the parcel',
  description: `Assigns the shipment to one of the partners that can carry it, by \`assignmentStrategy\`. The assignment
is on disk before the answer is sent.

- Each caller has its own \`shipmentId\`s and assigns each of them once. The same request again gets the same
  assignment; a different request with the same \`shipmentId\` is a 422 \`SHIPMENT_ALREADY_ASSIGNED\`. Requests are the
  same regardless of the order of members and of options that only shape the answer or its notifications (\`include*\`,
  \`createTrackingNumber\`, \`sendNotifications\`).
- \`assignmentPreferences.quoteToken\`, of an answer of calculate-charges, books at the price that was shown:
  \`QUOTE_TOKEN_MISMATCH\` if the shipment is another one, \`PRICE_CHANGED\` if the price is, with \`success\` false.
- \`alternatives\` are the best five candidates in the order of the strategy, with their scores in Rupees.
- With \`createAssignmentRecord\` false nothing is stored: the answer is a proposal without an \`assignmentId\`, and has
  a warning that says so.
- When no partner can carry it, the status is 200 too: check \`data.success\`. Nothing is stored in that case.
- Pickup and delivery pincode are required; a missing or unknown one is a 422 \`BUSINESS_VALIDATION_FAILED\`.
- Weights are in grams, amounts in Rupees, times in ISO 8601, UTC. Unknown values are null or left out.
- pinrate sends no notifications: \`notifications.pending\` lists those that are due.

A partner's credential assigns only to itself.`,
  creates: true,
  scope: 'assign',
  body: AssignmentRequest,
  answer: Type.Object({
    data: Type.Union([AssignmentMade, AssignmentFailed], { title: 'AssignmentResult' }),
    metadata: AssignmentEnvelope,
  }),
  errors: [
    'VALIDATION_ERROR',
    'QUOTE_TOKEN_INVALID',
    'FORBIDDEN',
    'POLICY_NOT_FOUND',
    'BUSINESS_VALIDATION_FAILED',
    'SHIPMENT_ALREADY_ASSIGNED',
    'SHIPMENT_CANCELLED',
    'OVERLOADED',
  ],
  example: {
    body: {
      shipmentDetails: {
        shipmentId: 'SHIP-2026-000417',
        serviceTypes: SERVICES,
        fromPincode: ROUTE.pickupPincode,
        toPincode: ROUTE.deliveryPincode,
        ...PARCEL,
      },
      assignmentPreferences: { assignmentStrategy: 'BEST_MATCH' },
    },
  },
  moreExamples: {
    refused: {
      summary: 'nobody can carry it',
      body: {
        shipmentDetails: {
          shipmentId: 'SHIP-2026-000418',
          serviceTypes: SERVICES,
          fromPincode: ROUTE.pickupPincode,
          toPincode: ROUTE.deliveryPincode,
          ...PARCEL,
          declaredValue: TOO_MUCH,
        },
        assignmentPreferences: { assignmentStrategy: 'BEST_MATCH' },
      },
    },
  },
});

/** Prices come from the index in memory, so `from_cache` is always true. */
const fromCache = {
  from_cache: Type.Literal(true, {
    description: 'Always true: prices are computed from rates in memory, which follow every change of the store',
  }),
};

export const calculateCharges = contract({
  id: 'calculateCharges',
  path: `${API_PREFIX}/shipments/calculate-charges`,
  tag: 'Quotes',
  warnsInData: true,
  summary: 'What it costs',
  description: `The price of a partner for the shipment, to the paisa, with the rule, the rate and the base behind every
amount.

1. Chargeable weight: the larger of weight and volumetric weight (length × width × height × 1000 / divisor), each
   rounded up to whole grams.
2. Freight: the weight charge plus the distance charge. The weight charge is the base charge up to the base weight, then
   the add-on charge for each started add-on weight. The distance charge depends on the road kilometres.
3. Surcharges: fuel surcharge and docket are computed on the freight, cash on delivery on the amount to collect
   (\`codAmount\`, or else the declared value), insurance on the declared value. The customer's own rows take precedence
   over the partner's, and these over the defaults; if several apply, the highest amount is charged.
4. Services: each required service at the end where it is needed, including DELIVERY and that of the payment type, and
   ODA or HILL at an end whose zone has that attribute.
5. Tax: the subtotal minus the discount of the weight band is taxable. The discount is computed on the subtotal or on
   the freight. GST is added: CGST and SGST, each half of the rate, if the place of supply is the partner's state,
   otherwise IGST.

\`shipDate\` asks for the price of another day, past or to come. Amounts are Rupees with at most two decimals, each
rounded half up once. When the partner cannot carry the shipment, the status is 200 too: check \`data.available\`;
\`alternatives\` then lists up to three partners that can. \`warnings\` lists likely mistakes that change the price.

A partner's credential may leave \`partnerId\` out, and also gets the split of the tax, the charges by service and the
alternative with EXPRESS.`,
  scope: 'quote',
  body: ChargesRequest,
  answer: Type.Object({
    data: Type.Union([ChargesAvailable, ChargesUnavailable], { title: 'ChargesResult' }),
    ...fromCache,
  }),
  partnerAnswer: Type.Object({
    data: Type.Union([OwnChargesAvailable, OwnChargesUnavailable], { title: 'OwnChargesResult' }),
    ...fromCache,
  }),
  errors: ['VALIDATION_ERROR', 'FORBIDDEN', 'PINCODE_NOT_FOUND', 'PARTNER_NOT_FOUND', 'OVERLOADED'],
  example: { body: { partnerId: PARTNER, ...ROUTE, ...PARCEL, serviceRequirements: SERVICES } },
  moreExamples: {
    refused: {
      summary: 'the partner does not carry it',
      body: { partnerId: PARTNER, ...ROUTE, ...PARCEL, declaredValue: TOO_MUCH, serviceRequirements: SERVICES },
    },
  },
});
