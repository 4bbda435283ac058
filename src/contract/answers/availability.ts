/** Answers of POST /partners/availability/check (docs/rules.md#availability). */
import Type from 'typebox';
import { COVERAGE_LEVELS } from '../../domain/vocabulary.js';
import { RANKING_SHOWN } from '../../limits.js';
import { PaymentType, ShipmentType } from '../../schemas/requests.js';
import { PartnerId, Pincode } from '../../schemas/documents.js';
import { PartnerLimits } from '../partners.js';
import { BreakdownEntry, BriefBreakdownEntry, CostBreakdown } from './price.js';
import {
  clockTime, confidence, count, FailureReasons, grams, hours, kilometres, limits, moment, orNull, reasonCodesOf,
  ReasonCodes, reasons, rupees, score, services, text, texts,
} from './values.js';
import { Warnings } from './warnings.js';

const place = {
  pincode: Type.String({ ...Pincode, description: '6-digit pincode' }),
  area: text('The first area of the pincode; empty where none is known'),
  city: text('The city of the pincode, which is its postal district'),
};

export const CoverageEnd = Type.Object({
  ...place,
  zone: text('Name of the partner’s zone'),
  isServiced: Type.Literal(true, {
    description: 'This end lies in a zone of the partner. It says nothing of the other end or of the shipment',
  }),
  serviceType: Type.String({ pattern: '^(STANDARD|(ODA|HILL)(\\+(ODA|HILL))*)$', examples: ['STANDARD', 'ODA'], description: 'The zone’s attributes, joined by `+`; STANDARD for a zone without' }),
  coverageLevel: Type.Enum(COVERAGE_LEVELS.filter((level) => level !== 'none'), { description: 'What of the zone holds the pincode, from the most to the least exact' }),
}, { title: 'CoverageEnd', description: 'One end of a route, within a zone of the partner' });

export const UncoveredEnd = Type.Object({
  ...place,
  zone: Type.Null(),
  isServiced: Type.Literal(false),
  serviceType: Type.Null(),
  coverageLevel: Type.Literal('none'),
}, { title: 'UncoveredEnd', description: 'One end of a route, outside the partner’s zones' });

const ServiceMatch = Type.Object({
  required: services('serviceRequirements, DELIVERY, the service named like the payment type, and EXPRESS by urgency'),
  matched: services('Of those and of preferredServices, what the route offers'),
  available: services('All that the route offers'),
  unavailable: services('Of the required, what the route does not offer'),
  matchPercentage: Type.Integer({
    minimum: 0, maximum: 100, description: 'matched of all required and preferred services; whole percent',
  }),
}, { title: 'ServiceMatch' });

const Estimates = Type.Object({
  totalCost: rupees('The total with tax'),
  deliveryTime: Type.Object({
    hours: hours('Transit'),
    pickupDate: moment(
      'When the parcel leaves: the partner’s cutoff time, today if that has not come yet, else on its next working day',
    ),
    deliveryDate: moment(
      'pickupDate plus the hours, moved to the next opening of the partner’s delivery window where it lies outside',
    ),
    description: text('The same for a customer', ['3 days after pickup']),
  }, { title: 'DeliveryTime' }),
  breakdown: CostBreakdown,
}, { title: 'AvailabilityEstimates' });

export const Capabilities = Type.Object({
  maxWeight: limits.maxWeight,
  maxDimensions: limits.maxDimensions,
  maxCodAmount: limits.maxCodAmount,
  supportedPaymentTypes: Type.Array(PaymentType),
  cutoffTime: clockTime('What is asked for before it is picked up the same day'),
  weekendDelivery: Type.Boolean({ description: 'Whether Sundays count' }),
  sameDay: Type.Boolean({ description: 'Whether the partner offers same-day delivery' }),
}, { title: 'PartnerCapabilities', description: 'What the partner can do anywhere' });

const zoneAttributes = (end: string) => Type.Array(Type.Enum(['ODA', 'HILL']), { description: `Attributes of the ${end} zone` });
const Restrictions = Type.Object({
  weightLimits: Type.Object({
    maxWeight: limits.maxWeight, maxDimensions: limits.maxDimensions, chargeableWeight: grams('What is held against maxWeight'), reasons: reasonCodesOf('weightLimits'),
  }, { title: 'WeightLimits' }),
  valueLimits: Type.Object({
    maxDeclaredValue: limits.maxDeclaredValue, maxCodAmount: limits.maxCodAmount, paymentTypes: Type.Array(PaymentType), reasons: reasonCodesOf('valueLimits'),
  }, { title: 'ValueLimits' }),
  areaRestrictions: Type.Object({
    pickup: zoneAttributes('pickup'), delivery: zoneAttributes('delivery'), shipmentTypes: Type.Array(ShipmentType), reasons: reasonCodesOf('areaRestrictions'),
  }, { title: 'AreaRestrictions' }),
  timeRestrictions: Type.Object({
    cutoffTime: Capabilities.properties.cutoffTime,
    weekendDelivery: Capabilities.properties.weekendDelivery,
    transitHours: orNull(Type.Integer({ minimum: 0 }), 'Transit; whole hours, null where the partner has no transit time for the distance'),
    maxDeliveryTime: orNull(Type.Number({ minimum: 0 }), 'As asked; hours, null when nothing was'),
    reasons: reasonCodesOf('timeRestrictions'),
  }, { title: 'TimeRestrictions' }),
}, { title: 'Restrictions', description: 'The limits that the shipment was held against, each group with the reasons it gave' });

export const AvailabilityOfPartner = Type.Object({
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
  breakdown: Type.Array(BreakdownEntry, { description: 'The rules that made the price; empty when isAvailable is false' }),
  warnings: Warnings,
}, { title: 'AvailabilityOfPartner' });

const ZoneCapacity = Type.Object({
  zone: text('Name of the zone'),
  maxDailyShipments: orNull(Type.Number({ minimum: 0 }), 'Shipments a day; null where the zone does not say'),
  maxWeightPerDay: orNull(Type.Number({ minimum: 0 }), 'As the zone’s document has it; null where it does not say'),
}, { title: 'ZoneCapacity' });

export const OwnAvailability = Type.Object({
  ...AvailabilityOfPartner.properties,
  availability: Type.Object({ overall: Type.Enum(['AVAILABLE', 'UNAVAILABLE']), reasons: reasons('The same as data.reasons') }, { title: 'OverallAvailability' }),
  capacity: Type.Object({ pickup: ZoneCapacity, delivery: ZoneCapacity }, { title: 'RouteCapacity' }),
  transit: Type.Object({
    distanceKm: kilometres('Road distance between the pincodes: the great circle times a road factor'),
    hours: orNull(Type.Integer({ minimum: 0 }), 'Transit; whole hours, null when not available'),
    pickupDate: orNull(Type.String({ format: 'date-time' }), 'ISO 8601, UTC; null when not available'),
    deliveryDate: orNull(Type.String({ format: 'date-time' }), 'ISO 8601, UTC; null when not available'),
  }, { title: 'RouteTransit' }),
  constraints: PartnerLimits,
  recommendations: texts('The actions of the reasons'),
  pricing: orNull(CostBreakdown, 'The components of the price; null when not available'),
}, { title: 'OwnAvailability', description: 'What a partner’s own credential gets' });

const AvailablePartner = Type.Object({
  partnerId: PartnerId,
  partnerName: Type.String(),
  confidence,
  estimatedCost: rupees('The total with tax'),
  estimatedDelivery: moment('When the shipment is delivered: the same as deliveryDate'),
  pickupDate: Estimates.properties.deliveryTime.properties.pickupDate,
  deliveryDate: Estimates.properties.deliveryTime.properties.deliveryDate,
  rank: Type.Integer({ minimum: 1, description: 'The place in the order of BEST_MATCH; 1 is the best' }),
  ...score,
  transitHours: hours('Transit'),
  serviceMatch: ServiceMatch.properties.matchPercentage,
  capabilities: Capabilities,
  breakdown: Type.Array(BriefBreakdownEntry, { minItems: 1, description: 'The rules that made the price' }),
}, { title: 'AvailablePartner' });

export const AvailabilityOfAll = Type.Object({
  checkType: Type.Literal('find_all_available'),
  availablePartners: Type.Array(AvailablePartner, { minItems: 1, description: 'Those that can carry it: the cheapest first, then the faster, then the lower partnerId' }),
  unavailablePartners: Type.Array(Type.Object({ partnerId: PartnerId, reasons: ReasonCodes }, { title: 'UnavailablePartner' }), { description: 'All other active partners but the excluded' }),
  summary: Type.Object({
    totalChecked: count('Active partners but the excluded'),
    availableCount: count('Those that can carry it'),
    bestOption: Type.String({ ...PartnerId, description: 'The partner that the strategy BEST_MATCH would choose' }),
    ranking: Type.Array(PartnerId, {
      minItems: 1, maxItems: RANKING_SHOWN, description: 'The best in the order of BEST_MATCH',
    }),
    avgCost: rupees('The mean of the totals, rounded half up'),
    fastestDelivery: hours('The shortest transit'),
  }, { title: 'AvailabilitySummary' }),
  warnings: Warnings,
}, { title: 'AvailabilityOfAll' });

export const InsufficientCoverage = Type.Object({
  partnerId: PartnerId,
  coverage: Type.Object({ pickup: Type.Union([CoverageEnd, UncoveredEnd]), delivery: Type.Union([CoverageEnd, UncoveredEnd]) }),
  reasons: reasons('INSUFFICIENT_COVERAGE'),
}, { title: 'InsufficientCoverageDetails' });

export const NoPartners = Type.Object({
  partnersChecked: count('Active partners but the excluded'),
  failureReasons: FailureReasons,
}, { title: 'NoPartnersDetails' });
