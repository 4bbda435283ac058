/** Lines get their prices: a batch at a time, in as few rounds of questions as it needs. */
import { differenceOf, type InvoiceTerms, needsParts, type PricedLine, statusOf } from './decompose.js';
import type { LineFinding } from './finding.js';
import type { PendingLine } from './intake.js';
import type { BilledRoute, Leg } from './line.js';
import { isOtherRoute, isTaxed, type LegPrice, legPriceOf, type PriceAnswer, type PricePort, type PriceQuestion } from './prices.js';
import { questionOf, routeWith } from './question.js';

/** What of a line is assumed in place of what is known. */
interface Assumed {
  route: BilledRoute | undefined;
  chargedGrams: number | undefined;
}

/** The legs of a line as something; a text: why they have no price. */
type LegsPrice = readonly LegPrice[] | string;

interface Ask {
  pending: PendingLine;
  assumed: Assumed;
}

const IST_AHEAD_MS = 330 * 60_000;

export class Pricer {
  /** Percent of tax by partner and day: asked once for each. */
  readonly #percents = new Map<string, Promise<number | null>>();
  readonly #looksAtParts: boolean;

  constructor(
    private readonly port: PricePort,
    private readonly terms: InvoiceTerms,
    private readonly tolerancePaise: number,
    hasFoot: boolean,
  ) {
    this.#looksAtParts = needsParts(terms, hasFoot);
  }

  /**
   * 1. All legs at our weight and lane.
   * 2. Where the line claims another weight or lane: at the charged weight, and at the billed lane too.
   * 3. Where the card cannot price the charged weight at either: the billed lane at our weight.
   */
  async price(lines: readonly PendingLine[]): Promise<LineFinding[]> {
    const ours = await this.#ask(lines.map((pending) => ({ pending, assumed: ofOurs(pending) })));
    const second: Ask[] = [];
    const plan = lines.map((pending, at) => {
      const prices = ours[at]!;
      if (typeof prices === 'string') return null;
      const { line, route, isUnweighed } = pending;
      const chargedGrams = line.chargedGrams ?? undefined;
      const isHeavier =
        !isUnweighed && chargedGrams !== undefined && prices.some((price) => price.chargeableGrams !== chargedGrams);
      const { billed } = line;
      const isElsewhere = billed !== null && prices.some((price) => isOtherRoute(billed, price));
      return {
        weighed: isHeavier ? second.push({ pending, assumed: { route, chargedGrams } }) - 1 : null,
        routed: isElsewhere
          ? second.push({ pending, assumed: { route: routeWith(route, billed), chargedGrams } }) - 1
          : null,
      };
    });
    const claimed = second.length === 0 ? [] : await this.#ask(second);
    const third: Ask[] = [];
    const again = plan.map((places, at) => {
      const isPassedOver = (place: number | null | undefined): boolean => place != null && typeof claimed[place] === 'string';
      if (!isPassedOver(places?.weighed) || !isPassedOver(places?.routed)) return null;
      const pending = lines[at]!;
      const route = routeWith(pending.route, pending.line.billed!);
      return third.push({ pending, assumed: { route, chargedGrams: undefined } }) - 1;
    });
    const last = third.length === 0 ? [] : await this.#ask(third);
    const known = (prices: LegsPrice | undefined): readonly LegPrice[] | null =>
      prices === undefined || typeof prices === 'string' ? null : prices;
    return lines.map((pending, at) => {
      const prices = ours[at]!;
      const places = plan[at];
      if (typeof prices === 'string' || places == null) return { ...pending.unpriced, reason: prices as string };
      const routed = places.routed === null ? null : known(claimed[places.routed]);
      return this.#found(pending, {
        line: pending.line,
        ours: prices,
        notOwed: pending.notOwed,
        weighed: places.weighed === null ? null : known(claimed[places.weighed]),
        routed: routed ?? (again[at] == null ? null : known(last[again[at]])),
      });
    });
  }

  #found({ unpriced, pricedBy, isUnweighed }: PendingLine, priced: PricedLine): LineFinding {
    const { expectedPaise, causes } = differenceOf(priced, this.terms);
    const status = statusOf(unpriced.billedPaise - expectedPaise, this.tolerancePaise);
    return { ...unpriced, status, expectedPaise, causes, priced, pricedBy, isUnweighed };
  }

  async #ask(asks: readonly Ask[]): Promise<LegsPrice[]> {
    const questions: PriceQuestion[] = [];
    const places = asks.map(({ pending, assumed }) => {
      const { line, legs, facts, date, isNotCollected } = pending;
      const asked = legs.map((leg) => questionOf(line.partnerId, leg, facts, date, { ...assumed, isNotCollected }));
      const unasked = asked.find((each) => typeof each === 'string');
      if (unasked !== undefined) return unasked as string;
      return asked.map((each) => questions.push(each as PriceQuestion) - 1);
    });
    const answers = questions.length === 0 ? [] : await this.port.prices(questions);
    const percents = this.#looksAtParts ? await this.#percentsOf(questions, answers) : null;
    return asks.map(({ pending }, at) => {
      const of = places[at]!;
      if (typeof of === 'string') return of;
      const found: LegPrice[] = [];
      for (const [index, place] of of.entries()) {
        const answer = answers[place]!;
        if (!answer.isPriced) return answer.reason;
        found.push(legPriceOf(pending.legs[index] as Leg, answer, percents?.[place] ?? null));
      }
      return found;
    });
  }

  /** By question; null: it has no price, or no tax. */
  async #percentsOf(
    questions: readonly PriceQuestion[],
    answers: readonly PriceAnswer[],
  ): Promise<(number | null)[]> {
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
      for (const [at, key] of [...missing.keys()].entries())
        this.#percents.set(
          key,
          asked.then((percents) => percents[at] ?? null),
        );
    }
    return Promise.all(keys.map((key) => (key === null ? null : this.#percents.get(key)!)));
  }
}

const ofOurs = ({ line, route, isUnweighed }: PendingLine): Assumed => ({
  route,
  chargedGrams: isUnweighed ? (line.chargedGrams ?? undefined) : undefined,
});

/** The day in India of a day or a moment. */
export const dayOf = (date: string): string =>
  date.length === 10 ? date : new Date(Date.parse(date) + IST_AHEAD_MS).toISOString().slice(0, 10);
