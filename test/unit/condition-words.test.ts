/** What a person reads where a rule did not hold: no member's name, no JSON. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failureWords } from '../../src/condition-words.js';
import { WANTED_MEMBERS } from '../../src/domain/allocation/conditions.js';

const said = (failed: (typeof WANTED_MEMBERS)[number], was: unknown): string =>
  failureWords({ ruleId: 'r', result: 'NO', failed, was });

describe('a condition that did not hold', () => {
  it('is said by what the shipment has', () => {
    assert.equal(said('toGroups', []), 'it goes to no place group');
    assert.equal(said('toGroups', ['METRO', 'NORTH', 'HILLS']), 'it goes to METRO, NORTH and HILLS');
    assert.equal(said('fromGroups', ['METRO']), 'it comes from METRO');
    assert.equal(said('codFrom', 24_999.99), '₹24,999.99 is to be collected');
    assert.equal(said('kgTo', 1.2), 'it weighs 1.2 kg');
    assert.equal(said('paymentTypes', 'PREPAID'), 'it is prepaid');
    assert.equal(said('customerIds', null), 'it is of no customer');
    assert.equal(said('attributes', { brand: null }), 'it has no brand');
    assert.equal(said('attributes', { size: 2 }), 'its size is 2');
    assert.equal(said('weekdays', 7), 'it is Sunday');
    assert.equal(said('timeFrom', '14:05'), 'it is 14:05 in India');
    assert.equal(failureWords({ ruleId: 'r', result: 'ACTED' }), '');
  });

  it('has words for each member, whatever the shipment has', () => {
    for (const member of WANTED_MEMBERS)
      for (const was of [null, true, 3, 'X', ['X', 'Y'], {}])
        assert.match(said(member, was), /^(?:it|₹)/, `${member} ${JSON.stringify(was)}`);
  });
});
