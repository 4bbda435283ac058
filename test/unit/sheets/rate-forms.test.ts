/** Forms in which couriers send rates are read to the paisa, or refused with the cell and what to say. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readRates } from '../../../src/sheets/rates/read.js';
import { type PricedParcel, RATE_FORMS, type RateForm, REFUSED_FORMS } from '../../support/rate-forms.js';
import { inWords, mapIn, refusalOf, sheetOf } from './texts.js';

type Row = Readonly<Record<string, number | string | undefined>>;

const MOST_LINES_OF_A_MAP = 10;

function read({ text, map = '', perKg, set = {} }: Omit<RateForm, 'name' | 'prices'>, zones: readonly string[]) {
  const given = mapIn(map.replace('OWN', 'tez'));
  const partner = { partnerId: 'tez', zones: zones.map((name, at) => ({ id: at + 1, name })), lanes: [] };
  const said = { ...given, set: new Map([...given.set, ...Object.entries(set)]) };
  return readRates(sheetOf(text), said, partner, perKg ?? false);
}

/** By the rows that fit the parcel, the most exact origin first; null: none does. */
function priceOf(rows: readonly Row[], zones: readonly string[], parcel: PricedParcel): number | null {
  const { from, to, grams, direction = 'FORWARD', paymentType = 'PREPAID' } = parcel;
  const id = (name: string | undefined): number | undefined =>
    name === undefined ? undefined : zones.indexOf(name) + 1;
  const fitting = rows
    .filter((row) => (row['fromZoneId'] ?? id(from)) === id(from) && row['toZoneId'] === id(to))
    .filter((row) => (row['direction'] ?? 'FORWARD') === direction)
    .filter((row) => (row['paymentType'] ?? paymentType) === paymentType)
    .filter(({ minWeight = 0, maxWeight = Infinity }) => grams > Number(minWeight) && grams <= Number(maxWeight))
    .filter(({ baseWeight, addonWeight }) => Number(addonWeight) > 0 || grams <= Number(baseWeight));
  assert(fitting.length <= 1, 'two rows price one parcel');
  const [row] = fitting;
  if (row === undefined) return null;
  const [baseWeight, baseCharge, addonWeight, addonCharge] = [
    'baseWeight',
    'baseCharge',
    'addonWeight',
    'addonCharge',
  ].map((name) => Number(row[name])) as [number, number, number, number];
  const steps = addonWeight === 0 ? 0 : Math.ceil(Math.max(0, grams - baseWeight) / addonWeight);
  const paise = Math.round((baseCharge + steps * addonCharge) * 100 + 1e-6);
  return Math.max(paise / 100, Number(row['minCharge'] ?? 0));
}

describe('a form of rates', () => {
  for (const form of RATE_FORMS)
    it(`is read: ${form.name}`, () => {
      assert((form.map ?? '').split('\n').length <= MOST_LINES_OF_A_MAP);
      const { rows, faults } = read(form, form.zones);
      assert.deepEqual(faults.found.map(inWords), []);
      const members = rows.map((row) => row.members as Row);
      for (const parcel of form.prices)
        assert.equal(priceOf(members, form.zones, parcel), parcel.rupees, JSON.stringify(parcel));
    });

  for (const [name, { fault, ...form }] of Object.entries(REFUSED_FORMS))
    it(`is refused, with the cell and what to say: ${name}`, () => {
      const { faults } = refusalOf(() => read({ ...form, zones: [] }, ['A', 'B']).faults.throwIfAny());
      assert(
        faults.some((each) => fault.test(each)),
        faults.join('\n'),
      );
    });

  it('comes in 40 kinds and more, with those that are refused', () => {
    assert(RATE_FORMS.length >= 40, `${RATE_FORMS.length}`);
  });
});
