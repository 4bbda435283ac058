/**
 * A rate card in parts, with one block each, so that a change builds only the parts that it touches. As one block,
 * every change of a charge would also lay out, pack and unpack the zones and packages.
 */
import type { RateCard } from '../../domain/rate-card.js';
import type { CardRows } from '../../model/card-rows.js';
import type { Discount, Holiday, LaneRule, Partner, RoadDistance, RtoTerms } from '../../model/documents.js';
import { numberedZones } from '../coverage.js';
import type { Block } from '../layout.js';
import { buildCharges, type ChargesDocuments, resolveCharges } from './charges.js';
import { buildDiscounts, type DiscountName, resolveDiscounts } from './discounts.js';
import { buildDistances, type DistancesDocuments, resolveDistances } from './distances.js';
import { buildHolidays, resolveHolidays } from './holidays.js';
import { buildLaneRules, type LaneRulesDocuments, resolveLaneRules } from './lane-rules.js';
import { giveSameLanes } from './lanes.js';
import { ownLaneRules, ownSurcharges, ownTransitLanes } from './own-rows.js';
import { buildPackages, type PackageNames, type PackagesDocuments, resolvePackages } from './packages.js';
import { buildRtoTerms, resolveRtoTerms } from './rto-terms.js';
import { buildRoadDistances, resolveRoadDistances } from './road-distances.js';
import { buildTransitLanes, resolveTransitLanes, type TransitLanesDocuments } from './transit-lanes.js';
import { buildSurcharges, resolveSurcharges, type SurchargeName, type SurchargesDocuments } from './surcharges.js';
import { buildTerms, resolveTerms, type Terms, type TermsDocuments } from './terms.js';

/**
 * All documents of a partner's prices, except the rows that belong to no partner and have a block. A list is the same
 * array until it changes.
 */
export interface CardDocuments extends CardRows {
  partner: Partner;
  /** Identifies what entries of active zones override, which is part of no block of the card; '': nothing. */
  overrides: string;
}

/** The documents that each part is built from. */
export interface PartDocuments {
  terms: TermsDocuments;
  packages: PackagesDocuments;
  distances: DistancesDocuments;
  charges: ChargesDocuments;
  surcharges: SurchargesDocuments;
  discounts: readonly Discount[];
  lanes: LaneRulesDocuments;
  transit: TransitLanesDocuments;
  rtoTerms: readonly RtoTerms[];
  holidays: readonly Holiday[];
  roads: readonly RoadDistance[];
}
export type CardPart = keyof PartDocuments;
export type CardBlocks = Record<CardPart, Block>;

/** The parts to build, each with the version of its block. */
export type CardTask = { [P in CardPart]?: { documents: PartDocuments[P]; version: number } };

/** Data that cannot be a column, by row or by zone number if it belongs to one (zone numbers count from 1). */
export interface CardNames extends Terms {
  packages: PackageNames;
  discounts: readonly DiscountName[];
  surcharges: readonly SurchargeName[];
  /** By the lane's number, which counts from 1. */
  lanes: readonly string[];
}

type Source = keyof CardDocuments;
const SOURCES: { readonly [P in CardPart]: readonly Source[] } = {
  terms: ['partner', 'zones'],
  packages: ['packages', 'laneRules', 'zones'],
  distances: ['distanceCharges', 'laneRules'],
  charges: ['customerCharges', 'surcharges', 'zones'],
  surcharges: ['surcharges', 'laneRules', 'zones'],
  discounts: ['discounts'],
  lanes: ['laneRules', 'zones'],
  transit: ['transitLanes', 'laneRules', 'zones'],
  rtoTerms: ['rtoTerms'],
  holidays: ['holidays'],
  roads: ['roadDistances'],
};
export const CARD_PARTS = Object.keys(SOURCES) as CardPart[];

const BUILD: { readonly [P in CardPart]: (documents: PartDocuments[P], version: number) => Block } = {
  terms: buildTerms,
  packages: buildPackages,
  distances: buildDistances,
  charges: buildCharges,
  surcharges: buildSurcharges,
  discounts: buildDiscounts,
  lanes: buildLaneRules,
  transit: buildTransitLanes,
  rtoTerms: buildRtoTerms,
  holidays: buildHolidays,
  roads: buildRoadDistances,
};

/** The parts to build for a card of `documents` whose blocks were built from `former`. */
export function cardTask(
  documents: CardDocuments,
  former: CardDocuments | undefined,
  nextVersion: () => number,
): CardTask {
  const stale = CARD_PARTS.filter(
    (part) => former === undefined || SOURCES[part].some((source) => isChanged(source, part, documents, former)),
  );
  return Object.fromEntries(
    stale.map((part) => [part, { documents: partDocuments(documents, part), version: nextVersion() }]),
  );
}

const laneRulesOf = ({ laneRules, zones }: CardDocuments): readonly LaneRule[] => ownLaneRules(laneRules, zones);

/** Rows that name lanes hold their numbers, which are the same as long as the rules give the same lanes. */
function isChanged(source: Source, part: CardPart, documents: CardDocuments, former: CardDocuments): boolean {
  return source === 'laneRules' && part !== 'lanes'
    ? !giveSameLanes(laneRulesOf(documents), laneRulesOf(former))
    : documents[source] !== former[source];
}

/** Builds the blocks of the given parts. */
export function buildCard(task: CardTask): Partial<CardBlocks> {
  const build = <P extends CardPart>(part: P): [P, Block] => [
    part,
    BUILD[part](task[part]!.documents, task[part]!.version),
  ];
  return Object.fromEntries(CARD_PARTS.filter((part) => task[part] !== undefined).map(build));
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
      lanes: lanes.rows,
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

function partDocuments(documents: CardDocuments, part: CardPart): PartDocuments[CardPart] {
  const { zones } = documents;
  const laneRules = laneRulesOf(documents);
  switch (part) {
    case 'terms':
      return { partner: documents.partner, zones };
    case 'packages':
      return {
        packages: documents.packages,
        zoneIds: numberedZones(zones).map(({ id }) => id),
        laneRules,
      };
    case 'distances':
      return { rows: documents.distanceCharges, laneRules };
    case 'charges':
      return { charges: documents.customerCharges, surcharges: ownSurcharges(documents.surcharges, zones) };
    case 'surcharges':
      return {
        rows: ownSurcharges(documents.surcharges, zones),
        laneRules,
        zones,
      };
    case 'discounts':
      return documents.discounts;
    case 'lanes':
      return { rules: laneRules, zones };
    case 'transit':
      return { rows: ownTransitLanes(documents.transitLanes, zones), laneRules, zones };
    case 'holidays':
      return documents.holidays;
    case 'roads':
      return documents.roadDistances;
    case 'rtoTerms':
      return documents.rtoTerms;
  }
}
