/** POST /shipment-assignment/assign: chooses the partner for a shipment (docs/rules.md#strategies). */
import { hash } from 'node:crypto';
import { canonicalJson } from '../domain/canonical.js';
import type { Shipment } from '../domain/rate-card.js';
import { ranked, type RankedCandidate, scoreWeights } from '../domain/strategies.js';
import { PAYMENT_TYPES, type PaymentType, type UrgencyLevel } from '../domain/vocabulary.js';
import type { Failure } from '../errors.js';
import type { GenerationView } from '../index/view.js';
import { ALTERNATIVES_SHOWN } from '../limits/requests.js';
import type { RefusalReason } from './outcomes.js';
import type { AssignmentView } from './question.js';
import type { AssignmentRequest } from '../contract/requests.js';
import type { UnknownField } from '../model/unknown-fields.js';
import type { Warning } from '../contract/warnings.js';
import { pricingRequestOf } from './pricing-request.js';
import { assignmentAnswer, refusalAnswer } from './assignment-answer.js';
import { buildAssignment } from './assignment-record.js';
import { shapedAssignment } from './assignment-view.js';
import { type BookedQuote, changedAmounts, differingMembers, openBooking } from './booking.js';
import { type Asker, type QuestionResult, type EngineContext, failure, success } from './context.js';
import { type Json, toJson } from '../json.js';
import { isoTime, leadingReason, refusalCounts } from './text/parts.js';
import { notCovered, reasonsOf } from './text/reasons.js';
import {
  candidateOf,
  type Offer,
  type OfferCandidate,
  quote,
  quoteAll,
  QuoteBuffer,
  type RefusedPartner,
  type RefusingPartners,
  shipmentOf,
  type ParcelRequest,
  type ShipmentRequest,
  shipmentRequestOf,
} from './quote.js';
import { endsOf, findRoute, type Route } from './route.js';
import { namesService, paymentTypeOf } from './parcel-faults.js';
import { type Moments, momentsFromNow } from './ship-date.js';
import { type FieldNames, warningsJson } from './warnings.js';

const DEFAULT_WEIGHT_GRAMS = 500;
const DEFAULT_SHIPMENT_TYPE = 'B2C';

const NOT_STORED: Warning = {
  code: 'NOT_STORED',
  field: 'options.createAssignmentRecord',
  message: 'Nothing was stored: this answer assigns nothing, and the same question may choose another partner later',
};

const answered = new QuoteBuffer();

export function assignShipment(
  context: EngineContext,
  caller: Asker,
  request: AssignmentRequest,
  unknown: readonly UnknownField[],
): QuestionResult {
  const { shipmentDetails, assignmentPreferences, options } = request;
  const named = [assignmentPreferences.selectedPartner, shipmentDetails.assignedPartnerId];
  if (caller.kind === 'partner' && named.some((partnerId) => partnerId !== undefined && partnerId !== caller.id))
    return failure({ code: 'FORBIDDEN' });
  const { quoteToken, onPriceChange } = assignmentPreferences;
  const opened = quoteToken === undefined ? null : openBooking(context, caller, quoteToken, request);
  if (opened?.ok === false) return failure(opened.failure);
  const booking = opened?.booking ?? null;
  const found = routeOf(context.view, shipmentDetails);
  if (!found.ok) return failure(found.failure);
  const { route } = found;

  const { view } = context;
  const moments = momentsFromNow(shipmentDetails.shipDate, context.now);
  const described = shipmentOfAssignment(shipmentDetails);
  const shipment = shipmentOf(described, route, view, moments);
  const isStored = options?.createAssignmentRecord !== false;
  const further = [...defaultsUsed(shipmentDetails), ...(isStored ? [] : [NOT_STORED])];
  const warnings = (): Json => warningsJson(unknown, shipment, shipmentDetails, fieldNamesOf(shipmentDetails), further);
  const { requestId, receivedAt } = caller;
  const computation = () => ({ requestId, elapsedMs: context.clock() - receivedAt, now: context.now });
  const shape = viewOf(options);
  const strategy = booking === null ? assignmentPreferences.assignmentStrategy! : 'MANUAL_SELECTION';
  const pending = (list: Json) => ({
    shipmentId: shipmentDetails.shipmentId,
    requestHash: requestHash(caller, request),
    warnings: list,
    view: shape,
    strategy,
  });
  /** Nothing is assigned, unless this request has been carried out before. */
  const notAssigned = (refusal: { error: object; metadata: object }, refusedFor: RefusalReason): QuestionResult => {
    const list = warnings();
    const { data, envelope } = refusalAnswer({ ...refusal, warnings: list }, computation());
    return {
      ...success(data, envelope, refusedFor),
      ...(isStored && { assignment: { ...pending(list), record: null } }),
    };
  };

  const differing =
    booking === null ? [] : differences(booking, { request: described, shipment }, route, view, moments);
  if (differing.length > 0) return notAssigned(mismatch(differing), 'QUOTE_TOKEN_MISMATCH');
  const selected =
    booking?.question.partnerId ?? assignmentPreferences.selectedPartner ?? shipmentDetails.assignedPartnerId;
  const excluded = new Set(shipmentDetails.excludePartners);
  const offers: OfferCandidate[] = [];
  const onOffer = (offer: Offer): void => void offers.push(candidateOf(offer));
  const only = booking?.question.partnerId ?? (caller.kind === 'partner' ? caller.id : undefined);
  const refusing =
    only === undefined
      ? quoteAll(view, route, shipment, excluded, onOffer)
      : quoteOnly(view, only, route, shipment, excluded, onOffer);
  const { chosen, alternatives } = choose(assignmentPreferences, strategy, described.urgency, selected, offers);
  if (chosen === null)
    return notAssigned(
      refused(view, offers, refusing, route, shipment, { selected, excluded }),
      reasonFor(view, strategy, selected, refusing),
    );
  // its quote was overwritten by those of the other partners
  const offer = quote(view, chosen.partner, route, shipment, answered) as Offer;
  const changed = booking === null ? null : changedAmounts(booking.quoted, offer.price);
  if (changed !== null) {
    if (onPriceChange !== 'ACCEPT') return notAssigned(priceChanged(changed), 'PRICE_CHANGED');
    further.push(priceAccepted(changed));
  }
  const assignmentId = isStored ? context.nextId('ASG') : null;
  const assignment = buildAssignment(context, {
    assignmentId,
    request,
    strategy,
    offer,
    route,
    shipment,
    paymentType: described.paymentType,
    shipmentType: described.shipmentType,
    alternatives,
  });
  const shown = isWhole(shape) ? assignment : toJson(shapedAssignment(JSON.parse(assignment) as object, shape));
  const list = warnings();
  const { data, envelope } = assignmentAnswer({ assignmentId, assignment: shown, warnings: list }, computation());
  if (assignmentId === null) return success(data, envelope);
  const record = {
    assignmentId,
    partnerId: chosen.partnerId,
    createdAt: isoTime(context.now),
    asked: { ...pricingRequestOf(route.pickupPincode, route.deliveryPincode, described) },
    assignment,
  };
  return { ...success(data, envelope), assignment: { ...pending(list), record } };
}

/** The way of an assignment. Without both ends, or between unknown ones, it is refused by the business rules. */
function routeOf(
  view: GenerationView,
  details: AssignmentRequest['shipmentDetails'],
): { ok: true; route: Route } | { ok: false; failure: Failure } {
  const code = 'BUSINESS_VALIDATION_FAILED';
  const { pickupPincode, deliveryPincode } = endsOf(details) as Partial<ReturnType<typeof endsOf>>;
  if (pickupPincode === undefined || deliveryPincode === undefined) {
    const missing = [
      ...(pickupPincode === undefined ? ['shipmentDetails.fromPincode'] : []),
      ...(deliveryPincode === undefined ? ['shipmentDetails.toPincode'] : []),
    ];
    const message = 'A shipment is assigned between two pincodes';
    return { ok: false, failure: { code, message, details: missing.map((field) => `${field} is missing`) } };
  }
  const route = findRoute(view, pickupPincode, deliveryPincode);
  if (!('unknown' in route)) return { ok: true, route };
  const details422 = route.unknown.map((pincode) => `${pincode} is unknown`);
  return { ok: false, failure: { code, message: 'Pincode not found in the system', details: details422 } };
}

export function shipmentOfAssignment(details: AssignmentRequest['shipmentDetails']): ShipmentRequest {
  const described = shipmentRequestOf(details as ParcelRequest);
  if (described.pieces === undefined) described.weight ??= DEFAULT_WEIGHT_GRAMS;
  described.shipmentType ??= DEFAULT_SHIPMENT_TYPE;
  described.paymentType ??= paymentTypeOf(details) as PaymentType;
  return described;
}

/** Warns of what the caller did not say; a service of a payment type says that. */
function defaultsUsed(details: AssignmentRequest['shipmentDetails']): Warning[] {
  const { weight, pieces, shipmentType, paymentType } = details;
  const isPaymentSaid = paymentType !== undefined || PAYMENT_TYPES.some((type) => namesService(details, type));
  const used = [
    ...(weight === undefined && pieces === undefined ? [['weight', `${DEFAULT_WEIGHT_GRAMS} g`]] : []),
    ...(shipmentType === undefined ? [['shipmentType', DEFAULT_SHIPMENT_TYPE]] : []),
    ...(isPaymentSaid ? [] : [['paymentType', 'PREPAID']]),
  ] as const;
  return used.map(([name, value]) => {
    const field = `shipmentDetails.${name}`;
    return { code: 'DEFAULT_USED', field, message: `${field} was not given: ${value} was used` };
  });
}

/** In which members a shipment is not the quoted one. */
function differences(
  { question }: BookedQuote,
  asked: { request: ShipmentRequest; shipment: Shipment },
  route: Route,
  view: GenerationView,
  moments: Moments,
): string[] {
  const ends = (['pickupPincode', 'deliveryPincode'] as const).filter((name) => question[name] !== route[name]);
  const shipment = shipmentOf(question.shipment, route, view, moments);
  return [...ends, ...differingMembers(asked, { request: question.shipment, shipment })];
}

const NONE_ASKED = { partnersChecked: 0, failureReasons: refusalCounts([], 0) };

const mismatch = (members: readonly string[]) => ({
  error: {
    code: 'QUOTE_TOKEN_MISMATCH',
    message: 'The shipment is not the one that was quoted',
    details: members,
    reasons: [],
    suggestions: ['Assign the shipment that was quoted, or ask for the price of this one'],
  },
  metadata: NONE_ASKED,
});

const priceChanged = (amounts: readonly [quoted: string, now: string]) => ({
  error: {
    code: 'PRICE_CHANGED',
    message: `The price was INR ${amounts[0]} when it was quoted, and is INR ${amounts[1]} now`,
    details: amounts,
    reasons: [],
    suggestions: ['Show the new price and assign with its token, or assign with onPriceChange ACCEPT'],
  },
  metadata: NONE_ASKED,
});

const priceAccepted = ([quoted, now]: readonly [quoted: string, now: string]): Warning => ({
  code: 'PRICE_CHANGED',
  field: 'assignmentPreferences.quoteToken',
  message: `The price was INR ${quoted} when it was quoted, and is INR ${now} now: it was accepted`,
});

type Options = AssignmentRequest['options'];

function viewOf(options: Options): AssignmentView {
  return {
    partnerDetails: options?.includePartnerDetails !== false,
    cost: (options?.includeCostEstimate ?? options?.includeChargeEstimate) !== false,
    timeline: options?.includeTransitTime !== false,
  };
}

const isWhole = ({ partnerDetails, cost, timeline }: AssignmentView): boolean => partnerDetails && cost && timeline;

/**
 * Equal for equal requests of one caller, regardless of the order of fields and of options that only shape the answer.
 */
function requestHash(caller: Asker, request: AssignmentRequest): string {
  const hashed = `${caller.kind}/${caller.id}/${canonicalJson(withoutPresentation(request))}`;
  return hash('sha256', hashed, 'hex');
}

/** The paths of the members that warnings name; a request may list its services under either of two names. */
function fieldNamesOf({ serviceTypes }: AssignmentRequest['shipmentDetails']): FieldNames {
  const services = serviceTypes === undefined ? 'serviceRequirements' : 'serviceTypes';
  return {
    weight: 'shipmentDetails.weight',
    codAmount: 'shipmentDetails.codAmount',
    services: `shipmentDetails.${services}`,
    customerGstin: 'shipmentDetails.customerGstin',
  };
}

/**
 * Members that only shape the answer or choose notifications (docs/rules.md#assignments), in addition to all that begin
 * with `include`. createAssignmentRecord is one of them, because a record is made by default.
 */
const PRESENTATION = new Set(['createTrackingNumber', 'sendNotifications', 'createAssignmentRecord']);

function withoutPresentation({ options, ...request }: AssignmentRequest): object {
  const rest = Object.entries(options ?? {}).filter(([name]) => !PRESENTATION.has(name) && !name.startsWith('include'));
  return rest.length === 0 ? request : { ...request, options: Object.fromEntries(rest) };
}

/**
 * The chosen partner, and the best candidates in the strategy's order. Order of precedence of MANUAL_SELECTION:
 *
 * 1. The selected partner, if it can carry the shipment.
 * 2. With allowAlternatives the best by BEST_MATCH.
 * 3. Nobody.
 */
function choose(
  { weights, allowAlternatives = false }: AssignmentRequest['assignmentPreferences'],
  assignmentStrategy: AssignmentStrategy,
  urgency: UrgencyLevel = 'STANDARD',
  selected: string | undefined,
  offers: readonly OfferCandidate[],
): Choice {
  const strategy = assignmentStrategy === 'MANUAL_SELECTION' ? 'BEST_MATCH' : assignmentStrategy;
  const order = ranked(strategy, offers, scoreWeights(strategy, urgency, weights));
  const best = order.slice(0, ALTERNATIVES_SHOWN);
  if (assignmentStrategy !== 'MANUAL_SELECTION') return { chosen: best[0]?.candidate ?? null, alternatives: best };

  const manual = order.find(({ candidate }) => candidate.partnerId === selected);
  if (manual === undefined) {
    return { chosen: allowAlternatives ? (best[0]?.candidate ?? null) : null, alternatives: best };
  }
  if (!best.includes(manual)) best[ALTERNATIVES_SHOWN - 1] = manual;
  return { chosen: manual.candidate, alternatives: best };
}

type AssignmentStrategy = NonNullable<AssignmentRequest['assignmentPreferences']['assignmentStrategy']>;

interface Choice {
  /** Null: no partner. */
  chosen: OfferCandidate | null;
  /** At most ALTERNATIVES_SHOWN; a chosen partner that is not among the best comes last. */
  alternatives: RankedCandidate<OfferCandidate>[];
}

/** As quoteAll, of one partner. */
function quoteOnly(
  view: GenerationView,
  partnerId: string,
  route: Route,
  shipment: Shipment,
  excluded: ReadonlySet<string>,
  onOffer: (offer: Offer) => void,
): RefusingPartners {
  const refusals: RefusedPartner[] = [];
  const partner = view.partner(partnerId);
  if (partner !== undefined && !excluded.has(partnerId)) {
    const answer = quote(view, partner, route, shipment, answered);
    if (answer.price === null) refusals.push({ partner, reasons: answer.eligibility.reasons });
    else onOffer(answer);
  }
  return { refusals, uncovered: [] };
}

/** Why no partner gets the shipment: for MANUAL_SELECTION the selected partner's reason. */
function reasonFor(
  view: GenerationView,
  strategy: AssignmentStrategy,
  selected: string | undefined,
  { refusals, uncovered }: RefusingPartners,
): RefusalReason {
  if (strategy !== 'MANUAL_SELECTION' || selected === undefined) return leadingReason(refusals, uncovered.length);
  const own = refusals.filter(({ partner }) => partner.partnerId === selected);
  const isUncovered = uncovered.some((place) => view.partners[place]!.partnerId === selected);
  return own.length > 0 || isUncovered ? leadingReason(own, 1) : 'PARTNER_NOT_FOUND';
}

/** 200 with data.success false (docs/rules.md#availability). */
function refused(
  view: GenerationView,
  offers: readonly OfferCandidate[],
  { refusals, uncovered }: RefusingPartners,
  route: Route,
  shipment: Shipment,
  { selected, excluded }: { selected: string | undefined; excluded: ReadonlySet<string> },
) {
  const refusing = [
    ...refusals.map(({ partner }) => ({
      partnerId: partner.partnerId,
      reasons: reasonsOf(view, quote(view, partner, route, shipment, answered), shipment),
    })),
    ...uncovered
      .map((place) => view.partners[place]!)
      .map((partner) => ({ partnerId: partner.partnerId, reasons: [notCovered(partner, route)] })),
  ];
  const details = refusing.map(
    ({ partnerId, reasons }) => `${partnerId}: ${reasons.map(({ code }) => code).join(', ')}`,
  );
  const capable = offers.map(({ partnerId }) => partnerId);
  const isKnown =
    selected === undefined || capable.includes(selected) || refusing.some(({ partnerId }) => partnerId === selected);
  if (!isKnown) details.unshift(`${selected}: ${excluded.has(selected) ? 'excluded' : 'unknown or not active'}`);
  const actions = new Map(refusing.flatMap(({ reasons }) => reasons.map(({ code, action }) => [code, action])));
  const suggestions: string[] = [...actions.values()];
  if (selected !== undefined && capable.length > 0)
    suggestions.push(`Allow alternatives, or select one of ${capable.join(', ')}`);
  return {
    error: {
      code: 'NO_CAPABLE_PARTNERS',
      message:
        selected === undefined || capable.length === 0
          ? 'No partner can carry this shipment'
          : `${selected} cannot carry this shipment`,
      details,
      reasons: refusing,
      suggestions,
    },
    metadata: {
      partnersChecked: offers.length + refusing.length,
      failureReasons: refusalCounts(refusals, uncovered.length),
    },
  };
}
