/** What the rows among which the weight decides come to over all weights. */
import type { PackageColumns } from '../domain/rate-card.js';
import { weightCharge } from '../domain/rates.js';

/** Grams above `above`, up to `upTo`. */
export interface Interval {
  above: number;
  upTo: number;
}

export interface Slabs {
  /** Weights that no row carries. */
  gaps: Interval[];
  /** Weights between which the charge falls: the lighter and the heavier, which is the next that is carried. */
  falls: { lighter: number; heavier: number }[];
  /** The rows that count for some weight. */
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

/**
 * Looks at each interval between two weights at which a row begins or ends to carry. Where several rows carry, they are
 * compared at its ends and at their first steps.
 * @param maxGrams the heaviest shipment
 */
export function slabsOf(packages: PackageColumns, rows: readonly number[], maxGrams: number): Slabs {
  const slabs: Slabs = { gaps: [], falls: [], winners: new Set(), undercut: new Map() };
  const carried = rows
    .map((row) => ({ row, ...carriedBy(packages, row) }))
    .filter(({ above, upTo }) => above < Math.min(upTo, maxGrams))
    .sort((a, b) => a.above - b.above);
  const bounds = [...new Set([0, maxGrams, ...carried.flatMap(({ above, upTo }) => [above, upTo])])]
    .filter((grams) => grams <= maxGrams)
    .sort((a, b) => a - b);
  let next = 0;
  let active: typeof carried = [];
  /** The last weight that was carried, and its charge. */
  let last: { grams: number; paise: number } | null = null;
  for (let index = 0; index + 1 < bounds.length; index++) {
    const [above, upTo] = [bounds[index]!, bounds[index + 1]!];
    active = active.filter((each) => each.upTo > above);
    while (next < carried.length && carried[next]!.above <= above) active.push(carried[next++]!);
    if (active.length === 0) {
      const before = slabs.gaps.at(-1);
      if (before?.upTo === above) before.upTo = upTo;
      else slabs.gaps.push({ above, upTo });
      continue;
    }
    const of = active.map(({ row }) => row);
    const lightest = cheapest(packages, of, above + 1);
    if (last !== null && lightest.paise < last.paise) slabs.falls.push({ lighter: last.grams, heavier: above + 1 });
    for (const grams of of.length === 1 ? [upTo] : weightsBetween(packages, of, { above, upTo })) {
      const winner = cheapest(packages, of, grams);
      slabs.winners.add(winner.row);
      for (const row of of)
        if (!slabs.undercut.has(row) && weightCharge(packages, row, grams) > winner.paise)
          slabs.undercut.set(row, { winner: winner.row, grams });
      last = { grams, paise: winner.paise };
    }
  }
  return slabs;
}

/** The cheapest of rows that carry a weight, then the one with the lowest id. */
function cheapest(packages: PackageColumns, rows: readonly number[], grams: number): { row: number; paise: number } {
  let best = { row: rows[0]!, paise: weightCharge(packages, rows[0]!, grams) };
  for (const row of rows.slice(1)) {
    const paise = weightCharge(packages, row, grams);
    if (paise < best.paise || (paise === best.paise && packages.id[row]! < packages.id[best.row]!))
      best = { row, paise };
  }
  return best;
}

/** Weights of an interval at which rows may change places, ascending; the last one is its end. */
export function weightsBetween(packages: PackageColumns, rows: readonly number[], { above, upTo }: Interval): number[] {
  const weights = new Set([above + 1, upTo]);
  for (const row of rows) {
    const base = packages.baseGrams[row]!;
    const step = packages.addonGrams[row]!;
    // the first steps within the interval
    const first = step === 0 ? 0 : Math.max(0, Math.floor((above - base) / step));
    for (let index = first; index < first + STEPS; index++)
      for (const grams of [base + index * step, base + index * step + 1])
        if (above < grams && grams < upTo) weights.add(grams);
  }
  return [...weights].sort((a, b) => a - b);
}
