/** Lines get their prices: a batch at a time, in as few rounds of questions as it needs. */
import { differenceOf, type InvoiceTerms, type PricedLine, statusOf } from './decompose.js';
import type { LineFinding } from './finding.js';
import type { PendingLine } from './intake.js';
import type { BilledRoute } from './line.js';
import { isOtherRoute, type LegPrice } from './prices.js';
import type { LegsPrice, PriceSource } from './price-source.js';
import { questionOf, routeWith } from './question.js';

/** What of a line is assumed in place of what is known. */
interface LineAssumption {
  route: BilledRoute | undefined;
  chargedGrams: number | undefined;
}

type Round = (LegsPrice | null)[];

export class Pricer {
  constructor(
    private readonly source: PriceSource,
    private readonly terms: InvoiceTerms,
    private readonly tolerancePaise: number,
  ) {}

  /**
   * 1. All legs at our weight and lane.
   * 2. Where the line claims another weight or lane: at the charged weight, and at the billed lane too.
   * 3. Where the card cannot price the charged weight at either: the billed lane at our weight.
   */
  async price(lines: readonly PendingLine[]): Promise<LineFinding[]> {
    const ours = await this.#round(lines, ofOurs);
    const [weighed, routed] = await Promise.all([
      this.#round(lines, (pending, at) => ofWeight(pending, pricesIn(ours, at))),
      this.#round(lines, (pending, at) => ofLane(pending, pricesIn(ours, at))),
    ]);
    const again = await this.#round(lines, ({ route, line }, at) =>
      isPassedOver(weighed, at) && isPassedOver(routed, at)
        ? { route: routeWith(route, line.billed!), chargedGrams: undefined }
        : null,
    );
    return lines.map((pending, at) => {
      const prices = ours[at]!;
      if (typeof prices === 'string') return { ...pending.unpriced, reason: prices };
      return this.#found(pending, {
        line: pending.line,
        ours: prices,
        notOwed: pending.notOwed,
        weighed: pricesIn(weighed, at),
        routed: pricesIn(routed, at) ?? pricesIn(again, at),
      });
    });
  }

  #found({ unpriced, pricedBy, isUnweighed }: PendingLine, priced: PricedLine): LineFinding {
    const { expectedPaise, causes } = differenceOf(priced, this.terms);
    const status = statusOf(unpriced.billedPaise - expectedPaise, this.tolerancePaise);
    return { ...unpriced, status, expectedPaise, causes, priced, pricedBy, isUnweighed };
  }

  /** Asks about some of the lines. @param assume null: not about this one, whose place is null then */
  async #round(
    lines: readonly PendingLine[],
    assume: (pending: PendingLine, at: number) => LineAssumption | null,
  ): Promise<Round> {
    const places: number[] = [];
    const parcels = lines.flatMap((pending, at) => {
      const assumed = assume(pending, at);
      if (assumed === null) return [];
      places.push(at);
      const { line, legs, facts, date, isNotCollected } = pending;
      const claims = { ...assumed, isNotCollected };
      return [legs.map((leg) => ({ leg, question: questionOf(line.partnerId, leg, facts, date, claims) }))];
    });
    const round: Round = lines.map(() => null);
    if (parcels.length === 0) return round;
    for (const [index, prices] of (await this.source.ask(parcels)).entries()) round[places[index]!] = prices;
    return round;
  }
}

const pricesIn = (round: Round, at: number): readonly LegPrice[] | null => {
  const prices = round[at]!;
  return typeof prices === 'string' ? null : prices;
};

/** It was asked about, and the card cannot price it. */
const isPassedOver = (round: Round, at: number): boolean => typeof round[at] === 'string';

const ofOurs = ({ line, route, isUnweighed }: PendingLine): LineAssumption => ({
  route,
  chargedGrams: isUnweighed ? (line.chargedGrams ?? undefined) : undefined,
});

function ofWeight({ line, route, isUnweighed }: PendingLine, ours: readonly LegPrice[] | null): LineAssumption | null {
  const { chargedGrams } = line;
  if (ours === null || isUnweighed || chargedGrams === null) return null;
  return ours.some((price) => price.chargeableGrams !== chargedGrams) ? { route, chargedGrams } : null;
}

function ofLane({ line, route }: PendingLine, ours: readonly LegPrice[] | null): LineAssumption | null {
  const { billed, chargedGrams } = line;
  if (ours === null || billed === null || !ours.some((price) => isOtherRoute(billed, price))) return null;
  return { route: routeWith(route, billed), chargedGrams: chargedGrams ?? undefined };
}
