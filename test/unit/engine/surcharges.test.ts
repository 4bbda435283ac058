/** Cards with more surcharges than one word of a set holds (src/domain/surcharges.ts). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { surcharge } from '../../reference/card-fixture.js';
import { NOON, workedShipment, workedWorld } from '../../reference/fixture.js';
import { referenceCheck } from '../../reference/model.js';
import type { Surcharge } from '../../reference/documents.js';
import { askWorld, CHARGES } from './ask.js';

/** Three words of 32 rows. */
const ROWS = 96;

/** The surcharges of a card whose row n adds n paise when `conditionOf(n)` holds: the engine's, as the reference's. */
async function charged(conditionOf: (number: number) => Surcharge['when']): Promise<number> {
  const world = workedWorld((each) => {
    each.surcharges = Array.from({ length: ROWS }, (_, index) =>
      surcharge(index + 1, { value: (index + 1) / 100, when: conditionOf(index + 1) }),
    );
  });
  const ask = await askWorld(world);
  const found = referenceCheck(world, 'acme', workedShipment, NOON);
  assert.ok(found.kind === 'CHECKED');
  const ofReference = found.price!.surcharges.reduce((sum, { amount }) => sum + amount, 0);
  const { breakdown } = ask('charges', CHARGES).json.data;
  const ofEngine = breakdown
    .filter(({ rule }: { rule: string }) => rule.startsWith('surcharges/'))
    .reduce((sum: number, { amount }: { amount: number }) => sum + Math.round(amount * 100), 0);
  assert.equal(ofEngine, ofReference);
  return ofEngine;
}

const ALL = (ROWS * (ROWS + 1)) / 2;

describe('many surcharges', () => {
  for (const [what, conditionOf, isPart] of [
    ['always', () => ({}), false],
    ['on a weekday', (number) => ({ weekdays: [(number % 7) + 1] }), true],
    ['in a direction', (number) => ({ directions: [number % 2 === 0 ? 'FORWARD' : 'REVERSE'] }), true],
    ['from a zone', (number) => ({ end: 'PICKUP', zones: [(number % 2) + 1] }), true],
    ['to a zone', (number) => ({ end: 'DELIVERY', zones: [(number % 2) + 1] }), true],
    ['at an end with an attribute', (number) => ({ attributes: [number % 2 === 0 ? 'ODA' : 'HILL'] }), true],
  ] as [string, (number: number) => Surcharge['when'], boolean][]) {
    it(`count ${what}`, async () => {
      const sum = await charged(conditionOf);
      assert.ok(sum > 0);
      assert.equal(sum < ALL, isPart);
    });
  }
});

describe('a surcharge for each piece', () => {
  it('says for how many', async () => {
    const ask = await askWorld(
      workedWorld((each) => {
        each.surcharges = [surcharge(1, { basis: 'PER_PIECE', value: 2.5 })];
      }),
    );
    const calculationOf = (more: object): string =>
      ask('charges', { ...CHARGES, ...more }).json.data.breakdown.find(
        ({ rule }: { rule: string }) => rule === 'surcharges/1',
      ).calculation;
    assert.equal(calculationOf({}), 'INR 2.50 x 1 piece');
    const pieces = [{ count: 2, weight: 600 }];
    assert.equal(calculationOf({ pieces, weight: undefined, dimensions: undefined }), 'INR 2.50 x 2 pieces');
  });
});
