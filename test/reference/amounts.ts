/** The amounts that a percentage may be of, and how one is taken. */
import type { Of } from './documents.js';
import { decimal, Fraction, larger, paise, smaller } from './exact.js';

/** Paise by the names that `of` may use: standard amounts and codes of surcharges, as far as they are made. */
export type Amounts = Map<string, bigint>;

interface Base {
  of: Of;
  /** Rupees. */
  above?: number | null;
}

/** The part of the sum of the amounts above the free part, in paise, at least 0. */
export function baseOf(amounts: Amounts, { of, above }: Base): bigint {
  const sum = of.reduce((total, name) => total + (amounts.get(name) ?? 0n), 0n);
  return larger(sum - paise(above ?? 0), 0n);
}

interface Bounds {
  /** Rupees. */
  min?: number | null;
  max?: number | null;
}

export function withinBounds(amount: bigint, { min, max }: Bounds): bigint {
  const atLeast = (min ?? null) === null ? amount : larger(amount, paise(min!));
  return (max ?? null) === null ? atLeast : smaller(atLeast, paise(max!));
}

/** `value` Rupees times `times`, in paise, rounded half up. */
export function paiseOf(value: number, times: Fraction): bigint {
  return decimal(value).times(times).times(new Fraction(100n)).roundHalfUp();
}
