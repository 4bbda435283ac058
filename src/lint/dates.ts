/** DATES_GAP: rows that end, others like them that begin later, and a time in between in which there are none. */
import type { Package, Surcharge } from '../contract/documents/documents.js';
import { CHARGE_TYPES, PAYMENT_TYPES, SHIPMENT_TYPES } from '../domain/vocabulary.js';
import { NO_ROW } from '../domain/rates.js';
import type { Quote } from '../engine/quote.js';
import { ask, type Question, questionOf } from './ask.js';
import { datesOf, type Findings, type LintedCard } from './card.js';
import { placeKey, placeText, type RoutesByPlace } from './places.js';
import { shipmentTypesOf, type ServedRoute } from './routes.js';

const DAY_MS = 24 * 3_600_000;
/** How far the check looks ahead. */
const HORIZON_MS = 400 * DAY_MS;
/** Contracts write 23:59:59: the second after it is no gap. */
const SHORTEST_GAP_MS = 1_000;
const MOST_TRIED = 500;

type Collection = 'packages' | 'distance-charges' | 'customer-charges' | 'surcharges' | 'transit-lanes';

/** Weights or distances above `low`, up to `high`. */
interface Reach {
  low: number;
  high: number;
}

/** A row, when it counts, and for what. */
interface Span extends Reach {
  id: number;
  fromMs: number;
  toMs: number;
}

/** Rows of which at every moment one should be in force, if there are some earlier and later. */
interface Series {
  collection: Collection;
  what: string;
  spans: Span[];
  /** Questions that rows of the series price, of these weights or distances. */
  questions(reach: Reach, atMs: number): Iterable<Question>;
  /** Whether one of these rows is part of a quote. */
  counts(quote: Quote, ids: ReadonlySet<number>): boolean;
}

interface Gap {
  /** The first and the last moment; the latter is the one before the successor begins. */
  fromMs: number;
  toMs: number;
  ended: Span;
  next: Span;
  /** What both reach over, from where nothing else does. */
  open: Reach;
}

export function* dateGaps(card: LintedCard, places: RoutesByPlace, routes: readonly ServedRoute[]): Findings {
  const told = new Set<string>();
  for (const series of seriesOf(card, places, routes)) {
    yield undefined;
    for (const gap of gapsOf(series.spans, card.atMs)) {
      const documents = [gap.ended.id, gap.next.id].map((id) => `${series.collection}/${id}`);
      if (told.has(documents.join())) continue;
      const example = exampleOf(card, series, gap);
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
function exampleOf(card: LintedCard, series: Series, gap: Gap): Question | null {
  const ids = new Set(series.spans.map(({ id }) => id));
  const within = Math.max(gap.fromMs, card.atMs);
  const later = series.questions(gap.open, gap.next.fromMs)[Symbol.iterator]();
  let tries = 0;
  for (const question of series.questions(gap.open, within)) {
    const after = later.next().value as Question;
    if (tries++ === MOST_TRIED) return null;
    if (series.counts(ask(card, after), ids) && !series.counts(ask(card, question), ids)) return question;
  }
  return null;
}

/** The gaps that begin, or have begun, within the time that is looked at. */
export function* gapsOf(spans: readonly Span[], atMs: number): Generator<Gap> {
  for (const next of spans) {
    if (next.fromMs <= atMs || next.fromMs === -Infinity) continue;
    const toMs = next.fromMs - 1;
    const others = spans.filter((span) => span !== next && span.low < next.high && next.low < span.high);
    // rows in force just before it begins leave no gap where they reach; what they leave open may have one
    const earlier = others.filter((span) => span.toMs < toMs);
    if (earlier.length === 0) continue;
    const running = others.filter((span) => span.fromMs <= toMs && span.toMs >= toMs);
    for (const ended of earlier) {
      const open = openOf({ low: Math.max(ended.low, next.low), high: Math.min(ended.high, next.high) }, running);
      if (open === null) continue;
      const isLast = !earlier.some((span) => span.toMs > ended.toMs && span.low <= open.low && span.high >= open.high);
      const fromMs = ended.toMs + 1;
      if (!isLast || toMs - fromMs + 1 < SHORTEST_GAP_MS || fromMs > atMs + HORIZON_MS) continue;
      yield { fromMs, toMs, ended, next, open };
      break;
    }
  }
}

/** What of a reach spans leave open, from its lowest weight or distance that they do; null: nothing. */
function openOf({ low, high }: Reach, spans: readonly Span[]): Reach | null {
  let reached = low;
  for (const span of [...spans].sort((a, b) => a.low - b.low))
    if (span.low <= reached) reached = Math.max(reached, span.high);
  return reached >= high ? null : { low: reached, high };
}

function* seriesOf(card: LintedCard, places: RoutesByPlace, routes: readonly ServedRoute[]): Generator<Series> {
  yield* packageSeries(card, places);
  yield* distanceSeries(card, places, routes);
  yield* transitSeries(card, places);
  yield* chargeSeries(card, routes);
  yield* surchargeSeries(card, routes);
}

/** Groups active rows; a row may be in several groups. */
function grouped<D extends { status: boolean }>(rows: readonly D[], keysOf: (row: D) => string[]): Map<string, D[]> {
  const groups = new Map<string, D[]>();
  for (const row of rows) {
    if (!row.status) continue;
    for (const key of keysOf(row)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [row]);
      else group.push(row);
    }
  }
  // without a row that begins there is no gap
  for (const [key, group] of groups) if (group.length < 2) groups.delete(key);
  return groups;
}

function* packageSeries(card: LintedCard, places: RoutesByPlace): Generator<Series> {
  const dated = card.documents.packages.filter((row) => row.validFrom || row.validTo);
  // a place without a row that begins has no gap: most cards have no dates
  const begins = new Set(dated.filter(({ validFrom }) => validFrom).map((row) => placeKey(row)));
  const rows = card.documents.packages.filter((row) => begins.has(placeKey(row)));
  const keysOf = (row: Package) =>
    shipmentTypesOf(card).flatMap((shipmentType) =>
      PAYMENT_TYPES.flatMap((payment, paymentType) =>
        (row.shipmentType ?? SHIPMENT_TYPES[shipmentType]) === SHIPMENT_TYPES[shipmentType]
        && (row.paymentType ?? payment) === payment
          ? [
              JSON.stringify([
                shipmentType,
                paymentType,
                placeKey(row),
                row.customerId ?? null,
                row.direction ?? 'FORWARD',
              ]),
            ]
          : [],
      ),
    );
  for (const [key, group] of grouped(rows, keysOf)) {
    const [shipmentType, paymentType] = JSON.parse(key) as [number, number];
    const [row] = group as [Package];
    const { customerId, direction } = row;
    yield {
      collection: 'packages',
      what: `the rates of ${placeText(row)}`,
      spans: group.map((each) => ({
        id: each.id,
        ...datesOf(each),
        low: each.minWeight ?? 0,
        high: Math.min(each.maxWeight ?? Infinity, each.addonWeight === 0 ? each.baseWeight : Infinity),
      })),
      *questions({ low, high }, atMs) {
        const grams = Math.min(low + 1, high);
        for (const served of places.of(row))
          if (served.paymentTypes.includes(paymentType))
            yield questionOf(card, served, { grams, shipmentType, paymentType, customerId, direction, atMs });
      },
      counts: ({ eligibility }, ids) =>
        eligibility.package.row !== NO_ROW && ids.has(card.partner.card.packages.id[eligibility.package.row]!),
    };
  }
}

/** Questions of usual parcels. */
function* usualQuestions(
  card: LintedCard,
  routes: readonly ServedRoute[],
  grams: number,
  atMs: number,
  more: Partial<Question> = {},
): Generator<Question> {
  for (const served of routes)
    for (const shipmentType of shipmentTypesOf(card))
      for (const paymentType of served.paymentTypes)
        yield { ...questionOf(card, served, { grams, shipmentType, paymentType, atMs }), ...more };
}

function* distanceSeries(card: LintedCard, places: RoutesByPlace, routes: readonly ServedRoute[]): Generator<Series> {
  for (const [, group] of grouped(card.documents.distanceCharges, ({ lane }) => [lane ?? ''])) {
    const { lane } = group[0]!;
    yield {
      collection: 'distance-charges',
      what: lane ? `the distance charges of lane ${lane}` : 'the distance charges',
      spans: group.map((row) => ({ id: row.id, ...datesOf(row), low: row.distanceFrom, high: row.distanceTo })),
      *questions({ low, high }, atMs) {
        const near = (lane ? places.of({ lane }) : routes).filter(({ own: { km } }) => low <= km && km < high);
        yield* usualQuestions(card, near, USUAL_GRAMS, atMs);
      },
      counts: ({ price }, ids) =>
        price !== null && price.distanceRow !== NO_ROW && ids.has(card.partner.card.distances.id[price.distanceRow]!),
    };
  }
}

const USUAL_GRAMS = 500;

function* transitSeries(card: LintedCard, places: RoutesByPlace): Generator<Series> {
  for (const [, group] of grouped(card.documents.transitLanes, (row) => [placeKey(row)])) {
    const row = group[0]!;
    yield {
      collection: 'transit-lanes',
      what: `the transit hours of ${placeText(row)}`,
      spans: group.map((each) => ({ id: each.id, ...datesOf(each), low: 0, high: 1 })),
      questions: (_, atMs) => usualQuestions(card, places.of(row), USUAL_GRAMS, atMs),
      // the hours are all that a quote shows of it
      counts: ({ eligibility: { hours } }, ids) =>
        group.some((each) => ids.has(each.id) && (each.hours === null ? Number.isNaN(hours) : each.hours === hours)),
    };
  }
}

function* chargeSeries(card: LintedCard, routes: readonly ServedRoute[]): Generator<Series> {
  const key = ({ type, customerId, direction }: (typeof card.documents.customerCharges)[number]) => [
    JSON.stringify([type, customerId ?? null, direction ?? 'FORWARD']),
  ];
  for (const [, group] of grouped(card.documents.customerCharges, key)) {
    const { type, customerId, direction } = group[0]!;
    const column = card.partner.card.charges.id;
    const more: Partial<Question> = {
      ...(customerId && { customerId }),
      ...(direction && direction !== 'FORWARD' && direction !== 'ANY' && { direction }),
      ...(type === 'insurance' && { declaredValue: Math.min(1_000, card.documents.partner.limits.maxDeclaredValue) }),
    };
    yield {
      collection: 'customer-charges',
      what: `the charge ${CHARGE_TYPES.find((each) => each === type)!}`,
      spans: group.map((row) => ({
        id: row.id,
        ...datesOf(row),
        low: row.minKg ? Math.ceil(row.minKg * GRAMS) - 1 : 0,
        high: row.maxKg ? Math.floor(row.maxKg * GRAMS) : Infinity,
      })),
      questions: ({ low, high }, atMs) =>
        usualQuestions(card, routes, Math.min(Math.max(low + 1, USUAL_GRAMS), high), atMs, more),
      counts: ({ price }, ids) => {
        const choice = price?.[type] ?? null;
        return choice !== null && choice.scope !== 'default' && ids.has(column[choice.row]!);
      },
    };
  }
}

const GRAMS = 1_000;

function* surchargeSeries(card: LintedCard, routes: readonly ServedRoute[]): Generator<Series> {
  const own = card.documents.surcharges.filter(({ partnerId }) => partnerId);
  const conditionsOf = ({ when }: Surcharge) =>
    JSON.stringify(
      Object.entries(when ?? {})
        .filter(([name, value]) => value !== null && name !== 'kgFrom' && name !== 'kgTo')
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  const key = (row: Surcharge) => [JSON.stringify([row.code, row.customerId ?? null, conditionsOf(row)])];
  for (const [, group] of grouped(own, key)) {
    const { code, customerId, when } = group[0]!;
    const more: Partial<Question> = {
      ...(customerId && { customerId }),
      ...(when?.services?.length && { serviceRequirements: [...when.services] }),
      ...(when?.valueFrom && { declaredValue: when.valueFrom }),
      ...(when?.customerTypes?.length && { customerType: when.customerTypes[0]! }),
      ...(when?.directions && !when.directions.includes('FORWARD') && { direction: when.directions[0]! }),
    };
    yield {
      collection: 'surcharges',
      what: `the surcharge ${code}`,
      spans: group.map((row) => ({
        id: row.id,
        ...datesOf(row),
        low: row.when?.kgFrom ? Math.ceil(row.when.kgFrom * GRAMS) - 1 : 0,
        high: row.when?.kgTo ? Math.ceil(row.when.kgTo * GRAMS) - 1 : Infinity,
      })),
      questions: ({ low, high }, atMs) =>
        usualQuestions(card, routes, Math.min(Math.max(low + 1, USUAL_GRAMS), high), atMs, more),
      counts: ({ price }, ids) =>
        price !== null && price.surcharges.some(({ row }) => ids.has(card.partner.card.surcharges.id[row]!)),
    };
  }
}
