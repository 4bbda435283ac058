import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toRate } from '../../../src/domain/money.js';
import { setTax, setTaxTerms } from '../../../src/domain/tax.js';
import { Price } from '../../../src/domain/pricing.js';
import { PRICE_REGIMES, SEZ_SUPPLIES, type SezSupply } from '../../../src/domain/vocabulary.js';
import { plainCard, type TaxRow } from './plain-card.js';

const TAXABLE = 18_870;
const APRIL = Date.parse('2026-04-01T00:00:00+05:30');

interface Taxed {
  now?: number;
  isWithinState?: boolean;
  isWithTax?: boolean;
  sez?: SezSupply;
  paise?: number;
}

const taxed = (
  entries: Partial<TaxRow>[],
  { now = APRIL, isWithinState = false, isWithTax = false, sez, paise = TAXABLE }: Taxed = {},
) => {
  const tax = new Price();
  const supply = sez === undefined ? 0 : SEZ_SUPPLIES.indexOf(sez) + 1;
  setTaxTerms(plainCard({ tax: entries, isWithTax }), { now, sez: supply }, toRate(18), tax);
  setTax(paise, isWithinState, tax);
  const { cgstPaise, sgstPaise, igstPaise, gstPaise, recipientLiabilityPaise, taxablePaise, addedTaxPaise } = tax;
  const amounts = [cgstPaise, sgstPaise, igstPaise, gstPaise, recipientLiabilityPaise];
  return {
    ...{ row: tax.taxRow, regime: PRICE_REGIMES[tax.regime], rate: tax.taxRate, amounts },
    of: [taxablePaise, addedTaxPaise],
  };
};

describe('the tax of a price', () => {
  it('is charged at the rate of the settings without an entry', () => {
    assert.deepEqual(taxed([]), {
      ...{ row: -1, regime: 'FORWARD', rate: toRate(18), amounts: [0, 0, 3_397, 3_397, 0] },
      of: [TAXABLE, 3_397],
    });
    assert.deepEqual(taxed([], { isWithinState: true }).amounts, [1_698, 1_698, 0, 3_396, 0]);
  });

  it('is charged at the rate of an entry, or of the settings when it names none', () => {
    assert.deepEqual(taxed([{ rate: toRate(5) }]).amounts, [0, 0, 944, 944, 0]);
    assert.deepEqual(taxed([{}]).row, 0);
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

  it('is in whole Rupees where the entry says so, each part from the exact amount', () => {
    const entry: Partial<TaxRow> = { inRupees: 1 };
    // 33.966, and halves of 16.983
    assert.deepEqual(taxed([entry]).amounts, [0, 0, 3_400, 3_400, 0]);
    assert.deepEqual(taxed([entry], { isWithinState: true }).amounts, [1_700, 1_700, 0, 3_400, 0]);
    // 9 % of 5.00 is 0.45, of 5.56 is 0.5004
    assert.deepEqual(taxed([entry], { isWithinState: true, paise: 500 }).amounts, [0, 0, 0, 0, 0]);
    assert.deepEqual(taxed([entry], { isWithinState: true, paise: 556 }).amounts, [100, 100, 0, 200, 0]);
    const reverse: Partial<TaxRow> = { ...entry, regime: 'REVERSE_CHARGE', rate: toRate(5) };
    assert.deepEqual(taxed([reverse]).amounts, [0, 0, 0, 0, 900]);
  });

  it('is a part of amounts that include it', () => {
    // 188.70 / 1.18 is 159.9152…; within the state a half is 188.70 x 9 / 118 = 14.3923…
    const between = taxed([], { isWithTax: true });
    assert.deepEqual(
      [between.amounts, between.of],
      [
        [0, 0, 2_878, 2_878, 0],
        [15_992, 0],
      ],
    );
    const within = taxed([], { isWithTax: true, isWithinState: true });
    assert.deepEqual(
      [within.amounts, within.of],
      [
        [1_439, 1_439, 0, 2_878, 0],
        [15_992, 0],
      ],
    );
    // 188.70 x 18 / 118 is 28.78…
    const rupees = taxed([{ inRupees: 1 }], { isWithTax: true });
    assert.deepEqual(
      [rupees.amounts, rupees.of],
      [
        [0, 0, 2_900, 2_900, 0],
        [15_970, 0],
      ],
    );
  });

  it('is not included where the partner charges none', () => {
    const reverse = taxed([{ regime: 'REVERSE_CHARGE', rate: toRate(5) }], { isWithTax: true });
    assert.deepEqual(
      [reverse.amounts, reverse.of],
      [
        [0, 0, 0, 0, 944],
        [TAXABLE, 0],
      ],
    );
    const exempt = taxed([{ regime: 'EXEMPT' }], { isWithTax: true });
    assert.deepEqual(
      [exempt.amounts, exempt.of],
      [
        [0, 0, 0, 0, 0],
        [TAXABLE, 0],
      ],
    );
  });

  it('is none for a special economic zone without tax, and an included one falls away', () => {
    const sez = 'WITHOUT_TAX';
    const zeroRated = taxed([], { sez });
    assert.deepEqual(
      [zeroRated.regime, zeroRated.amounts, zeroRated.of],
      ['ZERO_RATED', [0, 0, 0, 0, 0], [TAXABLE, 0]],
    );
    assert.equal(taxed([{ regime: 'REVERSE_CHARGE' }], { sez }).regime, 'ZERO_RATED');
    assert.equal(taxed([{ regime: 'EXEMPT' }], { sez }).regime, 'EXEMPT');
    const included = taxed([], { sez, isWithTax: true });
    assert.deepEqual(
      [included.amounts, included.of],
      [
        [0, 0, 0, 0, 0],
        [15_992, -2_878],
      ],
    );
    assert.equal(taxed([], { sez: 'WITH_TAX' }).regime, 'FORWARD');
  });
});
