/** Prices of legs from the port, with the percent of tax where somebody looks at their parts. */
import type { Leg } from './line.js';
import { dayOf } from './money.js';
import { isTaxed, type LegPrice, legPriceOf, type PriceAnswer, type PricePort, type PriceQuestion } from './prices.js';

/** A leg and its question; a text: why there is nothing to ask. */
export interface LegQuestion {
  leg: Leg;
  question: PriceQuestion | string;
}

/** The legs of a parcel, each with its price; a text: why they have none. */
export type LegsPrice = readonly LegPrice[] | string;

export class PriceSource {
  /** Percent of tax by partner and day: asked once for each. */
  readonly #percents = new Map<string, Promise<number | null>>();

  /** @param looksAtParts false: only sums count, and the percent is never asked */
  constructor(
    private readonly port: PricePort,
    private readonly looksAtParts: boolean,
  ) {}

  /** @param parcels the legs of each */
  async ask(parcels: readonly (readonly LegQuestion[])[]): Promise<LegsPrice[]> {
    const questions: PriceQuestion[] = [];
    const places = parcels.map((legs) => {
      const unasked = legs.find(({ question }) => typeof question === 'string');
      if (unasked !== undefined) return unasked.question as string;
      return legs.map(({ question }) => questions.push(question as PriceQuestion) - 1);
    });
    if (questions.length === 0) return places.map((place) => (typeof place === 'string' ? place : []));
    const answers = await this.port.prices(questions);
    const percents = this.looksAtParts ? await this.#percentsOf(questions, answers) : [];
    return places.map((place, at) => {
      if (typeof place === 'string') return place;
      const prices: LegPrice[] = [];
      for (const [index, number] of place.entries()) {
        const answer = answers[number]!;
        if (!answer.isPriced) return answer.reason;
        prices.push(legPriceOf(parcels[at]![index]!.leg, answer, percents[number] ?? null));
      }
      return prices;
    });
  }

  /** By question; null: it has no price, or no tax. */
  async #percentsOf(questions: readonly PriceQuestion[], answers: readonly PriceAnswer[]): Promise<(number | null)[]> {
    const missing = new Map<string, PriceQuestion>();
    const keys = questions.map((question, at) => {
      const answer = answers[at]!;
      // without tax the parts are as they are
      if (!answer.isPriced || !isTaxed(answer.charges)) return null;
      const key = `${question.partnerId} ${dayOf(question['shipDate'] as string)}`;
      if (!this.#percents.has(key) && !missing.has(key)) missing.set(key, question);
      return key;
    });
    if (missing.size > 0) {
      const asked = this.port.taxPercents([...missing.values()]);
      for (const [at, key] of [...missing.keys()].entries()) {
        const percent = asked.then((percents) => percents[at] ?? null);
        // it is awaited below, after those before it
        percent.catch(() => undefined);
        this.#percents.set(key, percent);
      }
    }
    return Promise.all(keys.map(async (key) => (key === null ? null : await this.#percents.get(key)!)));
  }
}
