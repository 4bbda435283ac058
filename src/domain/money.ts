/**
 * Money is integer paise. A rate is an integer in ten-thousandths of a percent, so that 12.5 % is 125,000: no binary
 * floating point touches an amount (decisions, part 6).
 */
import { decimalOf } from './decimal.js';

/** Rate units in 100 %. */
const RATE_UNIT = 1_000_000;
const NEXT_TO_HALF = 1e-3;

/** `rate` of `basePaise`, in paise, rounded half up. Both are non-negative integers. */
export function percentOf(basePaise: number, rate: number): number {
  const product = basePaise * rate;
  if (product <= Number.MAX_SAFE_INTEGER - RATE_UNIT) return Math.floor((product + RATE_UNIT / 2) / RATE_UNIT);
  return Number((BigInt(basePaise) * BigInt(rate) + BigInt(RATE_UNIT / 2)) / BigInt(RATE_UNIT));
}

/** Half of `rate` of `basePaise`, in paise, rounded half up. Both are non-negative integers. */
export function halfPercentOf(basePaise: number, rate: number): number {
  const product = basePaise * rate;
  if (product <= Number.MAX_SAFE_INTEGER - RATE_UNIT) return Math.floor((product + RATE_UNIT) / (2 * RATE_UNIT));
  return Number((BigInt(basePaise) * BigInt(rate) + BigInt(RATE_UNIT)) / BigInt(2 * RATE_UNIT));
}

/** `paise` × (1 − `fraction`), rounded half up on the decimal digits that the fraction, 0 to 1, shows. */
export function complementOf(fraction: number, paise: number): number {
  const complement = paise * (1 - fraction);
  const aboveHalf = complement - Math.floor(complement) - 0.5;
  if (Math.abs(aboveHalf) > NEXT_TO_HALF) return Math.round(complement);
  const { digits, scale } = decimalOf(fraction);
  return Number((2n * BigInt(paise) * (scale - digits) + scale) / (2n * scale));
}

/**
 * A non-negative decimal number scaled to an integer, rounded half up on the decimal digits that the number shows: 1.005
 * at 100 is 101, although the nearest double lies below 1.005. `scale` is an integer, the result below 2^40.
 */
export function scaleDecimal(value: number, scale: number): number {
  const scaled = value * scale;
  const aboveHalf = scaled - Math.floor(scaled) - 0.5;
  // the product is off by far less than this, so that only next to a half the digits have to decide
  if (Math.abs(aboveHalf) > NEXT_TO_HALF) return Math.round(scaled);
  const decimal = decimalOf(value);
  const twice = 2n * decimal.digits * BigInt(scale);
  return Number((twice + decimal.scale) / (2n * decimal.scale));
}

/** Rupees to integer paise. */
export const toPaise = (rupees: number): number => scaleDecimal(rupees, 100);

/** Percent to a rate. */
export const toRate = (percent: number): number => scaleDecimal(percent, 10_000);

/** Integer paise to Rupees, for output only. */
export const toRupees = (paise: number): number => paise / 100;

/** A rate to percent, for output only. */
export const toPercent = (rate: number): number => rate / 10_000;
