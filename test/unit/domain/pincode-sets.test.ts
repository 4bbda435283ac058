/** Sets of pincodes as people write them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emptySetFault, expandSets, PINCODE_SET_PATTERN } from '../../../src/domain/pincode-sets.js';
import fc from '../../support/fast-check.js';

const KNOWN = ['110001', '793001', '793002', '793004', '793005', '793006', '793999', '794001', '799999', '800001'];
const rows = (pincodes: readonly string[]) => pincodes.map((pincode) => ({ pincode }));
const expanded = (...given: string[]) => expandSets(given, rows(KNOWN));

describe('a set of pincodes', () => {
  it('stands for the known ones from one to another, both included', () => {
    assert.deepEqual(expanded('793001-793005').pincodes, ['793001', '793002', '793004', '793005']);
    assert.deepEqual(expanded('793002-793004').pincodes, ['793002', '793004']);
    assert.deepEqual(expanded('793004-793004').pincodes, ['793004']);
  });

  it('stands for the known ones with the same first digits', () => {
    assert.deepEqual(expanded('793*').pincodes, ['793001', '793002', '793004', '793005', '793006', '793999']);
    assert.deepEqual(expanded('79400*').pincodes, ['794001']);
    assert.deepEqual(expanded('8*').pincodes, ['800001']);
  });

  it('is behind what was given alone, and names nothing twice, however sets overlap', () => {
    assert.deepEqual(expanded('793*', '800001', '793002', '800001', '79300*', '793005-794001'), {
      pincodes: ['800001', '793002', '800001', '793001', '793004', '793005', '793006', '793999', '794001'],
      empty: [],
    });
    assert.deepEqual(expanded('999999', 'x', '').pincodes, ['999999', 'x', '']);
  });

  it('without a known pincode is listed as such, with why', () => {
    assert.deepEqual(expanded('999*', '793007-793998', '793005-793001', '999*'), {
      pincodes: [],
      empty: ['999*', '793007-793998', '793005-793001'],
    });
    assert.equal(emptySetFault('999*'), 'no known pincode lies within 999*');
    assert.equal(emptySetFault('793005-793001'), '793005-793001 ends before it begins');
    for (const text of ['793001', '*', '793001*', '0*', '79*3', '793001-79300', '793001 - 793005', '079*'])
      assert.equal(emptySetFault(text), null, text);
  });

  it('has the pattern of requests', () => {
    const pattern = new RegExp(PINCODE_SET_PATTERN);
    for (const text of ['110001', '793*', '7*', '79300*', '793001-793005']) assert.match(text, pattern);
    for (const text of ['*', '793001*', '0*', '79*3', '793-794', '793001-', '793001,793002', ' 793*', '793*\n'])
      assert.doesNotMatch(text, pattern);
  });

  it('agrees with a naive reading of any sets over any pincodes', () => {
    const digits = (length: number) =>
      fc.string({ unit: fc.constantFrom('1', '2', '3'), minLength: length, maxLength: length });
    const text = fc.oneof(
      digits(6),
      fc.integer({ min: 1, max: 5 }).chain((length) => digits(length).map((prefix) => `${prefix}*`)),
      fc.tuple(digits(6), digits(6)).map(([from, to]) => `${from}-${to}`),
    );
    const known = fc.uniqueArray(digits(6), { maxLength: 60 }).map((pincodes) => pincodes.sort());
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), known, (given, pincodes) => {
        const within = (set: string) =>
          pincodes.filter((pincode) =>
            set.endsWith('*')
              ? pincode.startsWith(set.slice(0, -1))
              : Number(pincode) >= Number(set.slice(0, 6)) && Number(pincode) <= Number(set.slice(7)),
          );
        const single = given.filter((each) => each.length === 6 && !each.endsWith('*'));
        const sets = given.filter((each) => !single.includes(each));
        const inSets = new Set(sets.flatMap(within).filter((pincode) => !single.includes(pincode)));
        assert.deepEqual(expandSets(given, rows(pincodes)), {
          pincodes: [...single, ...[...inSets].sort()],
          empty: [...new Set(sets.filter((set) => within(set).length === 0))],
        });
      }),
    );
  });
});
