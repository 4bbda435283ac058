/** The expected charges of the returns of a shipment. */
import assert from 'node:assert/strict';
import { asReverse, asRto } from '../../reference/returns.js';
import type { Price, Returns, Shipment } from '../../reference/types.js';
import { paiseIn } from './breakdown.js';
import { assertTaxesOfService } from './expect-charges.js';
import type { Json, Scene } from './scene.js';

/** `returns`: null where they were not asked for. */
export function assertReturns(scene: Scene, data: Json, returns: Returns | null, asked: Shipment): void {
  if (returns === null) return assert.ok(!('returnCharges' in data));
  const { rto, reverse, reasons } = data.returnCharges;
  assert.deepEqual(reasons, returns.reasons);
  assertCharges(scene, 'rto', rto, returns.rto, asRto(asked));
  assertCharges(scene, 'reverse', reverse, returns.reverse, asReverse(asked));
}

function assertCharges(scene: Scene, name: string, charges: Json, price: Price | null, shipment: Shipment): void {
  if (price === null) {
    scene.note(`returns: no ${name}`);
    return assert.equal(charges, null);
  }
  scene.note(`returns: ${name}`);
  const shown = Object.entries(charges as Json)
    .filter(([name]) => name !== 'taxes')
    .map(([amount, rupees]) => [amount, paiseIn(rupees)]);
  assert.deepEqual(Object.fromEntries(shown), {
    weightCharge: price.weightCharge,
    distanceCharge: price.distanceCharge,
    fscCharge: price.fsc,
    codCharge: price.cod,
    docketCharge: price.docket,
    insuranceCharge: price.insurance,
    otherCharges: price.otherTotal,
    subtotal: price.subtotal,
    nonTaxableAmount: price.nonTaxable,
    discountAmount: price.discount,
    taxableAmount: price.taxable,
    gstAmount: price.gst,
    totalAmount: price.total,
  });
  assertTaxesOfService(scene, { charges }, price, shipment);
}
