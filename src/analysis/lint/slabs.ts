/** What the rows among which the weight decides come to over all weights. */
import type { PackageColumns } from '../../domain/rate-card.js';
import { weightCharge } from '../../domain/rates.js';

/** Grams above `above`, up to `upTo`. */
export interface Interval {
  above: number;
  upTo: number;
}

/** Grams, all three included. */
interface WeightBounds {
  /** Below it no shipment of the card is charged. */
  leastEver: number;
  /** Below it these shipments are not charged. */
  least: number;
  /** The heaviest shipment. */
  most: number;
}

/** Of weights that are charged; but for `winners`, of these shipments. */
export interface Slabs {
  /** Weights that no row carries. */
  gaps: Interval[];
  /** Weights between which the charge falls: the lighter and the heavier, which is the next that is carried. */
  falls: { lighter: number; heavier: number }[];
  /** The rows that count for some weight, also for one that only shipments with more services are charged. */
  winners: Set<number>;
  /** Rows that another one undercuts, which counts, and a weight at which it does. */
  undercut: Map<number, { winner: number; grams: number }>;
}

/** The steps of a row that are looked at where several rows carry the same weights. */
const STEPS = 8;

/** The weights that a row carries. */
export function carriedBy(packages: PackageColumns, row: number): Interval {
  const upTo = packages.addonGrams[row] === 0 ? packages.baseGrams[row]! : Infinity;
  return { above: packages.minGrams[row]!, upTo: Math.min(packages.maxGrams[row]!, upTo) };
}

interface RowInterval extends Interval {
  row: number;
}

/**
 * Looks at each interval between two weights at which a row begins or ends to carry. Where several rows carry, they are
 * compared at its ends and at their first steps. Of thousands of rows that carry the same weights, which no contract
 * has, not all are compared: the others are taken for winners, so that nothing is said of them.
 * @param budget how many rows may still be compared on the card, each time that they are
 */
export function slabsOf(
  packages: PackageColumns,
  rows: readonly number[],
  weights: WeightBounds,
  budget: { left: number },
): Slabs {
  const carried = carriedWithin(packages, rows, weights);
  const slabs: Slabs = { gaps: gapsBetween(carried, weights), falls: [], winners: new Set(), undercut: new Map() };
  const bounds = boundsOf(carried, weights);
  let next = 0;
  let active: RowInterval[] = [];
  /** The last weight that was carried, and its charge. */
  let last: { grams: number; paise: number } | null = null;
  for (let index = 0; index + 1 < bounds.length; index++) {
    const [above, upTo] = [bounds[index]!, bounds[index + 1]!];
    active = active.filter((each) => each.upTo > above);
    while (next < carried.length && carried[next]!.above <= above) active.push(carried[next++]!);
    if (active.length === 0) continue;
    if (budget.left < 0) break;
    const of = active.map(({ row }) => row);
    const isCharged = above + 1 >= weights.least;
    const lightest = cheapest(packages, of, above + 1);
    if (last !== null && lightest.paise < last.paise) slabs.falls.push({ lighter: last.grams, heavier: above + 1 });
    for (const grams of of.length === 1 ? [upTo] : weightsBetween(packages, of, { above, upTo })) {
      if (of.length > 1 && (budget.left -= of.length) < 0) break;
      const winner = cheapest(packages, of, grams);
      slabs.winners.add(winner.row);
      if (!isCharged) continue;
      noteUndercut(slabs, packages, of, { winner, grams });
      last = { grams, paise: winner.paise };
    }
  }
  if (budget.left < 0) for (const row of rows) slabs.winners.add(row);
  return slabs;
}

/** Of so many rows only the first steps are compared. */
export const MANY = 100;

/** What each row carries, in the order of the lower bounds. */
function carriedWithin(
  packages: PackageColumns,
  rows: readonly number[],
  { leastEver, most }: WeightBounds,
): RowInterval[] {
  const carried: RowInterval[] = [];
  for (const row of rows) {
    const { above, upTo } = carriedBy(packages, row);
    const from = Math.max(above, leastEver - 1);
    if (from < Math.min(upTo, most)) carried.push({ row, above: from, upTo });
  }
  return carried.sort((a, b) => a.above - b.above);
}

/** The weights at which a row begins or ends to carry, and below which nothing is charged, ascending. */
function boundsOf(carried: readonly RowInterval[], { leastEver, least, most }: WeightBounds): number[] {
  const bounds = new Set([leastEver, least].map((grams) => Math.min(grams - 1, most))).add(most);
  for (const { above, upTo } of carried) bounds.add(above).add(Math.min(upTo, most));
  return [...bounds].sort((a, b) => a - b);
}

/** Notes which of the rows the cheapest one undercuts at a weight. */
function noteUndercut(
  { undercut }: Slabs,
  packages: PackageColumns,
  rows: readonly number[],
  { winner, grams }: { winner: { row: number; paise: number }; grams: number },
): void {
  for (const row of rows)
    if (!undercut.has(row) && weightCharge(packages, row, grams) > winner.paise)
      undercut.set(row, { winner: winner.row, grams });
}

/** The charged weights that none carries of rows in the order of their lower bounds. */
function gapsBetween(carried: readonly RowInterval[], { least, most }: WeightBounds): Interval[] {
  const gaps: Interval[] = [];
  let reached = least - 1;
  for (const { above, upTo } of carried) {
    if (above > reached) gaps.push({ above: reached, upTo: above });
    reached = Math.max(reached, upTo);
  }
  if (reached < most) gaps.push({ above: reached, upTo: most });
  return gaps;
}

/** The cheapest of rows that carry a weight, then the one with the lowest id. */
function cheapest(packages: PackageColumns, rows: readonly number[], grams: number): { row: number; paise: number } {
  let [best, least] = [rows[0]!, weightCharge(packages, rows[0]!, grams)];
  for (let index = 1; index < rows.length; index++) {
    const row = rows[index]!;
    const paise = weightCharge(packages, row, grams);
    if (paise < least || (paise === least && packages.id[row]! < packages.id[best]!)) [best, least] = [row, paise];
  }
  return { row: best, paise: least };
}

/** Weights of an interval at which rows may change places, ascending; the last one is its end. */
export function weightsBetween(packages: PackageColumns, rows: readonly number[], { above, upTo }: Interval): number[] {
  const weights = new Set([above + 1, upTo]);
  if (upTo - above <= rows.length) {
    for (let grams = above + 2; grams < upTo; grams++) weights.add(grams);
    return [...weights].sort((a, b) => a - b);
  }
  const steps = rows.length < MANY ? STEPS : 1;
  for (const row of rows) {
    const base = packages.baseGrams[row]!;
    const step = packages.addonGrams[row]!;
    // the first steps within the interval, of many rows the first one; without steps the base alone
    const first = step === 0 ? base : base + Math.max(0, Math.floor((above - base) / step)) * step;
    const last = step === 0 ? base : Math.min(first + (steps - 1) * step, upTo);
    for (let grams = first; grams <= last; grams += step || 1) {
      if (above < grams && grams < upTo) weights.add(grams);
      if (above < grams + 1 && grams + 1 < upTo) weights.add(grams + 1);
    }
  }
  return [...weights].sort((a, b) => a - b);
}
