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

  it('says what a charge is, and which rows begin later, behind the cells and their values', () => {
    const later = { validFrom: '2026-12-31T18:30:00.000Z', minKg: 0, maxKg: 20, customerId: null };
    const charges = [
      { id: 1, type: 'fsc', value: 16.5 },
      { id: 2, type: 'fsc', value: 18.5, ...later },
    ];
    const { rows, columns, text, wordsOf } = fieldSheet(FIELD_TABS.charges[0]!, charges, NAMES, NOW);
    assert.deepEqual(
      rows.map(({ words }) => words),
      ['Fuel', 'Fuel, up to 20 kg'],
    );
    assert.deepEqual([text('1', 'type'), wordsOf!('1', 'type')], ['fsc', 'Fuel']);
    assert.deepEqual([wordsOf!('1', 'validFrom'), wordsOf!('2', 'validFrom')], ['', 'begins later']);
    const keys = columns.map(({ key }) => key);
    assert.deepEqual(keys.slice(keys.indexOf('value')).slice(0, 3), ['value', 'validFrom', 'validTo']);
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
