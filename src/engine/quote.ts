/** One partner's answer to one shipment on one route: eligibility, then, if it is capable, price and days. */
import { schedule, type Schedule } from '../domain/calendar.js';
import { greatCircleKm, roadKm } from '../domain/distance.js';
import { checkEligibility, type Eligibility, isCovered } from '../domain/eligibility.js';
import { toPaise } from '../domain/money.js';
import { price, type Price } from '../domain/pricing.js';
import type { Shipment } from '../domain/rate-card.js';
import type { Candidate } from '../domain/strategies.js';
import {
  CUSTOMER_TYPES, type CustomerType, EXPRESS, PAYMENT_TYPES, type PaymentType, serviceMask, type ServiceTypeId, SHIPMENT_TYPES, type ShipmentType, type UrgencyLevel,
} from '../domain/vocabulary.js';
import { type Dimensions, sortedSides, volumeOf } from '../domain/weight.js';
import type { GenerationView, PartnerView } from '../index/view.js';

/** Two known pincodes. */
export interface Route {
  pickupSlot: number;
  deliverySlot: number;
  km: number;
}

/** Why a route cannot be looked at: the pincodes that the system does not know. */
export interface UnknownPincodes {
  unknown: string[];
}

/** Finds both pincodes and the road distance between them. */
export function findRoute({ geography, settings }: GenerationView, pickupPincode: string, deliveryPincode: string): Route | UnknownPincodes {
  const pickupSlot = geography.slot(pickupPincode);
  const deliverySlot = geography.slot(deliveryPincode);
  if (pickupSlot === 0 || deliverySlot === 0) {
    const ends: [string, number][] = [[pickupPincode, pickupSlot], [deliveryPincode, deliverySlot]];
    return { unknown: [...new Set(ends.flatMap(([pincode, slot]) => (slot === 0 ? [pincode] : [])))] };
  }
  const { latitude, longitude } = geography.columns;
  const circle = greatCircleKm(latitude[pickupSlot]!, longitude[pickupSlot]!, latitude[deliverySlot]!, longitude[deliverySlot]!);
  return { pickupSlot, deliverySlot, km: roadKm(circle, settings.roadFactor) };
}

/** A shipment as requests describe it. */
export interface ShipmentRequest {
  weight: number;
  dimensions?: Dimensions;
  declaredValue?: number;
  shipmentType: ShipmentType;
  paymentType: PaymentType;
  customerType?: CustomerType;
  customerId?: string;
  urgency?: UrgencyLevel;
  maxDeliveryTime?: number;
  services: readonly ServiceTypeId[];
}

/** Normalises a request once for all partners that look at it. */
export function shipmentOf(request: ShipmentRequest, route: Route, now: number): Shipment {
  const express = request.urgency === 'EXPRESS' || request.urgency === 'URGENT';
  return {
    actualGrams: request.weight,
    volume: request.dimensions === undefined ? null : volumeOf(request.dimensions),
    sides: request.dimensions === undefined ? null : sortedSides(request.dimensions),
    declaredPaise: toPaise(request.declaredValue ?? 0),
    paymentType: PAYMENT_TYPES.indexOf(request.paymentType),
    shipmentType: SHIPMENT_TYPES.indexOf(request.shipmentType),
    customerType: CUSTOMER_TYPES.indexOf(request.customerType ?? 'RETAIL'),
    customerId: request.customerId ?? null,
    services: serviceMask(request.services) | (express ? EXPRESS : 0),
    maxDeliveryHours: request.maxDeliveryTime ?? Infinity,
    km: route.km,
    now,
  };
}

interface Looked {
  partner: PartnerView;
  /** The partner's zone numbers at both ends, 0 for none. */
  fromZone: number;
  toZone: number;
  eligibility: Eligibility;
  /** min(pickup score, delivery score) × successRate, in hundredths; 0 when an end is not covered. */
  confidenceHundredths: number;
}

/** A partner that cannot carry the shipment, with the reasons in its eligibility. */
export interface Refusal extends Looked {
  price: null;
}

export interface Offer extends Looked {
  price: Price;
  schedule: Schedule;
}

export type Quote = Refusal | Offer;

export function quote(view: GenerationView, partner: PartnerView, route: Route, shipment: Shipment): Quote {
  const fromZone = partner.zone[route.pickupSlot]!;
  const toZone = partner.zone[route.deliverySlot]!;
  const eligibility = checkEligibility(partner.card, shipment, fromZone, toZone);
  // levels run from the most to the least exact, so the higher one has the lower score
  const level = isCovered(eligibility) ? Math.max(partner.level[route.pickupSlot]!, partner.level[route.deliverySlot]!) : 0;
  const confidenceHundredths = partner.names.confidenceHundredths[level]!;
  if (eligibility.reasons !== 0) return { partner, fromZone, toZone, eligibility, confidenceHundredths, price: null };
  return {
    partner, fromZone, toZone, eligibility, confidenceHundredths,
    price: price(partner.card, view.defaultCharges, shipment, fromZone, toZone, eligibility, view.settings.gstRate),
    schedule: schedule(shipment.now, eligibility.hours, { cutoffMinutes: partner.names.cutoffMinutes, weekendDelivery: partner.names.partner.weekendDelivery }),
  };
}

/** The quotes of all active partners but the excluded, capable ones apart from the refused. */
export function quoteAll(view: GenerationView, route: Route, shipment: Shipment, excluded: ReadonlySet<string>): { offers: Offer[]; refusals: Refusal[]; uncovered: PartnerView[] } {
  const offers: Offer[] = [];
  const refusals: Refusal[] = [];
  const uncovered: PartnerView[] = [];
  const covering = view.covering(route.pickupSlot, route.deliverySlot);
  let next = 0;
  for (let place = 0; place < view.partners.length; place++) {
    const partner = view.partners[place]!;
    const covers = covering[next] === place;
    if (covers) next++;
    if (excluded.has(partner.partnerId)) continue;
    if (!covers) {
      uncovered.push(partner);
      continue;
    }
    const answer = quote(view, partner, route, shipment);
    if (answer.price === null) refusals.push(answer);
    else offers.push(answer);
  }
  return { offers, refusals, uncovered };
}

/** What a strategy looks at. */
export function candidateOf(offer: Offer): Candidate {
  return {
    partnerId: offer.partner.partnerId,
    totalPaise: offer.price.totalPaise,
    hours: offer.eligibility.hours,
    successRate: offer.partner.names.partner.performance.successRate,
    confidence: offer.confidenceHundredths / 100,
  };
}
