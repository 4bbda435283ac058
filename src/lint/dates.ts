/** DATES_GAP: rows that end, others like them that begin later, and a time in between in which there are none. */
import { ask, type Question } from './ask.js';
import { type Findings, type LintedCard, WHOLE_MS } from './card.js';
import { type Reach, type Series, seriesOf, type Span } from './dated-rows.js';
import type { RoutesByPlace } from './places.js';
import type { ServedRoute } from './routes.js';

/** Questions of a gap among which an example is sought, and how many may be in vain before each gap gets but few. */
const MOST_TRIED = 500;
const MOST_FRUITLESS = 20_000;
const FEW_TRIED = 8;

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
export function* dateGaps(
  card: LintedCard,
  places: RoutesByPlace,
  routes: readonly ServedRoute[],
  untilMs: number,
): Findings {
  const told = new Set<string>();
  const budget = { left: MOST_FRUITLESS };
  for (const series of seriesOf(card, places, routes)) {
    yield undefined;
    if (series === undefined) continue;
    for (const gap of gapsOf(series.spans, card.atMs, untilMs)) {
      yield undefined;
      if (gap === undefined) continue;
      const documents = [gap.ended.id, gap.next.id].map((id) => `${series.collection}/${id}`);
      if (told.has(documents.join())) continue;
      const example = yield* exampleOf(card, series, gap, budget);
      if (example === null) continue;
      told.add(documents.join());
      yield {
        code: 'DATES_GAP',
        message:
          `${series.what}: nothing is in force from ${new Date(gap.fromMs).toISOString()} `
          + `to ${new Date(gap.toMs).toISOString()}`,
        documents,
        examples: [example],
      };
    }
  }
}

/** A question within the gap that no row of the series prices, while its successor prices it later. */
function* exampleOf(
  card: LintedCard,
  series: Series,
  gap: Gap,
  budget: { left: number },
): Generator<undefined, Question | null> {
  const within = Math.max(gap.fromMs, card.atMs);
  const later = series.questions(gap.open, gap.next.fromMs)[Symbol.iterator]();
  let tries = 0;
  const most = budget.left > 0 ? MOST_TRIED : FEW_TRIED;
  for (const question of series.questions(gap.open, within)) {
    yield undefined;
    const after = later.next().value as Question;
    if (tries++ === most) return null;
    if (series.counts(ask(card, after))) {
      const quote = ask(card, question);
      const { reasons } = quote.eligibility;
      if (!series.counts(quote) && (reasons & ~series.lacks) === 0) return question;
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
function* gapsOf(spans: readonly Span[], atMs: number, untilMs: number): Generator<Gap | undefined> {
  const inOrder = [...spans].sort((a, b) => a.fromMs - b.fromMs);
  const bounds = [...new Set(spans.flatMap(({ low, high }) => [low, high]))].sort((a, b) => a - b);
  for (let index = 0; index + 1 < bounds.length; index++) {
    yield undefined;
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
