/**
 * A rate card in parts, with one block each, so that a change builds only the parts that it touches. As one block,
 * every change of a charge would also lay out, pack and unpack the zones and packages.
 */
import type { RateCard } from '../../domain/rate-card.js';
import type { Texts } from '../columns.js';
import type { Block } from '../layout.js';
import { buildCharges, resolveCharges } from './charges.js';
import { buildDiscounts, type DiscountName, resolveDiscounts } from './discounts.js';
import { buildDistances, resolveDistances } from './distances.js';
import { buildHolidays, resolveHolidays } from './holidays.js';
import { buildLaneRules, resolveLaneRules } from './lane-rules.js';
import { haveSameLanes } from './lanes.js';
import { type CardDocuments, ownDocuments } from './documents.js';
import { buildPackages, resolvePackages } from './packages.js';
import { buildRtoTerms, resolveRtoTerms } from './rto-terms.js';
import { buildRoadDistances, resolveRoadDistances } from './road-distances.js';
import { buildTransitLanes, resolveTransitLanes } from './transit-lanes.js';
import { buildSurcharges, resolveSurcharges, type SurchargeName } from './surcharges.js';
import { buildTerms, resolveTerms, type Terms } from './terms.js';
import { buildWeightTerms, resolveWeightTerms } from './weight-terms.js';

/** Data that cannot be a column, by row or by zone number if it belongs to one (zone numbers count from 1). */
export interface CardNames extends Terms {
  /** By row. */
  packages: Texts;
  discounts: readonly DiscountName[];
  surcharges: readonly SurchargeName[];
  /** By the lane's number, which counts from 1. */
  lanes: readonly string[];
}

interface Part {
  /** Its block is built again when one of these changes. */
  sources: readonly (keyof CardDocuments)[];
  build: (documents: CardDocuments, version: number) => Block;
}

const PARTS = {
  terms: { sources: ['partner', 'zones'], build: buildTerms },
  packages: { sources: ['packages', 'laneRules', 'zones'], build: buildPackages },
  distances: { sources: ['distanceCharges', 'laneRules'], build: buildDistances },
  charges: { sources: ['customerCharges', 'surcharges', 'zones'], build: buildCharges },
  surcharges: { sources: ['surcharges', 'laneRules', 'zones'], build: buildSurcharges },
  discounts: { sources: ['discounts'], build: buildDiscounts },
  lanes: { sources: ['laneRules', 'zones'], build: buildLaneRules },
  transit: { sources: ['transitLanes', 'laneRules', 'zones'], build: buildTransitLanes },
  rtoTerms: { sources: ['rtoTerms', 'laneRules'], build: buildRtoTerms },
  weightTerms: { sources: ['weightTerms', 'laneRules'], build: buildWeightTerms },
  holidays: { sources: ['holidays'], build: buildHolidays },
  roads: { sources: ['roadDistances'], build: buildRoadDistances },
} as const satisfies Record<string, Part>;

type CardPart = keyof typeof PARTS;
export const CARD_PARTS = Object.keys(PARTS) as CardPart[];
export type CardBlocks = Record<CardPart, Block>;

/** The parts to build, each with the version of its block. */
export type CardTask = { [P in CardPart]?: { documents: CardDocuments; version: number } };

/** The parts to build for a card of `documents` whose blocks were built from `former`. */
export function cardTask(
  documents: CardDocuments,
  former: CardDocuments | undefined,
  nextVersion: () => number,
): CardTask {
  const own = ownDocuments(documents);
  // rows that name lanes hold their numbers, which are the same as long as the card names the same lanes
  const hasSameLanes = former !== undefined && haveSameLanes(own, ownDocuments(former));
  const isStale = (part: CardPart): boolean =>
    former === undefined
    || PARTS[part].sources.some((source) =>
      source === 'laneRules' && part !== 'lanes' ? !hasSameLanes : documents[source] !== former[source],
    )
    || (part === 'lanes' && !hasSameLanes);
  return Object.fromEntries(
    CARD_PARTS.filter(isStale).map((part) => [part, { documents: own, version: nextVersion() }]),
  );
}

/** Builds the blocks of the given parts. */
export function buildCard(task: CardTask): Partial<CardBlocks> {
  const parts = CARD_PARTS.filter((part) => task[part] !== undefined);
  return Object.fromEntries(parts.map((part) => [part, PARTS[part].build(task[part]!.documents, task[part]!.version)]));
}

/** Makes a card from its blocks. `resolved` resolves a block or returns the known result. */
export function resolveCard(
  blocks: CardBlocks,
  resolved: <V>(block: Block, resolve: (block: Block) => V) => V,
): { card: RateCard; names: CardNames } {
  const { zones, transit, tax, terms } = resolved(blocks.terms, resolveTerms);
  const packages = resolved(blocks.packages, resolvePackages);
  const distances = resolved(blocks.distances, resolveDistances);
  const charges = resolved(blocks.charges, resolveCharges);
  const surcharges = resolved(blocks.surcharges, resolveSurcharges);
  const discounts = resolved(blocks.discounts, resolveDiscounts);
  const lanes = resolved(blocks.lanes, resolveLaneRules);
  const rtoTerms = resolved(blocks.rtoTerms, resolveRtoTerms);
  return {
    card: {
      zoneCount: terms.zones.length,
      limits: terms.limits,
      gstState: Number(terms.partner.gstStateCode),
      isWithTax: terms.partner.amounts === 'WITH_TAX',
      zones,
      transit,
      transitLanes: resolved(blocks.transit, resolveTransitLanes),
      holidays: resolved(blocks.holidays, resolveHolidays),
      roads: resolved(blocks.roads, resolveRoadDistances),
      packages: packages.rows,
      distances,
      charges: charges.rows,
      customers: charges.customers,
      surcharges: surcharges.rows,
      surchargeCustomers: surcharges.customers,
      discounts: discounts.rows,
      discountCustomers: discounts.customers,
      lanes: lanes.rows,
      weightTerms: resolved(blocks.weightTerms, resolveWeightTerms),
      rtoTerms,
      tax,
    },
    names: {
      ...terms,
      packages: packages.names,
      discounts: discounts.names,
      surcharges: surcharges.names,
      lanes: lanes.names,
    },
  };
}
