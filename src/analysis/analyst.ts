/**
 * The analyst: checks rate cards and policies, and measures what changes do to prices, on a thread of its own
 * (workers/analyst.ts). Each question of the control thread has all that its answer needs, so the analyst knows nothing
 * between two of them.
 */
import type { Finding } from '../contract/finding.js';
import type { AllocationImpact, Impact } from '../contract/impact.js';
import type { LintReport, LintSummary } from '../contract/lint.js';
import type { CardDocuments } from '../index/card/documents.js';
import { byGeneralCollection } from '../index/general.js';
import type { GenerationHandle } from '../index/generation.js';
import type { Block } from '../index/layout.js';
import { type GenerationView, Viewer } from '../index/view.js';
import type { PartnerOutcomes } from '../domain/outcomes/shifts.js';
import type { CustomerCharge } from '../model/documents.js';
import { measureAllocation } from './impact/allocation.js';
import { measure } from './impact/measure.js';
import type { LintedCard } from './lint/card.js';
import { isPartOfGap, isSameGap, missingIn } from './lint/compare.js';
import { findingsIn, type Findings, listed, reportOf, summaryOf } from './lint/lint.js';
import { policyFindings } from './lint/policies/policies.js';
import type { LintedHouse, RuleUse } from './lint/policies/rules.js';

/** Functions that the control thread calls. */
export type AnalystCalls = {
  report(question: ReportQuestion): LintReport;
  policyReport(question: PolicyReportQuestion): LintSummary;
  difference(question: DifferenceQuestion): CardDifference;
  impact(question: ImpactQuestion): Impact;
  allocation(question: AllocationQuestion): AllocationImpact;
};

/** A partner's card. */
export interface SentCard {
  documents: CardDocuments;
  /** The charges without a partner. */
  defaults: readonly CustomerCharge[];
  outcomes: PartnerOutcomes;
  /** The index of this partner alone, see {@link ofPartners}. */
  generation: GenerationHandle;
}

/** All policies, and what they name. */
export interface SentHouse {
  /** The active partners, and the groups that each is in. */
  partners: readonly { partnerId: string; groups: readonly string[] }[];
  /** The index without partners. */
  house: GenerationHandle;
  /** What rules have done lately; absent: that is not looked at. */
  uses?: readonly RuleUse[];
}

interface Question {
  /** Milliseconds since the epoch. */
  nowMs: number;
  /** How long the answer may take before it is cut, in milliseconds. */
  budgetMs: number;
}

export interface ReportQuestion extends Question {
  card: SentCard;
  /** The moment at which rows must be in force, as a shipDate; null: now. */
  asOf: string | null;
}

interface PolicyReportQuestion extends Question {
  house: SentHouse;
  /** As of {@link ReportQuestion}. */
  asOf: string | null;
}

/** A partner's card without and with a change, or all policies; null: there is no such partner then. */
interface DifferenceQuestion extends Question {
  before: SentCard | SentHouse | null;
  after: SentCard | SentHouse | null;
}

/** What a change does to the findings about a card, or about policies. */
interface CardDifference {
  brings: Finding[];
  clears: Finding[];
  /** The new errors, without gaps that the change only makes smaller. */
  errors: Finding[];
  /** The check took too long: the rest of the card may have new or cleared findings, so none is reported. */
  isCut: boolean;
  /** Milliseconds. */
  tookMs: number;
}

interface ImpactQuestion extends Question {
  /** The partners that a change touches, where they are active. */
  before: GenerationHandle;
  after: GenerationHandle;
  /** Sampled questions and then assignments, each the JSON text of a SampledQuestion. */
  questions: readonly string[];
  assignments: readonly string[];
}

/** A whole generation, in which these partners are as if they were active. */
export interface SentSide {
  generation: GenerationHandle;
  inactive: readonly string[];
}

export interface AllocationQuestion extends Question {
  before: SentSide;
  after: SentSide;
  /** In the order in which they were assigned, each the JSON text of a SampledAssignment. */
  assignments: readonly string[];
}

/** A generation of some of its partners, which price as they do in the whole. What searches among all needs is gone. */
export function ofPartners(generation: GenerationHandle, isWanted: (partnerId: string) => boolean): GenerationHandle {
  const partners = generation.partners.filter(({ partnerId }) => isWanted(partnerId));
  return { ...generation, partners, coverageWords: [] };
}

export function createAnalyst(): AnalystCalls {
  const views = new Views();

  function findings(sent: SentCard | SentHouse | null, nowMs: number, isOver: () => boolean): Findings {
    if (sent === null) return { found: [], isCut: false };
    if ('house' in sent) return policyFindings(views.house(sent, nowMs), isOver);
    return findingsIn(views.card(sent, nowMs, null), nowMs, isOver);
  }

  return {
    report({ card, asOf, nowMs, budgetMs }) {
      const linted = views.card(card, nowMs, asOf);
      return reportOf(linted, findingsIn(linted, nowMs, deadline(budgetMs)));
    },

    policyReport({ house, asOf, nowMs, budgetMs }) {
      const atMs = asOf === null ? nowMs : Date.parse(asOf);
      return summaryOf(atMs, policyFindings(views.house(house, atMs), deadline(budgetMs)));
    },

    /**
     * All findings are compared, also those beyond what a report lists: otherwise one that is mended would move another
     * one into the list, which was there before.
     */
    difference({ before, after, nowMs, budgetMs }) {
      const startedAtMs = performance.now();
      const isOver = deadline(budgetMs);
      const former = findings(before, nowMs, isOver);
      const later = findings(after, nowMs, isOver);
      const isCut = former.isCut || later.isCut;
      const missing = (one: Findings, other: Findings, isAmong: typeof isSameGap): Finding[] =>
        isCut ? [] : listed(missingIn(one.found, other.found, isAmong));
      return {
        brings: missing(former, later, isSameGap),
        clears: missing(later, former, isSameGap),
        errors: missing(former, later, isPartOfGap).filter(({ severity }) => severity === 'error'),
        isCut,
        tookMs: performance.now() - startedAtMs,
      };
    },

    impact: ({ before, after, questions, assignments, nowMs, budgetMs }) =>
      measure(
        views.view(before),
        views.view(after),
        { questions: questions.map(parsed), assignments: assignments.map(parsed), nowMs },
        deadline(budgetMs),
      ),

    allocation({ before, after, assignments, nowMs, budgetMs }) {
      const isOver = deadline(budgetMs);
      return measureAllocation(
        { ...before, view: views.view(before.generation) },
        { ...after, view: views.view(after.generation) },
        { sampled: assignments.map(parsed), nowMs },
        isOver,
      );
    },
  };
}

const parsed = (text: string) => JSON.parse(text);

/** Whether so many milliseconds have passed since this call. */
function deadline(budgetMs: number): () => boolean {
  const lastMs = performance.now() + budgetMs;
  return () => performance.now() > lastMs;
}

/** Views of generations. What questions share is resolved once: each message has copies of the handles. */
class Views {
  readonly #viewer = new Viewer();
  #shared: Block[] = [];

  view(generation: GenerationHandle): GenerationView {
    const shared: Block[] = [];
    const known = (block: Block): Block => {
      const former = this.#shared.find(({ version }) => version === block.version) ?? block;
      shared.push(former);
      return former;
    };
    const geography = known(generation.geography);
    const general = byGeneralCollection((collection) => known(generation.general[collection]));
    const performance = known(generation.performance);
    this.#shared = shared;
    return this.#viewer.view({ ...generation, geography, general, performance });
  }

  house({ partners, house, uses = [] }: SentHouse, atMs: number): LintedHouse {
    const groupsOf = new Map(partners.map(({ partnerId, groups }) => [partnerId, groups]));
    return { view: this.view(house), groupsOf, atMs, uses };
  }

  /** @param asOf the moment at which rows must be in force; null: at `nowMs` */
  card({ documents, defaults, outcomes, generation }: SentCard, nowMs: number, asOf: string | null): LintedCard {
    const view = this.view(generation);
    return {
      documents,
      defaults,
      outcomes,
      view,
      partner: view.partners[0]!,
      atMs: asOf === null ? nowMs : Date.parse(asOf),
      asOf,
    };
  }
}
