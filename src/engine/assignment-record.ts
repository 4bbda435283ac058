/** The Assignment resource (API specification, part 2) as JSON, every field from what is known: null where nothing is. */
import QRCode from 'qrcode';
import { lastDayStart } from '../domain/calendar.js';
import { toRupees } from '../domain/money.js';
import { paiseOf } from '../domain/pricing.js';
import type { Shipment } from '../domain/rate-card.js';
import type { PaymentType, ShipmentType } from '../domain/vocabulary.js';
import type { CardNames } from '../index/card/parts.js';
import type { AssignmentRequest } from '../schemas/requests.js';
import type { EngineContext } from './context.js';
import { explain } from './explain.js';
import { asJson, inOnePiece, type Json, rupeesJson, toJson } from './json.js';
import { costBreakdownJson, isoTime, transitDescription, zoneService } from './parts.js';
import type { Offer, Route } from './quote.js';

export interface AssignmentInput {
  assignmentId: string;
  request: AssignmentRequest;
  offer: Offer;
  route: Route;
  shipment: Shipment;
  paymentType: PaymentType;
  shipmentType: ShipmentType;
}

/** CGST Rules 2017, rule 138: a consignment above this value moves under an e-way bill. */
const E_WAY_BILL_ABOVE_PAISE = 50_000_00;

/** As text at once, like the other answers: as an object it took the thread 60 us more, half of them to write it out. */
export function buildAssignment(context: EngineContext, input: AssignmentInput): Json {
  const { offer, request, assignmentId } = input;
  const partner = constantsOf(offer.partner.names);
  const options = request.options ?? {};
  const { assignmentStrategy, priority } = request.assignmentPreferences;
  const isManual = assignmentStrategy === 'MANUAL_SELECTION';
  const withPartner = options.includePartnerDetails !== false;
  const withCost = (options.includeCostEstimate ?? options.includeChargeEstimate) !== false;
  const assignedAt = isoTime(context.now);
  const pickupAt = isoTime(offer.schedule.pickupAt);
  const deliveryAt = isoTime(offer.schedule.deliveryAt);
  const window = toJson(deliveryWindow(offer));
  const trackingNumber = options.createTrackingNumber === false ? null : `${partner.initials}-${assignmentId.slice(assignmentId.indexOf('-') + 1).toUpperCase()}`;
  const documents = documentsRequired(input);
  return asJson(`{"assignmentId":"${assignmentId}","shipmentId":${toJson(request.shipmentDetails.shipmentId)},${partner.identity},"status":"ASSIGNED","assignedAt":"${assignedAt}"\
${isManual && options.autoConfirmAssignment !== false ? `,"confirmedAt":"${assignedAt}"` : ''},"assignmentType":"${assignmentStrategy}"\
${priority === undefined ? '' : `,"priority":${toJson(priority)}`},"estimates":{"pickupDate":"${pickupAt}","deliveryDate":"${deliveryAt}","deliveryWindow":${window}\
${withCost ? `,"totalCost":${rupeesJson(offer.price.totalPaise)}` : ''}}${withPartner ? partner.contact : ''}\
,"tracking":${trackingNumber === null ? 'null' : trackingJson(input, trackingNumber, isManual)}${withCost ? costMembers(context, input) : ''}\
${options.includeTransitTime === false ? '' : `,"timeline":${timelineJson(offer, pickupAt, deliveryAt, window)}`}\
,"operationalDetails":${operationalDetailsJson(context, input)},"compliance":${complianceJson(input, documents)}\
,"notifications":{"sent":[],"pending":${toJson(dueNotifications(input, assignedAt))}},"nextSteps":${toJson(nextSteps(input, trackingNumber, documents))}${withPartner ? partner.support : ''}}`);
}

/** What every assignment of a partner says of it. */
interface PartnerConstants {
  /** The members partnerId and partnerName. */
  identity: string;
  /** What tracking numbers begin with. */
  initials: string;
  /** Members, each with the comma before it. */
  contact: string;
  support: string;
}

const constants = new WeakMap<CardNames['partner'], PartnerConstants>();

function constantsOf({ partner }: CardNames): PartnerConstants {
  let known = constants.get(partner);
  if (known === undefined) {
    const { partnerId, name, contact } = partner;
    constants.set(partner, (known = {
      identity: inOnePiece(toJson({ partnerId, partnerName: name }).slice(1, -1)),
      initials: partnerId.split(/[-_]/).map((part) => part.slice(0, 2)).join('').toUpperCase(),
      contact: inOnePiece(`,"partnerContact":${toJson(contact)}`),
      support: inOnePiece(`,"supportContact":${toJson({ name: contact.name, phone: contact.phone, email: contact.email })}`),
    }));
  }
  return known;
}

/** The partner's own address of a parcel: `{trackingNumber}` in it is filled in, else the number is appended. */
function trackingUrlOf(trackingUrl: string, trackingNumber: string): string {
  const placeholder = '{trackingNumber}';
  return trackingUrl.includes(placeholder) ? trackingUrl.replaceAll(placeholder, trackingNumber) : `${trackingUrl.replace(/\/$/, '')}/${trackingNumber}`;
}

function trackingJson({ request, offer, assignmentId }: AssignmentInput, trackingNumber: string, isManual: boolean): Json {
  const { partner } = offer.partner.names;
  const trackingUrl = trackingUrlOf(partner.contact.trackingUrl, trackingNumber);
  const basic = { trackingNumber, trackingUrl, statusUpdates: `Published by ${partner.name} at ${trackingUrl}` };
  if (!isManual) return toJson(basic);
  const recipient = request.customerDetails?.recipient;
  const wanted = request.options?.sendNotifications === true;
  return toJson({
    ...basic,
    internalTrackingId: assignmentId,
    qrCode: qrCodeOf(trackingUrl),
    notificationPreferences: { sms: wanted && recipient?.phone !== undefined, email: wanted && recipient?.email !== undefined, whatsapp: false },
  });
}

/** A QR code of `text` as an SVG data URI: one path of unit squares, with the quiet zone that ISO/IEC 18004 asks for. */
function qrCodeOf(text: string): string {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const quiet = 4;
  const side = modules.size + 2 * quiet;
  let path = '';
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column)) path += `M${column + quiet} ${row + quiet}h1v1h-1z`;
    }
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

/** What the delivery zone says of its delivery window; null when it says nothing. */
function deliveryWindow({ partner, toZone }: Offer): string | null {
  return zoneService(partner.names, toZone, 'DELIVERY')?.additionalInfo?.deliveryWindow ?? null;
}

/** With the comma before each. Beside the specification's sums: the rules that made the price. */
function costMembers(context: EngineContext, input: AssignmentInput): string {
  const { offer, shipment } = input;
  return `,"costBreakdown":${costBreakdownJson(offer)},"charges":${chargesJson(context, input)}\
,"priceBreakdown":${explain(context.view, offer.partner, offer.price, shipment.declaredPaise, 'full')}`;
}

function chargesJson(context: EngineContext, { offer: { price }, shipment, paymentType }: AssignmentInput): Json {
  const codPaise = paiseOf(price.cod);
  // the fee for collecting is billed within totalAmount, so what is collected is remitted whole
  const collection = rupeesJson(paymentType === 'COD' ? shipment.declaredPaise : 0);
  return asJson(`{"totalAmount":${rupeesJson(price.totalPaise)},"calculationId":"${context.nextId('CALC')}","breakdown":{"baseCharges":${rupeesJson(price.freightPaise)},\
"serviceCharges":${rupeesJson(price.otherPaise)},"surcharges":${rupeesJson(paiseOf(price.fsc) + codPaise + paiseOf(price.docket) + paiseOf(price.insurance))},\
"discounts":${rupeesJson(price.discountPaise)},"taxes":${rupeesJson(price.gstPaise)}},"paymentTerms":{"method":"${paymentType}","collectionAmount":${collection},\
"remittanceAmount":${collection},"partnerCommission":${rupeesJson(codPaise)}}}`);
}

/** Times as ISO 8601, `window` as JSON. */
function timelineJson({ schedule: { pickupAt, deliveryAt }, eligibility: { hours } }: Offer, pickup: string, delivery: string, window: Json): Json {
  const outForDelivery = isoTime(Math.max(pickupAt, lastDayStart(deliveryAt)));
  return asJson(`{"estimatedPickup":"${pickup}","estimatedDelivery":"${delivery}","transitTime":"${hours} hours","deliveryWindow":${window},"milestones":[\
{"event":"PICKUP_SCHEDULED","estimatedTime":"${pickup}","description":"Pickup from the sender"},\
{"event":"IN_TRANSIT","estimatedTime":"${pickup}","description":"On its way: ${transitDescription(hours)}"},\
{"event":"OUT_FOR_DELIVERY","estimatedTime":"${outForDelivery}","description":"Out for delivery on the delivery day"},\
{"event":"DELIVERED","estimatedTime":"${delivery}","description":"Delivery to the recipient"}]}`);
}

function operationalDetailsJson({ view }: EngineContext, { request, offer, route }: AssignmentInput): Json {
  const { names } = offer.partner;
  const hub = (zone: number, slot: number) => `${names.zones[zone - 1]!.name}, ${view.geography.city(slot).name}`;
  const pickupHub = hub(offer.fromZone, route.pickupSlot);
  const deliveryHub = hub(offer.toZone, route.deliverySlot);
  const deliveryZone = names.zones[offer.toZone - 1]!;
  const delivery = zoneService(names, offer.toZone, 'DELIVERY')?.additionalInfo;
  const vehicleType = zoneService(names, offer.fromZone, 'PICKUP')?.additionalInfo?.vehicleType ?? null;
  const handlingInstructions = [
    request.shipmentDetails.specialInstructions, delivery?.specialInstructions, ...(deliveryZone.operationalDetails?.specialHandling ?? []),
  ].filter((instruction) => instruction !== undefined);
  return toJson({ pickupHub, deliveryHub, route: `${pickupHub} - ${deliveryHub} (${route.km} km)`, vehicleType, handlingInstructions });
}

function documentsRequired({ shipment, shipmentType }: AssignmentInput): string[] {
  return [shipmentType === 'B2B' ? 'TAX_INVOICE' : 'INVOICE', ...(shipment.declaredPaise > E_WAY_BILL_ABOVE_PAISE ? ['E_WAY_BILL'] : [])];
}

function complianceJson({ offer, shipment }: AssignmentInput, documents: readonly string[]): Json {
  const insuranceCoverage = offer.price.insurance === null
    ? 'null'
    // the policy is the partner's, its number is not known here; it covers the parcel until it is delivered
    : `{"amount":${rupeesJson(shipment.declaredPaise)},"policyNumber":null,"validUntil":"${isoTime(offer.schedule.deliveryAt)}"}`;
  return asJson(`{"documentsRequired":${toJson(documents)},"insuranceCoverage":${insuranceCoverage}}`);
}

/** What the caller asked to have sent. pinrate sends nothing itself: it lists what is due, for the caller's own sender. */
function dueNotifications({ request }: AssignmentInput, assignedAt: string) {
  if (request.options?.sendNotifications !== true) return [];
  const recipients = [['SENDER', request.customerDetails?.sender], ['RECIPIENT', request.customerDetails?.recipient]] as const;
  return recipients.flatMap(([recipient, party]) => [
    ...(party?.phone === undefined ? [] : [{ type: 'SHIPMENT_ASSIGNED', recipient, method: 'SMS', scheduledFor: assignedAt }]),
    ...(party?.email === undefined ? [] : [{ type: 'SHIPMENT_ASSIGNED', recipient, method: 'EMAIL', scheduledFor: assignedAt }]),
  ]);
}

function nextSteps({ offer, paymentType, shipment }: AssignmentInput, trackingNumber: string | null, documents: readonly string[]): string[] {
  return [
    `Have the parcel ready for pickup on ${isoTime(offer.schedule.pickupAt).slice(0, 10)}, before ${offer.partner.names.partner.cutoffTime} IST`,
    ...(trackingNumber === null ? [] : [`Label the parcel with ${trackingNumber}`]),
    ...documents.map((document) => `Attach the document ${document}`),
    ...(paymentType === 'COD' && shipment.declaredPaise > 0 ? [`Tell the recipient to have INR ${toRupees(shipment.declaredPaise)} ready`] : []),
  ];
}
