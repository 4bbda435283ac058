/**
 * The answers as plain objects. They omit the version of a rate card, which is a hash of all of the card's rows.
 * `warnings` is always empty: the bench sends only well-formed requests, and this service does not check for others.
 */
import { toRupees } from '../../../src/domain/money.js';
import { REASONS, type ReasonCode } from '../../../src/domain/reasons.js';
import { SERVICE_TYPE_IDS, type ServiceTypeId } from '../../../src/domain/vocabulary.js';
import type { Area, City, Partner, PincodeRow, Zone } from '../../../src/model/documents.js';
import type { AvailabilityRequest, ChargesRequest } from '../../../src/contract/requests.js';
import { breakdown, type BreakdownEntry } from './breakdown.js';
import { deliveryWindowOf } from './days.js';
import { type RouteLookup, isOffer, type Route } from './lookup.js';
import {
  type Coverage,
  type Offer,
  type Quote,
  routeServices,
  serviceAt,
  type Shipment,
  weightSteps,
  isAtPickup,
} from './rules.js';
import { byCost, ranked, type ScoredOffer } from './scores.js';

/** The number of partners in `summary.ranking` and in an assignment's alternatives. */
const RANKED = 10;
const ALTERNATIVES = 5;
export const NO_WARNINGS: readonly never[] = [];

const rupees = (applied: { paise: number } | null): number => toRupees(applied?.paise ?? 0);
const iso = (ms: number): string => new Date(ms).toISOString();

export function charges(offer: Offer, { km }: Route, asked: ChargesRequest, shipment: Shipment, calculationId: string) {
  const { partner, from, to, price, schedule } = offer;
  const services = routeServices(from.zone, to.zone);
  return {
    calculationId,
    available: true,
    partner: { partnerId: partner.partnerId, name: partner.name, isActive: true },
    shipment: {
      pickupPincode: asked.pickupPincode,
      deliveryPincode: asked.deliveryPincode,
      weight: asked.weight,
      shipmentType: asked.shipmentType,
      paymentType: asked.paymentType,
      declaredValue: asked.declaredValue ?? 0,
      codAmount: shipment.codAmount,
    },
    coverage: {
      pickupCovered: true,
      deliveryCovered: true,
      estimatedDistance: km,
      estimatedTime: offer.hours,
      // those of the pickup end come first
      availableServices: [...services.filter(isAtPickup), ...services.filter((service) => !isAtPickup(service))],
    },
    charges: {
      weightCharge: toRupees(price.weightPaise),
      distanceCharge: rupees(price.distance),
      fscCharge: rupees(price.charges.fsc),
      codCharge: rupees(price.charges.cod),
      docketCharge: rupees(price.charges.docket),
      insuranceCharge: rupees(price.charges.insurance),
      otherCharges: toRupees(price.otherPaise),
      subtotal: toRupees(price.subtotalPaise),
      nonTaxableAmount: 0,
      discountAmount: rupees(price.discount),
      taxableAmount: toRupees(price.taxablePaise),
      gstAmount: toRupees(price.gstPaise),
      totalAmount: toRupees(price.totalPaise),
    },
    discountsApplied: price.discount === null ? [] : [discountOf(price.discount)],
    serviceDetails: serviceDetails(partner, from.zone, to.zone, services),
    calculationDetails: {
      chargeableWeight: offer.grams,
      weightSlab: weightSlab(offer),
      distanceSlab:
        price.distance === null ? null : `${price.distance.row.distanceFrom}-${price.distance.row.distanceTo} km`,
      applicableZones: {
        from: { id: String(from.zone.id), name: from.zone.name },
        to: { id: String(to.zone.id), name: to.zone.name },
        lane: null,
        laneRuleId: null,
      },
      pickupDate: iso(schedule.pickupAt),
      deliveryDate: iso(schedule.deliveryAt),
      calculatedAt: iso(Date.now()),
    },
    breakdown: breakdown(offer),
    warnings: NO_WARNINGS,
  };
}

function discountOf({ row, paise }: NonNullable<Offer['price']['discount']>) {
  const { discountType, discountValue, appliesTo = 'SUBTOTAL' } = row;
  return {
    discountId: row.id,
    description: row.description ?? '',
    discountType,
    discountValue,
    appliesTo,
    savedAmount: toRupees(paise),
  };
}

function serviceDetails(partner: Partner, from: Zone, to: Zone, services: readonly ServiceTypeId[]) {
  const cutoffTimes: Record<string, string> = { default: partner.cutoffTime };
  const deliveryWindows: Record<string, string> = {};
  for (const service of services) {
    const info = serviceAt(isAtPickup(service) ? from : to, service)?.additionalInfo;
    if (info?.cutoffTime) cutoffTimes[service] = info.cutoffTime;
    if (info?.deliveryWindow) deliveryWindows[service] = info.deliveryWindow;
  }
  return {
    availableUrgencyLevels: services.includes('EXPRESS') ? ['STANDARD', 'EXPRESS', 'URGENT'] : ['STANDARD'],
    cutoffTimes,
    deliveryWindows,
  };
}

function weightSlab({ price: { package: row }, grams }: Offer): string {
  const steps = weightSteps(row, grams);
  return steps === 0 ? `${row.baseWeight} g` : `${row.baseWeight} g + ${steps} x ${row.addonWeight} g`;
}

export interface Names {
  cities: readonly City[];
  areas: readonly Area[];
}

type Answer = Quote | Offer;

export function specific(answer: Answer, route: Route, request: AvailabilityRequest, shipment: Shipment, names: Names) {
  const { partner, from, to } = answer;
  const offer = isOffer(answer) ? answer : null;
  const available = routeServices(from.zone, to.zone);
  return {
    checkType: 'specific_partner',
    isAvailable: offer !== null,
    confidence: answer.confidence,
    partnerId: partner.partnerId,
    partnerName: partner.name,
    coverage: { pickup: coverageEnd(route.pickup, from, names), delivery: coverageEnd(route.delivery, to, names) },
    services: {
      required: SERVICE_TYPE_IDS.filter((service) => shipment.services.includes(service)),
      ...match(available, shipment, request),
      available,
      unavailable: answer.unavailable,
    },
    estimates:
      offer === null
        ? null
        : {
            totalCost: toRupees(offer.price.totalPaise),
            deliveryTime: deliveryTime(offer),
            breakdown: costBreakdown(offer),
          },
    capabilities: capabilities(partner),
    restrictions: restrictions(answer, shipment),
    reasons: answer.reasons.map((code) => ({ code, message: REASONS[code].message, action: REASONS[code].action })),
    breakdown: offer === null ? [] : breakdown(offer),
    warnings: NO_WARNINGS,
  };
}

function coverageEnd({ pincode, areaIds, cityId }: PincodeRow, { zone, level }: Coverage, { cities, areas }: Names) {
  return {
    pincode,
    area: areas.find(({ id }) => id === areaIds[0])?.name ?? '',
    city: cities.find(({ id }) => id === cityId)!.name,
    zone: zone.name,
    isServiced: true,
    serviceType: zone.attributes.length === 0 ? 'STANDARD' : zone.attributes.join('+'),
    coverageLevel: level,
  };
}

function match(
  available: readonly ServiceTypeId[],
  { services }: Shipment,
  { preferredServices = [] }: AvailabilityRequest,
) {
  const wanted = new Set<string>([...services, ...preferredServices]);
  const matched = available.filter((service) => wanted.has(service));
  return { matched, matchPercentage: wanted.size === 0 ? 100 : Math.round((matched.length * 100) / wanted.size) };
}

function deliveryTime({ hours, schedule }: Offer) {
  const days = Math.ceil(hours / 24);
  return {
    hours,
    pickupDate: iso(schedule.pickupAt),
    deliveryDate: iso(schedule.deliveryAt),
    description: hours < 24 ? `${hours} hours after pickup` : `${days} day${days === 1 ? '' : 's'} after pickup`,
  };
}

function capabilities({ limits, paymentTypes, cutoffTime, weekendDelivery, sameDay }: Partner) {
  const { maxWeight, maxDimensions, maxCodAmount } = limits;
  return {
    maxWeight,
    maxDimensions,
    maxCodAmount,
    supportedPaymentTypes: paymentTypes,
    cutoffTime,
    weekendDelivery,
    sameDay,
  };
}

function restrictions({ partner, from, to, reasons, grams, hours }: Quote, { maxDeliveryTime }: Shipment) {
  const { limits, paymentTypes, shipmentTypes, cutoffTime, weekendDelivery } = partner;
  const of = (group: (typeof REASONS)[ReasonCode]['group']) => reasons.filter((code) => REASONS[code].group === group);
  return {
    weightLimits: {
      maxWeight: limits.maxWeight,
      maxDimensions: limits.maxDimensions,
      chargeableWeight: grams,
      reasons: of('weightLimits'),
    },
    valueLimits: {
      maxDeclaredValue: limits.maxDeclaredValue,
      maxCodAmount: limits.maxCodAmount,
      paymentTypes,
      reasons: of('valueLimits'),
    },
    areaRestrictions: {
      pickup: from.zone.attributes,
      delivery: to.zone.attributes,
      shipmentTypes,
      reasons: of('areaRestrictions'),
    },
    timeRestrictions: {
      cutoffTime,
      weekendDelivery,
      transitHours: hours,
      maxDeliveryTime,
      reasons: of('timeRestrictions'),
    },
  };
}

/** All members except total sum to it. The base slab is part of the weight charge. */
function costBreakdown({ price }: Offer) {
  const expressPaise = price.services.reduce(
    (sum, { service, paise }) => (service === 'EXPRESS' ? sum + paise : sum),
    0,
  );
  return {
    baseCharge: 0,
    weightCharge: toRupees(price.weightPaise),
    distanceCharge: rupees(price.distance),
    codCharge: rupees(price.charges.cod),
    expressCharge: toRupees(expressPaise),
    fuelSurcharge: rupees(price.charges.fsc),
    docketCharge: rupees(price.charges.docket),
    insuranceCharge: rupees(price.charges.insurance),
    otherCharges: toRupees(price.otherPaise - expressPaise),
    discount: -rupees(price.discount),
    taxes: toRupees(price.gstPaise),
    total: toRupees(price.totalPaise),
  };
}

function scoreOf({ score, parts: { cost, time, failure, coverage } }: ScoredOffer) {
  return {
    score: toRupees(score),
    parts: { cost: toRupees(cost), time: toRupees(time), failure: toRupees(failure), coverage: toRupees(coverage) },
  };
}

export function findAll(
  found: RouteLookup,
  offers: readonly Offer[],
  request: AvailabilityRequest,
  shipment: Shipment,
) {
  const { quotes, uncovered } = found;
  const bestFirst = ranked('BEST_MATCH', offers, request.urgency);
  const withRanks = bestFirst.map((scored, index) => ({ ...scored, rank: index + 1 }));
  const cheapestFirst = withRanks.sort((a, b) => byCost(a.offer, b.offer));
  return {
    checkType: 'find_all_available',
    availablePartners: cheapestFirst.map(({ offer, rank, ...scored }) => ({
      partnerId: offer.partner.partnerId,
      partnerName: offer.partner.name,
      confidence: offer.confidence,
      estimatedCost: toRupees(offer.price.totalPaise),
      estimatedDelivery: iso(offer.schedule.deliveryAt),
      pickupDate: iso(offer.schedule.pickupAt),
      deliveryDate: iso(offer.schedule.deliveryAt),
      transitHours: offer.hours,
      serviceMatch: match(routeServices(offer.from.zone, offer.to.zone), shipment, request).matchPercentage,
      ...scoreOf({ offer, ...scored }),
      rank,
      capabilities: capabilities(offer.partner),
      breakdown: breakdown(offer).map(briefly),
    })),
    unavailablePartners: [
      ...quotes
        .filter((answer) => !isOffer(answer))
        .map(({ partner, reasons }) => ({ partnerId: partner.partnerId, reasons })),
      ...uncovered.map(({ partnerId }) => ({ partnerId, reasons: ['INSUFFICIENT_COVERAGE'] })),
    ],
    summary: {
      totalChecked: quotes.length + uncovered.length,
      availableCount: offers.length,
      bestOption: bestFirst[0]!.offer.partner.partnerId,
      ranking: bestFirst.slice(0, RANKED).map(({ offer: { partner } }) => partner.partnerId),
      avgCost: toRupees(Math.round(offers.reduce((sum, { price }) => sum + price.totalPaise, 0) / offers.length)),
      fastestDelivery: Math.min(...offers.map(({ hours }) => hours)),
    },
    warnings: NO_WARNINGS,
  };
}

function briefly({ component, rule, rate, base, amount }: BreakdownEntry) {
  return { component, rule, ...(rate !== null && { rate, base }), amount };
}

interface AssignmentAnswer {
  assignmentId: string;
  shipmentId: string;
  assignedAt: string;
  assignmentType: string;
}

/**
 * The assignment to the first of `bestFirst`: the choice, the alternatives, the price and the days. pinrate's answer
 * has more, which the comparison ignores: tracking, charges, timeline, operations, compliance and next steps.
 */
export function assignmentOf(bestFirst: readonly ScoredOffer[], assigned: AssignmentAnswer) {
  const { offer } = bestFirst[0]!;
  const { partner, to, price, schedule } = offer;
  const { from: opens, to: closes } = deliveryWindowOf(partner);
  return {
    ...assigned,
    partnerId: partner.partnerId,
    partnerName: partner.name,
    status: 'ASSIGNED',
    estimates: {
      pickupDate: iso(schedule.pickupAt),
      deliveryDate: iso(schedule.deliveryAt),
      deliveryWindow: serviceAt(to.zone, 'DELIVERY')?.additionalInfo?.deliveryWindow ?? `${opens}-${closes}`,
      totalCost: toRupees(price.totalPaise),
    },
    partnerContact: partner.contact,
    costBreakdown: costBreakdown(offer),
    alternatives: bestFirst.slice(0, ALTERNATIVES).map(alternativeOf),
  };
}

function alternativeOf(scored: ScoredOffer) {
  const { partner, price, hours } = scored.offer;
  return { partnerId: partner.partnerId, totalCost: toRupees(price.totalPaise), hours, ...scoreOf(scored) };
}
