/** POST /shipments/{shipmentId}/reassign: another attempt of a shipment. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { assignment, fullWorld } from '../questions/fixture.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import type { ClientCredential, Reply } from '../../support/client.js';
import { without } from './rates.js';

const ACME = partnerCredential('acme');
const START = new Date('2026-03-10T06:00:00.000Z');
const MINUTE_MS = 60_000;

let app: TestApp;
let count = 0;
/** A new one in each test, assigned to acme, which is cheaper than bolt. */
let shipmentId = '';

before(async () => {
  app = await TestApp.start(fullWorld(), { now: START });
});
after(async () => {
  await app.close();
  assert.deepEqual(app.errors, []);
});
beforeEach(async () => {
  shipmentId = `SHIP-${++count}`;
  const { json, text } = await app.ask('assignment', assignment(shipmentId));
  assert.equal(json.data?.assignment?.partnerId, 'acme', text);
});

const change = (what: string, body: object, credential: ClientCredential = MAIN): Promise<Reply> =>
  app.send('POST', `/shipments/${shipmentId}/${what}`, body, credential);
const reassign = (attempt: number, more: object = {}, credential = MAIN): Promise<Reply> =>
  change('reassign', { attempt, reason: 'PRICE', ...more }, credential);
const shipment = async () => (await app.get(`/shipments/${shipmentId}`)).json.data;
const history = async () => (await app.get(`/shipments/${shipmentId}/history`)).json.data;
/** Who has it now, after a reassignment that succeeded. */
function madeOf({ status, json, text }: Reply): [partnerId: string, attempt: number] {
  assert.ok(status === 200 && json.data.success, text);
  return [json.data.assignment.partnerId, json.data.lifecycle.attempt];
}
const failureOf = ({ status, json }: Reply) => [status, json.error?.code, json.error?.details];

describe('a shipment that is reassigned', () => {
  it('goes to another partner, at its price, and keeps its place in lists', async () => {
    const first = await shipment();
    await change('confirm', { attempt: 1, awb: '77' });
    app.clock.nowMs += MINUTE_MS;
    const at = new Date(app.clock.nowMs).toISOString();
    const reply = await reassign(1, { note: 'dearer, but there' });
    assert.deepEqual(madeOf(reply), ['bolt', 2]);
    const { lifecycle, repeated, cost, assignment: made } = reply.json.data;
    const nothing = { awb: null, confirmedAt: null, handedOverAt: null, cancelledAt: null, reason: null };
    assert.deepEqual([lifecycle, repeated], [{ state: 'ASSIGNED', attempt: 2, ...nothing }, false]);
    assert.deepEqual(cost, { before: first.totalCost, after: made.estimates.totalCost });
    assert.ok(cost.after > cost.before);
    const now = await shipment();
    assert.deepEqual(
      [now.partnerId, now.assignedAt, now.assignment.assignedAt, now.assignmentId, now.assignment],
      ['bolt', first.assignedAt, at, made.assignmentId, made],
    );
    assert.notEqual(made.assignmentId, first.assignmentId);
    const by = 'service:main-system';
    assert.deepEqual(await history(), [
      {
        ...{ attempt: 1, partnerId: 'acme', state: 'REASSIGNED', cost: cost.before, by, at: first.assignedAt },
        ...{ reason: 'PRICE', note: 'dearer, but there' },
      },
      { attempt: 2, partnerId: 'bolt', state: 'ASSIGNED', cost: cost.after, by, at, reason: null, note: null },
    ]);
    const same = await app.ask('assignment', assignment(shipmentId));
    assert.deepEqual(same.json.data.assignment, made, 'the same request gets the current attempt');
    const other = await app.ask('assignment', assignment(shipmentId, { shipmentDetails: { weight: 900 } }));
    assert.equal(other.json.error.code, 'SHIPMENT_ALREADY_ASSIGNED');
  });

  it('is its new partner’s, in lists and sums, and the former one sees it no more', async () => {
    const sums = async () => {
      const { json } = await app.get('/summary/assignments?from=2026-03-10&to=2026-03-10&by=partner');
      return new Map(json.data.rows.map(({ key, parcels }: { key: string; parcels: number }) => [key, parcels]));
    };
    const isListed = async (credential: ClientCredential) =>
      (await app.get('/shipments?limit=100', credential)).json.data.some(
        (row: { shipmentId: string }) => row.shipmentId === shipmentId,
      );
    const former = await sums();
    assert.deepEqual([await isListed(ACME), await isListed(partnerCredential('bolt'))], [true, false]);
    madeOf(await reassign(1));
    const moved = await sums();
    const difference = (key: string) => Number(moved.get(key) ?? 0) - Number(former.get(key) ?? 0);
    assert.deepEqual([difference('acme'), difference('bolt')], [-1, 1]);
    assert.deepEqual([await isListed(ACME), await isListed(partnerCredential('bolt'))], [false, true]);
    await change('cancel', { attempt: 2, reason: 'OTHER' });
    assert.deepEqual(await sums(), moved, 'a cancelled one counts as before');
  });

  it('does not go back to a partner that gave no number, unless that is named', async () => {
    assert.deepEqual(madeOf(await reassign(1)), ['bolt', 2]);
    assert.deepEqual(madeOf(await reassign(2, { reason: 'AWB_REFUSED' })), ['acme', 3]);
    const nobody = await reassign(3);
    assert.deepEqual(
      [nobody.status, nobody.json.data.success, nobody.json.data.error.code],
      [200, false, 'NO_CAPABLE_PARTNERS'],
    );
    assert.deepEqual([nobody.json.data.lifecycle.attempt, nobody.json.data.repeated], [3, false]);
    assert.deepEqual([(await shipment()).partnerId, (await history()).length], ['acme', 3]);
    const named = await reassign(3, { partnerId: 'bolt' });
    assert.deepEqual(madeOf(named), ['bolt', 4]);
    assert.equal(named.json.data.lifecycle.state, 'CONFIRMED', 'as one that was selected by hand');
    assert.equal(named.json.data.assignment.assignmentType, 'MANUAL_SELECTION');
    assert.deepEqual(madeOf(await reassign(4, { reason: 'OTHER' })), ['acme', 5]);
    assert.equal((await shipment()).assignmentType, 'CHEAPEST', 'the strategy that was asked at first');
  });

  it('leaves out who is excluded, now or at first', async () => {
    assert.equal((await reassign(1, { exclude: ['bolt'] })).json.data.success, false);
    shipmentId = `${shipmentId}-EXCLUDING`;
    const body = assignment(shipmentId, { shipmentDetails: { excludePartners: ['bolt'] } });
    assert.equal((await app.ask('assignment', body)).json.data.success, true);
    assert.equal((await reassign(1)).json.data.success, false);
    assert.equal((await reassign(1, { partnerId: 'bolt' })).json.data.success, false);
  });

  it('is asked again for its last request alone, and by those who know the attempt', async () => {
    const made = await reassign(1);
    const again = await reassign(1);
    const { assignment: now, cost, lifecycle, repeated } = again.json.data;
    const { data } = made.json;
    assert.deepEqual([now, cost, lifecycle, repeated], [data.assignment, data.cost, data.lifecycle, true]);
    assert.deepEqual(failureOf(await reassign(1, { reason: 'SERVICE' })), [409, 'ATTEMPT_CHANGED', { attempt: 2 }]);
    assert.deepEqual(failureOf(await change('confirm', { attempt: 1 })), [409, 'ATTEMPT_CHANGED', { attempt: 2 }]);
    assert.equal((await history()).length, 2);
  });

  it('is reassigned once by two requests at the same moment', async () => {
    const replies = await Promise.all(['PRICE', 'SERVICE'].map((reason) => reassign(1, { reason })));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
    assert.deepEqual(
      (await history()).map(({ attempt }: { attempt: number }) => attempt),
      [1, 2],
    );
  });

  it('begins again after its cancellation, with the same partner too', async () => {
    await change('cancel', { attempt: 1, reason: 'STOCK', note: 'sold out' });
    assert.deepEqual(madeOf(await reassign(1)), ['acme', 2]);
    const { status, lifecycle } = await shipment();
    assert.deepEqual([status, lifecycle.state, lifecycle.reason], ['ASSIGNED', 'ASSIGNED', null]);
    const [first] = await history();
    assert.deepEqual([first.state, first.reason, first.note], ['CANCELLED', 'STOCK', 'sold out']);
    assert.equal((await app.ask('assignment', assignment(shipmentId))).json.data.success, true);
  });

  it('keeps why it was taken up again after its cancellation', async () => {
    await change('cancel', { attempt: 1, reason: 'STOCK', note: 'sold out' });
    assert.deepEqual(madeOf(await reassign(1, { reason: 'AWB_REFUSED', note: 'no number' })), ['bolt', 2]);
    const [first, second] = await history();
    assert.deepEqual([first.state, first.reason, first.note], ['CANCELLED', 'STOCK', 'sold out']);
    assert.deepEqual(first.reassigned, { reason: 'AWB_REFUSED', note: 'no number' });
    assert.equal('reassigned' in second, false);
    assert.equal((await reassign(2)).json.data.success, false, 'acme gave no number');
    await change('cancel', { attempt: 2, reason: 'OTHER' });
    assert.deepEqual(madeOf(await reassign(2)), ['bolt', 3]);
    assert.deepEqual((await history())[1].reassigned, { reason: 'PRICE', note: null });
    assert.deepEqual(madeOf(await reassign(3, { partnerId: 'acme' })), ['acme', 4]);
    assert.equal('reassigned' in (await history())[2], false);
  });

  it('stays where it is once it was handed over', async () => {
    await change('handover', { attempt: 1 });
    assert.deepEqual(failureOf(await reassign(1)), [409, 'WRONG_STATE', { state: 'HANDED_OVER' }]);
  });

  it('has at most 16 attempts', async () => {
    for (let attempt = 1; attempt < 16; attempt++) madeOf(await reassign(attempt));
    assert.deepEqual(failureOf(await reassign(16)), [422, 'TOO_MANY_ATTEMPTS', { attempts: 16 }]);
    assert.deepEqual(failureOf(await reassign(17)), [409, 'ATTEMPT_CHANGED', { attempt: 16 }]);
    assert.equal((await history()).length, 16);
    await app.restart();
    assert.equal((await history()).length, 16);
  });

  it('needs the request that was stored with it', async () => {
    const key = `service:main-system/${shipmentId}`;
    const record = without((await app.store.get('assignments', key))!, 'asked');
    await app.store.write([{ kind: 'put', collection: 'assignments', document: record }]);
    const { status, json } = await reassign(1);
    assert.deepEqual([status, json.error.code], [422, 'BUSINESS_VALIDATION_FAILED']);
    assert.match(json.error.message, /without its request/);
  });

  it('of a partner’s own stays with that partner', async () => {
    assert.equal((await app.ask('assignment', assignment(shipmentId), ACME)).json.data.success, true);
    assert.equal((await reassign(1, {}, ACME)).json.data.success, false);
    const other = await reassign(1, { partnerId: 'bolt' }, ACME);
    assert.deepEqual([other.status, other.json.error.code], [403, 'FORBIDDEN']);
    assert.deepEqual(madeOf(await reassign(1, { partnerId: 'acme' }, ACME)), ['acme', 2]);
  });

  it('is named a partner or a strategy, not both', async () => {
    const { status, json } = await reassign(1, { partnerId: 'bolt', assignmentStrategy: 'FASTEST' });
    assert.deepEqual([status, json.error.details[0].field], [400, 'assignmentStrategy']);
    assert.deepEqual(madeOf(await reassign(1, { assignmentStrategy: 'FASTEST' })), ['bolt', 2]);
  });
});
