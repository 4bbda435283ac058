/**
 * The rows that belong to no partner and count for all, such as the default charges: one block for each collection, so
 * that a changed row rebuilds only its collection.
 */
import type { GeneralRows } from '../domain/rate-card.js';
import type { GeneralCollection, GeneralDocuments } from '../model/card-rows.js';
import type { Surcharge } from '../model/documents.js';
import { buildCharges, resolveCharges } from './card/charges.js';
import { buildHolidays, resolveHolidays } from './card/holidays.js';
import { buildRoadDistances, resolveRoadDistances } from './card/road-distances.js';
import type { Block } from './layout.js';

export type GeneralBlocks = Record<GeneralCollection, Block>;

const BUILD: { readonly [C in GeneralCollection]: (documents: GeneralDocuments[C], version: number) => Block } = {
  'customer-charges': (customerCharges, version) =>
    buildCharges({ customerCharges, surcharges: NO_SURCHARGES }, version),
  'holidays': (holidays, version) => buildHolidays({ holidays }, version),
  'road-distances': (roadDistances, version) => buildRoadDistances({ roadDistances }, version),
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
): Block {
  return BUILD[collection](documents[collection], version);
}

/** Makes the rows from their blocks. `resolved` resolves a block or returns the known result. */
export function resolveGeneral(
  blocks: GeneralBlocks,
  resolved: <V>(block: Block, resolve: (block: Block) => V) => V,
): GeneralRows {
  return {
    charges: resolved(blocks['customer-charges'], resolveCharges).rows,
    holidays: resolved(blocks.holidays, resolveHolidays),
    roads: resolved(blocks['road-distances'], resolveRoadDistances),
  };
}

/** `make` by collection. */
export function byGeneralCollection<V>(make: (collection: GeneralCollection) => V): Record<GeneralCollection, V> {
  return Object.fromEntries(GENERAL_COLLECTIONS.map((collection) => [collection, make(collection)])) as Record<
    GeneralCollection,
    V
  >;
}
