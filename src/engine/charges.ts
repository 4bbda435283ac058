/** POST /shipments/calculate-charges: what a partner asks for a shipment, to the paisa (API specification 4.16; decisions, part 6). */
import type { Shipment } from '../domain/rate-card.js';
import { NO_ROW } from '../domain/rates.js';
import { servicesOf, type ServiceTypeId } from '../domain/vocabulary.js';
import type { CardNames } from '../index/card/parts.js';
import type { ChargesRequest } from '../schemas/requests.js';
import { chargesMembers, partnerShape } from './charges-partner.js';
import { type Caller, type EngineContext, failure, type Outcome, success } from './context.js';
import { explain } from './explain.js';
import { weightSteps } from './explain-entries.js';
import { fragmentsOf } from './fragments.js';
import { asJson, inOnePiece, type Json, membersJson, mergeJson, rupeesJson, toJson } from './json.js';
import { KeptByRow } from './kept.js';
import { availableServices, reasonsOf } from './parts.js';
import { findRoute, type Offer, quote, type Refusal, type Route, type ShipmentRequest, shipmentOf } from './quote.js';

/** `request.partnerId` is there for a service; validation has seen to it. */
export function calculateCharges(context: EngineContext, caller: Caller, request: ChargesRequest): Outcome {
  const partnerId = request.partnerId ?? caller.id;
  if (caller.kind === 'partner' && partnerId !== caller.id) return failure({ code: 'FORBIDDEN' });
  const route = findRoute(context.view, request.pickupPincode, request.deliveryPincode);
  if ('unknown' in route) return failure({ code: 'PINCODE_NOT_FOUND', details: { pincodes: route.unknown } });
  const partner = context.view.partner(partnerId);
  if (partner === undefined) return failure({ code: 'PARTNER_NOT_FOUND', details: { partnerId } });

  const shipment = shipmentOf(described(request), route, context.now);
  const answer = quote(context.view, partner, route, shipment);
  if (answer.price === null) return success(toJson(unavailable(answer, route)), FROM_CACHE);
  if (caller.kind === 'service') return success(available(context, request, answer, route, shipment, chargesMembers(answer)), FROM_CACHE);
  const { charges, ...more } = partnerShape(context, request, answer, route, shipment);
  const data = available(context, request, answer, route, shipment, membersJson([chargesMembers(answer), toJson(charges).slice(1, -1)]));
  return success(mergeJson(data, toJson(more)), FROM_CACHE);
}

const FROM_CACHE = ',"from_cache":true';
const NO_SERVICES: ServiceTypeId[] = [];

/** Field by field: spreading the request cost more than pricing it. */
function described(request: ChargesRequest): ShipmentRequest {
  const { serviceRequirements = NO_SERVICES, additionalServices = NO_SERVICES } = request;
  return {
    weight: request.weight,
    dimensions: request.packageDimensions ?? request.dimensions,
    declaredValue: request.declaredValue,
    shipmentType: request.shipmentType,
    paymentType: request.paymentType,
    customerType: request.customerType,
    customerId: request.customerId,
    services: additionalServices.length === 0 ? serviceRequirements : [...serviceRequirements, ...additionalServices],
  };
}

function unavailable(refusal: Refusal, route: Route) {
  const { partner, fromZone, toZone } = refusal;
  const reasons = reasonsOf(refusal);
  return {
    available: false,
    partner: { partnerId: partner.partnerId, name: partner.names.partner.name, isActive: true },
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

/** `charges` are the members of the charges object. */
function available(context: EngineContext, request: ChargesRequest, offer: Offer, route: Route, shipment: Shipment, charges: string): Json {
  const { partner, price } = offer;
  const fragments = fragmentsOf(partner);
  const between = fragments.route(offer.fromZone, offer.toZone);
  return asJson(`{"calculationId":"${context.nextId('CALC')}","available":true,"partner":${fragments.partner},\
"shipment":{"pickupPincode":"${request.pickupPincode}","deliveryPincode":"${request.deliveryPincode}","weight":${request.weight},\
"shipmentType":"${request.shipmentType}","paymentType":"${request.paymentType}","declaredValue":${request.declaredValue ?? 0}},\
"coverage":{"pickupCovered":true,"deliveryCovered":true,"estimatedDistance":${route.km},"estimatedTime":${offer.eligibility.hours},\
${between.services}},\
"charges":{${charges}},\
"discountsApplied":[${discountApplied(offer)}],\
${between.serviceDetails},\
"calculationDetails":{"chargeableWeight":${price.chargeableGrams},"weightSlab":"${weightSlab(offer)}","distanceSlab":${distanceSlab(offer)},\
${between.zones},"rateCardVersion":"${partner.rateCardVersion}","calculatedAt":${context.nowJson}},\
"breakdown":${explain(context.view, partner, price, shipment.declaredPaise, 'full')}}`);
}

function discountApplied({ partner: { card: { discounts }, names }, price: { discountRow, discountPaise } }: Offer): string {
  if (discountRow === NO_ROW) return '';
  const heads = discountHeads.of(discounts);
  const head = (heads[discountRow] ??= discountHead(names.discounts[discountRow]!));
  return `${head}${rupeesJson(discountPaise)}}`;
}

/** Up to the amount saved. */
function discountHead({ id, description, discountType, discountValue }: CardNames['discounts'][number]): string {
  return inOnePiece(`${toJson({ discountId: id, description, discountType, discountValue }).slice(0, -1)},"savedAmount":`);
}

const discountHeads = new KeptByRow<string>();

function weightSlab({ partner: { card: { packages } }, price: { packageRow, chargeableGrams } }: Offer): string {
  const steps = weightSteps(packages.baseGrams[packageRow]!, packages.addonGrams[packageRow]!, chargeableGrams);
  const first = `${packages.baseGrams[packageRow]!} g`;
  return steps === 0 ? first : `${first} + ${steps} x ${packages.addonGrams[packageRow]!} g`;
}

function distanceSlab({ partner: { card: { distances } }, price: { distanceRow } }: Offer): string {
  return distanceRow === NO_ROW ? 'null' : `"${distances.fromKm[distanceRow]!}-${distances.toKm[distanceRow]!} km"`;
}
