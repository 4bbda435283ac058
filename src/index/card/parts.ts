/**
 * A rate card in parts, a block each: a change builds the parts anew that it touches. As one block, a card that changed 30
 * times a second had its zones and packages laid out, packed and unpacked each time for a charge that is none of theirs.
 */
import type { RateCard } from '../../domain/rate-card.js';
import type { CustomerCharge, Discount, DistanceCharge, Package, Partner, Zone } from '../../schemas/documents.js';
import { numberedZones } from '../coverage.js';
import type { Block } from '../layout.js';
import { buildCharges, resolveCharges } from './charges.js';
import { buildDiscounts, type DiscountName, resolveDiscounts } from './discounts.js';
import { buildDistances, resolveDistances } from './distances.js';
import { buildPackages, type PackageNames, type PackagesDocuments, resolvePackages } from './packages.js';
import { buildTerms, resolveTerms, type Terms, type TermsDocuments } from './terms.js';

/** Everything that a partner's prices hang on, but for the default charges. A list is the same array until a document of it changes. */
export interface CardDocuments {
  partner: Partner;
  zones: readonly Zone[];
  packages: readonly Package[];
  distanceCharges: readonly DistanceCharge[];
  customerCharges: readonly CustomerCharge[];
  discounts: readonly Discount[];
}

/** What each part is built from. */
export interface PartDocuments {
  terms: TermsDocuments;
  packages: PackagesDocuments;
  distances: readonly DistanceCharge[];
  charges: readonly CustomerCharge[];
  discounts: readonly Discount[];
}
export type CardPart = keyof PartDocuments;
export type CardBlocks = Record<CardPart, Block>;

/** Parts to be built, each with the version of its block. */
export type CardTask = { [P in CardPart]?: { documents: PartDocuments[P]; version: number } };

/** What cannot be a column, by row or zone number where it belongs to one (zone numbers count from 1). */
export interface CardNames extends Terms {
  packages: PackageNames;
  discounts: readonly DiscountName[];
}

type Source = keyof CardDocuments;
const SOURCES: { readonly [P in CardPart]: readonly Source[] } = {
  terms: ['partner', 'zones'], packages: ['packages', 'zones'], distances: ['distanceCharges'], charges: ['customerCharges'], discounts: ['discounts'],
};
export const CARD_PARTS = Object.keys(SOURCES) as CardPart[];

const BUILD: { readonly [P in CardPart]: (documents: PartDocuments[P], version: number) => Block } = {
  terms: buildTerms, packages: buildPackages, distances: buildDistances, charges: buildCharges, discounts: buildDiscounts,
};

/** What has to be built for a card of `documents` when its blocks were built from `former`. */
export function cardTask(documents: CardDocuments, former: CardDocuments | undefined, nextVersion: () => number): CardTask {
  const stale = CARD_PARTS.filter((part) => former === undefined || SOURCES[part].some((source) => documents[source] !== former[source]));
  return Object.fromEntries(stale.map((part) => [part, { documents: partDocuments(documents, part), version: nextVersion() }]));
}

/** The blocks of the parts that are asked for. */
export function buildCard(task: CardTask): Partial<CardBlocks> {
  const build = <P extends CardPart>(part: P): [P, Block] => [part, BUILD[part](task[part]!.documents, task[part]!.version)];
  return Object.fromEntries(CARD_PARTS.filter((part) => task[part] !== undefined).map(build));
}

/** The card of its blocks. `resolved` resolves a block, or remembers what it was resolved to. */
export function resolveCard(blocks: CardBlocks, resolved: <V>(block: Block, resolve: (block: Block) => V) => V): { card: RateCard; names: CardNames } {
  const { zones, transit, terms } = resolved(blocks.terms, resolveTerms);
  const packages = resolved(blocks.packages, resolvePackages);
  const distances = resolved(blocks.distances, resolveDistances);
  const charges = resolved(blocks.charges, resolveCharges);
  const discounts = resolved(blocks.discounts, resolveDiscounts);
  return {
    card: {
      zoneCount: terms.zones.length, limits: terms.limits, gstState: Number(terms.partner.gstStateCode), zones, transit,
      packages: packages.rows, distances, charges: charges.rows, customers: charges.customers,
      discounts: discounts.rows,
    },
    names: { ...terms, packages: packages.names, discounts: discounts.names },
  };
}

function partDocuments({ partner, zones, packages, distanceCharges, customerCharges, discounts }: CardDocuments, part: CardPart): PartDocuments[CardPart] {
  switch (part) {
    case 'terms': return { partner, zones };
    case 'packages': return { packages, zoneIds: numberedZones(zones).map(({ id }) => id) };
    case 'distances': return distanceCharges;
    case 'charges': return customerCharges;
    case 'discounts': return discounts;
  }
}
