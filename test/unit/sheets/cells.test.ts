/** Texts of cells by their kind, as spreadsheets and couriers write them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dayInIndia, localMoment, orderOf } from '../../../src/sheets/cells/dates.js';
import { flag } from '../../../src/sheets/cells/flags.js';
import { money, percentText } from '../../../src/sheets/cells/money.js';
import { pincode, pincodeSet } from '../../../src/sheets/cells/pincodes.js';
import { cellText, identifier, isEmptyForm, type ParsedCell } from '../../../src/sheets/cells/text.js';
import { parcelWeight, unitInHeading, weight } from '../../../src/sheets/cells/weights.js';

/** The value; a fault is its message. */
const read = <T>(cell: ParsedCell<T>): T | string => (cell.ok ? cell.value : cell.message);

describe('a pincode', () => {
  it('is six digits, whatever a spreadsheet puts around them', () => {
    for (const text of [
      ...['793001', '793 001', "'793001", '="793001"', '"=""793001"""', '793001.0', '793001.00', ' 793001 '],
      ...['\u00a0793001\u00a0', '793\u00a0001', '\ufeff793001', "'793001'"],
    ])
      assert.equal(read(pincode(text)), '793001', text);
    for (const text of ['79300', '7930011', '1.1E+05', '793001.5', '093001', '', 'x', '7930O1', '793-001'])
      assert.equal(pincode(text).ok, false, text);
  });

  it('may be one of a set', () => {
    const ranges = (text: string) => {
      const set = pincodeSet(text);
      return set.ok ? set.value.map(({ from, to }) => (from === to ? from : `${from}..${to}`)) : set.message;
    };
    assert.deepEqual(ranges('793 001'), ['793001']);
    assert.deepEqual(ranges('793001-793005'), ['793001..793005']);
    assert.deepEqual(ranges('793001 – 793005'), ['793001..793005']);
    assert.deepEqual(ranges('793*'), ['793000..793999']);
    assert.deepEqual(ranges('793001, 793002;794*  110001'), ['793001', '793002', '794000..794999', '110001']);
    for (const text of ['793005-793001', '*', '793001-', 'all', '793001-793002-793003', '7930011*', '793001, x'])
      assert.equal(ranges(text), `must be a pincode of six digits, but is "${text}"`);
  });
});

it('yes and no are words, signs and numbers', () => {
  for (const text of ['Y', 'yes', '1', 'TRUE', '✓', 'Active', 'SERVICEABLE', ' y '])
    assert.equal(read(flag(text)), true, text);
  for (const text of ['N', 'No', '0', 'false', 'Inactive', 'Non-Serviceable', 'non serviceable'])
    assert.equal(read(flag(text)), false, text);
  for (const text of ['NA', '-', '2', 'maybe', 'EDL /ODA']) assert.equal(flag(text).ok, false, text);
});

describe('an amount', () => {
  it('is exact, with signs of currency and sound grouping', () => {
    const amounts: [string, bigint][] = [
      ['₹1,35,494.28', 135_494_280_000n],
      ['135,494.28', 135_494_280_000n],
      ['Rs. 45.00', 45_000_000n],
      ['Rs45', 45_000_000n],
      // the point is that of the word
      ['Rs.45', 45_000_000n],
      ['Rs.1,35,494.28', 135_494_280_000n],
      ['Rs.0.50', 500_000n],
      ['Rs. .50', 500_000n],
      ['INR 45', 45_000_000n],
      ['45/-', 45_000_000n],
      ['45 INR', 45_000_000n],
      ['-₹1,350', -1_350_000_000n],
      ['₹-1,350', -1_350_000_000n],
      ['(1,350)', -1_350_000_000n],
      ['0.0625', 62_500n],
      ['.5', 500_000n],
      ['224.2400', 224_240_000n],
    ];
    for (const [text, exact] of amounts) assert.equal(read(money(text, 4)), exact, text);
  });

  it('is not guessed', () => {
    for (const text of [
      '1.250,00',
      '1,25',
      '12,50',
      '1,2345',
      '1,,000',
      '45 kg',
      '5%',
      '--5',
      '(-5)',
      '1e3',
      'free',
      'INR.45',
      '₹',
    ])
      assert.equal(money(text, 4).ok, false, text);
    assert.match(String(read(money('1.250,00', 2))), /: write 1250\.00 or 1,250\.00$/);
    assert.equal(read(money('1.005', 2)), 'must have at most 2 decimals, but is "1.005"');
  });

  it('may be a percentage, and a fraction where the map says so', () => {
    assert.deepEqual(
      ['12%', '12', '12.5 %', '0.12', 'x'].map((text) => percentText(text, false)),
      ['12', '12', '12.5', '0.12', null],
    );
    assert.deepEqual(
      ['0.12', '0.125', '1', '0.0005', '12%'].map((text) => percentText(text, true)),
      ['12', '12.5', '100', '0.05', '12'],
    );
  });
});

it('a weight has its unit in the cell, or in the heading', () => {
  assert.deepEqual(
    ['500 g', '500gms', '0.5 kg', '1,000 grams', '1.25Kgs', '2 KG'].map((text) => read(weight(text, null))),
    [500, 500, 500, 1_000, 1_250, 2_000],
  );
  assert.equal(read(weight('0.5', 'kg')), 500);
  assert.equal(read(weight('20kg', 'g')), 20_000);
  assert.match(String(read(weight('500', null))), /^says no unit: write "500 g" or "500 kg"/);
  assert.equal(read(weight('0.0005 kg', null)), 'must be whole grams, but is "0.0005 kg"');
  assert.equal(weight('heavy', 'g').ok, false);
  // of a parcel it is rounded up, as the node does it
  assert.deepEqual(
    ['0.0005 kg', '2.4576 kg', '1.1000000000000001 kg', '400.5 g', '25000 kg'].map((text) =>
      read(parcelWeight(text, null)),
    ),
    [1, 2_458, 1_100, 401, 25_000_000],
  );
  assert.equal(read(parcelWeight('25000.0001 kg', null)), 'is above 25,000 kg: "25000.0001 kg"');
  assert.deepEqual(
    ['Weight (kg)', 'EACH SLAB (in grams)', 'weight_g', 'Charged Weight', 'Kg', 'Booking'].map(unitInHeading),
    ['kg', 'g', 'g', null, 'kg', null],
  );
  assert.deepEqual(['Weight [KG]', 'Weight (in kgs) Charged', 'Charges (Rs.) Freight'].map(unitInHeading), [
    ...['kg', 'kg', null],
  ]);
});

describe('a day', () => {
  const local = (text: string, order: 'DMY' | 'MDY' | null = null) => {
    const moment = localMoment(text, order);
    return moment.ok ? new Date(moment.value.ms).toISOString().slice(0, 19).replace('T', ' ') : moment.message;
  };

  it('is written in many forms', () => {
    for (const text of ['2026-12-05', '05-Dec-2026', '05-Dec-26', '5 Dec, 2026', '5 December 2026', '46361'])
      assert.equal(local(text), '2026-12-05 00:00:00', text);
    assert.equal(local('2026-12-05 16:07'), '2026-12-05 16:07:00');
    assert.equal(local('2026-12-05 16:07:08'), '2026-12-05 16:07:08');
    assert.equal(local('46361.5'), '2026-12-05 12:00:00');
    for (const text of ['2026-02-30', '31-Jun-2026', '2026-13-01', '2026-12-05 24:00', '5 Foo 2026', '1', 'soon'])
      assert.match(local(text), /^must be a day such as 2026-07-01/, text);
  });

  it('has an order that the map or the column settles', () => {
    assert.match(local('05/12/2026'), /^may be two days: "05\/12\/2026"; say dates/);
    assert.equal(local('05/12/2026', 'DMY'), '2026-12-05 00:00:00');
    assert.equal(local('05-12-2026', 'MDY'), '2026-05-12 00:00:00');
    assert.equal(local('25/12/2026'), '2026-12-25 00:00:00');
    assert.equal(
      local('12/25/2026', 'DMY'),
      'must be a day such as 2026-07-01, but is "12/25/2026", which is none as DD/MM/YYYY',
    );
    assert.match(local('25/12/2026', 'MDY'), /which is none as MM\/DD\/YYYY$/);
    assert.equal(orderOf(['05/12/2026', '25/12/2026', '']), 'DMY');
    assert.equal(orderOf(['05/13/2026']), 'MDY');
    assert.equal(orderOf(['25/12/2026', '12/25/2026']), null);
    assert.equal(orderOf(['05/12/2026']), null);
  });

  it('begins and ends in India', () => {
    assert.equal(read(dayInIndia('2026-12-05', false)), '2026-12-04T18:30:00.000Z');
    assert.equal(read(dayInIndia('5 Dec, 2026', true)), '2026-12-05T18:29:59.999Z');
    assert.equal(read(dayInIndia('2026-12-05 16:07', true)), '2026-12-05T10:37:00.000Z');
  });
});

it('ids are texts, with their leading zeros', () => {
  assert.equal(read(identifier('="000123"')), '000123');
  assert.equal(read(identifier("'80125793241'")), '80125793241');
  assert.equal(read(identifier('#GB700002')), '#GB700002');
  for (const text of ['1.23E+14', '1.23456789012346e+17'])
    assert.match(String(read(identifier(text))), /^is a number of which a spreadsheet has lost digits/);
});

it('empty cells have many forms', () => {
  for (const text of ['', ' ', '-', 'NA', 'n/a', '#N/A', 'null', '\u00a0', '="-"']) assert.ok(isEmptyForm(text), text);
  for (const text of ['0', 'N', 'none', '#REF!', 'nan']) assert.ok(!isEmptyForm(text), text);
  assert.equal(cellText('="say ""x"""'), 'say ""x""');
});
