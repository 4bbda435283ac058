/** docs/rules.md#availability: whether a partner can carry a shipment, by when and how surely. */
import { REASON_CODES, type ReasonCode } from '../../src/domain/reasons.js';
import type { Partner, Zone } from '../../src/contract/documents/documents.js';
import { deliveryDate, pickupDate } from './calendar.js';
import { coverage, distanceTenthsOfKm, findPincode } from './coverage.js';
import { decimal, Fraction, paise, toNumber } from './exact.js';
import { chargeableGrams, endOf, holdsDistance, price, type Covered } from './pricing.js';
import { amountToCollect, requiredServices } from './shipment.js';
import type { Candidate, Check, FindAll, ServiceId, Settings, Shipment, Unknown, World } from './types.js';

const EXPRESS_FACTOR = new Fraction(3n, 5n);

function unknownPincodes(world: World, shipment: Shipment): string[] {
  return [...new Set([shipment.pickupPincode, shipment.deliveryPincode])].filter(
    (pincode) => !findPincode(world, pincode),
  );
}

function isAvailable(zone: Zone, service: ServiceId): boolean {
  return zone.services.some((row) => row.serviceTypeId === service && row.isAvailable);
}

function fits(partner: Partner, shipment: Shipment): boolean {
  if (!shipment.dimensions) return true;
  const sorted = (box: { length: number; width: number; height: number }): number[] =>
    [box.length, box.width, box.height].sort((a, b) => a - b);
  const largest = sorted(partner.limits.maxDimensions);
  return sorted(shipment.dimensions).every((side, i) => side <= largest[i]);
}

function transitHours({ world, partner, shipment, settings }: Covered): number | null {
  const tenths = distanceTenthsOfKm(world, shipment.pickupPincode, shipment.deliveryPincode, settings);
  const row = partner.transit.find((candidate) => holdsDistance(candidate, tenths));
  if (!row) return null;
  const factor = requiredServices(shipment).includes('EXPRESS') ? EXPRESS_FACTOR : new Fraction(1n);
  return toNumber(decimal(row.hours).times(factor).ceil());
}

function confidence(lowestScore: number, successRate: number): number {
  return toNumber(decimal(lowestScore).times(decimal(successRate)).times(new Fraction(100n)).roundHalfUp()) / 100;
}

type CoveredCheck = Pick<Check, 'reasons' | 'unavailable' | 'hours' | 'pickupDate' | 'deliveryDate' | 'price'>;

function checkCovered(covered: Covered): CoveredCheck {
  const { partner, shipment, zones, now } = covered;
  const declared = paise(shipment.declaredValue);
  const unavailable = requiredServices(shipment).filter((service) => !isAvailable(zones[endOf(service)], service));
  const hours = transitHours(covered);
  const pickup = pickupDate(partner, now);
  const delivery = pickup === null || hours === null ? null : deliveryDate(partner, pickup, hours);
  const priced = price(covered);
  const applies: Record<ReasonCode, boolean> = {
    INSUFFICIENT_COVERAGE: false,
    SERVICE_UNAVAILABLE: unavailable.length > 0,
    WEIGHT_EXCEEDED: chargeableGrams(partner, shipment) > BigInt(partner.limits.maxWeight),
    DIMENSIONS_EXCEEDED: !fits(partner, shipment),
    PAYMENT_TYPE_UNSUPPORTED: !partner.paymentTypes.includes(shipment.paymentType),
    SHIPMENT_TYPE_UNSUPPORTED: !partner.shipmentTypes.includes(shipment.shipmentType),
    DECLARED_VALUE_EXCEEDED: declared > paise(partner.limits.maxDeclaredValue),
    COD_AMOUNT_EXCEEDED: amountToCollect(shipment) > paise(partner.limits.maxCodAmount),
    NO_TRANSIT: delivery === null,
    DELIVERY_TIME_EXCEEDED:
      hours !== null && shipment.maxDeliveryTime !== undefined && hours > shipment.maxDeliveryTime,
    NO_RATE: priced.reason === 'NO_RATE',
  };
  const reasons = REASON_CODES.filter((code) => applies[code]);
  // only a shipment that the partner would carry is priced
  if (reasons.length === 0 && priced.reason === 'PRICE_TOO_LARGE') reasons.push('NO_RATE');
  return {
    reasons,
    unavailable,
    hours,
    pickupDate: pickup,
    deliveryDate: delivery,
    price: priced.price,
  };
}

/** The shipment with the partner and its zones, or null where an end is not covered. */
export function cover(
  world: World,
  partner: Partner,
  shipment: Shipment,
  now: Date,
  settings: Settings,
): Covered | null {
  const pickup = coverage(world, partner.partnerId, shipment.pickupPincode);
  const delivery = coverage(world, partner.partnerId, shipment.deliveryPincode);
  if (pickup === null || delivery === null) return null;
  const zone = (id: number): Zone => world.zones.find((row) => row.id === id)!;
  return {
    world,
    partner,
    shipment,
    now,
    settings,
    zones: { pickup: zone(pickup.zoneId), delivery: zone(delivery.zoneId) },
  };
}

function checkPartner(world: World, partner: Partner, shipment: Shipment, now: Date, settings: Settings): Check {
  const pickup = coverage(world, partner.partnerId, shipment.pickupPincode);
  const delivery = coverage(world, partner.partnerId, shipment.deliveryPincode);
  const ends = { kind: 'CHECKED' as const, partnerId: partner.partnerId, pickup, delivery };
  const covered = cover(world, partner, shipment, now, settings);
  if (pickup === null || delivery === null || covered === null) {
    return {
      ...ends,
      reasons: ['INSUFFICIENT_COVERAGE'],
      unavailable: [],
      hours: null,
      pickupDate: null,
      deliveryDate: null,
      coverageScore: null,
      confidence: 0,
      price: null,
    };
  }
  const coverageScore = Math.min(pickup.score, delivery.score);
  const found = checkCovered(covered);
  const isCapable = found.reasons.length === 0;
  const sure = isCapable ? confidence(coverageScore, partner.performance.successRate) : 0;
  return { ...ends, ...found, coverageScore, confidence: sure };
}

export function check(
  world: World,
  partnerId: string,
  shipment: Shipment,
  now: Date,
  settings: Settings,
): Check | Unknown {
  const pincodes = unknownPincodes(world, shipment);
  if (pincodes.length > 0) return { kind: 'PINCODE_NOT_FOUND', pincodes };
  const partner = world.partners.find((row) => row.partnerId === partnerId && row.status === 'ACTIVE');
  if (!partner) return { kind: 'PARTNER_NOT_FOUND' };
  return checkPartner(world, partner, shipment, now, settings);
}

/** Compares by code units, as for every identifier, independent of language. */
export function byPartnerId(a: { partnerId: string }, b: { partnerId: string }): number {
  return a.partnerId < b.partnerId ? -1 : a.partnerId > b.partnerId ? 1 : 0;
}

function asCandidate(found: Check, partner: Partner): Candidate {
  const { price: priced, hours, coverageScore } = found;
  if (priced === null || hours === null || coverageScore === null) throw new Error('a capable partner has all three');
  return {
    partnerId: found.partnerId,
    totalPaise: priced.total,
    hours,
    successRate: partner.performance.successRate,
    coverageScore,
    confidence: found.confidence,
    check: found,
  };
}

export function findAll(
  world: World,
  shipment: Shipment,
  now: Date,
  excludePartners: string[],
  settings: Settings,
): FindAll | Extract<Unknown, { kind: 'PINCODE_NOT_FOUND' }> {
  const pincodes = unknownPincodes(world, shipment);
  if (pincodes.length > 0) return { kind: 'PINCODE_NOT_FOUND', pincodes };
  const partners = world.partners.filter((row) => row.status === 'ACTIVE' && !excludePartners.includes(row.partnerId));
  const candidates: Candidate[] = [];
  const counts: FindAll['counts'] = {};
  for (const partner of partners) {
    const found = checkPartner(world, partner, shipment, now, settings);
    if (found.reasons.length === 0) candidates.push(asCandidate(found, partner));
    for (const code of found.reasons) counts[code] = (counts[code] ?? 0) + 1;
  }
  candidates.sort((a, b) => a.totalPaise - b.totalPaise || a.hours - b.hours || byPartnerId(a, b));
  return { kind: 'SEARCHED', candidates, checked: partners.length, counts };
}
