/** The places of a waterfall's bars, in amounts. */

/** Where all bars are longer than this share of the longest, the axis begins later, or causes could not be seen. */
const LEAST_SHARE_CUT = 0.5;
/** Of the axis, left of the shortest bar. */
const LEAD = 0.25;

export interface WaterfallSpan {
  /** The sum after each step. */
  after: readonly number[];
  from: number;
  to: number;
  /** The axis begins above 0. */
  isCut: boolean;
}

/** @param steps what each adds; together they are billed − expected */
export function waterfallSpan(expected: number, steps: readonly number[], billed: number): WaterfallSpan {
  let sum = expected;
  const after = steps.map((step) => (sum += step));
  const least = Math.min(expected, billed, ...after);
  const most = Math.max(expected, billed, ...after, 0);
  const isCut = least > most * LEAST_SHARE_CUT && least < most;
  return { after, from: isCut ? least - (most - least) * LEAD : Math.min(0, least), to: most, isCut };
}
