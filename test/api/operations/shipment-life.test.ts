/** What becomes of an assigned shipment: confirmed, handed over, cancelled; and lists by its state. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DAY_MS } from '../../../src/domain/calendar.js';
import { assignment, fullWorld } from '../questions/fixture.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import type { Reply } from '../../support/client.js';
import { START, useOneShipment } from './one-shipment.js';
import { without } from './rates.js';

const ACME = partnerCredential('acme');
const BOLT = partnerCredential('bolt');
const CANCELLATION = { attempt: 1, reason: 'ORDER_CANCELLED' };

const shipment = useOneShipment();
const lifecycle = async (): Promise<object> => (await shipment.read()).lifecycle;
const outcome = ({ status, json }: Reply) => [
  status,
  json.error?.code ?? json.data.lifecycle.state,
  json.error?.details ?? json.data.repeated,
];

const NOTHING = { awb: null, confirmedAt: null, handedOverAt: null, cancelledAt: null, reason: null };

describe('an assigned shipment', () => {
  it('is ASSIGNED, and its record is as an earlier release made it', async () => {
    assert.deepEqual(await lifecycle(), { state: 'ASSIGNED', attempt: 1, ...NOTHING });
    const record = (await shipment.app.store.get('assignments', `service:main-system/${shipment.id}`))!;
    assert.deepEqual(
      Object.keys(record).filter((name) => name === 'life' || name === 'formerAttempts'),
      [],
    );
  });

  it('is CONFIRMED from the start if it was selected by hand, unless its caller wants to confirm it', async () => {
    const preferences = { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: 'acme' };
    for (const [autoConfirmAssignment, state] of [
      [true, 'CONFIRMED'],
      [false, 'ASSIGNED'],
    ] as const) {
      shipment.id = `BY-HAND-${state}`;
      await shipment.app.ask(
        'assignment',
        assignment(shipment.id, { assignmentPreferences: preferences, options: { autoConfirmAssignment } }),
      );
      const confirmedAt = autoConfirmAssignment ? new Date(shipment.app.clock.nowMs).toISOString() : null;
      assert.deepEqual(await lifecycle(), { ...NOTHING, state, attempt: 1, confirmedAt });
    }
  });

  it('is confirmed with the courier’s number, which no other one replaces', async () => {
    const at = '2026-03-10T11:00:00+05:30';
    const { status, json } = await shipment.change('confirm', { attempt: 1, awb: '771', at });
    assert.equal(status, 200);
    const confirmed = {
      ...NOTHING,
      state: 'CONFIRMED',
      attempt: 1,
      awb: '771',
      confirmedAt: '2026-03-10T05:30:00.000Z',
    };
    assert.deepEqual([json.data.lifecycle, json.data.repeated, json.data.status], [confirmed, false, 'ASSIGNED']);
    assert.deepEqual(outcome(await shipment.change('confirm', { attempt: 1, awb: '772' })), [
      409,
      'AWB_DIFFERS',
      { awb: '771' },
    ]);
    assert.deepEqual(outcome(await shipment.change('confirm', { attempt: 1, awb: '771' })), [200, 'CONFIRMED', true]);
    assert.deepEqual(outcome(await shipment.change('confirm', { attempt: 1 })), [200, 'CONFIRMED', true]);
    assert.deepEqual(await lifecycle(), confirmed);
  });

  it('takes a number later', async () => {
    await shipment.change('confirm', { attempt: 1 });
    const { confirmedAt } = (await lifecycle()) as { confirmedAt: string };
    shipment.app.clock.nowMs += 1_000;
    assert.deepEqual(outcome(await shipment.change('confirm', { attempt: 1, awb: '9' })), [200, 'CONFIRMED', false]);
    assert.deepEqual(await lifecycle(), { ...NOTHING, state: 'CONFIRMED', attempt: 1, awb: '9', confirmedAt });
  });

  it('is handed over from both states, and then stays so', async () => {
    assert.deepEqual(outcome(await shipment.change('handover', { attempt: 1 })), [200, 'HANDED_OVER', false]);
    assert.deepEqual(outcome(await shipment.change('handover', { attempt: 1 })), [200, 'HANDED_OVER', true]);
    const wrong = [409, 'WRONG_STATE', { state: 'HANDED_OVER' }];
    assert.deepEqual(outcome(await shipment.change('handover', { attempt: 1, at: '2026-03-10T05:00:00Z' })), wrong);
    assert.deepEqual(outcome(await shipment.change('confirm', { attempt: 1 })), wrong);
    assert.deepEqual(outcome(await shipment.change('cancel', CANCELLATION)), wrong);
  });

  it('is cancelled once, and is not assigned again', async () => {
    const now = new Date(shipment.app.clock.nowMs).toISOString();
    const cancelled = await shipment.change('cancel', { ...CANCELLATION, note: 'Asked by phone' });
    const lived = { ...NOTHING, state: 'CANCELLED', attempt: 1, cancelledAt: now, reason: 'ORDER_CANCELLED' };
    assert.deepEqual([cancelled.json.data.lifecycle, cancelled.json.data.status], [lived, 'CANCELLED']);
    const { data: one } = (await shipment.app.get(`/shipments/${shipment.id}`)).json;
    assert.deepEqual([one.status, one.assignment.status], ['CANCELLED', 'CANCELLED']);
    assert.deepEqual(outcome(await shipment.change('cancel', CANCELLATION)), [
      409,
      'WRONG_STATE',
      { state: 'CANCELLED' },
    ]);
    const again = await shipment.change('cancel', { ...CANCELLATION, note: 'Asked by phone' });
    assert.deepEqual(again.json.data, { ...cancelled.json.data, repeated: true });
    for (const weight of [1_200, 900]) {
      const { status, json } = await shipment.app.ask(
        'assignment',
        assignment(shipment.id, { shipmentDetails: { weight } }),
      );
      assert.deepEqual(
        [status, json.error?.code, json.error?.details],
        [422, 'SHIPMENT_CANCELLED', { shipmentId: shipment.id }],
      );
    }
    const [row] = (await shipment.app.get('/shipments?includeDetails=true&limit=1')).json.data;
    assert.deepEqual([row.status, row.lifecycle], ['CANCELLED', lived]);
    assert.equal(row.assignment.status, 'CANCELLED');
  });

  it('is changed only by those who know its attempt', async () => {
    assert.deepEqual(outcome(await shipment.change('confirm', { attempt: 2 })), [
      409,
      'ATTEMPT_CHANGED',
      { attempt: 1 },
    ]);
    assert.equal((await shipment.change('confirm', {})).json.error.code, 'VALIDATION_ERROR');
    assert.deepEqual(await lifecycle(), { state: 'ASSIGNED', attempt: 1, ...NOTHING });
  });

  it('is confirmed once of two requests at the same moment, and handed over or cancelled', async () => {
    const replies = await Promise.all(['1', '2'].map((awb) => shipment.change('confirm', { attempt: 1, awb })));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
    const winner = replies.find(({ status }) => status === 200)!;
    assert.deepEqual(await lifecycle(), winner.json.data.lifecycle);
    const [handover, cancel] = await Promise.all([
      shipment.change('handover', { attempt: 1 }),
      shipment.change('cancel', CANCELLATION),
    ]);
    assert.deepEqual([handover.status, cancel.status].sort(), [200, 409]);
    const { state } = (await lifecycle()) as { state: string };
    assert.equal(state, handover.status === 200 ? 'HANDED_OVER' : 'CANCELLED');
  });

  it('keeps its state over a restart, and the last change is still known', async () => {
    const body = { attempt: 1, awb: 'R1' };
    const { json } = await shipment.change('confirm', body);
    await shipment.app.restart();
    assert.deepEqual((await shipment.change('confirm', body)).json.data, { ...json.data, repeated: true });
    const same = await shipment.app.ask('assignment', assignment(shipment.id));
    assert.equal(
      same.json.data.assignment.assignmentId,
      json.data.assignmentId,
      'the same request gets the current attempt',
    );
  });

  it('takes an Idempotency-Key: the same request gets the same answer', async () => {
    const headers = { 'idempotency-key': `key-${shipment.id}` };
    const first = await shipment.change('confirm', { attempt: 1 }, MAIN, headers);
    const second = await shipment.change('confirm', { attempt: 1 }, MAIN, headers);
    assert.deepEqual([second.json.data, second.headers['idempotency-replayed']], [first.json.data, 'true']);
    const other = await shipment.change('confirm', { attempt: 1, awb: '3' }, MAIN, headers);
    assert.deepEqual([other.status, other.json.error.code], [422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('is changed by requests that sign their bodies alone, and with real moments', async () => {
    const { status, json } = await shipment.app.post(`/shipments/${shipment.id}/confirm`, { attempt: 1 });
    assert.deepEqual([status, json.error.details.reason], [401, 'BODY_HASH_REQUIRED']);
    const impossible = await shipment.change('confirm', { attempt: 1, at: '2026-02-30T10:00:00Z' });
    assert.deepEqual([impossible.status, impossible.json.error.details[0].field], [400, 'at']);
    for (const action of ['confirm', 'handover']) {
      const at = new Date(shipment.app.clock.nowMs + 3 * DAY_MS).toISOString();
      const { status, json } = await shipment.change(action, { attempt: 1, at });
      assert.equal(status, 400, action);
      const [{ field, code, message }] = json.error.details;
      assert.deepEqual([field, code], ['at', 'OUT_OF_RANGE']);
      assert.equal(message, 'must not lie in the future: at most a day ahead of the node’s clock');
    }
  });

  it('of a record without a caller is changed for everybody', async () => {
    const key = `service:main-system/${shipment.id}`;
    const record = without((await shipment.app.store.get('assignments', key))!, 'caller');
    await shipment.app.store.write([
      { kind: 'delete', collection: 'assignments', key },
      { kind: 'insert', collection: 'assignments', document: record },
    ]);
    assert.deepEqual(outcome(await shipment.change('cancel', CANCELLATION)), [200, 'CANCELLED', false]);
    assert.equal((await shipment.app.store.get('assignments', shipment.id))?.life?.state, 'CANCELLED');
    const [row] = (await shipment.app.get(`/shipments/${shipment.id}/history`)).json.data;
    assert.deepEqual([row.by, row.state, row.reason], [null, 'CANCELLED', 'ORDER_CANCELLED']);
  });
});

describe('a shipment of others', () => {
  it('is changed by a service that names its caller, and by no partner', async () => {
    const own = await shipment.app.ask('assignment', assignment(shipment.id), ACME);
    assert.equal(own.json.data.success, true, own.text);
    const path = `/shipments/${shipment.id}`;
    for (const [query, credential, status] of [
      ['?caller=service:main-system', ACME, 403],
      ['?caller=partner:acme', BOLT, 403],
      ['', BOLT, 404],
      ['?caller=partner:bolt', MAIN, 404],
    ] as const) {
      const body = { attempt: 1 };
      assert.equal(
        (await shipment.app.send('POST', `${path}/confirm${query}`, body, credential)).status,
        status,
        query,
      );
      assert.equal((await shipment.app.get(`${path}/history${query}`, credential)).status, status, query);
    }
    const { status } = await shipment.app.send('POST', `${path}/confirm?caller=partner:acme`, { attempt: 1, awb: 'A' });
    assert.equal(status, 200);
    assert.equal((await shipment.app.get(path, ACME)).json.data.lifecycle.awb, 'A');
    assert.deepEqual(await lifecycle(), { state: 'ASSIGNED', attempt: 1, ...NOTHING }, 'ours is as it was');
    assert.equal((await shipment.change('cancel', CANCELLATION, ACME)).status, 200, 'a partner changes its own');
  });
});

describe('the history of a shipment', () => {
  it('has the current attempt', async () => {
    const at = new Date(shipment.app.clock.nowMs).toISOString();
    const { json } = await shipment.app.get(`/shipments/${shipment.id}/history`);
    const { totalCost } = (await shipment.app.get(`/shipments/${shipment.id}`)).json.data;
    const attempt = { attempt: 1, partnerId: 'acme', cost: totalCost, by: 'service:main-system', at };
    assert.deepEqual(json.data, [{ ...attempt, state: 'ASSIGNED', reason: null, note: null }]);
    await shipment.change('cancel', { ...CANCELLATION, note: 'why' });
    const ended = await shipment.app.get(`/shipments/${shipment.id}/history`);
    assert.deepEqual(ended.json.data, [{ ...attempt, state: 'CANCELLED', reason: 'ORDER_CANCELLED', note: 'why' }]);
  });
});

describe('GET /shipments with filters', () => {
  const HOURS = 3_600_000;
  let own: TestApp;
  const rows: { shipmentId: string; customerId: string; pickupDate: string; state: string; partnerId: string }[] = [];
  const STATES = ['ASSIGNED', 'CONFIRMED', 'HANDED_OVER', 'CANCELLED'];
  const CHANGES = [null, 'confirm', 'handover', 'cancel'] as const;

  before(async () => {
    own = await TestApp.start(fullWorld(), { now: START });
    for (let i = 0; i < 24; i++) {
      const id = `F-${i}`;
      const customerId = `C-${i % 3}`;
      const isByHand = i % 8 === 1;
      const preferences = isByHand ? { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: 'bolt' } : {};
      const body = assignment(id, { shipmentDetails: { customerId }, assignmentPreferences: preferences });
      const { json, text } = await own.ask('assignment', body);
      assert.equal(json.data?.success, true, text);
      const what = CHANGES[i % 4];
      const more = what === 'cancel' ? { reason: 'OTHER' } : {};
      if (what && !isByHand)
        assert.equal((await own.send('POST', `/shipments/${id}/${what}`, { attempt: 1, ...more })).status, 200);
      const { partnerId, estimates } = json.data.assignment;
      rows.unshift({ shipmentId: id, customerId, pickupDate: estimates.pickupDate, state: STATES[i % 4]!, partnerId });
      own.clock.nowMs += 3 * HOURS;
    }
  });
  after(async () => {
    await own.close();
    assert.deepEqual(own.errors, []);
  });

  /** All pages by cursor. */
  async function listed(query: string): Promise<string[]> {
    const found: string[] = [];
    for (let cursor = ''; ;) {
      const { json, text } = await own.get(`/shipments?limit=2&${query}${cursor}`);
      assert.ok(json.data, text);
      found.push(...json.data.map((row: { shipmentId: string }) => row.shipmentId));
      const { nextCursor, total } = json.pagination;
      if (nextCursor === null) {
        assert.equal(total, found.length, query);
        return found;
      }
      cursor = `&cursor=${nextCursor}`;
    }
  }

  it('finds those of the states, customers and pickups, with totals and cursors', async () => {
    const pickups = [...new Set(rows.map(({ pickupDate }) => pickupDate))];
    assert.ok(pickups.length > 2, 'pickups differ');
    const [last, middle] = [pickups[0]!, pickups[1]!];
    for (const [query, isMeant] of [
      ['states=ASSIGNED', ({ state }) => state === 'ASSIGNED'],
      ['states=CONFIRMED', ({ state }) => state === 'CONFIRMED'],
      ['states=CONFIRMED,CANCELLED', ({ state }) => state === 'CONFIRMED' || state === 'CANCELLED'],
      ['customerId=C-2', ({ customerId }) => customerId === 'C-2'],
      [`pickupFrom=${middle}`, ({ pickupDate }) => pickupDate >= middle],
      [`pickupTo=${middle}`, ({ pickupDate }) => pickupDate < middle],
      [`pickupFrom=${middle}&pickupTo=${last}`, ({ pickupDate }) => pickupDate === middle],
      ['states=CONFIRMED&partnerId=bolt', ({ state, partnerId }) => state === 'CONFIRMED' && partnerId === 'bolt'],
      ['states=HANDED_OVER&customerId=C-0', ({ state, customerId }) => state === 'HANDED_OVER' && customerId === 'C-0'],
    ] as [string, (row: (typeof rows)[number]) => boolean][]) {
      const expected = rows.filter(isMeant).map((row) => row.shipmentId);
      assert.ok(expected.length > 0 && expected.length < rows.length, query);
      assert.deepEqual(await listed(query), expected, query);
      const { json } = await own.get(`/shipments?limit=2&page=2&${query}`);
      assert.deepEqual(
        json.data.map((row: { shipmentId: string }) => row.shipmentId),
        expected.slice(2, 4),
        query,
      );
    }
    assert.deepEqual(await listed('customerId=nobody'), []);
  });

  it('says which filters it went by, and refuses others', async () => {
    const { json } = await own.get('/shipments?states=ASSIGNED&pickupFrom=2026-03-11&customerId=C-1');
    assert.deepEqual(json.filters, {
      partnerId: null,
      from: null,
      to: null,
      states: ['ASSIGNED'],
      pickupFrom: '2026-03-10T18:30:00.000Z',
      customerId: 'C-1',
    });
    for (const query of ['states=GONE', 'states=', 'pickupFrom=2026-13-01', 'customerId='])
      assert.equal((await own.get(`/shipments?${query}`)).status, 400, query);
    const [fault] = (await own.get('/shipments?states=GONE')).json.error.details;
    const states = 'must be ASSIGNED, CONFIRMED, HANDED_OVER, CANCELLED, or several of them with commas between them';
    assert.equal(fault.message, states);
    const { nextCursor } = (await own.get('/shipments?states=ASSIGNED&limit=1')).json.pagination;
    assert.equal((await own.get(`/shipments?states=CANCELLED&cursor=${nextCursor}`)).status, 400, 'of other filters');
  });
});
