/** Which GSTINs may be somebody's. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { checkDigit, faultOf, gstinIn, isStateCode, successorOf } from './gstin.js';

it('a sound GSTIN has no fault', () => {
  // often printed as an example; its check digit was not computed here
  assert.equal(faultOf('27AAPFU0939F1ZV'), null);
  assert.equal(faultOf(gstinIn('07')), null);
  assert.equal(faultOf(gstinIn('97')), null);
});

it('a check digit is the rest of a weighted sum in base 36', () => {
  // 27AAPFU0939F1Z: 2, 14, 10, 20, 25, 30, 30, 0, 9, 6, 9, 30, 1, 70 in products; 70 is 1 and 34 in base 36, so 35.
  // The sum is 221 = 6 × 36 + 5, and 36 − 5 = 31 is V.
  assert.equal(checkDigit('27AAPFU0939F1Z'), 'V');
});

it('the first faulty part is named', () => {
  assert.equal(faultOf('27AAPFU0939F1Z'), 'length');
  assert.equal(faultOf('28AAPFU0939F1ZV'), 'state code');
  assert.equal(faultOf('27AAPF10939F1ZV'), 'PAN');
  assert.equal(faultOf('27aapfu0939f1zv'), 'PAN');
  assert.equal(faultOf('27AAPFU0939F0ZV'), 'entity');
  assert.equal(faultOf('27AAPFU0939F1AV'), 'Z');
  assert.equal(faultOf('27AAPFU0939F1ZO'), 'check digit');
  assert.equal(faultOf('72AAPFU0939F1ZV'), 'state code');
});

it('state codes are those in use, and merged ones have a successor', () => {
  const inUse = Array.from({ length: 100 }, (_, i) => String(i).padStart(2, '0')).filter(isStateCode);
  assert.equal(inUse.length, 37); // 38 without two, and 97
  assert.deepEqual([inUse[0], inUse.at(-2), inUse.at(-1)], ['01', '38', '97']);
  assert.deepEqual(['25', '28', '27', '7', '99'].map(isStateCode), [false, false, true, false, false]);
  assert.deepEqual([successorOf('25'), successorOf('28'), successorOf('29')], ['26', '37', null]);
});
