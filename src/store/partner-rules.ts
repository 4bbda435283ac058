/**
 * The rules that hold between a partner's documents of one collection: bands that may not overlap, and how many zones
 * there may be. Import asks them of a partner's lines, a store's write of its documents as they will stand.
 */
import { MAX_ZONES_PER_PARTNER } from '../limits.js';
import type { CollectionName, Documents } from '../schemas/documents.js';
import type { Fault } from './schema-faults.js';
import { overlaps } from './ranges.js';

/** A document that may not stand beside others of its partner; `other` is the one that it gets in the way of, if it is one. */
export interface Clash<D> extends Fault {
  document: D;
  other: D | null;
}

/** Finds the clashes among one partner's documents; of two that clash, the one given later is to blame. */
type PartnerRule<C extends CollectionName> = (documents: readonly Documents[C][]) => Clash<Documents[C]>[];

const PARTNER_RULES = {
  'zones': tooManyZones,
  'distance-charges': overlappingDistances,
  'discounts': overlappingDiscounts,
} satisfies { [C in CollectionName]?: PartnerRule<C> };

/** The collections with such rules; each has a `partnerId`. */
export type PartnerRuled = keyof typeof PARTNER_RULES;
export const PARTNER_RULED = Object.keys(PARTNER_RULES) as PartnerRuled[];

export function isPartnerRuled(collection: CollectionName): collection is PartnerRuled {
  return collection in PARTNER_RULES;
}

/** The clashes among `documents`, all of one partner, in the order in which they came to be. */
export function partnerClashes<C extends PartnerRuled>(collection: C, documents: readonly Documents[C][]): Clash<Documents[C]>[] {
  const rule = PARTNER_RULES[collection] as unknown as PartnerRule<C>;
  return rule(documents);
}

function tooManyZones(zones: readonly Documents['zones'][]): Clash<Documents['zones']>[] {
  return zones.slice(MAX_ZONES_PER_PARTNER).map((zone) => ({
    document: zone, other: null, field: 'partnerId', message: `has more than ${MAX_ZONES_PER_PARTNER} zones`,
  }));
}

function overlappingDistances(rows: readonly Documents['distance-charges'][]): Clash<Documents['distance-charges']>[] {
  const active = rows.filter((row) => row.status);
  return overlaps(active, (row) => row.distanceFrom, (row) => row.distanceTo).map(({ earlier, later }) => ({
    document: later, other: earlier, field: 'distanceFrom',
    message: `overlaps distance charge ${earlier.id} (${earlier.distanceFrom} to ${earlier.distanceTo} km)`,
  }));
}

function overlappingDiscounts(rows: readonly Documents['discounts'][]): Clash<Documents['discounts']>[] {
  const active = rows.filter((row) => row.status);
  return active.flatMap((later, index) => {
    const earlier = active.find((row, position) => position < index && row.fromWeight < later.toWeight && later.fromWeight < row.toWeight && !isPast(row, later) && !isPast(later, row));
    if (earlier === undefined) return [];
    return [{ document: later, other: earlier, field: 'fromWeight', message: `overlaps discount ${earlier.id} (${earlier.fromWeight} to ${earlier.toWeight} kg)` }];
  });
}

/** Whether `row` had ended when `other` was made: they never hold at the same time, and an offer that is over blocks no new one. */
function isPast(row: Documents['discounts'], other: Documents['discounts']): boolean {
  return typeof row.validTo === 'string' && Date.parse(row.validTo) < Date.parse(other.createdAt);
}
