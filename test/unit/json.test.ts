import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../support/fast-check.js';
import { rupees } from '../../src/engine/text/explain-entries.js';
import { asJson, membersJson, membersOf, rupeesJson, toJson, withMembers } from '../../src/json.js';

describe('rupeesJson', () => {
  it('writes what JSON.stringify writes, for every amount up to ten thousand Rupees', () => {
    for (let paise = 0; paise <= 1_000_000; paise++)
      if (rupeesJson(paise) !== String(paise / 100)) assert.fail(`${paise}: ${rupeesJson(paise)}`);
  });

  it('writes what JSON.stringify writes, for any amount of 15 digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 15) + 1, max: 10 ** 15 - 1 }), (paise) => {
        assert.equal(rupeesJson(paise), JSON.stringify(paise / 100));
      }),
      { numRuns: 5_000 },
    );
  });

  it('writes JSON also of what is no safe integer', () => {
    for (const paise of [109_999_987_900_000_128, 2 ** 53, 1e25, 1.5, -1.5, -(2 ** 60)])
      assert.equal(rupeesJson(paise), JSON.stringify(paise / 100));
    for (const paise of [Number.NaN, Infinity, -Infinity]) assert.equal(rupeesJson(paise), 'null');
  });

  it('has no negative zero', () => {
    assert.deepEqual([rupeesJson(-0), rupeesJson(-5), rupeesJson(-50), rupeesJson(-100)], ['0', '-0.05', '-0.5', '-1']);
  });
});

describe('withMembers', () => {
  it('adds the members of another object behind those of the first', () => {
    const object = toJson({ a: '}', b: [1] });
    assert.equal(withMembers(object, membersOf({ c: '{' })), '{"a":"}","b":[1],"c":"{"}');
  });
});

describe('membersJson', () => {
  it('joins the lists that are not empty', () => {
    assert.deepEqual(
      [membersJson([]), membersJson(['', '']), membersJson(['', 'a', '', 'b', '']), membersJson(['a'])],
      ['', '', 'a,b', 'a'],
    );
    assert.equal(membersJson([asJson('"x":1'), asJson('"y":2')]), '"x":1,"y":2');
  });
});

describe('rupees', () => {
  it('has two decimals', () => {
    assert.deepEqual([0, 5, 50, 100, 116_340, 123_456_789_01].map(rupees), [
      'INR 0.00',
      'INR 0.05',
      'INR 0.50',
      'INR 1.00',
      'INR 1163.40',
      'INR 123456789.01',
    ]);
  });
});
