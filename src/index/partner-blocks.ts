/** The blocks of one partner, from its documents. */
import type { Hold, Zone } from '../model/documents.js';
import { buildCard, type CardBlocks, type CardTask } from './card/parts.js';
import { buildCoverage, type EntryDocuments } from './coverage.js';
import type { Geography } from './geography.js';
import type { Block } from './layout.js';

export interface CoverageDocuments extends EntryDocuments {
  zones: readonly Zone[];
  holds: readonly Hold[];
}

/** The blocks of a partner that must be built again. */
export interface PartnerTask {
  geography: Geography;
  card: CardTask;
  coverage: { documents: CoverageDocuments; version: number } | null;
}

export interface PartnerBlocks {
  card: Partial<CardBlocks>;
  coverage: Block | null;
}

/** @throws when the documents cannot be laid out */
export function buildPartner({ geography, card, coverage }: PartnerTask): PartnerBlocks {
  return {
    card: buildCard(card),
    coverage:
      coverage === null
        ? null
        : buildCoverage(
            geography,
            coverage.documents.zones,
            coverage.documents,
            coverage.documents.holds,
            coverage.version,
          ),
  };
}
