/**
 * Keeps the figures of outcomes at the state of the store: once an hour, and after each import, it adds up the sums of
 * the weeks that count. It works on the control thread, which alone has the store: a page of sums takes some
 * milliseconds, and requests are answered between two of them. The index lays out what it finds.
 */
import { performance } from 'node:perf_hooks';
import { NO_TOTALS, type OutcomeTotals, TotalsCollector } from '../../domain/outcomes/totals.js';
import { type PartnerOutcomes, ShiftFinder } from '../../domain/outcomes/shifts.js';
import { countedWeeks } from '../../domain/outcomes/weeks.js';
import { FIGURES_LIFETIME_MS, FIGURES_TRY_MS } from '../../limits/control.js';
import type { Store } from '../../store/port.js';
import type { Catalog } from '../documents/catalog.js';
import { lastLines } from '../outcomes.js';
import { RepeatedTask } from '../repeated-task.js';

interface FiguresOptions {
  catalog: Pick<Catalog, 'find'>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** The totals are others. */
  onChange(): void;
  /** The figures were computed in so many seconds. */
  onComputed(seconds: number): void;
  /** The store could not be read: the figures stay, and it is asked again soon. */
  onFailure(error: unknown): void;
}

type FiguresStore = Pick<Store, 'outcomeSums' | 'page'>;

const NO_OUTCOMES: PartnerOutcomes = { lastLineAtMs: null, shifts: [] };

export class Figures {
  readonly #options: FiguresOptions;
  #store: FiguresStore | null = null;
  #totals: OutcomeTotals = NO_TOTALS;
  #partners: ReadonlyMap<string, PartnerOutcomes> = new Map();
  #computedAtMs: number | null = null;
  #repeated: RepeatedTask | null = null;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  #isStopped = false;

  constructor(options: FiguresOptions) {
    this.#options = options;
  }

  /** For the index. */
  get totals(): OutcomeTotals {
    return this.#totals;
  }

  /** When the figures were computed, in milliseconds since the epoch; null: they were not yet. */
  get computedAtMs(): number | null {
    return this.#computedAtMs;
  }

  outcomesOf(partnerId: string): PartnerOutcomes {
    return this.#partners.get(partnerId) ?? NO_OUTCOMES;
  }

  /** Resolves when the figures are computed, or the store could not be read. They are kept up to date from then on. */
  async start(store: FiguresStore): Promise<void> {
    this.#store = store;
    await this.refresh();
    this.#repeated = new RepeatedTask(
      FIGURES_TRY_MS,
      async () => {
        if (this.#isDue()) await this.refresh();
      },
      this.#options.onFailure,
    );
  }

  /** Resolves when figures of a reading that began after this call are there, or the store could not be read. */
  refresh(): Promise<void> {
    // what is read now may have begun before an import
    if (this.#running !== null)
      return (this.#next ??= this.#running.then(() => {
        this.#next = null;
        return this.refresh();
      }));
    return (this.#running = Promise.resolve()
      .then(() => this.#compute())
      .catch((error: unknown) => {
        if (!this.#isStopped) this.#options.onFailure(error);
      })
      .finally(() => {
        this.#running = null;
      }));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#repeated?.stop();
    await this.#running;
  }

  #isDue(): boolean {
    return this.#computedAtMs === null || this.#options.now() - this.#computedAtMs >= FIGURES_LIFETIME_MS;
  }

  async #compute(): Promise<void> {
    const { catalog, now, onChange, onComputed } = this.#options;
    if (this.#isStopped) return;
    const [startedAtMs, startedAt] = [now(), performance.now()];
    const weeks = countedWeeks(startedAtMs);
    const totals = new TotalsCollector();
    const shifts = new ShiftFinder(weeks, (pincode) => {
      const row = catalog.find('pincodes', pincode);
      return row && catalog.find('states', row.stateId);
    });
    for await (const page of this.#store!.outcomeSums({ partnerId: null, ...weeks })) {
      for (const sums of page) {
        totals.add(sums);
        shifts.add(sums);
      }
      if (this.#isStopped) return;
    }
    const partners = new Map<string, PartnerOutcomes>();
    for (const [partnerId, lastLineAtMs] of await lastLines(this.#store!))
      partners.set(partnerId, { lastLineAtMs, shifts: shifts.shiftsOf(partnerId) });

    const former = this.#totals;
    this.#totals = totals.totals();
    this.#partners = partners;
    this.#computedAtMs = startedAtMs;
    onComputed((performance.now() - startedAt) / 1_000);
    if (!isSame(this.#totals, former)) onChange();
  }
}

const isSame = (some: OutcomeTotals, others: OutcomeTotals): boolean =>
  some.length === others.length
  && some.every(({ partnerId, keys, counts }, index) => {
    const other = others[index]!;
    return partnerId === other.partnerId && hasSame(keys, other.keys) && hasSame(counts, other.counts);
  });

const hasSame = (some: Uint32Array, others: Uint32Array): boolean =>
  some.length === others.length && some.every((value, index) => value === others[index]);
