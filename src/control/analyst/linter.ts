/** Checks rate cards as a whole and all policies, in force or after a change, on the analyst's thread. */
import { type Finding, SEVERITIES, type Severity } from '../../contract/finding.js';
import type { SentCard, SentHouse } from '../../analysis/analyst.js';
import type { RuleUse } from '../../analysis/lint/policies/rules.js';
import type { LintReport, LintSummary } from '../../contract/lint.js';
import { MOMENT_PATTERN } from '../../model/schema-faults.js';
import { startOfDay, dayNumber } from '../../domain/calendar.js';
import type { PartnerHandle } from '../../index/generation.js';
import { MAX_IMPORT_ERRORS_SHOWN } from '../../limits/store.js';
import { LINT_BUDGET_MS, LINT_CALM_MS, STRICT_LINT_BUDGET_MS } from '../../limits/control.js';
import { type Analyst, AnalystError } from './analyst.js';
import {
  type ChangePreview,
  type PreviewSide,
  momentOf,
  type PreviewSource,
  sentCard,
  sentHouse,
} from './change-preview.js';

export interface LinterOptions {
  present: PreviewSource;
  analyst: Pick<Analyst, 'ask'>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** What rules of policies have done lately; absent: nobody knows. */
  ruleUses?(): Promise<readonly RuleUse[]>;
  /** How long it works on a report or a change, in milliseconds, and on one that is refused if it brings errors. */
  budgetMs?: number;
  strictBudgetMs?: number;
  /** A fault of our own: the card, or with null the policies, are not counted. */
  onFailure(error: unknown, partnerId: string | null): void;
}

interface CountedCard {
  handle: PartnerHandle;
  day: number;
  bySeverity: Record<Severity, number>;
}

const NO_FINDINGS: Readonly<Record<Severity, number>> = { error: 0, warning: 0 };

/** What a change does to findings. */
interface Difference {
  brings: Finding[];
  clears: Finding[];
  /** The new errors, without gaps that the change only makes smaller. */
  errors: Finding[];
  /** How many partners were not compared, as that took too long or the analyst has ended; policies are one more. */
  cut: number;
}

export class Linter {
  readonly #options: LinterOptions;
  readonly #counted = new Map<string, CountedCard>();
  #ofPolicies: Record<Severity, number> = NO_FINDINGS;
  #timer: NodeJS.Timeout | null = null;
  #tomorrow: NodeJS.Timeout | null = null;
  #counting: Promise<void> | null = null;
  #onImported: ((lines: string[]) => void) | null = null;
  #isStopped = false;

  constructor(options: LinterOptions) {
    this.#options = options;
  }

  /**
   * The report about a partner that there is, active or not.
   * @param asOf the moment at which rows must be in force, ISO 8601; null: now
   */
  report(partnerId: string, asOf: string | null): Promise<LintReport> {
    return this.#report(momentOf([partnerId], this.#options.present), partnerId, asOf);
  }

  /** The report about all policies. @param asOf as of {@link report} */
  policyReport(asOf: string | null): Promise<LintSummary> {
    return this.#policyReport(momentOf([], this.#options.present), asOf);
  }

  /**
   * What the findings about policies and about the partners of a change differ in after it; one that is gone then has
   * none. What is cut is left out: what the check has not reached is not cleared.
   * @param preview null: the change is about no partner
   */
  async difference(preview: ChangePreview | null, isStrict: boolean): Promise<Difference> {
    const difference: Difference = { brings: [], clears: [], errors: [], cut: 0 };
    const { analyst, now, budgetMs = LINT_BUDGET_MS, strictBudgetMs = STRICT_LINT_BUDGET_MS } = this.#options;
    if (preview === null) return difference;
    let leftMs = isStrict ? strictBudgetMs : budgetMs;
    const { before, after, partnerIds, isOfPolicies } = preview;
    const looked: ((side: PreviewSide) => SentCard | SentHouse | null)[] = [
      ...(isOfPolicies ? [sentHouse] : []),
      ...partnerIds.map((partnerId) => (side: PreviewSide) => sentCard(side, partnerId)),
    ];
    for (const sent of looked) {
      let askedAtMs = 0;
      const question = () => {
        askedAtMs = performance.now();
        return { before: sent(before), after: sent(after), nowMs: now(), budgetMs: leftMs };
      };
      // an analyst that ends at each card would take its grace for each, and other changes wait
      if (leftMs <= 0) {
        difference.cut++;
        continue;
      }
      try {
        const { brings, clears, errors, isCut, tookMs } = await analyst.ask('difference', question);
        difference.brings.push(...brings);
        difference.clears.push(...clears);
        difference.errors.push(...errors);
        if (isCut) difference.cut++;
        leftMs -= tookMs;
      } catch (error) {
        if (!(error instanceof AnalystError)) throw error;
        difference.cut++;
        leftMs -= performance.now() - askedAtMs;
      }
    }
    return difference;
  }

  /** Findings of all active partners and of policies by severity, as far as they have been counted. */
  counts(): Record<Severity, number> {
    const sums = { ...this.#ofPolicies };
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

  /**
   * The next count looks at the cards of all partners, active or not, and shows their findings.
   * @param show called with a heading, the first findings and how many more there are; not without any
   */
  noteImport(show: (lines: string[]) => void): void {
    this.#onImported = show;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#counting;
    if (this.#tomorrow !== null) clearTimeout(this.#tomorrow);
  }

  /** Counts the findings of the cards that are new since they were counted, or were counted on another day. */
  async #count(): Promise<void> {
    const { present, now, onFailure } = this.#options;
    const show = this.#onImported;
    this.#onImported = null;
    const imported = new ImportFindings();
    const moment = momentOf(
      show === null ? [] : present.catalog.all('partners').map(({ partnerId }) => partnerId),
      present,
    );
    const handles = new Map(moment.generation.partners.map((handle) => [handle.partnerId, handle]));
    for (const partnerId of this.#counted.keys()) if (!handles.has(partnerId)) this.#counted.delete(partnerId);
    const day = dayNumber(now());
    for (const [partnerId, handle] of handles) {
      const known = this.#counted.get(partnerId);
      if (this.#isStopped) return;
      if (known?.handle === handle && known.day === day) continue;
      try {
        const report = await this.#report(moment, partnerId, null);
        if (show !== null) imported.add(report);
        if (moment.inactive.has(partnerId)) continue;
        this.#counted.set(partnerId, { handle, day, bySeverity: report.severities });
      } catch (error) {
        if (!this.#isStopped) onFailure(error, partnerId);
      }
    }
    await this.#countPolicies(moment);
    if (imported.total > 0) show?.(imported.lines());
    if (this.#tomorrow !== null) clearTimeout(this.#tomorrow);
    this.#tomorrow = setTimeout(() => this.noteChange(), startOfDay(day + 1) - now());
    this.#tomorrow.unref();
  }

  async #countPolicies(moment: PreviewSide): Promise<void> {
    this.#ofPolicies = NO_FINDINGS;
    if (moment.catalog.count('allocation-policies') === 0 || this.#isStopped) return;
    try {
      this.#ofPolicies = (await this.#policyReport(moment, null)).severities;
    } catch (error) {
      if (!this.#isStopped) this.#options.onFailure(error, null);
    }
  }

  #report(moment: PreviewSide, partnerId: string, asOf: string | null): Promise<LintReport> {
    const { analyst, now, budgetMs = LINT_BUDGET_MS } = this.#options;
    // a query may write a moment in ways that a shipDate may not
    const written = asOf === null || A_MOMENT.test(asOf) ? asOf : new Date(asOf).toISOString();
    return analyst.ask('report', () => ({
      card: sentCard(moment, partnerId)!,
      asOf: written,
      nowMs: now(),
      budgetMs,
    }));
  }

  /** Of another moment nothing is said about what rules have done. */
  async #policyReport(moment: PreviewSide, asOf: string | null): Promise<LintSummary> {
    const { analyst, now, ruleUses, budgetMs = LINT_BUDGET_MS } = this.#options;
    const isLooked = asOf === null && moment.catalog.count('allocation-policies') > 0;
    const uses = isLooked ? ((await ruleUses?.()) ?? []) : [];
    return analyst.ask('policyReport', () => ({ house: { ...sentHouse(moment), uses }, asOf, nowMs: now(), budgetMs }));
  }
}

/** What the cards of an import have: the first findings, and how many there are. */
class ImportFindings {
  readonly #first: string[] = [];
  readonly #codes = new Map<string, number>();
  readonly #severities = { error: 0, warning: 0 };
  total = 0;

  add({ partnerId, findings, counts, severities }: LintReport): void {
    for (const { code, message, documents } of findings)
      if (this.#first.length < MAX_IMPORT_ERRORS_SHOWN)
        this.#first.push(`${partnerId}: ${code}: ${message}${aboutIn(message, documents)}`);
    for (const [code, count] of Object.entries(counts)) {
      this.total += count;
      this.#codes.set(code, (this.#codes.get(code) ?? 0) + count);
    }
    for (const severity of SEVERITIES) this.#severities[severity] += severities[severity];
  }

  lines(): string[] {
    const more = this.total - this.#first.length;
    const { error, warning } = this.#severities;
    const codes = Array.from(this.#codes, ([code, count]) => `${code} ${count}`);
    return [
      `The linter finds ${this.total} ${this.total === 1 ? 'thing' : 'things'} in the rate cards of the dataset.`,
      ...this.#first,
      ...(more > 0 ? [`... and ${more} more`] : []),
      `${counted(error, 'error')} and ${counted(warning, 'warning')}: ${codes.join(', ')}. `
        + '"pinrate lint" shows them with their examples.',
    ];
  }
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** The documents of a finding that its message does not name. */
function aboutIn(message: string, documents: readonly string[]): string {
  const others = documents.filter((name) => !message.split(/[ :]/).includes(name));
  return others.length === 0 ? '' : ` (${others.join(', ')})`;
}

const A_MOMENT = new RegExp(MOMENT_PATTERN);
