/** Checks rate cards as a whole: those that are in force, and those that a change would make. */
import { type Finding, SEVERITIES, type Severity } from '../contract/finding.js';
import type { LintReport } from '../contract/lint.js';
import type { LintCode } from '../contract/documents/lint-codes.js';
import { startOfDay, dayNumber } from '../domain/calendar.js';
import { Dirty } from '../index/build-generation.js';
import type { GenerationHandle, PartnerHandle } from '../index/generation.js';
import { type GenerationView, Viewer } from '../index/view.js';
import { LINT_CALM_MS } from '../limits/control.js';
import { lintCard, severityOf } from '../lint/lint.js';
import type { Change } from '../store/port.js';
import type { Catalog } from './documents/catalog.js';
import { Pace } from './operations/documents/pace.js';
import type { IndexPublisher } from './publisher.js';

export interface LinterOptions {
  catalog: Catalog;
  publisher: IndexPublisher;
  /** Milliseconds since the epoch. */
  now(): number;
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

export class Linter {
  readonly #options: LinterOptions;
  readonly #counted = new Map<string, Counted>();
  #timer: NodeJS.Timeout | null = null;
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
    return this.#lint(this.#after([], partnerId), partnerId, asOf);
  }

  /** What the findings about these partners differ in after `changes`; one that is gone then has none. */
  async difference(
    partnerIds: Iterable<string>,
    changes: readonly Change[],
  ): Promise<Record<'brings' | 'clears', Finding[]>> {
    const difference = { brings: [] as Finding[], clears: [] as Finding[] };
    for (const partnerId of partnerIds) {
      const [former, later] = await Promise.all(
        [[], changes].map((applied) => this.#findings(this.#after(applied, partnerId), partnerId)),
      );
      difference.brings.push(...missingIn(former!, later!));
      difference.clears.push(...missingIn(later!, former!));
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
  }

  /** Counts the findings of the cards that are new since they were counted, or were counted on another day. */
  async #count(): Promise<void> {
    const { publisher, now, onFailure } = this.#options;
    const generation = publisher.current;
    if (generation === null) return;
    const moment = this.#after([], null);
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
    const tomorrow = setTimeout(() => this.noteChange(), startOfDay(day + 1) - now());
    tomorrow.unref();
  }

  async #findings(moment: Moment, partnerId: string): Promise<readonly Finding[]> {
    if (moment.catalog.find('partners', partnerId) === undefined) return [];
    return (await this.#lint(moment, partnerId, null)).findings;
  }

  async #lint({ catalog, view }: Moment, partnerId: string, asOf: string | null): Promise<LintReport> {
    const nowMs = this.#options.now();
    const pace = new Pace();
    const linting = lintCard(
      {
        documents: catalog.cardDocuments(partnerId),
        defaults: catalog.generalDocuments()['customer-charges'],
        view,
        partner: view.partner(partnerId)!,
        atMs: asOf === null ? nowMs : Date.parse(asOf),
        asOf,
      },
      nowMs,
    );
    for (;;) {
      const step = linting.next();
      if (step.done === true) return step.value;
      await pace.step();
    }
  }

  /**
   * The documents as they are now, after `changes`, with the index of them.
   * @param partnerId is active in it; null: only those that are active are
   */
  #after(changes: readonly Change[], partnerId: string | null): Moment {
    const { catalog: present, publisher } = this.#options;
    const catalog = present.fork();
    const dirty = new Dirty();
    catalog.apply(changes, dirty);
    const partner = partnerId === null ? undefined : catalog.find('partners', partnerId);
    if (partner !== undefined && partner.status !== 'ACTIVE')
      catalog.apply(
        [{ kind: 'put', collection: 'partners', key: partner.partnerId, document: { ...partner, status: 'ACTIVE' } }],
        dirty,
      );
    const generation = publisher.aside(catalog, dirty);
    return { catalog, generation, view: new Viewer().view(generation) };
  }
}

/** The findings of `others` that are not among `findings`. */
function missingIn(findings: readonly Finding[], others: readonly Finding[]): Finding[] {
  const nameOf = ({ code, documents, message }: Finding) => JSON.stringify([code, documents, message]);
  const names = new Set(findings.map(nameOf));
  return others.filter((finding) => !names.has(nameOf(finding)));
}
