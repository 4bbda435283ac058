/** A member that pricing reads is in the token of a quote and in the sample of questions without a line of its own. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sampledOf } from '../../../src/analysis/impact/sample.js';
import { GST_CODE_LENGTH, type ShipmentRequest, shipmentRequestOf } from '../../../src/engine/shipment.js';
import { pricingRequestOf } from '../../../src/engine/pricing-request.js';
import { openToken, sealQuestion } from '../../../src/engine/quote-token.js';
import { SETTINGS } from '../index/world.js';

/** Each member has a value: the compiler finds a new one missing here. */
const EVERY: Required<ShipmentRequest> = {
  weight: 1_200,
  dimensions: { length: 30, width: 20, height: 10 },
  pieces: [{ count: 2, weight: 600, dimensions: { length: 10, width: 10, height: 10 } }],
  declaredValue: 2_499.5,
  codAmount: 99.5,
  shipmentType: 'B2B',
  paymentType: 'COD',
  customerType: 'SME',
  customerId: 'RAJ',
  customerGstin: '29ABCDE1234F1ZW',
  placeOfSupply: '29',
  customerSez: 'WITH_TAX',
  urgency: 'EXPRESS',
  maxDeliveryTime: 48,
  direction: 'REVERSE',
  services: ['PICKUP', 'TRACKING'],
};
const [PICKUP, DELIVERY] = ['400001', '110001'];
const PRICED = { ...EVERY, customerGstin: EVERY.customerGstin.slice(0, GST_CODE_LENGTH) };
const ENDS = { pickupPincode: PICKUP, deliveryPincode: DELIVERY };

describe('every member of a shipment', () => {
  it('is taken from the question', () => {
    assert.deepEqual(shipmentRequestOf({ ...EVERY, serviceRequirements: EVERY.services }), EVERY);
  });

  it('is in the part that pricing reads, the GSTIN by its state', () => {
    assert.deepEqual(pricingRequestOf(PICKUP, DELIVERY, EVERY), { ...PRICED, ...ENDS });
  });

  it('comes back from a token', () => {
    const key = new Uint8Array(32).fill(7);
    const question = {
      ...ENDS,
      callerKind: 'service',
      partnerId: 'acme',
      pricedAtMs: 1_783_000_000_000,
      heldAtMs: 1_783_000_000_000,
      settings: SETTINGS,
      engine: '0.0.0',
      changeId: 3,
      rateCardVersion: '0123456789abcdef',
      digest: new Uint8Array(8),
    } as const;
    const token = sealQuestion({ ...question, shipment: PRICED }, key)!;
    assert.deepEqual(openToken(token, key)!.shipment, PRICED);
  });

  it('is in the sample', () => {
    const { services, ...others } = EVERY;
    const body = JSON.stringify({ ...others, ...ENDS, serviceRequirements: services });
    const taken = { callerKind: 'service', callerId: 'shop', body, receivedAt: 0 } as const;
    assert.deepEqual(sampledOf({ ...taken, question: 'availability' }).shipment, { ...PRICED, ...ENDS });
  });
});
