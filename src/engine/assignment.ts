/** POST /shipment-assignment/assign: who gets a shipment (API specification 4.15; decisions, part 8). */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../domain/canonical.js';
import { choose, type Strategy } from '../domain/strategies.js';
import type { AssignmentRequest } from '../schemas/requests.js';
import { assignmentAnswer, refusalAnswer } from './assignment-answer.js';
import { buildAssignment } from './assignment-record.js';
import { type Caller, type EngineContext, failure, type Outcome, success } from './context.js';
import { fieldsOf } from './parse.js';
import { isoTime, reasonsOf, refusalCounts } from './parts.js';
import { candidateOf, findRoute, type Offer, quote, quoteAll, type Refusal, shipmentOf, type ShipmentRequest } from './quote.js';
import type { Fault } from '../schemas/faults.js';
import type { PartnerView } from '../index/view.js';
import { REASONS } from '../domain/reasons.js';

const DEFAULT_WEIGHT_GRAMS = 500;
const MANDATORY_SERVICES = ['PICKUP', 'DELIVERY'] as const;

/** What the schema cannot say of a body; of one with other faults, what can be said of it still. */
export function assignmentFaults(body: unknown): Fault[] {
  const details = fieldsOf(fieldsOf(body)?.shipmentDetails);
  const preferences = fieldsOf(fieldsOf(body)?.assignmentPreferences);
  const faults = details === null ? [] : serviceFaults(details.serviceTypes, details.serviceRequirements);
  if (preferences?.assignmentStrategy === 'MANUAL_SELECTION' && preferences.selectedPartner === undefined && details?.assignedPartnerId === undefined) {
    faults.push({ field: 'assignmentPreferences.selectedPartner', code: 'REQUIRED', message: 'is required for MANUAL_SELECTION' });
  }
  return faults;
}

function serviceFaults(serviceTypes: unknown, serviceRequirements: unknown): Fault[] {
  const field = 'shipmentDetails.serviceTypes';
  if (serviceTypes === undefined) return serviceRequirements === undefined ? [{ field, code: 'REQUIRED', message: 'is required' }] : [];
  const missing = Array.isArray(serviceTypes) ? MANDATORY_SERVICES.filter((service) => !serviceTypes.includes(service)) : [];
  return missing.length === 0 ? [] : [{ field, code: 'INVALID_VALUE', message: `must include ${missing.join(' and ')}`, allowedValues: MANDATORY_SERVICES }];
}

export function assignShipment(context: EngineContext, caller: Caller, request: AssignmentRequest): Outcome {
  const { shipmentDetails, assignmentPreferences } = request;
  const selected = assignmentPreferences.selectedPartner ?? shipmentDetails.assignedPartnerId;
  const named = [assignmentPreferences.selectedPartner, shipmentDetails.assignedPartnerId];
  if (caller.kind === 'partner' && named.some((partnerId) => partnerId !== undefined && partnerId !== caller.id)) return failure({ code: 'FORBIDDEN' });

  const pickupPincode = shipmentDetails.fromPincode ?? shipmentDetails.pickupPincode;
  const deliveryPincode = shipmentDetails.toPincode ?? shipmentDetails.deliveryPincode;
  if (pickupPincode === undefined || deliveryPincode === undefined) {
    const missing = [...(pickupPincode === undefined ? ['shipmentDetails.fromPincode'] : []), ...(deliveryPincode === undefined ? ['shipmentDetails.toPincode'] : [])];
    return failure({ code: 'BUSINESS_VALIDATION_FAILED', message: 'A shipment is assigned between two pincodes', details: missing.map((field) => `${field} is missing`) });
  }
  const route = findRoute(context.view, pickupPincode, deliveryPincode);
  if ('unknown' in route) {
    return failure({ code: 'BUSINESS_VALIDATION_FAILED', message: 'Pincode not found in the system', details: route.unknown.map((pincode) => `${pincode} is unknown`) });
  }
  const asked = described(shipmentDetails);
  const shipment = shipmentOf(asked, route, context.now);
  const { offers, refusals, uncovered } = caller.kind === 'partner'
    ? quoteOnly(context, caller.id, (partner) => quote(context.view, partner, route, shipment))
    : quoteAll(context.view, route, shipment, new Set());

  const offer = select(assignmentPreferences.assignmentStrategy, selected, assignmentPreferences.allowAlternatives ?? false, offers);
  const assignmentId = context.nextId('ASG');
  const pending = { shipmentId: shipmentDetails.shipmentId, requestHash: requestHash(caller, request) };
  const elapsedMs = context.clock() - caller.receivedAt;
  if (offer === null) {
    const { data, envelope } = refusalAnswer(refused(offers, refusals, uncovered, selected), caller.requestId, elapsedMs, context.now);
    return { ...success(data, envelope), assignment: { ...pending, record: null } };
  }
  const assignment = buildAssignment(context, {
    assignmentId, request, offer, route, shipment, paymentType: asked.paymentType, shipmentType: asked.shipmentType,
  });
  const record = { assignmentId, partnerId: offer.partner.partnerId, createdAt: isoTime(context.now), assignment };
  const { data, envelope } = assignmentAnswer({ assignmentId, assignment }, caller.requestId, elapsedMs, context.now);
  return { ...success(data, envelope), assignment: { ...pending, record } };
}

/** Field by field: what the body holds beside its schema's fields was not validated and must not count. */
function described(details: AssignmentRequest['shipmentDetails']): ShipmentRequest {
  const services = [...(details.serviceTypes ?? []), ...(details.serviceRequirements ?? []), ...(details.additionalServices ?? [])];
  return {
    weight: details.weight ?? DEFAULT_WEIGHT_GRAMS,
    dimensions: details.dimensions,
    declaredValue: details.declaredValue,
    shipmentType: details.shipmentType ?? 'B2C',
    paymentType: details.paymentType ?? (services.includes('COD') ? 'COD' : 'PREPAID'),
    customerType: details.customerType,
    customerId: details.customerId,
    urgency: details.urgency,
    services,
  };
}

/** Equal for equal requests of one caller, whatever the order of their fields. */
function requestHash(caller: Caller, request: AssignmentRequest): string {
  // services act for the same main system; a partner's requests are its own
  const owner = caller.kind === 'partner' ? caller.id : '';
  return createHash('sha256').update(`${caller.kind}/${owner}/${canonicalJson(request)}`).digest('hex');
}

interface Found {
  offers: Offer[];
  refusals: Refusal[];
  uncovered: PartnerView[];
}

function quoteOnly({ view }: EngineContext, partnerId: string, ask: (partner: PartnerView) => Offer | Refusal): Found {
  const partner = view.partner(partnerId);
  if (partner === undefined) return { offers: [], refusals: [], uncovered: [] };
  const answer = ask(partner);
  return answer.price === null ? { offers: [], refusals: [answer], uncovered: [] } : { offers: [answer], refusals: [], uncovered: [] };
}

function select(strategy: Strategy | 'MANUAL_SELECTION', selected: string | undefined, allowAlternatives: boolean, offers: readonly Offer[]): Offer | null {
  if (offers.length === 0) return null;
  if (strategy !== 'MANUAL_SELECTION') return offers[choose(strategy, offers.map(candidateOf))]!;
  const manual = offers.find(({ partner }) => partner.partnerId === selected);
  if (manual !== undefined) return manual;
  return allowAlternatives ? offers[choose('BEST_MATCH', offers.map(candidateOf))]! : null;
}

/** 200 with data.success false (API specification 4.15). */
function refused(offers: readonly Offer[], refusals: readonly Refusal[], uncovered: readonly PartnerView[], selected: string | undefined) {
  const reasons = [
    ...refusals.map((refusal) => ({ partnerId: refusal.partner.partnerId, codes: reasonsOf(refusal).map(({ code }) => code) })),
    ...uncovered.map(({ partnerId }) => ({ partnerId, codes: ['INSUFFICIENT_COVERAGE' as const] })),
  ];
  const codes = [...new Set(reasons.flatMap((reason) => reason.codes))];
  const details = reasons.map((reason) => `${reason.partnerId}: ${reason.codes.join(', ')}`);
  const capable = offers.map(({ partner }) => partner.partnerId);
  const isKnown = selected === undefined || capable.includes(selected) || reasons.some(({ partnerId }) => partnerId === selected);
  if (!isKnown) details.unshift(`${selected}: unknown or not active`);
  const suggestions: string[] = codes.map((code) => REASONS[code].action);
  if (selected !== undefined && capable.length > 0) suggestions.push(`Allow alternatives, or select one of ${capable.join(', ')}`);
  return {
    error: { code: 'NO_CAPABLE_PARTNERS', message: selected === undefined || capable.length === 0 ? 'No partner can carry this shipment' : `${selected} cannot carry this shipment`, details, suggestions },
    metadata: { partnersChecked: offers.length + reasons.length, failureReasons: refusalCounts(refusals, uncovered.length) },
  };
}
