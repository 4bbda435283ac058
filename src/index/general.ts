/**
 * The rows that belong to no partner and count for all, such as the default charges, and those that choose a partner:
 * one block for each collection, so that a changed row rebuilds only its collection.
 */
import type { Policy } from '../domain/allocation/policy.js';
import type { LandedTermsBook } from '../domain/landed.js';
import type { GeneralRows } from '../domain/rate-card.js';
import type { GeneralCollection, GeneralDocuments } from '../model/card-rows.js';
import type { Surcharge } from '../model/documents.js';
import { buildCapacities, type Capacities, capacitiesOf, resolveCapacities } from './capacities.js';
import { buildCharges, resolveCharges } from './card/charges.js';
import { buildHolidays, resolveHolidays } from './card/holidays.js';
import { buildRoadDistances, resolveRoadDistances } from './card/road-distances.js';
import type { SlotPlaces } from './slot-places.js';
import { buildHolds, type Holds, resolveHolds } from './holds.js';
import { buildLandedTerms, landedTermsOf, resolveLandedTerms } from './landed-terms.js';
import type { Block } from './layout.js';
import { buildPlaceGroups, type PlaceGroups, resolvePlaceGroups } from './place-groups.js';
import { buildPolicies, policiesOf, resolvePolicies } from './policies.js';

export type GeneralBlocks = Record<GeneralCollection, Block>;

type Build<C extends GeneralCollection> = (
  documents: GeneralDocuments[C],
  version: number,
  places: SlotPlaces,
) => Block;

const BUILD: { readonly [C in GeneralCollection]: Build<C> } = {
  'customer-charges': (customerCharges, version) =>
    buildCharges({ customerCharges, surcharges: NO_SURCHARGES }, version),
  'holidays': (holidays, version) => buildHolidays({ holidays }, version),
  'road-distances': (roadDistances, version) => buildRoadDistances({ roadDistances }, version),
  'holds': (holds, version, places) => buildHolds({ places, holds }, version),
  'place-groups': (groups, version, places) => buildPlaceGroups({ places, groups }, version),
  'allocation-policies': (policies, version) => buildPolicies({ policies }, version),
  'capacities': (capacities, version) => buildCapacities({ capacities }, version),
  'landed-terms': (terms, version) => buildLandedTerms({ terms }, version),
};

/** The collections whose rows without a partner have a block of their own, which all cards share. */
export const GENERAL_COLLECTIONS = Object.keys(BUILD) as GeneralCollection[];

/** A row without a partner names no codes. */
const NO_SURCHARGES: readonly Surcharge[] = [];

/** The block of a collection. */
export function buildGeneral<C extends GeneralCollection>(
  collection: C,
  documents: GeneralDocuments,
  version: number,
  places: SlotPlaces,
): Block {
  return BUILD[collection](documents[collection], version, places);
}

/** Whether the block of a collection has rows by slot: then it changes with the geography. */
export const isOfPlaces = (collection: GeneralCollection): boolean =>
  collection === 'holds' || collection === 'place-groups';

/** What says who gets a parcel, and not what its partner charges. */
const OF_ALLOCATION: ReadonlySet<GeneralCollection> = new Set([
  'place-groups',
  'allocation-policies',
  'capacities',
  'landed-terms',
]);

/** Whether any price may depend on the rows of a collection. */
export const isOfPrices = (collection: GeneralCollection): boolean => !OF_ALLOCATION.has(collection);

/** Whether cards have the rows of a collection. */
export const isOfCards = (collection: GeneralCollection): boolean => isOfPrices(collection) && collection !== 'holds';

export interface GeneralView extends GeneralRows {
  holds: Holds;
  groups: PlaceGroups;
  /** Those that are active, by priority and policyId. */
  policies: readonly Policy[];
  capacities: Capacities;
  landedTerms: LandedTermsBook;
}

/** Makes the rows from their blocks. `resolved` resolves a block or returns the known result. */
export function resolveGeneral(
  blocks: GeneralBlocks,
  resolved: <V>(block: Block, resolve: (block: Block) => V) => V,
): GeneralView {
  const groups = resolved(blocks['place-groups'], resolvePlaceGroups);
  return {
    charges: resolved(blocks['customer-charges'], resolveCharges).rows,
    holidays: resolved(blocks.holidays, resolveHolidays),
    roads: resolved(blocks['road-distances'], resolveRoadDistances),
    holds: resolved(blocks.holds, resolveHolds),
    groups,
    policies: policiesOf(resolved(blocks['allocation-policies'], resolvePolicies), groups),
    capacities: capacitiesOf(resolved(blocks.capacities, resolveCapacities), groups),
    landedTerms: landedTermsOf(resolved(blocks['landed-terms'], resolveLandedTerms)),
  };
}

/** `make` by collection. */
export function byGeneralCollection<V>(make: (collection: GeneralCollection) => V): Record<GeneralCollection, V> {
  return Object.fromEntries(GENERAL_COLLECTIONS.map((collection) => [collection, make(collection)])) as Record<
    GeneralCollection,
    V
  >;
}
