/** Checks rate cards as a whole: those that are in force, and those that a change would make. */
import { type Finding, SEVERITIES, type Severity } from '../contract/finding.js';
import type { LintReport } from '../contract/lint.js';
import { MOMENT_PATTERN } from '../model/schema-faults.js';
import type { LintCode } from '../model/lint-codes.js';
import { startOfDay, dayNumber } from '../domain/calendar.js';
import { Dirty } from '../index/build-generation.js';
import type { GenerationHandle, PartnerHandle } from '../index/generation.js';
import { type GenerationView, Viewer } from '../index/view.js';
import { LINT_BUDGET_MS, LINT_CALM_MS, STRICT_LINT_BUDGET_MS } from '../limits/control.js';
import type { Found, LintedCard } from '../lint/card.js';
import { isPartOfGap, isSameGap, missingIn } from '../lint/compare.js';
import { findingsIn, listed, reportOf, severityOf } from '../lint/lint.js';
import type { Change } from '../model/change.js';
import type { Catalog } from './documents/catalog.js';
import { Pace } from './operations/documents/pace.js';
import type { IndexPublisher } from './publisher.js';

export interface LinterOptions {
  catalog: Catalog;
  publisher: IndexPublisher;
  /** Milliseconds since the epoch. */
  now(): number;
  /** How long it works on a report or a change, in milliseconds, and on one that is refused if it brings errors. */
  budgetMs?: number;
  strictBudgetMs?: number;
  /** A fault of our own: the card is not counted. */
  onFailure(error: unknown, partnerId: string): void;
}

/** Documents of one moment, and the index of them. */
interface Moment {
  catalog: Catalog;
  generation: GenerationHandle;
  view: GenerationView;
}

interface Counted {
  handle: PartnerHandle;
  day: number;
  bySeverity: Record<Severity, number>;
}

/** What a change does to findings. */
interface Difference {
  brings: Finding[];
  clears: Finding[];
  /** The errors that it brings, but for gaps that it only makes smaller. */
  errors: Finding[];
  /** How many partners were not compared, because that took too long. */
  cut: number;
}

export class Linter {
  readonly #options: LinterOptions;
  readonly #counted = new Map<string, Counted>();
  #timer: NodeJS.Timeout | null = null;
  #tomorrow: NodeJS.Timeout | null = null;
  #counting: Promise<void> | null = null;
  #isStopped = false;

  constructor(options: LinterOptions) {
    this.#options = options;
  }

  /**
   * The report about a partner that there is, active or not.
   * @param asOf the moment at which rows must be in force, ISO 8601; null: now
   */
  report(partnerId: string, asOf: string | null): Promise<LintReport> {
    return this.#lint(this.#after([], [partnerId]), partnerId, asOf);
  }

  /**
   * What the findings about these partners differ in after `changes`; one that is gone then has none. All findings are
   * compared, also those beyond what a report lists: otherwise one that is mended would move another one into the list,
   * which was there before. A partner whose check is cut is left out: what the check has not reached is not cleared.
   */
  async difference(partnerIds: readonly string[], changes: readonly Change[], isStrict: boolean): Promise<Difference> {
    const difference: Difference = { brings: [], clears: [], errors: [], cut: 0 };
    const { budgetMs = LINT_BUDGET_MS, strictBudgetMs = STRICT_LINT_BUDGET_MS } = this.#options;
    const budget = new Budget(isStrict ? strictBudgetMs : budgetMs);
    if (partnerIds.length === 0) return difference;
    const before = this.#after([], partnerIds);
    const after = this.#after(changes, partnerIds);
    for (const partnerId of partnerIds) {
      const former = await this.#findings(before, partnerId, budget);
      const later = await this.#findings(after, partnerId, budget);
      if (former === null || later === null) {
        difference.cut++;
        continue;
      }
      difference.brings.push(...listed(missingIn(former, later, isSameGap)));
      difference.clears.push(...listed(missingIn(later, former, isSameGap)));
      const worse = listed(missingIn(former, later, isPartOfGap));
      difference.errors.push(...worse.filter(({ severity }) => severity === 'error'));
    }
    return difference;
  }

  /** Findings of all active partners by severity, as far as they have been counted. */
  counts(): Record<Severity, number> {
    const sums = Object.fromEntries(SEVERITIES.map((severity) => [severity, 0])) as Record<Severity, number>;
    for (const { bySeverity } of this.#counted.values())
      for (const severity of SEVERITIES) sums[severity] += bySeverity[severity];
    return sums;
  }

  /** To be called after each change of the index: cards are counted again once it has been calm for some time. */
  noteChange(): void {
    if (this.#isStopped) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#counting = (this.#counting ?? Promise.resolve()).then(() => this.#count());
    }, LINT_CALM_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#counting;
    if (this.#tomorrow !== null) clearTimeout(this.#tomorrow);
  }

  /** Counts the findings of the cards that are new since they were counted, or were counted on another day. */
  async #count(): Promise<void> {
    const { publisher, now, onFailure } = this.#options;
    const generation = publisher.current;
    if (generation === null) return;
    const moment = this.#after([], []);
    const handles = new Map(moment.generation.partners.map((handle) => [handle.partnerId, handle]));
    for (const partnerId of this.#counted.keys()) if (!handles.has(partnerId)) this.#counted.delete(partnerId);
    const day = dayNumber(now());
    for (const [partnerId, handle] of handles) {
      const known = this.#counted.get(partnerId);
      if (this.#isStopped) return;
      if (known?.handle === handle && known.day === day) continue;
      try {
        const { counts } = await this.#lint(moment, partnerId, null);
        const bySeverity = { error: 0, warning: 0 };
        for (const [code, count] of Object.entries(counts)) bySeverity[severityOf(code as LintCode)] += count;
        this.#counted.set(partnerId, { handle, day, bySeverity });
      } catch (error) {
        onFailure(error, partnerId);
      }
    }
    if (this.#tomorrow !== null) clearTimeout(this.#tomorrow);
    this.#tomorrow = setTimeout(() => this.noteChange(), startOfDay(day + 1) - now());
    this.#tomorrow.unref();
  }

  /** Null: the budget did not suffice. */
  async #findings(moment: Moment, partnerId: string, budget: Budget): Promise<readonly Found[] | null> {
    if (moment.catalog.find('partners', partnerId) === undefined) return [];
    const nowMs = this.#options.now();
    return inTurns(findingsIn(cardOf(moment, partnerId, nowMs, null), nowMs), budget);
  }

  async #lint(moment: Moment, partnerId: string, asOf: string | null): Promise<LintReport> {
    const { now, budgetMs = LINT_BUDGET_MS } = this.#options;
    const nowMs = now();
    const card = cardOf(moment, partnerId, nowMs, asOf);
    const found: Found[] = [];
    const whole = await inTurns(findingsIn(card, nowMs, found), new Budget(budgetMs));
    return reportOf(card, found, whole === null);
  }

  /**
   * The documents as they are now, after `changes`, with the index of them.
   * @param partnerIds are active in it, as well as those that are anyway
   */
  #after(changes: readonly Change[], partnerIds: readonly string[]): Moment {
    const { catalog: present, publisher } = this.#options;
    const catalog = present.fork();
    const dirty = new Dirty();
    catalog.apply(changes, dirty);
    for (const partnerId of partnerIds) {
      const partner = catalog.find('partners', partnerId);
      if (partner === undefined || partner.status === 'ACTIVE') continue;
      const document = { ...partner, status: 'ACTIVE' as const };
      catalog.apply([{ kind: 'put', collection: 'partners', key: partnerId, document }], dirty);
    }
    const generation = publisher.aside(catalog, dirty);
    return { catalog, generation, view: new Viewer().view(generation) };
  }
}

/** @param asOf the moment at which rows must be in force, ISO 8601; null: at `nowMs` */
function cardOf({ catalog, view }: Moment, partnerId: string, nowMs: number, asOf: string | null): LintedCard {
  return {
    documents: catalog.cardDocuments(partnerId),
    defaults: catalog.generalDocuments()['customer-charges'],
    view,
    partner: view.partner(partnerId)!,
    atMs: asOf === null ? nowMs : Date.parse(asOf),
    // a query may write a moment in ways that a shipDate may not
    asOf: asOf === null || A_MOMENT.test(asOf) ? asOf : new Date(asOf).toISOString(),
  };
}

const A_MOMENT = new RegExp(MOMENT_PATTERN);

/** Work in turns that may take so long altogether. */
class Budget {
  readonly #pace = new Pace();

  constructor(private readonly ms: number) {}

  /** False: it is used up. */
  async step(): Promise<boolean> {
    await this.#pace.step();
    return this.#pace.workedMs <= this.ms;
  }
}

/** What a generator comes to; between its steps the thread answers other requests. Null: the budget did not suffice. */
async function inTurns<T>(working: Generator<undefined, T>, budget: Budget): Promise<T | null> {
  while (await budget.step()) {
    const step = working.next();
    if (step.done === true) return step.value;
  }
  return null;
}
