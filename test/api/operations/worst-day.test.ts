// Only in npm run test:all.
/**
 * A day of the worst writing that a TIER_1 credential is allowed: what it adds to the embedded store, and where it
 * ends.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { STORED_ANSWERS } from '../../../src/limits/control.js';
import { RATE_TIERS, STORED_RECORD_BYTES } from '../../../src/limits/rate-limits.js';
import { assignment } from '../../unit/engine/ask.js';
import { NOON, workedWorld } from '../../reference/fixture.js';
import { PATHS, partnerCredential, TestApp } from '../../support/app.js';

const MOST_BYTES = 200_000_000;
const ACME = partnerCredential('acme');
const { perSecond, recordsPerDay } = RATE_TIERS.TIER_1;
/** As few seconds a batch as the limit of a minute allows. */
const BATCH_MS = 3_000;
const BLOCK_BYTES = 512;
/** How many failing pincodes make an answer of each size. */
const ITEMS = [40, 700, 6_000];
const RINGS = STORED_ANSWERS.map(({ places }, index) => ({ places, items: ITEMS[index]! }));

const world = workedWorld((documents) => {
  // an assignment repeats it: then it is almost as long as one that counts once may be
  documents.partners = documents.partners.map((row) => ({
    ...row,
    contact: { name: 'Desk', phone: '', email: '', trackingUrl: `https://example.com/${'t'.repeat(1_000)}/{id}` },
  }));
  documents.credentials = [
    { id: 'acme', kind: 'partner', tier: 'TIER_1', status: 'ACTIVE', secrets: [{ version: 1, secret: ACME.secret }] },
    {
      id: 'main-system',
      kind: 'service',
      tier: 'UNLIMITED',
      status: 'ACTIVE',
      secrets: [{ version: 1, secret: 'demo-main-system-secret' }],
    },
  ];
});

describe(
  'a day of a TIER_1 credential’s worst writing',
  { skip: process.env.PINRATE_TEST_STORE === 'mongodb' && 'measures the embedded store' },
  () => {
    let app: TestApp;
    let stored = 0;
    before(async () => {
      app = await TestApp.start(world, { now: NOON });
    });
    after(async () => {
      await app.close();
      assert.deepEqual(app.errors, []);
    });

    const bytes = (): number => statSync(app.storeFile).blocks * BLOCK_BYTES;
    /** A shipmentId is at most 200 characters long. */
    const shipment = () => assignment({ shipmentId: `${stored++}-`.padEnd(200, randomBytes(100).toString('hex')) });
    const assign = (body: object, headers = {}) => app.post(PATHS.assignment, body, ACME, headers);

    it(`adds less than ${MOST_BYTES} bytes`, async () => {
      const bytesBefore = bytes();
      // as many answers of each size as are kept, as long and as hard to compress as they can be
      for (const { items, places } of RINGS) {
        for (let kept = 0; kept < places; kept++) {
          app.clock.nowMs += 100;
          const pincodes = Array.from({ length: items }, () => randomBytes(50).toString('hex'));
          const reply = await app.post('/zones/1/assign/pincodes', { pincodes }, ACME, {
            'idempotency-key': randomBytes(127).toString('hex'),
          });
          assert.equal(reply.status, 200);
        }
      }
      const afterAnswers = bytes();
      const kept = (await app.store.load(['idempotency-keys']))['idempotency-keys'].filter(
        ({ answerOf }) => answerOf !== undefined,
      );
      for (const [index, { characters, places }] of STORED_ANSWERS.entries()) {
        const least = index === 0 ? 0 : STORED_ANSWERS[index - 1]!.characters;
        const lengths = kept
          .map(({ answer }) => answer!.length)
          .filter((length) => length > least && length <= characters);
        assert.equal(lengths.length, places);
        assert.ok(Math.max(...lengths) > 0.7 * characters, `${Math.max(...lengths)} of ${characters} characters`);
      }
      for (let isFull = false; !isFull;) {
        app.clock.nowMs += BATCH_MS;
        const replies = await Promise.all(Array.from({ length: perSecond }, () => assign(shipment())));
        isFull = replies.some(({ status }) => status === 429);
        assert.ok(
          replies.every(({ status }) => status === 200 || status === 429),
          replies.find(({ status }) => status !== 200)?.text,
        );
      }
      const [record] = await app.store.page('assignments', null, 1);
      const length = JSON.stringify(record!.assignment).length;
      assert.ok(length > 0.97 * STORED_RECORD_BYTES && length <= STORED_RECORD_BYTES, `${length} bytes`);
      const added = bytes() - bytesBefore;
      console.log(
        `# ${((afterAnswers - bytesBefore) / 1e6).toFixed(1)} MB of kept answers, ${((bytes() - afterAnswers) / 1e6).toFixed(1)} MB of assignments`,
      );
      assert.ok(added < MOST_BYTES, `${added} bytes`);
    });

    it('ends with 429 for what would be stored, until midnight in India', async () => {
      app.clock.nowMs += BATCH_MS;
      const last = { ...shipment() };
      const charge = { charges: [{ type: 'cod', chargeType: 'flat', value: 1 }] };
      // 18:30 in UTC
      const midnight = Math.ceil((app.clock.nowMs + 1 + 19_800_000) / 86_400_000) * 86_400 - 19_800;
      for (const refused of [
        await assign(last),
        await assign(last, { 'idempotency-key': 'k' }),
        await app.post('/customer-charges/bulk', charge, ACME, { 'idempotency-key': 'k' }),
        // the history stores what it changes
        await app.post('/customer-charges/bulk', charge, ACME),
      ]) {
        assert.equal(refused.status, 429, refused.text);
        const { tier, limit, window, resetTime, retryAfter } = refused.json.error.details;
        assert.deepEqual(
          [refused.json.error.code, tier, limit, window, resetTime],
          ['RATE_LIMIT_EXCEEDED', 'TIER_1', recordsPerDay, 86_400, new Date(midnight * 1_000).toISOString()],
        );
        assert.deepEqual(
          ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after'].map(
            (name) => refused.headers[name],
          ),
          [recordsPerDay, 0, midnight, retryAfter].map(String),
        );
      }
      // what stores no record is answered
      assert.equal((await assign({ ...last, options: { createAssignmentRecord: false } })).status, 200);
      app.clock.nowMs = midnight * 1_000;
      assert.equal((await assign(last, { 'idempotency-key': 'k' })).status, 200);
      assert.equal((await assign(last, { 'idempotency-key': 'k' })).status, 200);
    });
  },
);
