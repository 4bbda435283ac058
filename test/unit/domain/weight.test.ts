import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import { decimalOf } from '../../../src/domain/decimal.js';
import {
  type Dimensions,
  largestSides,
  sortedSides,
  type Volume,
  volumeOf,
  volumeRule,
  volumetricGrams,
  Weights,
} from '../../../src/domain/weight.js';
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

const gramsOf = (volume: Volume, divisor: number) => volumetricGrams(volume, { divisor, factor: 1 });

describe('volumetric weight', () => {
  it('is exact where doubles are not', () => {
    assert.equal((1.1 * 8 * 25 * 1_000) / 5_000 > 44, true, 'the trap: doubles would round up to 45');
    assert.equal(gramsOf(volumeOf(box(1.1, 8, 25)), 5_000), 44);
  });

  it('rounds any fraction of a gram up', () => {
    assert.equal(gramsOf(volumeOf(box(10, 10, 10)), 5_000), 200);
    assert.equal(gramsOf(volumeOf(box(10, 10, 10.0001)), 5_000), 201);
    assert.equal(gramsOf(volumeOf(box(1, 1, 1)), 5_000), 1);
    assert.equal(gramsOf(volumeOf(box(30, 20, 10)), 4_500), 1_334);
  });

  it('accepts sides in exponent notation', () => {
    assert.equal(gramsOf(volumeOf(box(1e-7, 10_000, 10_000)), 5_000), 2);
    assert.equal(gramsOf(volumeOf(box(5e-324, 1, 1)), 1), 1);
  });

  it('can hold the largest box with the smallest divisor', () => {
    assert.equal(gramsOf(volumeOf(box(MAX_DIMENSION_CM, MAX_DIMENSION_CM, MAX_DIMENSION_CM)), 1), 1e12);
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
        assert.equal(BigInt(gramsOf(volumeOf(box(length, width, height)), divisor)), exact.ceil());
      }),
      { numRuns: 1_000 },
    );
  });
});

const DIVISOR = volumeRule(5_000, null, false);
const BY_PIECE = volumeRule(5_000, null, true);
const SEVEN_A_CUBIC_FOOT = volumeRule(5_000, 7, false);

describe('chargeable weight', () => {
  const chargeable = (weight: number, dimensions?: Dimensions, rule = DIVISOR) =>
    new Weights([{ count: 1, weight, dimensions }]).weighed(rule).chargeable;

  it('is the larger of weight and volume, each rounded up', () => {
    assert.equal(chargeable(1_200), 1_200);
    assert.equal(chargeable(1_200.01), 1_201);
    assert.equal(chargeable(200, box(10, 10, 10)), 200);
    assert.equal(chargeable(199.5, box(10, 10, 10.1)), 202);
    assert.equal(chargeable(203, box(10, 10, 10.1)), 203);
  });

  it('takes a cubic foot for 27,000 cm³', () => {
    assert.equal(chargeable(1, box(30, 30, 30), SEVEN_A_CUBIC_FOOT), 7_000);
    assert.equal(chargeable(1, box(30, 30, 30.1), SEVEN_A_CUBIC_FOOT), 7_024);
    assert.equal(chargeable(1, box(3, 3, 3), SEVEN_A_CUBIC_FOOT), 7);
  });
});

describe('pieces', () => {
  const carton = (count: number, weight: number, dimensions?: Dimensions) => ({ count, weight, dimensions });

  it('weigh their exact sum, rounded up once', () => {
    assert.equal(new Weights([carton(3, 0.1), carton(1, 0.7)]).actualGrams, 1);
    assert.equal(new Weights([carton(3, 333.4)]).actualGrams, 1_001);
    assert.equal(new Weights([carton(1, 5_000.5), carton(2, 10)]).heaviestGrams, 5_001);
  });

  it('of a shipment have their volumes summed, and rounded up once', () => {
    const weights = new Weights([carton(3, 100, box(10, 10, 10.1)), carton(1, 900)]);
    // 3 × 202 g of volume and 1,200 g of weight
    assert.deepEqual(weights.weighed(DIVISOR), { chargeable: 1_200, volumetric: 606, isVolumetric: false });
    const thin = new Weights([carton(3, 1, box(1, 1, 1))]);
    assert.deepEqual(thin.weighed(DIVISOR), { chargeable: 3, volumetric: 1, isVolumetric: false });
  });

  it('by piece count with the larger of both, each rounded up', () => {
    const weights = new Weights([carton(3, 100, box(10, 10, 10.1)), carton(1, 900)]);
    assert.deepEqual(weights.weighed(BY_PIECE), { chargeable: 1_506, volumetric: 606, isVolumetric: true });
    const light = new Weights([carton(4, 0.25)]);
    assert.equal(light.weighed(DIVISOR).chargeable, 1);
    assert.deepEqual(light.weighed(BY_PIECE), { chargeable: 4, volumetric: null, isVolumetric: false });
  });

  it('are at most as long as the largest sides, however each is turned', () => {
    assert.equal(largestSides([carton(1, 1)]), null);
    assert.deepEqual(largestSides([carton(1, 1, box(5, 60, 10)), carton(2, 1, box(20, 30, 1))]), [60, 20, 5]);
  });
});

describe('sortedSides', () => {
  it('orders numerically, not alphabetically, and does not change its argument', () => {
    const dimensions = box(9, 100, 20.5);
    assert.deepEqual(sortedSides(dimensions), [100, 20.5, 9]);
    assert.deepEqual(dimensions, box(9, 100, 20.5));
  });
});
