/** What an answer to an assignment must be. */
import assert from 'node:assert/strict';
import type { Candidate, FindAll, Shipment } from '../reference/types.js';
import { paiseIn } from './breakdown.js';
import type { Choice } from './requests.js';
import { assertCostBreakdown, assertPriceBreakdown, countedByKey, type Json, type Scene } from './scene.js';

/** `notActive`: the selected partner, where it is none of the active ones. */
export function assertNotAssigned(scene: Scene, data: Json, expected: FindAll, notActive: string | null): void {
  assert.deepEqual([data.success, data.assignment, data.error.code], [false, null, 'NO_CAPABLE_PARTNERS']);
  assert.deepEqual([data.metadata.partnersChecked, data.metadata.failureReasons], [expected.checked, countedByKey(scene, 'assignment', expected)]);
  const unknown = data.error.details.filter((detail: string) => detail.endsWith(': unknown or not active'));
  assert.deepEqual(unknown, notActive === null ? [] : [`${notActive}: unknown or not active`]);
  assert.equal(data.error.details.length - unknown.length, expected.checked - expected.candidates.length, 'why each of the others cannot');
}

export function assertAssigned(scene: Scene, data: Json, { partnerId, totalPaise, check }: Candidate, shipmentId: string, shipment: Shipment): void {
  const { assignment } = data;
  assert.deepEqual([data.success, data.error, assignment.partnerId, assignment.shipmentId], [true, null, partnerId, shipmentId]);
  assert.equal(data.metadata.assignmentId, assignment.assignmentId);
  const { pickupDate, deliveryDate, totalCost } = assignment.estimates;
  assert.deepEqual([pickupDate, deliveryDate, paiseIn(totalCost)], [check.pickupDate!.toISOString(), check.deliveryDate!.toISOString(), totalPaise]);
  const price = check.price!;
  assertCostBreakdown(scene, assignment.costBreakdown, price);
  assertPriceBreakdown(scene, assignment.priceBreakdown, check, true);
  const { totalAmount, breakdown, paymentTerms } = assignment.charges;
  assert.deepEqual(
    [totalAmount, breakdown.baseCharges, breakdown.serviceCharges, breakdown.surcharges, breakdown.discounts, breakdown.taxes].map(paiseIn),
    [price.total, price.weightCharge + price.distanceCharge, price.otherTotal, price.fsc + price.cod + price.docket + price.insurance, price.discount, price.gst],
  );
  assert.deepEqual([paymentTerms.method, paiseIn(paymentTerms.partnerCommission)], [shipment.paymentType, price.cod]);
  const times = assignment.timeline.milestones.map(({ estimatedTime }: { estimatedTime: string }) => Date.parse(estimatedTime));
  assert.deepEqual(times, [...times].sort((a, b) => a - b), 'one milestone after the other');
  assert.equal(times.at(-1), check.deliveryDate!.getTime());
}

export function noteChoice(scene: Scene, choice: Choice, chosen: string | null, candidates: number): void {
  const several = candidates > 1 ? ' of several' : '';
  if (typeof choice === 'string') scene.note(`assignment:${choice}${chosen === null ? ' nobody' : several}`);
  else scene.note(`assignment:MANUAL_SELECTION ${chosen === null ? 'nobody' : chosen === choice.selected ? 'selected' : 'alternative'}${candidates > 0 && chosen === null ? ', others capable' : ''}`);
}
