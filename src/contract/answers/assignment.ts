/** Answers of POST /shipment-assignment/assign (docs/rules.md#assignments). */
import Type from 'typebox';
import { amountOff, count, DateTime, hours, moment, orNull, rupees, text, texts, signedRupees } from '../fields.js';
import { ALTERNATIVES_SHOWN, MAX_QR_CODE_CHARACTERS } from '../../limits/requests.js';
import { PartnerId } from '../../model/documents.js';
import { Decision } from '../allocation.js';
import { AssignmentStrategy } from '../requests.js';
import { PaymentType } from '../shipment-members.js';
import { Contact } from '../partners.js';
import { addedTax, BreakdownEntry, CostBreakdown } from './price.js';
import { CapacityReason } from './capacity.js';
import { Reason } from './reason.js';
import { LandedAmounts } from './landed.js';
import { AssignmentFailureReasons, score } from './values.js';
import { Warnings } from './warnings.js';

const { Optional } = Type;
const { name, phone, email } = Contact.properties;
const deliveryWindow = text(
  'Delivery window of the delivery zone if it has one, else of the partner; India Standard Time',
  ['10:00-20:00'],
);

const tracking = {
  trackingNumber: text('Number to put on the parcel'),
  trackingUrl: text('The partner’s page for this parcel'),
  statusUpdates: text('Where the partner publishes them'),
};
const Tracking = Type.Object(tracking, { title: 'Tracking' });
const ManualTracking = Type.Object(
  {
    ...tracking,
    internalTrackingId: text('The assignmentId'),
    qrCode: Type.String({
      pattern: '^data:image/svg\\+xml,',
      maxLength: MAX_QR_CODE_CHARACTERS,
      description:
        'trackingUrl as a QR code, or trackingNumber if that address is too long for a small code: '
        + 'a data URI of an SVG image',
    }),
    notificationPreferences: Type.Object(
      {
        sms: Type.Boolean({ description: 'An SMS to the recipient was requested and is possible' }),
        email: Type.Boolean({ description: 'An e-mail to the recipient was requested and is possible' }),
        whatsapp: Type.Literal(false),
      },
      { title: 'NotificationPreferences' },
    ),
  },
  { title: 'ManualTracking', description: 'Tracking after MANUAL_SELECTION, and when createTrackingNumber is true' },
);

const AssignmentCharges = Type.Object(
  {
    totalAmount: rupees('The total with tax'),
    calculationId: text('Id of this calculation'),
    breakdown: Type.Object(
      {
        baseCharges: rupees('Freight: weight and distance charge'),
        serviceCharges: rupees('Services and zone attributes'),
        surcharges: rupees('Fuel, cash on delivery, docket and insurance, and the surcharges of the contract'),
        discounts: amountOff('Discount'),
        taxes: addedTax,
      },
      { title: 'AssignmentChargesBreakdown', description: 'The amounts sum to totalAmount' },
    ),
    paymentTerms: Type.Object(
      {
        method: PaymentType,
        collectionAmount: rupees(
          'Amount to collect on delivery: with COD it is codAmount or else the declared value; '
            + '0 for a prepaid shipment',
        ),
        remittanceAmount: rupees('Amount remitted: all that was collected, since the fee is part of totalAmount'),
        partnerCommission: rupees('The partner’s fee for collecting, part of totalAmount'),
      },
      { title: 'PaymentTerms' },
    ),
  },
  { title: 'AssignmentCharges' },
);

const EVENTS = ['PICKUP_SCHEDULED', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED'] as const;
const Timeline = Type.Object(
  {
    estimatedPickup: moment('When it is picked up'),
    estimatedDelivery: moment('When it is delivered'),
    transitTime: Type.String({ pattern: '^[0-9]+ hours$', examples: ['60 hours'] }),
    deliveryWindow,
    milestones: Type.Array(
      Type.Object(
        {
          event: Type.Enum([...EVENTS]),
          estimatedTime: moment('When it is expected'),
          description: text('The event in words'),
        },
        { title: 'Milestone' },
      ),
      {
        minItems: EVENTS.length,
        maxItems: EVENTS.length,
        description: 'In the expected order',
      },
    ),
  },
  { title: 'Timeline' },
);

const OperationalDetails = Type.Object(
  {
    pickupHub: text('The pickup zone and city'),
    deliveryHub: text('The delivery zone and city'),
    route: text('Both hubs, and the road distance in kilometres'),
    vehicleType: Optional(text('Vehicle for the pickup, if its zone names one')),
    handlingInstructions: texts('specialInstructions of the shipment, then those of the delivery zone'),
  },
  { title: 'AssignmentOperations' },
);

const Compliance = Type.Object(
  {
    documentsRequired: Type.Array(Type.Enum(['TAX_INVOICE', 'INVOICE', 'E_WAY_BILL']), {
      description: 'E_WAY_BILL above a declared value of 50,000 Rupees',
    }),
    insuranceCoverage: orNull(
      Type.Object(
        {
          amount: rupees('The declared value'),
          policyNumber: Type.Null({
            description: 'Always null: the policy is the partner’s, and pinrate does not know its number',
          }),
          validUntil: moment('The estimated delivery'),
        },
        { title: 'InsuranceCoverage' },
      ),
      'null if the shipment is not insured',
    ),
  },
  { title: 'Compliance' },
);

const DueNotification = Type.Object(
  {
    type: Type.Literal('SHIPMENT_ASSIGNED'),
    recipient: Type.Enum(['SENDER', 'RECIPIENT']),
    method: Type.Enum(['SMS', 'EMAIL']),
    scheduledFor: moment('When it is due'),
  },
  { title: 'DueNotification' },
);

export const Assignment = Type.Object(
  {
    assignmentId: orNull(Type.String(), 'Id of the assignment; null for a proposal, which is not stored'),
    shipmentId: text('As requested'),
    partnerId: PartnerId,
    partnerName: Type.String(),
    status: Type.Enum(['ASSIGNED', 'PROPOSED'], { description: 'PROPOSED when createAssignmentRecord is false' }),
    assignedAt: orNull(DateTime, 'When it was assigned; ISO 8601, UTC, null for a proposal'),
    confirmedAt: Optional(
      moment('Only with MANUAL_SELECTION, unless autoConfirmAssignment is false: the same as assignedAt'),
    ),
    assignmentType: AssignmentStrategy,
    policy: Optional(
      Type.Object(
        {
          policyId: text('The policy that counted'),
          version: text('16 hex digits of SHA-256 over its canonical document'),
          rules: texts('The rules that acted, in their order'),
        },
        { title: 'AppliedPolicy', description: 'Absent where no policy counted' },
      ),
    ),
    priority: Optional(text('As requested')),
    estimates: Type.Object(
      {
        pickupDate: moment(
          'When the parcel leaves: at the partner’s cutoff time, today or, if that has passed, on its next working day',
        ),
        deliveryDate: moment('Delivery, within the partner’s delivery window'),
        deliveryWindow,
        totalCost: Optional(rupees('The total with tax; only with includeCostEstimate')),
      },
      { title: 'AssignmentEstimates' },
    ),
    partnerContact: Optional(Contact),
    tracking: Type.Union([Tracking, ManualTracking, Type.Null()], {
      description: 'null when createTrackingNumber is false, and for a proposal',
    }),
    costBreakdown: Optional(CostBreakdown),
    charges: Optional(AssignmentCharges),
    priceBreakdown: Optional(
      Type.Array(BreakdownEntry, {
        minItems: 1,
        description: 'The rules that made the price; only with includeCostEstimate',
      }),
    ),
    alternatives: Optional(
      Type.Array(
        Type.Object(
          {
            partnerId: PartnerId,
            totalCost: rupees('The total with tax'),
            hours: hours('Transit'),
            ...score,
            landed: Type.Optional(LandedAmounts),
            adjustments: Optional(
              Type.Array(
                Type.Object(
                  { ruleId: text('The rule'), rupees: signedRupees('What it adds to the score') },
                  { title: 'PolicyAdjustment' },
                ),
                { description: 'With a policy: what its rules add to the score, which contains it' },
              ),
            ),
          },
          { title: 'AssignmentAlternative' },
        ),
        {
          minItems: 1,
          maxItems: ALTERNATIVES_SHOWN,
          description:
            'The best candidates in the order of the strategy, including the chosen one. '
            + 'Scores are by BALANCED for that strategy, else by BEST_MATCH. Only with includeCostEstimate',
        },
      ),
    ),
    timeline: Optional(Timeline),
    operationalDetails: OperationalDetails,
    compliance: Compliance,
    notifications: Type.Object(
      {
        sent: Type.Array(DueNotification, { maxItems: 0, description: 'Always empty: pinrate sends nothing' }),
        pending: Type.Array(DueNotification, {
          description: 'Notifications that are due, for your own sender; only with sendNotifications',
        }),
      },
      { title: 'AssignmentNotifications' },
    ),
    nextSteps: texts('What to do now'),
    supportContact: Optional(Type.Object({ name, phone, email }, { title: 'SupportContact' })),
  },
  { title: 'Assignment' },
);

const processing = {
  processingTime: count('Milliseconds'),
  timestamp: moment('When this was answered'),
};

/** Why a shipment is not assigned, although the question is valid. */
const ASSIGNMENT_FAILURES = [
  'NO_CAPABLE_PARTNERS',
  'QUOTE_TOKEN_MISMATCH',
  'PRICE_CHANGED',
  'REFUSED_BY_POLICY',
] as const;

export const AssignmentMade = Type.Object(
  {
    success: Type.Literal(true),
    assignment: Assignment,
    error: Type.Null(),
    warnings: Warnings,
    decision: Optional(orNull(Decision, 'With `includeDecision`: why this partner; null: no longer kept')),
    metadata: Type.Object(
      { assignmentId: Assignment.properties.assignmentId, ...processing },
      { title: 'AssignmentMadeMetadata' },
    ),
  },
  { title: 'AssignmentMade' },
);

export const AssignmentFailed = Type.Object(
  {
    success: Type.Literal(false),
    assignment: Type.Null(),
    error: Type.Object(
      {
        code: Type.Enum([...ASSIGNMENT_FAILURES], {
          title: 'AssignmentFailure',
          description: `- NO_CAPABLE_PARTNERS: no partner may have it, can carry it and has capacity left for it
- QUOTE_TOKEN_MISMATCH: the shipment is not the one that was quoted
- PRICE_CHANGED: the partner of the token has another price now
- REFUSED_BY_POLICY: a rule of the policy refuses the shipment`,
        }),
        message: Type.String(),
        details: texts(
          'NO_CAPABLE_PARTNERS: one entry per partner, with its reason codes. QUOTE_TOKEN_MISMATCH: the members that '
            + 'differ. PRICE_CHANGED: the quoted amount and that of now, Rupees with two decimals. '
            + 'REFUSED_BY_POLICY: the rule, its code and its message',
        ),
        reasons: Type.Array(
          Type.Object(
            {
              partnerId: PartnerId,
              reasons: Type.Array(Type.Union([Reason, CapacityReason]), { description: 'Every one' }),
            },
            { title: 'PartnerReasons' },
          ),
          { description: 'Why each active partner cannot carry it, or is full; empty for the other codes' },
        ),
        suggestions: texts('What can be done about these reasons'),
      },
      { title: 'NotAssigned' },
    ),
    warnings: Warnings,
    decision: Optional(orNull(Decision, 'With `includeDecision`: why nobody; null: nobody was chosen from')),
    metadata: Type.Object(
      {
        assignmentId: Type.Null(),
        partnersChecked: count('Number of active partners'),
        failureReasons: AssignmentFailureReasons,
        ...processing,
      },
      { title: 'AssignmentFailedMetadata' },
    ),
  },
  {
    title: 'AssignmentFailed',
    description: 'No partner got the shipment. Nothing was stored, so it may be assigned later',
  },
);

export const AssignmentEnvelope = Type.Object(
  {
    requestId: text('The same as request_id'),
    ...processing,
    version: text('Version of the API', ['1.0.0']),
  },
  { title: 'AssignmentEnvelope' },
);
