/**
 * Keeps the index at the state of its source: builds the parts that a change touched, aside, and publishes the next
 * generation. Changes that arrive during a build go into the next build.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OutcomeTotals } from '../domain/outcomes/totals.js';
import type { PricingSettings } from '../domain/pricing.js';
import { INDEX_CALM_MS, INDEX_LEAST_PARTNER_MS, INDEX_LONGEST_REST_MS, INDEX_MOST_RESTS } from '../limits/control.js';
import type { CardDocuments } from '../index/card/documents.js';
import { Geography } from '../index/geography.js';
import type { GenerationHandle, PartnerHandle, TokenBasis } from '../index/generation.js';
import type { Block } from '../index/layout.js';
import type { PartnerBlocks, PartnerTask } from '../index/partner-blocks.js';
import { buildGeneration, Dirty, type IndexSource, type OnPartFailure, Versions } from '../index/build-generation.js';

const NO_TOKENS: TokenBasis = { changeId: 0, key: null };

export interface PublisherOptions {
  source: IndexSource;
  settings: PricingSettings;
  /** What the documents of the source are now; without it generations make no tokens. */
  tokens?(): TokenBasis;
  /** What threads count in; without it they count nothing. */
  counts?: SharedArrayBuffer;
  /** The totals of outcomes that figures come from; without it there are none. */
  totals?(): OutcomeTotals;
  /** buildPartner unless given. */
  build?(task: PartnerTask): PartnerBlocks;
  /** Puts a generation into use. `buildMs`: the duration of the build. */
  publish(generation: GenerationHandle, buildMs: number): void;
  /**
   * A part of the index (`geography`, `performance`, a partner's id, `general` and the collection of rows without a partner, or
   * `everything`) could not be built. It stays as it was; a new partner stays out.
   */
  onFailure(error: unknown, what: string): void;
  /** Milliseconds since the epoch. */
  now(): number;
}

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
  readonly #versions = new Versions();
  /** Apart from those of {@link #versions}, so that no two blocks of the process have the same. */
  readonly #asideVersions = new Versions(Number.MIN_SAFE_INTEGER);
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

  /**
   * A generation that nobody uses: the parts that `dirty` names are those of `source`, all others those of the current
   * one.
   * @param source the documents of the catalog as it is now, with the changes that `dirty` names
   * @throws when the documents cannot be indexed
   */
  aside(source: IndexSource, dirty: Dirty, settings = this.#options.settings): GenerationHandle {
    const current = this.#current!;
    const stale = new Dirty();
    // what the source has and no generation yet
    for (const part of [dirty, this.#pending, this.#unpublished]) if (part !== null) stale.add(part);
    const built = buildGeneration(stale, {
      source,
      settings,
      tokens: NO_TOKENS,
      counts: current.counts,
      totals: this.#options.totals?.(),
      build: this.#options.build,
      now: this.#options.now,
      previous: current,
      builtFrom: this.#builtFrom,
      versions: this.#asideVersions,
      viewOf: (block) => (block === current.geography ? this.#geographyView(block) : new Geography(block)),
      onFailure: (error) => {
        throw error;
      },
    });
    return built ?? { ...current, settings, tokens: NO_TOKENS };
  }

  #geographyView(block: Block): Geography {
    if (this.#geography?.version !== block.version)
      this.#geography = { version: block.version, view: new Geography(block) };
    return this.#geography.view;
  }

  /** @param onFailure `note` marks the failed part in a Dirty; it may throw to abandon the build */
  #build(dirty: Dirty, onFailure: OnPartFailure): void {
    const startedAt = performance.now();
    const { source, settings, tokens, counts = null, totals, build, publish, now } = this.#options;
    const generation = buildGeneration(dirty, {
      source,
      settings,
      tokens: tokens?.() ?? NO_TOKENS,
      counts,
      totals: totals?.(),
      build,
      now,
      previous: this.#current,
      builtFrom: this.#builtFrom,
      versions: this.#versions,
      viewOf: (block) => this.#geographyView(block),
      onFailure,
    });
    if (generation === null) return;
    this.#current = generation;
    publish(generation, performance.now() - startedAt);
  }
}
