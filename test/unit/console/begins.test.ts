/** From when on a change counts, by its differences. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { beginsAt } from '../../../src/console/review/begins.js';

const NOW = '2026-11-30T06:00:00.000Z';
const LATER = '2026-11-30T18:30:00.000Z';
const END = '2026-11-30T18:29:59.999Z';

const charge = (field: string | null, before: unknown, after: unknown) =>
  ({ collection: 'customer-charges', key: 1, field, before, after }) as const;

describe('the begin of a change', () => {
  it('is that of its rows to come, though the rows that they replace end before', () => {
    const replaced = [charge('validTo', null, END), charge(null, null, { value: 18.5, validFrom: LATER })];
    assert.equal(beginsAt(replaced, NOW), LATER);
    const undone = [charge('validTo', END, null), charge(null, { value: 18.5, validFrom: LATER }, null)];
    assert.equal(beginsAt(undone, NOW), LATER);
    const hold = { collection: 'holds', key: 7, field: null, before: null, after: { from: LATER } } as const;
    assert.equal(beginsAt([hold], NOW), LATER);
  });

  it('is now if one row counts now, or may', () => {
    const later = charge(null, null, { validFrom: LATER });
    for (const other of [
      charge(null, null, { value: 1 }),
      charge(null, null, { validFrom: NOW }),
      charge(null, { validFrom: '2026-01-01T00:00:00.000Z' }, null),
      charge('validTo', LATER, '2026-11-29T18:29:59.999Z'),
      charge('validFrom', null, LATER),
      charge('value', 16.5, 18.5),
    ])
      assert.equal(beginsAt([later, other], NOW), null, JSON.stringify(other));
    assert.equal(beginsAt([], NOW), null);
  });
});
