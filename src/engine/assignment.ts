/** POST /shipment-assignment/assign: chooses the partner for a shipment (docs/rules.md#strategies). */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../domain/canonical.js';
import type { Shipment } from '../domain/rate-card.js';
import { ranked, type RankedCandidate, scoreWeights } from '../domain/strategies.js';
import type { PaymentType, UrgencyLevel } from '../domain/vocabulary.js';
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
import { type Asker, type QuestionResult, type EngineContext, failure, success } from './context.js';
import { toJson } from '../json.js';
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
  type ShipmentRequest,
  shipmentRequestOf,
} from './quote.js';
import { findRoute, type Route } from './route.js';
import { paymentTypeOf } from './request-faults.js';
import { momentsOfAssignment } from './ship-date.js';
import { type FieldNames, warningsJson } from './warnings.js';

const DEFAULT_WEIGHT_GRAMS = 500;

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
  const selected = assignmentPreferences.selectedPartner ?? shipmentDetails.assignedPartnerId;
  const named = [assignmentPreferences.selectedPartner, shipmentDetails.assignedPartnerId];
  if (caller.kind === 'partner' && named.some((partnerId) => partnerId !== undefined && partnerId !== caller.id))
    return failure({ code: 'FORBIDDEN' });

  const { pickupPincode, deliveryPincode } = endsOf(shipmentDetails);
  if (pickupPincode === undefined || deliveryPincode === undefined) {
    const missing = [
      ...(pickupPincode === undefined ? ['shipmentDetails.fromPincode'] : []),
      ...(deliveryPincode === undefined ? ['shipmentDetails.toPincode'] : []),
    ];
    return failure({
      code: 'BUSINESS_VALIDATION_FAILED',
      message: 'A shipment is assigned between two pincodes',
      details: missing.map((field) => `${field} is missing`),
    });
  }
  const route = findRoute(context.view, pickupPincode, deliveryPincode);
  if ('unknown' in route) {
    return failure({
      code: 'BUSINESS_VALIDATION_FAILED',
      message: 'Pincode not found in the system',
      details: route.unknown.map((pincode) => `${pincode} is unknown`),
    });
  }
  const described = shipmentOfAssignment(shipmentDetails);
  const shipment = shipmentOf(described, route, context.view, momentsOfAssignment(context.now));
  const offers: OfferCandidate[] = [];
  const onOffer = (offer: Offer): void => void offers.push(candidateOf(offer));
  const refusing =
    caller.kind === 'partner'
      ? quoteOnly(context.view, caller.id, route, shipment, onOffer)
      : quoteAll(context.view, route, shipment, new Set(), onOffer);

  const isStored = options?.createAssignmentRecord !== false;
  const warnings = warningsJson(
    unknown,
    shipment,
    shipmentDetails.customerGstin,
    fieldNamesOf(shipmentDetails),
    isStored ? [] : [NOT_STORED],
  );
  const view = viewOf(options);
  const pending = {
    shipmentId: shipmentDetails.shipmentId,
    requestHash: requestHash(caller, request),
    warnings,
    view,
    strategy: assignmentPreferences.assignmentStrategy,
  };
  const { requestId, receivedAt } = caller;
  const computation = { requestId, elapsedMs: context.clock() - receivedAt, now: context.now };
  const { chosen, alternatives } = choose(request, described.urgency ?? 'STANDARD', selected, offers);
  if (chosen === null) {
    const refusal = { ...refused(context.view, offers, refusing, route, shipment, selected), warnings };
    const { data, envelope } = refusalAnswer(refusal, computation);
    const refusedFor = reasonFor(request, selected, refusing);
    return { ...success(data, envelope, refusedFor), ...(isStored && { assignment: { ...pending, record: null } }) };
  }
  const assignmentId = isStored ? context.nextId('ASG') : null;
  const assignment = buildAssignment(context, {
    assignmentId,
    request,
    // its quote was overwritten by those of the other partners
    offer: quote(context.view, chosen.partner, route, shipment, answered) as Offer,
    route,
    shipment,
    paymentType: described.paymentType,
    shipmentType: described.shipmentType,
    alternatives,
  });
  const shown = isWhole(view) ? assignment : toJson(shapedAssignment(JSON.parse(assignment) as object, view));
  const assigned = { assignmentId, assignment: shown, warnings };
  const { data, envelope } = assignmentAnswer(assigned, computation);
  if (assignmentId === null) return success(data, envelope);
  const record = {
    assignmentId,
    partnerId: chosen.partnerId,
    createdAt: isoTime(context.now),
    asked: { ...pricingRequestOf(pickupPincode, deliveryPincode, described) },
    assignment,
  };
  return { ...success(data, envelope), assignment: { ...pending, record } };
}

/** Both ends, which a request may name in two ways. */
export function endsOf(details: AssignmentRequest['shipmentDetails']) {
  return {
    pickupPincode: details.fromPincode ?? details.pickupPincode,
    deliveryPincode: details.toPincode ?? details.deliveryPincode,
  };
}

export function shipmentOfAssignment(details: AssignmentRequest['shipmentDetails']): ShipmentRequest {
  const { dimensions, serviceTypes = [], serviceRequirements = [], additionalServices = [] } = details;
  const shipment = {
    ...details,
    weight: details.weight ?? (details.pieces === undefined ? DEFAULT_WEIGHT_GRAMS : undefined),
    shipmentType: details.shipmentType ?? 'B2C',
    paymentType: paymentTypeOf(details) as PaymentType,
    // every assignment is of a forward shipment
    direction: undefined,
  };
  return shipmentRequestOf(shipment, {
    dimensions,
    services: [...serviceTypes, ...serviceRequirements, ...additionalServices],
  });
}

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
  return createHash('sha256').update(hashed).digest('hex');
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
  { assignmentPreferences }: AssignmentRequest,
  urgency: UrgencyLevel,
  selected: string | undefined,
  offers: readonly OfferCandidate[],
): Choice {
  const { assignmentStrategy, weights, allowAlternatives = false } = assignmentPreferences;
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
  onOffer: (offer: Offer) => void,
): RefusingPartners {
  const refusals: RefusedPartner[] = [];
  const partner = view.partner(partnerId);
  if (partner !== undefined) {
    const answer = quote(view, partner, route, shipment, answered);
    if (answer.price === null) refusals.push({ partner, reasons: answer.eligibility.reasons });
    else onOffer(answer);
  }
  return { refusals, uncovered: [] };
}

/** Why no partner gets the shipment: for MANUAL_SELECTION the selected partner's reason. */
function reasonFor(
  { assignmentPreferences }: AssignmentRequest,
  selected: string | undefined,
  { refusals, uncovered }: RefusingPartners,
): RefusalReason {
  const isManual = assignmentPreferences.assignmentStrategy === 'MANUAL_SELECTION' && selected !== undefined;
  if (!isManual) return leadingReason(refusals, uncovered.length);
  const own = refusals.filter(({ partner }) => partner.partnerId === selected);
  const isUncovered = uncovered.some(({ partnerId }) => partnerId === selected);
  return own.length > 0 || isUncovered ? leadingReason(own, 1) : 'PARTNER_NOT_FOUND';
}

/** 200 with data.success false (docs/rules.md#availability). */
function refused(
  view: GenerationView,
  offers: readonly OfferCandidate[],
  { refusals, uncovered }: RefusingPartners,
  route: Route,
  shipment: Shipment,
  selected: string | undefined,
) {
  const refusing = [
    ...refusals.map(({ partner }) => ({
      partnerId: partner.partnerId,
      reasons: reasonsOf(view, quote(view, partner, route, shipment, answered), shipment),
    })),
    ...uncovered.map((partner) => ({ partnerId: partner.partnerId, reasons: [notCovered(partner, route)] })),
  ];
  const details = refusing.map(
    ({ partnerId, reasons }) => `${partnerId}: ${reasons.map(({ code }) => code).join(', ')}`,
  );
  const capable = offers.map(({ partnerId }) => partnerId);
  const isKnown =
    selected === undefined || capable.includes(selected) || refusing.some(({ partnerId }) => partnerId === selected);
  if (!isKnown) details.unshift(`${selected}: unknown or not active`);
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
