/**
 * What a change does: to money, by what this node was asked and assignments, priced with and without the change; and to
 * who gets shipments, by the latest assignments, chosen again with and without it.
 */
import { ofPartners, type SentSide } from '../../analysis/analyst.js';
import { noAllocation } from '../../analysis/impact/allocation.js';
import { refusalsIn } from '../../analysis/impact/refusals.js';
import { Sample, type SampledQuestion } from '../../analysis/impact/sample.js';
import type { AnsweredQuestion } from '../../engine/question.js';
import { ImpactSums } from '../../analysis/impact/sums.js';
import { PricingRequest } from '../../contract/pricing-request.js';
import type { RefusalRow } from '../../contract/summary.js';
import type { AllocationImpact, Impact } from '../../contract/impact.js';
import {
  ALLOCATION_IMPACT_BUDGET_MS,
  IMPACT_BUDGET_MS,
  MAX_IMPACT_ASSIGNMENTS,
  MAX_IMPACT_CHOICES,
} from '../../limits/control.js';
import type { AssignmentSample } from '../../model/documents.js';
import { SchemaValidator } from '../../model/schema-faults.js';
import type { Store } from '../../store/port.js';
import { assignmentOf } from '../allocation/sampled.js';
import { type Analyst, AnalystError } from './analyst.js';
import type { ChangePreview, PreviewSide } from './change-preview.js';

export interface ImpactOptions {
  analyst: Pick<Analyst, 'ask'>;
  store: Pick<Store, 'latestRequests'>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** How long it works on a change, in milliseconds. */
  budgetMs?: number;
}

/** Another program may have written any content to a shared store. */
const ASKED = new SchemaValidator(PricingRequest, 1);

/** What the store has of a change, each the JSON text that the analyst gets. */
interface StoredSample {
  /** Assignments to touched partners. */
  priced: string[];
  /** In the order in which they were assigned. */
  chosen: string[];
}

export class ImpactMeter {
  readonly #options: ImpactOptions;
  readonly #sample = new Sample();

  constructor(options: ImpactOptions) {
    this.#options = options;
  }

  /** Takes a question, which was answered, into the sample. */
  take(question: AnsweredQuestion): void {
    this.#sample.take(question);
  }

  /** How many questions are in the sample, and why some of them were refused. */
  refusals(): { questions: number; rows: RefusalRow[] } {
    const { questions, counts } = this.#sample.outcomes(this.#options.now());
    return { questions, rows: refusalsIn(counts) };
  }

  /**
   * The impact that a change has, or would have. If the analyst has ended, it is cut before the first price.
   * @param preview null: the change is about no partner and no allocation
   */
  async measure(preview: ChangePreview | null): Promise<Impact> {
    const { now, budgetMs = IMPACT_BUDGET_MS } = this.#options;
    if (preview === null || (preview.touched?.size === 0 && !preview.isOfAllocation)) return new ImpactSums().result();
    const nowMs = now();
    const stored = await this.#stored(preview);
    const startedAtMs = performance.now();
    const allocation = await this.#allocation(preview, stored.chosen, nowMs);
    const leftMs = budgetMs - (performance.now() - startedAtMs);
    const prices = await this.#prices(preview, stored.priced, nowMs, leftMs);
    return { ...prices, ...(allocation && { allocation }) };
  }

  async #stored({ touched, isOfAllocation }: ChangePreview): Promise<StoredSample> {
    const priced: string[] = [];
    const chosen: string[] = [];
    const mostChosen = isOfAllocation ? MAX_IMPACT_CHOICES : 0;
    const limit = touched?.size === 0 ? MAX_IMPACT_CHOICES : MAX_IMPACT_ASSIGNMENTS;
    await this.#options.store.latestRequests(limit, (sample) => {
      const question = isTouchedBy(touched, sample.partnerId) ? pricedOf(sample) : null;
      if (question !== null) priced.push(JSON.stringify(question));
      const assignment = chosen.length < mostChosen ? assignmentOf(sample) : null;
      if (assignment !== null) chosen.push(JSON.stringify(assignment));
    });
    return { priced, chosen: chosen.reverse() };
  }

  async #prices(
    { before, after, touched }: ChangePreview,
    assignments: readonly string[],
    nowMs: number,
    budgetMs: number,
  ): Promise<Impact> {
    const isTouched = (partnerId: string): boolean => isTouchedBy(touched, partnerId);
    const active = ({ generation, inactive }: PreviewSide) =>
      ofPartners(generation, (partnerId) => isTouched(partnerId) && !inactive.has(partnerId));
    const questions = touched?.size === 0 ? [] : this.#sample.questions(nowMs, isTouched);
    if (questions.length + assignments.length === 0) return new ImpactSums().result();
    try {
      return await this.#options.analyst.ask('impact', () => ({
        before: active(before),
        after: active(after),
        questions,
        assignments,
        nowMs,
        budgetMs,
      }));
    } catch (error) {
      if (error instanceof AnalystError) return new ImpactSums().result(true);
      throw error;
    }
  }

  /** Null: the change is not about who gets shipments, or there are no policies and no capacities. */
  async #allocation(
    { before, after, isOfAllocation }: ChangePreview,
    assignments: readonly string[],
    nowMs: number,
  ): Promise<AllocationImpact | null> {
    if (!isOfAllocation) return null;
    if (assignments.length === 0) return noAllocation();
    const { analyst, budgetMs = ALLOCATION_IMPACT_BUDGET_MS } = this.#options;
    try {
      return await analyst.ask('allocation', () => ({
        before: sentSide(before),
        after: sentSide(after),
        assignments,
        nowMs,
        budgetMs: Math.min(budgetMs, ALLOCATION_IMPACT_BUDGET_MS),
      }));
    } catch (error) {
      if (error instanceof AnalystError) return noAllocation(true);
      throw error;
    }
  }
}

const isTouchedBy = (touched: ChangePreview['touched'], partnerId: string): boolean =>
  touched === null || touched.has(partnerId);

const sentSide = ({ generation, inactive }: PreviewSide): SentSide => ({ generation, inactive: [...inactive] });

function pricedOf({ partnerId, asked }: AssignmentSample): SampledQuestion | null {
  if (!ASKED.accepts(asked)) return null;
  const { shipDate, ...shipment } = asked;
  return { question: 'assignment', partnerId, excluded: [], shipDate, shipment };
}
