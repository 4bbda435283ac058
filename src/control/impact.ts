/** What a change does to money: what this node was asked, and assignments, priced with and without the change. */
import { ofPartners } from '../analysis/analyst.js';
import { Sample, type SampledQuestion } from '../analysis/impact/sample.js';
import type { QuestionJob } from '../engine/question.js';
import { ImpactSums } from '../analysis/impact/sums.js';
import { PricingRequest } from '../contract/pricing-request.js';
import type { Impact } from '../contract/impact.js';
import { IMPACT_BUDGET_MS, MAX_IMPACT_ASSIGNMENTS } from '../limits/control.js';
import { SchemaValidator } from '../model/schema-faults.js';
import type { Store } from '../store/port.js';
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

export class ImpactMeter {
  readonly #options: ImpactOptions;
  readonly #sample = new Sample();

  constructor(options: ImpactOptions) {
    this.#options = options;
  }

  /** Takes a question, which was answered, into the sample. */
  take(question: QuestionJob): void {
    this.#sample.take(question);
  }

  /**
   * The impact that a change has, or would have. If the analyst has ended, it is cut before the first price.
   * @param preview null: the change is about no partner
   */
  async measure(preview: ChangePreview | null): Promise<Impact> {
    const { analyst, store, now, budgetMs = IMPACT_BUDGET_MS } = this.#options;
    if (preview === null || preview.touched?.size === 0) return new ImpactSums().result();
    const { before, after, touched } = preview;
    const isTouched = (partnerId: string): boolean => touched === null || touched.has(partnerId);
    const active = ({ generation, inactive }: PreviewSide) =>
      ofPartners(generation, (partnerId) => isTouched(partnerId) && !inactive.has(partnerId));
    const nowMs = now();
    const questions = this.#sample.questions(nowMs, isTouched);
    const assignments: string[] = [];
    await store.latestRequests(MAX_IMPACT_ASSIGNMENTS, ({ partnerId, asked }) => {
      if (!isTouched(partnerId) || !ASKED.accepts(asked)) return;
      const { shipDate, ...shipment } = asked;
      const question = {
        ...{ question: 'assignment', partnerId, excluded: [] },
        shipDate,
        shipment,
      } satisfies SampledQuestion;
      assignments.push(JSON.stringify(question));
    });
    if (questions.length + assignments.length === 0) return new ImpactSums().result();
    try {
      return await analyst.ask('impact', () => ({
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
}
