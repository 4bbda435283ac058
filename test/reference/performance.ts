/**
 * Outcomes by the book: which weeks count, rates that borrow, bounds and hours. Written from the rules alone, in exact
 * arithmetic, and as slow as it is plain.
 */
import { Fraction } from './exact.js';

export interface Sums {
  /** A Monday, days since 1970. */
  week: number;
  partnerId: string;
  pincode: string;
  paymentType: 'COD' | 'PREPAID';
  n: number;
  delivered: number;
  rto: number;
  lost: number;
  attempted: number;
  firstAttempt: number;
  promised: number;
  onTime: number;
  hours: number[];
}

/** A pincode of the geography. */
export interface Place {
  pincode: string;
  cityId: number;
  stateId: number;
}

const DAY_MS = 86_400_000;
const INDIA_MS = 19_800_000;

/** Whether a week is among the 26 latest that ended at least 21 days before the moment. */
export function counts(week: number, atMs: number): boolean {
  const ended = (monday: number): number => (monday + 7) * DAY_MS - INDIA_MS;
  const isOver = (monday: number): boolean => ended(monday) + 21 * DAY_MS <= atMs;
  // the 26th week after it is not over: so fewer than 26 later ones are
  return isOver(week) && !isOver(week + 26 * 7);
}

interface Rate {
  k(sums: Sums): number;
  n(sums: Sums): number;
}

const RTO: Rate = { k: ({ rto }) => rto, n: ({ rto, delivered, lost }) => rto + delivered + lost };
const ON_TIME: Rate = { k: ({ onTime }) => onTime, n: ({ promised }) => promised };

const total = (all: readonly Sums[], of: (sums: Sums) => number): bigint =>
  all.reduce((sum, each) => sum + BigInt(of(each)), 0n);

/** In ten-thousandths, level by level from the widest to the narrowest. */
function borrowing(rate: Rate, base: bigint, levels: readonly Sums[][]): bigint {
  let parent = base;
  for (const all of levels)
    parent = new Fraction(total(all, rate.k) * 10_000n + 30n * parent, total(all, rate.n) + 30n).roundHalfUp();
  return parent;
}

const LEVELS = ['ALL', 'PARTNER', 'STATE', 'CITY', 'PINCODE'];

/** What is expected of a parcel. */
export function riskOf(
  given: readonly Sums[],
  geography: readonly Place[],
  { partnerId, pincode, paymentType, atMs }: Pick<Sums, 'partnerId' | 'pincode' | 'paymentType'> & { atMs: number },
) {
  const placeOf = (wanted: string): Place | undefined => geography.find((place) => place.pincode === wanted);
  const counted = given.filter(({ week }) => counts(week, atMs));
  const place = placeOf(pincode)!;
  const all = counted.filter((sums) => sums.paymentType === paymentType);
  const own = all.filter((sums) => sums.partnerId === partnerId);
  const inState = own.filter((sums) => placeOf(sums.pincode)?.stateId === place.stateId);
  const inCity = inState.filter((sums) => placeOf(sums.pincode)?.cityId === place.cityId);
  const atPincode = inCity.filter((sums) => sums.pincode === pincode);
  const levels = [all, own, inState, inCity, atPincode];
  const deepest = levels.findLastIndex((sums) => total(sums, RTO.n) > 0n);
  return {
    rto: Number(borrowing(RTO, paymentType === 'COD' ? 1_000n : 200n, levels)),
    onTime: Number(borrowing(ON_TIME, 9_000n, levels)),
    level: deepest < 0 ? 'NONE' : LEVELS[deepest]!,
    n: deepest < 0 ? 0 : Number(total(levels[deepest]!, RTO.n)),
    hasOutcomes: counted.some((sums) => sums.partnerId === partnerId),
  };
}

const Z = new Fraction(196n, 100n);
const int = (value: number | bigint): Fraction => new Fraction(BigInt(value));
/** Digits of a square root behind the point. */
const DIGITS = 40n;

/** ⌊√value⌋, by Newton. */
function wholeRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

const rootOf = ({ numerator, denominator }: Fraction): Fraction => {
  const unit = 10n ** DIGITS;
  return new Fraction(wholeRoot((numerator * unit * unit) / denominator), unit);
};

const fourDecimals = (value: Fraction): number => Number(value.times(int(10_000)).roundHalfUp()) / 10_000;

/** k ÷ n, and Wilson's bounds: (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) ÷ (1 + z²/n). */
export function shareOf(k: number, n: number) {
  if (n === 0) return { k, n, rate: null, low: null, high: null };
  const p = new Fraction(BigInt(k), BigInt(n));
  const size = int(n);
  const squared = Z.times(Z);
  const middle = p.plus(squared.over(size.times(int(2))));
  const variance = p
    .times(int(1).minus(p))
    .over(size)
    .plus(squared.over(size.times(size).times(int(4))));
  const spread = Z.times(rootOf(variance));
  const whole = int(1).plus(squared.over(size));
  return {
    k,
    n,
    rate: fourDecimals(p),
    low: fourDecimals(middle.minus(spread).over(whole)),
    high: fourDecimals(middle.plus(spread).over(whole)),
  };
}

/** The end of the step in which the parcel of a rank lies, when they stand in a row from the fastest on. */
export function hoursAt(percent: number, steps: readonly number[]): number | null {
  const row = steps.flatMap((count, step) => Array.from({ length: count }, () => step));
  if (row.length === 0) return null;
  const rank = Number(new Fraction(BigInt(percent * row.length), 100n).ceil());
  const step = row[rank - 1]!;
  return step === 15 ? null : (step + 1) * 24;
}

/** The members of a row of figures. */
export function figuresOf(all: readonly Sums[]) {
  const sum = (of: (sums: Sums) => number): number => Number(total(all, of));
  const hours = Array.from({ length: 16 }, (_, step) => sum((sums) => sums.hours[step]!));
  return {
    n: sum(({ n }) => n),
    rto: shareOf(sum(RTO.k), sum(RTO.n)),
    firstAttempt: shareOf(
      sum(({ firstAttempt }) => firstAttempt),
      sum(({ attempted }) => attempted),
    ),
    onTime: shareOf(sum(ON_TIME.k), sum(ON_TIME.n)),
    hours: { p50: hoursAt(50, hours), p85: hoursAt(85, hours), p95: hoursAt(95, hours) },
  };
}
