/** Parts that several answers share. Money is in Rupees here, times are ISO 8601 UTC. */
import { MINUTE_MS } from '../../domain/calendar.js';
import { reasonCodes } from '../../domain/eligibility.js';
import { paiseOf } from '../../domain/pricing.js';
import { ALWAYS_COUNTED, REASON_CODES, REASONS, type ReasonCode } from '../../domain/reasons.js';
import type { Score } from '../../domain/strategies.js';
import { EXPRESS, type ServiceTypeId } from '../../domain/vocabulary.js';
import type { CardNames } from '../../index/card/parts.js';
import type { PartnerView } from '../../index/view.js';
import type { RefusalReason } from '../outcomes.js';
import { asJson, type Json, rupeesJson } from '../../json.js';
import type { Offer, RefusedPartner } from '../quote.js';
import { derived } from '../../model/derived.js';

/**
 * Milliseconds since the epoch as ISO 8601 UTC. Partners deliver at few different times, so the last ones are cached.
 */
export function isoTime(ms: number): string {
  const place = Math.floor(ms / MINUTE_MS) & (TIMES_REMEMBERED - 1);
  if (times[place] === ms) return timeTexts[place]!;
  times[place] = ms;
  return (timeTexts[place] = new Date(ms).toISOString());
}

/** A power of two. */
const TIMES_REMEMBERED = 256;
const times = new Float64Array(TIMES_REMEMBERED).fill(NaN);
const timeTexts = new Array<string>(TIMES_REMEMBERED).fill('');

/** Texts by row, cached as long as the list lives: a change of one part of a card leaves the others' texts valid. */
export const textsByRow = <T>() => derived<object, T[]>(() => []);

/** The capabilities of a partner that are the same everywhere. */
export function capabilities({ names: { partner } }: PartnerView) {
  return {
    maxWeight: partner.limits.maxWeight,
    maxDimensions: partner.limits.maxDimensions,
    maxCodAmount: partner.limits.maxCodAmount,
    supportedPaymentTypes: partner.paymentTypes,
    cutoffTime: partner.cutoffTime,
    weekendDelivery: partner.weekendDelivery,
    sameDay: partner.sameDay,
  };
}

/** The zone's text about one of its services; undefined when it has none. */
export function zoneService(names: CardNames, zone: number, service: ServiceTypeId) {
  return names.zones[zone - 1]?.services.find((entry) => entry.serviceTypeId === service);
}

/** The transit time as a text for customers. */
export function transitDescription(hours: number): string {
  if (hours < 24) return `${hours} hours after pickup`;
  const days = Math.ceil(hours / 24);
  return `${days} day${days === 1 ? '' : 's'} after pickup`;
}

/**
 * Components that sum to the total, in Rupees; the discount is negative. The base slab is part of the weight charge, as
 * in every answer, so the separate `baseCharge` of the API is 0.
 */
export function costBreakdownJson({ price }: Offer): Json {
  let expressPaise = 0;
  const { services } = price;
  for (let index = 0; index < services.count; index++) {
    const { service, paise } = services.at(index);
    if (1 << service === EXPRESS) expressPaise += paise;
  }
  return asJson(`{"baseCharge":0,"weightCharge":${rupeesJson(price.weightPaise)},\
"distanceCharge":${rupeesJson(price.distancePaise)},"codCharge":${rupeesJson(paiseOf(price.cod))},\
"expressCharge":${rupeesJson(expressPaise)},"fuelSurcharge":${rupeesJson(paiseOf(price.fsc))},\
"docketCharge":${rupeesJson(paiseOf(price.docket))},"insuranceCharge":${rupeesJson(paiseOf(price.insurance))},\
"otherCharges":${rupeesJson(price.otherPaise - expressPaise)},"discount":${rupeesJson(-price.discountPaise)},\
"taxes":${rupeesJson(price.addedTaxPaise)},"total":${rupeesJson(price.totalPaise)}}`);
}

/** The same as an object, for answers that are rare. */
export const costBreakdown = (offer: Offer): Record<string, number> =>
  JSON.parse(costBreakdownJson(offer)) as Record<string, number>;

/** The members `score` and `parts`, in Rupees. */
export function scoreMembers({ costPaise, timePaise, failurePaise, coveragePaise, sumPaise }: Score): string {
  return `"score":${rupeesJson(sumPaise)},"parts":{"cost":${rupeesJson(costPaise)},"time":${rupeesJson(timePaise)},\
"failure":${rupeesJson(failurePaise)},"coverage":${rupeesJson(coveragePaise)}}`;
}

/**
 * The one reason why no partner carries a shipment:
 *
 * 1. The most frequent first reason of the covering partners; among equals the first in the order of REASONS.
 * 2. No partner covers the route.
 * 3. There is no partner to ask.
 */
export function leadingReason(refusals: readonly RefusedPartner[], uncovered: number): RefusalReason {
  if (refusals.length === 0) return uncovered > 0 ? 'INSUFFICIENT_COVERAGE' : 'NO_PARTNERS_AVAILABLE';
  const first = refusals.map(({ reasons }) => reasonCodes(reasons)[0]!);
  const count = (code: ReasonCode): number => first.filter((each) => each === code).length;
  return REASON_CODES.reduce((leading, code) => (count(code) > count(leading) ? code : leading));
}

/**
 * The number of partners that refuse for each reason; partners that do not cover the route refuse only for that. Some
 * reasons are always listed.
 */
export function refusalCounts(refusals: readonly RefusedPartner[], uncovered: number): Record<string, number> {
  const counts: Record<string, number> = Object.fromEntries(ALWAYS_COUNTED.map((code) => [REASONS[code].countKey, 0]));
  counts[REASONS.INSUFFICIENT_COVERAGE.countKey] = uncovered;
  for (const { reasons } of refusals) {
    for (const code of reasonCodes(reasons)) {
      const key = REASONS[code].countKey;
      counts[key] = (counts[key] ?? 0) + 1;
    }
  }
  return counts;
}
