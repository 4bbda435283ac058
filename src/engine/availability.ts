/**
 * POST /partners/availability/check: whether a partner, or any partner, can carry this shipment
 * (docs/rules.md#availability).
 */
import type { Caller } from '../caller.js';
import { isCovered, reasonCodes } from '../domain/eligibility.js';
import { meanOf } from '../domain/money.js';
import type { Shipment } from '../domain/rate-card.js';
import type { FullCapacity } from '../domain/allocation/capacity.js';
import { byCost, ranked, type Score, scoreWeights } from '../domain/strategies.js';
import type { GenerationView, PartnerView } from '../index/view.js';
import { RANKING_SHOWN } from '../limits/requests.js';
import { derived } from '../model/derived.js';
import type { Reason } from '../contract/answers/reason.js';
import type { AvailabilityRequest } from '../contract/requests.js';
import type { Warning } from '../contract/warnings.js';
import type { UnknownField } from '../model/unknown-fields.js';
import { coverageJson, deliveryTimeJson, ownCheckMembers, restrictionsJson } from './availability-parts.js';
import { askedPolicy, type AskedPolicy } from './allocation/asked-policy.js';
import { capacityMember, capacityParcelOf, fullOf } from './allocation/capacities.js';
import { policyMembersOf } from './allocation/choice.js';
import { type SearchCandidate, searchOrder } from './allocation/search.js';
import { type Asker, type QuestionResult, type EngineContext, failure, success } from './context.js';
import { explain } from './text/explain.js';
import { fragmentsOf } from './text/fragments.js';
import { afterComma, asJson, type Json, membersOf, rupeesJson, toJson, withMembers } from '../json.js';
import { costBreakdownJson, isoTime, leadingReason, refusalCounts, scoreMembers } from './text/parts.js';
import { reasonsOf } from './text/reasons.js';
import {
  candidateOf,
  type Offer,
  type OfferCandidate,
  quote,
  quoteAll,
  QuoteBuffer,
  type RefusedPartner,
} from './quote.js';
import { landedCostsOf, type LandedCosts, landedMember, NO_TERMS } from './landed.js';
import { shipmentOf, shipmentRequestOf } from './shipment.js';
import { endsOf, findRoute, type Route } from './route.js';
import { matchJson, matchOf, preferenceOf, type Preference } from './service-match.js';
import { momentsFromNow } from './ship-date.js';
import { TOP_FIELDS, warningsJson } from './warnings.js';

export function checkAvailability(
  context: EngineContext,
  caller: Asker,
  request: AvailabilityRequest,
  unknown: readonly UnknownField[],
): QuestionResult {
  const isOthers = request.partnerId !== undefined && request.partnerId !== caller.id;
  if (caller.kind === 'partner' && (isOthers || request.includeLanded === true)) return failure({ code: 'FORBIDDEN' });
  const { pickupPincode, deliveryPincode } = endsOf(request);
  const route = findRoute(context.view, pickupPincode, deliveryPincode);
  if ('unknown' in route) return failure({ code: 'PINCODE_NOT_FOUND', details: { pincodes: route.unknown } });
  const described = shipmentRequestOf(request);
  const moments = momentsFromNow(request.shipDate, context.now);
  const shipment = shipmentOf(described, route, context.view, moments);
  const landedCosts = () => landedCostsOf(context.view, { described, route, shipment, moments }, context.now);
  const shownCosts = request.includeLanded === true ? landedCosts() : undefined;
  const further = shownCosts === null ? [NO_TERMS] : [];
  const asked = { request, unknown, route, shipment, further, landedCosts, shownCosts };
  const partnerId = caller.kind === 'partner' ? caller.id : request.partnerId;
  if (partnerId === undefined) return findAll(context, caller, asked);
  const partner = context.view.partner(partnerId);
  if (partner === undefined) return failure({ code: 'PARTNER_NOT_FOUND', details: { partnerId } });
  return checkOne(context, caller, partner, asked);
}

interface AvailabilityQuestion {
  request: AvailabilityRequest;
  unknown: readonly UnknownField[];
  route: Route;
  shipment: Shipment;
  further: readonly Warning[];
  landedCosts(): LandedCosts;
  /** Those that the answer shall have; undefined: none. */
  shownCosts: LandedCosts | undefined;
}

const answered = new QuoteBuffer();

function checkOne(
  context: EngineContext,
  caller: Caller,
  partner: PartnerView,
  { request, unknown, route, shipment, further, shownCosts }: AvailabilityQuestion,
): QuestionResult {
  const { view } = context;
  const warnings = warningsJson(unknown, shipment, request, TOP_FIELDS, further);
  const answer = quote(view, partner, route, shipment, answered);
  const coverage = coverageJson(view, answer);
  const reasons = reasonsOf(view, answer, shipment);
  if (!isCovered(answer.eligibility)) {
    const [{ code, message }] = reasons as [Reason];
    const details = { partnerId: partner.partnerId, coverage: JSON.parse(coverage), reasons };
    return failure({ code: 'INSUFFICIENT_COVERAGE', message, details }, code);
  }
  const fragments = fragmentsOf(partner);
  const offer = answer.price === null ? null : answer;
  const confidence = offer === null ? 0 : offer.confidenceHundredths / 100;
  const data = asJson(`{"checkType":"specific_partner","isAvailable":${offer !== null},"confidence":${confidence},\
"partnerId":${fragments.id},"partnerName":${fragments.name},"coverage":${coverage},\
"services":${matchJson(answer, shipment.services, preferenceOf(request.preferredServices))},\
"estimates":${offer === null ? 'null' : estimatesJson(offer)},\
"capabilities":${fragments.capabilities},"restrictions":${restrictionsJson(answer, shipment)},\
"reasons":${toJson(reasons)},\
"breakdown":${offer === null ? '[]' : explain(view, partner, offer.price, 'full')},"warnings":${warnings}\
${offer === null || shownCosts === undefined ? '' : `,${landedMember(shownCosts, candidateOf(offer))}`}}`);
  const full = offer && fullOf(context, capacityParcelOf(context, route, shipment, request.urgency), offer);
  const capacity = full === null ? {} : capacityMember(full);
  const shown =
    caller.kind === 'partner'
      ? withMembers(data, membersOf(ownCheckMembers(answer, reasons, capacity)))
      : full === null
        ? data
        : withMembers(data, membersOf({ capacity }));
  const refusedFor = offer === null ? leadingReason([{ partner, reasons: answer.eligibility.reasons }], 0) : null;
  return success(shown, checkId(context), refusedFor);
}

const checkId = (context: EngineContext): string => `"check_id":"${context.nextId('CHK')}"`;

function estimatesJson(offer: Offer): Json {
  return asJson(
    `{"totalCost":${rupeesJson(offer.price.totalPaise)},"deliveryTime":${deliveryTimeJson(offer)},"breakdown":${costBreakdownJson(offer)}}`,
  );
}

function findAll(
  context: EngineContext,
  caller: Asker,
  { request, unknown, route, shipment, further, landedCosts, shownCosts }: AvailabilityQuestion,
): QuestionResult {
  const preference = preferenceOf(request.preferredServices);
  const urgency = request.urgency ?? 'STANDARD';
  const asked = policyOfSearch(context, caller, request, route, shipment);
  const parcel = capacityParcelOf(context, route, shipment, urgency);
  const offers: OfferText[] = [];
  let isAnyFull = false;
  const { refusals, uncovered } = quoteAll(context.view, route, shipment, new Set(request.excludePartners), (offer) => {
    const full = fullOf(context, parcel, offer);
    const text = offerText(context, offer, shipment, preference, full, shownCosts);
    isAnyFull ||= full !== null;
    offers.push(asked === null ? text : { ...text, ...policyMembersOf(offer) });
  });
  const totalChecked = offers.length + refusals.length + uncovered.length;
  if (offers.length === 0) {
    const details = { partnersChecked: totalChecked, failureReasons: refusalCounts(refusals, uncovered.length) };
    return failure({ code: 'NO_PARTNERS_AVAILABLE', details }, leadingReason(refusals, uncovered.length));
  }
  const searched =
    asked === null && !isAnyFull
      ? null
      : searchOrder(asked, urgency, offers as SearchedOffer[], context.counters, landedCosts);
  const byScore = searched?.order ?? ranked('BEST_MATCH', offers, scoreWeights('BEST_MATCH', urgency));
  const ranking = byScore.slice(0, RANKING_SHOWN).map(({ candidate }) => candidate.partnerId);
  const best = searched === null || searched.isAnybodyLeft ? ranking[0] : null;
  const cheapestFirst = byScore
    .map(({ candidate, score }, index): RankedOffer => ({ candidate, score, rank: index + 1 }))
    .sort((a, b) => byCost(a.candidate, b.candidate));
  const meanPaise = meanOf(byScore.map(({ candidate }) => candidate.totalPaise));
  let fewestHours = Infinity;
  for (const { candidate } of byScore) fewestHours = Math.min(fewestHours, candidate.hours);
  // appended rather than mapped and joined: a join would copy every offer again
  let available = '';
  for (const { candidate, score, rank } of cheapestFirst) {
    const { beforeRank, afterScore } = candidate;
    // the comma goes now: removing it from the whole list would copy it
    const start = available === '' ? afterComma(beforeRank) : beforeRank;
    available += `${start}${rank},${scoreMembers(score)}${searched?.membersOf(candidate as SearchedOffer) ?? ''}${afterScore}`;
  }
  let unavailable = '';
  for (const refusal of refusals) unavailable += refusalJson(refusal);
  const texts = uncoveredTexts(context.view);
  for (const place of uncovered) unavailable += texts[place] ??= fragmentsOf(context.view.partners[place]!).uncovered;
  const warnings = warningsJson(unknown, shipment, request, TOP_FIELDS, [...further, ...(searched?.warnings ?? [])]);
  return success(
    asJson(`{"checkType":"find_all_available","availablePartners":[${available}],\
"unavailablePartners":[${afterComma(unavailable)}],\
"summary":{"totalChecked":${totalChecked},"availableCount":${offers.length},"bestOption":${toJson(best)},\
"ranking":${toJson(ranking)}${searched?.refused ?? ''},\
"avgCost":${rupeesJson(meanPaise)},"fastestDelivery":${fewestHours}},\
"warnings":${warnings}}`),
    checkId(context),
  );
}

/** By the partner's position; made when first needed. */
const uncoveredTexts = derived(({ partners }: GenerationView) => new Array<string | undefined>(partners.length));

function refusalJson({ partner, reasons }: RefusedPartner): string {
  return `,{"partnerId":${fragmentsOf(partner).id},"reasons":${toJson(reasonCodes(reasons))}}`;
}

/** The policy of a search; null: none counts. */
function policyOfSearch(
  { view, now }: EngineContext,
  caller: Asker,
  { urgency = 'STANDARD', attributes, shipDate }: AvailabilityRequest,
  route: Route,
  shipment: Shipment,
): AskedPolicy | null {
  const askedAt = momentsFromNow(shipDate, now).requested;
  const question = { caller, route, shipment, urgency, strategy: 'BEST_MATCH', attributes, askedAt, now } as const;
  const found = askedPolicy(view, question, undefined);
  return found.ok ? found.asked : null;
}

/** A candidate with its text, which is written while its quote can be read: its rank is known later. */
interface OfferText extends OfferCandidate {
  /** With the comma before it. */
  beforeRank: string;
  afterScore: string;
  /** The capacity that is full for the shipment; null: none is. */
  full: FullCapacity | null;
  isSoftFull: boolean;
}

type SearchedOffer = OfferText & SearchCandidate;

interface RankedOffer {
  candidate: OfferText;
  score: Score;
  /** By BEST_MATCH, 1 the best. */
  rank: number;
}

function offerText(
  { view }: EngineContext,
  offer: Offer,
  shipment: Shipment,
  preference: Preference,
  full: FullCapacity | null,
  shownCosts: LandedCosts | undefined,
): OfferText {
  const { offerStart, offerEnd } = fragmentsOf(offer.partner);
  const { percentage } = matchOf(offer, shipment.services, preference);
  const deliveryDate = isoTime(offer.schedule.deliveryAt);
  const candidate = candidateOf(offer);
  const { partner, partnerId, totalPaise, untaxedPaise, costPaise, hours, successRate, coverageHundredths } = candidate;
  const landed = shownCosts === undefined ? '' : `,${landedMember(shownCosts, candidate)}`;
  // not spread, which takes longer than the quote
  return {
    partner,
    partnerId,
    totalPaise,
    untaxedPaise,
    costPaise,
    hours,
    successRate,
    coverageHundredths,
    beforeRank: `${offerStart}${offer.confidenceHundredths / 100},\
"estimatedCost":${rupeesJson(offer.price.totalPaise)},"estimatedDelivery":"${deliveryDate}",\
"pickupDate":"${isoTime(offer.schedule.pickupAt)}","deliveryDate":"${deliveryDate}","rank":`,
    afterScore: `${landed},"transitHours":${offer.eligibility.hours},"serviceMatch":${percentage}${offerEnd}\
${explain(view, offer.partner, offer.price, 'brief')}}`,
    full,
    isSoftFull: full !== null && !full.row.isHard,
  };
}
