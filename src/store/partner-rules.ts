/**
 * The rules between a partner's documents of one collection: bands must not overlap, and the number of zones is
 * limited. An import checks a partner's lines with them, a write the partner's documents as they will be after it.
 */
import { MAX_ZONES_PER_PARTNER } from '../limits.js';
import type { CollectionName, Documents } from '../schemas/documents.js';
import type { Fault } from './schema-faults.js';
import { overlaps } from './ranges.js';

/**
 * A document that breaks a rule together with others of its partner; `other` is the one it clashes with, if it is a
 * single one.
 */
export interface Clash<D> extends Fault {
  document: D;
  other: D | null;
}

/** Finds the clashes among one partner's documents. Each is reported at the later of the two documents. */
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

/** The clashes among `documents`, which are all of one partner and in the order in which they were made. */
export function partnerClashes<C extends PartnerRuled>(collection: C, documents: readonly Documents[C][]): Clash<Documents[C]>[] {
  const rule = PARTNER_RULES[collection] as unknown as PartnerRule<C>;
  return rule(documents);
}

function tooManyZones(zones: readonly Documents['zones'][]): Clash<Documents['zones']>[] {
  return zones.slice(MAX_ZONES_PER_PARTNER).map((zone) => ({
    document: zone, other: null, field: 'partnerId', message: `${zone.partnerId} has more than ${MAX_ZONES_PER_PARTNER} zones`,
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
  const active = rows.filter((row) => row.status).map(termsOf);
  return active.flatMap((later, index) => {
    const earlier = active.find((terms, position) => position < index && couldCountAtOnce(terms, later));
    if (earlier === undefined) return [];
    const { id, fromWeight, toWeight } = earlier.row;
    const message = `overlaps discount ${id} (${fromWeight} to ${toWeight} kg), which is valid at the same time`;
    return [{ document: later.row, other: earlier.row, field: 'fromWeight', message }];
  });
}

/** An active discount with its moments in milliseconds since the epoch; `fromMs` and `toMs` are both inclusive. */
interface DiscountTerms {
  row: Documents['discounts'];
  fromMs: number;
  toMs: number;
  createdMs: number;
}

function termsOf(row: Documents['discounts']): DiscountTerms {
  const { validFrom, validTo, createdAt } = row;
  return {
    row, createdMs: Date.parse(createdAt),
    fromMs: typeof validFrom === 'string' ? Date.parse(validFrom) : -Infinity,
    toMs: typeof validTo === 'string' ? Date.parse(validTo) : Infinity,
  };
}

/**
 * Whether both could be in force at one moment for one weight. A weight that is only their shared bound does not count.
 */
function couldCountAtOnce(one: DiscountTerms, other: DiscountTerms): boolean {
  const shareWeights = one.row.fromWeight < other.row.toWeight && other.row.fromWeight < one.row.toWeight;
  const shareMoments = one.fromMs <= other.toMs && other.fromMs <= one.toMs;
  return shareWeights && shareMoments && !hadEnded(one, other) && !hadEnded(other, one);
}

/** Whether one had ended when the other was made: an expired offer blocks no new one, not even one without a start. */
function hadEnded(one: DiscountTerms, other: DiscountTerms): boolean {
  return one.toMs < other.createdMs;
}
