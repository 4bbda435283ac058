import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import {
  complementOf,
  halfPercentOf,
  percentOf,
  scaleDecimal,
  toPaise,
  toPercent,
  toRate,
  toRupees,
} from '../../../src/domain/money.js';
import { MAX_MONEY_RUPEES, MAX_PERCENT } from '../../../src/limits/documents.js';
import { MAX_DECLARED_VALUE_RUPEES, MAX_STRATEGY_WEIGHT_RUPEES } from '../../../src/limits/requests.js';
import { decimal, Fraction } from '../../reference/exact.js';

const RATE_UNIT = 1_000_000n;
const exactPercentOf = (base: number, rate: number): bigint =>
  new Fraction(BigInt(base) * BigInt(rate), RATE_UNIT).roundHalfUp();
const exactScaled = (value: number, scale: number): bigint =>
  decimal(value)
    .times(new Fraction(BigInt(scale)))
    .roundHalfUp();

describe('percentOf', () => {
  it('rounds half a paisa up and less than half down', () => {
    assert.equal(percentOf(100, toRate(0.5)), 1, '0.5 exactly');
    assert.equal(percentOf(100, toRate(0.4999)), 0);
    assert.equal(percentOf(300, toRate(0.5)), 2, '1.5 exactly');
    assert.equal(percentOf(1, toRate(50)), 1);
    assert.equal(percentOf(1, toRate(49.9999)), 0);
    assert.equal(percentOf(249_950, toRate(1.8)), 4_499, 'the worked example: 44.991 Rupees');
    assert.equal(percentOf(20_399, toRate(7.5)), 1_530, 'the worked example: 15.29925 Rupees');
  });

  it('is the whole amount at 100 percent and zero at 0 percent', () => {
    assert.equal(percentOf(123_456, toRate(100)), 123_456);
    assert.equal(percentOf(123_456, 0), 0);
    assert.equal(percentOf(0, toRate(18)), 0);
  });

  it('is exact on both sides of the largest product that a double can hold', () => {
    const rate = toRate(MAX_PERCENT);
    const edge = Math.floor(Number.MAX_SAFE_INTEGER / rate);
    for (let base = edge - 200; base < edge + 200; base++)
      assert.equal(BigInt(percentOf(base, rate - 1)), exactPercentOf(base, rate - 1), `${base}`);
    assert.equal(BigInt(percentOf(9_007_199_254_740, 500_001)), exactPercentOf(9_007_199_254_740, 500_001));
  });

  it('is exact where the product is more than a double can hold and ends just below a half', () => {
    // 3 × …833333 ends in …499999 millionths
    fc.assert(
      fc.property(fc.integer({ min: 3_002_400_000, max: 9_000_000_000 }), (whole) => {
        assert.equal(percentOf(whole * 1_000_000 + 833_333, 3), 3 * whole + 2);
      }),
    );
  });

  it('equals the exact fraction for every amount and rate', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.nat(1_000_000), fc.maxSafeNat()),
        fc.oneof(fc.nat(toRate(MAX_PERCENT)), fc.nat(2_000_000)),
        (base, rate) => {
          const exact = exactPercentOf(base, rate);
          // results beyond the safe integers are beyond the limits of documents
          fc.pre(exact <= BigInt(Number.MAX_SAFE_INTEGER));
          assert.equal(BigInt(percentOf(base, rate)), exact);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('equals the exact fraction where the digits end in a half', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), fc.integer({ min: -1, max: 1 }), (whole, offset) => {
        // 0.0001 % of a base is its millionth part
        const base = whole * 1_000_000 + 500_000 + offset;
        assert.equal(percentOf(base, 1), whole + (offset < 0 ? 0 : 1));
      }),
    );
  });
});

describe('halfPercentOf', () => {
  it('rounds half of a percentage half up, once', () => {
    assert.deepEqual(
      [49, 50, 51].map((base) => halfPercentOf(base, toRate(18))),
      [4, 5, 5],
      '4.41, 4.5, 4.59',
    );
    assert.equal(halfPercentOf(18_869, toRate(18)), 1_698);
    assert.equal(halfPercentOf(0, toRate(18)), 0);
  });

  it('equals the exact fraction for every amount and rate', () => {
    fc.assert(
      fc.property(fc.oneof(fc.nat(1_000_000), fc.maxSafeNat()), fc.nat(toRate(100)), (base, rate) => {
        assert.equal(
          BigInt(halfPercentOf(base, rate)),
          new Fraction(BigInt(base) * BigInt(rate), 2n * RATE_UNIT).roundHalfUp(),
        );
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('complementOf', () => {
  it('equals the exact fraction of the digits that the rate shows, also next to a half', () => {
    const fraction = fc.integer({ min: 0, max: 10_000 }).map((digits) => digits / 10_000);
    fc.assert(
      fc.property(fraction, fc.nat(MAX_STRATEGY_WEIGHT_RUPEES * 100), (rate, paise) => {
        const exact = new Fraction(1n)
          .minus(decimal(rate))
          .times(new Fraction(BigInt(paise)))
          .roundHalfUp();
        assert.equal(BigInt(complementOf(rate, paise)), exact, `${paise} x (1 - ${rate})`);
      }),
      { numRuns: 5_000 },
    );
    assert.deepEqual(
      [complementOf(0.985, 100), complementOf(0.95, 10), complementOf(1, 7), complementOf(0, 7)],
      [2, 1, 0, 7],
    );
  });
});

describe('scaleDecimal', () => {
  it('rounds the decimal digits of a number, not its binary double', () => {
    assert.equal(toPaise(1.005), 101, 'the double lies below');
    assert.equal(toPaise(8.345), 835);
    assert.equal(toPaise(0.1 + 0.2), 30);
    assert.equal(toPaise(0.285), 29);
    assert.equal(toPaise(1.115), 112);
    assert.equal(toPaise(2.675), 268);
    assert.equal(toPaise(2_499.5), 249_950);
    assert.equal(toRate(12.5), 125_000);
    assert.equal(toRate(0.0001), 1);
    assert.equal(scaleDecimal(0.975, 90), 88, '87.75');
    assert.equal(scaleDecimal(0.95, 90), 86, '85.5 exactly');
  });

  it('rounds down digits below a half, however little below', () => {
    assert.equal(toPaise(1.0049), 100);
    assert.equal(toPaise(1.0049999999999997), 100);
    assert.equal(toPaise(0.00499999999999), 0);
    assert.equal(toPaise(0.004999999999999999), 0);
    assert.equal(toPaise(1e-7), 0);
    assert.equal(toPaise(5e-324), 0);
  });

  it('is exact at the bounds of documents and requests', () => {
    assert.equal(toPaise(MAX_MONEY_RUPEES), 100_000_000);
    assert.equal(toPaise(MAX_DECLARED_VALUE_RUPEES - 0.005), 100_000_000);
    assert.equal(toPaise(99_999_999.994999), 9_999_999_999);
    assert.equal(toRate(MAX_PERCENT), 10_000_000);
  });

  it('equals the exact decimal: every amount in paise round-trips', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000_000), (paise) => {
        assert.equal(toPaise(toRupees(paise)), paise);
      }),
      { numRuns: 2_000 },
    );
    fc.assert(
      fc.property(fc.nat(10_000_000), (rate) => {
        assert.equal(toRate(toPercent(rate)), rate);
      }),
      { numRuns: 1_000 },
    );
  });

  it('equals the exact decimal for any number of digits', () => {
    const digits = fc
      .record({ whole: fc.nat(100_000_000), decimals: fc.integer({ min: 0, max: 9 }) })
      .map(({ whole, decimals }) => whole / 10 ** decimals);
    fc.assert(
      fc.property(
        fc.oneof(digits, fc.double({ min: 0, max: 1_000_000, noNaN: true })),
        fc.constantFrom(80, 90, 95, 100, 1_000, 10_000),
        (value, scale) => {
          assert.equal(BigInt(scaleDecimal(value, scale)), exactScaled(value, scale), `${value} × ${scale}`);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('equals the exact decimal next to every half', () => {
    const neighbour = (value: number, steps: number): number => {
      const view = new DataView(new ArrayBuffer(8));
      view.setFloat64(0, value);
      view.setBigInt64(0, view.getBigInt64(0) + BigInt(steps));
      return view.getFloat64(0);
    };
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.integer({ min: -3, max: 3 }), (paise, steps) => {
        const value = neighbour((paise * 10 + 5) / 1_000, steps);
        assert.equal(BigInt(toPaise(value)), exactScaled(value, 100), `${value}`);
      }),
      { numRuns: 2_000 },
    );
  });
});
