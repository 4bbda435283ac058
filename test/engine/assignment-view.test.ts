import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shapedAssignment } from '../../src/engine/assignment-view.js';

const whole = {
  assignmentId: 'ASG-1',
  partnerContact: { phone: '1' },
  estimates: { totalCost: 90, pickupDate: 'today' },
  timeline: [1],
  costBreakdown: { total: 90 },
  charges: {},
  priceBreakdown: [],
  supportContact: {},
  alternatives: [],
  tracking: null,
};
const all = { partnerDetails: true, cost: true, timeline: true };
const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)));

describe('what of an assignment its caller gets to see', () => {
  it('is all of it unless something is left out', () => {
    assert.deepEqual(shapedAssignment(whole, all), whole);
  });

  it('is without the partner’s details, the cost or the timeline', () => {
    assert.deepEqual(
      shapedAssignment(whole, { ...all, partnerDetails: false }),
      without('partnerContact', 'supportContact'),
    );
    assert.deepEqual(shapedAssignment(whole, { ...all, timeline: false }), without('timeline'));
    const cheap = {
      ...without('costBreakdown', 'charges', 'priceBreakdown', 'alternatives'),
      estimates: { pickupDate: 'today' },
    };
    assert.deepEqual(shapedAssignment(whole, { ...all, cost: false }), cheap);
    const bare = { assignmentId: 'ASG-1', estimates: { pickupDate: 'today' }, tracking: null };
    assert.deepEqual(shapedAssignment(whole, { partnerDetails: false, cost: false, timeline: false }), bare);
  });

  it('keeps the order of the members, and leaves the stored object as it is', () => {
    const before = structuredClone(whole);
    const shown = shapedAssignment(whole, { ...all, cost: false });
    assert.deepEqual(Object.keys(shown), [
      'assignmentId',
      'partnerContact',
      'estimates',
      'timeline',
      'supportContact',
      'tracking',
    ]);
    assert.deepEqual(whole, before);
  });

  it('is without what an earlier release had not stored', () => {
    assert.deepEqual(shapedAssignment({ assignmentId: 'ASG-0', estimates: {} }, { ...all, cost: false }), {
      assignmentId: 'ASG-0',
      estimates: {},
    });
  });
});
