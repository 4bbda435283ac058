/** Weights are integer grams. Volumetric weight is exact for dimensions with any number of decimals. */
import { decimalOf } from './decimal.js';

/** The divisor of a partner that has none (docs/rules.md#chargeable-weight), in cm³ per kilogram. */
export const DEFAULT_VOLUMETRIC_DIVISOR = 5_000;

/** A parcel's size in centimetres. */
export interface Dimensions {
  length: number;
  width: number;
  height: number;
}

/** A volume in thousandths of cm³ as an exact fraction. */
export interface Volume {
  numerator: bigint;
  denominator: bigint;
}

/**
 * length × width × height × 1000 (docs/rules.md#chargeable-weight) as an exact fraction of the dimensions' decimal
 * digits.
 */
export function volumeOf({ length, width, height }: Dimensions): Volume {
  let numerator = 1000n;
  let denominator = 1n;
  for (const side of [length, width, height]) {
    const { digits, scale } = decimalOf(side);
    numerator *= digits;
    denominator *= scale;
  }
  return { numerator, denominator };
}

/** Grams by volume, rounded up; the divisor is in cm³ per kilogram. */
export function volumetricGrams(volume: Volume, divisor: number): number {
  const unit = volume.denominator * BigInt(divisor);
  return Number((volume.numerator + unit - 1n) / unit);
}

/** max(actual, volumetric), the actual weight rounded up to a gram. */
export function chargeableGrams(actualGrams: number, volume: Volume | null, divisor: number): number {
  const actual = Math.ceil(actualGrams);
  return volume === null ? actual : Math.max(actual, volumetricGrams(volume, divisor));
}

/** The sides from the longest to the shortest: a parcel may be turned to fit. */
export function sortedSides({ length, width, height }: Dimensions): [number, number, number] {
  return [length, width, height].sort((a, b) => b - a) as [number, number, number];
}
