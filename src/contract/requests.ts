/** The bodies of the three questions: validation, types, and descriptions for callers. */
import Type, { type Static } from 'typebox';
import { PAYMENT_TYPES, SHIPMENT_TYPES } from '../domain/vocabulary.js';
import { STRATEGIES } from '../domain/strategies.js';
import {
  FIRST_SHIP_DATE,
  MAX_DAYS_AHEAD_OF_AVAILABILITY,
  MAX_DAYS_AHEAD_OF_CHARGES,
  MAX_DELIVERY_HOURS,
  MAX_LIST_ITEMS,
  MAX_STRATEGY_WEIGHT_RUPEES,
} from '../limits/requests.js';
import { Pincode } from '../model/documents.js';
import {
  ShipmentType,
  PaymentType,
  CustomerType,
  UrgencyLevel,
  Direction,
  UNUSED,
  pincode,
  From,
  To,
  partner,
  text,
  textList,
  services,
  weight,
  Weight,
  DeclaredValue,
  CodAmount,
  Dimensions,
  Pieces,
  CustomerId,
  shipDate,
  Gstin,
} from './shipment-members.js';

const { Optional } = Type;

export const AssignmentStrategy = Type.Enum([...STRATEGIES, 'MANUAL_SELECTION'], {
  title: 'AssignmentStrategy',
  description: `Which of the partners that can carry the shipment gets it. Among equal partners the cheaper wins, then
the faster, then the lower partnerId.

- CHEAPEST: the lowest total
- FASTEST: the fewest transit hours
- MOST_RELIABLE: the highest success rate
- BALANCED: the lowest score in Rupees: cost + 1 × hours + 200 × (1 − success rate)
- BEST_MATCH: the lowest score in Rupees: cost + h × hours + 200 × (1 − success rate) + 50 × (1 − coverage score), where
  h is 0.50, with EXPRESS 2.00, with URGENT 5.00
- MANUAL_SELECTION: selectedPartner, if it can carry the shipment; otherwise the choice of BEST_MATCH if
  allowAlternatives is true, else no partner`,
});

export const AvailabilityRequest = Type.Object(
  {
    pickupPincode: From,
    deliveryPincode: To,
    // required unless there are pieces
    weight: Optional(Weight),
    pieces: Optional(Pieces),
    shipmentType: ShipmentType,
    paymentType: PaymentType,
    serviceRequirements: services(
      'Services needed in addition to DELIVERY and the service of the payment type, which are always required; '
        + 'a service named twice counts once. May be empty',
    ),
    partnerId: Optional(
      partner(
        'The partner to check. Without it a service searches all active partners, and a partner’s credential checks '
          + 'itself',
      ),
    ),
    urgency: Optional(UrgencyLevel),
    direction: Optional(Direction),
    declaredValue: Optional(DeclaredValue),
    codAmount: Optional(CodAmount),
    maxDeliveryTime: Optional(
      Type.Number({
        minimum: 0,
        maximum: MAX_DELIVERY_HOURS,
        unit: 'hours',
        description: 'hours; the longest acceptable transit',
        examples: [72],
      }),
    ),
    preferredServices: Optional(
      textList(
        'Services that are wanted but not required: they count in matchPercentage, '
          + 'and no partner is refused for lacking them',
      ),
    ),
    excludePartners: Optional(
      Type.Array(partner('A partner'), { maxItems: MAX_LIST_ITEMS, description: 'Partners that a search skips' }),
    ),
    dimensions: Optional(Dimensions),
    shipDate: Optional(
      shipDate(
        `From today to ${MAX_DAYS_AHEAD_OF_AVAILABILITY} days ahead; pickup and delivery are never before the request`,
      ),
    ),
    specialInstructions: Optional(text(UNUSED)),
    preferredDeliveryDate: Optional(text(UNUSED)),
    deliveryTimeSlot: Optional(text(UNUSED)),
    customerType: Optional(CustomerType),
    customerId: Optional(CustomerId),
    customerGstin: Optional(Gstin),
  },
  { title: 'AvailabilityRequest' },
);
export type AvailabilityRequest = Static<typeof AvailabilityRequest>;

export const ChargesRequest = Type.Object(
  {
    // a partner's credential may leave it out, because it can only mean itself
    partnerId: Optional(partner('An active partner. A service must name it; a partner’s credential means itself')),
    pickupPincode: From,
    deliveryPincode: To,
    // required unless there are pieces
    weight: Optional(Weight),
    pieces: Optional(Pieces),
    shipmentType: ShipmentType,
    paymentType: PaymentType,
    declaredValue: Optional(DeclaredValue),
    codAmount: Optional(CodAmount),
    serviceRequirements: Optional(
      services(
        'Services needed in addition to DELIVERY and the service of the payment type, '
          + 'each charged once as its zone says; none unless given',
      ),
    ),
    additionalServices: Optional(services('Further services, in addition to serviceRequirements')),
    urgency: Optional(UrgencyLevel),
    direction: Optional(Direction),
    customerType: Optional(CustomerType),
    customerId: Optional(CustomerId),
    customerGstin: Optional(Gstin),
    packageDimensions: Optional(Dimensions),
    dimensions: Optional(Dimensions),
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
    includeQuoteToken: Optional(
      Type.Boolean({ default: false, description: 'Adds quoteToken, for a later replay of the price' }),
    ),
  },
  { title: 'ChargesRequest', description: 'packageDimensions takes precedence over dimensions' },
);
export type ChargesRequest = Static<typeof ChargesRequest>;

const ASSIGNABLE_SERVICES = ['PICKUP', 'DELIVERY', 'EXPRESS', 'COD', 'PREPAID', 'INSURANCE'] as const;
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
        // the standard flow requires serviceTypes; the partner's flow sends serviceRequirements instead
        serviceTypes: Optional(
          Type.Array(Type.Enum([...ASSIGNABLE_SERVICES]), {
            maxItems: MAX_LIST_ITEMS,
            examples: [['PICKUP', 'DELIVERY']],
            description:
              'Services needed; PICKUP and DELIVERY always are. Required unless serviceRequirements is given',
          }),
        ),
        serviceRequirements: Optional(services('Instead of serviceTypes, or in addition to it')),
        additionalServices: Optional(services('Further services, in addition to the others')),
        fromPincode: Optional(From),
        toPincode: Optional(To),
        pickupPincode: Optional(pincode('Instead of fromPincode; one of the two is required', '110001')),
        deliveryPincode: Optional(pincode('Instead of toPincode; one of the two is required', '560001')),
        weight: Optional(
          weight(
            '500 unless it or pieces are given; rounded up to whole grams; '
              + 'the larger of this and the volumetric weight is charged',
          ),
        ),
        dimensions: Optional(Dimensions),
        pieces: Optional(Pieces),
        declaredValue: Optional(DeclaredValue),
        codAmount: Optional(CodAmount),
        shipmentType: Optional(Type.Enum([...SHIPMENT_TYPES], { description: 'B2C unless given' })),
        paymentType: Optional(
          Type.Enum([...PAYMENT_TYPES], {
            description: 'If not given: COD if that is among the services, else PREPAID',
          }),
        ),
        urgency: Optional(UrgencyLevel),
        packageType: Optional(text(UNUSED)),
        assignedPartnerId: Optional(
          partner('Instead of assignmentPreferences.selectedPartner, which takes precedence if both are given'),
        ),
        specialInstructions: Optional(text('Copied to handlingInstructions')),
        preferredDeliveryDate: Optional(text(UNUSED)),
        deliveryTimeSlot: Optional(text(UNUSED)),
        customerType: Optional(CustomerType),
        customerId: Optional(CustomerId),
        customerGstin: Optional(Gstin),
      },
      { title: 'ShipmentToAssign' },
    ),
    customerDetails: Optional(Type.Object({ sender: Optional(Party), recipient: Optional(Party) })),
    assignmentPreferences: Type.Object(
      {
        assignmentStrategy: AssignmentStrategy,
        selectedPartner: Optional(
          partner('Required for MANUAL_SELECTION; a partner’s credential may name only itself'),
        ),
        priority: Optional(text('Copied to the answer')),
        weights: Optional(StrategyWeights),
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
