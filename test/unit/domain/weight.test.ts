import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decimalOf } from '../../../src/domain/decimal.js';
import { chargeableGrams, sortedSides, volumeOf, volumetricGrams } from '../../../src/domain/weight.js';
import { MAX_DIMENSION_CM } from '../../../src/limits/requests.js';
import { decimal, Fraction } from '../../reference/exact.js';

const box = (length: number, width: number, height: number) => ({ length, width, height });

describe('decimalOf', () => {
  it('reads every form in which a number prints', () => {
    assert.deepEqual(decimalOf(0), { digits: 0n, scale: 1n });
    assert.deepEqual(decimalOf(1.1), { digits: 11n, scale: 10n });
    assert.deepEqual(decimalOf(0.001), { digits: 1n, scale: 1_000n });
    assert.deepEqual(decimalOf(1.5e-7), { digits: 15n, scale: 100_000_000n });
    assert.deepEqual(decimalOf(1e21), { digits: 10n ** 21n, scale: 1n });
    assert.deepEqual(decimalOf(1.25e23), { digits: 125n * 10n ** 21n, scale: 1n });
    assert.deepEqual(decimalOf(1e23), { digits: 10n ** 23n, scale: 1n }, 'not the double, which is less');
  });

  it('equals the number, whatever it is', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e30, noNaN: true }), (value) => {
        const { digits, scale } = decimalOf(value);
        assert.equal(new Fraction(digits, scale).compare(decimal(value)), 0);
      }),
    );
  });
});

describe('volumetric weight', () => {
  it('is exact where doubles are not', () => {
    assert.equal((1.1 * 8 * 25 * 1_000) / 5_000 > 44, true, 'the trap: doubles would round up to 45');
    assert.equal(volumetricGrams(volumeOf(box(1.1, 8, 25)), 5_000), 44);
  });

  it('rounds any fraction of a gram up', () => {
    assert.equal(volumetricGrams(volumeOf(box(10, 10, 10)), 5_000), 200);
    assert.equal(volumetricGrams(volumeOf(box(10, 10, 10.0001)), 5_000), 201);
    assert.equal(volumetricGrams(volumeOf(box(1, 1, 1)), 5_000), 1);
    assert.equal(volumetricGrams(volumeOf(box(30, 20, 10)), 4_500), 1_334);
  });

  it('accepts sides in exponent notation', () => {
    assert.equal(volumetricGrams(volumeOf(box(1e-7, 10_000, 10_000)), 5_000), 2);
    assert.equal(volumetricGrams(volumeOf(box(5e-324, 1, 1)), 1), 1);
  });

  it('can hold the largest box with the smallest divisor', () => {
    assert.equal(volumetricGrams(volumeOf(box(MAX_DIMENSION_CM, MAX_DIMENSION_CM, MAX_DIMENSION_CM)), 1), 1e15);
  });

  it('equals the exact fraction for any sides and divisor', () => {
    const side = fc.oneof(
      fc.integer({ min: 1, max: 3_000 }).map((millimetres) => millimetres / 10),
      fc.double({ min: 1e-9, max: 1_000, noNaN: true }),
    );
    fc.assert(
      fc.property(side, side, side, fc.integer({ min: 1, max: 10_000 }), (length, width, height, divisor) => {
        const exact = decimal(length)
          .times(decimal(width))
          .times(decimal(height))
          .times(new Fraction(1_000n))
          .over(new Fraction(BigInt(divisor)));
        assert.equal(BigInt(volumetricGrams(volumeOf(box(length, width, height)), divisor)), exact.ceil());
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('chargeableGrams', () => {
  it('is the larger of weight and volume, each rounded up', () => {
    assert.equal(chargeableGrams(1_200, null, 5_000), 1_200);
    assert.equal(chargeableGrams(1_200.01, null, 5_000), 1_201);
    assert.equal(chargeableGrams(200, volumeOf(box(10, 10, 10)), 5_000), 200);
    assert.equal(chargeableGrams(199.5, volumeOf(box(10, 10, 10.1)), 5_000), 202);
    assert.equal(chargeableGrams(203, volumeOf(box(10, 10, 10.1)), 5_000), 203);
  });
});

describe('sortedSides', () => {
  it('orders numerically, not alphabetically, and does not change its argument', () => {
    const dimensions = box(9, 100, 20.5);
    assert.deepEqual(sortedSides(dimensions), [100, 20.5, 9]);
    assert.deepEqual(dimensions, box(9, 100, 20.5));
  });
});
