/** GET /shipments: the assignments that were made, by date and partner, page by page. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assignment, fullWorld } from '../api/fixture.js';
import { MAIN, partnerCredential, TestApp } from '../support/app.js';
import type { Reply } from '../support/client.js';

const ACME = partnerCredential('acme');
const HOUR_MS = 3_600_000;
const SHIPMENTS = 12;

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
      const body = assignment(`SHIP-${i}`, { assignmentPreferences: { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner }, ...(i === 5 && { options: { createTrackingNumber: false, includeCostEstimate: false } }) });
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
  /** What a list should show: newest first, those that `keep` keeps. */
  const expected = (keep: (shipment: Made) => boolean = () => true): string[] => made.filter(keep).reverse().map(({ shipmentId }) => shipmentId);

  it('shows every assignment, newest first, with what was promised', async () => {
    const { status, json } = await app.get('/shipments');
    assert.equal(status, 200);
    assert.deepEqual(json.pagination, { page: 1, limit: 50, total: SHIPMENTS, totalPages: 1, hasNext: false, hasPrev: false });
    assert.deepEqual(json.filters, { partnerId: null, from: null, to: null });
    for (const [index, row] of json.data.entries()) {
      const { assignmentId, shipmentId, partnerId, partnerName, status: state, assignedAt, assignmentType, estimates, tracking } = made[SHIPMENTS - 1 - index]!;
      assert.deepEqual(row, {
        assignmentId, shipmentId, partnerId, partnerName, status: state, assignedAt, assignmentType,
        trackingNumber: tracking?.trackingNumber ?? null, totalCost: estimates.totalCost ?? null, pickupDate: estimates.pickupDate, deliveryDate: estimates.deliveryDate,
      });
    }
    assert.ok(json.data.some((row: Made) => row['trackingNumber'] === null && row['totalCost'] === null), 'one was made without either');
  });

  it('adds the whole assignment on demand', async () => {
    const { json } = await app.get('/shipments?includeDetails=true&limit=3');
    assert.deepEqual(json.data.map((row: Made) => row['assignment']), made.slice(-3).reverse());
  });

  it('cuts pages with the totals of all', async () => {
    for (const page of [1, 2, 3, 4]) {
      const reply = await app.get(`/shipments?limit=5&page=${page}`);
      assert.deepEqual(ids(reply), expected().slice((page - 1) * 5, page * 5));
      assert.deepEqual(reply.json.pagination, { page, limit: 5, total: SHIPMENTS, totalPages: 3, hasNext: page < 3, hasPrev: page > 1 });
    }
  });

  it('takes moments, the first included and the last not', async () => {
    const [from, to] = [made[2]!.assignedAt, made[7]!.assignedAt];
    const reply = await app.get(`/shipments?from=${from}&to=${to}`);
    assert.deepEqual(ids(reply), expected(({ assignedAt }) => assignedAt >= from && assignedAt < to));
    assert.deepEqual(reply.json.filters, { partnerId: null, from, to });
    const shifted = (iso: string) => encodeURIComponent(new Date(Date.parse(iso) + 5.5 * HOUR_MS).toISOString().replace('Z', '+05:30'));
    assert.deepEqual(ids(await app.get(`/shipments?from=${shifted(from)}&to=${shifted(to)}`)), ids(reply), 'in the time of India');
  });

  it('takes dates as whole days of India', async () => {
    const dayOf = ({ assignedAt }: Made) => new Date(Date.parse(assignedAt) + 5.5 * HOUR_MS).toISOString().slice(0, 10);
    for (const day of ['2026-03-10', '2026-03-11']) assert.deepEqual(ids(await app.get(`/shipments?from=${day}&to=${day}`)), expected((shipment) => dayOf(shipment) === day), day);
    assert.ok(expected((shipment) => dayOf(shipment) === '2026-03-10').length > 0 && expected((shipment) => dayOf(shipment) === '2026-03-11').length > 0);
    assert.deepEqual(ids(await app.get('/shipments?from=2026-03-12')), []);
  });

  it('shows a partner its own, and a service those of the partner that it names', async () => {
    const acmes = expected(({ partnerId }) => partnerId === 'acme');
    assert.deepEqual(ids(await app.get('/shipments', ACME)), acmes);
    assert.deepEqual(ids(await app.get('/shipments?partnerId=acme', MAIN)), acmes);
    const both = await app.get(`/shipments?partnerId=bolt&from=${made[4]!.assignedAt}&limit=2`);
    const wanted = expected(({ partnerId, assignedAt }) => partnerId === 'bolt' && assignedAt >= made[4]!.assignedAt);
    assert.deepEqual([ids(both), both.json.pagination.total], [wanted.slice(0, 2), wanted.length]);
  });

  it('refuses what it cannot mean', async () => {
    const fault = async (query: string) => {
      const { status, json } = await app.get(`/shipments?${query}`);
      return [status, ...(Array.isArray(json.error.details) ? json.error.details.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`) : [json.error.code])];
    };
    assert.deepEqual(await fault('from=yesterday&to=2026-13-45&limit=101'), [400, 'from INVALID_FORMAT', 'limit OUT_OF_RANGE']);
    assert.deepEqual(await fault('to=2026-13-45'), [400, 'to INVALID_VALUE']);
    assert.deepEqual(await fault('from=2026-03-10&from=2026-03-11'), [400, 'from INVALID_VALUE']);
    assert.deepEqual(await fault('partnerId=nobody'), [404, 'PARTNER_NOT_FOUND']);
    assert.equal((await app.get('/shipments?partnerId=bolt', ACME)).status, 403);
  });
});
