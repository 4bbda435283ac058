/** Builds the parts of the index that changed, from the documents of a source. */
import { NO_TOTALS, type OutcomeTotals } from '../domain/outcomes/totals.js';
import type { PricingSettings } from '../domain/pricing.js';
import type { CardDocuments } from './card/documents.js';
import { type CardBlocks, cardTask } from './card/parts.js';
import { rateCardVersion } from './card/version.js';
import type { GeneralCollection, GeneralDocuments } from '../model/card-rows.js';
import {
  buildGeneral,
  byGeneralCollection,
  GENERAL_COLLECTIONS,
  isOfCards,
  isOfPlaces,
  isOfPrices,
} from './general.js';
import { buildGeography, Geography, type GeographyDocuments, slotsOf } from './geography.js';
import { buildCoverageWords, type GenerationHandle, type PartnerHandle, type TokenBasis } from './generation.js';
import type { Block } from './layout.js';
import { buildPartner, type CoverageDocuments, type PartnerBlocks, type PartnerTask } from './partner-blocks.js';
import { buildPerformance } from './performance.js';

/** The source of the documents. */
export interface IndexSource {
  geographyDocuments(): GeographyDocuments;
  generalDocuments(): GeneralDocuments;
  /** In ascending order. */
  activePartners(): string[];
  inactivePartners(): string[];
  cardDocuments(partnerId: string): CardDocuments;
  coverageDocuments(partnerId: string): CoverageDocuments;
}

/** The parts of the index that no longer match its source. */
export class Dirty {
  geography = false;
  /** Partners were added or removed, or their status changed. */
  partners = false;
  credentials = false;
  /** The collections whose rows without a partner changed. */
  readonly general = new Set<GeneralCollection>();
  readonly cards = new Set<string>();
  /** Rows changed that are part of every card. */
  allCards = false;
  /** The number of the last change set is another, perhaps without any part that is. */
  changeId = false;
  /** The totals of outcomes. */
  performance = false;
  readonly coverage = new Set<string>();

  /** Adds the parts that `other` notes. */
  add(other: Dirty): void {
    this.geography ||= other.geography;
    this.partners ||= other.partners;
    this.allCards ||= other.allCards;
    this.changeId ||= other.changeId;
    this.performance ||= other.performance;
    for (const collection of other.general) this.general.add(collection);
    for (const partnerId of other.cards) this.cards.add(partnerId);
    for (const partnerId of other.coverage) this.coverage.add(partnerId);
  }

  /** The partners whose prices may have changed; null: all partners. */
  get touchedPartners(): ReadonlySet<string> | null {
    if (this.geography || this.allCards || [...this.general].some(isOfPrices)) return null;
    return new Set([...this.cards, ...this.coverage]);
  }

  get touchesIndex(): boolean {
    return (
      this.geography
      || this.partners
      || this.allCards
      || this.changeId
      || this.performance
      || this.general.size + this.cards.size + this.coverage.size > 0
    );
  }
}

/** The versions of blocks: each block has a higher one than all blocks before it. */
export class Versions {
  constructor(private last = 0) {}

  get newest(): number {
    return this.last;
  }

  next(): number {
    return ++this.last;
  }
}

export type OnPartFailure = (error: unknown, what: string, note: (failed: Dirty) => void) => void;

/** The input of a new generation. */
interface GenerationInput {
  source: IndexSource;
  settings: PricingSettings;
  tokens: TokenBasis;
  counts: SharedArrayBuffer | null;
  /** None unless given. */
  totals?: OutcomeTotals | undefined;
  /** buildPartner unless given. */
  build?: ((task: PartnerTask) => PartnerBlocks) | undefined;
  /** The generation whose other parts stay; null: there is none. */
  previous: GenerationHandle | null;
  /** The documents that the card of each partner was built from: those of `previous`, then of the new one. */
  builtFrom: WeakMap<PartnerHandle, CardDocuments>;
  versions: Versions;
  /** The geography of a block; made again unless given. */
  viewOf?(block: Block): Geography;
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * A part could not be built: it stays as it was. `note` marks it in a Dirty. It may throw to abandon the build. If
   * `previous` is null it must.
   */
  onFailure: OnPartFailure;
}

/**
 * The next generation, with new blocks for the parts that `dirty` names (all of them without a previous one); null: all
 * of these parts failed, or none has changed.
 */
export function buildGeneration(dirty: Dirty, building: GenerationInput): GenerationHandle | null {
  const { source, settings, tokens, counts, build = buildPartner, previous, builtFrom, versions, onFailure } = building;
  const { viewOf = (block: Block) => new Geography(block), totals = NO_TOTALS, now } = building;
  const nextVersion = () => versions.next();
  const attempt = (
    known: Block | undefined,
    what: string,
    build: () => Block,
    note: (failed: Dirty) => void,
  ): Block => {
    try {
      return build();
    } catch (error) {
      onFailure(error, what, note);
      return known!;
    }
  };
  const geography =
    previous === null || dirty.geography
      ? attempt(
          previous?.geography,
          'geography',
          () => buildGeography(source.geographyDocuments(), nextVersion()),
          (failed) => {
            failed.geography = true;
          },
        )
      : previous.geography;
  const view = viewOf(geography);
  const generalDocuments = source.generalDocuments();
  const general = byGeneralCollection((collection) =>
    previous === null || dirty.general.has(collection) || (dirty.geography && isOfPlaces(collection))
      ? attempt(
          previous?.general[collection],
          `general ${collection}`,
          () => buildGeneral(collection, generalDocuments, nextVersion(), view),
          (failed) => failed.general.add(collection),
        )
      : previous.general[collection],
  );
  const performance = performanceOf();
  const former = new Map(
    previous && [...previous.partners, ...previous.inactive].map((partner) => [partner.partnerId, partner]),
  );

  const touchesCards = dirty.allCards || [...dirty.general].some(isOfCards);
  const buildOne = (partnerId: string): PartnerHandle | undefined => {
    const known = former.get(partnerId);
    const card = known === undefined || touchesCards || dirty.cards.has(partnerId);
    const coverage = known === undefined || dirty.geography || dirty.coverage.has(partnerId);
    if (known !== undefined && !card && !coverage) return known;
    try {
      const documents = card ? source.cardDocuments(partnerId) : builtFrom.get(known!)!;
      const task: PartnerTask = {
        geography: view,
        card: card ? cardTask(documents, known && builtFrom.get(known), nextVersion) : {},
        coverage: coverage ? { documents: source.coverageDocuments(partnerId), version: nextVersion() } : null,
      };
      // the rows without a partner are part of a card's version, but of none of its blocks
      const blocks =
        task.coverage === null && Object.keys(task.card).length === 0 ? { card: {}, coverage: null } : build(task);
      const handle = {
        partnerId,
        rateCardVersion: card
          ? rateCardVersion(documents, generalDocuments, known === undefined)
          : known!.rateCardVersion,
        card: { ...known?.card, ...blocks.card } as CardBlocks,
        coverage: blocks.coverage ?? known!.coverage,
      };
      builtFrom.set(handle, documents);
      return handle;
    } catch (error) {
      // its former coverage uses the slots of the former geography
      if (known !== undefined && geography !== previous?.geography) throw error;
      onFailure(error, partnerId, (failed) => {
        if (card) failed.cards.add(partnerId);
        if (coverage) failed.coverage.add(partnerId);
      });
      return known;
    }
  };
  const buildAll = (partnerIds: readonly string[]): PartnerHandle[] =>
    partnerIds.map(buildOne).filter((partner) => partner !== undefined);
  const partners = buildAll(source.activePartners());
  const inactive = buildAll(source.inactivePartners());
  // every part that had to be built failed
  if (
    previous !== null
    && !dirty.changeId
    && geography === previous.geography
    && performance === previous.performance
    && GENERAL_COLLECTIONS.every((collection) => general[collection] === previous.general[collection])
    && isSame(partners, previous.partners)
    && isSame(inactive, previous.inactive)
  )
    return null;

  /** Rows of a former geography are of other slots: then they cannot stay. */
  function performanceOf(): Block {
    const isMoved = geography !== previous?.geography && totals.length > 0;
    if (previous !== null && !isMoved && !dirty.performance) return previous.performance;
    const build = () => buildPerformance({ places: view, totals }, nextVersion());
    if (previous === null || isMoved) return build();
    return attempt(previous.performance, 'performance', build, (failed) => {
      failed.performance = true;
    });
  }

  const coverageWords = buildCoverageWords(partners, slotsOf(geography), previous, nextVersion);
  return {
    id: (previous?.id ?? 0) + 1,
    builtAt: now(),
    newestVersion: versions.newest,
    settings,
    tokens,
    counts,
    geography,
    general,
    performance,
    partners,
    inactive,
    coverageWords,
  };
}

function isSame(partners: readonly PartnerHandle[], others: readonly PartnerHandle[]): boolean {
  return partners.length === others.length && partners.every((partner, index) => partner === others[index]);
}
