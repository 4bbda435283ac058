/** The expected answer to an assignment. */
import assert from 'node:assert/strict';
import { openingOn } from '../../reference/calendar.js';
import { amountToCollect } from '../../reference/shipment.js';
import { referenceAlternatives, referenceRank } from '../../reference/model.js';
import type { Candidate, FindAll, Price, Shipment, Terms } from '../../reference/types.js';
import { paiseIn } from './breakdown.js';
import { momentsOf } from './expect-availability.js';
import type { Choice } from './requests.js';
import {
  assertCostBreakdown,
  assertPriceBreakdown,
  assertScore,
  assertWarnings,
  codesIn,
  countedByKey,
  type Json,
  partnerOf,
  type Scene,
  taxOnTop,
} from './scene.js';

/** What was requested, and the result of the model. */
export interface Asked {
  shipmentId: string;
  shipment: Shipment;
  choice: Choice;
  terms: Terms;
  /** Whether a record is to be stored. */
  isStored: boolean;
  found: FindAll;
}

/** `notActive`: the selected partner, if it is not an active one. */
export function assertNotAssigned(scene: Scene, data: Json, asked: Asked, notActive: string | null): void {
  const { found, shipment } = asked;
  assert.deepEqual([data.success, data.assignment, data.error.code], [false, null, 'NO_CAPABLE_PARTNERS']);
  const { partnersChecked, failureReasons } = data.metadata;
  assert.deepEqual([partnersChecked, failureReasons], [found.checked, countedByKey(scene, 'assignment', found)]);
  const unknown = data.error.details.filter((detail: string) => detail.endsWith(': unknown or not active'));
  assert.deepEqual(unknown, notActive === null ? [] : [`${notActive}: unknown or not active`]);
  const whyNot = data.error.details.length - unknown.length;
  assert.equal(whyNot, found.checked - found.candidates.length, 'why each of the others cannot');
  assertWarnings(scene, data.warnings, shipment);
}

export function assertAssigned(scene: Scene, data: Json, chosen: Candidate, asked: Asked): void {
  const { partnerId, totalPaise, check } = chosen;
  const { shipmentId, shipment, isStored } = asked;
  const { assignment } = data;
  assert.deepEqual(
    [data.success, data.error, assignment.partnerId, assignment.shipmentId],
    [true, null, partnerId, shipmentId],
  );
  const [idType, status] = isStored ? ['string', 'ASSIGNED'] : ['object', 'PROPOSED'];
  assert.deepEqual([typeof assignment.assignmentId, assignment.status], [idType, status]);
  assert.equal(data.metadata.assignmentId, assignment.assignmentId);
  assert.equal(codesIn(data.warnings).includes('NOT_STORED'), !isStored);
  assertWarnings(scene, data.warnings, shipment);
  const { pickupDate, deliveryDate, totalCost } = assignment.estimates;
  assert.deepEqual([pickupDate, deliveryDate, paiseIn(totalCost)], [...momentsOf(check), totalPaise]);
  assertMoney(scene, assignment, chosen, shipment);
  assertAlternatives(scene, assignment.alternatives, partnerId, asked);
  assertMilestones(scene, assignment, chosen);
  assert.match(assignment.operationalDetails.route, new RegExp(`\\(${check.price!.distanceKm} km\\)$`));
}

const surchargesIn = ({ surcharges }: Price): number => surcharges.reduce((sum, { amount }) => sum + amount, 0);

function assertMoney(scene: Scene, assignment: Json, { check }: Candidate, shipment: Shipment): void {
  const price = check.price!;
  assertCostBreakdown(assignment.costBreakdown, price);
  assertPriceBreakdown(scene, assignment.priceBreakdown, check, true);
  const { totalAmount, breakdown, paymentTerms } = assignment.charges;
  const { baseCharges, serviceCharges, surcharges, discounts, taxes, ...others } = breakdown;
  const parts = [baseCharges, serviceCharges, surcharges, discounts, taxes].map(paiseIn);
  assert.deepEqual(
    [paiseIn(totalAmount), others, parts],
    [
      price.total,
      {},
      [
        price.weightCharge + price.distanceCharge,
        price.otherTotal - surchargesIn(price),
        price.fsc + price.cod + price.docket + price.insurance + surchargesIn(price),
        0 - price.discount,
        taxOnTop(price),
      ],
    ],
  );
  assert.equal(
    parts.reduce((sum, part) => sum + part, 0),
    price.total,
    'the parts sum to the total',
  );
  const { method, collectionAmount, remittanceAmount, partnerCommission } = paymentTerms;
  const toCollect = Number(amountToCollect(shipment));
  assert.deepEqual(
    [method, ...[collectionAmount, remittanceAmount, partnerCommission].map(paiseIn)],
    [shipment.paymentType, toCollect, toCollect, price.cod],
  );
}

/** The best five in the strategy's order; a manually selected one beyond them takes the fifth place. */
function assertAlternatives(scene: Scene, shown: Json[], chosen: string, { choice, found, terms }: Asked): void {
  const strategy = typeof choice === 'string' ? choice : 'MANUAL_SELECTION';
  const expected = referenceAlternatives(strategy, chosen, found.candidates, terms);
  assert.deepEqual(
    shown.map(({ partnerId, totalCost, hours }) => [partnerId, paiseIn(totalCost), hours]),
    expected.map(({ partnerId, totalPaise, hours }) => [partnerId, totalPaise, hours]),
  );
  for (const [place, one] of expected.entries()) assertScore(shown[place], one);
  if (found.candidates.length > expected.length) scene.note('assignment:more than five alternatives');
  const place = expected.findIndex(({ partnerId }) => partnerId === chosen);
  if (place > 0) scene.note('assignment:chosen is not the best match');
  if (strategy !== 'MANUAL_SELECTION') return;
  const ranking = referenceRank('BEST_MATCH', found.candidates, terms).map(({ partnerId }) => partnerId);
  if (ranking.indexOf(chosen) > place) scene.note('assignment:chosen beyond the fifth');
}

function assertMilestones(scene: Scene, { estimates, timeline }: Json, { partnerId, check }: Candidate): void {
  const { from, to } = partnerOf(scene, partnerId).deliveryWindow ?? { from: '09:00', to: '21:00' };
  assert.deepEqual([estimates.deliveryWindow, timeline.deliveryWindow], [`${from}-${to}`, `${from}-${to}`]);
  const [pickup, delivery] = [check.pickupDate!, check.deliveryDate!];
  const opening = openingOn(partnerOf(scene, partnerId), delivery);
  const milestones: { event: string; estimatedTime: string }[] = timeline.milestones;
  const timeOf = (event: string): number => Date.parse(milestones.find((one) => one.event === event)!.estimatedTime);
  assert.equal(timeOf('PICKUP_SCHEDULED'), pickup.getTime());
  assert.equal(timeOf('OUT_FOR_DELIVERY'), Math.max(pickup.getTime(), opening.getTime()));
  assert.equal(timeOf('DELIVERED'), delivery.getTime());
  const times = milestones.map(({ estimatedTime }) => Date.parse(estimatedTime));
  assert.deepEqual(
    times,
    [...times].sort((a, b) => a - b),
    'one milestone after the other',
  );
}

export function noteChoice(scene: Scene, choice: Choice, chosen: string | null, candidates: number): void {
  const several = candidates > 1 ? ' of several' : '';
  if (typeof choice === 'string') {
    scene.note(`assignment:${choice}${chosen === null ? ' nobody' : several}`);
    return;
  }
  const outcome = chosen === null ? 'nobody' : chosen === choice.selected ? 'selected' : 'alternative';
  const others = candidates > 0 && chosen === null ? ', others capable' : '';
  scene.note(`assignment:MANUAL_SELECTION ${outcome}${others}`);
}
