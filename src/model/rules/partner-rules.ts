/**
 * The rules between a partner's documents of one collection: bands must not overlap, and how many there may be. An
 * import checks a partner's lines with them, a write the partner's documents as they will be after it.
 */
import { isOver, type Period, periodOf, periodsMeet, type Validity } from '../../domain/dates.js';
import { MAX_HOLDS_PER_PARTNER, MAX_PLACES_PER_PARTNER, MAX_TAGS_PER_PARTNER } from '../../limits/documents.js';
import { type CollectionName, type CollectionWith, type Documents, factsOf } from '../documents.js';
import type { Clash } from './clash.js';
import { placesNamedBy } from './document-rules.js';
import { overlaps } from './ranges.js';
import { surchargeClashes } from './surcharge-rules.js';
import { groupBy } from '../members.js';

/**
 * Finds the clashes among one partner's documents, at least those of documents that are `isReported`. Each is reported
 * at the later of the two documents.
 */
type PartnerRule<C extends CollectionName> = (
  documents: readonly Documents[C][],
  isReported: (document: Documents[C]) => boolean,
) => Clash<Documents[C]>[];

const PARTNER_RULES = {
  'zones': (zones) => [...tooManyPlaces(zones), ...tooManyTags(zones)],
  'distance-charges': overlappingDistances,
  'discounts': overlappingDiscounts,
  'lane-rules': () => [],
  'surcharges': surchargeClashes,
  'holidays': () => [],
  'holds': tooManyHolds,
  'road-distances': repeatedPairs,
  'place-groups': () => [],
  'allocation-policies': () => [],
  'capacities': () => [],
  'landed-terms': () => [],
} satisfies { [C in CollectionName]?: PartnerRule<C> };

/** Collections with a limit of documents a partner; the same limit holds for documents without a partner. */
type LimitedCollection = CollectionWith<{ most: number }>;

/** The collections whose rules look at the documents of all partners. */
const TOGETHER: ReadonlySet<CollectionName> = new Set<CollectionName>(['surcharges']);

/** The owner of documents without a partner, and that of a collection whose rules look at all documents. */
export const NOBODY = '';
export const ALL_OWNERS = '*';

/** The collections with such rules. */
export type RuledCollection = keyof typeof PARTNER_RULES;
export const PARTNER_RULED = Object.keys(PARTNER_RULES) as RuledCollection[];

export function isPartnerRuled(collection: CollectionName): collection is RuledCollection {
  return collection in PARTNER_RULES;
}

/** Whose documents the rules of this one look at together: a partner's, {@link NOBODY}'s or {@link ALL_OWNERS}'s. */
export function ownerOf(collection: CollectionName, document: object): string {
  return TOGETHER.has(collection) ? ALL_OWNERS : (partnerOf(document) ?? NOBODY);
}

/** Documents of the whole house have none. */
const partnerOf = (document: object): string | null => (document as { partnerId?: string | null }).partnerId ?? null;

export function groupByOwner<C extends RuledCollection | LimitedCollection>(
  collection: C,
  documents: Iterable<Documents[C]>,
): Map<string, Documents[C][]> {
  return groupBy(documents, (document) => ownerOf(collection, document));
}

/**
 * The clashes among `documents`, which are all of one owner and in the order in which they were made.
 * @param isReported the documents whose clashes are wanted, since a write cares only about its own
 */
export function partnerClashes<C extends RuledCollection>(
  collection: C,
  documents: readonly Documents[C][],
  isReported: (document: Documents[C]) => boolean = () => true,
): Clash<Documents[C]>[] {
  const rule = PARTNER_RULES[collection] as unknown as PartnerRule<C>;
  if (!isCounted(collection)) return rule(documents, isReported).filter(({ document }) => isReported(document));
  const beyond = tooMany(collection, documents as never) as Clash<Documents[C]>[];
  // only allowed documents are compared: their number bounds the time
  const most = factsOf(collection).most;
  return [...beyond, ...rule(documents.slice(0, most), isReported)].filter(({ document }) => isReported(document));
}

/** Collections in which stores find documents by their owner. */
export type OwnerCollection = RuledCollection | LimitedCollection;
export const OWNED: readonly OwnerCollection[] = [...PARTNER_RULED, 'customer-charges'];

export function isOwned(collection: CollectionName): collection is OwnerCollection {
  return isPartnerRuled(collection) || isCounted(collection);
}

function isCounted(collection: CollectionName): collection is LimitedCollection {
  return factsOf(collection).most !== undefined;
}

/**
 * An owner's documents beyond its limit.
 * @param before how many it has besides them: customer charges are counted and not read, since there may be thousands
 */
export function tooMany<C extends LimitedCollection>(
  collection: C,
  documents: readonly Documents[C][],
  before = 0,
): Clash<Documents[C]>[] {
  const most = factsOf(collection).most!;
  const what = collection.replaceAll('-', ' ');
  const { owner, key } = factsOf(collection);
  const field = owner === 'none' ? key[0]! : 'partnerId';
  return documents.slice(Math.max(0, most - before)).map((document) => {
    const partnerId = partnerOf(document);
    const without = owner === 'none' ? '' : ' without a partner';
    const message =
      partnerId === null
        ? `there are more than ${most} ${what}${without}`
        : `${partnerId} has more than ${most} ${what}`;
    return { document, other: null, field, message };
  });
}

/** Those that are over count no more: a document that was within the limit stays so. */
function tooManyHolds(holds: readonly Documents['holds'][]): Clash<Documents['holds']>[] {
  const nowMs = Date.now();
  return holds
    .filter((hold) => !isOver(hold, nowMs))
    .slice(MAX_HOLDS_PER_PARTNER)
    .map((document) => ({
      document,
      other: null,
      field: 'partnerId',
      message:
        typeof document.partnerId === 'string'
          ? `${document.partnerId} has more than ${MAX_HOLDS_PER_PARTNER} holds that are not over`
          : `there are more than ${MAX_HOLDS_PER_PARTNER} holds without a partner that are not over`,
    }));
}

function tooManyPlaces(zones: readonly Documents['zones'][]): Clash<Documents['zones']>[] {
  let places = 0;
  return zones
    .filter((zone) => {
      const own = placesNamedBy(zone);
      places += own;
      return own > 0 && places > MAX_PLACES_PER_PARTNER;
    })
    .map((zone) => ({
      document: zone,
      other: null,
      field: 'geographical',
      message: `the zones of ${zone.partnerId} name more than ${MAX_PLACES_PER_PARTNER} states, cities and areas`,
    }));
}

/** Each pair of states once, whichever of the two is named first. */
function repeatedPairs(rows: readonly Documents['road-distances'][]): Clash<Documents['road-distances']>[] {
  const firstOf = new Map<string, Documents['road-distances']>();
  return rows.flatMap((document) => {
    const { fromStateId, toStateId } = document;
    const pair = `${Math.min(fromStateId, toStateId)} ${Math.max(fromStateId, toStateId)}`;
    const other = firstOf.get(pair);
    if (other === undefined) {
      firstOf.set(pair, document);
      return [];
    }
    const message =
      `states ${fromStateId} and ${toStateId} have road distance ${other.id} already, ` + 'which counts either way';
    return [{ document, other, field: 'toStateId', message }];
  });
}

function tooManyTags(zones: readonly Documents['zones'][]): Clash<Documents['zones']>[] {
  const tags = new Set<string>();
  return zones
    .filter((zone) => {
      const before = tags.size;
      for (const tag of zone.tags ?? []) tags.add(tag);
      return tags.size > before && tags.size > MAX_TAGS_PER_PARTNER;
    })
    .map((zone) => ({
      document: zone,
      other: null,
      field: 'tags',
      message: `the zones of ${zone.partnerId} have more than ${MAX_TAGS_PER_PARTNER} different tags`,
    }));
}

const isDated = ({ validFrom, validTo }: Validity): boolean => Boolean(validFrom ?? validTo);

function overlappingDistances(rows: readonly Documents['distance-charges'][]): Clash<Documents['distance-charges']>[] {
  const active = rows.filter((row) => row.status);
  const dates = new Map(active.map((row) => [row, periodOf(row)]));
  return overlaps(
    active,
    (one, other) => (one.lane ?? null) === (other.lane ?? null) && periodsMeet(dates.get(one)!, dates.get(other)!),
  ).map(({ earlier, later }) => {
    const { id, distanceFrom, distanceTo } = earlier;
    const when = isDated(earlier) || isDated(later) ? ', which is valid at the same time' : '';
    const message = `overlaps distance charge ${id} (${distanceFrom} to ${distanceTo} km)${when}`;
    return { document: later, other: earlier, field: 'distanceFrom', message };
  });
}

function overlappingDiscounts(
  rows: readonly Documents['discounts'][],
  isReported: (row: Documents['discounts']) => boolean,
): Clash<Documents['discounts']>[] {
  const active = rows.filter((row) => row.status);
  const known = new Map<Documents['discounts'], DiscountTerms>();
  const terms = (row: Documents['discounts']): DiscountTerms => {
    const found = known.get(row) ?? termsOf(row);
    known.set(row, found);
    return found;
  };
  return active.flatMap((later, index) => {
    if (!isReported(later)) return [];
    // few rows share weights, so few dates are parsed
    const earlier = active.find(
      (row, position) =>
        position < index
        && (row.customerId ?? null) === (later.customerId ?? null)
        && shareWeights(row, later)
        && shareMoments(terms(row), terms(later)),
    );
    if (earlier === undefined) return [];
    const { id, fromWeight, toWeight } = earlier;
    const message = `overlaps discount ${id} (${fromWeight} to ${toWeight} kg), which is valid at the same time`;
    return [{ document: later, other: earlier, field: 'fromWeight', message }];
  });
}

/** A weight that is only their shared bound does not count. */
function shareWeights(one: Documents['discounts'], other: Documents['discounts']): boolean {
  return one.fromWeight < other.toWeight && other.fromWeight < one.toWeight;
}

interface DiscountTerms extends Period {
  createdMs: number;
}

function termsOf(row: Documents['discounts']): DiscountTerms {
  return { ...periodOf(row), createdMs: Date.parse(row.createdAt) };
}

/** Whether both could be in force at one moment, and neither was over when the other was made. */
function shareMoments(one: DiscountTerms, other: DiscountTerms): boolean {
  return periodsMeet(one, other) && !hadEnded(one, other) && !hadEnded(other, one);
}

/** Whether one had ended when the other was made: an expired offer blocks no new one, not even one without a start. */
function hadEnded(one: DiscountTerms, other: DiscountTerms): boolean {
  return one.toMs < other.createdMs;
}
