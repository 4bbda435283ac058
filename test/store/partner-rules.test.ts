import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Discount, DistanceCharge } from '../../src/model/documents.js';
import { MAX_DISCOUNTS_PER_PARTNER } from '../../src/limits/documents.js';
import { partnerClashes } from '../../src/model/rules/partner-rules.js';

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

  it('are compared as far as there may be so many, however many there are', () => {
    let looks = 0;
    const rows = Array.from({ length: 4 * MAX_DISCOUNTS_PER_PARTNER }, (_, id) => {
      const row = discount(id, id, id + 1);
      return Object.defineProperty(row, 'fromWeight', {
        get: () => ((looks += id < MAX_DISCOUNTS_PER_PARTNER ? 0 : 1), id),
      });
    });
    const [first, ...others] = partnerClashes('discounts', rows);
    assert.deepEqual(
      [first!.document.id, others.length + 1],
      [MAX_DISCOUNTS_PER_PARTNER, 3 * MAX_DISCOUNTS_PER_PARTNER],
    );
    assert.equal(looks, 0, 'at the weights of those beyond');
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

describe('distance charges of one partner', () => {
  const distance = (id: number, distanceFrom: number, distanceTo: number, changes: Partial<DistanceCharge> = {}) => ({
    ...{ id, partnerId: 'acme', distanceFrom, distanceTo, charge: 1, chargeType: 'flat' as const, status: true },
    ...changes,
  });
  const overlapping = (...rows: DistanceCharge[]): string[] =>
    partnerClashes('distance-charges', rows).map(
      ({ document, other, message }) => `${document.id}: ${message} ${other!.id}`,
    );
  const march = { validFrom: '2026-03-01T00:00:00+05:30', validTo: '2026-03-31T23:59:59.999+05:30' };
  const april = { validFrom: '2026-04-01T00:00:00+05:30' };

  it('overlap where their ranges share more than a bound', () => {
    assert.deepEqual(overlapping(distance(1, 0, 100), distance(2, 100, 200)), []);
    assert.deepEqual(overlapping(distance(1, 0, 100), distance(2, 99.9, 200)), [
      '2: overlaps distance charge 1 (0 to 100 km) 1',
    ]);
    assert.deepEqual(
      overlapping(distance(1, 0, 900), distance(2, 10, 20), distance(3, 30, 40), distance(4, 900, 901)),
      ['2: overlaps distance charge 1 (0 to 900 km) 1', '3: overlaps distance charge 1 (0 to 900 km) 1'],
    );
    assert.deepEqual(overlapping(distance(1, 0, 100, { status: false }), distance(2, 0, 100)), []);
  });

  it('overlap only where their dates meet, both ends included', () => {
    assert.deepEqual(overlapping(distance(1, 0, 100, march), distance(2, 50, 150, april)), []);
    assert.deepEqual(overlapping(distance(1, 0, 100, march), distance(2, 50, 150, { validFrom: march.validTo })), [
      '2: overlaps distance charge 1 (0 to 100 km), which is valid at the same time 1',
    ]);
    assert.deepEqual(overlapping(distance(1, 0, 100, march), distance(2, 50, 150)), [
      '2: overlaps distance charge 1 (0 to 100 km), which is valid at the same time 1',
    ]);
    assert.deepEqual(
      overlapping(distance(1, 0, 500, april), distance(2, 0, 100, march), distance(3, 50, 60, march)),
      ['3: overlaps distance charge 2 (0 to 100 km), which is valid at the same time 2'],
      'not with the furthest-reaching one, whose dates do not meet',
    );
  });
});
