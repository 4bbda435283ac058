/** docs/rules.md#availability: whether a partner can carry a shipment, by when and how surely. */
import { REASON_CODES, type ReasonCode } from '../../src/domain/reasons.js';
import { deliveryDate } from './calendar.js';
import { coverage, findPincode } from './coverage.js';
import { cover, type Covered } from './covered.js';
import type { Partner } from './documents.js';
import { decimal, Fraction, paise, toNumber } from './exact.js';
import { holdAt } from './holds.js';
import { price } from './pricing.js';
import { notCovered, reasonAbout } from './reason-details.js';
import { asReverse, asRto } from './returns.js';
import { endOf } from './service-charges.js';
import { isBlocked, maxCodAmount, offers } from './serviceability.js';
import { amountToCollect, requiredServices } from './shipment.js';
import { transitOf } from './transit.js';
import {
  type Candidate,
  type CardWorld,
  type Check,
  type Contender,
  type FindAll,
  type Returns,
  type Settings,
  type Shipment,
  type Unknown,
} from './types.js';
import { excessOf, isAPieceTooHeavy } from './weight.js';

function unknownPincodes(world: CardWorld, shipment: Shipment): string[] {
  return [...new Set([shipment.pickupPincode, shipment.deliveryPincode])].filter(
    (pincode) => !findPincode(world, pincode),
  );
}

function confidence(lowestScore: number, successRate: number): number {
  return toNumber(decimal(lowestScore).times(decimal(successRate)).times(new Fraction(100n)).roundHalfUp()) / 100;
}

type CoveredCheck = Pick<
  Check,
  'reasons' | 'about' | 'unavailable' | 'hours' | 'pickupDate' | 'deliveryDate' | 'price'
>;

function checkCovered(covered: Covered): CoveredCheck {
  const { world, partner, shipment, ends, at, pickupDate } = covered;
  const unavailable = requiredServices(shipment).filter((service) => !offers(ends[endOf(service)], service));
  const transit = transitOf(covered);
  const hours = transit?.hours ?? null;
  const daysAtDelivery = {
    world,
    partner,
    stateId: ends.delivery.place.stateId,
    forbiddenBy: 'NO_DELIVERY' as const,
  };
  const delivery = pickupDate === null || transit === null ? null : deliveryDate(daysAtDelivery, pickupDate, transit);
  const priced = price(covered);
  const applies: Record<string, boolean> = {
    INSUFFICIENT_COVERAGE: false,
    PINCODE_BLOCKED: isBlocked(ends.pickup, at) || isBlocked(ends.delivery, at),
    ON_HOLD: holdAt(covered, 'pickup') !== null || holdAt(covered, 'delivery') !== null,
    SERVICE_UNAVAILABLE: unavailable.length > 0,
    WEIGHT_EXCEEDED: covered.weighed.chargeable > BigInt(partner.limits.maxWeight),
    PIECE_WEIGHT_EXCEEDED: isAPieceTooHeavy(partner, shipment),
    DIMENSIONS_EXCEEDED: excessOf(partner, shipment) !== null,
    PAYMENT_TYPE_UNSUPPORTED: !partner.paymentTypes.includes(shipment.paymentType),
    SHIPMENT_TYPE_UNSUPPORTED: !partner.shipmentTypes.includes(shipment.shipmentType),
    DECLARED_VALUE_EXCEEDED: paise(shipment.declaredValue) > paise(partner.limits.maxDeclaredValue),
    COD_AMOUNT_EXCEEDED: amountToCollect(shipment) > maxCodAmount(partner, ends.delivery),
    NO_TRANSIT: delivery === null,
    DELIVERY_TIME_EXCEEDED:
      hours !== null && shipment.maxDeliveryTime !== undefined && hours > shipment.maxDeliveryTime,
    NO_RATE: priced.reason === 'NO_RATE',
  } satisfies Partial<Record<ReasonCode, boolean>>;
  const reasons = REASON_CODES.filter((code) => applies[code]);
  // only a shipment that the partner would carry is priced
  const isTooExpensive = reasons.length === 0 && priced.reason === 'PRICE_TOO_LARGE';
  if (isTooExpensive) reasons.push('NO_RATE');
  const about = reasons.map((code) => reasonAbout(code, { covered, unavailable, hours, isTooExpensive }));
  return { reasons, about, unavailable, hours, pickupDate, deliveryDate: delivery, price: priced.price };
}

function checkPartner(world: CardWorld, partner: Partner, shipment: Shipment, now: Date, settings: Settings): Check {
  const pickup = coverage(world, partner.partnerId, shipment.pickupPincode, 'pickup');
  const delivery = coverage(world, partner.partnerId, shipment.deliveryPincode);
  const ends = { kind: 'CHECKED' as const, partnerId: partner.partnerId, pickup, delivery };
  const covered = cover(world, partner, shipment, now, settings);
  if (pickup === null || delivery === null || covered === null) {
    return {
      ...ends,
      reasons: ['INSUFFICIENT_COVERAGE'],
      about: [notCovered(shipment, { pickup: pickup !== null, delivery: delivery !== null })],
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
  world: CardWorld,
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

/**
 * What the return of an available forward shipment costs, undelivered (RTO) and fetched from the customer (REVERSE);
 * null where the partner cannot carry the forward one.
 */
export function returnsOf(
  world: CardWorld,
  partnerId: string,
  shipment: Shipment,
  now: Date,
  settings: Settings,
): Returns | null {
  const of = (asked: Shipment): Check => {
    const found = check(world, partnerId, asked, now, settings);
    if (found.kind !== 'CHECKED') throw new Error(found.kind);
    return found;
  };
  if (of(shipment).reasons.length > 0) return null;
  const rto = of(asRto(shipment));
  const reverse = of(asReverse(shipment));
  const priceOf = (found: Check): Check['price'] => (found.reasons.length === 0 ? found.price : null);
  return {
    rto: priceOf(rto),
    reverse: priceOf(reverse),
    reasons: { rto: rto.reasons, reverse: reverse.reasons },
  };
}

/** Compares by code units, as for every identifier, independent of language. */
export function byPartnerId(a: { partnerId: string }, b: { partnerId: string }): number {
  return a.partnerId < b.partnerId ? -1 : a.partnerId > b.partnerId ? 1 : 0;
}

/** Paise: the total, and the tax that the recipient owes under REVERSE_CHARGE. */
export function costOf({ totalPaise, recipientLiability = 0 }: Contender): number {
  return totalPaise + recipientLiability;
}

function asCandidate(found: Check, partner: Partner): Candidate {
  const { price: priced, hours, coverageScore } = found;
  if (priced === null || hours === null || coverageScore === null) throw new Error('a capable partner has all three');
  return {
    partnerId: found.partnerId,
    totalPaise: priced.total,
    recipientLiability: priced.recipientLiability,
    hours,
    successRate: partner.performance.successRate,
    coverageScore,
    confidence: found.confidence,
    check: found,
  };
}

export function findAll(
  world: CardWorld,
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
  candidates.sort((a, b) => costOf(a) - costOf(b) || a.hours - b.hours || byPartnerId(a, b));
  return { kind: 'SEARCHED', candidates, checked: partners.length, counts };
}
