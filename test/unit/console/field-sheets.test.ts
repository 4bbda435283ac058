/** Sheets of documents: what is typed into a cell, and the document that it makes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FIELD_TABS, fieldSheet } from '../../../src/console/views/couriers/sheets/fields.js';
import type { TypedCell } from '../../../src/console/views/couriers/sheets/sheet.js';

const NAMES = { partnerId: 'acme', zones: [{ id: 7, name: 'North' }] };
const NOW = '2026-12-01T00:00:00.000Z';
const form = FIELD_TABS.charges.find(({ collection }) => collection === 'discounts')!;
const sheet = fieldSheet(form, [], NAMES, NOW);

describe('a sheet of documents', () => {
  it('takes a word of a list, or as much of it as no other word has, and names the list', () => {
    const read = (text: string) => sheet.read('new', 'discountType', text);
    for (const text of ['percentage', 'Percentage', 'percent', 'p'])
      assert.deepEqual(read(text), { ok: true, value: 'percentage' }, text);
    assert.deepEqual(read('often'), { ok: false, message: 'must be one of flat, percentage' });
    const direction = fieldSheet(FIELD_TABS.charges[0]!, [], NAMES, NOW).read('new', 'direction', 'r');
    assert.deepEqual(direction, { ok: false, message: 'must be one of FORWARD, RTO, REVERSE, ANY' });
  });

  it('makes a discount of one customer from what was typed', () => {
    const row = { key: 'new festive', name: 'festive' };
    const typed = [
      ['customerId', 'cust-042'],
      ['fromWeight', '0.001'],
      ['toWeight', '5'],
      ['discountType', 'percentage'],
      ['discountValue', '10'],
    ] as const;
    const cells = typed.map(([key, text]): TypedCell => ({ row, column: { key, name: key, isNumber: false }, text }));
    const document = { partnerId: 'acme', customerId: 'cust-042', fromWeight: 0.001, toWeight: 5 };
    const rest = { discountType: 'percentage', discountValue: 10, status: true };
    assert.deepEqual(sheet.lines(cells, null), [{ collection: 'discounts', document: { ...document, ...rest } }]);
  });
});
