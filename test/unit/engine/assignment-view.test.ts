import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shapedAssignment } from '../../../src/engine/assignment-view.js';

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

describe('the members of an assignment that its caller sees', () => {
  it('are all of them unless some are excluded', () => {
    assert.deepEqual(shapedAssignment(whole, all), whole);
  });

  it('exclude the partner’s details, the cost or the timeline', () => {
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

  it('keep their order, and the stored object is not changed', () => {
    const copy = structuredClone(whole);
    const shown = shapedAssignment(whole, { ...all, cost: false });
    assert.deepEqual(Object.keys(shown), [
      'assignmentId',
      'partnerContact',
      'estimates',
      'timeline',
      'supportContact',
      'tracking',
    ]);
    assert.deepEqual(whole, copy);
  });

  it('lack what an earlier release did not store', () => {
    assert.deepEqual(shapedAssignment({ assignmentId: 'ASG-0', estimates: {} }, { ...all, cost: false }), {
      assignmentId: 'ASG-0',
      estimates: {},
    });
  });
});
