/** Numbers as the decimals that they print as: 1.005 is exactly 1005 thousandths, although the double is not. */
interface Decimal {
  digits: bigint;
  /** A power of ten: the value is digits / scale. */
  scale: bigint;
}

/** The exact decimal of a finite, non-negative number's shortest form. */
export function decimalOf(value: number): Decimal {
  if (Number.isSafeInteger(value)) return { digits: BigInt(value), scale: 1n };
  const [mantissa, exponent = '0'] = value.toString().split('e') as [string, string?];
  const [whole, fraction = ''] = mantissa.split('.') as [string, string?];
  const places = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return places >= 0
    ? { digits, scale: 10n ** BigInt(places) }
    : { digits: digits * 10n ** BigInt(-places), scale: 1n };
}

/** The number of decimals in a number's shortest form: 1.10 has one, 1e-7 has seven. */
export function decimalsOf(value: number): number {
  const [mantissa, exponent = '0'] = String(value).split('e') as [string, string?];
  const fraction = mantissa.split('.')[1] ?? '';
  return Math.max(0, fraction.length - Number(exponent));
}

/** Below this a double that is the nearest to so many decimals also prints with no more. */
const EXACT_BELOW = 1e12;

/** Whether a number's shortest form has more than `most` decimals, at most 4. Few numbers need their text for that. */
export function hasMoreDecimals(value: number, most: number): boolean {
  const unit = 10 ** most;
  if (Math.abs(value) < EXACT_BELOW && Math.round(value * unit) / unit === value) return false;
  return decimalsOf(value) > most;
}
