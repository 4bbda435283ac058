/** Amounts, weights and sentences as the console shows them, and what it takes of people. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  amountOf,
  asSentence,
  day,
  dayInIndia,
  durationInWords,
  inConsoleWords,
  moment,
  rupees,
  signedRupees,
  weightInWords,
  weightOf,
} from '../../../src/console/parts/words.js';
import { counted } from '../../../src/words.js';

describe('words of the console', () => {
  it('groups Rupees as India does, with their sign', () => {
    assert.equal(rupees(135_494.28), '₹1,35,494.28');
    assert.equal(rupees(-20), '−₹20.00');
    assert.equal(rupees(0.0125), '₹0.0125');
    assert.equal(rupees(0), '₹0.00');
    assert.equal(signedRupees(20), '+₹20.00');
    assert.equal(signedRupees(0), '₹0.00');
    assert.equal(signedRupees(-0.5), '−₹0.50');
  });

  it('writes weights as people do', () => {
    const shown: [number, string][] = [
      [1, '1 g'],
      [500, '500 g'],
      [999, '999 g'],
      [1_000, '1 kg'],
      [1_200, '1.2 kg'],
      [12_345, '12.345 kg'],
    ];
    for (const [grams, text] of shown) assert.equal(weightInWords(grams), text);
  });

  it('writes durations by their two largest units', () => {
    const shown: [number, string][] = [
      [0, '0 s'],
      [40, '40 s'],
      [90, '1 min 30 s'],
      [120, '2 min'],
      [3_600, '1 h'],
      [3_601, '1 h'],
      [273_600, '3 d 4 h'],
    ];
    for (const [seconds, text] of shown) assert.equal(durationInWords(seconds), text);
  });

  it('begins a sentence with a capital, but no address', () => {
    assert.equal(asSentence('too many requests'), 'Too many requests');
    assert.equal(asSentence('http://127.0.0.1 answers 502'), 'http://127.0.0.1 answers 502');
  });

  it('reads weights, a bare number as kilograms', () => {
    const typed: [string, number][] = [
      ['1.2 kg', 1_200],
      ['1.2kg', 1_200],
      ['500 g', 500],
      ['500gm', 500],
      ['2', 2_000],
      ['0.5', 500],
      ['1.1', 1_100],
    ];
    for (const [text, value] of typed) assert.deepEqual(weightOf(text), { ok: true, value }, text);
    for (const text of ['heavy', '1.2 lb', '1.2345 kg', '1,2 kg']) assert.equal(weightOf(text).ok, false, text);
  });

  it('reads amounts as they are written in India', () => {
    const typed: [string, number][] = [
      ['2499.50', 2_499.5],
      ['₹2,499.50', 2_499.5],
      ['Rs. 1,35,494.28', 135_494.28],
      ['45/-', 45],
      ['0', 0],
    ];
    for (const [text, value] of typed) assert.deepEqual(amountOf(text), { ok: true, value }, text);
    for (const text of ['-1', 'free', '1.234', '1.250,00']) assert.equal(amountOf(text).ok, false, text);
  });

  it('shows moments of India, with the zone', () => {
    assert.equal(moment('2026-11-30T18:30:00.000Z'), '1 Dec 2026, 00:00 IST');
    assert.match(day('2026-11-30T18:30:00.000Z'), /^Tue,? 1 Dec$/);
    assert.equal(dayInIndia(new Date('2026-11-30T18:29:59.999Z')), '2026-11-30');
    assert.equal(dayInIndia(new Date('2026-11-30T18:30:00.000Z')), '2026-12-01');
  });

  it('says what the API says in the words of the console', () => {
    const said: [string, string][] = [
      ['The partner does not cover both ends', 'The courier does not cover both ends'],
      ["Partners' rows and the partner’s own", "Couriers' rows and the courier’s own"],
      ['Choose another partner, or check availability without a partnerId', 'Choose another courier'],
      ['INR 135494.28 exceeds INR 50000.', '₹1,35,494.28 exceeds ₹50,000.00.'],
      ['1,501 g costs ₹98.00, and 1,500 g costs ₹4054.00', '1,501 g costs ₹98.00, and 1,500 g costs ₹4,054.00'],
      ['flat INR 0.0125 per g', 'flat ₹0.0125 per g'],
      ['No row prices 1200 g', 'No row prices 1.2 kg'],
      ['500 g + 2 x 500 g', '500 g + 2 x 500 g'],
    ];
    for (const [text, expected] of said) assert.equal(inConsoleWords(text), expected);
  });

  it('counts', () => {
    assert.equal(counted(1, 'row'), '1 row');
    assert.equal(counted(135_494, 'row'), '1,35,494 rows');
  });
});
