/** Answers of POST /partners/availability/check (docs/rules.md#availability). */
import Type from 'typebox';
import {
  clockTime,
  count,
  DateTime,
  grams,
  hours,
  kilometres,
  moment,
  orNull,
  rupees,
  text,
  texts,
} from '../fields.js';
import { COVERAGE_LEVELS } from '../../domain/vocabulary.js';
import { RANKING_SHOWN } from '../../limits/requests.js';
import { PaymentType, ShipmentType } from '../shipment-members.js';
import { PartnerId, Pincode } from '../../model/documents.js';
import { PartnerLimits } from '../partners.js';
import { FullCapacity } from './capacity.js';
import { LandedWhereAsked } from './landed.js';
import { CoverageReason, ReasonCodes, reasons } from './reason.js';
import { BreakdownEntry, BriefBreakdownEntry, CostBreakdown } from './price.js';
import { confidence, FailureReasons, limits, reasonCodesOf, score, services } from './values.js';
import { Warnings } from './warnings.js';

const { Optional } = Type;

const place = {
  pincode: Type.String({ ...Pincode, description: '6-digit pincode' }),
  area: text('The first area of the pincode; empty if none is known'),
  city: text('The city of the pincode: its postal district'),
};

const CoverageEnd = Type.Object(
  {
    ...place,
    zone: text('Name of the partner’s zone'),
    isServiced: Type.Literal(true, {
      description: 'This end lies in a zone of the partner. It does not cover the other end or the shipment itself',
    }),
    serviceType: Type.String({
      pattern: '^(STANDARD|(ODA|HILL)(\\+(ODA|HILL))*)$',
      examples: ['STANDARD', 'ODA'],
      description: 'The zone’s attributes, joined by `+`; STANDARD for a zone without any',
    }),
    coverageLevel: Type.Enum(
      COVERAGE_LEVELS.filter((level) => level !== 'none'),
      {
        description: 'What assigns the pincode to the zone, from the most to the least specific',
      },
    ),
  },
  { title: 'CoverageEnd', description: 'One end of a route, inside a zone of the partner' },
);

const UncoveredEnd = Type.Object(
  {
    ...place,
    zone: Type.Null(),
    isServiced: Type.Literal(false),
    serviceType: Type.Null(),
    coverageLevel: Type.Literal('none'),
  },
  { title: 'UncoveredEnd', description: 'One end of a route, outside the partner’s zones' },
);

const ServiceMatch = Type.Object(
  {
    required: services(
      'serviceRequirements, DELIVERY, the service of the payment type, and EXPRESS if urgency needs it',
    ),
    matched: services('Required and preferred services that the route offers'),
    available: services('All services that the route offers'),
    unavailable: services('Required services that the route does not offer'),
    matchPercentage: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Share of required and preferred services that are matched; whole percent',
    }),
  },
  { title: 'ServiceMatch' },
);

const Estimates = Type.Object(
  {
    totalCost: rupees('The total with tax'),
    deliveryTime: Type.Object(
      {
        hours: hours('Transit'),
        pickupDate: moment(
          'When the parcel leaves: the partner’s cutoff time, today if that has not come yet, '
            + 'else on its next working day',
        ),
        deliveryDate: moment(
          'pickupDate plus the hours; outside the partner’s delivery window it moves to the next opening',
        ),
        description: text('The time in words, for a customer', ['3 days after pickup']),
      },
      { title: 'DeliveryTime' },
    ),
    breakdown: CostBreakdown,
  },
  { title: 'AvailabilityEstimates' },
);

const Capabilities = Type.Object(
  {
    maxWeight: limits.maxWeight,
    maxDimensions: limits.maxDimensions,
    maxCodAmount: limits.maxCodAmount,
    supportedPaymentTypes: Type.Array(PaymentType),
    cutoffTime: clockTime('Requests before this time are picked up the same day'),
    weekendDelivery: Type.Boolean({ description: 'Whether Sundays are working days' }),
    sameDay: Type.Boolean({ description: 'Whether the partner offers same-day delivery' }),
  },
  { title: 'PartnerCapabilities', description: 'What the partner can do in every zone' },
);

const zoneAttributes = (end: string) =>
  Type.Array(Type.Enum(['ODA', 'HILL']), { description: `Attributes of the ${end} zone` });
const Restrictions = Type.Object(
  {
    weightLimits: Type.Object(
      {
        maxWeight: limits.maxWeight,
        maxDimensions: limits.maxDimensions,
        chargeableWeight: grams('Weight that is compared with maxWeight'),
        reasons: reasonCodesOf('weightLimits'),
      },
      { title: 'WeightLimits' },
    ),
    valueLimits: Type.Object(
      {
        maxDeclaredValue: limits.maxDeclaredValue,
        maxCodAmount: limits.maxCodAmount,
        paymentTypes: Type.Array(PaymentType),
        reasons: reasonCodesOf('valueLimits'),
      },
      { title: 'ValueLimits' },
    ),
    areaRestrictions: Type.Object(
      {
        pickup: zoneAttributes('pickup'),
        delivery: zoneAttributes('delivery'),
        shipmentTypes: Type.Array(ShipmentType),
        reasons: reasonCodesOf('areaRestrictions'),
      },
      { title: 'AreaRestrictions' },
    ),
    timeRestrictions: Type.Object(
      {
        cutoffTime: Capabilities.properties.cutoffTime,
        weekendDelivery: Capabilities.properties.weekendDelivery,
        transitHours: orNull(count(), 'Transit; whole hours, null if the partner has no transit time for the distance'),
        maxDeliveryTime: orNull(Type.Number({ minimum: 0 }), 'As requested; hours, null if not requested'),
        reasons: reasonCodesOf('timeRestrictions'),
      },
      { title: 'TimeRestrictions' },
    ),
  },
  {
    title: 'Restrictions',
    description: 'The limits that the shipment was checked against, each group with the reasons it gave',
  },
);

export const AvailabilityOfPartner = Type.Object(
  {
    checkType: Type.Literal('specific_partner'),
    isAvailable: Type.Boolean({ description: 'Whether the partner can carry the shipment' }),
    confidence,
    partnerId: PartnerId,
    partnerName: Type.String(),
    coverage: Type.Object({ pickup: CoverageEnd, delivery: CoverageEnd }, { title: 'RouteCoverage' }),
    services: ServiceMatch,
    estimates: orNull(Estimates, 'Price and time; null when isAvailable is false'),
    capabilities: Capabilities,
    restrictions: Restrictions,
    reasons: reasons('Every reason why the partner cannot carry it; empty when isAvailable is true'),
    breakdown: Type.Array(BreakdownEntry, {
      description: 'The rules that made the price; empty when isAvailable is false',
    }),
    warnings: Warnings,
    landed: LandedWhereAsked,
    capacity: Optional(FullCapacity),
  },
  { title: 'AvailabilityOfPartner' },
);

const ZoneCapacity = Type.Object(
  {
    zone: text('Name of the zone'),
    maxDailyShipments: orNull(Type.Number({ minimum: 0 }), 'Shipments per day; null if the zone has no such limit'),
    maxWeightPerDay: orNull(Type.Number({ minimum: 0 }), 'Grams per day; null if the zone has no such limit'),
  },
  { title: 'ZoneCapacity' },
);

export const OwnAvailability = Type.Object(
  {
    ...AvailabilityOfPartner.properties,
    availability: Type.Object(
      { overall: Type.Enum(['AVAILABLE', 'UNAVAILABLE']), reasons: reasons('The same as data.reasons') },
      { title: 'OverallAvailability' },
    ),
    capacity: Type.Object(
      { pickup: ZoneCapacity, delivery: ZoneCapacity, ...Type.Partial(FullCapacity).properties },
      {
        title: 'RouteCapacity',
        description: 'What its zones take; where one of its capacities is full for the shipment, that one too',
      },
    ),
    transit: Type.Object(
      {
        distanceKm: kilometres('Road distance between the pincodes: the great circle times a road factor'),
        hours: orNull(count(), 'Transit; whole hours, null when not available'),
        pickupDate: orNull(DateTime, 'ISO 8601, UTC; null when not available'),
        deliveryDate: orNull(DateTime, 'ISO 8601, UTC; null when not available'),
      },
      { title: 'RouteTransit' },
    ),
    constraints: PartnerLimits,
    recommendations: texts('The actions of the reasons'),
    pricing: orNull(CostBreakdown, 'The components of the price; null when not available'),
  },
  { title: 'OwnAvailability', description: 'For a partner’s credential' },
);

const AvailablePartner = Type.Object(
  {
    partnerId: PartnerId,
    partnerName: Type.String(),
    confidence,
    estimatedCost: rupees('The total with tax'),
    estimatedDelivery: moment('When the parcel is delivered: the same as deliveryDate'),
    pickupDate: Estimates.properties.deliveryTime.properties.pickupDate,
    deliveryDate: Estimates.properties.deliveryTime.properties.deliveryDate,
    rank: Type.Integer({ minimum: 1, description: 'Rank by BEST_MATCH; 1 is the best' }),
    ...score,
    policy: Optional(
      Type.Object(
        {
          state: Type.Enum(['CANDIDATE', 'EXCLUDED', 'FULL'], {
            description: 'Whether it may have the shipment; what is excluded by the policy or full ranks last',
          }),
          ruleId: Optional(text('EXCLUDED: the rule')),
          capacityId: Optional(Type.Integer({ minimum: 1, description: 'FULL: the capacity' })),
        },
        { title: 'PolicyState', description: 'Absent where no policy counts and no HARD capacity is full' },
      ),
    ),
    capacity: Optional(FullCapacity),
    landed: LandedWhereAsked,
    transitHours: hours('Transit'),
    serviceMatch: ServiceMatch.properties.matchPercentage,
    capabilities: Capabilities,
    breakdown: Type.Array(BriefBreakdownEntry, { minItems: 1, description: 'The rules that made the price' }),
  },
  { title: 'AvailablePartner' },
);

export const AvailabilityOfAll = Type.Object(
  {
    checkType: Type.Literal('find_all_available'),
    availablePartners: Type.Array(AvailablePartner, {
      minItems: 1,
      description:
        'Partners that can carry it: the cheapest first; of equal cost, the faster first, then the lower '
        + 'partnerId',
    }),
    unavailablePartners: Type.Array(
      Type.Object({ partnerId: PartnerId, reasons: ReasonCodes }, { title: 'UnavailablePartner' }),
      { description: 'All other active partners, except excluded ones' },
    ),
    summary: Type.Object(
      {
        totalChecked: count('Active partners, except excluded ones'),
        availableCount: count('Partners that can carry it'),
        bestOption: orNull(
          PartnerId,
          'The partner that the strategy BEST_MATCH would choose; null where the policy lets nobody have the shipment',
        ),
        ranking: Type.Array(PartnerId, {
          minItems: 1,
          maxItems: RANKING_SHOWN,
          description: 'The best partners in the order of BEST_MATCH',
        }),
        refused: Optional(
          orNull(
            Type.Object({ ruleId: text('The rule'), code: text('Its code'), message: text('Its message') }),
            'What a rule of the policy refuses; null: nothing. Absent where no policy counts',
          ),
        ),
        avgCost: rupees('The mean of the totals, rounded half up'),
        fastestDelivery: hours('The shortest transit'),
      },
      { title: 'AvailabilitySummary' },
    ),
    warnings: Warnings,
  },
  { title: 'AvailabilityOfAll' },
);

export const InsufficientCoverage = Type.Object(
  {
    partnerId: PartnerId,
    coverage: Type.Object({
      pickup: Type.Union([CoverageEnd, UncoveredEnd]),
      delivery: Type.Union([CoverageEnd, UncoveredEnd]),
    }),
    reasons: Type.Array(CoverageReason, { description: 'INSUFFICIENT_COVERAGE' }),
  },
  { title: 'InsufficientCoverageDetails' },
);

export const NoPartners = Type.Object(
  {
    partnersChecked: count('Active partners, except excluded ones'),
    failureReasons: FailureReasons,
  },
  { title: 'NoPartnersDetails' },
);
