/**
 * Counts questions by outcome. It runs for each answer, so it uses plain numbers: labels are looked up at scrape time.
 */
import { OUTCOMES, type QuestionOutcome } from './engine/outcomes.js';
import type { Question } from './engine/question.js';

export interface QuestionCount extends QuestionOutcome {
  question: Question;
  count: number;
}

export class QuestionCounts {
  readonly #counts: Readonly<Record<Question, Float64Array>> = { availability: zeros(), assignment: zeros(), charges: zeros() };

  /** @param outcomeCode see {@link OUTCOMES} */
  add(question: Question, outcomeCode: number): void {
    this.#counts[question][outcomeCode]! += 1;
  }

  /**
   * Lists offers and refusals from the start, so that the first one is a rise from 0; failures only once there was one.
   */
  list(): QuestionCount[] {
    return Object.entries(this.#counts).flatMap(([question, counts]) =>
      OUTCOMES
        .map((outcome, code) => ({ question: question as Question, ...outcome, count: counts[code]! }))
        .filter(({ outcome, count }) => outcome !== 'failed' || count > 0));
  }
}

function zeros(): Float64Array {
  return new Float64Array(OUTCOMES.length);
}
