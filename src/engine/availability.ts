/** POST /partners/availability/check: can a partner, or any, carry this shipment (API specification 4.14; decisions, part 7). */
import { isCovered } from '../domain/eligibility.js';
import { toRupees } from '../domain/money.js';
import { REASONS } from '../domain/reasons.js';
import { byCost, choose } from '../domain/strategies.js';
import { servicesOf } from '../domain/vocabulary.js';
import type { Failure } from '../errors.js';
import type { PartnerView } from '../index/view.js';
import type { AvailabilityRequest } from '../schemas/requests.js';
import { type Caller, type EngineContext, failure, type Outcome, success } from './context.js';
import { explain } from './explain.js';
import {
  availableServices, capabilities, costBreakdown, coverageEnd, deliveryTime, isoTime, reasonsOf, refusalCounts,
} from './parts.js';
import { candidateOf, findRoute, type Offer, quote, type Quote, quoteAll, type Route, shipmentOf } from './quote.js';
import type { Shipment } from '../domain/rate-card.js';

export function checkAvailability(context: EngineContext, caller: Caller, request: AvailabilityRequest): Outcome {
  const partnerId = caller.kind === 'partner' ? caller.id : request.partnerId;
  if (caller.kind === 'partner' && request.partnerId !== undefined && request.partnerId !== caller.id) return failure({ code: 'FORBIDDEN' });
  const route = findRoute(context.view.geography, request.pickupPincode, request.deliveryPincode, context.settings);
  if ('unknown' in route) return failure({ code: 'PINCODE_NOT_FOUND', details: { pincodes: route.unknown } });
  const shipment = shipmentOf({ ...request, services: request.serviceRequirements }, route, context.now);
  if (partnerId === undefined) return findAll(context, request, route, shipment);
  const partner = context.view.partner(partnerId);
  if (partner === undefined) return failure({ code: 'PARTNER_NOT_FOUND', details: { partnerId } });
  return checkOne(context, caller, request, partner, route, shipment);
}

function checkOne(context: EngineContext, caller: Caller, request: AvailabilityRequest, partner: PartnerView, route: Route, shipment: Shipment): Outcome {
  const answer = quote(context.view, partner, route, shipment, context.settings);
  const coverage = { pickup: coverageEnd(context.view, partner, route.pickupSlot), delivery: coverageEnd(context.view, partner, route.deliverySlot) };
  if (!isCovered(answer.eligibility)) {
    return failure({ code: 'INSUFFICIENT_COVERAGE', details: { partnerId: partner.partnerId, coverage, reasons: reasonsOf(answer) } });
  }
  const data = {
    checkType: 'specific_partner',
    isAvailable: answer.price !== null,
    confidence: answer.confidenceHundredths / 100,
    partnerId: partner.partnerId,
    partnerName: partner.names.partner.name,
    coverage,
    services: serviceMatch(answer, shipment, request.preferredServices ?? []),
    estimates: answer.price === null ? null : estimates(answer),
    capabilities: capabilities(partner),
    restrictions: restrictions(answer, shipment),
    reasons: reasonsOf(answer),
    breakdown: answer.price === null ? [] : explain(context.view, partner, answer.price, shipment.declaredPaise, context.settings.gstRate),
  };
  const extra = { check_id: context.nextId('CHK') };
  return caller.kind === 'partner' ? success({ ...data, ...partnerShape(answer, shipment) }, extra) : success(data, extra);
}

function estimates(offer: Offer) {
  const { baseCharge, weightCharge, codCharge, fuelSurcharge, taxes, ...others } = costBreakdown(offer);
  return {
    totalCost: toRupees(offer.price.totalPaise),
    deliveryTime: deliveryTime(offer),
    breakdown: { baseCharge, weightCharge, codCharge, fuelSurcharge, taxes, ...others },
  };
}

function serviceMatch({ partner, fromZone, toZone, eligibility }: Quote, shipment: Shipment, preferred: readonly string[]) {
  const required = servicesOf(shipment.services);
  const available: readonly string[] = availableServices(partner, fromZone, toZone);
  const wanted = [...new Set<string>([...required, ...preferred])];
  const matched = wanted.filter((service) => available.includes(service));
  return {
    required,
    matched,
    available,
    unavailable: servicesOf(eligibility.unavailable),
    matchPercentage: wanted.length === 0 ? 100 : Math.round((matched.length * 100) / wanted.length),
  };
}

/** The limits that were held against the shipment, in the four groups of the specification, each with the reasons it gave. */
function restrictions(answer: Quote, shipment: Shipment) {
  const { partner, fromZone, toZone, eligibility } = answer;
  const { limits, cutoffTime, weekendDelivery, shipmentTypes, paymentTypes } = partner.names.partner;
  const codes = reasonsOf(answer).map(({ code }) => code);
  const of = (group: string) => codes.filter((code) => REASONS[code].group === group);
  const attributes = (zone: number) => partner.names.zones[zone - 1]!.attributes;
  return {
    weightLimits: { maxWeight: limits.maxWeight, maxDimensions: limits.maxDimensions, chargeableWeight: eligibility.chargeableGrams, reasons: of('weightLimits') },
    valueLimits: { maxDeclaredValue: limits.maxDeclaredValue, maxCodAmount: limits.maxCodAmount, paymentTypes, reasons: of('valueLimits') },
    areaRestrictions: { pickup: attributes(fromZone), delivery: attributes(toZone), shipmentTypes, reasons: of('areaRestrictions') },
    timeRestrictions: {
      cutoffTime, weekendDelivery, transitHours: Number.isNaN(eligibility.hours) ? null : eligibility.hours,
      maxDeliveryTime: shipment.maxDeliveryHours === Infinity ? null : shipment.maxDeliveryHours, reasons: of('timeRestrictions'),
    },
  };
}

/** What a partner's own credential sees besides. */
function partnerShape(answer: Quote, shipment: Shipment) {
  const { partner, fromZone, toZone } = answer;
  const reasons = reasonsOf(answer);
  const zoneCapacity = (zone: number) => {
    const { name, operationalDetails } = partner.names.zones[zone - 1]!;
    return { zone: name, maxDailyShipments: operationalDetails?.capacity?.maxDailyShipments ?? null, maxWeightPerDay: operationalDetails?.capacity?.maxWeightPerDay ?? null };
  };
  return {
    availability: { overall: answer.price === null ? 'UNAVAILABLE' : 'AVAILABLE', reasons },
    capacity: { pickup: zoneCapacity(fromZone), delivery: zoneCapacity(toZone) },
    transit: {
      distanceKm: shipment.km,
      hours: answer.price === null ? null : answer.eligibility.hours,
      pickupDate: answer.price === null ? null : isoTime(answer.schedule.pickupAt),
      deliveryDate: answer.price === null ? null : isoTime(answer.schedule.deliveryAt),
    },
    constraints: partner.names.partner.limits,
    recommendations: reasons.map(({ action }) => action),
    pricing: answer.price === null ? null : costBreakdown(answer),
  };
}

function findAll(context: EngineContext, request: AvailabilityRequest, route: Route, shipment: Shipment): Outcome {
  const { view, settings } = context;
  const { offers, refusals, uncovered } = quoteAll(view, route, shipment, settings, new Set(request.excludePartners));
  const totalChecked = offers.length + refusals.length + uncovered.length;
  if (offers.length === 0) return failure(noPartners(totalChecked, refusalCounts(refusals, uncovered.length)));
  const candidates = offers.map(candidateOf);
  const order = candidates.map((_, index) => index).sort((a, b) => byCost(candidates[a]!, candidates[b]!));
  const totalPaise = candidates.reduce((sum, { totalPaise: paise }) => sum + paise, 0);
  return success({
    checkType: 'find_all_available',
    availablePartners: order.map((index) => {
      const offer = offers[index]!;
      return {
        partnerId: offer.partner.partnerId,
        partnerName: offer.partner.names.partner.name,
        confidence: offer.confidenceHundredths / 100,
        estimatedCost: toRupees(offer.price.totalPaise),
        estimatedDelivery: deliveryTime(offer),
        serviceMatch: serviceMatch(offer, shipment, request.preferredServices ?? []),
        capabilities: capabilities(offer.partner),
        breakdown: explain(view, offer.partner, offer.price, shipment.declaredPaise, settings.gstRate),
      };
    }),
    unavailablePartners: [
      ...refusals.map((refusal) => ({ partnerId: refusal.partner.partnerId, reasons: reasonsOf(refusal).map(({ code }) => code) })),
      ...uncovered.map(({ partnerId }) => ({ partnerId, reasons: ['INSUFFICIENT_COVERAGE'] })),
    ],
    summary: {
      totalChecked,
      availableCount: offers.length,
      bestOption: candidates[choose('BEST_MATCH', candidates)]!.partnerId,
      avgCost: toRupees(Math.round(totalPaise / offers.length)),
      fastestDelivery: Math.min(...candidates.map(({ hours }) => hours)),
    },
  }, { check_id: context.nextId('CHK') });
}

function noPartners(partnersChecked: number, failureReasons: Record<string, number>): Failure {
  return { code: 'NO_PARTNERS_AVAILABLE', details: { partnersChecked, failureReasons } };
}
