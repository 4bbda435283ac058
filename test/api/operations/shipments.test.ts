/** GET /shipments: the recorded assignments, by date and partner, page by page. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { canonicalJson } from '../../../src/domain/canonical.js';
import { assignment, fullWorld } from '../questions/fixture.js';
import type { Body } from '../questions/requests.js';
import { asJson } from '../../../src/json.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import type { Reply } from '../../support/client.js';
import { without } from './rates.js';
import { keyOf } from '../../../src/model/change.js';

const ACME = partnerCredential('acme');
const HOUR_MS = 3_600_000;
const SHIPMENTS = 12;
/** The shipment whose caller did not ask for its cost, and that cost. */
const HIDDEN = 5;
const TOTAL_COST = 239.57;

interface Made {
  shipmentId: string;
  partnerId: string;
  assignedAt: string;
  partnerName: string;
  assignmentId: string;
  assignmentType: string;
  status: string;
  estimates: { totalCost?: number; pickupDate: string; deliveryDate: string };
  tracking: { trackingNumber: string } | null;
  [member: string]: unknown;
}

describe('GET /shipments', () => {
  let app: TestApp;
  const made: Made[] = [];

  before(async () => {
    // half past eleven at night in India: the second half of the shipments is assigned on the next day there
    app = await TestApp.start(fullWorld(), { now: new Date('2026-03-10T13:00:00.000Z') });
    for (let i = 0; i < SHIPMENTS; i++) {
      const selectedPartner = i % 3 === 0 ? 'bolt' : 'acme';
      const body = assignment(`SHIP-${i}`, {
        assignmentPreferences: { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner },
        ...(i === HIDDEN && { options: { createTrackingNumber: false, includeCostEstimate: false } }),
      });
      const { status, json, text } = await app.ask('assignment', body);
      assert.ok(status === 200 && json.data.success, text);
      assert.equal(json.data.assignment.partnerId, selectedPartner);
      made.push(json.data.assignment as Made);
      app.clock.nowMs += HOUR_MS;
    }
  });
  after(async () => {
    await app.close();
    assert.deepEqual(app.errors, []);
  });

  const ids = ({ json }: Reply): string[] => json.data.map(({ shipmentId }: Made) => shipmentId);
  /** The expected list: the shipments that `keep` accepts, newest first. */
  const expected = (keep: (shipment: Made) => boolean = () => true): string[] =>
    made
      .filter(keep)
      .reverse()
      .map(({ shipmentId }) => shipmentId);

  it('shows every assignment, newest first, with what was promised', async () => {
    const { status, json } = await app.get('/shipments');
    assert.equal(status, 200);
    assert.deepEqual(json.pagination, {
      page: 1,
      limit: 50,
      total: SHIPMENTS,
      totalPages: 1,
      hasNext: false,
      hasPrev: false,
      nextCursor: null,
    });
    assert.deepEqual(json.filters, { partnerId: null, from: null, to: null });
    for (const [index, row] of json.data.entries()) {
      const {
        assignmentId,
        shipmentId,
        partnerId,
        partnerName,
        status: state,
        assignedAt,
        assignmentType,
        estimates,
        tracking,
      } = made[SHIPMENTS - 1 - index]!;
      // the list also shows the cost of a shipment that was assigned without cost details
      const totalCost = estimates.totalCost ?? TOTAL_COST;
      assert.deepEqual(row, {
        assignmentId,
        shipmentId,
        caller: 'service:main-system',
        partnerId,
        partnerName,
        status: state,
        lifecycle: {
          state: 'CONFIRMED',
          attempt: 1,
          awb: null,
          confirmedAt: assignedAt,
          handedOverAt: null,
          cancelledAt: null,
          reason: null,
        },
        assignedAt,
        assignmentType,
        trackingNumber: tracking?.trackingNumber ?? null,
        totalCost,
        pickupDate: estimates.pickupDate,
        deliveryDate: estimates.deliveryDate,
      });
    }
    assert.deepEqual(
      made.filter(({ estimates, tracking }) => tracking === null && estimates.totalCost === undefined).length,
      1,
      'one was made without either',
    );
  });

  it('adds the whole assignment on request', async () => {
    const { json } = await app.get('/shipments?includeDetails=true&limit=3');
    assert.deepEqual(
      json.data.map((row: Made) => row['assignment']),
      made.slice(-3).reverse(),
    );
    const hidden = (await app.get('/shipments?includeDetails=true')).json.data[SHIPMENTS - 1 - HIDDEN]
      .assignment as Made;
    assert.deepEqual(
      [hidden.estimates.totalCost, 'charges' in hidden],
      [TOTAL_COST, true],
      'complete, whatever its caller asked for',
    );
  });

  it('adds what was asked for services, as far as pricing reads it', async () => {
    const { json } = await app.get('/shipments?includeAsked=true&limit=1');
    const { asked } = json.data[0] as { asked: Record<string, unknown> };
    const { fromPincode, toPincode, weight } = assignment('SHIP-0').shipmentDetails as Record<string, unknown>;
    assert.deepEqual(
      [asked['pickupPincode'], asked['deliveryPincode'], asked['weight']],
      [fromPincode, toPincode, weight],
    );
    const own = await app.get('/shipments?includeAsked=true&limit=1', ACME);
    assert(!('asked' in own.json.data[0]));
  });

  it('streams all that match, without pages', async () => {
    const lines = async (query: string, credential = MAIN) => {
      const { status, text } = await app.get(`/shipments?${query}`, credential, { accept: 'application/x-ndjson' });
      return {
        status,
        rows: text
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as Made),
      };
    };
    const paged = (await app.get('/shipments?partnerId=acme&includeAsked=true')).json.data as Made[];
    assert.deepEqual(await lines('partnerId=acme&includeAsked=true'), { status: 200, rows: paged });
    assert.equal(
      (await lines('from=2026-03-11', ACME)).rows.every(({ partnerId }) => partnerId === 'acme'),
      true,
    );
    const { pagination } = (await app.get('/shipments?limit=1')).json;
    const refused = await app.get(`/shipments?cursor=${pagination.nextCursor}`, MAIN, {
      accept: 'application/x-ndjson',
    });
    assert.equal(refused.status, 400, refused.text);
  });

  it('pages the list, with totals over all pages', async () => {
    for (const page of [1, 2, 3, 4]) {
      const reply = await app.get(`/shipments?limit=5&page=${page}`);
      assert.deepEqual(ids(reply), expected().slice((page - 1) * 5, page * 5));
      const { nextCursor, ...pagination } = reply.json.pagination;
      assert.deepEqual(pagination, {
        page,
        limit: 5,
        total: SHIPMENTS,
        totalPages: 3,
        hasNext: page < 3,
        hasPrev: page > 1,
      });
      assert.equal(nextCursor !== null, page < 3);
    }
  });

  it('accepts timestamps, the first inclusive and the last exclusive', async () => {
    const [from, to] = [made[2]!.assignedAt, made[7]!.assignedAt];
    const reply = await app.get(`/shipments?from=${from}&to=${to}`);
    assert.deepEqual(
      ids(reply),
      expected(({ assignedAt }) => assignedAt >= from && assignedAt < to),
    );
    assert.deepEqual(reply.json.filters, { partnerId: null, from, to });
    const shifted = (iso: string) =>
      encodeURIComponent(new Date(Date.parse(iso) + 5.5 * HOUR_MS).toISOString().replace('Z', '+05:30'));
    assert.deepEqual(
      ids(await app.get(`/shipments?from=${shifted(from)}&to=${shifted(to)}`)),
      ids(reply),
      'in Indian time',
    );
  });

  it('accepts dates as whole days in India', async () => {
    const dayOf = ({ assignedAt }: Made) => new Date(Date.parse(assignedAt) + 5.5 * HOUR_MS).toISOString().slice(0, 10);
    for (const day of ['2026-03-10', '2026-03-11'])
      assert.deepEqual(
        ids(await app.get(`/shipments?from=${day}&to=${day}`)),
        expected((shipment) => dayOf(shipment) === day),
        day,
      );
    assert.ok(
      expected((shipment) => dayOf(shipment) === '2026-03-10').length > 0
        && expected((shipment) => dayOf(shipment) === '2026-03-11').length > 0,
    );
    assert.deepEqual(ids(await app.get('/shipments?from=2026-03-12')), []);
  });

  it('shows a partner its own shipments, and a service those of the partner that it names', async () => {
    const acmes = expected(({ partnerId }) => partnerId === 'acme');
    assert.deepEqual(ids(await app.get('/shipments', ACME)), acmes);
    assert.deepEqual(ids(await app.get('/shipments?partnerId=acme', MAIN)), acmes);
    const both = await app.get(`/shipments?partnerId=bolt&from=${made[4]!.assignedAt}&limit=2`);
    const wanted = expected(({ partnerId, assignedAt }) => partnerId === 'bolt' && assignedAt >= made[4]!.assignedAt);
    assert.deepEqual([ids(both), both.json.pagination.total], [wanted.slice(0, 2), wanted.length]);
  });

  it('refuses invalid ranges and parameters', async () => {
    const fault = async (query: string) => {
      const { status, json } = await app.get(`/shipments?${query}`);
      return [
        status,
        ...(Array.isArray(json.error.details)
          ? json.error.details.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)
          : [json.error.code]),
      ];
    };
    assert.deepEqual(await fault('from=yesterday&to=2026-13-45&limit=101'), [
      400,
      'from INVALID_FORMAT',
      'limit OUT_OF_RANGE',
      'to INVALID_VALUE',
    ]);
    assert.deepEqual(await fault('to=2026-13-45'), [400, 'to INVALID_VALUE']);
    assert.deepEqual(await fault('from=2026-03-10&from=2026-03-11'), [400, 'from INVALID_VALUE']);
    assert.deepEqual(await fault('partnerId=nobody'), [404, 'PARTNER_NOT_FOUND']);
    assert.equal((await app.get('/shipments?partnerId=bolt', ACME)).status, 403);
  });
});

describe('a shipmentId', () => {
  let app: TestApp;
  before(async () => {
    app = await TestApp.start(fullWorld(), { now: new Date('2026-03-10T13:00:00.000Z') });
  });
  after(async () => {
    await app.close();
    assert.deepEqual(app.errors, []);
  });

  const rowsOf = async (shipmentId: string, credential = MAIN) => {
    const { json } = await app.get('/shipments', credential);
    return (json.data as { shipmentId: string; caller: string | null; assignmentId: string }[]).filter(
      (row) => row.shipmentId === shipmentId,
    );
  };
  const assign = async (body: Body, credential = MAIN) => {
    const { status, json } = await app.ask('assignment', body, credential);
    return { status, code: json.error?.code, made: json.data?.assignment };
  };

  it('belongs to its caller: a service and a partner may use the same one for different shipments', async () => {
    const body = assignment('OWN', {
      assignmentPreferences: { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: 'acme' },
    });
    const other = assignment('OWN', {
      shipmentDetails: { weight: 900 },
      assignmentPreferences: { assignmentStrategy: 'CHEAPEST' },
    });
    const [ours, theirs] = [await assign(body), await assign(other, ACME)];
    assert.deepEqual([ours.status, theirs.status, theirs.made.partnerId], [200, 200, 'acme']);
    assert.notEqual(theirs.made.assignmentId, ours.made.assignmentId);
    assert.deepEqual((await assign(body)).made, ours.made, 'each gets its own again');
    assert.deepEqual((await assign(other, ACME)).made, theirs.made);
    assert.deepEqual(
      [(await assign(other)).code, (await assign(body, ACME)).code],
      ['SHIPMENT_ALREADY_ASSIGNED', 'SHIPMENT_ALREADY_ASSIGNED'],
    );
    const callers = ['service:main-system', 'partner:acme'];
    assert.deepEqual(
      (await rowsOf('OWN')).map(({ caller }) => caller),
      callers,
      'within one millisecond by caller, descending',
    );
    assert.deepEqual(
      (await rowsOf('OWN', ACME)).map(({ caller }) => caller),
      callers,
      'a partner sees what is assigned to it',
    );
    assert.equal((await app.store.get('assignments', 'partner:acme/OWN'))?.assignmentId, theirs.made.assignmentId);
  });

  it('of a record without a caller is taken for every caller, and the same request gets the same answer', async () => {
    const body = assignment('OLD');
    const { made } = await assign(body);
    const key = 'service:main-system/OLD';
    const record = without((await app.store.get('assignments', key))!, 'caller');
    // written by the previous release: the hash covered the kind of caller and the whole request
    const former = {
      ...record,
      requestHash: createHash('sha256')
        .update(`service//${canonicalJson(body)}`)
        .digest('hex'),
    };
    await app.store.write([
      { kind: 'delete', collection: 'assignments', key },
      { kind: 'insert', collection: 'assignments', document: former },
    ]);

    assert.deepEqual((await assign(body)).made, made);
    assert.equal(
      (await assign({ ...body, options: { includePartnerDetails: false } })).code,
      'SHIPMENT_ALREADY_ASSIGNED',
    );
    assert.equal((await assign(body, ACME)).code, 'SHIPMENT_ALREADY_ASSIGNED');
    assert.deepEqual(
      await rowsOf('OLD').then((rows) => rows.map(({ caller, assignmentId }) => [caller, assignmentId])),
      [[null, made.assignmentId]],
    );
  });
});

describe('an assignment that cannot be read', () => {
  it('is left out of the list, logged once, and its shipment stays assigned', async () => {
    const app = await TestApp.start(fullWorld(), { now: new Date('2026-03-10T13:00:00.000Z') });
    try {
      for (const shipmentId of ['SOUND', 'EMPTY', 'STRANGE'])
        assert.equal((await app.ask('assignment', assignment(shipmentId))).status, 200);
      const { store } = app;
      for (const [shipmentId, content] of [
        ['EMPTY', 'null'],
        ['STRANGE', '{}'],
      ] as const) {
        const record = await store.get('assignments', `service:main-system/${shipmentId}`);
        assert.ok(record, shipmentId);
        const key = keyOf('assignments', record);
        await store.write([{ kind: 'delete', collection: 'assignments', key }]);
        await store.write([{ kind: 'insert-assignment', document: record, text: asJson(content) }]);
      }
      for (let times = 0; times < 2; times++) {
        const { status, json } = await app.get('/shipments');
        assert.deepEqual(
          [status, json.data.map(({ shipmentId }: { shipmentId: string }) => shipmentId), json.pagination.total],
          [200, ['SOUND'], 3],
        );
      }
      assert.deepEqual(
        app.errors.map(({ msg }) => msg),
        Array.from(
          { length: 2 },
          () => 'an assignment cannot be read; lists leave it out, and its shipment stays assigned',
        ),
      );
      const replayed = await app.ask('assignment', assignment('EMPTY'));
      assert.deepEqual([replayed.status, replayed.json.error.code], [422, 'SHIPMENT_ALREADY_ASSIGNED']);
      assert.match(replayed.json.error.message, /cannot be read/);
    } finally {
      await app.close();
    }
  });
});
