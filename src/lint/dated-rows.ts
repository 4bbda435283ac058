/** Rows that follow one another in time: of rates, distances, transit hours, charges and surcharges. */
import type { CustomerCharge, Package, Surcharge } from '../contract/documents/documents.js';
import { RATE, TRANSIT } from '../domain/eligibility.js';
import { NO_LANE } from '../domain/rate-card.js';
import { NO_ROW } from '../domain/rates.js';
import {
  type ChargeType,
  type Direction,
  DIRECTIONS,
  PAYMENT_TYPES,
  serviceBit,
  SHIPMENT_TYPES,
} from '../domain/vocabulary.js';
import { toGrams } from '../domain/weight.js';
import type { Quote } from '../engine/quote.js';
import { MAX_DECLARED_VALUE_RUPEES, MAX_PIECE_GRAMS, MAX_PIECE_SIDE_CM } from '../limits/requests.js';
import { paymentTypesFor, type Question, questionOf } from './ask.js';
import { datesOf, type LintedCard, zonesByNumber } from './card.js';
import { placeKey, placeText, type RoutesByPlace } from './places.js';
import { shipmentTypesOf, type ServedRoute } from './routes.js';
import { MANY } from './slabs.js';

type Collection = 'packages' | 'distance-charges' | 'customer-charges' | 'surcharges' | 'transit-lanes';

/** Weights or distances above `low`, up to `high`. */
export interface Reach {
  low: number;
  high: number;
}

/** A row, when it counts, and for what. */
export interface Span extends Reach {
  id: number;
  fromMs: number;
  toMs: number;
}

/** Rows of which at every moment one should be in force, if there are some earlier and later. */
export interface Series {
  collection: Collection;
  what: string;
  spans: readonly Span[];
  ids: ReadonlySet<number>;
  /** The reasons for a refusal that a lack of these rows may be: bits of REASON_CODES. */
  lacks: number;
  /** Questions that rows of the series price, of these weights or distances. */
  questions(reach: Reach, atMs: number): Iterable<Question>;
  /** Whether one of these rows is part of a quote. */
  counts(quote: Quote): boolean;
}

export function* seriesOf(
  card: LintedCard,
  places: RoutesByPlace,
  routes: readonly ServedRoute[],
): Generator<Series | undefined> {
  yield* packageSeries(card, places);
  yield* distanceSeries(card, places, routes);
  yield* transitSeries(card, places);
  yield* chargeSeries(card, routes);
  yield* surchargeSeries(card, routes);
}

/** Groups active rows; a row may be in several groups. Without a second row, and one that begins, there is no gap. */
function* grouped<D extends { status: boolean; validFrom?: string | null | undefined }>(
  rows: readonly D[],
  keysOf: (row: D) => string[],
): Generator<undefined, [string, D[]][]> {
  const groups = new Map<string, D[]>();
  for (const row of rows) {
    if (!row.status) continue;
    yield undefined;
    for (const key of keysOf(row)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [row]);
      else group.push(row);
    }
  }
  return [...groups].filter(([, group]) => group.length > 1 && group.some(({ validFrom }) => validFrom));
}

function* packageSeries(card: LintedCard, places: RoutesByPlace): Generator<Series | undefined> {
  const { packages } = card.documents;
  // a place without a row that begins has no gap: most cards have no dates
  const begins = new Set<string>();
  for (const [index, row] of packages.entries()) {
    if (index % MANY === 0) yield undefined;
    if (row.validFrom) begins.add(placeKey(row));
  }
  if (begins.size === 0) return;
  const keysOf = (row: Package) => (begins.has(placeKey(row)) ? kindsOf(card, row) : []);
  for (const [key, group] of yield* grouped(packages, keysOf)) {
    const kind = JSON.parse(key) as Kind;
    for (const km of bandsOf(group)) {
      yield undefined;
      const rows = group.filter(({ kmFrom, kmTo }) => (kmFrom ?? 0) <= km.low && km.high <= (kmTo ?? Infinity));
      if (rows.length > 1) yield ratesOf(card, places, kind, rows, km);
    }
  }
}

/**
 * Each row of FORWARD rates that ends until a moment and is not followed by one of the same place, by itself and as
 * long as others begin: what follows may name its routes in another way, as zone pairs follow lanes.
 * @param untilMs milliseconds since the epoch
 */
export function* endingRates(card: LintedCard, places: RoutesByPlace, untilMs: number): Generator<Series | undefined> {
  const lastBegin = new Map<string, number>();
  for (const [index, row] of card.documents.packages.entries()) {
    if (index % MANY === 0) yield undefined;
    if (!row.status || !row.validFrom) continue;
    const key = placeKey(row);
    lastBegin.set(key, Math.max(lastBegin.get(key) ?? 0, datesOf(row).fromMs));
  }
  if (lastBegin.size === 0) return;
  for (const row of card.documents.packages) {
    // returns have the rates of FORWARD beside their own
    if (!row.status || !row.validTo || (row.direction ?? 'FORWARD') !== 'FORWARD') continue;
    yield undefined;
    const { toMs } = datesOf(row);
    if (toMs < card.atMs || toMs >= untilMs || (lastBegin.get(placeKey(row)) ?? 0) > toMs) continue;
    for (const kind of kindsOf(card, row)) {
      const km = { low: row.kmFrom ?? 0, high: row.kmTo ?? Infinity };
      yield ratesOf(card, places, JSON.parse(kind) as Kind, [row], km);
    }
  }
}

/** Of an empty text: every customer. */
type Kind = [shipmentType: number, paymentType: number, place: string, customerId: string, direction: Direction];

/** What a row of packages is for, each as a text: rows for the same follow one another. */
function kindsOf(card: LintedCard, row: Package): string[] {
  const kinds: Kind[] = [];
  for (const shipmentType of shipmentTypesOf(card))
    for (const [paymentType, payment] of PAYMENT_TYPES.entries())
      if (
        (row.shipmentType ?? SHIPMENT_TYPES[shipmentType]) === SHIPMENT_TYPES[shipmentType]
        && (row.paymentType ?? payment) === payment
      )
        kinds.push([shipmentType, paymentType, placeKey(row), row.customerId ?? '', row.direction ?? 'FORWARD']);
  return kinds.map((kind) => JSON.stringify(kind));
}

/** The distances between neighbouring bounds of rows: in each of them the same rows match all distances. */
function bandsOf(rows: readonly Package[]): Reach[] {
  const bounds = [...new Set([0, Infinity, ...rows.flatMap(({ kmFrom, kmTo }) => [kmFrom ?? 0, kmTo ?? Infinity])])];
  bounds.sort((a, b) => a - b);
  return bounds.slice(1, MOST_BANDS).map((high, index) => ({ low: bounds[index]!, high }));
}

const MOST_BANDS = 500;

function ratesOf(card: LintedCard, places: RoutesByPlace, kind: Kind, rows: readonly Package[], km: Reach): Series {
  const [shipmentType, paymentType, , customerId, direction] = kind;
  const ids = idsOf(rows);
  const [row] = rows as [Package];
  return {
    collection: 'packages',
    what: `the rates ${placeText(row)}`,
    spans: rows.map((each) => ({
      id: each.id,
      ...datesOf(each),
      low: each.minWeight ?? 0,
      high: Math.min(each.maxWeight ?? Infinity, each.addonWeight === 0 ? each.baseWeight : Infinity),
    })),
    ids,
    lacks: RATE,
    *questions({ low, high }, atMs) {
      const grams = Math.min(low + 1, high);
      for (const served of places.of(row))
        if (isWithin(served, km) && paymentTypesFor(served, direction).includes(paymentType))
          yield questionOf(card, served, { grams, shipmentType, paymentType, customerId, direction, atMs });
    },
    counts: ({ price }) => price !== null && ids.has(card.partner.card.packages.id[price.packageRow]!),
  };
}

const idsOf = (rows: readonly { id: number }[]): ReadonlySet<number> => new Set(rows.map(({ id }) => id));

const isWithin = ({ own: { km } }: ServedRoute, { low, high }: Reach): boolean => low <= km && km < high;

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
      for (const paymentType of paymentTypesFor(served, more.direction))
        yield { ...questionOf(card, served, { grams, shipmentType, paymentType, atMs }), ...more };
}

function* distanceSeries(
  card: LintedCard,
  places: RoutesByPlace,
  routes: readonly ServedRoute[],
): Generator<Series | undefined> {
  for (const [lane, group] of yield* grouped(card.documents.distanceCharges, (row) => [row.lane ?? ''])) {
    const ids = idsOf(group);
    yield {
      collection: 'distance-charges',
      what: lane === '' ? 'the distance charges' : `the distance charges on lane ${lane}`,
      spans: group.map((row) => ({ id: row.id, ...datesOf(row), low: row.distanceFrom, high: row.distanceTo })),
      ids,
      lacks: 0,
      questions: (km, atMs) => {
        const near = (lane === '' ? routes : places.of({ lane })).filter((served) => isWithin(served, km));
        return usualQuestions(card, near, usualGrams(card), atMs);
      },
      counts: ({ price }) =>
        price !== null && price.distanceRow !== NO_ROW && ids.has(card.partner.card.distances.id[price.distanceRow]!),
    };
  }
}

/** The weight of a usual parcel. */
const usualGrams = ({ partner }: LintedCard): number => Math.min(500, partner.card.limits.maxGrams);

function* transitSeries(card: LintedCard, places: RoutesByPlace): Generator<Series | undefined> {
  for (const [, group] of yield* grouped(card.documents.transitLanes, (row) => [placeKey(row)])) {
    const row = group[0]!;
    yield {
      collection: 'transit-lanes',
      what: `the transit hours ${placeText(row)}`,
      spans: group.map((each) => ({ id: each.id, ...datesOf(each), low: 0, high: 1 })),
      ids: idsOf(group),
      lacks: TRANSIT,
      questions: (_, atMs) => usualQuestions(card, places.of(row), usualGrams(card), atMs),
      // the hours are all that a quote shows of it
      counts: ({ eligibility: { hours } }) =>
        group.some((each) => (each.hours === null ? Number.isNaN(hours) : each.hours === hours)),
    };
  }
}

function* chargeSeries(card: LintedCard, routes: readonly ServedRoute[]): Generator<Series | undefined> {
  // a row of any direction counts beside those of each
  const keysOf = ({ type, customerId, direction }: CustomerCharge) =>
    (direction === 'ANY' ? DIRECTIONS : [direction ?? 'FORWARD']).map((each) =>
      JSON.stringify([type, customerId ?? '', each]),
    );
  for (const [key, group] of yield* grouped(card.documents.customerCharges, keysOf)) {
    const [type, customerId, direction] = JSON.parse(key) as [ChargeType, string, Direction];
    const column = card.partner.card.charges.id;
    const ids = idsOf(group);
    const more: Partial<Question> = {
      ...(customerId && { customerId }),
      ...(direction !== 'FORWARD' && { direction }),
      ...(type === 'insurance' && { declaredValue: Math.min(1_000, card.documents.partner.limits.maxDeclaredValue) }),
    };
    yield {
      collection: 'customer-charges',
      what: `the charge ${type}`,
      spans: group.map((row) => ({
        id: row.id,
        ...datesOf(row),
        low: row.minKg ? toGrams(row.minKg) - 1 : 0,
        high: row.maxKg ? toGrams(row.maxKg) : Infinity,
      })),
      ids,
      lacks: 0,
      questions: (reach, atMs) => usualQuestions(card, routes, gramsWithin(card, reach), atMs, more),
      counts: ({ price }) => {
        const choice = price?.[type] ?? null;
        return choice !== null && choice.scope !== 'default' && ids.has(column[choice.row]!);
      },
    };
  }
}

/** The weight of a usual parcel, as far as the reach allows. */
const gramsWithin = (card: LintedCard, { low, high }: Reach): number =>
  Math.min(Math.max(low + 1, usualGrams(card)), high);

function* surchargeSeries(card: LintedCard, routes: readonly ServedRoute[]): Generator<Series | undefined> {
  const own = card.documents.surcharges.filter(({ partnerId }) => partnerId);
  const conditionsOf = ({ when }: Surcharge) =>
    JSON.stringify(
      Object.entries(when ?? {})
        .filter(([name, value]) => value !== null && name !== 'kgFrom' && name !== 'kgTo')
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  const key = (row: Surcharge) => [JSON.stringify([row.code, row.customerId ?? null, conditionsOf(row)])];
  for (const [, group] of yield* grouped(own, key)) {
    const { code, customerId, when } = group[0]!;
    const ids = idsOf(group);
    const concerned = isAskable(when ?? {}) ? routes.filter((served) => mayCount(card, when ?? {}, served)) : [];
    const more: Partial<Question> = {
      ...(customerId && { customerId }),
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
        low: row.when?.kgFrom ? toGrams(row.when.kgFrom) - 1 : 0,
        high: row.when?.kgTo ? toGrams(row.when.kgTo) - 1 : Infinity,
      })),
      ids,
      lacks: 0,
      *questions(reach, atMs) {
        for (const question of usualQuestions(card, concerned, gramsWithin(card, reach), atMs, more)) {
          const asked = when?.piece ? inOnePiece(question, when.piece) : question;
          // one of the services is enough, and not every zone has each
          for (const service of when?.services ?? []) yield { ...asked, serviceRequirements: [service] };
          if (!when?.services) yield asked;
        }
      },
      counts: ({ price }) =>
        price !== null && price.surcharges.some(({ row }) => ids.has(card.partner.card.surcharges.id[row]!)),
    };
  }
}

type Conditions = NonNullable<Surcharge['when']>;

/** Whether a request may say what a surcharge asks for. */
const isAskable = ({ valueFrom, piece }: Conditions): boolean =>
  (valueFrom ?? 0) <= MAX_DECLARED_VALUE_RUPEES
  && (piece?.kgFrom ?? 0) * 1_000 <= MAX_PIECE_GRAMS
  && (piece?.longestCmFrom ?? 0) <= MAX_PIECE_SIDE_CM;

/** Whether what a surcharge says of places may hold on a route. */
function mayCount(card: LintedCard, when: Conditions, { own }: ServedRoute): boolean {
  const { lanes, kmFrom, kmTo, end = 'EITHER' } = when;
  if (lanes && !(own.lane !== NO_LANE && lanes.includes(card.partner.names.lanes[own.lane - 1]!))) return false;
  if (own.km < (kmFrom ?? 0) || own.km >= (kmTo ?? Infinity)) return false;
  const zones = zonesByNumber(card);
  const atEnd = (number: number, attributes: number): boolean => {
    const { id, tags } = zones[number]!;
    return (
      (when.zones?.includes(id) ?? true)
      && (when.tags?.some((tag) => tags?.includes(tag)) ?? true)
      && (when.attributes?.some((attribute) => (attributes & serviceBit(attribute)) !== 0) ?? true)
    );
  };
  return (
    (end !== 'DELIVERY' && atEnd(own.fromZone, own.fromAttributes))
    || (end !== 'PICKUP' && atEnd(own.toZone, own.toAttributes))
  );
}

/** The same shipment as a single piece, as heavy and as long as a surcharge asks. */
function inOnePiece(
  { weight, ...rest }: Question,
  { kgFrom, longestCmFrom }: NonNullable<Conditions['piece']>,
): Question {
  const grams = Math.max(weight ?? 1, kgFrom ? toGrams(kgFrom) : 0);
  const dimensions = { length: Math.ceil((longestCmFrom ?? 1) * 10) / 10, width: 1, height: 1 };
  return { ...rest, pieces: [{ count: 1, weight: grams, ...(longestCmFrom && { dimensions }) }] };
}
