/** Rates of parcels (docs/rules.md#outcomes). */

/** The unit of rates. */
export const TEN_THOUSANDTHS = 10_000;
/** A place counts as if it had so many parcels more, with the rate of its parent. */
export const BORROWED = 30;
/** Of the normal distribution, for bounds of 95 %. */
const Z = 1.96;

/**
 * The rate of a place that borrows from its parent: (k + 30 × parent) ÷ (n + 30), rounded half up. Without parcels it
 * is that of the parent. Both rates are in ten-thousandths.
 * @param k of `n` parcels
 */
export function borrowed(k: number, n: number, parent: number): number {
  const unit = n + BORROWED;
  return Math.floor((2 * (k * TEN_THOUSANDTHS + BORROWED * parent) + unit) / (2 * unit));
}

/** A share of parcels and the bounds of 95 % that Wilson's interval gives it: 0 to 1, four decimals. */
export interface BoundedRate {
  k: number;
  n: number;
  /** Null: there are no parcels. */
  rate: number | null;
  low: number | null;
  high: number | null;
}

/** @param k of `n` parcels */
export function boundedRate(k: number, n: number): BoundedRate {
  if (n === 0) return { k, n, rate: null, low: null, high: null };
  const squared = Z * Z;
  const middle = 2 * k + squared;
  const spread = Z * Math.sqrt(squared + (4 * k * (n - k)) / n);
  const twice = 2 * (n + squared);
  return {
    k,
    n,
    rate: Math.floor((2 * k * TEN_THOUSANDTHS + n) / (2 * n)) / TEN_THOUSANDTHS,
    low: fourDecimals((middle - spread) / twice),
    high: fourDecimals((middle + spread) / twice),
  };
}

/** Never −0, nor beyond 1: of no and of all parcels, a bound is next to its end by the error of doubles. */
const fourDecimals = (value: number): number =>
  Math.min(Math.max(0, Math.round(value * TEN_THOUSANDTHS)) / TEN_THOUSANDTHS, 1);
