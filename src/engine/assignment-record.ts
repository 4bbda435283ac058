/** The Assignment resource as JSON text. */
import { clockInIndia, dayInIndia } from '../domain/calendar.js';
import { toRupees } from '../domain/money.js';
import { paiseOf } from '../domain/pricing.js';
import type { Shipment } from '../domain/rate-card.js';
import { type PaymentType, PICKUP, type ShipmentType } from '../domain/vocabulary.js';
import type { PlacedCandidate } from '../domain/allocation/allocate.js';
import type { Adjustment } from '../domain/allocation/evaluate.js';
import type { CardNames } from '../index/card/parts.js';
import type { AssignmentRequest } from '../contract/requests.js';
import type { EngineContext } from './context.js';
import { explain } from './text/explain.js';
import { asJson, inOnePiece, type Json, membersOf, rupeesJson, toJson } from '../json.js';
import { shownLanded } from './text/landed.js';
import { costBreakdownJson, isoTime, scoreMembers, transitDescription, zoneService } from './text/parts.js';
import { qrCodeOf } from './qr-code.js';
import type { Offer } from './quote.js';
import type { AppliedPolicy } from './allocation/applied-policy.js';
import type { OfferedCandidate } from './allocation/choice.js';
import type { Route } from './route.js';
import { derived } from '../model/derived.js';

interface AssignmentInput {
  /** Null: nothing is stored, and the answer is a proposal. */
  assignmentId: string | null;
  request: AssignmentRequest;
  strategy: NonNullable<AssignmentRequest['assignmentPreferences']['assignmentStrategy']>;
  offer: Offer;
  route: Route;
  shipment: Shipment;
  paymentType: PaymentType;
  shipmentType: ShipmentType;
  alternatives: readonly PlacedCandidate<OfferedCandidate>[];
  /** The policy that chose; null: none counted. */
  policy: AppliedPolicy | null;
}

/** CGST Rules 2017, rule 138: a consignment above this value moves under an e-way bill. */
const E_WAY_BILL_ABOVE_PAISE = 50_000_00;

/**
 * The whole assignment, whatever the caller wants to see: the store keeps all of it. It is written as text at once,
 * like the other answers: building an object first takes the thread much longer.
 */
export function buildAssignment(context: EngineContext, input: AssignmentInput): Json {
  const { offer, request, assignmentId } = input;
  const partner = constantsOf(offer.partner.names.partner);
  const options = request.options ?? {};
  const { strategy } = input;
  const { priority } = request.assignmentPreferences;
  const isManual = strategy === 'MANUAL_SELECTION';
  const now = isoTime(context.now);
  const isStored = assignmentId !== null;
  const pickupAt = isoTime(offer.schedule.pickupAt);
  const deliveryAt = isoTime(offer.schedule.deliveryAt);
  const window = toJson(deliveryWindow(offer));
  const hasTracking = isStored && options.createTrackingNumber !== false;
  const trackingNumber = hasTracking
    ? `${partner.initials}-${assignmentId.slice(assignmentId.indexOf('-') + 1).toUpperCase()}`
    : null;
  const isTrackingDetailed = isManual || options.createTrackingNumber === true;
  const isConfirmed = isStored && isManual && options.autoConfirmAssignment !== false;
  const documents = documentsRequired(input);
  return asJson(`{"assignmentId":${toJson(assignmentId)},"shipmentId":${toJson(request.shipmentDetails.shipmentId)},\
${partner.identity},"status":"${isStored ? 'ASSIGNED' : 'PROPOSED'}","assignedAt":${isStored ? `"${now}"` : 'null'}\
${isConfirmed ? `,"confirmedAt":"${now}"` : ''},"assignmentType":"${strategy}"\
${priority === undefined ? '' : `,"priority":${toJson(priority)}`}\
${input.policy === null ? '' : `,"policy":${toJson(input.policy)}`},\
"estimates":{"pickupDate":"${pickupAt}","deliveryDate":"${deliveryAt}",\
"deliveryWindow":${window},"totalCost":${rupeesJson(offer.price.totalPaise)}}${partner.contact}\
,"tracking":${trackingNumber === null ? 'null' : trackingJson(input, trackingNumber, isTrackingDetailed)}\
${costMembers(context, input)},"alternatives":[${alternativesJson(input)}],\
"timeline":${timelineJson(offer, window)}\
,"operationalDetails":${operationalDetailsJson(context, input)},"compliance":${complianceJson(input, documents)}\
,"notifications":{"sent":[],"pending":${toJson(dueNotifications(input, now))}},\
"nextSteps":${toJson(nextSteps(input, trackingNumber, documents))}${partner.support}}`);
}

/** With a policy each says what its rules added to the score, even if that is nothing. */
const alternativesJson = ({ alternatives, policy }: AssignmentInput): string =>
  alternatives.map((each) => alternativeJson(each, policy === null ? null : (each.adjustments ?? []))).join(',');

function alternativeJson(
  { candidate, score, landed }: PlacedCandidate<OfferedCandidate>,
  adjustments: readonly Adjustment[] | null,
): string {
  const { partnerId, totalPaise, hours } = candidate;
  return `{"partnerId":"${partnerId}","totalCost":${rupeesJson(totalPaise)},"hours":${hours},${scoreMembers(score)}\
${landed === undefined ? '' : `,${membersOf({ landed: shownLanded(landed) })}`}\
${adjustments === null ? '' : `,"adjustments":${toJson(adjustments.map(inRupees))}`}}`;
}

const inRupees = ({ ruleId, paise }: Adjustment) => ({ ruleId, rupees: toRupees(paise) });

/** The parts of an assignment that depend only on its partner. */
interface PartnerConstants {
  /** The members partnerId and partnerName. */
  identity: string;
  /** The start of the partner's tracking numbers. */
  initials: string;
  /** Members, each with the comma before it. */
  contact: string;
  support: string;
}

const constantsOf = derived(({ partnerId, name, contact }: CardNames['partner']): PartnerConstants => ({
  identity: inOnePiece(membersOf({ partnerId, partnerName: name })),
  initials: partnerId
    .split(/[-_]/)
    .map((part) => part.slice(0, 2))
    .join('')
    .toUpperCase(),
  contact: inOnePiece(`,"partnerContact":${toJson(contact)}`),
  support: inOnePiece(
    `,"supportContact":${toJson({ name: contact.name, phone: contact.phone, email: contact.email })}`,
  ),
}));

/** The partner's tracking URL of a parcel: the tracking number replaces `{trackingNumber}`, or is appended. */
function trackingUrlOf(trackingUrl: string, trackingNumber: string): string {
  const placeholder = '{trackingNumber}';
  return trackingUrl.includes(placeholder)
    ? trackingUrl.replaceAll(placeholder, trackingNumber)
    : `${trackingUrl.replace(/\/$/, '')}/${trackingNumber}`;
}

function trackingJson(
  { request, offer, assignmentId }: AssignmentInput,
  trackingNumber: string,
  isDetailed: boolean,
): Json {
  const { partner } = offer.partner.names;
  const trackingUrl = trackingUrlOf(partner.contact.trackingUrl, trackingNumber);
  const basic = { trackingNumber, trackingUrl, statusUpdates: `Published by ${partner.name} at ${trackingUrl}` };
  if (!isDetailed) return toJson(basic);
  const recipient = request.customerDetails?.recipient;
  const wanted = request.options?.sendNotifications === true;
  return toJson({
    ...basic,
    internalTrackingId: assignmentId,
    qrCode: qrCodeOf(trackingUrl, trackingNumber),
    notificationPreferences: {
      sms: wanted && recipient?.phone !== undefined,
      email: wanted && recipient?.email !== undefined,
      whatsapp: false,
    },
  });
}

/** The delivery zone's text, otherwise the partner's. */
function deliveryWindow({ partner: { names }, route: { toZone } }: Offer): string {
  return zoneService(names, toZone, 'DELIVERY')?.additionalInfo?.deliveryWindow ?? names.deliveryWindow;
}

/** The sums and the rules of the price. Each member has the comma before it. */
function costMembers(context: EngineContext, input: AssignmentInput): string {
  const { offer } = input;
  return `,"costBreakdown":${costBreakdownJson(offer)},"charges":${chargesJson(context, input)}\
,"priceBreakdown":${explain(context.view, offer.partner, offer.price, 'full')}`;
}

function chargesJson(context: EngineContext, { offer: { price }, shipment, paymentType }: AssignmentInput): Json {
  const codPaise = paiseOf(price.cod);
  // the collection fee is billed within totalAmount, so the collected amount is remitted in full
  const collection = rupeesJson(shipment.codPaise);
  const surchargePaise =
    paiseOf(price.fsc) + codPaise + paiseOf(price.docket) + paiseOf(price.insurance) + price.surchargesPaise;
  return asJson(`{"totalAmount":${rupeesJson(price.totalPaise)},"calculationId":"${context.nextId('CALC')}",\
"breakdown":{"baseCharges":${rupeesJson(price.freightPaise)},"serviceCharges":${rupeesJson(price.servicesPaise)},\
"surcharges":${rupeesJson(surchargePaise)},"discounts":${rupeesJson(-price.discountPaise)},\
"taxes":${rupeesJson(price.addedTaxPaise)}},"paymentTerms":{"method":"${paymentType}","collectionAmount":${collection},\
"remittanceAmount":${collection},"partnerCommission":${rupeesJson(codPaise)}}}`);
}

/** `window` as JSON. */
function timelineJson({ schedule, eligibility: { hours } }: Offer, window: Json): Json {
  const pickup = isoTime(schedule.pickupAt);
  const delivery = isoTime(schedule.deliveryAt);
  const outForDelivery = isoTime(schedule.outForDeliveryAt);
  return asJson(`{"estimatedPickup":"${pickup}","estimatedDelivery":"${delivery}","transitTime":"${hours} hours","deliveryWindow":${window},"milestones":[\
{"event":"PICKUP_SCHEDULED","estimatedTime":"${pickup}","description":"Pickup from the sender"},\
{"event":"IN_TRANSIT","estimatedTime":"${pickup}","description":"On its way: ${transitDescription(hours)}"},\
{"event":"OUT_FOR_DELIVERY","estimatedTime":"${outForDelivery}","description":"Out for delivery on the delivery day"},\
{"event":"DELIVERED","estimatedTime":"${delivery}","description":"Delivery to the recipient"}]}`);
}

function operationalDetailsJson({ view }: EngineContext, { request, offer, route }: AssignmentInput): Json {
  const { names } = offer.partner;
  const hub = (zone: number, slot: number) => `${names.zones[zone - 1]!.name}, ${view.geography.city(slot).name}`;
  const pickupHub = hub(offer.route.fromZone, route.pickupSlot);
  const deliveryHub = hub(offer.route.toZone, route.deliverySlot);
  const deliveryZone = names.zones[offer.route.toZone - 1]!;
  const delivery = zoneService(names, offer.route.toZone, 'DELIVERY')?.additionalInfo;
  const hasPickup = (offer.route.fromServices & PICKUP) !== 0;
  const vehicleType = hasPickup
    ? zoneService(names, offer.route.fromZone, 'PICKUP')?.additionalInfo?.vehicleType
    : undefined;
  const handlingInstructions = [
    request.shipmentDetails.specialInstructions,
    delivery?.specialInstructions,
    ...(deliveryZone.operationalDetails?.specialHandling ?? []),
  ].filter((instruction) => instruction !== undefined);
  return toJson({
    pickupHub,
    deliveryHub,
    route: `${pickupHub} - ${deliveryHub} (${offer.route.km} km)`,
    vehicleType,
    handlingInstructions,
  });
}

function documentsRequired({ shipment, shipmentType }: AssignmentInput): string[] {
  return [
    shipmentType === 'B2B' ? 'TAX_INVOICE' : 'INVOICE',
    ...(shipment.declaredPaise > E_WAY_BILL_ABOVE_PAISE ? ['E_WAY_BILL'] : []),
  ];
}

function complianceJson({ offer, shipment }: AssignmentInput, documents: readonly string[]): Json {
  const insuranceCoverage =
    offer.price.insurance === null
      ? 'null'
      : // the policy is the partner's and its number is not known here; it covers the parcel until delivery
        `{"amount":${rupeesJson(shipment.declaredPaise)},"policyNumber":null,"validUntil":"${isoTime(offer.schedule.deliveryAt)}"}`;
  return asJson(`{"documentsRequired":${toJson(documents)},"insuranceCoverage":${insuranceCoverage}}`);
}

/**
 * The notifications that the caller wants. pinrate sends nothing itself: it lists the due ones, for the caller to
 * send.
 */
function dueNotifications({ request, assignmentId }: AssignmentInput, assignedAt: string) {
  if (request.options?.sendNotifications !== true || assignmentId === null) return [];
  const recipients = [
    ['SENDER', request.customerDetails?.sender],
    ['RECIPIENT', request.customerDetails?.recipient],
  ] as const;
  return recipients.flatMap(([recipient, party]) => [
    ...(party?.phone === undefined
      ? []
      : [{ type: 'SHIPMENT_ASSIGNED', recipient, method: 'SMS', scheduledFor: assignedAt }]),
    ...(party?.email === undefined
      ? []
      : [{ type: 'SHIPMENT_ASSIGNED', recipient, method: 'EMAIL', scheduledFor: assignedAt }]),
  ]);
}

function nextSteps(
  { assignmentId, offer, shipment }: AssignmentInput,
  trackingNumber: string | null,
  documents: readonly string[],
): string[] {
  if (assignmentId === null) return ['Ask again without createAssignmentRecord false to assign the shipment'];
  return [
    `Have the parcel ready for pickup on ${dayInIndia(offer.schedule.pickupAt)}, before ${clockInIndia(offer.schedule.pickupAt)} IST`,
    ...(trackingNumber === null ? [] : [`Label the parcel with ${trackingNumber}`]),
    ...documents.map((document) => `Attach the document ${document}`),
    ...(shipment.codPaise > 0 ? [`Tell the recipient to have INR ${toRupees(shipment.codPaise)} ready`] : []),
  ];
}
