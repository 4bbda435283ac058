/** Rows of one place that carry the same weights at the same time, and rows that others hide. */
import type { Package } from '../../model/documents.js';
import { isInForce, isOver, type Period, periodOf } from '../../domain/dates.js';
import { acceptedBy } from '../../domain/rate-card.js';
import { NO_ROW, packageMatches, weightCharge } from '../../domain/rates.js';
import { SHIPMENT_TYPES } from '../../domain/vocabulary.js';
import { ask, paymentTypesFor, type Question, questionOf, shipmentsOf } from './ask.js';
import { type RawFinding, gramsText, type LintedCard, WHOLE_MS } from './card.js';
import { leastGrams, leastGramsEver } from './least-weight.js';
import { conditionsKey, conditionsText, type RoutesByConditions } from './route-conditions.js';
import { shipmentTypesOf } from './routes.js';
import { carriedBy, type Interval, weightsBetween } from './slabs.js';
import { type WeightDecision, isUsual } from './decisions.js';
import { addTo } from '../../model/members.js';

/** A row as a document and as a row of the card. */
interface OverlapRow {
  document: Package;
  row: number;
  carried: Interval;
  dates: Period;
}

/** How many pairs of rows are compared, and at least how many with each row. */
const MOST_COMPARED = 4_000_000;
const FEWEST_COMPARED = 200;
/** How many shipments an example is looked for among; of pairs without any, how many are tried in a place. */
const MOST_TRIED = 12;
const MOST_FRUITLESS = 100;

/** The rows of the card with their documents, without rows that can never match. */
function rowsOf({ documents, partner }: LintedCard): OverlapRow[] {
  const { packages } = partner.card;
  const byId = new Map(documents.packages.map((document) => [document.id, document]));
  const rows: OverlapRow[] = [];
  for (let row = 0; row < packages.id.length; row++) {
    const document = byId.get(packages.id[row]!)!;
    rows.push({ document, row, carried: carriedBy(packages, row), dates: periodOf(document) });
  }
  return rows;
}

/**
 * RATE_OVERLAP of rows that name the same.
 * @param isLate asked before each row, since thousands of them take seconds; true: the rest is left out
 */
export function overlaps(card: LintedCard, places: RoutesByConditions, isLate: () => boolean): RawFinding[] {
  const groups = new Map<string, OverlapRow[]>();
  const rows = rowsOf(card);
  for (const both of rows) {
    const { document } = both;
    if (isOver(document, card.atMs)) continue;
    const { customerId, direction, paymentType, service } = document;
    const key = [conditionsKey(document), direction ?? 'FORWARD', paymentType, service, customerId].join(' ');
    addTo(groups, key, both);
  }
  const most = Math.max(FEWEST_COMPARED, Math.floor(MOST_COMPARED / rows.length));
  return [...groups.values()].flatMap((group) => {
    group.sort((a, b) => a.carried.above - b.carried.above || a.document.id - b.document.id);
    return overlapsIn(group, card, places, most, isLate);
  });
}

/** @param most with how many others each row is compared */
function overlapsIn(
  group: readonly OverlapRow[],
  card: LintedCard,
  places: RoutesByConditions,
  most: number,
  isLate: () => boolean,
): RawFinding[] {
  const found: RawFinding[] = [];
  const leastEver = leastGramsEver(card);
  let fruitless = 0;
  for (const [index, one] of group.entries()) {
    if (isLate()) break;
    const end = Math.min(group.length, index + 1 + most);
    for (let next = index + 1; next < end && fruitless < MOST_FRUITLESS; next++) {
      const other = group[next]!;
      if (other.carried.above >= one.carried.upTo) break;
      if (together(card, one, other, leastEver) === null) continue;
      const example = exampleOf(card, places, one, other);
      if (example === null) {
        fruitless++;
        continue;
      }
      const { both, question } = example;
      const names = [one.document.id, other.document.id].sort((a, b) => a - b).map((id) => `packages/${id}`);
      found.push({
        code: 'RATE_OVERLAP',
        isError: isNeverCharged(card, both),
        message: `${names.join(' and ')} both carry ${gramsText(both.grams)} ${conditionsText(one.document)}, at different prices: the cheaper counts`,
        documents: names,
        examples: [question],
      });
      break;
    }
  }
  return found;
}

interface Overlap {
  cheaper: OverlapRow;
  dearer: OverlapRow;
  grams: number;
  atMs: number;
}

/** The first moment at which both rows are in force, if there is one; milliseconds since the epoch. */
const momentOfBoth = ({ atMs }: LintedCard, one: OverlapRow, other: OverlapRow): number =>
  Math.max(one.dates.fromMs, other.dates.fromMs, atMs);

/** A weight of at least `least` grams at which both rows match, at different prices; null: there is none. */
function together(card: LintedCard, one: OverlapRow, other: OverlapRow, least: number): Overlap | null {
  const { packages } = card.partner.card;
  const atMs = momentOfBoth(card, one, other);
  if (atMs > Math.min(one.dates.toMs, other.dates.toMs)) return null;
  const [a, b] = [one.document, other.document];
  if ((packages.accepts[one.row]! & packages.accepts[other.row]! & ANY_SHIPMENT_TYPE) === 0) return null;
  if (!((a.kmFrom ?? 0) < (b.kmTo ?? Infinity) && (b.kmFrom ?? 0) < (a.kmTo ?? Infinity))) return null;
  const above = Math.max(one.carried.above, other.carried.above, least - 1);
  const upTo = Math.min(one.carried.upTo, other.carried.upTo, card.partner.card.limits.maxGrams);
  if (above >= upTo) return null;
  for (const grams of weightsBetween(packages, [one.row, other.row], { above, upTo })) {
    const difference = weightCharge(packages, one.row, grams) - weightCharge(packages, other.row, grams);
    if (difference === 0) continue;
    const [cheaper, dearer] = difference < 0 ? [one, other] : [other, one];
    return { cheaper, dearer, grams, atMs };
  }
  return null;
}

/** Whether the dearer row is charged at no weight, because the cheaper one carries whatever it carries for no more. */
function isNeverCharged(card: LintedCard, { cheaper, dearer }: Overlap): boolean {
  const { packages, limits } = card.partner.card;
  const [one, other] = [cheaper.document, dearer.document];
  const carried = {
    above: Math.max(dearer.carried.above, leastGramsEver(card) - 1),
    upTo: Math.min(dearer.carried.upTo, limits.maxGrams),
  };
  const isLonger =
    cheaper.dates.fromMs <= Math.max(dearer.dates.fromMs, card.atMs) && cheaper.dates.toMs >= dearer.dates.toMs;
  const isWider =
    cheaper.carried.above <= carried.above
    && Math.min(cheaper.carried.upTo, limits.maxGrams) >= carried.upTo
    && (one.kmFrom ?? 0) <= (other.kmFrom ?? 0)
    && (one.kmTo ?? Infinity) >= (other.kmTo ?? Infinity)
    && (packages.accepts[dearer.row]! & ~packages.accepts[cheaper.row]! & ANY_SHIPMENT_TYPE) === 0;
  if (!isLonger || !isWider) return false;
  return weightsBetween(packages, [cheaper.row, dearer.row], carried).every((grams) => {
    const difference = weightCharge(packages, dearer.row, grams) - weightCharge(packages, cheaper.row, grams);
    return difference > 0 || (difference === 0 && one.id < other.id);
  });
}

const ANY_SHIPMENT_TYPE = acceptedBy((1 << SHIPMENT_TYPES.length) - 1, 0);

/** A question that the cheaper row prices while the dearer one would carry it too. */
function exampleOf(
  card: LintedCard,
  places: RoutesByConditions,
  one: OverlapRow,
  other: OverlapRow,
): { both: Overlap; question: Question } | null {
  const { packages } = card.partner.card;
  const { customerId, direction, service } = one.document;
  const atMs = momentOfBoth(card, one, other);
  const shipmentFor = shipmentsOf(card, { customerId, direction, service, atMs });
  let tries = 0;
  for (const served of places.of(one.document)) {
    if (!served.isTimed) continue;
    for (const shipmentType of shipmentTypesOf(card))
      for (const paymentType of paymentTypesFor(served, direction)) {
        const asked = acceptedBy(1 << shipmentType, 1 << paymentType);
        const shipment = shipmentFor(shipmentType, paymentType);
        if (![one, other].every(({ row }) => packageMatches(packages, row, asked, served.own.km, shipment))) continue;
        if (tries++ === MOST_TRIED) return null;
        const least = leastGrams(card, served, shipment);
        const both = together(card, one, other, least);
        if (both === null) continue;
        const moment = atMs === card.atMs ? {} : { atMs };
        const question = questionOf(card, served, {
          grams: both.grams,
          shipmentType,
          paymentType,
          customerId,
          direction,
          service,
          ...moment,
        });
        if (ask(card, question).price?.packageRow === both.cheaper.row) return { both, question };
      }
  }
  return null;
}

/**
 * ROW_NEVER_COUNTS of rows that are for some served route, and that others go before on all of them.
 * @param isUsualAlone the decisions are of every customer's forward shipments: nothing is said of other rows
 */
export function hiddenRows(
  card: LintedCard,
  decisions: readonly WeightDecision[],
  isUsualAlone: boolean,
  places: RoutesByConditions,
): RawFinding[] {
  const found: RawFinding[] = [];
  const { limits } = card.partner.card;
  const leastEver = leastGramsEver(card);
  const winners = new Set<number>();
  const undercut = new Set<number>();
  for (const { slabs } of decisions) {
    for (const row of slabs.winners) winners.add(row);
    for (const row of slabs.undercut.keys()) undercut.add(row);
  }
  for (const both of rowsOf(card)) {
    const { document, row, carried } = both;
    if (
      (isUsualAlone && !isUsual(document))
      || winners.has(row)
      || undercut.has(row)
      || !isInForce(document, card.atMs)
    )
      continue;
    const grams = Math.min(carried.upTo, limits.maxGrams);
    if (carried.above >= grams) continue;
    const example = whereHidden(card, places, both, grams);
    if (example === null) continue;
    const { question, instead } = example;
    const why =
      grams < leastEver
        ? `weight terms charge at least ${gramsText(leastEver)}`
        : `others go before it, such as ${instead}`;
    found.push({
      code: 'ROW_NEVER_COUNTS',
      message: `packages/${document.id} never counts ${conditionsText(document)}: ${why}`,
      documents: [`packages/${document.id}`],
      examples: [question],
    });
  }
  return found;
}

/** How many rows that follow one another are looked at. */
const MOST_FOLLOWING = 8;

/** Whether a row does not count either when the one that goes before it now has ended: an offer may end soon. */
function staysHidden(card: LintedCard, question: Question, row: number, instead: number): boolean {
  const { validTo } = card.partner.card.packages;
  const lastOf = (each: number): number => validTo[each] ?? Infinity;
  let before = instead;
  for (let following = 0; following < MOST_FOLLOWING; following++) {
    if (lastOf(before) >= lastOf(row)) return true;
    const shipDate = new Date(lastOf(before) + WHOLE_MS).toISOString();
    before = pricedBy(card, { ...question, shipDate });
    if (before === row) return false;
    // what happens without any rate is for other findings to tell
    if (before === NO_ROW) return true;
  }
  return true;
}

/** The row that prices a question; NO_ROW: none, or it is refused. */
const pricedBy = (card: LintedCard, question: Question): number => ask(card, question).price?.packageRow ?? NO_ROW;

/** A question that the row would price if others did not go before it. */
function whereHidden(
  card: LintedCard,
  places: RoutesByConditions,
  { document, row, carried }: OverlapRow,
  grams: number,
) {
  const { packages } = card.partner.card;
  const { customerId, direction, service } = document;
  const shipmentFor = shipmentsOf(card, { customerId, direction, service });
  let tries = 0;
  for (const served of places.of(document)) {
    if (!served.isTimed) continue;
    for (const shipmentType of shipmentTypesOf(card))
      for (const paymentType of paymentTypesFor(served, direction)) {
        const asked = acceptedBy(1 << shipmentType, 1 << paymentType);
        if (!packageMatches(packages, row, asked, served.own.km, shipmentFor(shipmentType, paymentType))) continue;
        if (tries++ === MOST_TRIED) return null;
        for (const weight of new Set([grams, carried.above + 1])) {
          const question = questionOf(card, served, {
            grams: weight,
            shipmentType,
            paymentType,
            customerId,
            direction,
            service,
          });
          const instead = pricedBy(card, question);
          if (instead === NO_ROW || instead === row) continue;
          if (staysHidden(card, question, row, instead))
            return { question, instead: `packages/${packages.id[instead]!}` };
        }
      }
  }
  return null;
}
