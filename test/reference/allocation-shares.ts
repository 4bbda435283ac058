/** Shares: which member of a share gets a parcel, and what each is due and has done then. */
import type { Contender, Share, ShareCount, ShareMember } from './allocation-types.js';
import { cheapestOf, isAbove, isNamed } from './allocation-when.js';
import { decimal, Fraction, toNumber } from './exact.js';

const MILLION = 1_000_000;

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/**
 * What each member is due of one parcel, in millionths: its percent of the sum of the percents of those that have a
 * candidate, rounded down; the rest to the first of them. A member without a candidate is due nothing.
 */
export function duesOf(members: readonly ShareMember[], present: readonly boolean[]): number[] {
  const percents = members.map(({ percent }, at) => (present[at] ? decimal(percent) : new Fraction(0n)));
  const all = percents.reduce((sum, percent) => sum.plus(percent));
  const dues = percents.map((percent) =>
    toNumber(
      percent
        .times(new Fraction(BigInt(MILLION)))
        .over(all)
        .floor(),
    ),
  );
  dues[present.indexOf(true)] += MILLION - sumOf(dues);
  return dues;
}

/** The member's candidates: a partner belongs to the first member that names it. */
function candidatesOf<C extends Contender>(members: readonly ShareMember[], at: number, candidates: readonly C[]): C[] {
  return candidates.filter((candidate) => members.findIndex(({ partner }) => isNamed(partner, candidate)) === at);
}

/** The member that gets the parcel, its candidate, and the counts of all members after the parcel. */
export interface ShareChoice<C extends Contender> extends ShareCount {
  member: number;
  candidate: C;
}

/**
 * Null where no member has a candidate, or all that have one are passed over: then nothing is counted. `candidates` are
 * in the order of their scores. Of the members that have a candidate:
 * 1. those at their max, and those whose candidate costs too much, are passed over
 * 2. those below their min: the smallest done ÷ min
 * 3. the greatest due − done, with what this parcel adds to due
 * 4. the earlier in the list
 */
export function chooseByShare<C extends Contender>(
  { of: members, atMostAbove }: Share,
  counts: ShareCount | undefined,
  candidates: readonly C[],
): ShareChoice<C> | null {
  const noughts = members.map(() => 0);
  const { due: formerDue, done } = counts ?? { due: noughts, done: noughts };
  const best = members.map((_, at): C | undefined => candidatesOf(members, at, candidates)[0]);
  if (best.every((candidate) => candidate === undefined)) return null;
  const dues = duesOf(
    members,
    best.map((candidate) => candidate !== undefined),
  );
  const due = formerDue.map((number, at) => number + dues[at]);
  const cheapest = cheapestOf(candidates);

  const isAtMax = (at: number): boolean => done[at] >= (members[at].max ?? Infinity);
  const isTooDear = (at: number): boolean =>
    (atMostAbove ?? null) !== null && isAbove(best[at]!, cheapest, atMostAbove!);
  const eligible = [...members.keys()].filter((at) => best[at] !== undefined && !isAtMax(at) && !isTooDear(at));
  if (eligible.length === 0) return null;

  const ofMin = (at: number): Fraction => new Fraction(BigInt(done[at]), BigInt(members[at].min!));
  const owed = (at: number): number => due[at] - done[at] * MILLION;
  const belowMin = eligible.filter((at) => done[at] < (members[at].min ?? 0));
  // sorting is stable: of equal ones the earlier in the list is first
  const [member] =
    belowMin.length > 0
      ? belowMin.sort((a, b) => ofMin(a).compare(ofMin(b)))
      : eligible.sort((a, b) => owed(b) - owed(a));
  return {
    member,
    candidate: best[member]!,
    due,
    done: done.map((number, at) => (at === member ? number + 1 : number)),
  };
}
