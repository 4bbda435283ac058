/** How a route's services match the requested ones: the member `services` of an availability answer. */
import { routeServices } from '../domain/eligibility.js';
import { SERVICE_TYPE_IDS, serviceMask, servicesOf, type ServiceTypeId } from '../domain/vocabulary.js';
import { asJson, type Json, toJson } from '../json.js';
import type { Quote } from './quote.js';

/** Preferred services: known ones as a bit mask, unknown ones as a count, since no partner offers them. */
export interface Preference {
  mask: number;
  unknown: number;
}

const NO_PREFERENCE: Preference = { mask: 0, unknown: 0 };

export function preferenceOf(preferredServices: readonly string[] | undefined): Preference {
  if (preferredServices === undefined) return NO_PREFERENCE;
  const known = SERVICE_TYPE_IDS.filter((service) => preferredServices.includes(service));
  return {
    mask: serviceMask(known),
    unknown: new Set(preferredServices.filter((service) => !known.includes(service as ServiceTypeId))).size,
  };
}

/**
 * Bit masks of the services that a route offers and of the wanted ones among them, and the share of the wanted ones in
 * whole percent.
 */
interface Match {
  available: number;
  matched: number;
  percentage: number;
}

/** The percentage counts preferred services too (docs/rules.md#required-services). */
export function matchOf({ route }: Quote, required: number, preference: Preference): Match {
  const available = routeServices(route);
  const wanted = required | preference.mask;
  const matched = wanted & available;
  const wantedCount = countOf(wanted) + preference.unknown;
  return {
    available,
    matched,
    percentage: wantedCount === 0 ? 100 : Math.round((countOf(matched) * 100) / wantedCount),
  };
}

/** `{required, matched, available, unavailable, matchPercentage}` */
export function matchJson(quote: Quote, required: number, preference: Preference): Json {
  const { available, matched, percentage } = matchOf(quote, required, preference);
  return asJson(`{"required":${listOf(required)},"matched":${listOf(matched)},"available":${listOf(available)},\
"unavailable":${listOf(quote.eligibility.unavailable)},"matchPercentage":${percentage}}`);
}

const lists: Json[] = [];

/** The JSON list of a mask's services; there are at most 2 to the power of their number. */
const listOf = (mask: number): Json => (lists[mask] ??= toJson(servicesOf(mask)));

function countOf(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}
