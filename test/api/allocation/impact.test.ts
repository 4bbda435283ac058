/** What a dry run says of who gets shipments: the latest assignments, chosen again with and without the change. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { AllocationImpact } from '../../../src/contract/impact.js';
import type { TestApp } from '../../support/app.js';
import type { Reply } from '../../support/client.js';
import { createConformance } from '../../support/conformance.js';
import { assignedTo, startRulelessDemo, WEDNESDAY } from './usual-demo.js';

const DAY_MS = 86_400_000;
const THURSDAY = '2026-11-26T00:00:00+05:30';

let app: TestApp;
/** Who can carry the parcel, the best first, and what each costs. */
let usual: string[];
let costs: Map<string, number>;
before(async () => {
  ({ app, usual, costs } = await startRulelessDemo());
});
after(async () => {
  assert.deepEqual(app.errors, []);
  await app.close();
});

const assign = (shipmentId: string, preferences?: object): Promise<string> => assignedTo(app, shipmentId, preferences);
async function apply(lines: readonly object[], query = '?dryRun=true'): Promise<Reply> {
  const reply = await app.apply(lines, query);
  assert.equal(reply.status, 200, reply.text);
  return reply;
}
const impactOf = async (...lines: object[]): Promise<AllocationImpact> =>
  (await apply(lines)).json.data.impact.allocation;
const policy = (rules: object[]) => ({
  collection: 'allocation-policies',
  document: {
    ...{ policyId: 'house', name: 'House', priority: 10, status: true },
    rules: rules.map((rule, index) => ({ ruleId: `r${index}`, label: 'Rule', when: {}, status: true, ...rule })),
  },
});
const first = (partnerId: string, more: object = {}) => policy([{ order: { partners: [partnerId] }, ...more }]);
const vans = (limit: number, more: object = {}) => ({
  collection: 'capacities',
  document: {
    ...{ id: 1, partnerId: usual[0], name: 'Vans', limit, unit: 'PARCELS', per: 'DAY', dayOf: 'ASSIGNED' },
    status: true,
    ...more,
  },
});
const levy = (value: number) => ({
  collection: 'surcharges',
  document: {
    ...{ id: 900_001, partnerId: usual[0], code: 'LEVY', label: 'Levy', basis: 'FLAT', value, order: 950 },
    status: true,
  },
});
const sharesOf = ({ shares }: AllocationImpact) =>
  Object.fromEntries(shares.map((share) => [share.partnerId, [share.before, share.after]]));
const paise = (rupees: number): number => Math.round(rupees * 100);

describe('who gets shipments after a change', () => {
  it('is nothing where nobody has been assigned, and not said without policies and capacities', async () => {
    const { parcels, moved, refused, shares, cost } = await impactOf(first(usual[1]!));
    assert.deepEqual([parcels, moved, refused, shares], [0, 0, 0, []]);
    assert.deepEqual(cost, { before: 0, after: 0, difference: 0, perParcel: null });
    assert.ok(!('allocation' in (await apply([levy(1)])).json.data.impact));
  });

  it('moves with an order, and costs what the others cost', async () => {
    for (const id of ['A-1', 'A-2', 'A-3', 'A-4']) assert.equal(await assign(id), usual[0]);
    const reply = await apply([first(usual[1]!)]);
    const path = '/api/v1/documents/apply';
    assert.deepEqual(createConformance().check('POST', path, reply.status, reply.headers, reply.json), []);
    const { parcels, moved, refused, cost, shares } = reply.json.data.impact.allocation as AllocationImpact;
    assert.deepEqual([parcels, moved, refused], [4, 4, 0]);
    assert.deepEqual(shares, [
      { partnerId: usual[1], before: 0, after: 4 },
      { partnerId: usual[0], before: 4, after: 0 },
    ]);
    const [former, later] = [costs.get(usual[0]!)!, costs.get(usual[1]!)!];
    assert.deepEqual(
      [cost.before, cost.after, cost.difference, cost.perParcel!].map(paise),
      [4 * former, 4 * later, 4 * (later - former), later - former].map(paise),
    );
  });

  it('is nobody where a rule refuses, which costs nothing', async () => {
    const refusing = policy([{ when: { paymentTypes: ['COD'] }, refuse: { code: 'NO_COD', message: 'No COD' } }]);
    const { parcels, moved, refused, shares, cost, rules } = await impactOf(refusing);
    assert.deepEqual([parcels, moved, refused], [4, 0, 4]);
    assert.deepEqual(cost, { before: 0, after: 0, difference: 0, perParcel: null });
    assert.deepEqual(shares, [{ partnerId: usual[0], before: 4, after: 0 }]);
    assert.deepEqual(rules, [{ policyId: 'house', ruleId: 'r0', acted: 4, relaxed: 0, premium: null }]);
  });

  it('counts shares and capacities from nought, however often it is asked', async () => {
    const of = [0, 1].map((place) => ({ partner: usual[place], percent: 50 }));
    for (let times = 0; times < 2; times++) {
      assert.deepEqual(sharesOf(await impactOf(policy([{ share: { of, per: 'DAY' } }]))), {
        [usual[0]!]: [4, 2],
        [usual[1]!]: [0, 2],
      });
      assert.deepEqual(sharesOf(await impactOf(vans(3))), { [usual[0]!]: [4, 3], [usual[1]!]: [0, 1] });
    }
  });

  it('is judged at the time of each assignment, by the rules that are in force now', async () => {
    app.clock.nowMs += DAY_MS;
    const [wednesday, thursday] = [3, 4].map((day) => first(usual[1]!, { when: { weekdays: [day] } }));
    assert.equal((await impactOf(wednesday!)).moved, 4);
    assert.equal((await impactOf(thursday!)).moved, 0);
    assert.equal((await impactOf(first(usual[1]!, { validFrom: THURSDAY }))).moved, 4);
    assert.equal((await impactOf(first(usual[1]!, { validTo: WEDNESDAY.toISOString() }))).moved, 0);
    assert.equal((await impactOf(vans(1, { validFrom: THURSDAY }))).moved, 3);
    // windows are those of the assignments: the one of today has a day of its own
    assert.equal(await assign('A-5'), usual[0]);
    assert.deepEqual(sharesOf(await impactOf(vans(3))), { [usual[0]!]: [5, 4], [usual[1]!]: [0, 1] });
  });

  it('leaves the partner that was selected by hand, unless it is full', async () => {
    assert.equal(await assign('A-6', { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: usual[2] }), usual[2]);
    assert.deepEqual(sharesOf(await impactOf(first(usual[1]!))), {
      [usual[0]!]: [5, 0],
      [usual[1]!]: [0, 5],
      [usual[2]!]: [1, 1],
    });
    const closed = vans(10, { partnerId: usual[2], closedUntil: '2027-01-01T00:00:00Z' });
    const { moved, refused } = await impactOf(closed);
    assert.deepEqual([moved, refused], [0, 1]);
  });

  it('is without shipments that were cancelled', async () => {
    for (const id of ['A-5', 'A-6']) {
      const body = { attempt: 1, reason: 'STOCK' };
      assert.equal((await app.send('POST', `/shipments/${id}/cancel`, body)).status, 200);
    }
    assert.equal((await impactOf(first(usual[1]!))).parcels, 4);
  });

  it('is said of a change of prices, where there is a policy', async () => {
    const stored = await apply([policy([{ rank: { strategy: 'CHEAPEST' } }])], '');
    const cheapest = [...costs].sort(([, one], [, other]) => one - other)[0]![0];
    assert.deepEqual(sharesOf(stored.json.data.impact.allocation)[cheapest]?.[1], 4);
    const dearer = { ...levy(5_000), document: { ...levy(5_000).document, partnerId: cheapest } };
    const { moved, shares } = await impactOf(dearer);
    assert.equal(moved, 4);
    assert.deepEqual(sharesOf({ shares } as AllocationImpact)[cheapest], [4, 0]);
    const undone = await app.send('POST', `/changes/${stored.json.changeId}/revert?dryRun=true`);
    assert.deepEqual(sharesOf(undone.json.data.impact.allocation)[usual[0]!]?.[1], 4);
  });

  it('is of others when a partner ends', async () => {
    const stored = (await apply([first(usual[0]!)], '')).json.data.impact.allocation;
    assert.equal(sharesOf(stored)[usual[0]!]?.[1], 4);
    const { parcels, moved, shares } = await impactOf({ collection: 'partners', key: usual[0], end: true });
    assert.deepEqual([parcels, moved], [4, 4]);
    assert.deepEqual(sharesOf({ shares } as AllocationImpact)[usual[0]!], [4, 0]);
  });
});
