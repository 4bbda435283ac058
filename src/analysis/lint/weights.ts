/** Weights without a rate, falling rates, rows that overlap, and rows that never count. */
import { PAYMENT_TYPES, SHIPMENT_TYPES } from '../../domain/vocabulary.js';
import { NO_LANE, type PackageColumns } from '../../domain/rate-card.js';
import { reasonCodes } from '../../domain/eligibility.js';
import { MAX_FINDING_DOCUMENTS } from '../../limits/documents.js';
import { ask, type Question, questionOf } from './ask.js';
import { type RawFinding, gramsText, type LintedCard, zonesByNumber, zoneText } from './card.js';
import { type ShipmentCase, type WeightDecision, firstExample } from './decisions.js';
import type { Interval } from './slabs.js';

/** RATE_GAP */
export function rateGaps(card: LintedCard, decisions: readonly WeightDecision[]): RawFinding[] {
  const found: RawFinding[] = [];
  const { packages } = card.partner.card;
  for (const { rows, slabs, cases, kinds } of decisions)
    for (const gap of slabs.gaps) {
      const example = firstExample(cases, (each) => {
        const question = questionOf(card, each.served, { ...each, grams: gap.above + 1 });
        const { price, eligibility } = ask(card, question);
        return price === null && reasonCodes(eligibility.reasons).join() === 'NO_RATE' ? question : null;
      });
      if (example === null) continue;
      const touching = rows.filter((row) => touches(packages, row, gap));
      const isForNone = rows.length === 0;
      const what = isForNone ? 'no row is for this route' : 'no row carries it';
      const documents = isForNone
        ? placeDocuments(card, example.of)
        : packageNames(packages, touching.length > 0 ? touching : rows);
      // several rules may give a lane
      const isOfLane = isForNone && example.of.served.own.lane !== NO_LANE;
      const where = isOfLane ? routeText(card, example.of) : documents.join();
      found.push({
        code: 'RATE_GAP',
        message: `${intervalText(gap)} ${routeText(card, example.of)} (${shipmentText(example.of)}) has no rate: ${what}`,
        documents,
        examples: [example.question],
        gap: { low: gap.above, high: gap.upTo, keys: [`${where} ${kinds}`, routeKey(example.question)] },
      });
    }
  return found;
}

const routeKey = (question: Question): string => {
  const { pickupPincode, deliveryPincode, shipmentType, paymentType, customerId, direction } = question;
  const { serviceRequirements = [] } = question;
  return [
    ...[pickupPincode, deliveryPincode, shipmentType, paymentType, customerId, direction],
    ...serviceRequirements,
  ].join(' ');
};

/** Whether a row begins or ends at a gap. */
function touches(packages: PackageColumns, row: number, { above, upTo }: Interval): boolean {
  const ends = [packages.maxGrams[row]!, packages.addonGrams[row] === 0 ? packages.baseGrams[row]! : Infinity];
  return packages.minGrams[row] === upTo || ends.includes(above);
}

/** RATE_FALLS */
export function rateFalls(card: LintedCard, decisions: readonly WeightDecision[]): RawFinding[] {
  const found: RawFinding[] = [];
  const { packages } = card.partner.card;
  for (const { rows, slabs, cases } of decisions)
    for (const { lighter, heavier } of slabs.falls) {
      const example = firstExample(cases, (each) => {
        const [light, heavy] = [lighter, heavier].map((grams) => questionOf(card, each.served, { ...each, grams }));
        const prices = [light!, heavy!].map((question) => ask(card, question).price);
        // rows of another direction may price an RTO
        if (!prices.every((price) => price !== null && rows.includes(price.packageRow))) return null;
        return prices[1]!.weightPaise < prices[0]!.weightPaise ? { questions: [light!, heavy!], prices } : null;
      });
      if (example === null) continue;
      const { questions, prices } = example.question;
      const rupees = prices.map((price) => `₹${(price!.weightPaise / 100).toFixed(2)}`);
      found.push({
        code: 'RATE_FALLS',
        message:
          `${gramsText(heavier)} ${routeText(card, example.of)} costs ${rupees[1]}, `
          + `and ${gramsText(lighter)} costs ${rupees[0]}`,
        documents: packageNames(packages, [...new Set(prices.map((price) => price!.packageRow))]),
        examples: questions,
      });
    }
  return found;
}

/**
 * RATE_OVERLAP of rows that several lists give together: rows of one zone at either end.
 * @param known the overlaps of rows that name the same
 */
export function undercutRows(
  card: LintedCard,
  decisions: readonly WeightDecision[],
  known: readonly RawFinding[],
): RawFinding[] {
  const reported = new Set(known.map((each) => each.documents.join()));
  const found: RawFinding[] = [];
  const { packages } = card.partner.card;
  for (const { slabs, cases } of decisions)
    for (const [row, { winner, grams }] of slabs.undercut) {
      const documents = packageNames(packages, [row, winner]);
      if (reported.has(documents.join())) continue;
      const example = firstExample(cases, (each) => {
        const question = questionOf(card, each.served, { ...each, grams });
        return ask(card, question).price?.packageRow === winner ? question : null;
      });
      if (example === null) continue;
      reported.add(documents.join());
      found.push({
        code: 'RATE_OVERLAP',
        isError: !decisions.some((each) => each.slabs.winners.has(row)),
        message: `${documents.join(' and ')} both carry ${gramsText(grams)} ${routeText(card, example.of)}, at different prices: the cheaper counts`,
        documents,
        examples: [example.question],
      });
    }
  return found;
}

/** The documents that say which route it is. */
export function placeDocuments(card: LintedCard, { served: { own } }: ShipmentCase): string[] {
  if (own.lane !== NO_LANE) return [`lane-rules/${card.partner.card.lanes.id[own.laneRule]!}`];
  const zones = zonesByNumber(card);
  return [...new Set([own.fromZone, own.toZone])].map((number) => `zones/${zones[number]!.id}`);
}

export const packageNames = ({ id }: PackageColumns, rows: readonly number[]): string[] =>
  rows
    .map((row) => id[row]!)
    .sort((a, b) => a - b)
    .slice(0, MAX_FINDING_DOCUMENTS)
    .map((each) => `packages/${each}`);

/** Where a route is, and of whose shipments if not of every customer's forward ones. */
export function routeText(card: LintedCard, { served: { own }, customerId, direction, service }: ShipmentCase): string {
  const whose = [direction === 'FORWARD' ? null : direction, service, customerId]
    .filter((text) => text !== null)
    .join(', ');
  const suffix = whose === '' ? '' : ` (${whose})`;
  if (own.lane !== NO_LANE) return `on lane ${card.partner.names.lanes[own.lane - 1]!}${suffix}`;
  const zones = zonesByNumber(card);
  const [from, to] = [zones[own.fromZone]!, zones[own.toZone]!];
  const where = from === to ? `within ${zoneText(from)}` : `from ${zoneText(from)} to ${zoneText(to)}`;
  return `${where}${suffix}`;
}

const shipmentText = ({ shipmentType, paymentType }: ShipmentCase): string =>
  `${SHIPMENT_TYPES[shipmentType]!}, ${PAYMENT_TYPES[paymentType]!}`;

const intervalText = ({ above, upTo }: Interval): string =>
  above + 1 === upTo ? gramsText(upTo) : `${(above + 1).toLocaleString('en-IN')} to ${gramsText(upTo)}`;
