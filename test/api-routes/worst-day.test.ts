// Only in npm run test:all.
/** A day of the worst writing that a TIER_1 credential is allowed: what it adds to the embedded store, and where it ends. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { KEPT_ANSWERS_PER_CREDENTIAL, MAX_ZONE_DETAILS_BYTES, RATE_TIERS } from '../../src/limits.js';
import type { Zone } from '../../src/schemas/documents.js';
import { assignment } from '../engine/ask.js';
import { NOON, workedWorld } from '../reference/fixture.js';
import { PATHS, partnerCredential, TestApp } from '../support/app.js';

const MOST_BYTES = 200_000_000;
const ACME = partnerCredential('acme');
const { perSecond, recordsPerDay } = RATE_TIERS.TIER_1;
/** As few seconds a batch as the limit of a minute allows. */
const BATCH_MS = 3_000;
const BLOCK_BYTES = 512;

/** Texts that every assignment from or to the zone repeats. */
function withTexts(zone: Zone): Zone {
  const services = zone.services.map((service) => ({ baseCharge: 0, ...service }));
  const row: Zone = { ...zone, services, operationalDetails: { specialHandling: [] } };
  const length = () => Buffer.byteLength(JSON.stringify({ ...row, geographical: undefined }));
  while (MAX_ZONE_DETAILS_BYTES - length() > 10) row.operationalDetails!.specialHandling!.push('x'.repeat(Math.min(1_900, MAX_ZONE_DETAILS_BYTES - length() - 3)));
  return row;
}

const world = workedWorld((documents) => {
  documents.partners = documents.partners.map((row) => ({ ...row, contact: { name: 'Desk', phone: '', email: '', trackingUrl: `https://example.com/${'t'.repeat(1_000)}/{id}` } }));
  documents.zones = documents.zones.map(withTexts);
  documents.credentials = [
    { id: 'acme', kind: 'partner', tier: 'TIER_1', status: 'ACTIVE', secrets: [{ version: 1, secret: ACME.secret }] },
    { id: 'main-system', kind: 'service', tier: 'UNLIMITED', status: 'ACTIVE', secrets: [{ version: 1, secret: 'demo-main-system-secret' }] },
  ];
});

describe('a day of a TIER_1 credential’s worst writing', { skip: process.env.PINRATE_TEST_STORE === 'mongodb' && 'measures the embedded store' }, () => {
  let app: TestApp;
  let stored = 0;
  before(async () => { app = await TestApp.start(world, { now: NOON }); });
  after(async () => {
    await app.close();
    assert.deepEqual(app.errors, []);
  });

  const bytes = (): number => statSync(app.storeFile).blocks * BLOCK_BYTES;
  /** A shipmentId is at most 200 characters long. */
  const shipment = () => assignment({ shipmentId: `${stored++}-`.padEnd(200, randomBytes(100).toString('hex')) });
  const assign = (body: object, headers = {}) => app.post(PATHS.assignment, body, ACME, headers);

  it(`adds less than ${MOST_BYTES} bytes`, async () => {
    const before = bytes();
    // as many answers as are kept, as long and as hard to compress as they can be
    for (let kept = 0; kept <= KEPT_ANSWERS_PER_CREDENTIAL; kept++) {
      app.clock.nowMs += 100;
      const pincodes = Array.from({ length: 1_000 }, () => randomBytes(50).toString('hex'));
      const reply = await app.post('/zones/1/assign/pincodes', { pincodes }, ACME, { 'idempotency-key': randomBytes(127).toString('hex') });
      assert.equal(reply.status, 200);
    }
    const afterAnswers = bytes();
    let left = recordsPerDay - KEPT_ANSWERS_PER_CREDENTIAL - 1;
    for (; left > 0; left -= perSecond) {
      app.clock.nowMs += BATCH_MS;
      const replies = await Promise.all(Array.from({ length: Math.min(perSecond, left) }, () => assign(shipment())));
      assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200], replies.find(({ status }) => status !== 200)?.text);
    }
    const added = bytes() - before;
    console.log(`# ${((afterAnswers - before) / 1e6).toFixed(1)} MB of kept answers, ${((bytes() - afterAnswers) / 1e6).toFixed(1)} MB of ${stored} assignments`);
    assert.ok(added < MOST_BYTES, `${added} bytes`);
  });

  it('ends with 429 for what would be stored, until midnight', async () => {
    app.clock.nowMs += BATCH_MS;
    const last = { ...shipment() };
    const charge = { charges: [{ type: 'cod', chargeType: 'flat', value: 1 }] };
    for (const refused of [
      await assign(last), await assign(last, { 'idempotency-key': 'k' }), await app.post('/customer-charges/bulk', charge, ACME, { 'idempotency-key': 'k' }),
    ]) {
      assert.equal(refused.status, 429, refused.text);
      const midnight = Math.ceil((app.clock.nowMs + 1) / 86_400_000) * 86_400;
      const { tier, limit, window, resetTime, retryAfter } = refused.json.error.details;
      assert.deepEqual([refused.json.error.code, tier, limit, window, resetTime], ['RATE_LIMIT_EXCEEDED', 'TIER_1', recordsPerDay, 86_400, new Date(midnight * 1_000).toISOString()]);
      assert.deepEqual(
        ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after'].map((name) => refused.headers[name]),
        [recordsPerDay, 0, midnight, retryAfter].map(String),
      );
    }
    // what stores no record is answered
    assert.equal((await app.post('/customer-charges/bulk', charge, ACME)).status, 201);
    assert.equal((await assign({ ...last, options: { createAssignmentRecord: false } })).status, 200);
    app.clock.nowMs = Math.ceil((app.clock.nowMs + 1) / 86_400_000) * 86_400_000;
    assert.equal((await assign(last, { 'idempotency-key': 'k' })).status, 200);
    assert.equal((await assign(last, { 'idempotency-key': 'k' })).status, 200);
  });
});
