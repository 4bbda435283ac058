import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  availabilityDateFaults,
  chargesDateFaults,
  momentsOfAvailability,
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
    assert.deepEqual(momentsOfAvailability('2026-03-11', NOW), { priced: ist('2026-03-11T00:00:00'), requested: NOW });
    assert.deepEqual(momentsOfAvailability('2026-03-12', NOW).requested, ist('2026-03-12T00:00:00'));
  });

  it('has its last days by today in India, which begins at 18:30 UTC', () => {
    const isRefused = (shipDate: string, now: string): boolean => {
      const [body, at] = [{ shipDate }, Date.parse(now)];
      assert.equal(chargesDateFaults(body, at).length, 0);
      return availabilityDateFaults(body, at).length === 1;
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

  it('is refused for assignments wherever it stands', () => {
    const details = { serviceTypes: ['PICKUP', 'DELIVERY'] };
    const body = { shipDate: '2026-03-11', shipmentDetails: { ...details, shipDate: null } };
    assert.deepEqual(
      assignmentFaults(body).map(({ field }) => field),
      ['shipDate', 'shipmentDetails.shipDate'],
    );
    assert.deepEqual(assignmentFaults({ shipmentDetails: details }), []);
  });
});
