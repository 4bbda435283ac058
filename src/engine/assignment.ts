/** POST /shipment-assignment/assign: chooses the partner for a shipment (docs/rules.md#strategies). */
import { hash } from 'node:crypto';
import type { FullCapacity } from '../domain/allocation/capacity.js';
import type { CounterAddition } from '../domain/allocation/counters.js';
import { canonicalJson } from '../domain/canonical.js';
import type { Shipment } from '../domain/rate-card.js';
import { PAYMENT_TYPES } from '../domain/vocabulary.js';
import type { GenerationView } from '../index/view.js';
import type { RefusalReason } from './outcomes.js';
import type { AssignmentView, PendingAssignment } from './question.js';
import type { AssignmentRequest } from '../contract/requests.js';
import type { UnknownField } from '../model/unknown-fields.js';
import type { Warning } from '../contract/warnings.js';
import { additionsOf, isOpen } from './allocation/choice.js';
import { fullnessText } from './allocation/capacities.js';
import { appliedPolicyOf, warningsOf } from './allocation/applied-policy.js';
import { decisionOf } from './allocation/decision.js';
import { type KeptDecision, keptDecisionOf } from './allocation/kept-decision.js';
import { nobodyCapable, reasonOfNobody, refusedByPolicy } from './allocation/refusals.js';
import { pricingRequestOf } from './pricing-request.js';
import { assignmentAnswer, refusalAnswer } from './assignment-answer.js';
import {
  type AssignmentQuestion,
  askPartners,
  chooseAmong,
  type ChosenAmong,
  DEFAULT_SHIPMENT_TYPE,
  DEFAULT_WEIGHT_GRAMS,
  type PartnersAsked,
  questionOf,
} from './assignment-question.js';
import { buildAssignment } from './assignment-record.js';
import { shapedAssignment } from './assignment-view.js';
import { type BookedQuote, changedAmounts, differingMembers } from './booking.js';
import { type Asker, type QuestionResult, type EngineContext, failure, success } from './context.js';
import { type Json, toJson } from '../json.js';
import { isoTime, refusalCounts } from './text/parts.js';
import { type Offer, quote, QuoteBuffer } from './quote.js';
import { shipmentOf, type ShipmentRequest } from './shipment.js';
import type { Route } from './route.js';
import { namesService } from './parcel-faults.js';
import type { Moments } from './ship-date.js';
import { type FieldNames, warningsJson } from './warnings.js';

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
  const reservation: Reservation = { additions: [], round: undefined };
  let isPassedOn = false;
  try {
    const result = assigned(context, caller, request, unknown, reservation);
    isPassedOn = result.ok && result.assignment?.reservedIn !== undefined;
    return result;
  } finally {
    // of what is not passed on, nobody else knows
    const { additions, round } = reservation;
    if (!isPassedOn && round !== undefined) context.counters.release(additions, round);
  }
}

function assigned(
  context: EngineContext,
  caller: Asker,
  request: AssignmentRequest,
  unknown: readonly UnknownField[],
  reservation: Reservation,
): QuestionResult {
  const { shipmentDetails, assignmentPreferences, options } = request;
  const named = [assignmentPreferences.selectedPartner, shipmentDetails.assignedPartnerId];
  const shape = viewOf(options);
  const isOthers = named.some((partnerId) => partnerId !== undefined && partnerId !== caller.id);
  if (caller.kind === 'partner' && (isOthers || shape.decision)) return failure({ code: 'FORBIDDEN' });
  const asked = questionOf(context, caller, request);
  if (!asked.ok && asked.question === undefined) return failure(asked.failure);
  const question = asked.question!;
  const { route, moments, described, shipment, strategy, booking, selected, excluded, policed } = question;
  const { view } = context;
  const isStored = options?.createAssignmentRecord !== false;
  const further = [...defaultsUsed(shipmentDetails), ...(isStored ? [] : [NOT_STORED])];
  const warnings = (): Json => warningsJson(unknown, shipment, shipmentDetails, fieldNamesOf(shipmentDetails), further);
  const { requestId, receivedAt } = caller;
  const computation = () => ({ requestId, elapsedMs: context.clock() - receivedAt, now: context.now });
  const pending = (list: Json, record: PendingAssignment['record']): PendingAssignment => ({
    shipmentId: shipmentDetails.shipmentId,
    requestHash: requestHash(caller, request),
    warnings: list,
    view: shape,
    strategy,
    record,
  });
  const shownDecision = (kept: KeptDecision | null) => (shape.decision ? kept && decisionOf(kept) : undefined);
  /** Nothing is assigned, unless this request has been carried out before. */
  const notAssigned = (
    refusal: { error: object; metadata: object },
    refusedFor: RefusalReason,
    decision: KeptDecision | null = null,
  ): QuestionResult => {
    const list = warnings();
    const parts = { ...refusal, warnings: list, decision: shownDecision(decision) };
    const { data, envelope } = refusalAnswer(parts, computation());
    return {
      ...success(data, envelope, refusedFor),
      ...(isStored && { assignment: pending(list, null) }),
    };
  };

  // an earlier assignment is answered, even if its policy has been removed since
  if (!asked.ok) return { ...failure(asked.failure), ...(isStored && { assignment: pending(warnings(), null) }) };
  const differing =
    booking === null ? [] : differences(booking, { request: described, shipment }, route, view, moments);
  if (differing.length > 0) return notAssigned(mismatch(differing), 'QUOTE_TOKEN_MISMATCH');
  const partners = askPartners(context, caller, question);
  const among = isStored
    ? chooseAndReserve(context, request, question, partners, reservation)
    : chooseAmong(context, request, question, partners);
  const { choice, offers, refusing } = among;
  const { chosen, alternatives, allocation } = choice;
  const decide = (): KeptDecision => keptDecisionOf(view, question, among, context.now);
  if (chosen === null) {
    const decision = shape.decision ? decide() : null;
    const open = offers.filter(isOpen);
    const full = offers.flatMap(({ partnerId, full: row }) => (row?.row.isHard ? [{ partnerId, full: row }] : []));
    const asking = { view, route, shipment, offers: open, full, refusing, selected, excluded };
    const byHand = { ...asking, selected: strategy === 'MANUAL_SELECTION' ? selected : undefined };
    const refused = allocation && refusedByPolicy(byHand, policed!.policy, allocation);
    return refused === null
      ? notAssigned(nobodyCapable(asking), reasonOfNobody(byHand), decision)
      : notAssigned(refused.refusal, refused.reason, decision);
  }
  // its quote was overwritten by those of the other partners
  const offer = quote(view, chosen.partner, route, shipment, answered) as Offer;
  const changed = booking === null ? null : changedAmounts(booking.quoted, offer.price);
  if (changed !== null) {
    if (assignmentPreferences.onPriceChange !== 'ACCEPT') return notAssigned(priceChanged(changed), 'PRICE_CHANGED');
    further.push(priceAccepted(changed));
  }
  if (allocation !== null) further.push(...warningsOf(policed!.policy, allocation));
  if (chosen.full !== null) further.push(capacityExceeded(chosen.partnerId, chosen.full));
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
    policy: allocation && appliedPolicyOf(policed!.policy, allocation),
  });
  const shown = isWhole(shape) ? assignment : toJson(shapedAssignment(JSON.parse(assignment) as object, shape));
  const list = warnings();
  const decision = decide();
  const parts = { assignmentId, assignment: shown, warnings: list, decision: shownDecision(decision) };
  const { data, envelope } = assignmentAnswer(parts, computation());
  if (assignmentId === null) return success(data, envelope);
  const { additions, round } = reservation;
  const record = {
    assignmentId,
    partnerId: chosen.partnerId,
    createdAt: isoTime(context.now),
    asked: {
      ...pricingRequestOf(route.pickupPincode, route.deliveryPincode, described),
      ...furtherAsked(request),
    },
    ...(additions.length > 0 && { counted: additions }),
    assignment,
    decision: toJson(decision),
  };
  const stored = pending(list, record);
  if (round !== undefined) stored.reservedIn = round;
  // the named member first: V8 adds one to a copy of another object by a slow call
  return { assignment: stored, ...success(data, envelope) };
}

/** What a choice counts, until its parcel is stored. */
interface Reservation {
  additions: CounterAddition[];
  /** undefined: nothing is reserved. */
  round: number | undefined;
}

/** The choice, with what it counts reserved at once: the next one sees that. */
function chooseAndReserve(
  context: EngineContext,
  request: AssignmentRequest,
  question: AssignmentQuestion,
  partners: PartnersAsked,
  reservation: Reservation,
): ChosenAmong {
  const { counters } = context;
  const choose = (): ChosenAmong => {
    const among = chooseAmong(context, request, question, partners);
    const additions = additionsOf(among.choice, question.policed);
    reservation.additions = additions;
    if (additions.length > 0) reservation.round = counters.reserve(additions);
    return among;
  };
  const isCounting =
    question.policed?.policy.isCounting === true || partners.offers.some(({ demands }) => demands.length > 0);
  return isCounting ? counters.whileLocked(choose) : choose();
}

/** When the shipment leaves, which is no trait of it, and what the choice alone reads of the request. */
function furtherAsked({ shipmentDetails, assignmentPreferences }: AssignmentRequest) {
  const { shipDate, attributes, excludePartners = [] } = shipmentDetails;
  const { weights, policyId } = assignmentPreferences;
  const isPreferred = weights !== undefined || policyId !== undefined;
  return {
    ...(shipDate !== undefined && { shipDate }),
    ...(attributes !== undefined && { attributes }),
    ...(excludePartners.length > 0 && { excludePartners }),
    ...(isPreferred && { preferences: { weights, policyId } }),
  };
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

/** Nobody else could have it. */
const capacityExceeded = (partnerId: string, full: FullCapacity): Warning => ({
  code: 'CAPACITY_EXCEEDED',
  field: 'assignmentPreferences.assignmentStrategy',
  message: `${partnerId} got the shipment although it is ${fullnessText(full)}`,
});

type Options = AssignmentRequest['options'];

function viewOf(options: Options): AssignmentView {
  return {
    partnerDetails: options?.includePartnerDetails !== false,
    cost: (options?.includeCostEstimate ?? options?.includeChargeEstimate) !== false,
    timeline: options?.includeTransitTime !== false,
    decision: options?.includeDecision === true,
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
