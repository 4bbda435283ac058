/** POST /shipments/calculate-charges: what a partner asks for a shipment, to the paisa (API specification 4.16; decisions, part 6). */
import { toPercent, toRupees } from '../domain/money.js';
import { paiseOf, splitGst } from '../domain/pricing.js';
import type { Shipment } from '../domain/rate-card.js';
import { NO_ROW } from '../domain/rates.js';
import { EXPRESS, servicesOf, type ServiceTypeId } from '../domain/vocabulary.js';
import { volumetricGrams } from '../domain/weight.js';
import type { PartnerView } from '../index/view.js';
import type { ChargesRequest } from '../schemas/requests.js';
import { type Caller, type EngineContext, failure, type Outcome, success } from './context.js';
import { explain, rupees, weightSteps } from './explain.js';
import { availableServices, isoTime, reasonsOf, transitDescription, zoneService } from './parts.js';
import { findRoute, type Offer, quote, type Refusal, type Route, shipmentOf } from './quote.js';

/** `request.partnerId` is there for a service; validation has seen to it. */
export function calculateCharges(context: EngineContext, caller: Caller, request: ChargesRequest): Outcome {
  const partnerId = request.partnerId ?? caller.id;
  if (caller.kind === 'partner' && partnerId !== caller.id) return failure({ code: 'FORBIDDEN' });
  const route = findRoute(context.view.geography, request.pickupPincode, request.deliveryPincode, context.settings);
  if ('unknown' in route) return failure({ code: 'PINCODE_NOT_FOUND', details: { pincodes: route.unknown } });
  const partner = context.view.partner(partnerId);
  if (partner === undefined) return failure({ code: 'PARTNER_NOT_FOUND', details: { partnerId } });

  const shipment = shipmentOf({
    ...request,
    dimensions: request.packageDimensions ?? request.dimensions,
    services: [...(request.serviceRequirements ?? []), ...(request.additionalServices ?? [])],
  }, route, context.now);
  const answer = quote(context.view, partner, route, shipment, context.settings);
  const envelope = { from_cache: true };
  if (answer.price === null) return success(unavailable(answer, route), envelope);
  const data = standardShape(context, request, answer, route, shipment);
  if (caller.kind === 'service') return success(data, envelope);
  const { charges, ...partnerFields } = partnerShape(context, request, answer, route, shipment);
  return success({ ...data, ...partnerFields, charges: { ...data.charges, ...charges } }, envelope);
}

function unavailable(refusal: Refusal, route: Route) {
  const { partner, fromZone, toZone } = refusal;
  const reasons = reasonsOf(refusal);
  return {
    available: false,
    partner: partnerOf(partner),
    coverage: {
      pickupCovered: partner.zone[route.pickupSlot] !== 0,
      deliveryCovered: partner.zone[route.deliverySlot] !== 0,
      reason: reasons[0]!.code,
      reasons,
      unavailableServices: servicesOf(refusal.eligibility.unavailable),
      availableServices: fromZone === 0 || toZone === 0 ? [] : availableServices(partner, fromZone, toZone),
    },
    alternatives: reasons.map(({ code, action }) => ({ suggestion: code, action })),
  };
}

const partnerOf = ({ partnerId, names }: PartnerView) => ({ partnerId, name: names.partner.name, isActive: true });

function standardShape(context: EngineContext, request: ChargesRequest, offer: Offer, route: Route, shipment: Shipment) {
  const { partner, price, fromZone, toZone } = offer;
  const available = availableServices(partner, fromZone, toZone);
  return {
    calculationId: context.nextId('CALC'),
    available: true,
    partner: partnerOf(partner),
    shipment: {
      pickupPincode: request.pickupPincode, deliveryPincode: request.deliveryPincode, weight: request.weight,
      shipmentType: request.shipmentType, paymentType: request.paymentType, declaredValue: request.declaredValue ?? 0,
    },
    coverage: {
      pickupCovered: true, deliveryCovered: true, estimatedDistance: route.km, estimatedTime: offer.eligibility.hours, availableServices: available,
    },
    charges: {
      weightCharge: toRupees(price.weightPaise),
      distanceCharge: toRupees(price.distancePaise),
      fscCharge: toRupees(paiseOf(price.fsc)),
      codCharge: toRupees(paiseOf(price.cod)),
      docketCharge: toRupees(paiseOf(price.docket)),
      insuranceCharge: toRupees(paiseOf(price.insurance)),
      otherCharges: toRupees(price.otherPaise),
      subtotal: toRupees(price.subtotalPaise),
      discountAmount: toRupees(price.discountPaise),
      taxableAmount: toRupees(price.taxablePaise),
      gstAmount: toRupees(price.gstPaise),
      totalAmount: toRupees(price.totalPaise),
    },
    discountsApplied: discountsApplied(offer),
    serviceDetails: serviceDetails(partner, fromZone, toZone, available),
    calculationDetails: {
      chargeableWeight: price.chargeableGrams,
      weightSlab: weightSlab(offer),
      distanceSlab: distanceSlab(offer),
      applicableZones: { from: zoneOf(partner, fromZone), to: zoneOf(partner, toZone) },
      rateCardVersion: partner.names.rateCardVersion,
      calculatedAt: isoTime(context.now),
    },
    breakdown: explain(context.view, partner, price, shipment.declaredPaise, context.settings.gstRate),
  };
}

function discountsApplied({ partner, price }: Offer) {
  if (price.discountRow === NO_ROW) return [];
  const { id, description, discountType, discountValue } = partner.names.discounts[price.discountRow]!;
  return [{ discountId: id, description, discountType, discountValue, savedAmount: toRupees(price.discountPaise) }];
}

const zoneOf = (partner: PartnerView, zone: number) => {
  const { id, name } = partner.names.zones[zone - 1]!;
  return { id: String(id), name };
};

/** What the zones say of the route's services: urgency that can be asked for, cutoffs and windows where they are set. */
function serviceDetails({ names }: PartnerView, fromZone: number, toZone: number, available: readonly ServiceTypeId[]) {
  const cutoffTimes: Record<string, string> = { default: names.partner.cutoffTime };
  const deliveryWindows: Record<string, string> = {};
  for (const service of available) {
    const info = zoneService(names, service === 'PICKUP' ? fromZone : toZone, service)?.additionalInfo;
    if (info?.cutoffTime) cutoffTimes[service] = info.cutoffTime;
    if (info?.deliveryWindow) deliveryWindows[service] = info.deliveryWindow;
  }
  return {
    availableUrgencyLevels: available.includes('EXPRESS') ? ['STANDARD', 'EXPRESS', 'URGENT'] : ['STANDARD'],
    cutoffTimes,
    deliveryWindows,
  };
}

function weightSlab({ partner: { card: { packages } }, price: { packageRow, chargeableGrams: grams } }: Offer): string {
  const steps = weightSteps(packages.baseGrams[packageRow]!, packages.addonGrams[packageRow]!, grams);
  const first = `${packages.baseGrams[packageRow]!} g`;
  return steps === 0 ? first : `${first} + ${steps} x ${packages.addonGrams[packageRow]!} g`;
}

function distanceSlab({ partner: { card: { distances } }, price: { distanceRow } }: Offer): string | null {
  return distanceRow === NO_ROW ? null : `${distances.fromKm[distanceRow]!}-${distances.toKm[distanceRow]!} km`;
}

/** What a partner's own credential gets: the same amounts, grouped as an invoice groups them, with the tax split. */
function partnerShape(context: EngineContext, request: ChargesRequest, offer: Offer, route: Route, shipment: Shipment) {
  const { partner, price } = offer;
  const actual = Math.ceil(request.weight);
  return {
    chargeableWeight: price.chargeableGrams,
    weightType: price.chargeableGrams > actual ? 'VOLUMETRIC' : 'ACTUAL',
    actualWeight: actual,
    volumetricWeight: shipment.volume === null ? null : volumetricGrams(shipment.volume, partner.names.limits.volumetricDivisor),
    charges: {
      serviceCharges: byService(offer),
      surcharges: {
        fuelSurcharge: toRupees(paiseOf(price.fsc)), codCharge: toRupees(paiseOf(price.cod)),
        docketCharge: toRupees(paiseOf(price.docket)), insuranceCharge: toRupees(paiseOf(price.insurance)),
      },
      discounts: { weightDiscount: price.discountPaise === 0 ? 0 : -toRupees(price.discountPaise) },
      taxes: taxes(context, request, offer, route),
      roundedAmount: Math.floor((price.totalPaise + 50) / 100),
    },
    alternatives: expressAlternative(context, offer, route, shipment),
    metadata: { generationId: context.view.id, rateCardVersion: partner.names.rateCardVersion, currency: 'INR', calculatedAt: isoTime(context.now) },
    warnings: warnings(request, offer),
  };
}

function byService({ price }: Offer): Record<string, number> {
  const paise: Record<string, number> = {};
  for (const charge of price.services) {
    const [service] = servicesOf(1 << charge.service);
    paise[service!] = (paise[service!] ?? 0) + charge.paise;
  }
  return Object.fromEntries(Object.entries(paise).map(([service, amount]) => [service, toRupees(amount)]));
}

function taxes({ view, settings }: EngineContext, request: ChargesRequest, { partner, price }: Offer, route: Route) {
  const placeOfSupply = request.customerGstin?.slice(0, 2) ?? view.geography.state(route.pickupSlot).gstCode;
  const { cgstPaise, sgstPaise, igstPaise } = splitGst(price.gstPaise, placeOfSupply, partner.names.partner.gstStateCode);
  return {
    gstRate: toPercent(settings.gstRate), gstAmount: toRupees(price.gstPaise),
    cgst: toRupees(cgstPaise), sgst: toRupees(sgstPaise), igst: toRupees(igstPaise), placeOfSupply,
  };
}

/** The same shipment by EXPRESS where the partner offers it and it was not asked for. */
function expressAlternative({ view, settings }: EngineContext, { partner }: Offer, route: Route, shipment: Shipment) {
  if ((shipment.services & EXPRESS) !== 0) return [];
  const express = quote(view, partner, route, { ...shipment, services: shipment.services | EXPRESS }, settings);
  if (express.price === null) return [];
  return [{
    suggestion: 'EXPRESS', totalAmount: toRupees(express.price.totalPaise), transitHours: express.eligibility.hours,
    action: `Require EXPRESS: ${transitDescription(express.eligibility.hours)} for ${rupees(express.price.totalPaise)}`,
  }];
}

/** What was sent and did not count, so that nothing is ignored in silence. */
function warnings(request: ChargesRequest, { price, partner }: Offer): string[] {
  const found: string[] = [];
  if (request.volumetricWeight !== undefined) {
    const dimensions = request.packageDimensions ?? request.dimensions;
    if (dimensions === undefined) found.push('volumetricWeight was not used: volumetric weight is computed from dimensions, and none were given');
    else found.push(`volumetricWeight was not used: it is computed from the dimensions and the divisor ${partner.names.limits.volumetricDivisor}`);
  }
  if (request.actualWeight !== undefined && request.actualWeight !== request.weight) found.push(`actualWeight differs from weight: ${request.weight} g was used`);
  if (price.chargeableGrams > Math.ceil(request.weight)) found.push(`charged by volume: ${price.chargeableGrams} g instead of ${Math.ceil(request.weight)} g`);
  return found;
}
