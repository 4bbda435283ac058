/** The bodies of the three questions: validation, types, and descriptions for callers. */
import Type, { type Static } from 'typebox';
import { PAYMENT_TYPES, SHIPMENT_TYPES } from '../domain/vocabulary.js';
import { STRATEGIES } from '../domain/strategies.js';
import {
  FIRST_SHIP_DATE,
  MAX_DAYS_AHEAD_OF_AVAILABILITY,
  MAX_DAYS_AHEAD_OF_CHARGES,
  MAX_GIVEN_TOKEN_LENGTH,
  MAX_STRATEGY_WEIGHT_RUPEES,
} from '../limits/requests.js';
import { Pincode } from '../model/documents.js';
import {
  Attributes,
  Direction,
  excludePartners,
  PARCEL,
  partner,
  PaymentType,
  services,
  shipDate,
  ShipmentType,
  text,
  textList,
  UNUSED,
  weight,
} from './shipment-members.js';

const { Optional } = Type;

export const AssignmentStrategy = Type.Enum([...STRATEGIES, 'MANUAL_SELECTION'], {
  title: 'AssignmentStrategy',
  description: `Which of the partners that can carry the shipment gets it. Among equal partners the cheaper wins, then
the faster, then the lower partnerId. Required without quoteToken, with which it is MANUAL_SELECTION.

- CHEAPEST: the lowest total
- FASTEST: the fewest transit hours
- MOST_RELIABLE: the highest success rate
- BALANCED: the lowest score in Rupees: cost + 1 × hours + 200 × (1 − success rate)
- BEST_MATCH: the lowest score in Rupees: cost + h × hours + 200 × (1 − success rate) + 50 × (1 − coverage score), where
  h is 0.50, with EXPRESS 2.00, with URGENT 5.00
- MANUAL_SELECTION: selectedPartner, if it can carry the shipment; otherwise the choice of BEST_MATCH if
  allowAlternatives is true, else no partner`,
});

const includeLanded = Optional(
  Type.Boolean({
    default: false,
    description:
      'Adds landed, the expected landed cost; for FORWARD, and for services alone: the terms are the house’s',
  }),
);

export const AvailabilityRequest = Type.Object(
  {
    ...PARCEL,
    shipmentType: ShipmentType,
    paymentType: PaymentType,
    partnerId: Optional(
      partner(
        'The partner to check. Without it a service searches all active partners, and a partner’s credential checks '
          + 'itself',
      ),
    ),
    direction: Optional(Direction),
    excludePartners: excludePartners('Partners that a search skips'),
    shipDate: Optional(
      shipDate(
        `From today to ${MAX_DAYS_AHEAD_OF_AVAILABILITY} days ahead; pickup and delivery are never before the request`,
      ),
    ),
    attributes: Optional(Attributes),
    includeLanded,
    specialInstructions: Optional(text(UNUSED)),
    preferredDeliveryDate: Optional(text(UNUSED)),
    deliveryTimeSlot: Optional(text(UNUSED)),
  },
  { title: 'AvailabilityRequest' },
);
export type AvailabilityRequest = Static<typeof AvailabilityRequest>;

export const ChargesRequest = Type.Object(
  {
    // a partner's credential may leave it out, because it can only mean itself
    partnerId: Optional(partner('An active partner. A service must name it; a partner’s credential means itself')),
    ...PARCEL,
    shipmentType: ShipmentType,
    paymentType: PaymentType,
    direction: Optional(Direction),
    excludePartners: excludePartners('Partners that alternatives leave out'),
    shipDate: Optional(shipDate(`From ${FIRST_SHIP_DATE} to ${MAX_DAYS_AHEAD_OF_CHARGES} days ahead of today`)),
    packageType: Optional(text(UNUSED)),
    actualWeight: Optional(weight('not used; a warning says so if it differs from weight')),
    volumetricWeight: Optional(
      Type.Number({
        minimum: 0,
        unit: 'grams',
        description: 'grams; not used, since dimensions give the volumetric weight; a warning says so',
      }),
    ),
    specialRequirements: Optional(textList(UNUSED)),
    deliveryInstructions: Optional(text(UNUSED)),
    preferredDeliveryDate: Optional(text(UNUSED)),
    customerDetails: Optional(Type.Object({}, { description: UNUSED })),
    includeReturns: Optional(Type.Boolean({ default: false, description: 'Adds returnCharges; for FORWARD alone' })),
    includeLanded,
    includeQuoteToken: Optional(
      Type.Boolean({
        default: false,
        description: 'Adds quoteToken, for a later replay of the price or an assignment at it',
      }),
    ),
  },
  { title: 'ChargesRequest' },
);
export type ChargesRequest = Static<typeof ChargesRequest>;

const Party = Type.Object(
  {
    name: Optional(text(UNUSED)),
    phone: Optional(text('If given, an SMS is due when options.sendNotifications is true')),
    email: Optional(text('If given, an e-mail is due when options.sendNotifications is true')),
    address: Optional(
      Type.Object({
        line1: Optional(text(UNUSED)),
        line2: Optional(text(UNUSED)),
        city: Optional(text(UNUSED)),
        state: Optional(text(UNUSED)),
        pincode: Optional(Type.String({ ...Pincode, description: UNUSED })),
      }),
    ),
  },
  { title: 'Party' },
);

const strategyWeight = (description: string) =>
  Optional(
    Type.Number({
      minimum: 0,
      maximum: MAX_STRATEGY_WEIGHT_RUPEES,
      unit: 'Rupees',
      description: `Rupees, at most two decimals; ${description}`,
    }),
  );
const StrategyWeights = Type.Object(
  {
    hourValue: strategyWeight('the value of an hour of transit: replaces BEST_MATCH’s h and BALANCED’s 1.00'),
    failureCost: strategyWeight('the cost of a failed delivery: 200 unless given'),
    coverageCost: strategyWeight('the cost of uncertain coverage: 50 unless given'),
  },
  {
    title: 'StrategyWeights',
    description:
      'Weights of the scores of BALANCED and BEST_MATCH. '
      + 'The other strategies do not choose by them, but show BEST_MATCH’s scores with them',
  },
);

const include = (what: string) => Type.Boolean({ default: true, description: `false leaves ${what} out` });

export const AssignmentRequest = Type.Object(
  {
    shipmentDetails: Type.Object(
      {
        shipmentId: Type.String({
          pattern: '^[a-zA-Z0-9_-]+$',
          maxLength: 200,
          examples: ['SHIP-2026-000417'],
          description: 'Your id of the shipment. Each caller has its own ids, and assigns each shipment once',
        }),
        ...PARCEL,
        // the standard flow requires serviceTypes; the partner's flow sends serviceRequirements instead
        serviceTypes: Optional(
          services(
            'Services needed. With it the three lists together name PICKUP and DELIVERY; required unless '
              + 'serviceRequirements or additionalServices is given',
          ),
        ),
        serviceRequirements: Optional(services('Instead of serviceTypes, or in addition to it')),
        weight: Optional(
          weight(
            '500 unless it or pieces are given, with a warning; taken to 0.001, and weighed in started grams; '
              + 'the larger of this and the volumetric weight is charged',
          ),
        ),
        excludePartners: excludePartners('Partners that do not get the shipment, a selected one too'),
        shipDate: Optional(
          shipDate(
            `From today to ${MAX_DAYS_AHEAD_OF_AVAILABILITY} days ahead; pickup and delivery are never before the `
              + 'request',
          ),
        ),
        shipmentType: Optional(Type.Enum([...SHIPMENT_TYPES], { description: 'B2C unless given, with a warning' })),
        paymentType: Optional(
          Type.Enum([...PAYMENT_TYPES], {
            description: 'If not given: COD if that is among the services, else PREPAID, with a warning',
          }),
        ),
        attributes: Optional(Attributes),
        packageType: Optional(text(UNUSED)),
        assignedPartnerId: Optional(
          partner('Instead of assignmentPreferences.selectedPartner, which takes precedence if both are given'),
        ),
        specialInstructions: Optional(text('Copied to handlingInstructions')),
        preferredDeliveryDate: Optional(text(UNUSED)),
        deliveryTimeSlot: Optional(text(UNUSED)),
      },
      { title: 'ShipmentToAssign' },
    ),
    customerDetails: Optional(Type.Object({ sender: Optional(Party), recipient: Optional(Party) })),
    assignmentPreferences: Type.Object(
      {
        assignmentStrategy: Optional(AssignmentStrategy),
        quoteToken: Optional(
          Type.String({
            maxLength: MAX_GIVEN_TOKEN_LENGTH,
            description:
              'Of calculate-charges: its partner gets the shipment at the price that was shown, if it is the shipment '
              + 'that was quoted and the price is the same now (QUOTE_TOKEN_MISMATCH, PRICE_CHANGED)',
          }),
        ),
        onPriceChange: Optional(
          Type.Enum(['REFUSE', 'ACCEPT'], {
            default: 'REFUSE',
            description: 'With quoteToken: ACCEPT assigns the shipment at another price too, with a warning',
          }),
        ),
        selectedPartner: Optional(
          partner('Required for MANUAL_SELECTION without quoteToken; a partner’s credential may name only itself'),
        ),
        priority: Optional(text('Copied to the answer')),
        weights: Optional(StrategyWeights),
        policyId: Optional(
          Type.String({
            maxLength: 50,
            description:
              'Of the policies that are for the shipment this one, whatever its priority (404 POLICY_NOT_FOUND). '
              + 'NONE: no policy; it needs the scope manage',
          }),
        ),
        allowAlternatives: Optional(
          Type.Boolean({
            default: false,
            description:
              'For MANUAL_SELECTION: another partner may get the shipment when the selected one cannot carry it',
          }),
        ),
      },
      { title: 'AssignmentPreferences' },
    ),
    options: Optional(
      Type.Object(
        {
          includePartnerDetails: Optional(include('partnerContact and supportContact')),
          includeCostEstimate: Optional(
            include('estimates.totalCost, costBreakdown, charges, priceBreakdown and alternatives'),
          ),
          includeChargeEstimate: Optional(
            Type.Boolean({ description: 'The same as includeCostEstimate, which takes precedence if both are given' }),
          ),
          includeTransitTime: Optional(include('timeline')),
          includeDecision: Optional(
            Type.Boolean({
              default: false,
              description: 'true adds decision: why this partner. For services alone',
            }),
          ),
          createTrackingNumber: Optional(
            Type.Boolean({
              description:
                'false: no tracking number is created, and tracking is null. '
                + 'true: tracking also has a QR code, as after MANUAL_SELECTION. Not given: a number without the code. '
                + 'A repeated request gets the answer of the first one',
            }),
          ),
          sendNotifications: Optional(
            Type.Boolean({
              default: false,
              description:
                'true: notifications.pending lists the notifications due to sender and recipient. pinrate sends '
                + 'none',
            }),
          ),
          createAssignmentRecord: Optional(
            Type.Boolean({
              default: true,
              description: 'false: a partner is chosen and priced, but nothing is stored and assignmentId is null',
            }),
          ),
          autoConfirmAssignment: Optional(
            Type.Boolean({ default: true, description: 'For MANUAL_SELECTION: false leaves confirmedAt out' }),
          ),
        },
        { title: 'AssignmentOptions' },
      ),
    ),
  },
  { title: 'AssignmentRequest' },
);
export type AssignmentRequest = Static<typeof AssignmentRequest>;
