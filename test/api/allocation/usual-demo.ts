/** The demo, with a parcel that several of its partners carry. */
import assert from 'node:assert/strict';
import type { Decision } from '../../../src/contract/allocation.js';
import type { BacktestFigures } from '../../../src/contract/allocation-figures.js';
import { MAIN, TestApp } from '../../support/app.js';
import type { Reply } from '../../support/client.js';
import { removeDemoRules } from '../../support/demo-rules.js';

export const WEDNESDAY = new Date('2026-11-25T11:00:00+05:30');

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

/** `usual`: as above; `costs`: what each takes, in Rupees. The demo without its own rules, on a Wednesday. */
export async function startRulelessDemo(): Promise<{ app: TestApp; usual: string[]; costs: Map<string, number> }> {
  const app = await TestApp.startDemo({ now: WEDNESDAY });
  await removeDemoRules(app);
  const { json } = await app.send('POST', '/allocation/explain', parcelBody('EXPLAINED'));
  const ranked = (json.data as Decision).candidates.filter(({ rank }) => rank !== undefined);
  const usual = ranked.map(({ partnerId }) => partnerId);
  assert.ok(usual.length > 3, 'several partners carry the parcel');
  return { app, usual, costs: new Map(ranked.map(({ partnerId, cost }) => [partnerId, cost!])) };
}

/** The figures of a backtest, of orders from elsewhere if there are any. */
export async function backtested(app: TestApp, question: object, ...orders: object[]): Promise<BacktestFigures> {
  const text = [question, ...orders].map((line) => JSON.stringify(line)).join('\n');
  const type = { 'content-type': orders.length > 0 ? 'application/x-ndjson' : 'application/json' };
  const reply = await app.send('POST', '/allocation/backtest', text, MAIN, type);
  assert.equal(reply.status, 200, reply.text);
  const lines = reply.text.trimEnd().split('\n');
  assert.deepEqual(Object.keys(JSON.parse(lines[0]!)), ['progress']);
  return JSON.parse(lines.at(-1)!) as BacktestFigures;
}

/** Who gets the parcel. */
export async function assignedTo(app: TestApp, shipmentId: string, preferences: object = {}): Promise<string> {
  const { json, text } = await app.ask('assignment', parcelBody(shipmentId, {}, preferences));
  assert.ok(json.data?.assignment, text);
  return json.data.assignment.partnerId;
}

/** The data of an answer that is no refusal. */
export async function accepted(reply: Promise<Reply>): Promise<Reply['json']> {
  const { status, text, json } = await reply;
  assert.ok(status === 200 || status === 201, text);
  return json.data;
}
