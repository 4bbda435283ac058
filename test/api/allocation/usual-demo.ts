/** The demo, with a parcel that several of its partners carry. */
import assert from 'node:assert/strict';
import { TestApp } from '../../support/app.js';
import type { Reply } from '../../support/client.js';

const PARCEL = { weight: 1_200, shipmentType: 'B2C', paymentType: 'COD', declaredValue: 2_499.5 };

export const SEARCH = {
  pickupPincode: '110001',
  deliveryPincode: '560001',
  ...PARCEL,
  serviceRequirements: ['PICKUP', 'DELIVERY'],
};

export const parcelBody = (shipmentId: string, details: object = {}, preferences: object = {}) => ({
  shipmentDetails: {
    shipmentId,
    serviceTypes: ['PICKUP', 'DELIVERY'],
    fromPincode: '110001',
    toPincode: '560001',
    ...PARCEL,
    ...details,
  },
  assignmentPreferences: { assignmentStrategy: 'BEST_MATCH', ...preferences },
});

/** `usual`: who can carry the parcel, the best first. */
export async function startUsualDemo(): Promise<{ app: TestApp; usual: string[] }> {
  const app = await TestApp.startDemo();
  const usual: string[] = (await app.ask('availability', SEARCH)).json.data.summary.ranking;
  assert.ok(usual.length > 3, 'several partners carry the parcel');
  return { app, usual };
}

/** The data of an answer that is no refusal. */
export async function accepted(reply: Promise<Reply>): Promise<Reply['json']> {
  const { status, text, json } = await reply;
  assert.ok(status === 200 || status === 201, text);
  return json.data;
}
