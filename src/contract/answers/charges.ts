/** Answers of POST /shipments/calculate-charges (docs/rules.md#pricing). */
import Type, { type TSchema } from 'typebox';
import { count, grams, hours, kilometres, moment, orNull, rupees, text } from '../fields.js';
import { DISCOUNT_BASES, RATE_TYPES, SERVICE_TYPE_IDS, PRICE_REGIMES } from '../../domain/vocabulary.js';
import { SURCHARGE_CODE } from '../../model/surcharges.js';
import {
  ALTERNATIVE_PARTNERS_LOOKED_AT,
  ALTERNATIVE_PARTNERS_SHOWN,
  MAX_QUOTE_TOKEN_LENGTH,
} from '../../limits/requests.js';
import { PartnerId, Pincode } from '../../model/documents.js';
import { PaymentType, Pieces, ShipmentType, UrgencyLevel } from '../shipment-members.js';
import { FullCapacity } from './capacity.js';
import { LandedWhereAsked } from './landed.js';
import { BreakdownEntry } from './price.js';
import { Reason, reasons } from './reason.js';
import { services } from './values.js';
import { Warnings } from './warnings.js';

/** One optional member per service. */
const byService = <T extends TSchema>(member: T) =>
  Object.fromEntries(SERVICE_TYPE_IDS.map((service) => [service, Type.Optional(member)]));

const PricedPartner = Type.Object(
  {
    partnerId: PartnerId,
    name: Type.String(),
    isActive: Type.Boolean({ description: 'false: only under the assumption that it carried the parcel' }),
  },
  { title: 'PricedPartner' },
);

const PricedShipment = Type.Object(
  {
    pickupPincode: Pincode,
    deliveryPincode: Pincode,
    weight: Type.Number({ minimum: 1, description: 'grams; with pieces what they weigh together, rounded up' }),
    pieces: Type.Optional(Pieces),
    shipmentType: ShipmentType,
    paymentType: PaymentType,
    declaredValue: Type.Number({ minimum: 0, description: 'Rupees; 0 if none was given' }),
    codAmount: rupees('Amount to collect on delivery: codAmount, else declaredValue; 0 for a prepaid shipment'),
  },
  { title: 'PricedShipment', description: 'The shipment as requested' },
);

const ChargesCoverage = Type.Object(
  {
    pickupCovered: Type.Literal(true),
    deliveryCovered: Type.Literal(true),
    estimatedDistance: kilometres('Road distance between the pincodes: the great circle times a road factor'),
    estimatedTime: hours('Transit'),
    availableServices: services('All services that the route offers'),
  },
  { title: 'ChargesCoverage' },
);

const amounts = {
  weightCharge: rupees('Charge by the package row and the chargeable weight'),
  distanceCharge: rupees('Charge by distance'),
  fscCharge: rupees('Fuel surcharge'),
  codCharge: rupees('Fee for collecting on delivery'),
  docketCharge: rupees('Document fee'),
  insuranceCharge: rupees('Insurance of the declared value'),
  otherCharges: rupees('Services, zone attributes and surcharges'),
  subtotal: rupees('The sum of the above'),
  nonTaxableAmount: rupees('The part of the subtotal that bears no tax and no discount: surcharges with taxable false'),
  discountAmount: rupees('Amount to subtract; at most subtotal − nonTaxableAmount'),
  taxableAmount: rupees('subtotal − nonTaxableAmount − discountAmount'),
  gstAmount: rupees(
    'GST of taxableAmount: CGST and SGST, each half of the rate, within the partner’s state, otherwise IGST; '
      + '0 if the partner does not charge it',
  ),
  totalAmount: rupees('taxableAmount + nonTaxableAmount + gstAmount: the amount to pay'),
};

/** The amounts of the charges that every caller sees. */
export const CHARGE_AMOUNTS = Object.keys(amounts) as (keyof typeof amounts)[];

const TaxSplit = Type.Object(
  {
    regime: Type.Enum([...PRICE_REGIMES], {
      description:
        'FORWARD: the partner charges GST; REVERSE_CHARGE: the recipient pays it; EXEMPT: nobody does; '
        + 'ZERO_RATED: nobody does, the recipient is in a special economic zone',
    }),
    sac: orNull(Type.String(), 'Services Accounting Code of the partner; null if it gives none'),
    gstRate: Type.Number({ minimum: 0, description: 'percent; 0 if the service is exempt' }),
    gstAmount: amounts.gstAmount,
    cgst: rupees(
      'Half of the rate of taxableAmount, rounded half up, '
        + 'if the place of supply is the partner’s own state, else 0',
    ),
    sgst: rupees('The same as cgst'),
    igst: rupees('gstAmount if the place of supply is another state, else 0'),
    placeOfSupply: orNull(
      Type.String({ pattern: '^[0-9]{2}$' }),
      'GST code of a state: that of customerGstin, or else that of the pickup; null: a pickup that is only assumed',
    ),
    reverseCharge: Type.Boolean({ description: 'true: the recipient of the service pays the GST to the state' }),
    recipientLiability: rupees('What the recipient pays to the state under reverse charge, else 0'),
  },
  { title: 'TaxSplit' },
);

export const Charges = Type.Object(
  {
    ...amounts,
    taxes: Type.Optional(
      Type.Object(TaxSplit.properties, {
        title: 'ReverseChargeTax',
        description: 'Only under reverse charge: what the recipient has to pay itself',
      }),
    ),
  },
  {
    title: 'Charges',
    description: 'Each amount is rounded half up to the paisa once; the sums are of the rounded amounts',
  },
);

const ReasonCodes = Type.Array(Reason.properties.code);
const ReturnCharges = Type.Object(
  {
    rto: orNull(Charges, 'Of an RTO, because it could not be delivered; null: the partner has none'),
    reverse: orNull(
      Charges,
      'Of a return that is fetched from the recipient: both ends exchanged, prepaid, without urgency and with implied '
        + 'services only; null: the partner carries none',
    ),
    reasons: Type.Object(
      { rto: ReasonCodes, reverse: ReasonCodes },
      { title: 'ReturnReasons', description: 'Why there are no charges; empty where there are' },
    ),
  },
  { title: 'ReturnCharges', description: 'Only with includeReturns: what the returns of this shipment would cost' },
);

const AppliedDiscount = Type.Object(
  {
    discountId: Type.Integer(),
    description: text('Description of the discount; may be empty'),
    discountType: Type.Enum([...RATE_TYPES]),
    discountValue: Type.Number({
      minimum: 0,
      description: 'flat: Rupees; percentage: percent of what appliesTo names',
    }),
    appliesTo: Type.Enum([...DISCOUNT_BASES], { description: 'The amount that it reduces, at most to 0' }),
    savedAmount: rupees('Saving before tax'),
  },
  { title: 'AppliedDiscount' },
);

const ServiceDetails = Type.Object(
  {
    availableUrgencyLevels: Type.Array(UrgencyLevel, {
      description: 'Only STANDARD if the delivery zone has no EXPRESS',
    }),
    cutoffTimes: Type.Object(
      {
        default: text('The partner’s; HH:mm, India Standard Time', ['18:00']),
        ...byService(text('As the zone’s document has it')),
      },
      { title: 'CutoffTimes', description: 'By service, for services whose zone has its own' },
    ),
    deliveryWindows: Type.Object(byService(text('As the zone’s document has it', ['10:00-20:00'])), {
      title: 'DeliveryWindows',
      description: 'By service, for services whose zone has one',
    }),
  },
  { title: 'ServiceDetails' },
);

const AppliedZone = Type.Object(
  { id: text('Id of the zone'), name: text('Name of the zone') },
  { title: 'AppliedZone' },
);

const CalculationDetails = Type.Object(
  {
    chargeableWeight: grams('The larger of the weight and the volumetric weight, each rounded up'),
    weightSlab: text('How the weight is charged: base weight and started steps above it', ['500 g + 2 x 500 g']),
    distanceSlab: orNull(
      Type.String({ examples: ['1000-1500 km'] }),
      'The row for the distance; null if the partner has none for it',
    ),
    applicableZones: Type.Object(
      {
        from: AppliedZone,
        to: AppliedZone,
        lane: orNull(
          Type.String({ examples: ['METRO'] }),
          'The lane that the partner’s lane rules give the route; null: none does',
        ),
        laneRuleId: orNull(Type.Integer({ minimum: 1 }), 'The lane rule that gives it; null: none does'),
      },
      {
        title: 'ApplicableZones',
        description: 'The partner’s zones of pickup and delivery, and the lane between them',
      },
    ),
    pickupDate: moment('When the parcel leaves: at the partner’s cutoff time on the pickup day'),
    deliveryDate: moment('When it is delivered: within the partner’s delivery window'),
    rateCardVersion: Type.String({
      pattern: '^[0-9a-f]{16}$',
      description: 'Changes with every change of the partner’s rates',
    }),
    calculatedAt: moment('When it was calculated'),
  },
  { title: 'CalculationDetails' },
);

const quoteToken = Type.Optional(
  orNull(
    Type.String({ maxLength: MAX_QUOTE_TOKEN_LENGTH, pattern: '^[A-Za-z0-9_-]+$' }),
    'Only with includeQuoteToken: for POST /quotes/replay, which answers this price again whatever has changed since; '
      + 'null: it would be too large (QUOTE_TOKEN_TOO_LARGE)',
  ),
);

export const ChargesAvailable = Type.Object(
  {
    calculationId: text('Names this calculation'),
    available: Type.Literal(true),
    partner: PricedPartner,
    shipment: PricedShipment,
    coverage: ChargesCoverage,
    charges: Charges,
    returnCharges: Type.Optional(ReturnCharges),
    discountsApplied: Type.Array(AppliedDiscount, { maxItems: 1 }),
    serviceDetails: ServiceDetails,
    calculationDetails: CalculationDetails,
    breakdown: Type.Array(BreakdownEntry, { minItems: 1, description: 'The rules that made the price' }),
    warnings: Warnings,
    landed: LandedWhereAsked,
    capacity: Type.Optional(FullCapacity),
    quoteToken,
  },
  { title: 'ChargesAvailable' },
);

const Suggestion = Type.Object(
  {
    suggestion: Reason.properties.code,
    action: text('What to change'),
  },
  { title: 'Suggestion', description: 'A reason, and what to do about it' },
);

const OtherPartner = Type.Object(
  {
    suggestion: Type.Literal('CHOOSE_PARTNER'),
    action: text('The suggestion in words'),
    partnerId: PartnerId,
    partnerName: Type.String(),
    totalCost: rupees('The total with tax'),
    hours: hours('Transit'),
  },
  { title: 'OtherPartner', description: 'A partner that can carry the shipment' },
);

const unavailable = {
  available: Type.Literal(false),
  partner: PricedPartner,
  coverage: Type.Object(
    {
      pickupCovered: Type.Boolean(),
      deliveryCovered: Type.Boolean(),
      reason: Reason.properties.code,
      reasons: reasons('All reasons; `reason` is the first one'),
      unavailableServices: services('Required services that the route does not offer'),
      availableServices: services('All services that the route offers; empty if an end is not covered'),
    },
    { title: 'RefusedCoverage' },
  ),
  warnings: Warnings,
  quoteToken,
};
const UNAVAILABLE = 'The partner does not carry this shipment';

export const ChargesUnavailable = Type.Object(
  {
    ...unavailable,
    alternatives: Type.Array(Type.Union([OtherPartner, Suggestion]), {
      minItems: 1,
      description:
        `Up to ${ALTERNATIVE_PARTNERS_SHOWN} partners that can carry it, the cheapest first (among the first `
        + `${ALTERNATIVE_PARTNERS_LOOKED_AT} that cover the route), then a suggestion for each reason`,
    }),
  },
  { title: 'ChargesUnavailable', description: UNAVAILABLE },
);

export const OwnChargesUnavailable = Type.Object(
  {
    ...unavailable,
    alternatives: Type.Array(Suggestion, { minItems: 1, description: 'One for each reason' }),
  },
  { title: 'OwnChargesUnavailable', description: `${UNAVAILABLE}. For a partner’s credential` },
);

const serviceCharge = rupees('Charge for the service at all ends where it applies');
export const OwnCharges = Type.Object(
  {
    ...amounts,
    serviceCharges: Type.Object(byService(serviceCharge), {
      title: 'ServiceCharges',
      description: 'The services and zone attributes in otherCharges; none in an RTO',
    }),
    surcharges: Type.Object(
      {
        fuelSurcharge: amounts.fscCharge,
        codCharge: amounts.codCharge,
        docketCharge: amounts.docketCharge,
        insuranceCharge: amounts.insuranceCharge,
      },
      {
        title: 'Surcharges',
        description: 'The standard ones, and by code the surcharges of the contract',
        patternProperties: { [SURCHARGE_CODE]: rupees('The surcharges with this code') },
      },
    ),
    discounts: Type.Object(
      { weightDiscount: Type.Number({ maximum: 0, description: 'discountAmount as a negative amount; Rupees' }) },
      { title: 'AmountsOff' },
    ),
    taxes: TaxSplit,
    roundedAmount: count('totalAmount rounded half up to whole Rupees'),
  },
  { title: 'OwnCharges' },
);

export const OwnChargesAvailable = Type.Object(
  {
    ...ChargesAvailable.properties,
    charges: OwnCharges,
    chargeableWeight: grams('Weight that is charged'),
    weightType: Type.Enum(['ACTUAL', 'VOLUMETRIC'], { description: 'Which of the two weights is charged' }),
    actualWeight: grams('The weight, rounded up'),
    volumetricWeight: orNull(count(), 'Volumetric weight; grams, null if no dimensions were given'),
    alternatives: Type.Array(
      Type.Object(
        {
          suggestion: Type.Literal('EXPRESS'),
          totalAmount: rupees('The total with EXPRESS'),
          transitHours: hours('Transit with EXPRESS'),
          action: text('The suggestion in words'),
        },
        { title: 'ExpressAlternative' },
      ),
      {
        maxItems: 1,
        description: 'The same shipment by EXPRESS, if the partner offers it and it was not requested',
      },
    ),
    metadata: Type.Object(
      {
        generationId: count('The generation of the index that the price was calculated from'),
        rateCardVersion: CalculationDetails.properties.rateCardVersion,
        currency: Type.Literal('INR'),
        calculatedAt: CalculationDetails.properties.calculatedAt,
      },
      { title: 'CalculationMetadata' },
    ),
  },
  { title: 'OwnChargesAvailable', description: 'For a partner’s credential' },
);
