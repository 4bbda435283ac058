/** Texts, keys and parcels in little memory: what is put in comes out. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BilledLegs, legAmounts } from '../../../src/reconcile/billed-legs.js';
import { KeyIndex } from '../../../src/reconcile/key-index.js';
import { factsOf, ShipmentBook } from '../../../src/reconcile/shipment-book.js';
import { TextStore } from '../../../src/reconcile/text-store.js';
import fc from '../../support/fast-check.js';

describe('texts', () => {
  it('come out as they were, of any letters and any length', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }))), (texts) => {
        const store = new TextStore();
        for (const text of texts) store.add(text);
        assert.deepEqual(
          texts.map((_, at) => store.at(at)),
          texts,
        );
        for (const [at, text] of texts.entries()) assert(store.is(at, text) && !store.is(at, `${text}x`));
      }),
    );
    const store = new TextStore();
    const long = 'ab'.repeat(1_000_000);
    assert.equal(store.at(store.add(long)), long);
    store.replace(0, 'क');
    assert.deepEqual([store.at(0), store.is(0, 'ख')], ['क', false]);
  });

  it('have numbers as keys', () => {
    const index = new KeyIndex();
    const keys = Array.from({ length: 10_000 }, (_, at) => `key ${at % 7_000}`);
    const numbers = keys.map((key) => index.add(key));
    assert.deepEqual(numbers.slice(7_000), numbers.slice(0, 3_000));
    assert.deepEqual([index.count, index.find('key 6999'), index.find('key 7000')], [7_000, 6_999, undefined]);
    assert.equal(index.keyAt(5), 'key 5');
  });
});

describe('a book of shipments', () => {
  const keys = { awb: '', ref: 'o-1' };

  it('counts an equal row once, and refuses another one of the same key', () => {
    const book = new ShipmentBook();
    const row = { awb: '', ref: 'O-1', facts: { to: '560001', valuePaise: 0, services: ['COD'] } };
    assert.equal(book.add(keys, row), null);
    assert.equal(book.add(keys, { ...row }), null);
    assert.equal(book.add(keys, { ...row, facts: { to: '560002' } }), 'CONTRADICTS');
    assert.deepEqual([book.count, book.at(0)], [1, row]);
  });

  it('adds up items, equal ones too, and says what only one of them says', () => {
    const book = new ShipmentBook();
    const item = (facts: object) => ({ awb: '', ref: 'O-1', facts });
    assert.equal(book.addItem(keys, item({ to: '560001' }), { grams: 250 }), null);
    assert.equal(book.addItem(keys, item({ to: '560001' }), { grams: 250 }), null);
    assert.equal(book.addItem(keys, item({ payment: 'COD' }), { grams: 100 }), null);
    assert.deepEqual(book.at(0).facts, { to: '560001', payment: 'COD', grams: 600 });
    assert.equal(book.addItem(keys, item({}), { grams: null }), null);
    assert.deepEqual(book.at(0).facts, { to: '560001', payment: 'COD' }, 'an item of an unknown weight');
    assert.equal(book.addItem(keys, item({ to: '560009' }), { grams: 1 }), 'CONTRADICTS');
  });

  it('takes pieces for a weight', () => {
    const asked = { pieces: [] };
    assert.deepEqual(factsOf([{ asked }, { grams: 5, to: '1' }]), { asked, to: '1' });
    assert.deepEqual(factsOf([{ grams: 5 }, { asked }]), { grams: 5, asked });
  });
});

describe('billed legs', () => {
  it('are billed until all was given back; what is beyond a leg goes to the others', () => {
    const legs = new BilledLegs();
    for (const amount of legAmounts(['FORWARD', 'RTO'], 9_001, undefined)) legs.bill('A1', amount);
    legs.credit('A1', [{ leg: 'RTO', totalPaise: -4_499 }]);
    assert.deepEqual([legs.has('A1', 'FORWARD'), legs.has('A1', 'RTO')], [true, true]);
    legs.credit('A1', [{ leg: 'RTO', totalPaise: -1 }]);
    assert.deepEqual([legs.has('A1', 'FORWARD'), legs.has('A1', 'RTO')], [true, false]);
    legs.credit('A1', [{ leg: 'RTO', totalPaise: -4_501 }]);
    assert.equal(legs.hasAny('A1'), false);
    assert.equal(legs.hasAny('A2'), false);
  });

  it('take the return of its own column', () => {
    assert.deepEqual(legAmounts(['FORWARD', 'RTO'], 10_000, 4_200), [
      { leg: 'FORWARD', totalPaise: 5_800 },
      { leg: 'RTO', totalPaise: 4_200 },
    ]);
  });
});
