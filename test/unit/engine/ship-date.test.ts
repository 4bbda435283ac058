import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  chargesDateFaults,
  dateFaultsFromNow,
  momentsFromNow,
  momentsOfCharges,
} from '../../../src/engine/ship-date.js';
import { assignmentFaults } from '../../../src/engine/request-faults.js';

const NOW = Date.parse('2026-03-11T12:00:00+05:30');
const ist = (text: string): number => Date.parse(`${text}+05:30`);

describe('shipDate', () => {
  it('is the pricing moment; a day is its beginning in India', () => {
    assert.equal(momentsOfCharges('2026-04-01', NOW).priced, ist('2026-04-01T00:00:00.000'));
    assert.equal(momentsOfCharges('2026-03-31T18:29:59.999Z', NOW).priced, ist('2026-03-31T23:59:59.999'));
    assert.equal(momentsOfCharges(undefined, NOW).priced, NOW);
  });

  it('is when charges leave, but availability leaves no earlier than now', () => {
    assert.deepEqual(momentsOfCharges('2026-03-11', NOW).requested, ist('2026-03-11T00:00:00'));
    const today = { priced: ist('2026-03-11T00:00:00'), requested: NOW, held: NOW };
    assert.deepEqual(momentsFromNow('2026-03-11', NOW), today);
    assert.deepEqual(momentsFromNow('2026-03-12', NOW).requested, ist('2026-03-12T00:00:00'));
  });

  it('has its last days by today in India, which begins at 18:30 UTC', () => {
    const isRefused = (shipDate: string, now: string): boolean => {
      const [body, at] = [{ shipDate }, Date.parse(now)];
      assert.equal(chargesDateFaults(body, at).length, 0);
      return dateFaultsFromNow(body, at).length === 1;
    };
    assert.deepEqual(
      [isRefused('2026-03-11', '2026-03-11T18:29:59.999Z'), isRefused('2026-03-11', '2026-03-11T18:30:00Z')],
      [false, true],
    );
    assert.deepEqual(
      [isRefused('2027-03-13', '2026-03-11T18:29:59.999Z'), isRefused('2027-03-13', '2026-03-11T18:30:00Z')],
      [true, false],
    );
  });

  it('is now for holds where it is the date of today, and else its moment', () => {
    assert.equal(momentsOfCharges('2026-03-11', NOW).held, NOW);
    assert.equal(momentsOfCharges('2026-03-11T00:00:00+05:30', NOW).held, ist('2026-03-11T00:00:00'));
    assert.equal(momentsOfCharges('2026-03-12', NOW).held, ist('2026-03-12T00:00:00'));
    assert.equal(momentsOfCharges(undefined, NOW).held, NOW);
    assert.equal(momentsFromNow('2026-03-11T00:00:00+05:30', NOW).held, NOW, 'nothing leaves before now');
    assert.equal(momentsFromNow('2026-03-12', NOW).held, ist('2026-03-12T00:00:00'));
  });

  it('belongs to the shipmentDetails of an assignment', () => {
    const details = { serviceTypes: ['PICKUP', 'DELIVERY'] };
    const body = { shipDate: '2026-03-11', shipmentDetails: { ...details, shipDate: '2026-03-12' } };
    assert.deepEqual(
      assignmentFaults(body, false).map(({ field }) => field),
      ['shipDate'],
    );
    assert.deepEqual(assignmentFaults({ shipmentDetails: details }, false), []);
    const late = dateFaultsFromNow({ shipDate: '2026-03-10' }, NOW, 'shipmentDetails.');
    assert.deepEqual(
      late.map(({ field }) => field),
      ['shipmentDetails.shipDate'],
    );
  });
});
