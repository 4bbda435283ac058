/** Exact arithmetic: fractions of BigInts. The reference model rounds only where the rules say so. */

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

export class Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;

  constructor(numerator: bigint, denominator: bigint = 1n) {
    if (denominator <= 0n) throw new RangeError('a denominator is positive');
    const divisor = greatestCommonDivisor(numerator, denominator);
    this.numerator = numerator / divisor;
    this.denominator = denominator / divisor;
  }

  plus(other: Fraction): Fraction {
    return new Fraction(
      this.numerator * other.denominator + other.numerator * this.denominator,
      this.denominator * other.denominator,
    );
  }

  minus(other: Fraction): Fraction {
    return this.plus(new Fraction(-other.numerator, other.denominator));
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.numerator * other.numerator, this.denominator * other.denominator);
  }

  over(other: Fraction): Fraction {
    const sign = other.numerator < 0n ? -1n : 1n;
    return new Fraction(sign * this.numerator * other.denominator, sign * other.numerator * this.denominator);
  }

  /** Below zero when this is the smaller one, zero when both are equal, above zero when it is the larger one. */
  compare(other: Fraction): number {
    const difference = this.numerator * other.denominator - other.numerator * this.denominator;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  floor(): bigint {
    const quotient = this.numerator / this.denominator;
    return this.numerator < 0n && quotient * this.denominator !== this.numerator ? quotient - 1n : quotient;
  }

  ceil(): bigint {
    return -new Fraction(-this.numerator, this.denominator).floor();
  }

  roundHalfUp(): bigint {
    return this.plus(new Fraction(1n, 2n)).floor();
  }
}

/** The decimal that a number prints as, which is what its writer meant: 0.1 is exactly a tenth. */
export function decimal(value: number): Fraction {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value));
  if (!match) throw new RangeError(`not a finite number: ${value}`);
  const [, sign, whole, part = '', exponent = '0'] = match;
  const digits = BigInt(`${sign}${whole}${part}`);
  const scale = BigInt(part.length) - BigInt(exponent);
  return scale >= 0n ? new Fraction(digits, 10n ** scale) : new Fraction(digits * 10n ** -scale);
}

/** Rupees to integer paise, rounded half up. */
export function paise(rupees: number): bigint {
  return decimal(rupees).times(new Fraction(100n)).roundHalfUp();
}

/** `percent` of `amountPaise`, in integer paise, rounded half up. */
export function percentOf(percent: number, amountPaise: bigint): bigint {
  return decimal(percent).times(new Fraction(amountPaise, 100n)).roundHalfUp();
}

/** A BigInt as a number; throws where the number would differ. */
export function toNumber(value: bigint): number {
  const result = Number(value);
  if (!Number.isSafeInteger(result)) throw new RangeError(`not a safe integer: ${value}`);
  return result;
}

/** The number that prints as this decimal; its numerator and denominator are safe integers. */
export function asNumber({ numerator, denominator }: Fraction): number {
  return toNumber(numerator) / toNumber(denominator);
}

export function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
