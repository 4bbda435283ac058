/** POST /shipments/{shipmentId}/reassign: another attempt of a shipment. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assignment } from '../questions/fixture.js';
import { MAIN, partnerCredential } from '../../support/app.js';
import type { ClientCredential, Reply } from '../../support/client.js';
import { useOneShipment } from './one-shipment.js';
import { without } from './rates.js';

const ACME = partnerCredential('acme');
const MINUTE_MS = 60_000;

const shipment = useOneShipment();
const reassign = (attempt: number, more: object = {}, credential = MAIN): Promise<Reply> =>
  shipment.change('reassign', { attempt, reason: 'PRICE', ...more }, credential);
/** Who has it now, after a reassignment that succeeded. */
function madeOf({ status, json, text }: Reply): [partnerId: string, attempt: number] {
  assert.ok(status === 200 && json.data.success, text);
  return [json.data.assignment.partnerId, json.data.lifecycle.attempt];
}
const failureOf = ({ status, json }: Reply) => [status, json.error?.code, json.error?.details];

describe('a shipment that is reassigned', () => {
  it('goes to another partner, at its price, and keeps its place in lists', async () => {
    const first = await shipment.read();
    await shipment.change('confirm', { attempt: 1, awb: '77' });
    shipment.app.clock.nowMs += MINUTE_MS;
    const at = new Date(shipment.app.clock.nowMs).toISOString();
    const reply = await reassign(1, { note: 'dearer, but there' });
    assert.deepEqual(madeOf(reply), ['bolt', 2]);
    const { lifecycle, repeated, cost, assignment: made } = reply.json.data;
    const nothing = { awb: null, confirmedAt: null, handedOverAt: null, cancelledAt: null, reason: null };
    assert.deepEqual([lifecycle, repeated], [{ state: 'ASSIGNED', attempt: 2, ...nothing }, false]);
    assert.deepEqual(cost, { before: first.totalCost, after: made.estimates.totalCost });
    assert.ok(cost.after > cost.before);
    const now = await shipment.read();
    assert.deepEqual(
      [now.partnerId, now.assignedAt, now.assignment.assignedAt, now.assignmentId, now.assignment],
      ['bolt', first.assignedAt, at, made.assignmentId, made],
    );
    assert.notEqual(made.assignmentId, first.assignmentId);
    const by = 'service:main-system';
    assert.deepEqual(await shipment.history(), [
      {
        ...{ attempt: 1, partnerId: 'acme', state: 'REASSIGNED', cost: cost.before, by, at: first.assignedAt },
        ...{ reason: 'PRICE', note: 'dearer, but there' },
      },
      { attempt: 2, partnerId: 'bolt', state: 'ASSIGNED', cost: cost.after, by, at, reason: null, note: null },
    ]);
    const same = await shipment.app.ask('assignment', assignment(shipment.id));
    assert.deepEqual(same.json.data.assignment, made, 'the same request gets the current attempt');
    const other = await shipment.app.ask('assignment', assignment(shipment.id, { shipmentDetails: { weight: 900 } }));
    assert.equal(other.json.error.code, 'SHIPMENT_ALREADY_ASSIGNED');
  });

  it('is its new partner’s, in lists and sums, and the former one sees it no more', async () => {
    const sums = async () => {
      const { json } = await shipment.app.get('/summary/assignments?from=2026-03-10&to=2026-03-10&by=partner');
      return new Map(json.data.rows.map(({ key, parcels }: { key: string; parcels: number }) => [key, parcels]));
    };
    const isListed = async (credential: ClientCredential) =>
      (await shipment.app.get('/shipments?limit=100', credential)).json.data.some(
        (row: { shipmentId: string }) => row.shipmentId === shipment.id,
      );
    const former = await sums();
    assert.deepEqual([await isListed(ACME), await isListed(partnerCredential('bolt'))], [true, false]);
    madeOf(await reassign(1));
    const moved = await sums();
    const difference = (key: string) => Number(moved.get(key) ?? 0) - Number(former.get(key) ?? 0);
    assert.deepEqual([difference('acme'), difference('bolt')], [-1, 1]);
    assert.deepEqual([await isListed(ACME), await isListed(partnerCredential('bolt'))], [false, true]);
    await shipment.change('cancel', { attempt: 2, reason: 'OTHER' });
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
    assert.deepEqual([(await shipment.read()).partnerId, (await shipment.history()).length], ['acme', 3]);
    const named = await reassign(3, { partnerId: 'bolt' });
    assert.deepEqual(madeOf(named), ['bolt', 4]);
    assert.equal(named.json.data.lifecycle.state, 'CONFIRMED', 'as one that was selected by hand');
    assert.equal(named.json.data.assignment.assignmentType, 'MANUAL_SELECTION');
    assert.deepEqual(madeOf(await reassign(4, { reason: 'OTHER' })), ['acme', 5]);
    assert.equal((await shipment.read()).assignmentType, 'CHEAPEST', 'the strategy that was asked at first');
  });

  it('leaves out who is excluded, now or at first', async () => {
    assert.equal((await reassign(1, { exclude: ['bolt'] })).json.data.success, false);
    shipment.id = `${shipment.id}-EXCLUDING`;
    const body = assignment(shipment.id, { shipmentDetails: { excludePartners: ['bolt'] } });
    assert.equal((await shipment.app.ask('assignment', body)).json.data.success, true);
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
    assert.deepEqual(failureOf(await shipment.change('confirm', { attempt: 1 })), [
      409,
      'ATTEMPT_CHANGED',
      { attempt: 2 },
    ]);
    assert.equal((await shipment.history()).length, 2);
  });

  it('is reassigned once by two requests at the same moment', async () => {
    const replies = await Promise.all(['PRICE', 'SERVICE'].map((reason) => reassign(1, { reason })));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
    assert.deepEqual(
      (await shipment.history()).map(({ attempt }: { attempt: number }) => attempt),
      [1, 2],
    );
  });

  it('begins again after its cancellation, with the same partner too', async () => {
    await shipment.change('cancel', { attempt: 1, reason: 'STOCK', note: 'sold out' });
    assert.deepEqual(madeOf(await reassign(1)), ['acme', 2]);
    const { status, lifecycle } = await shipment.read();
    assert.deepEqual([status, lifecycle.state, lifecycle.reason], ['ASSIGNED', 'ASSIGNED', null]);
    const [first] = await shipment.history();
    assert.deepEqual([first.state, first.reason, first.note], ['CANCELLED', 'STOCK', 'sold out']);
    assert.equal((await shipment.app.ask('assignment', assignment(shipment.id))).json.data.success, true);
  });

  it('keeps why it was taken up again after its cancellation', async () => {
    await shipment.change('cancel', { attempt: 1, reason: 'STOCK', note: 'sold out' });
    assert.deepEqual(madeOf(await reassign(1, { reason: 'AWB_REFUSED', note: 'no number' })), ['bolt', 2]);
    const [first, second] = await shipment.history();
    assert.deepEqual([first.state, first.reason, first.note], ['CANCELLED', 'STOCK', 'sold out']);
    assert.deepEqual(first.reassigned, { reason: 'AWB_REFUSED', note: 'no number' });
    assert.equal('reassigned' in second, false);
    assert.equal((await reassign(2)).json.data.success, false, 'acme gave no number');
    await shipment.change('cancel', { attempt: 2, reason: 'OTHER' });
    assert.deepEqual(madeOf(await reassign(2)), ['bolt', 3]);
    assert.deepEqual((await shipment.history())[1].reassigned, { reason: 'PRICE', note: null });
    assert.deepEqual(madeOf(await reassign(3, { partnerId: 'acme' })), ['acme', 4]);
    assert.equal('reassigned' in (await shipment.history())[2], false);
  });

  it('stays where it is once it was handed over', async () => {
    await shipment.change('handover', { attempt: 1 });
    assert.deepEqual(failureOf(await reassign(1)), [409, 'WRONG_STATE', { state: 'HANDED_OVER' }]);
  });

  it('has at most 16 attempts', async () => {
    for (let attempt = 1; attempt < 16; attempt++) madeOf(await reassign(attempt));
    assert.deepEqual(failureOf(await reassign(16)), [422, 'TOO_MANY_ATTEMPTS', { attempts: 16 }]);
    assert.deepEqual(failureOf(await reassign(17)), [409, 'ATTEMPT_CHANGED', { attempt: 16 }]);
    assert.equal((await shipment.history()).length, 16);
    await shipment.app.restart();
    assert.equal((await shipment.history()).length, 16);
  });

  it('needs the request that was stored with it', async () => {
    const key = `service:main-system/${shipment.id}`;
    const record = without((await shipment.app.store.get('assignments', key))!, 'asked');
    await shipment.app.store.write([{ kind: 'put', collection: 'assignments', document: record }]);
    const { status, json } = await reassign(1);
    assert.deepEqual([status, json.error.code], [422, 'BUSINESS_VALIDATION_FAILED']);
    assert.match(json.error.message, /without its request/);
  });

  it('of a partner’s own stays with that partner', async () => {
    assert.equal((await shipment.app.ask('assignment', assignment(shipment.id), ACME)).json.data.success, true);
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
