/** Sets of pincodes as people write them: `793001-793005`, both included, and `793*`. */

/** A pincode or a set. */
export const PINCODE_SET_PATTERN = '^([0-9]{6}|[1-9][0-9]{5}-[1-9][0-9]{5}|[1-9][0-9]{0,4}\\*)$';

const DIGITS = 6;
const SINGLE = /^\d{6}$/;
const RANGE = /^([1-9]\d{5})-([1-9]\d{5})$/;
const PREFIX = /^([1-9]\d{0,4})\*$/;

/** Both bounds are included; `from` may be above `to`, then nothing lies within. */
interface PincodeRange {
  from: string;
  to: string;
}

/** The bounds of a set; null: the text is none. */
function rangeOf(text: string): PincodeRange | null {
  const [, from, to] = RANGE.exec(text) ?? [];
  if (from !== undefined && to !== undefined) return { from, to };
  const [, digits] = PREFIX.exec(text) ?? [];
  return digits === undefined ? null : { from: digits.padEnd(DIGITS, '0'), to: digits.padEnd(DIGITS, '9') };
}

/** Whether a value is a set, and no single pincode. */
export const isPincodeSet = (value: unknown): boolean => typeof value === 'string' && rangeOf(value) !== null;

export const isSinglePincode = (value: unknown): boolean => typeof value === 'string' && SINGLE.test(value);

/** Why a set has no pincode; null: the text is no set. */
export function emptySetFault(text: string): string | null {
  const range = rangeOf(text);
  if (range === null) return null;
  return range.from > range.to ? `${text} ends before it begins` : `no known pincode lies within ${text}`;
}

interface ExpandedSets {
  /**
   * First the texts that are no sets, as they were given; then the known pincodes within the sets, ascending, each
   * once, without those that were given by themselves.
   */
  pincodes: string[];
  /** The sets that no known pincode lies in, as they were given, each once. */
  empty: string[];
}

/** Replaces sets by the pincodes within that are known. `known`: ascending. */
export function expandSets(given: readonly string[], known: readonly { pincode: string }[]): ExpandedSets {
  const single: string[] = [];
  const within: { first: number; end: number }[] = [];
  const empty = new Set<string>();
  for (const text of given) {
    const range = rangeOf(text);
    if (range === null) {
      single.push(text);
      continue;
    }
    const [first, end] = [firstFrom(known, range.from), firstFrom(known, `${range.to}.`)];
    if (first < end) within.push({ first, end });
    else empty.add(text);
  }
  const alone = new Set(single);
  const pincodes = [...single];
  // sets may overlap: a position is passed once
  let next = 0;
  for (const { first, end } of within.sort((a, b) => a.first - b.first))
    for (next = Math.max(next, first); next < end; next++) {
      const { pincode } = known[next]!;
      if (!alone.has(pincode)) pincodes.push(pincode);
    }
  return { pincodes, empty: [...empty] };
}

/** The position of the first of the ascending rows that is not below `pincode`; their number: all are. */
export function firstFrom(known: readonly { pincode: string }[], pincode: string): number {
  let low = 0;
  let high = known.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (known[middle]!.pincode < pincode) low = middle + 1;
    else high = middle;
  }
  return low;
}
