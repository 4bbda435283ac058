/** Rows of one place that carry the same weights at the same time, and rows that others hide. */
import type { Package } from '../contract/documents/documents.js';
import { isInForce as isRowInForce } from '../domain/dates.js';
import { acceptedBy, type PackageColumns } from '../domain/rate-card.js';
import { weightCharge } from '../domain/rates.js';
import { SHIPMENT_TYPES } from '../domain/vocabulary.js';
import { ask, questionOf } from './ask.js';
import { datesOf, type Findings, gramsText, type LintedCard, isInForce, isToCome } from './card.js';
import { placeKey, placeText, type RoutesByPlace } from './places.js';
import { shipmentTypesOf } from './routes.js';
import { carriedBy, type Interval, weightsBetween } from './slabs.js';
import type { Decided } from './weights.js';

/** A row as a document and as a row of the card. */
interface Both {
  document: Package;
  row: number;
  carried: Interval;
}

/** How many rows a row is compared with, and on how many routes an example is looked for. */
const MOST_COMPARED = 200;
const MOST_TRIED = 12;

/** The rows of the card, with their documents; a row that can never match has none. */
function rowsOf({ documents, partner }: LintedCard): Map<number, Both> {
  const { packages } = partner.card;
  const byId = new Map(documents.packages.map((document) => [document.id, document]));
  const rows = new Map<number, Both>();
  for (let row = 0; row < packages.id.length; row++) {
    const document = byId.get(packages.id[row]!)!;
    rows.set(row, { document, row, carried: carriedBy(packages, row) });
  }
  return rows;
}

/** RATE_OVERLAP, and ROW_NEVER_COUNTS of rows that another one is equal to. */
export function* overlaps(card: LintedCard, places: RoutesByPlace): Findings {
  const { packages } = card.partner.card;
  const groups = new Map<string, Both[]>();
  for (const both of rowsOf(card).values()) {
    const { document } = both;
    if (!isToCome(document, card.atMs)) continue;
    const { customerId, direction, paymentType } = document;
    const key = JSON.stringify(
      [placeKey(document), customerId, direction ?? 'FORWARD', paymentType].map((e) => e ?? null),
    );
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [both]);
    else group.push(both);
  }
  for (const group of groups.values()) {
    group.sort((a, b) => a.carried.above - b.carried.above || a.document.id - b.document.id);
    for (const [index, one] of group.entries()) {
      yield undefined;
      for (const other of group.slice(index + 1, index + 1 + MOST_COMPARED)) {
        if (other.carried.above >= one.carried.upTo) break;
        const found = together(card, packages, one, other);
        if (found === null) continue;
        const example = exampleOf(card, places, found);
        if (example === null) continue;
        const { document: first } = one;
        const names = [first.id, other.document.id].sort((a, b) => a - b).map((id) => `packages/${id}`);
        yield {
          code: 'RATE_OVERLAP',
          message: `${names.join(' and ')} both carry ${gramsText(found.grams)} on ${placeText(first)}, at different prices: the cheaper counts`,
          documents: names,
          examples: [example],
        };
        break;
      }
    }
  }
}

interface Together {
  cheaper: Both;
  dearer: Both;
  grams: number;
  atMs: number;
}

/** A weight and a moment at which both rows carry, at different prices; null: there is none. */
function together(card: LintedCard, packages: PackageColumns, one: Both, other: Both): Together | null {
  const [a, b] = [one.document, other.document];
  if ((packages.accepts[one.row]! & packages.accepts[other.row]! & ANY_SHIPMENT_TYPE) === 0) return null;
  if (!((a.kmFrom ?? 0) < (b.kmTo ?? Infinity) && (b.kmFrom ?? 0) < (a.kmTo ?? Infinity))) return null;
  const [dates, others] = [datesOf(a), datesOf(b)];
  const atMs = Math.max(dates.fromMs, others.fromMs, card.atMs);
  if (atMs > Math.min(dates.toMs, others.toMs)) return null;
  const above = Math.max(one.carried.above, other.carried.above);
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

const ANY_SHIPMENT_TYPE = acceptedBy((1 << SHIPMENT_TYPES.length) - 1, 0);

/** A question that the cheaper row prices while the dearer one would carry it too. */
function exampleOf(card: LintedCard, places: RoutesByPlace, { cheaper, dearer, grams, atMs }: Together) {
  const { packages } = card.partner.card;
  const { customerId, direction } = cheaper.document;
  let tries = 0;
  for (const served of places.of(cheaper.document)) {
    if (![cheaper, dearer].every(({ row }) => isWithinKm(packages, row, served.own.km))) continue;
    for (const shipmentType of shipmentTypesOf(card))
      for (const paymentType of served.paymentTypes) {
        const asked = acceptedBy(1 << shipmentType, 1 << paymentType);
        if (![cheaper, dearer].every(({ row }) => (packages.accepts[row]! & asked) === asked)) continue;
        if (tries++ === MOST_TRIED) return null;
        const moment = atMs === card.atMs ? {} : { atMs };
        const question = questionOf(card, served, {
          grams,
          shipmentType,
          paymentType,
          customerId,
          direction,
          ...moment,
        });
        if (ask(card, question).eligibility.package.row === cheaper.row) return question;
      }
  }
  return null;
}

function isWithinKm({ fromKm, toKm }: PackageColumns, row: number, km: number): boolean {
  return fromKm.length === 0 || (fromKm[row]! <= km && km < toKm[row]!);
}

/** ROW_NEVER_COUNTS of rows that are for some served route, and that others go before on all of them. */
export function* hiddenRows(card: LintedCard, decisions: readonly Decided[], places: RoutesByPlace): Findings {
  const { limits } = card.partner.card;
  const winners = new Set<number>();
  const undercut = new Set<number>();
  for (const { slabs } of decisions) {
    for (const row of slabs.winners) winners.add(row);
    for (const row of slabs.undercut.keys()) undercut.add(row);
  }
  for (const { document, row, carried } of rowsOf(card).values()) {
    yield undefined;
    const isUsual = !document.customerId && (document.direction ?? 'FORWARD') === 'FORWARD';
    if (!isUsual || winners.has(row) || undercut.has(row) || !isInForce(document, card.atMs)) continue;
    const grams = Math.min(carried.upTo, limits.maxGrams);
    if (carried.above >= grams) continue;
    const example = whereHidden(card, places, { document, row, carried }, grams);
    if (example === null) continue;
    const { question, instead } = example;
    yield {
      code: 'ROW_NEVER_COUNTS',
      message: `packages/${document.id} never counts on ${placeText(document)}: others go before it, such as ${instead}`,
      documents: [`packages/${document.id}`],
      examples: [question],
    };
  }
}

/** A question that the row would price if others did not go before it. */
function whereHidden(card: LintedCard, places: RoutesByPlace, { document, row, carried }: Both, grams: number) {
  const { packages } = card.partner.card;
  let tries = 0;
  for (const served of places.of(document)) {
    if (!isWithinKm(packages, row, served.own.km)) continue;
    if (!isRowInForce(packages.validFrom, packages.validTo, row, card.atMs)) continue;
    for (const shipmentType of shipmentTypesOf(card))
      for (const paymentType of served.paymentTypes) {
        const asked = acceptedBy(1 << shipmentType, 1 << paymentType);
        if ((packages.accepts[row]! & asked) !== asked) continue;
        if (tries++ === MOST_TRIED) return null;
        for (const weight of new Set([grams, carried.above + 1])) {
          const question = questionOf(card, served, { grams: weight, shipmentType, paymentType });
          const { price } = ask(card, question);
          if (price !== null && price.packageRow !== row)
            return { question, instead: `packages/${packages.id[price.packageRow]!}` };
        }
      }
  }
  return null;
}
