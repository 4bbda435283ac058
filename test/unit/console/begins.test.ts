/** From when on a change counts, by its differences. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { beginsAt } from '../../../src/console/review/begins.js';

const NOW = '2026-11-30T06:00:00.000Z';
const LATER = '2026-11-30T18:30:00.000Z';
const END = '2026-11-30T18:29:59.999Z';

const ofCharge = (field: string | null, was: unknown, is: unknown) =>
  ({ collection: 'customer-charges', key: 1, field, before: was, after: is }) as const;

describe('the begin of a change', () => {
  it('is that of its rows to come, though the rows that they replace end before', () => {
    const replaced = [ofCharge('validTo', null, END), ofCharge(null, null, { value: 18.5, validFrom: LATER })];
    assert.equal(beginsAt(replaced, NOW), LATER);
    const undone = [ofCharge('validTo', END, null), ofCharge(null, { value: 18.5, validFrom: LATER }, null)];
    assert.equal(beginsAt(undone, NOW), LATER);
    const hold = { collection: 'holds', key: 7, field: null, before: null, after: { from: LATER } } as const;
    assert.equal(beginsAt([hold], NOW), LATER);
  });

  it('is now if one row counts now, or may', () => {
    const later = ofCharge(null, null, { validFrom: LATER });
    for (const other of [
      ofCharge(null, null, { value: 1 }),
      ofCharge(null, null, { validFrom: NOW }),
      ofCharge(null, { validFrom: '2026-01-01T00:00:00.000Z' }, null),
      ofCharge('validTo', LATER, '2026-11-29T18:29:59.999Z'),
      ofCharge('validFrom', null, LATER),
      ofCharge('value', 16.5, 18.5),
    ])
      assert.equal(beginsAt([later, other], NOW), null, JSON.stringify(other));
    assert.equal(beginsAt([], NOW), null);
  });
});
