import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toRate } from '../../../src/domain/money.js';
import { type Tax, taxOf } from '../../../src/domain/tax.js';
import { TAX_REGIMES } from '../../../src/domain/vocabulary.js';
import { plainCard, type TaxRow } from './plain-card.js';

const TAXABLE = 18_870;
const APRIL = Date.parse('2026-04-01T00:00:00+05:30');

const taxed = (entries: Partial<TaxRow>[], { now = APRIL, isWithinState = false } = {}) => {
  const { taxRow, regime, ...tax } = taxOf(
    plainCard({ tax: entries }).tax,
    now,
    TAXABLE,
    isWithinState,
    toRate(18),
    {} as Tax,
  );
  const { cgstPaise, sgstPaise, igstPaise, gstPaise, recipientLiabilityPaise } = tax;
  const amounts = [cgstPaise, sgstPaise, igstPaise, gstPaise, recipientLiabilityPaise];
  return { row: taxRow, regime: TAX_REGIMES[regime], rate: tax.taxRate, amounts };
};

describe('the tax of a price', () => {
  it('is charged at the rate of the settings without an entry', () => {
    assert.deepEqual(taxed([]), { row: -1, regime: 'FORWARD', rate: toRate(18), amounts: [0, 0, 3_397, 3_397, 0] });
    assert.deepEqual(taxed([], { isWithinState: true }).amounts, [1_698, 1_698, 0, 3_396, 0]);
  });

  it('is charged at the rate of an entry, or of the settings when it names none', () => {
    assert.deepEqual(taxed([{ rate: toRate(5) }]).amounts, [0, 0, 944, 944, 0]);
    assert.deepEqual(taxed([{}]), { row: 0, regime: 'FORWARD', rate: toRate(18), amounts: [0, 0, 3_397, 3_397, 0] });
    assert.deepEqual(taxed([{ rate: 0 }]).amounts, [0, 0, 0, 0, 0]);
  });

  it('is owed by the recipient under reverse charge, within the state as the sum of two halves', () => {
    const entry: Partial<TaxRow> = { regime: 'REVERSE_CHARGE', rate: toRate(5) };
    assert.deepEqual(taxed([entry]).amounts, [0, 0, 0, 0, 944]);
    // a half is 471.75
    assert.deepEqual(taxed([entry], { isWithinState: true }).amounts, [0, 0, 0, 0, 944]);
    assert.deepEqual(taxed([{ ...entry, rate: toRate(18) }], { isWithinState: true }).amounts, [0, 0, 0, 0, 3_396]);
  });

  it('is nothing for an exempt service', () => {
    const found = taxed([{ regime: 'EXEMPT', rate: toRate(5) }]);
    assert.deepEqual([found.regime, found.rate, found.amounts], ['EXEMPT', 0, [0, 0, 0, 0, 0]]);
  });

  it('is by the last entry in force, both bounds included', () => {
    const entries: Partial<TaxRow>[] = [
      { regime: 'REVERSE_CHARGE' },
      { regime: 'FORWARD', validFrom: APRIL },
      { regime: 'EXEMPT', validFrom: APRIL + 1_000, validTo: APRIL + 2_000 },
    ];
    const regimeAt = (now: number) => taxed(entries, { now }).regime;
    assert.deepEqual([APRIL - 1, APRIL, APRIL + 999].map(regimeAt), ['REVERSE_CHARGE', 'FORWARD', 'FORWARD']);
    assert.deepEqual([APRIL + 1_000, APRIL + 2_000].map(regimeAt), ['EXEMPT', 'EXEMPT']);
    assert.equal(regimeAt(APRIL + 2_001), 'FORWARD');
    assert.deepEqual(taxed([{ rate: toRate(5), validTo: APRIL - 1 }]).row, -1);
  });
});
