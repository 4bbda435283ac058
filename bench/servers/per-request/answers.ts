/** The answers as plain objects. Of what pinrate says the version of a rate card is left out: it hashes all of the card's rows. */
import { toRupees } from '../../../src/domain/money.js';
import { REASONS, type ReasonCode } from '../../../src/domain/reasons.js';
import { byCost, choose } from '../../../src/domain/strategies.js';
import { SERVICE_TYPE_IDS, type ServiceTypeId } from '../../../src/domain/vocabulary.js';
import type { Area, City, Partner, PincodeRow, Zone } from '../../../src/schemas/documents.js';
import type { AvailabilityRequest, ChargesRequest } from '../../../src/schemas/requests.js';
import { breakdown } from './breakdown.js';
import { type Found, isOffer, type Route } from './lookup.js';
import { type Covered, type Offer, type Quote, routeServices, serviceAt, type Shipment, weightSteps } from './rules.js';

const rupees = (applied: { paise: number } | null): number => toRupees(applied?.paise ?? 0);
const iso = (ms: number): string => new Date(ms).toISOString();

export function charges(offer: Offer, { km }: Route, request: ChargesRequest, calculationId: string, gstPercent: number) {
  const { partner, from, to, price } = offer;
  const services = routeServices(from.zone, to.zone);
  return {
    calculationId,
    available: true,
    partner: { partnerId: partner.partnerId, name: partner.name, isActive: true },
    shipment: {
      pickupPincode: request.pickupPincode, deliveryPincode: request.deliveryPincode, weight: request.weight,
      shipmentType: request.shipmentType, paymentType: request.paymentType, declaredValue: request.declaredValue ?? 0,
    },
    coverage: { pickupCovered: true, deliveryCovered: true, estimatedDistance: km, estimatedTime: offer.hours, availableServices: services },
    charges: {
      weightCharge: toRupees(price.weightPaise),
      distanceCharge: rupees(price.distance),
      fscCharge: rupees(price.charges.fsc),
      codCharge: rupees(price.charges.cod),
      docketCharge: rupees(price.charges.docket),
      insuranceCharge: rupees(price.charges.insurance),
      otherCharges: toRupees(price.otherPaise),
      subtotal: toRupees(price.subtotalPaise),
      discountAmount: rupees(price.discount),
      taxableAmount: toRupees(price.taxablePaise),
      gstAmount: toRupees(price.gstPaise),
      totalAmount: toRupees(price.totalPaise),
    },
    discountsApplied: price.discount === null ? [] : [{
      discountId: price.discount.row.id, description: price.discount.row.description ?? '', discountType: price.discount.row.discountType,
      discountValue: price.discount.row.discountValue, savedAmount: toRupees(price.discount.paise),
    }],
    serviceDetails: serviceDetails(partner, from.zone, to.zone, services),
    calculationDetails: {
      chargeableWeight: offer.grams,
      weightSlab: weightSlab(offer),
      distanceSlab: price.distance === null ? null : `${price.distance.row.distanceFrom}-${price.distance.row.distanceTo} km`,
      applicableZones: { from: { id: String(from.zone.id), name: from.zone.name }, to: { id: String(to.zone.id), name: to.zone.name } },
      calculatedAt: iso(Date.now()),
    },
    breakdown: breakdown(offer, gstPercent),
  };
}

function serviceDetails(partner: Partner, from: Zone, to: Zone, services: readonly ServiceTypeId[]) {
  const cutoffTimes: Record<string, string> = { default: partner.cutoffTime };
  const deliveryWindows: Record<string, string> = {};
  for (const service of services) {
    const info = serviceAt(service === 'PICKUP' ? from : to, service)?.additionalInfo;
    if (info?.cutoffTime) cutoffTimes[service] = info.cutoffTime;
    if (info?.deliveryWindow) deliveryWindows[service] = info.deliveryWindow;
  }
  return { availableUrgencyLevels: services.includes('EXPRESS') ? ['STANDARD', 'EXPRESS', 'URGENT'] : ['STANDARD'], cutoffTimes, deliveryWindows };
}

function weightSlab({ price: { package: row }, grams }: Offer): string {
  const steps = weightSteps(row, grams);
  return steps === 0 ? `${row.baseWeight} g` : `${row.baseWeight} g + ${steps} x ${row.addonWeight} g`;
}

export interface Names {
  cities: readonly City[];
  areas: readonly Area[];
}

export function specific(answer: Quote | Offer, route: Route, request: AvailabilityRequest, shipment: Shipment, names: Names, gstPercent: number) {
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
    estimates: offer === null ? null : { totalCost: toRupees(offer.price.totalPaise), deliveryTime: deliveryTime(offer), breakdown: costBreakdown(offer) },
    capabilities: capabilities(partner),
    restrictions: restrictions(answer, shipment),
    reasons: answer.reasons.map((code) => ({ code, message: REASONS[code].message, action: REASONS[code].action })),
    breakdown: offer === null ? [] : breakdown(offer, gstPercent),
  };
}

function coverageEnd({ pincode, areaIds, cityId }: PincodeRow, { zone, level }: Covered, { cities, areas }: Names) {
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

function match(available: readonly ServiceTypeId[], { services }: Shipment, { preferredServices = [] }: AvailabilityRequest) {
  const wanted = new Set<string>([...services, ...preferredServices]);
  const matched = available.filter((service) => wanted.has(service));
  return { matched, matchPercentage: wanted.size === 0 ? 100 : Math.round((matched.length * 100) / wanted.size) };
}

function deliveryTime({ hours, schedule }: Offer) {
  const days = Math.ceil(hours / 24);
  return {
    hours,
    deliveryDate: iso(schedule.deliveryAt),
    description: hours < 24 ? `${hours} hours after pickup` : `${days} day${days === 1 ? '' : 's'} after pickup`,
  };
}

function capabilities({ limits, paymentTypes, cutoffTime, weekendDelivery, sameDay }: Partner) {
  const { maxWeight, maxDimensions, maxCodAmount } = limits;
  return { maxWeight, maxDimensions, maxCodAmount, supportedPaymentTypes: paymentTypes, cutoffTime, weekendDelivery, sameDay };
}

function restrictions({ partner, from, to, reasons, grams, hours }: Quote, { maxDeliveryTime }: Shipment) {
  const { limits, paymentTypes, shipmentTypes, cutoffTime, weekendDelivery } = partner;
  const of = (group: (typeof REASONS)[ReasonCode]['group']) => reasons.filter((code) => REASONS[code].group === group);
  return {
    weightLimits: { maxWeight: limits.maxWeight, maxDimensions: limits.maxDimensions, chargeableWeight: grams, reasons: of('weightLimits') },
    valueLimits: { maxDeclaredValue: limits.maxDeclaredValue, maxCodAmount: limits.maxCodAmount, paymentTypes, reasons: of('valueLimits') },
    areaRestrictions: { pickup: from.zone.attributes, delivery: to.zone.attributes, shipmentTypes, reasons: of('areaRestrictions') },
    timeRestrictions: { cutoffTime, weekendDelivery, transitHours: hours, maxDeliveryTime, reasons: of('timeRestrictions') },
  };
}

export function costBreakdown({ price }: Offer) {
  const basePaise = Math.round(price.package.baseCharge * 100);
  const expressPaise = price.services.reduce((sum, { service, paise }) => (service === 'EXPRESS' ? sum + paise : sum), 0);
  return {
    baseCharge: toRupees(basePaise),
    weightCharge: toRupees(price.weightPaise - basePaise),
    distanceCharge: rupees(price.distance),
    codCharge: rupees(price.charges.cod),
    expressCharge: toRupees(expressPaise),
    fuelSurcharge: rupees(price.charges.fsc),
    docketCharge: rupees(price.charges.docket),
    insuranceCharge: rupees(price.charges.insurance),
    otherCharges: toRupees(price.otherPaise - expressPaise),
    discount: rupees(price.discount),
    taxes: toRupees(price.gstPaise),
    total: toRupees(price.totalPaise),
  };
}

const candidateOf = ({ partner, price, hours, confidence }: Offer) => (
  { partnerId: partner.partnerId, totalPaise: price.totalPaise, hours, successRate: partner.performance.successRate, confidence });

/** What BEST_MATCH, or another strategy, chooses of at least one offer. */
export function best(offers: readonly Offer[], strategy: Parameters<typeof choose>[0]): Offer {
  return offers[choose(strategy, offers.map(candidateOf))]!;
}

export function findAll({ quotes, uncovered }: Found, offers: readonly Offer[], request: AvailabilityRequest, shipment: Shipment, gstPercent: number) {
  const cheapestFirst = [...offers].sort((a, b) => byCost(candidateOf(a), candidateOf(b)));
  return {
    checkType: 'find_all_available',
    availablePartners: cheapestFirst.map((offer) => ({
      partnerId: offer.partner.partnerId,
      partnerName: offer.partner.name,
      confidence: offer.confidence,
      estimatedCost: toRupees(offer.price.totalPaise),
      estimatedDelivery: iso(offer.schedule.deliveryAt),
      transitHours: offer.hours,
      serviceMatch: match(routeServices(offer.from.zone, offer.to.zone), shipment, request).matchPercentage,
      capabilities: capabilities(offer.partner),
      breakdown: breakdown(offer, gstPercent).map(({ component, rule, rate, base, amount }) => ({ component, rule, ...(rate !== null && { rate, base }), amount })),
    })),
    unavailablePartners: [
      ...quotes.filter((answer) => !isOffer(answer)).map(({ partner, reasons }) => ({ partnerId: partner.partnerId, reasons })),
      ...uncovered.map(({ partnerId }) => ({ partnerId, reasons: ['INSUFFICIENT_COVERAGE'] })),
    ],
    summary: {
      totalChecked: quotes.length + uncovered.length,
      availableCount: offers.length,
      bestOption: best(offers, 'BEST_MATCH').partner.partnerId,
      avgCost: toRupees(Math.round(offers.reduce((sum, { price }) => sum + price.totalPaise, 0) / offers.length)),
      fastestDelivery: Math.min(...offers.map(({ hours }) => hours)),
    },
  };
}
