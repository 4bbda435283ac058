/** The Assignment resource (API specification, part 2), every field from what is known: null where nothing is. */
import QRCode from 'qrcode';
import { lastDayStart } from '../domain/calendar.js';
import { toRupees } from '../domain/money.js';
import { paiseOf } from '../domain/pricing.js';
import type { Shipment } from '../domain/rate-card.js';
import type { PaymentType, ShipmentType } from '../domain/vocabulary.js';
import type { AssignmentRequest } from '../schemas/requests.js';
import type { EngineContext } from './context.js';
import { explain } from './explain.js';
import { costBreakdown, isoTime, transitDescription, zoneService } from './parts.js';
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

export function buildAssignment(context: EngineContext, input: AssignmentInput): Record<string, unknown> {
  const { offer, request, assignmentId } = input;
  const { partner: names } = offer.partner.names;
  const options = request.options ?? {};
  const { assignmentStrategy, priority } = request.assignmentPreferences;
  const isManual = assignmentStrategy === 'MANUAL_SELECTION';
  const assignedAt = isoTime(context.now);
  const withCost = (options.includeCostEstimate ?? options.includeChargeEstimate) !== false;
  const trackingNumber = options.createTrackingNumber === false ? null : trackingNumberOf(names.partnerId, assignmentId);
  return {
    assignmentId,
    shipmentId: request.shipmentDetails.shipmentId,
    partnerId: names.partnerId,
    partnerName: names.name,
    status: 'ASSIGNED',
    assignedAt,
    ...(isManual && options.autoConfirmAssignment !== false && { confirmedAt: assignedAt }),
    assignmentType: assignmentStrategy,
    ...(priority !== undefined && { priority }),
    estimates: {
      pickupDate: isoTime(offer.schedule.pickupAt), deliveryDate: isoTime(offer.schedule.deliveryAt), deliveryWindow: deliveryWindow(offer),
      ...(withCost && { totalCost: toRupees(offer.price.totalPaise) }),
    },
    ...(options.includePartnerDetails !== false && { partnerContact: names.contact }),
    tracking: trackingNumber === null ? null : tracking(input, trackingNumber, isManual),
    ...(withCost && { costBreakdown: costBreakdown(offer), charges: charges(context, input), priceBreakdown: priceBreakdown(context, input) }),
    ...(options.includeTransitTime !== false && { timeline: timeline(offer) }),
    operationalDetails: operationalDetails(context, input),
    compliance: compliance(input),
    notifications: { sent: [], pending: dueNotifications(input, assignedAt) },
    nextSteps: nextSteps(input, trackingNumber),
    ...(options.includePartnerDetails !== false && { supportContact: { name: names.contact.name, phone: names.contact.phone, email: names.contact.email } }),
  };
}

function trackingNumberOf(partnerId: string, assignmentId: string): string {
  const initials = partnerId.split(/[-_]/).map((part) => part.slice(0, 2)).join('').toUpperCase();
  return `${initials}-${assignmentId.slice(assignmentId.indexOf('-') + 1).toUpperCase()}`;
}

/** The partner's own address of a parcel: `{trackingNumber}` in it is filled in, else the number is appended. */
function trackingUrlOf(trackingUrl: string, trackingNumber: string): string {
  const placeholder = '{trackingNumber}';
  return trackingUrl.includes(placeholder) ? trackingUrl.replaceAll(placeholder, trackingNumber) : `${trackingUrl.replace(/\/$/, '')}/${trackingNumber}`;
}

function tracking({ request, offer, assignmentId }: AssignmentInput, trackingNumber: string, isManual: boolean) {
  const trackingUrl = trackingUrlOf(offer.partner.names.partner.contact.trackingUrl, trackingNumber);
  const basic = { trackingNumber, trackingUrl, statusUpdates: `Published by ${offer.partner.names.partner.name} at ${trackingUrl}` };
  if (!isManual) return basic;
  const recipient = request.customerDetails?.recipient;
  const wanted = request.options?.sendNotifications === true;
  return {
    ...basic,
    internalTrackingId: assignmentId,
    qrCode: qrCodeOf(trackingUrl),
    notificationPreferences: { sms: wanted && recipient?.phone !== undefined, email: wanted && recipient?.email !== undefined, whatsapp: false },
  };
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

function charges(context: EngineContext, { offer, shipment, paymentType }: AssignmentInput) {
  const { price } = offer;
  const codPaise = paiseOf(price.cod);
  const collectionPaise = paymentType === 'COD' ? shipment.declaredPaise : 0;
  return {
    totalAmount: toRupees(price.totalPaise),
    calculationId: context.nextId('CALC'),
    breakdown: {
      baseCharges: toRupees(price.freightPaise),
      serviceCharges: toRupees(price.otherPaise),
      surcharges: toRupees(paiseOf(price.fsc) + codPaise + paiseOf(price.docket) + paiseOf(price.insurance)),
      discounts: toRupees(price.discountPaise),
      taxes: toRupees(price.gstPaise),
    },
    paymentTerms: {
      method: paymentType,
      collectionAmount: toRupees(collectionPaise),
      // the fee for collecting is billed within totalAmount, so what is collected is remitted whole
      remittanceAmount: toRupees(collectionPaise),
      partnerCommission: toRupees(codPaise),
    },
  };
}

/** Beside the specification's sums: the rules that made the price. */
function priceBreakdown({ view }: EngineContext, { offer, shipment }: AssignmentInput): unknown {
  return JSON.parse(explain(view, offer.partner, offer.price, shipment.declaredPaise, 'full'));
}

function timeline(offer: Offer) {
  const { pickupAt, deliveryAt } = offer.schedule;
  const outForDelivery = Math.max(pickupAt, lastDayStart(deliveryAt));
  const milestone = (event: string, at: number, description: string) => ({ event, estimatedTime: isoTime(at), description });
  return {
    estimatedPickup: isoTime(pickupAt),
    estimatedDelivery: isoTime(deliveryAt),
    transitTime: `${offer.eligibility.hours} hours`,
    deliveryWindow: deliveryWindow(offer),
    milestones: [
      milestone('PICKUP_SCHEDULED', pickupAt, 'Pickup from the sender'),
      milestone('IN_TRANSIT', pickupAt, `On its way: ${transitDescription(offer.eligibility.hours)}`),
      milestone('OUT_FOR_DELIVERY', outForDelivery, 'Out for delivery on the delivery day'),
      milestone('DELIVERED', deliveryAt, 'Delivery to the recipient'),
    ],
  };
}

function operationalDetails({ view }: EngineContext, { request, offer, route }: AssignmentInput) {
  const { names } = offer.partner;
  const hub = (zone: number, slot: number) => `${names.zones[zone - 1]!.name}, ${view.geography.city(slot).name}`;
  const pickupHub = hub(offer.fromZone, route.pickupSlot);
  const deliveryHub = hub(offer.toZone, route.deliverySlot);
  const deliveryZone = names.zones[offer.toZone - 1]!;
  const delivery = zoneService(names, offer.toZone, 'DELIVERY')?.additionalInfo;
  return {
    pickupHub,
    deliveryHub,
    route: `${pickupHub} - ${deliveryHub} (${route.km} km)`,
    vehicleType: zoneService(names, offer.fromZone, 'PICKUP')?.additionalInfo?.vehicleType ?? null,
    handlingInstructions: [
      request.shipmentDetails.specialInstructions, delivery?.specialInstructions, ...(deliveryZone.operationalDetails?.specialHandling ?? []),
    ].filter((instruction) => instruction !== undefined),
  };
}

function compliance({ offer, shipment, shipmentType }: AssignmentInput) {
  const documentsRequired = [shipmentType === 'B2B' ? 'TAX_INVOICE' : 'INVOICE', ...(shipment.declaredPaise > E_WAY_BILL_ABOVE_PAISE ? ['E_WAY_BILL'] : [])];
  return {
    documentsRequired,
    insuranceCoverage: offer.price.insurance === null
      ? null
      // the policy is the partner's, its number is not known here; it covers the parcel until it is delivered
      : { amount: toRupees(shipment.declaredPaise), policyNumber: null, validUntil: isoTime(offer.schedule.deliveryAt) },
  };
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

function nextSteps(input: AssignmentInput, trackingNumber: string | null): string[] {
  const { offer, paymentType, shipment } = input;
  return [
    `Have the parcel ready for pickup on ${isoTime(offer.schedule.pickupAt).slice(0, 10)}, before ${offer.partner.names.partner.cutoffTime} IST`,
    ...(trackingNumber === null ? [] : [`Label the parcel with ${trackingNumber}`]),
    ...compliance(input).documentsRequired.map((document) => `Attach the document ${document}`),
    ...(paymentType === 'COD' && shipment.declaredPaise > 0 ? [`Tell the recipient to have INR ${toRupees(shipment.declaredPaise)} ready`] : []),
  ];
}
