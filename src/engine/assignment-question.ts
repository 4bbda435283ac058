/** What an assignment asks: the shipment, how its partner is chosen, and which partners there are for it. */
import type { AssignmentRequest } from '../contract/requests.js';
import type { Policy } from '../domain/allocation/policy.js';
import type { Shipment } from '../domain/rate-card.js';
import type { AskedStrategy } from '../domain/strategies.js';
import type { PaymentType, UrgencyLevel } from '../domain/vocabulary.js';
import type { Failure } from '../errors.js';
import type { GenerationView } from '../index/view.js';
import { askedPolicy, type AskedPolicy, parcelOf } from './allocation/asked-policy.js';
import { capacityParcelOf } from './allocation/capacities.js';
import {
  type Choice,
  type ChoiceQuestion,
  choose,
  isOpen,
  type OfferedCandidate,
  offeredCandidateOf,
  readCapacities,
} from './allocation/choice.js';
import { type BookedQuote, openBooking } from './booking.js';
import type { Asker, EngineContext } from './context.js';
import { landedCostsOf } from './landed.js';
import { paymentTypeOf } from './parcel-faults.js';
import { type Offer, quote, quoteAll, QuoteBuffer, type RefusedPartner, type RefusingPartners } from './quote.js';
import { type ParcelRequest, shipmentOf, type ShipmentRequest, shipmentRequestOf } from './shipment.js';
import { endsOf, findRoute, type Route } from './route.js';
import { type Moments, momentsAgain, momentsFromNow } from './ship-date.js';

export const DEFAULT_WEIGHT_GRAMS = 500;
export const DEFAULT_SHIPMENT_TYPE = 'B2C';

export interface AssignmentQuestion {
  route: Route;
  moments: Moments;
  described: ShipmentRequest;
  shipment: Shipment;
  urgency: UrgencyLevel;
  strategy: AskedStrategy;
  /** Null: the shipment is not booked at a quote. */
  booking: BookedQuote | null;
  /** By hand or by a quote; undefined: nobody. */
  selected: string | undefined;
  excluded: ReadonlySet<string>;
  /** The policy that counts; null: none. */
  policed: AskedPolicy | null;
}

/** `question` of a failure: without its policy, which is not there. */
type Preparation =
  | { ok: true; question: AssignmentQuestion }
  | { ok: false; failure: Failure; question?: AssignmentQuestion };

/** @param policy counts in place of the one that the policies' order says */
export function questionOf(
  context: Pick<EngineContext, 'view' | 'now' | 'rowsAt'>,
  caller: Asker,
  request: AssignmentRequest,
  policy?: Policy,
): Preparation {
  const { shipmentDetails, assignmentPreferences } = request;
  const { view, now, rowsAt } = context;
  const { quoteToken, policyId } = assignmentPreferences;
  const opened = quoteToken === undefined ? null : openBooking(context, caller, quoteToken, request);
  if (opened?.ok === false) return opened;
  const booking = opened?.booking ?? null;
  const found = routeOf(view, shipmentDetails);
  if (!found.ok) return found;
  const { route } = found;
  const { shipDate, attributes } = shipmentDetails;
  const moments = rowsAt === undefined ? momentsFromNow(shipDate, now) : momentsAgain(shipDate, now, rowsAt);
  const described = shipmentOfAssignment(shipmentDetails);
  const shipment = shipmentOf(described, route, view, moments);
  const strategy = booking === null ? assignmentPreferences.assignmentStrategy! : 'MANUAL_SELECTION';
  const { urgency = 'STANDARD' } = described;
  const asked = { caller, route, shipment, urgency, strategy, attributes, askedAt: moments.requested, now, rowsAt };
  const policed = policy === undefined ? askedPolicy(view, asked, policyId) : given(policy, view, asked);
  const selected =
    booking?.question.partnerId ?? assignmentPreferences.selectedPartner ?? shipmentDetails.assignedPartnerId;
  const excluded = new Set(shipmentDetails.excludePartners);
  const question = { route, moments, described, shipment, urgency, strategy, booking, selected, excluded };
  if (policed.ok) return { ok: true, question: { ...question, policed: policed.asked } };
  return policed.failure.code === 'POLICY_NOT_FOUND'
    ? { ...policed, question: { ...question, policed: null } }
    : policed;
}

const given = (policy: Policy, view: GenerationView, asked: Parameters<typeof parcelOf>[1]) =>
  ({ ok: true, asked: { policy, parcel: parcelOf(view, asked) } }) as const;

/** All partners that the caller may have: those that can carry the shipment, full or not, and the others. */
export interface PartnersAsked {
  offers: readonly OfferedCandidate[];
  refusing: RefusingPartners;
}

/** A choice, and the partners among which it was made. */
export interface ChosenAmong extends PartnersAsked {
  choice: Choice;
}

export function askPartners(
  context: Pick<EngineContext, 'view' | 'now' | 'rowsAt'>,
  caller: Asker,
  { route, shipment, urgency, booking, excluded, policed }: AssignmentQuestion,
): PartnersAsked {
  const { view } = context;
  const parcel = capacityParcelOf(context, route, shipment, urgency);
  const offers: OfferedCandidate[] = [];
  const onOffer = (offer: Offer): void => void offers.push(offeredCandidateOf(view, parcel, offer));
  // a policy compares the quoted partner with the others
  const booked = policed === null ? booking?.question.partnerId : undefined;
  const only = booked ?? (caller.kind === 'partner' ? caller.id : undefined);
  const refusing =
    only === undefined
      ? quoteAll(view, route, shipment, excluded, onOffer)
      : quoteOnly(view, only, route, shipment, excluded, onOffer);
  return { offers, refusing };
}

/** The offer of one partner, also if the request excludes it; null: it cannot carry the shipment. */
export function offerOf(
  context: Pick<EngineContext, 'view' | 'now' | 'rowsAt'>,
  { route, shipment, urgency }: AssignmentQuestion,
  partnerId: string,
): OfferedCandidate | null {
  const { view } = context;
  const parcel = capacityParcelOf(context, route, shipment, urgency);
  let candidate: OfferedCandidate | null = null;
  quoteOnly(view, partnerId, route, shipment, NOBODY, (offer) => {
    candidate = offeredCandidateOf(view, parcel, offer);
  });
  return candidate;
}
const NOBODY: ReadonlySet<string> = new Set();

/** The choice by the counts as they are now. */
export function chooseAmong(
  context: Pick<EngineContext, 'view' | 'now' | 'rowsAt' | 'counters'>,
  request: AssignmentRequest,
  question: AssignmentQuestion,
  partners: PartnersAsked,
): ChosenAmong {
  const { counters } = context;
  readCapacities(partners.offers, counters);
  const open = partners.offers.filter(isOpen);
  const asked = choiceQuestionOf(context, request, question);
  return { ...partners, choice: choose(question.policed, asked, open, counters) };
}

/** What the choice reads of a request. */
export function choiceQuestionOf(
  { view, now, rowsAt = now }: Pick<EngineContext, 'view' | 'now' | 'rowsAt'>,
  { assignmentPreferences: { weights, allowAlternatives = false } }: AssignmentRequest,
  question: AssignmentQuestion,
): ChoiceQuestion {
  const { urgency, strategy, selected } = question;
  const landedCosts = () => landedCostsOf(view, question, rowsAt);
  return { strategy, urgency, weights, selected, allowAlternatives, landedCosts };
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

const ofOne = new QuoteBuffer();

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
    const answer = quote(view, partner, route, shipment, ofOne);
    if (answer.price === null) refusals.push({ partner, reasons: answer.eligibility.reasons });
    else onOffer(answer);
  }
  return { refusals, uncovered: [] };
}
