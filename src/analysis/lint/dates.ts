/** DATES_GAP: rows that end, others like them that begin later, and a time in between in which there are none. */
import { periodOf } from '../../domain/dates.js';
import { RATE } from '../../domain/eligibility.js';
import { ask, askedAt, type Question } from './ask.js';
import { type RawFinding, type LintedCard, WHOLE_MS } from './card.js';
import { chargeSeries, distanceSeries, transitSeries } from './dated-charges.js';
import { endingRates, packageSeries } from './dated-rates.js';
import { surchargeSeries } from './dated-surcharges.js';
import type { RoutesByConditions } from './route-conditions.js';
import type { ServedRoute } from './routes.js';
import type { Reach, Series, Span } from './series.js';

/** Questions of a gap among which an example is sought, and how many may be in vain before each gap gets but few. */
const MOST_TRIED = 500;
const MOST_FRUITLESS = 20_000;
const FEW_TRIED = 8;
/** Moments at which later rows begin: how many are tried. */
const MOST_BEGINNINGS = 12;

interface Gap {
  /** The first and the last moment; the latter is the one before the successor begins. */
  fromMs: number;
  toMs: number;
  ended: Span;
  next: Span;
  /** What both reach over, and nothing else does. */
  open: Reach;
}

/** @param untilMs gaps that begin later are not looked for; milliseconds since the epoch */
export function dateGaps(
  card: LintedCard,
  places: RoutesByConditions,
  routes: readonly ServedRoute[],
  untilMs: number,
): RawFinding[] {
  const found: RawFinding[] = [];
  const reported = new Set<string>();
  const budget = { left: MOST_FRUITLESS };
  for (const series of seriesOf(card, places, routes)) {
    for (const gap of gapsOf(series.spans, card.atMs, untilMs)) {
      const documents = [gap.ended.id, gap.next.id].map((id) => `${series.collection}/${id}`);
      if (reported.has(documents.join())) continue;
      const example = exampleOf(card, series, gap, budget);
      if (example === null) continue;
      reported.add(documents.join());
      found.push(findingOf(series, gap, documents, example));
    }
  }
  return [...found, ...gapsToOtherRates(card, places, untilMs, reported)];
}

function* seriesOf(card: LintedCard, places: RoutesByConditions, routes: readonly ServedRoute[]): Generator<Series> {
  yield* packageSeries(card, places);
  yield* distanceSeries(card, places, routes);
  yield* transitSeries(card, places);
  yield* chargeSeries(card, routes);
  yield* surchargeSeries(card, routes);
}

function findingOf(
  { what }: Series,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  documents: string[],
  example: Question,
): RawFinding {
  const [from, to] = [fromMs, toMs].map((ms) => new Date(ms).toISOString());
  const message = `${what}: nothing is in force from ${from} to ${to}`;
  return { code: 'DATES_GAP', message, documents, examples: [example] };
}

/** Gaps of rates after which rows begin that name the routes in another way, as zone pairs after lanes. */
function gapsToOtherRates(
  card: LintedCard,
  places: RoutesByConditions,
  untilMs: number,
  reported: Set<string>,
): RawFinding[] {
  const found: RawFinding[] = [];
  const rows = card.documents.packages.filter(({ status, validFrom }) => status && validFrom);
  const beginnings = [...new Set(rows.map((row) => periodOf(row).fromMs))].sort((a, b) => a - b);
  let left = MOST_FRUITLESS;
  for (const series of endingRates(card, places, untilMs)) {
    const span = series.spans[0]!;
    const firstMs = Math.ceil((span.toMs + 1) / WHOLE_MS) * WHOLE_MS;
    const later = beginnings.filter((ms) => ms > firstMs).slice(0, MOST_BEGINNINGS);
    if (later.length === 0) continue;
    let tries = left > 0 ? MOST_TRIED : FEW_TRIED;
    for (const question of series.questions(span, span.toMs)) {
      if (tries-- === 0) break;
      left--;
      if (!series.counts(ask(card, question))) continue;
      const example = askedAt(question, firstMs);
      const quote = ask(card, example);
      if (quote.price !== null || (quote.eligibility.reasons & ~RATE) !== 0) continue;
      if (series.isWithin?.(quote, span) === false) continue;
      const next = firstPriced(card, question, later);
      if (next === null) continue;
      const documents = [span.id, next.id].map((id) => `packages/${id}`);
      if (reported.has(documents.join())) continue;
      reported.add(documents.join());
      found.push(findingOf(series, { fromMs: span.toMs + 1, toMs: next.fromMs - 1 }, documents, example));
    }
  }
  return found;
}

/** The first of these moments at which a question has a rate, and the id of its row. */
function firstPriced(
  card: LintedCard,
  question: Question,
  moments: readonly number[],
): { fromMs: number; id: number } | null {
  for (const fromMs of moments) {
    const { price } = ask(card, askedAt(question, fromMs));
    if (price !== null) return { fromMs, id: card.partner.card.packages.id[price.packageRow]! };
  }
  return null;
}

/** A question within the gap that no row of the series prices, while its successor prices it later. */
function exampleOf(card: LintedCard, series: Series, gap: Gap, budget: { left: number }): Question | null {
  const within = Math.max(gap.fromMs, card.atMs);
  const later = series.questions(gap.open, gap.next.fromMs)[Symbol.iterator]();
  let tries = 0;
  const most = budget.left > 0 ? MOST_TRIED : FEW_TRIED;
  for (const question of series.questions(gap.open, within)) {
    const after = later.next().value as Question;
    if (tries++ === most) return null;
    const priced = ask(card, after);
    if (series.counts(priced)) {
      const quote = ask(card, question);
      const { reasons } = quote.eligibility;
      const isWithin = [priced, quote].every((each) => series.isWithin?.(each, gap.open) ?? true);
      if (!series.counts(quote) && (reasons & ~series.lacks) === 0 && isWithin) return question;
    }
    budget.left--;
  }
  return null;
}

/**
 * The gaps that begin until a moment, or have begun, and have not ended. Between two neighbouring bounds of what rows
 * reach over, the same rows count for all weights or distances: there a gap is where one begins after all before it
 * have ended.
 */
function* gapsOf(spans: readonly Span[], atMs: number, untilMs: number): Generator<Gap> {
  const inOrder = [...spans].sort((a, b) => a.fromMs - b.fromMs);
  const bounds = [...new Set(spans.flatMap(({ low, high }) => [low, high]))].sort((a, b) => a - b);
  for (let index = 0; index + 1 < bounds.length; index++) {
    const open = { low: bounds[index]!, high: bounds[index + 1]! };
    let ended: Span | null = null;
    for (const next of inOrder) {
      if (next.low > open.low || next.high < open.high) continue;
      if (ended !== null && ended.toMs < untilMs && next.fromMs > atMs) {
        const [fromMs, toMs] = [ended.toMs + 1, next.fromMs - 1];
        if (Math.floor(toMs / WHOLE_MS) * WHOLE_MS >= fromMs) yield { fromMs, toMs, ended, next, open };
      }
      if (ended === null || next.toMs > ended.toMs) ended = next;
    }
  }
}
