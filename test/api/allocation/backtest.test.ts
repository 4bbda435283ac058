/** POST /allocation/backtest: what a policy would have done. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Decision } from '../../../src/contract/allocation.js';
import type { BacktestFigures } from '../../../src/contract/allocation-figures.js';
import { MAIN, TestApp } from '../../support/app.js';
import { removeDemoRules } from '../../support/demo-rules.js';

/** Wednesday. */
const WEDNESDAY = new Date('2026-11-25T11:00:00+05:30');
const PARCEL = { weight: 1_200, shipmentType: 'B2C', paymentType: 'COD', declaredValue: 2_499.5 };
const PERIOD = { from: '2026-11-01', to: '2026-11-30' };
const LINES = 'application/x-ndjson';

let app: TestApp;
/** Who can carry the parcel, the best first, and what each costs. */
let usual: string[];
let costs: Map<string, number>;
before(async () => {
  app = await TestApp.startDemo({ now: WEDNESDAY });
  await removeDemoRules(app);
  const { json } = await app.send('POST', '/allocation/explain', bodyOf('EXPLAINED'));
  const ranked = (json.data as Decision).candidates.filter(({ rank }) => rank !== undefined);
  usual = ranked.map(({ partnerId }) => partnerId);
  assert.ok(usual.length > 3, 'several partners carry the parcel');
  costs = new Map(ranked.map(({ partnerId, cost }) => [partnerId, cost!]));
  for (const id of ['A-1', 'A-2', 'A-3', 'A-4']) assert.equal(await assign(id), usual[0]);
});
after(async () => {
  assert.deepEqual(app.errors, []);
  await app.close();
});

const bodyOf = (shipmentId: string, preferences: object = {}) => ({
  shipmentDetails: {
    ...{ shipmentId, serviceTypes: ['PICKUP', 'DELIVERY'], fromPincode: '110001', toPincode: '560001' },
    ...PARCEL,
  },
  assignmentPreferences: { assignmentStrategy: 'BEST_MATCH', ...preferences },
});
async function assign(shipmentId: string, preferences: object = {}): Promise<string> {
  const { json, text } = await app.ask('assignment', bodyOf(shipmentId, preferences));
  assert.ok(json.data?.assignment, text);
  return json.data.assignment.partnerId;
}
const policy = (...rules: object[]) => ({
  ...{ policyId: 'house', name: 'House', priority: 10, status: true },
  rules: rules.map((rule, index) => ({ ruleId: `r${index}`, label: 'Rule', when: {}, status: true, ...rule })),
});
async function backtest(body: object, ...orders: object[]): Promise<BacktestFigures> {
  const text = [body, ...orders].map((line) => JSON.stringify(line)).join('\n');
  const type = { 'content-type': orders.length > 0 ? LINES : 'application/json' };
  const reply = await app.send('POST', '/allocation/backtest', text, MAIN, type);
  assert.equal(reply.status, 200, reply.text);
  const lines = reply.text.trimEnd().split('\n');
  assert.deepEqual(Object.keys(JSON.parse(lines[0]!)), ['progress']);
  return JSON.parse(lines.at(-1)!) as BacktestFigures;
}
const paise = (rupees: number): number => Math.round(rupees * 100);

describe('a backtest', () => {
  it('says who moves, and what that costs', async () => {
    const found = await backtest({ policy: policy({ order: { partners: [usual[1]] } }), ...PERIOD });
    const difference = paise(costs.get(usual[1]!)! - costs.get(usual[0]!)!) / 100;
    assert.deepEqual([found.parcels, found.moved, found.refused, found.unpriced], [4, 4, 0, 0]);
    assert.equal(found.cost.perParcel, difference);
    assert.deepEqual(found.rules, [{ ruleId: 'r0', acted: 4, relaxed: 0, premium: paise(4 * difference) / 100 }]);
    assert.deepEqual(found.never, []);
    assert.deepEqual(found.moves[0], { shipmentId: 'A-1', from: usual[0], to: usual[1], difference, ruleId: 'r0' });
  });
});
