/**
 * Keeps the index at the state of its source: builds the parts that a change touched, aside, and publishes the next
 * generation. Changes that arrive during a build go into the next build.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PricingSettings } from '../domain/pricing.js';
import { INDEX_CALM_MS, INDEX_LEAST_PARTNER_MS, INDEX_LONGEST_REST_MS, INDEX_MOST_RESTS } from '../limits/control.js';
import { type CardBlocks, type CardDocuments, cardTask } from '../index/card/parts.js';
import { rateCardVersion } from '../index/card/version.js';
import {
  buildGeneral,
  byGeneralCollection,
  type GeneralCollection,
  type GeneralDocuments,
  GENERAL_COLLECTIONS,
  isGeneral,
  isPartOfCards,
} from '../index/general.js';
import { buildGeography, Geography, type GeographyDocuments, slotsOf } from '../index/geography.js';
import { buildCoverageWords, type GenerationHandle, type PartnerHandle } from '../index/generation.js';
import type { Block } from '../index/layout.js';
import { buildPartner, type CoverageDocuments, type PartnerBlocks, type PartnerTask } from '../index/partner-blocks.js';

/** The source of the documents. */
export interface IndexSource {
  geographyDocuments(): GeographyDocuments;
  generalDocuments(): GeneralDocuments;
  /** In ascending order. */
  activePartners(): string[];
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
  readonly coverage = new Set<string>();

  /** A row of a rate card changed; '' stands for "no partner". */
  row(collection: string, partnerId: string): void {
    if (partnerId !== '') this.cards.add(partnerId);
    else if (isGeneral(collection)) this.general.add(collection);
    else if (isPartOfCards(collection)) this.allCards = true;
  }

  /** Adds the parts that `other` notes. */
  add(other: Dirty): void {
    this.geography ||= other.geography;
    this.partners ||= other.partners;
    this.allCards ||= other.allCards;
    for (const collection of other.general) this.general.add(collection);
    for (const partnerId of other.cards) this.cards.add(partnerId);
    for (const partnerId of other.coverage) this.coverage.add(partnerId);
  }

  get touchesIndex(): boolean {
    return (
      this.geography || this.partners || this.allCards || this.general.size + this.cards.size + this.coverage.size > 0
    );
  }
}

export interface PublisherOptions {
  source: IndexSource;
  settings: PricingSettings;
  /** buildPartner unless given. */
  build?(task: PartnerTask): PartnerBlocks;
  /** Puts a generation into use. `buildMs`: the duration of the build. */
  publish(generation: GenerationHandle, buildMs: number): void;
  /**
   * A part of the index (`geography`, a partner's id, `general` and the collection of rows without a partner, or
   * `everything`) could not be built. It stays as it was; a new partner stays out.
   */
  onFailure(error: unknown, what: string): void;
  /** Milliseconds since the epoch. */
  now(): number;
}

function isSame(partners: readonly PartnerHandle[], others: readonly PartnerHandle[]): boolean {
  return partners.length === others.length && partners.every((partner, index) => partner === others[index]);
}

type OnPartFailure = (error: unknown, what: string, note: (failed: Dirty) => void) => void;

export class IndexPublisher {
  readonly #options: PublisherOptions;
  #current: GenerationHandle | null = null;
  /** The documents that the card of each partner was built from. */
  readonly #builtFrom = new WeakMap<PartnerHandle, CardDocuments>();
  #pending: Dirty | null = null;
  /**
   * When the oldest change arrived: of the pending ones, and of those that are being built or could not be built.
   * Milliseconds since the epoch.
   */
  #pendingSince = 0;
  #unbuiltSince: number | null = null;
  /** The parts that the last build failed to publish: the next one must include them. */
  #unpublished: Dirty | null = null;
  #geography: { version: number; view: Geography } | null = null;
  #running: Promise<void> | null = null;
  /** The current or last build, and the rest after it. */
  #turn: Promise<void> = Promise.resolve();
  /** Who waits for the next build. */
  #waiting: (() => void)[] = [];
  #version = 0;
  /** When the last build ended, by `performance.now()`, and the number of builds before it without a pause. */
  #builtAtMs = Number.NEGATIVE_INFINITY;
  #streak = 0;

  constructor(options: PublisherOptions) {
    this.#options = options;
  }

  get current(): GenerationHandle | null {
    return this.#current;
  }

  /**
   * Builds and publishes the first generation.
   * @throws when the documents cannot be indexed
   */
  start(): void {
    this.#pending = null;
    this.#build(new Dirty(), (error) => {
      throw error;
    });
    if (this.#pending !== null) this.refresh();
  }

  /** Collects the changes for the next build. */
  get dirty(): Dirty {
    if (this.#pending === null) this.#pendingSince = this.#options.now();
    return (this.#pending ??= new Dirty());
  }

  /** When the oldest change arrived that no generation has yet, in milliseconds since the epoch; null: none. */
  get behindSince(): number | null {
    return this.#unbuiltSince ?? (this.#pending === null ? null : this.#pendingSince);
  }

  /** Starts a build of the dirty parts. A build that is under way continues with them instead. */
  refresh(): void {
    if (this.#current === null) return;
    this.#running ??= this.#buildPending().finally(() => {
      this.#running = null;
      // a change noted since the last check found a build under way and relied on it
      if (this.#pending !== null) this.refresh();
    });
  }

  /** Resolves when everything noted so far is published, or has failed and was reported. */
  async settled(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  /**
   * Resolves when everything noted until now is published, or has failed and was reported. Unlike {@link settled} it
   * does not wait for later changes.
   */
  published(): Promise<void> {
    return this.#pending === null ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Resolves when a change would be built at once, because neither a build nor a rest is under way. */
  rested(): Promise<void> {
    return this.#turn;
  }

  async #buildPending(): Promise<void> {
    while (this.#pending !== null) await (this.#turn = this.#buildAndRest(this.#pending));
  }

  async #buildAndRest(dirty: Dirty): Promise<void> {
    const waiting = this.#waiting;
    this.#pending = null;
    this.#waiting = [];
    const startedAt = performance.now();
    this.#unbuiltSince ??= this.#pendingSince;
    if (dirty.touchesIndex) this.#publish(dirty);
    if (this.#unpublished === null) this.#unbuiltSince = null;
    for (const resolve of waiting) resolve();
    await this.#rest(performance.now() - startedAt, dirty.cards.size + dirty.coverage.size);
  }

  /**
   * A single change is built at once. While changes keep coming, builds rest in between: the longer, the more builds
   * there were and the more partners each one touched. Otherwise frequent changes would take most of the throughput of
   * quotes.
   */
  async #rest(tookMs: number, touched: number): Promise<void> {
    const sinceLastMs = performance.now() - this.#builtAtMs;
    this.#builtAtMs = performance.now();
    this.#streak = sinceLastMs > INDEX_CALM_MS ? 0 : Math.min(this.#streak + 1, INDEX_MOST_RESTS);
    if (this.#streak > 0)
      await sleep(Math.min(this.#streak * Math.max(tookMs, touched * INDEX_LEAST_PARTNER_MS), INDEX_LONGEST_REST_MS));
  }

  /** A part that cannot be built stays as it was, and is tried again with the next change. It does not delay others. */
  #publish(dirty: Dirty): void {
    if (this.#unpublished !== null) dirty.add(this.#unpublished);
    const failed = new Dirty();
    try {
      this.#build(dirty, (error, what, note) => {
        note(failed);
        this.#options.onFailure(error, what);
      });
      this.#unpublished = failed.touchesIndex ? failed : null;
    } catch (error) {
      this.#unpublished = dirty;
      this.#options.onFailure(error, 'everything');
    }
  }

  #geographyView(block: Block): Geography {
    if (this.#geography?.version !== block.version)
      this.#geography = { version: block.version, view: new Geography(block) };
    return this.#geography.view;
  }

  /** @param onFailure `note` marks the failed part in a Dirty; it may throw to abandon the build */
  #build(dirty: Dirty, onFailure: OnPartFailure): void {
    const startedAt = performance.now();
    const { source, settings, build = buildPartner, publish, now } = this.#options;
    const previous = this.#current;
    const nextVersion = () => ++this.#version;
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
    const generalDocuments = source.generalDocuments();
    const general = byGeneralCollection((collection) =>
      previous === null || dirty.general.has(collection)
        ? attempt(
            previous?.general[collection],
            `general ${collection}`,
            () => buildGeneral(collection, generalDocuments, nextVersion()),
            (failed) => failed.general.add(collection),
          )
        : previous.general[collection],
    );
    const former = new Map(previous?.partners.map((partner) => [partner.partnerId, partner]));

    const view = this.#geographyView(geography);
    const built = source.activePartners().map((partnerId): PartnerHandle | undefined => {
      const known = former.get(partnerId);
      const card = known === undefined || dirty.general.size > 0 || dirty.allCards || dirty.cards.has(partnerId);
      const coverage = known === undefined || dirty.geography || dirty.coverage.has(partnerId);
      if (known !== undefined && !card && !coverage) return known;
      try {
        const documents = card ? source.cardDocuments(partnerId) : this.#builtFrom.get(known!)!;
        const task: PartnerTask = {
          geography: view,
          card: card ? cardTask(documents, known && this.#builtFrom.get(known), nextVersion) : {},
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
        this.#builtFrom.set(handle, documents);
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
    });
    const partners = built.filter((partner) => partner !== undefined);
    // every part that had to be built failed
    if (
      previous !== null
      && geography === previous.geography
      && GENERAL_COLLECTIONS.every((collection) => general[collection] === previous.general[collection])
      && isSame(partners, previous.partners)
    )
      return;

    const coverageWords = buildCoverageWords(partners, slotsOf(geography), previous, nextVersion);
    const generation: GenerationHandle = {
      id: (previous?.id ?? 0) + 1,
      builtAt: now(),
      newestVersion: this.#version,
      settings,
      geography,
      general,
      partners,
      coverageWords,
    };
    this.#current = generation;
    publish(generation, performance.now() - startedAt);
  }
}
