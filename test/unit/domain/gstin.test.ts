/** GSTINs: which part of one cannot be. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkCharacterOf, gstinFault, stateCodeFault } from '../../../src/domain/gstin.js';

const SOUND = '29ABCDE1234F1ZW';
/** The sound one with another character, and the check character that this needs. */
const withPart = (at: number, text: string): string => {
  const bare = SOUND.slice(0, at) + text + SOUND.slice(at + text.length, -1);
  return bare + checkCharacterOf(bare);
};

describe('a GSTIN', () => {
  it('is sound with its check character alone', () => {
    for (const gstin of [SOUND, '27AAPFU0939F1ZV', '27AAAAA0000A1Z2']) assert.equal(gstinFault(gstin), null, gstin);
    for (const last of 'ABCDEFGHIJKLMNOPQRSTUVXYZ0123456789')
      assert.match(gstinFault(SOUND.slice(0, -1) + last)!, /check character .: it must be W/);
  });

  it('has a state code in use, and says which replaced another', () => {
    for (let code = 0; code < 100; code++) {
      const digits = String(code).padStart(2, '0');
      const isInUse = (code >= 1 && code <= 38 && code !== 25 && code !== 28) || code === 97;
      assert.equal(stateCodeFault(digits) === null, isInUse, digits);
      assert.equal(gstinFault(withPart(0, digits)) === null, isInUse, digits);
    }
    assert.match(gstinFault(withPart(0, '28'))!, /it is 37 now/);
    assert.match(gstinFault(withPart(0, '25'))!, /it is 26 now/);
  });

  it('says which part cannot be', () => {
    for (const [gstin, part] of [
      [SOUND.slice(1), /15 characters: it has 14/],
      [`${SOUND}X`, /15 characters: it has 16/],
      [SOUND.toLowerCase(), /PAN abcde1234f/],
      [withPart(2, '1'), /PAN 1BCDE1234F/],
      [withPart(7, 'A'), /PAN ABCDEA234F/],
      [withPart(11, '1'), /PAN ABCDE12341/],
      [withPart(12, '0'), /entity 0/],
      [withPart(13, 'Y'), /character 14: it must be Z/],
    ] as const)
      assert.match(gstinFault(gstin)!, part, gstin);
  });
});
