/**
 * Money is integer paise. A rate is an integer in ten-thousandths of a percent, so that 12.5 % is 125,000: no binary
 * floating point touches an amount (docs/rules.md#pricing).
 */
import { decimalOf } from './decimal.js';

/** Rate units in 100 %. */
export const RATE_UNIT = 1_000_000;
const NEXT_TO_HALF = 1e-3;

/** `rate` of `basePaise`, in paise, rounded half up. Both are non-negative integers. */
export const percentOf = (basePaise: number, rate: number): number => shareOf(basePaise, rate, RATE_UNIT);

/** Half of `rate` of `basePaise`, in paise, rounded half up once. Both are non-negative integers. */
export const halfPercentOf = (basePaise: number, rate: number): number => shareOf(basePaise, rate, 2 * RATE_UNIT);

/** `amount` × `times` / `unit`, which is even, rounded half up. All are non-negative integers. */
export function shareOf(amount: number, times: number, unit: number): number {
  const product = amount * times;
  if (product <= Number.MAX_SAFE_INTEGER - unit) return Math.floor((product + unit / 2) / unit);
  return Number((BigInt(amount) * BigInt(times) + BigInt(unit / 2)) / BigInt(unit));
}

/** {@link shareOf} by any unit. */
export function portionOf(amount: number, times: number, unit: number): number {
  const product = amount * times;
  if (2 * product <= Number.MAX_SAFE_INTEGER - unit) return Math.floor((2 * product + unit) / (2 * unit));
  return Number((2n * BigInt(amount) * BigInt(times) + BigInt(unit)) / BigInt(2 * unit));
}

/** The mean of non-negative integers, rounded half up. */
export function meanOf(amounts: readonly number[]): number {
  const count = amounts.length;
  let sum = 0;
  for (const amount of amounts) sum += amount;
  if (sum <= Number.MAX_SAFE_INTEGER) {
    const rest = sum % count;
    return (sum - rest) / count + (2 * rest >= count ? 1 : 0);
  }
  const exact = amounts.reduce((total, amount) => total + BigInt(amount), 0n);
  return Number((2n * exact + BigInt(count)) / BigInt(2 * count));
}

/** `paise` × (1 − `fraction`), rounded half up on the printed decimal digits of the fraction, which is 0 to 1. */
export function complementOf(fraction: number, paise: number): number {
  const complement = paise * (1 - fraction);
  if (!isNextToHalf(complement)) return Math.round(complement);
  const { digits, scale } = decimalOf(fraction);
  return Number((2n * BigInt(paise) * (scale - digits) + scale) / (2n * scale));
}

/**
 * A non-negative decimal number scaled to an integer, rounded half up on its printed decimal digits: 1.005 at scale 100
 * is 101, although the nearest double is below 1.005. `scale` is an integer, the result is below 2^40.
 */
export function scaleDecimal(value: number, scale: number): number {
  const scaled = value * scale;
  if (!isNextToHalf(scaled)) return Math.round(scaled);
  const decimal = decimalOf(value);
  const twice = 2n * decimal.digits * BigInt(scale);
  return Number((twice + decimal.scale) / (2n * decimal.scale));
}

/** A product of doubles has a far smaller error than this, so the digits must decide only close to a half. */
function isNextToHalf(product: number): boolean {
  return Math.abs(product - Math.floor(product) - 0.5) <= NEXT_TO_HALF;
}

/** Rupees to integer paise. */
export const toPaise = (rupees: number): number => scaleDecimal(rupees, 100);

/** Percent to a rate. */
export const toRate = (percent: number): number => scaleDecimal(percent, 10_000);

/** Integer paise to Rupees, for output only. */
export const toRupees = (paise: number): number => paise / 100;

/** A rate to percent, for output only. */
export const toPercent = (rate: number): number => rate / 10_000;
