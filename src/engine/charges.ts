/** POST /shipments/calculate-charges: a partner's price for a shipment, to the paisa (docs/rules.md#pricing). */
import type { Caller, CallerKind } from '../caller.js';
import { isCovered, routeServices } from '../domain/eligibility.js';
import { toRupees } from '../domain/money.js';
import { NO_LANE, type Shipment } from '../domain/rate-card.js';
import { NO_ROW, startedSteps } from '../domain/rates.js';
import { servicesOf } from '../domain/vocabulary.js';
import type { VolumeRule } from '../domain/weight.js';
import { ruleOf } from '../domain/weight-terms.js';
import type { CardNames } from '../index/card/parts.js';
import type { GenerationView, PartnerView } from '../index/view.js';
import { ALTERNATIVE_PARTNERS_LOOKED_AT, ALTERNATIVE_PARTNERS_SHOWN } from '../limits/requests.js';
import type { ChargesRequest } from '../contract/requests.js';
import type { UnknownField } from '../model/unknown-fields.js';
import type { Warning } from '../contract/warnings.js';
import { capacityMember, capacityParcelOf, fullOf } from './allocation/capacities.js';
import { knownPiece } from './pricing-request.js';
import { TOKEN_TOO_LARGE, tokenOf } from './charges-token.js';
import type { Assumption } from './assumption.js';
import { type QuestionResult, type EngineContext, failure, success } from './context.js';
import type { RefusalReason } from './outcomes.js';
import { rupees } from './text/explain-entries.js';
import { fragmentsOf, partnerMember } from './text/fragments.js';
import { asJson, inOnePiece, type Json, membersOf, rupeesJson, toJson, withMembers } from '../json.js';
import { isoTime, leadingReason, textsByRow } from './text/parts.js';
import { reasonsOf } from './text/reasons.js';
import { priceTexts, type PriceTexts } from './price-texts.js';
import { landedCostsOf, landedMember, NO_TERMS } from './landed.js';
import { candidateOf, type Offer, offersOfOthers, type Quote, quote, QuoteBuffer, type Refusal } from './quote.js';
import { shipmentOf, type ShipmentRequest, shipmentRequestOf } from './shipment.js';
import { endsOf, findRoute, type Route } from './route.js';
import { type Moments, momentsOfCharges } from './ship-date.js';
import { returnChargesJson } from './return-charges.js';
import { listJson, TOP_FIELDS, warningsOf } from './warnings.js';

const answered = new QuoteBuffer();

/** Validation ensures that a service's request has `request.partnerId`. */
export function calculateCharges(
  context: EngineContext,
  caller: Caller,
  request: ChargesRequest,
  unknown: readonly UnknownField[],
): QuestionResult {
  const partnerId = request.partnerId ?? caller.id;
  if (caller.kind === 'partner' && (partnerId !== caller.id || request.includeLanded === true))
    return failure({ code: 'FORBIDDEN' });
  const { pickupPincode, deliveryPincode } = endsOf(request);
  const route = findRoute(context.view, pickupPincode, deliveryPincode);
  if ('unknown' in route) return failure({ code: 'PINCODE_NOT_FOUND', details: { pincodes: route.unknown } });
  const partner = context.view.partner(partnerId);
  if (partner === undefined) return failure({ code: 'PARTNER_NOT_FOUND', details: { partnerId } });

  const described = shipmentRequestOf(request);
  const moments = momentsOfCharges(request.shipDate, context.now);
  const shipment = shipmentOf(described, route, context.view, moments);
  const question = { request, partner, route, described, moments, shipment, unknown };
  const { data, refusedFor } = chargesOf(context, caller, caller.kind, question);
  return success(data, FROM_CACHE, refusedFor);
}

/** A question whose rules hold and whose route and partner are known. */
export interface ChargesQuestion {
  request: ChargesRequest;
  partner: PartnerView;
  route: Route;
  described: ShipmentRequest;
  moments: Moments;
  shipment: Shipment;
  unknown: readonly UnknownField[];
  assumed?: Assumption | null;
}

interface ChargesAnswer {
  data: Json;
  /** Valid until the next question. */
  quote: Quote;
  warnings: readonly Warning[];
  /** Null: there is a price. */
  refusedFor: RefusalReason | null;
}

/** @param shape whose shape the answer has: in a bulk a partner gets a service's, without other partners */
export function chargesOf(
  context: EngineContext,
  caller: Caller,
  shape: CallerKind,
  { request, partner, route, described, moments, shipment, unknown, assumed = null }: ChargesQuestion,
): ChargesAnswer {
  const answer = quote(context.view, partner, route, shipment, answered, assumed);
  const texts = answer.price === null ? null : priceTexts(context, shape, answer, route, shipment);
  const token =
    request.includeQuoteToken === true
      ? tokenOf({ context, caller, route, described, moments, answer, texts })
      : undefined;
  const further = unusedWeights(request, shipment, partner, answer.eligibility.weightTerms);
  if (token === null) further.push(TOKEN_TOO_LARGE);
  const landedCosts =
    request.includeLanded === true
      ? landedCostsOf(context.view, { described, route, shipment, moments }, context.now)
      : undefined;
  if (landedCosts === null) further.push(NO_TERMS);
  const warnings = warningsOf(unknown, shipment, request, TOP_FIELDS, further);
  const withToken = (data: Json): Json =>
    token === undefined ? data : withMembers(data, `"quoteToken":${toJson(token)}`);
  if (answer.price === null) {
    const refusedFor = leadingReason([{ partner, reasons: answer.eligibility.reasons }], 0);
    const others = caller.kind === 'service' ? alternatives(context, answer, route, shipment, request) : [];
    const refused = toJson(unavailable(context.view, answer, shipment, others));
    const data = withMembers(refused, `"warnings":${listJson(warnings)}`);
    return { data: withToken(data), quote: answer, warnings, refusedFor };
  }
  const returns =
    request.includeReturns === true ? returnChargesJson(context.view, partner, described, route, moments) : null;
  // there are texts, since there is a price
  const data = available({
    context,
    request,
    offer: answer,
    shipment,
    texts: texts!,
    returns,
    warnings: listJson(warnings),
  });
  const landed = landedCosts === undefined ? '' : landedMember(landedCosts, candidateOf(answer));
  const { further: more } = texts!;
  const full = fullOf(context, capacityParcelOf(context, route, shipment, described.urgency), answer);
  const priced = more === '' ? data : withMembers(data, more);
  const expected = landed === '' ? priced : withMembers(priced, landed);
  const shown = full === null ? expected : withMembers(expected, membersOf({ capacity: capacityMember(full) }));
  return { data: withToken(shown), quote: answer, warnings, refusedFor: null };
}

interface PricedOffer {
  context: EngineContext;
  request: ChargesRequest;
  offer: Offer;
  shipment: Shipment;
  texts: PriceTexts;
  /** The value of returnCharges; null: not asked for. */
  returns: Json | null;
  warnings: Json;
}

const FROM_CACHE = '"from_cache":true';

function unavailable(view: GenerationView, refusal: Refusal, shipment: Shipment, others: readonly Alternative[]) {
  const { partner, requestedRoute } = refusal;
  const reasons = reasonsOf(view, refusal, shipment);
  return {
    available: false,
    partner: partnerMember(partner),
    coverage: {
      pickupCovered: partner.pickupZone(requestedRoute.pickupSlot) !== 0,
      deliveryCovered: partner.zone(requestedRoute.deliverySlot) !== 0,
      reason: reasons[0]!.code,
      reasons,
      unavailableServices: servicesOf(refusal.eligibility.unavailable),
      availableServices: isCovered(refusal.eligibility) ? servicesOf(routeServices(refusal.route)) : [],
    },
    alternatives: [...others, ...reasons.map(({ code, action }) => ({ suggestion: code, action }))],
  };
}

interface Alternative {
  suggestion: 'CHOOSE_PARTNER';
  action: string;
  partnerId: string;
  partnerName: string;
  /** Rupees, with tax. */
  totalCost: number;
  /** Whole transit hours. */
  hours: number;
}

/** The cheapest other partners that can carry the shipment. */
function alternatives(
  { view }: EngineContext,
  { partner }: Refusal,
  route: Route,
  shipment: Shipment,
  { excludePartners }: ChargesRequest,
): Alternative[] {
  return offersOfOthers(view, partner, route, shipment, new Set(excludePartners), ALTERNATIVE_PARTNERS_LOOKED_AT)
    .slice(0, ALTERNATIVE_PARTNERS_SHOWN)
    .map(({ partner: { names }, partnerId, totalPaise, hours }) => {
      const { name } = names.partner;
      return {
        suggestion: 'CHOOSE_PARTNER',
        action: `Choose ${name}: ${rupees(totalPaise)}, ${hours} hours`,
        partnerId,
        partnerName: name,
        totalCost: toRupees(totalPaise),
        hours,
      };
    });
}

type UnusedWeights = Pick<ChargesRequest, 'actualWeight' | 'volumetricWeight'>;

/** Warns of weights that were sent but not used. */
export function unusedWeights(
  request: UnusedWeights,
  shipment: Shipment,
  { card }: PartnerView,
  terms: number,
): Warning[] {
  const { actualWeight, volumetricWeight } = request;
  const found: Warning[] = [];
  if (volumetricWeight !== undefined) {
    const hasDimensions = shipment.sides !== null;
    const why = hasDimensions
      ? `the dimensions and ${volumeText(card, terms)} decide`
      : 'it is computed from dimensions, and none were given';
    const message = `volumetricWeight was not used: ${why}`;
    found.push({ code: 'VOLUMETRIC_WEIGHT_NOT_USED', field: 'volumetricWeight', message });
  }
  if (actualWeight !== undefined && actualWeight !== shipment.actualGrams) {
    const message = `actualWeight differs from weight: ${shipment.actualGrams} g was used`;
    found.push({ code: 'ACTUAL_WEIGHT_NOT_USED', field: 'actualWeight', message });
  }
  return found;
}

/** @param terms the weight terms that count; NO_ROW: none */
function volumeText({ limits, weightTerms }: PartnerView['card'], terms: number): string {
  if (terms === NO_ROW) return ruleText(limits.volume);
  return weightTerms.none[terms] === 1
    ? 'the terms of the contract, by which volume never counts,'
    : ruleText(ruleOf(weightTerms, terms, limits.volume));
}

const ruleText = ({ divisor, factor }: VolumeRule): string =>
  factor === 1 ? `the divisor ${divisor}` : `${factor} kg per cubic foot`;

/** The pieces as they were sent, without unknown members, next to the weight that they have together. */
const piecesMember = ({ pieces }: ChargesRequest): string =>
  pieces === undefined ? '' : `"pieces":${toJson(pieces.map(knownPiece))},`;

function available({ context, request, offer, shipment, texts, returns, warnings }: PricedOffer): Json {
  const {
    partner,
    price,
    requestedRoute: { pickupPincode, deliveryPincode },
    schedule: { pickupAt, deliveryAt },
  } = offer;
  const fragments = fragmentsOf(partner);
  const between = fragments.route(offer.route);
  const { km } = offer.route;
  const { hours } = offer.eligibility;
  return asJson(`{"calculationId":"${context.nextId('CALC')}","available":true,"partner":${fragments.partner},\
"shipment":{"pickupPincode":${pincodeJson(pickupPincode)},"deliveryPincode":${pincodeJson(deliveryPincode)},\
"weight":${shipment.actualGrams},${piecesMember(request)}"shipmentType":"${request.shipmentType}","paymentType":"${request.paymentType}",\
"declaredValue":${request.declaredValue ?? 0},"codAmount":${rupeesJson(shipment.codPaise)}},\
"coverage":{"pickupCovered":${offer.route.fromZone !== 0},"deliveryCovered":${offer.route.toZone !== 0},\
"estimatedDistance":${numberJson(km)},"estimatedTime":${numberJson(hours)},${between.services}},\
"charges":${texts.charges},${returns === null ? '' : `"returnCharges":${returns},`}\
"discountsApplied":[${discountApplied(offer)}],\
${between.serviceDetails},\
"calculationDetails":{"chargeableWeight":${price.chargeableGrams},"weightSlab":"${weightSlab(offer)}",\
"distanceSlab":${distanceSlab(offer)},${between.zones}${laneMembers(offer)}},\
"pickupDate":${momentJson(pickupAt, hours)},"deliveryDate":${momentJson(deliveryAt, hours)},\
"rateCardVersion":"${partner.rateCardVersion}","calculatedAt":${context.nowJson}},\
"breakdown":${texts.breakdown},"warnings":${warnings}}`);
}

/** Of an end that is assumed and not named. */
const pincodeJson = (pincode: string): string => (pincode === '' ? 'null' : `"${pincode}"`);

/** What is not known of a route that is assumed is null. */
export const numberJson = (value: number): string => (Number.isNaN(value) ? 'null' : `${value}`);

/** A moment of the schedule; null without transit, of a parcel that was carried all the same. */
export const momentJson = (at: number, hours: number): string => (Number.isNaN(hours) ? 'null' : `"${isoTime(at)}"`);

function discountApplied({
  partner: {
    card: { discounts },
    names,
  },
  price: { discountRow, discountPaise },
}: Offer): string {
  if (discountRow === NO_ROW) return '';
  const heads = discountHeads(discounts);
  const head = (heads[discountRow] ??= discountHead(names.discounts[discountRow]!));
  return `${head}${rupeesJson(discountPaise)}}`;
}

/** The entry up to the saved amount. */
function discountHead(discount: CardNames['discounts'][number]): string {
  const { id, description, discountType, discountValue, appliesTo } = discount;
  const members = membersOf({ discountId: id, description, discountType, discountValue, appliesTo });
  return inOnePiece(`{${members},"savedAmount":`);
}

const discountHeads = textsByRow<string>();

const lanesShown = textsByRow<string>();

/** The name of the route's lane; null: it has none. */
export const laneOf = ({ partner: { names }, route: { lane } }: Quote): string | null =>
  lane === NO_LANE ? null : names.lanes[lane - 1]!;

/** The members of the route's lane and of the rule that gives it; none gives one that is assumed. */
export function laneMembers(offer: Offer): string {
  const {
    partner: { card, names },
    route: { laneRule },
  } = offer;
  if (laneRule === NO_ROW) return membersOf({ lane: laneOf(offer), laneRuleId: null });
  const shown = lanesShown(card.lanes);
  return (shown[laneRule] ??= inOnePiece(
    membersOf({ lane: names.lanes[card.lanes.lane[laneRule]! - 1]!, laneRuleId: card.lanes.id[laneRule]! }),
  ));
}

function weightSlab({
  partner: {
    card: { packages },
  },
  price: { packageRow, chargeableGrams },
}: Offer): string {
  const steps = startedSteps(packages, packageRow, chargeableGrams);
  const first = `${packages.baseGrams[packageRow]!} g`;
  return steps === 0 ? first : `${first} + ${steps} x ${packages.addonGrams[packageRow]!} g`;
}

function distanceSlab({
  partner: {
    card: { distances },
  },
  price: { distanceRow },
}: Offer): string {
  return distanceRow === NO_ROW ? 'null' : `"${distances.fromKm[distanceRow]!}-${distances.toKm[distanceRow]!} km"`;
}
