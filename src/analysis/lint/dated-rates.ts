/** Rates that follow one another in time. */
import type { Package } from '../../model/documents.js';
import { periodOf } from '../../domain/dates.js';
import { RATE } from '../../domain/eligibility.js';
import { type Direction, PAYMENT_TYPES, type ServiceTypeId, SHIPMENT_TYPES } from '../../domain/vocabulary.js';
import { paymentTypesFor, questionOf, shipmentsOf } from './ask.js';
import type { LintedCard } from './card.js';
import { leastGrams } from './least-weight.js';
import { conditionsKey, conditionsText, type RoutesByConditions } from './route-conditions.js';
import { shipmentTypesOf } from './routes.js';
import { grouped, idsOf, isChargedWithin, isWithin, type Reach, type Series } from './series.js';

export function* packageSeries(card: LintedCard, places: RoutesByConditions): Generator<Series> {
  const { packages } = card.documents;
  // a place without a row that begins has no gap: most cards have no dates
  const begins = new Set<string>();
  for (const row of packages) if (row.validFrom) begins.add(conditionsKey(row));
  if (begins.size === 0) return;
  const keysOf = (row: Package) => (begins.has(conditionsKey(row)) ? kindsOf(card, row) : []);
  for (const [key, group] of grouped(packages, keysOf)) {
    const kind = JSON.parse(key) as Kind;
    for (const km of bandsOf(group)) {
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
export function* endingRates(card: LintedCard, places: RoutesByConditions, untilMs: number): Generator<Series> {
  const lastBegin = new Map<string, number>();
  for (const row of card.documents.packages) {
    if (!row.status || !row.validFrom) continue;
    const key = conditionsKey(row);
    lastBegin.set(key, Math.max(lastBegin.get(key) ?? 0, periodOf(row).fromMs));
  }
  if (lastBegin.size === 0) return;
  for (const row of card.documents.packages) {
    // returns have the rates of FORWARD in addition to their own
    if (!row.status || !row.validTo || (row.direction ?? 'FORWARD') !== 'FORWARD') continue;
    const { toMs } = periodOf(row);
    if (toMs < card.atMs || toMs >= untilMs || (lastBegin.get(conditionsKey(row)) ?? 0) > toMs) continue;
    for (const kind of kindsOf(card, row)) {
      const km = { low: row.kmFrom ?? 0, high: row.kmTo ?? Infinity };
      yield ratesOf(card, places, JSON.parse(kind) as Kind, [row], km);
    }
  }
}

/** Of an empty text: every customer; whatever services are required. */
type Kind = [
  shipmentType: number,
  paymentType: number,
  place: string,
  customerId: string,
  direction: Direction,
  service: ServiceTypeId | '',
];

/** What a row of packages is for, each as a text: rows for the same follow one another. */
function kindsOf(card: LintedCard, row: Package): string[] {
  const kinds: Kind[] = [];
  const { customerId, direction, service } = row;
  const place = conditionsKey(row);
  for (const shipmentType of shipmentTypesOf(card))
    for (const [paymentType, payment] of PAYMENT_TYPES.entries())
      if (
        (row.shipmentType ?? SHIPMENT_TYPES[shipmentType]) === SHIPMENT_TYPES[shipmentType]
        && (row.paymentType ?? payment) === payment
      )
        kinds.push([shipmentType, paymentType, place, customerId ?? '', direction ?? 'FORWARD', service ?? '']);
  return kinds.map((kind) => JSON.stringify(kind));
}

/** The distances between neighbouring bounds of rows: in each of them the same rows match all distances. */
function bandsOf(rows: readonly Package[]): Reach[] {
  const bounds = [...new Set([0, Infinity, ...rows.flatMap(({ kmFrom, kmTo }) => [kmFrom ?? 0, kmTo ?? Infinity])])];
  bounds.sort((a, b) => a - b);
  return bounds.slice(1, MOST_BANDS).map((high, index) => ({ low: bounds[index]!, high }));
}

const MOST_BANDS = 500;

function ratesOf(
  card: LintedCard,
  places: RoutesByConditions,
  kind: Kind,
  rows: readonly Package[],
  km: Reach,
): Series {
  const [shipmentType, paymentType, , customerId, direction, service] = kind;
  const ids = idsOf(rows);
  const [row] = rows as [Package];
  return {
    collection: 'packages',
    what: `the rates ${conditionsText(row)}`,
    spans: rows.map((each) => ({
      id: each.id,
      ...periodOf(each),
      low: each.minWeight ?? 0,
      high: Math.min(each.maxWeight ?? Infinity, each.addonWeight === 0 ? each.baseWeight : Infinity),
    })),
    ids,
    lacks: RATE,
    *questions({ low, high }, atMs) {
      const owner = { customerId, direction, service: service || null, atMs };
      const shipment = shipmentsOf(card, owner)(shipmentType, paymentType);
      for (const served of places.of(row)) {
        if (!isWithin(served, km) || !paymentTypesFor(served, direction).includes(paymentType)) continue;
        const grams = Math.min(Math.max(low + 1, leastGrams(card, served, shipment)), high);
        yield questionOf(card, served, { ...owner, shipmentType, paymentType, grams });
      }
    },
    counts: ({ price }) => price !== null && ids.has(card.partner.card.packages.id[price.packageRow]!),
    isWithin: isChargedWithin,
  };
}
