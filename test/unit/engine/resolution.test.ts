/** The numbers of questions are rounded to their resolution, before anything looks at them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decimal } from '../../reference/exact.js';
import { toResolution } from '../../../src/engine/resolution.js';
import { workedWorld } from '../../reference/fixture.js';
import { type AnyJson, askWorld, assignment, AVAILABILITY, CHARGES } from './ask.js';

const rounded = (body: object): AnyJson => {
  const copy = structuredClone(body);
  toResolution('charges', copy);
  return copy;
};

describe('the numbers of a question', () => {
  it('are the nearest of their resolution, half up on their printed digits', () => {
    for (const [given, expected] of [
      [0.14 * 25 * 1000, 3_500],
      [1.0005, 1.001],
      [1.00049999, 1],
      [0.0005, 0.001],
      [0.0004, 0],
      [1e-9, 0],
      [8.3215, 8.322],
      [1_000_000.0004, 1_000_000],
    ])
      assert.deepEqual(rounded({ weight: given }), { weight: expected });
    const sides = { length: 1.00005, width: 0.1 + 0.2, height: 29.999_95 };
    assert.deepEqual(rounded({ dimensions: sides, declaredValue: 1.005, codAmount: 0.1 + 0.7 }), {
      dimensions: { length: 1.0001, width: 0.3, height: 30 },
      declaredValue: 1.01,
      codAmount: 0.8,
    });
  });

  it('have few decimals then, and are at most half a unit away', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1_000_000, noNaN: true }), (weight) => {
        const { weight: result } = rounded({ weight });
        const units = decimal(result).times(decimal(1_000));
        const off = units.minus(decimal(weight).times(decimal(1_000)));
        assert.equal(units.floor(), units.plus(decimal(0.5)).floor(), 'whole thousandths');
        assert.ok(off.compare(decimal(0.5)) <= 0 && off.compare(decimal(-0.5)) >= 0, `${weight}`);
      }),
    );
  });

  it('are these in each question, and in its answer', async () => {
    const ask = await askWorld(workedWorld());
    const noise = {
      weight: 1_200 + 1e-7,
      declaredValue: 2_499.5 + 1e-9,
      dimensions: { length: 30.000_01, width: 20, height: 10 },
    };
    const plain = { weight: 1_200, declaredValue: 2_499.5, dimensions: { length: 30, width: 20, height: 10 } };
    const charged = (body: object) => ask('charges', { ...CHARGES, ...body }).json.data;
    assert.deepEqual(charged(noise).charges, charged(plain).charges);
    assert.deepEqual(charged(noise).shipment, charged(plain).shipment);
    const checked = (body: object) => ask('availability', { ...AVAILABILITY, ...body }).json.data.costBreakdown;
    assert.deepEqual(checked(noise), checked(plain));
    const assigned = (body: object) => ask('assignment', assignment(body)).json.data.assignment.costBreakdown;
    assert.deepEqual(assigned(noise), assigned(plain));
  });

  it('have their bounds afterwards', async () => {
    const ask = await askWorld(workedWorld());
    const fields = (body: object): string[] =>
      (ask('charges', { ...CHARGES, ...body }).json.error?.details ?? []).map(({ field }: AnyJson) => field);
    assert.deepEqual(fields({ weight: 50_000.000_4, declaredValue: 1_000_000.004 }), []);
    assert.deepEqual(fields({ weight: 50_000.000_5 }), ['weight']);
    assert.deepEqual(fields({ weight: 0.999_5 }), []);
    assert.deepEqual(fields({ weight: 0.999_4 }), ['weight']);
    const side = { width: 1, height: 1 };
    assert.deepEqual(fields({ dimensions: { ...side, length: 0.000_04 } }), ['dimensions.length']);
    assert.deepEqual(fields({ packageDimensions: { ...side, length: 1_000.000_05 } }), ['packageDimensions.length']);
    assert.deepEqual(fields({ dimensions: { ...side, length: 1_000.000_04 } }), []);
  });
});
