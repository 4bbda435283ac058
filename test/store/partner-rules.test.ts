import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Discount } from '../../src/contract/documents/documents.js';
import { partnerClashes } from '../../src/store/rules/partner-rules.js';

const discount = (id: number, fromWeight: number, toWeight: number, changes: Partial<Discount> = {}): Discount => ({
  id,
  partnerId: 'acme',
  fromWeight,
  toWeight,
  discountType: 'flat',
  discountValue: 1,
  description: null,
  validFrom: null,
  validTo: null,
  status: true,
  createdAt: '2026-05-01T00:00:00.000Z',
  ...changes,
});
const clashes = (...rows: Discount[]): string[] =>
  partnerClashes('discounts', rows).map(({ document, other }) => `${document.id} with ${other!.id}`);

describe('discounts of one partner', () => {
  it('clash where their weights share more than a bound, whatever their order', () => {
    assert.deepEqual(clashes(discount(1, 1, 5), discount(2, 5, 9), discount(3, 0, 1)), []);
    assert.deepEqual(clashes(discount(1, 1, 5), discount(2, 4.999, 9)), ['2 with 1']);
    assert.deepEqual(clashes(discount(1, 4, 9), discount(2, 1, 5)), ['2 with 1']);
    assert.deepEqual(clashes(discount(1, 1, 9), discount(2, 3, 4), discount(3, 3.5, 20)), ['2 with 1', '3 with 1']);
    assert.deepEqual(clashes(discount(1, 1, 9, { status: false }), discount(2, 3, 4)), []);
  });

  it('clash only where they are valid at one moment, both ends included', () => {
    const thisYear = discount(1, 1, 5, { validFrom: '2026-01-01T00:00:00Z', validTo: '2026-12-31T23:59:59.999Z' });
    const nextYear = discount(2, 1, 5, { validFrom: '2027-01-01T00:00:00Z', validTo: '2027-12-31T23:59:59.999Z' });
    assert.deepEqual(clashes(thisYear, nextYear), []);
    assert.deepEqual(clashes(nextYear, thisYear), []);
    assert.deepEqual(
      clashes(thisYear, { ...nextYear, validFrom: '2026-12-31T23:59:59.999Z' }),
      ['2 with 1'],
      'of one millisecond',
    );
    assert.deepEqual(
      clashes(thisYear, { ...nextYear, validFrom: '2027-01-01T05:29:59.999+05:30' }),
      ['2 with 1'],
      'given in another offset',
    );
    assert.deepEqual(clashes(thisYear, { ...nextYear, validFrom: null }), ['2 with 1'], 'from ever');
    assert.deepEqual(clashes(nextYear, { ...thisYear, validTo: null }), ['1 with 2'], 'for ever');
    assert.deepEqual(clashes(thisYear, discount(3, 1, 5)), ['3 with 1'], 'without dates');
    assert.deepEqual(
      clashes(thisYear, nextYear, discount(3, 4, 5, { validFrom: '2026-12-31T00:00:00Z' })),
      ['3 with 1'],
      'with both, the first is named',
    );
    assert.deepEqual(clashes(thisYear, { ...thisYear, id: 2, status: false }), [], 'an inactive one never counts');
  });

  it('clash whatever they apply to, and whatever their type', () => {
    const ofFreight = discount(2, 1, 5, { appliesTo: 'FREIGHT', discountType: 'percentage', discountValue: 100 });
    assert.deepEqual(clashes(discount(1, 1, 5), ofFreight), ['2 with 1']);
  });

  it('do not clash with one that had ended before they were made', () => {
    const over = discount(1, 1, 5, { validTo: '2026-04-30T23:59:59.999Z' });
    assert.deepEqual(clashes(over, discount(2, 1, 5)), []);
    assert.deepEqual(clashes(discount(2, 1, 5), over), [], 'whichever is written');
    assert.deepEqual(
      clashes({ ...over, validTo: '2026-05-01T00:00:00.000Z' }, discount(2, 1, 5)),
      ['2 with 1'],
      'it held at that moment',
    );
  });
});
