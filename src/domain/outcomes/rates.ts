/** Rates of parcels (docs/rules.md#outcomes). */

/** The unit of rates: ten-thousandths. */
export const RATE_UNIT = 10_000;
/** A place counts as if it had so many parcels more, with the rate of its parent. */
const BORROWED = 30;
/** Of the normal distribution, for bounds of 95 %. */
const Z = 1.96;

/**
 * The rate of a place that borrows from its parent: (k + 30 × parent) ÷ (n + 30), rounded half up. Without parcels it
 * is that of the parent. Both rates are in ten-thousandths.
 * @param k of `n` parcels
 */
export function borrowed(k: number, n: number, parent: number): number {
  const unit = n + BORROWED;
  return Math.floor((2 * (k * RATE_UNIT + BORROWED * parent) + unit) / (2 * unit));
}

/** A share of parcels and the bounds of 95 % that Wilson's interval gives it: 0 to 1, four decimals. */
export interface Share {
  k: number;
  n: number;
  /** Null: there are no parcels. */
  rate: number | null;
  low: number | null;
  high: number | null;
}

/** @param k of `n` parcels */
export function shareOf(k: number, n: number): Share {
  if (n === 0) return { k, n, rate: null, low: null, high: null };
  const squared = Z * Z;
  const middle = 2 * k + squared;
  const spread = Z * Math.sqrt(squared + (4 * k * (n - k)) / n);
  const twice = 2 * (n + squared);
  return {
    k,
    n,
    rate: Math.floor((2 * k * RATE_UNIT + n) / (2 * n)) / RATE_UNIT,
    low: fourDecimals((middle - spread) / twice),
    high: fourDecimals((middle + spread) / twice),
  };
}

/** Never −0, nor beyond 1: of no and of all parcels, a bound is next to its end by the error of doubles. */
const fourDecimals = (value: number): number => Math.min(Math.max(0, Math.round(value * RATE_UNIT)) / RATE_UNIT, 1);
