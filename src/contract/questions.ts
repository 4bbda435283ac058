/** The three questions of a checkout, which the pool answers. */
import Type from 'typebox';
import { AssignmentRequest, AvailabilityRequest, ChargesRequest } from '../schemas/requests.js';
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

const checked = { check_id: Type.String({ description: 'Names this check' }) };

export const checkAvailability = contract({
  id: 'checkAvailability',
  path: `${API_PREFIX}/partners/availability/check`,
  tag: 'Quotes',
  warnsInData: true,
  summary: 'Who can carry it',
  description: `Checks one partner with \`partnerId\`, or all active ones without it, and prices the shipment with each that can carry it.

- **One partner**: \`isAvailable\` false comes with status 200 and every reason in \`reasons\`. A route outside its zones is a 422 \`INSUFFICIENT_COVERAGE\`.
- **All partners**: those that can are listed, the cheapest first, and those that cannot with their reason codes. When nobody can, the answer is a 422 \`NO_PARTNERS_AVAILABLE\` with the count of each reason.
- Required are the named services, DELIVERY, the service named like the payment type (COD or PREPAID), and EXPRESS when \`urgency\` is EXPRESS or URGENT. PICKUP, required only when named, has to be offered in the pickup zone, every other one in the delivery zone.
- Held against the partner's limits: the chargeable weight, which is the larger of weight and volumetric weight, the sides of the parcel, payment and shipment type, the declared value, and with COD the amount to collect: \`codAmount\`, else the declared value.
- What is asked before the partner's cutoff time leaves at that time of the same day, else of its next working day. Transit, 0.6 of its hours with EXPRESS, is counted from there; an arrival outside the partner's delivery window moves to its next opening.
- A search scores each offer by BEST_MATCH, in Rupees (\`score\`, \`parts\`, \`rank\`), and names the best ten in \`summary.ranking\`.
- \`warnings\` names what was probably not meant: an unknown member, a weight that looks like kilograms, COD with nothing to collect, a price without pickup, B2B without a GSTIN.

A partner's credential checks itself alone and gets capacity, transit, constraints and the components of the price besides.`,
  body: AvailabilityRequest,
  answer: Type.Object({
    data: Type.Union([AvailabilityOfPartner, AvailabilityOfAll], { title: 'AvailabilityResult' }), ...checked,
  }),
  partnerAnswer: Type.Object({ data: OwnAvailability, ...checked }),
  errors: ['VALIDATION_ERROR', 'FORBIDDEN', 'PINCODE_NOT_FOUND', 'PARTNER_NOT_FOUND', 'INSUFFICIENT_COVERAGE', 'NO_PARTNERS_AVAILABLE', 'OVERLOADED'],
  example: { body: { ...ROUTE, ...PARCEL, serviceRequirements: SERVICES } },
  moreExamples: {
    onePartner: {
      summary: 'one partner is checked', ofService: true,
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
  summary: 'Who gets it',
  description: `Assigns the shipment to one of the partners that can carry it, by \`assignmentStrategy\`. The assignment is on disk before the answer leaves.

- A \`shipmentId\` is assigned once for each caller: those of others are their own. The same request again gets the same assignment; a different one for it is a 422 \`SHIPMENT_ALREADY_ASSIGNED\`. The order of members does not matter, nor do the options that only shape the answer or say what is sent (\`include*\`, \`createTrackingNumber\`, \`sendNotifications\`).
- \`alternatives\` are the best five candidates in the order of the strategy, with their scores in Rupees.
- With \`createAssignmentRecord\` false nothing is stored: the answer is a proposal, without an \`assignmentId\`, and warns of it.
- When nobody can carry it the status is 200 too: look at \`data.success\`. Nothing is recorded then.
- Pickup and delivery pincode are needed; one that is missing or unknown is a 422 \`BUSINESS_VALIDATION_FAILED\`.
- Weights are grams, amounts Rupees, times ISO 8601 in UTC. What is not known is null or left out.
- Nothing is sent to anybody: \`notifications.pending\` says what is due.

A partner's credential assigns to itself alone.`,
  creates: true,
  body: AssignmentRequest,
  answer: Type.Object({
    data: Type.Union([AssignmentMade, AssignmentFailed], { title: 'AssignmentResult' }), metadata: AssignmentEnvelope,
  }),
  errors: ['VALIDATION_ERROR', 'FORBIDDEN', 'BUSINESS_VALIDATION_FAILED', 'SHIPMENT_ALREADY_ASSIGNED', 'OVERLOADED'],
  example: {
    body: {
      shipmentDetails: {
        shipmentId: 'SHIP-2026-000417', serviceTypes: SERVICES,
        fromPincode: ROUTE.pickupPincode, toPincode: ROUTE.deliveryPincode, ...PARCEL,
      },
      assignmentPreferences: { assignmentStrategy: 'BEST_MATCH' },
    },
  },
  moreExamples: {
    refused: {
      summary: 'nobody can carry it',
      body: {
        shipmentDetails: {
          shipmentId: 'SHIP-2026-000418', serviceTypes: SERVICES,
          fromPincode: ROUTE.pickupPincode, toPincode: ROUTE.deliveryPincode, ...PARCEL, declaredValue: TOO_MUCH,
        },
        assignmentPreferences: { assignmentStrategy: 'BEST_MATCH' },
      },
    },
  },
});

/** Prices come from the index in memory, and `from_cache` says so. */
const fromCache = { from_cache: Type.Literal(true, { description: 'Prices are computed on rates in memory, which follow every change of the store' }) };

export const calculateCharges = contract({
  id: 'calculateCharges',
  path: `${API_PREFIX}/shipments/calculate-charges`,
  tag: 'Quotes',
  warnsInData: true,
  summary: 'What it costs',
  description: `What a partner asks for the shipment, to the paisa, with the rule, the rate and the base behind every amount.

1. Chargeable weight: the larger of weight and volumetric weight (length × width × height × 1000 / divisor), each rounded up to whole grams.
2. Weight charge: the base charge up to the base weight, then the add-on charge for each started add-on weight. Distance charge: by the road kilometres. Both together are the freight.
3. Fuel surcharge and docket are of the freight, cash on delivery of the amount to collect (\`codAmount\`, else the declared value), insurance of the declared value. The customer's own rows count before the partner's, and these before the defaults; of several the highest is charged.
4. Services: each required one where it is needed, DELIVERY and the payment type's among them, and ODA or HILL at an end whose zone has that attribute.
5. Subtotal, less the discount of the weight band, which is of the subtotal or of the freight, is taxable. GST comes on top: CGST and SGST, each half of the rate, where the place of supply is the partner's state, else IGST.

Amounts are Rupees with at most two decimals, each rounded half up once. A partner that cannot carry the shipment answers 200 too: look at \`data.available\`; \`alternatives\` then names up to three that can. Mistakes that change the price are named in \`warnings\`.

A partner's credential may leave \`partnerId\` out, and gets the split of the tax, the charges by service and the alternative by EXPRESS as well.`,
  body: ChargesRequest,
  answer: Type.Object({
    data: Type.Union([ChargesAvailable, ChargesUnavailable], { title: 'ChargesResult' }), ...fromCache,
  }),
  partnerAnswer: Type.Object({
    data: Type.Union([OwnChargesAvailable, OwnChargesUnavailable], { title: 'OwnChargesResult' }), ...fromCache,
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
