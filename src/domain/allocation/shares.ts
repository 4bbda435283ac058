/** Which member of a share gets the next parcel (docs/rules.md#policies). Due is in millionths of a parcel. */
import type { PolicyCandidate } from './selector.js';

export const PARCEL = 1_000_000;

/** What the members are due and have, by member, in the present window. */
export interface ShareCounts {
  /** Millionths of a parcel. */
  due: readonly number[];
  /** Parcels. */
  done: readonly number[];
}

/** The terms of a share, by member. */
export interface ShareTerms {
  /** In hundredths of a percent: 10,000 in all. */
  percents: readonly number[];
  /** Parcels in the window: 0 and Infinity where nothing is said. */
  least: readonly number[];
  most: readonly number[];
  /** How much more than the cheapest candidate one may cost, in paise; Infinity: any. */
  atMostAbovePaise: number;
}

export interface ShareChoice {
  member: number;
  /** What the parcel adds to the due of each member. */
  added: readonly number[];
}

/**
 * The member that gets a parcel; null: all are passed over, and nothing counts. Each member that has a candidate is due
 * its part of the parcel. Passed over are the members at their most, and those whose candidate costs too much above the
 * cheapest one. Of the others:
 *
 * 1. those below their least, the smallest done ÷ least first;
 * 2. the greatest due − done, this parcel's due included;
 * 3. the earlier in the list.
 *
 * @param candidates by member its candidate; null: it has none
 * @param cheapestPaise the cost of the cheapest candidate that is left
 */
export function chooseMember(
  { percents, least, most, atMostAbovePaise }: ShareTerms,
  { due, done }: ShareCounts,
  candidates: readonly (PolicyCandidate | null)[],
  cheapestPaise: number,
): ShareChoice | null {
  const added = dueOf(percents, candidates);
  let best: { member: number; isBelow: boolean; owed: number } | null = null;
  for (const [member, candidate] of candidates.entries()) {
    if (candidate === null || done[member]! >= most[member]!) continue;
    if (candidate.costPaise - cheapestPaise > atMostAbovePaise) continue;
    const isBelow = done[member]! < least[member]!;
    const owed = due[member]! + added[member]! - done[member]! * PARCEL;
    const goesBefore =
      best === null
      || (isBelow === best.isBelow
        ? isBelow
          ? done[member]! * least[best.member]! < done[best.member]! * least[member]!
          : owed > best.owed
        : isBelow);
    if (goesBefore) best = { member, isBelow, owed };
  }
  return best && { member: best.member, added };
}

/**
 * What one parcel adds to the due of each member: its percent ÷ the percents of all that have a candidate, rounded
 * down, and what is left over to the first of them.
 */
function dueOf(percents: readonly number[], candidates: readonly (PolicyCandidate | null)[]): number[] {
  const sum = percents.reduce((total, percent, member) => total + (candidates[member] === null ? 0 : percent), 0);
  const added = percents.map((percent, member) =>
    candidates[member] === null ? 0 : Math.floor((PARCEL * percent) / sum),
  );
  const first = candidates.findIndex((candidate) => candidate !== null);
  if (first >= 0) added[first]! += PARCEL - added.reduce((total, part) => total + part, 0);
  return added;
}
