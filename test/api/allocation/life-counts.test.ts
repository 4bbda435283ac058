/** What a shipment counted, as its life goes on: given back when it is cancelled, moved when it is reassigned. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Job } from '../../../src/engine/question.js';
import { MAIN, type TestApp, type Question } from '../../support/app.js';
import type { Reply } from '../../support/client.js';
import { cancelAll } from './cancel-all.js';
import { accepted, parcelBody, startUsualDemo } from './usual-demo.js';

let app: TestApp;
let shipments = 0;
/** Who can carry the parcel, the best first. */
let usual: string[];
/** Counts belong to a number, so each test has its own. */
let row = 500;

before(async () => {
  ({ app, usual } = await startUsualDemo());
});
after(async () => {
  assert.deepEqual(app.errors, []);
  await app.close();
});
afterEach(async () => {
  await cancelAll(app);
  for (const id of [row, row + 1]) await app.send('DELETE', `/documents/capacities/${id}`);
  await app.send('DELETE', '/documents/allocation-policies/split');
  row += 2;
});

const capacity = (id: number, partner: number, limit: number): Promise<unknown> =>
  accepted(
    app.send('PUT', `/documents/capacities/${id}`, {
      ...{ partnerId: usual[partner], name: 'Vans', limit, unit: 'PARCELS', per: 'DAY', dayOf: 'ASSIGNED' },
      status: true,
    }),
  );
const used = async (id: number): Promise<number> =>
  (await accepted(app.get('/capacity'))).find((each: { id: number }) => each.id === id).used;

/** @returns the shipment and the place of its partner among the usual ones */
async function assign(shipmentId = `LIFE-${++shipments}`): Promise<[string, number]> {
  const { json, text } = await app.ask('assignment', parcelBody(shipmentId));
  assert.ok(json.data?.assignment, text);
  return [shipmentId, usual.indexOf(json.data.assignment.partnerId)];
}
const cancel = (shipmentId: string): Promise<Reply['json']> =>
  accepted(app.send('POST', `/shipments/${shipmentId}/cancel`, { attempt: 1, reason: 'STOCK' }));
const reassign = (shipmentId: string, attempt: number, more: object = {}): Promise<Reply['json']> =>
  accepted(app.send('POST', `/shipments/${shipmentId}/reassign`, { attempt, reason: 'CAPACITY', ...more }));
/** What the share would count of each member with the next parcel. */
const counted = async (): Promise<object> => {
  const { candidates } = await accepted(app.send('POST', '/allocation/explain', parcelBody('EXPLAINED')));
  return candidates
    .filter(({ share }: Reply['json']) => share)
    .map(({ partnerId, share }: Reply['json']) => [usual.indexOf(partnerId), share.due, share.done])
    .sort(([a]: [number], [b]: [number]) => a - b);
};
const placeOf = ({ assignment }: Reply['json']): number => usual.indexOf(assignment.partnerId);

describe('a thread that is lost', () => {
  it('leaves nothing reserved', async () => {
    await capacity(row, 0, 1);
    /** Asks a thread alone, so nothing of its answer comes to the store. */
    const ask = (question: Question, requestId: string): Promise<number> =>
      new Promise((resolve) => {
        const body = JSON.stringify(parcelBody(requestId));
        const job: Job = { question, callerKind: 'service', callerId: MAIN.id, requestId, body, receivedAt: 0 };
        app.app.ask(job, ({ status }) => resolve(status));
      });
    assert.deepEqual([await ask('assignment', 'LOST'), await used(row)], [200, 1]);
    assert.equal(await ask('none' as Question, 'ENDS-ITS-THREAD'), 500);
    assert.ok(app.errors.splice(0).length > 0, 'the loss is logged');
    assert.deepEqual([(await assign())[1], (await assign())[1], await used(row)], [0, 1, 1]);
  });
});

describe('a capacity', () => {
  it('has room again when a shipment is cancelled, once, over a restart too', async () => {
    await capacity(row, 0, 1);
    const [shipmentId, first] = await assign();
    assert.deepEqual([first, await used(row), (await assign())[1]], [0, 1, 1]);
    await cancel(shipmentId);
    assert.equal((await cancel(shipmentId)).repeated, true);
    assert.equal(await used(row), 0);
    await app.restart();
    assert.equal(await used(row), 0);
    assert.deepEqual([(await assign())[1], (await assign())[1]], [0, 1]);
  });

  it('moves with a shipment that is reassigned, and with a cancelled one is taken again', async () => {
    await capacity(row, 0, 5);
    await capacity(row + 1, 1, 5);
    const [shipmentId] = await assign();
    assert.deepEqual([await used(row), await used(row + 1)], [1, 0]);
    assert.equal(placeOf(await reassign(shipmentId, 1)), 1);
    assert.deepEqual([await used(row), await used(row + 1)], [0, 1]);
    await accepted(app.send('POST', `/shipments/${shipmentId}/cancel`, { attempt: 2, reason: 'STOCK' }));
    assert.deepEqual([await used(row), await used(row + 1)], [0, 0]);
    assert.equal(placeOf(await reassign(shipmentId, 2)), 0);
    assert.deepEqual([await used(row), await used(row + 1)], [1, 0]);
    await app.restart();
    assert.deepEqual([await used(row), await used(row + 1)], [1, 0]);
  });

  it('that is full takes no shipment of another partner, and is not exceeded by many at once', async () => {
    await capacity(row, 1, 3);
    const some = await Promise.all(Array.from({ length: 12 }, () => assign()));
    assert.ok(some.every(([, place]) => place === 0));
    const moved = await Promise.all(some.map(([shipmentId]) => reassign(shipmentId, 1)));
    const places = moved.map(placeOf);
    assert.deepEqual([places.filter((place) => place === 1).length, places.includes(0)], [3, false]);
    assert.equal(await used(row), 3);
  });

  it('that a shipment fills has room for that shipment', async () => {
    await capacity(row, 0, 1);
    const [shipmentId, first] = await assign();
    assert.deepEqual([first, await used(row)], [0, 1]);
    assert.equal(placeOf(await reassign(shipmentId, 1, { partnerId: usual[0] })), 0);
    assert.deepEqual([await used(row), (await assign())[1]], [1, 1], 'it is counted once, and full for others');
    await app.restart();
    assert.equal(await used(row), 1);
  });

  it('that was lowered below what is used takes none again', async () => {
    await capacity(row, 0, 3);
    const some = await Promise.all(Array.from({ length: 3 }, () => assign()));
    await capacity(row, 0, 2);
    const { error } = await reassign(some[0]![0], 1, { partnerId: usual[0] });
    assert.equal(error.details[0], `${usual[0]}: CAPACITY_FULL`);
    assert.equal(await used(row), 3);
  });

  it('is left as it is by a reassignment to nobody, and by a handover', async () => {
    await capacity(row, 0, 5);
    const [shipmentId] = await assign();
    const nobody = await reassign(shipmentId, 1, { exclude: usual });
    assert.deepEqual([nobody.success, nobody.lifecycle.attempt, await used(row)], [false, 1, 1]);
    await accepted(app.send('POST', `/shipments/${shipmentId}/handover`, { attempt: 1 }));
    assert.equal(await used(row), 1);
  });
});

describe('a share', () => {
  it('is owed what a cancelled shipment had counted, and counts a reassigned one where it goes', async () => {
    const of = [0, 1].map((place) => ({ partner: usual[place], percent: 50 }));
    await accepted(
      app.send('PUT', '/documents/allocation-policies/split', {
        ...{ policyId: 'split', name: 'Split', priority: 10, status: true },
        rules: [{ ruleId: 'half', label: 'Half', when: {}, share: { of, per: 'DAY' }, status: true }],
      }),
    );
    const fresh = await counted();
    const [one, two] = [await assign(), await assign()];
    assert.deepEqual([one[1], two[1]].sort(), [0, 1]);
    await cancel(one[0]);
    const three = await assign();
    assert.equal(three[1], one[1], 'it is owed one again, so its partner is the next');
    const four = await assign();
    const to = placeOf(await reassign(four[0], 1));
    assert.notEqual(to, four[1]);
    const former = await counted();
    await app.restart();
    assert.deepEqual(await counted(), former, 'the store has counted what the node has');
    for (const [shipmentId] of [two, three]) await cancel(shipmentId);
    await accepted(app.send('POST', `/shipments/${four[0]}/cancel`, { attempt: 2, reason: 'STOCK' }));
    assert.deepEqual(await counted(), fresh, 'as if there had been no shipment');
  });
});

describe('a policy that is gone', () => {
  it('does not keep its shipments from being reassigned', async () => {
    const document = {
      ...{ policyId: 'split', name: 'Split', priority: 10, status: true },
      rules: [{ ruleId: 'second', label: 'Second', when: {}, order: { partners: [usual[1]] }, status: true }],
    };
    await accepted(app.send('PUT', '/documents/allocation-policies/split', document));
    const body = parcelBody('LIFE-OF-POLICY');
    const preferences = { ...body.assignmentPreferences, policyId: 'split' };
    const { data } = (await app.ask('assignment', { ...body, assignmentPreferences: preferences })).json;
    assert.equal(placeOf(data), 1);
    await accepted(app.send('DELETE', '/documents/allocation-policies/split'));
    assert.equal(placeOf(await reassign('LIFE-OF-POLICY', 1)), 0);
    assert.equal(placeOf(await reassign('LIFE-OF-POLICY', 2, { partnerId: usual[2] })), 2);
  });
});

describe('decisions', () => {
  it('are kept of each attempt', async () => {
    const [shipmentId, first] = await assign();
    const second = placeOf(await reassign(shipmentId, 1));
    const chosen = async (query: string): Promise<number> => {
      const { candidates } = await accepted(app.get(`/shipments/${shipmentId}/decision${query}`));
      return usual.indexOf(candidates.find(({ result }: { result: string }) => result === 'CHOSEN').partnerId);
    };
    assert.deepEqual(
      [await chosen('?attempt=1'), await chosen('?attempt=2'), await chosen('')],
      [first, second, second],
    );
    const { sentence } = await accepted(app.get(`/shipments/${shipmentId}/decision`));
    assert.ok(sentence.endsWith(`; the request leaves out ${usual[first]}.`), sentence);
    const { status, json } = await app.get(`/shipments/${shipmentId}/decision?attempt=3`);
    assert.deepEqual([status, json.error.code], [404, 'DOCUMENT_NOT_FOUND']);
  });
});
