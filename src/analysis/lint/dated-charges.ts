/** Distance charges, transit hours and charges that follow one another in time. */
import type { CustomerCharge } from '../../model/documents.js';
import { periodOf } from '../../domain/dates.js';
import { TRANSIT } from '../../domain/eligibility.js';
import { toPaise, toRupees } from '../../domain/money.js';
import { NO_ROW } from '../../domain/rates.js';
import { type ChargeType, type Direction, DIRECTIONS } from '../../domain/vocabulary.js';
import { toGrams } from '../../domain/weight.js';
import { COLLECTED_RUPEES, type Question } from './ask.js';
import type { LintedCard } from './card.js';
import { conditionsKey, conditionsText, type RoutesByConditions } from './route-conditions.js';
import type { ServedRoute } from './routes.js';
import {
  gramsWithin,
  grouped,
  idsOf,
  isChargedWithin,
  isWithin,
  type Series,
  usualGrams,
  usualQuestions,
} from './series.js';

export function* distanceSeries(
  card: LintedCard,
  places: RoutesByConditions,
  routes: readonly ServedRoute[],
): Generator<Series> {
  for (const [lane, group] of grouped(card.documents.distanceCharges, (row) => [row.lane ?? ''])) {
    const ids = idsOf(group);
    yield {
      collection: 'distance-charges',
      what: lane === '' ? 'the distance charges' : `the distance charges on lane ${lane}`,
      spans: group.map((row) => ({ id: row.id, ...periodOf(row), low: row.distanceFrom, high: row.distanceTo })),
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

export function* transitSeries(card: LintedCard, places: RoutesByConditions): Generator<Series> {
  for (const [, group] of grouped(card.documents.transitLanes, (row) => [conditionsKey(row)])) {
    const row = group[0]!;
    yield {
      collection: 'transit-lanes',
      what: `the transit hours ${conditionsText(row)}`,
      spans: group.map((each) => ({ id: each.id, ...periodOf(each), low: 0, high: 1 })),
      ids: idsOf(group),
      lacks: TRANSIT,
      questions: (_, atMs) => usualQuestions(card, places.of(row), usualGrams(card), atMs),
      // the hours are all that a quote shows of it
      counts: ({ eligibility: { hours } }) =>
        group.some((each) => (each.hours === null ? Number.isNaN(hours) : each.hours === hours)),
    };
  }
}

export function* chargeSeries(card: LintedCard, routes: readonly ServedRoute[]): Generator<Series> {
  // a row of any direction counts together with the rows of each direction
  const keysOf = ({ type, customerId, direction }: CustomerCharge) =>
    (direction === 'ANY' ? DIRECTIONS : [direction ?? 'FORWARD']).map((each) =>
      JSON.stringify([type, customerId ?? '', each]),
    );
  for (const [key, group] of grouped(card.documents.customerCharges, keysOf)) {
    const [type, customerId, direction] = JSON.parse(key) as [ChargeType, string, Direction];
    const { maxDeclaredValue } = card.documents.partner.limits;
    for (const { rows, collected } of byCollected(group)) {
      const more: Partial<Question> = {
        ...(customerId && { customerId }),
        ...(direction !== 'FORWARD' && { direction }),
        ...(type === 'insurance' && { declaredValue: Math.min(1_000, maxDeclaredValue) }),
        ...(collected !== null && { declaredValue: collected }),
      };
      if (rows.length > 1) yield seriesOf(card, routes, type, rows, more);
    }
  }
}

/** The rows between each two neighbouring bounds of the amount to collect, with such an amount; null: any. */
function byCollected(rows: readonly CustomerCharge[]): { rows: readonly CustomerCharge[]; collected: number | null }[] {
  const bounds = [...new Set(rows.flatMap(({ codFrom, codTo }) => [codFrom ?? 0, codTo ?? 0]))].sort((a, b) => a - b);
  if (bounds.length === 1) return [{ rows, collected: null }];
  return bounds.map((low, index) => {
    const high = bounds[index + 1] ?? Infinity;
    const those = rows.filter(({ codFrom, codTo }) => (codFrom ?? 0) <= low && low < (codTo ?? Infinity));
    // one that nearly every courier collects, if it lies between
    return { rows: those, collected: Math.min(Math.max(low, COLLECTED_RUPEES), justBelow(high)) };
  });
}

/** A paisa less; Rupees. */
const justBelow = (rupees: number): number => toRupees(toPaise(rupees) - 1);

function seriesOf(
  card: LintedCard,
  routes: readonly ServedRoute[],
  type: ChargeType,
  rows: readonly CustomerCharge[],
  more: Partial<Question>,
): Series {
  const column = card.partner.card.charges.id;
  const ids = idsOf(rows);
  return {
    collection: 'customer-charges',
    what: `the charge ${type}`,
    spans: rows.map((row) => ({
      id: row.id,
      ...periodOf(row),
      low: row.minKg ? toGrams(row.minKg) - 1 : 0,
      high: row.maxKg ? toGrams(row.maxKg) : Infinity,
    })),
    ids,
    lacks: 0,
    questions: (reach, atMs) => usualQuestions(card, routes, gramsWithin(card, reach), atMs, more),
    counts: ({ price }) => {
      const choice = price?.[type] ?? null;
      return choice !== null && choice.owner !== 'default' && ids.has(column[choice.row]!);
    },
    isWithin: isChargedWithin,
  };
}
