/**
 * What a whole node counts: its questions, whichever thread answers them, its assignments, and callers that it does
 * not know.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { readConfig } from '../../src/config.js';
import { PACKAGE_VERSION } from '../../src/package-root.js';
import { welcomeOf } from '../../src/start/welcome.js';
import { assignment, availability, charges, fullWorld } from '../api/questions/fixture.js';
import { MAIN, PATHS, TestApp } from '../support/app.js';
import { request, sign } from '../support/client.js';

/** The series of a metric that are above 0, without its name. */
async function seriesOf(app: TestApp, name: string): Promise<Record<string, number>> {
  const { text } = await request({ port: app.port, path: '/metrics' });
  const lines = [...text.matchAll(new RegExp(`^${name}\\{(.*)\\} (\\S+)$`, 'gm'))];
  return Object.fromEntries(
    lines.map(([, labels, value]) => [labels!, Number(value)] as const).filter(([, value]) => value > 0),
  );
}

for (const answersInline of [true, false]) {
  describe(`a node that answers ${answersInline ? 'cheap questions on its main thread' : 'on its threads alone'}`, () => {
    let app: TestApp;
    before(async () => {
      const world = fullWorld();
      world.credentials[1]!.tier = 'TIER_1';
      app = await TestApp.start(world, { answersInline });
    });
    after(() => app.close());

    it('counts what questions came to, and the assignments that it made', async () => {
      await app.ask('charges', charges());
      await app.ask('charges', charges({ weight: 30_001 }));
      await app.ask('charges', '{');
      await app.ask('availability', availability());
      await app.ask('availability', availability({ weight: 30_001 }));
      // the second repeats the first, the third differs from it
      for (let times = 0; times < 2; times++) await app.ask('assignment', assignment('S-1'));
      await app.ask('assignment', assignment('S-1', { shipmentDetails: { weight: 1_300 } }));
      await app.ask('assignment', assignment('S-2', { assignmentPreferences: { assignmentStrategy: 'FASTEST' } }));
      await app.ask('assignment', assignment('S-3', { options: { createAssignmentRecord: false } }));
      await app.ask('assignment', assignment('S-4', { shipmentDetails: { weight: 30_001 } }));
      assert.deepEqual(await seriesOf(app, 'pinrate_questions_total'), {
        'question="charges",outcome="offered",reason=""': 1,
        'question="charges",outcome="refused",reason="WEIGHT_EXCEEDED"': 1,
        'question="charges",outcome="failed",reason="MALFORMED_JSON"': 1,
        'question="availability",outcome="offered",reason=""': 1,
        'question="availability",outcome="refused",reason="WEIGHT_EXCEEDED"': 1,
        'question="assignment",outcome="offered",reason=""': 4,
        'question="assignment",outcome="refused",reason="WEIGHT_EXCEEDED"': 1,
        'question="assignment",outcome="failed",reason="SHIPMENT_ALREADY_ASSIGNED"': 1,
      });
      assert.deepEqual(await seriesOf(app, 'pinrate_assignments_total'), {
        'partner="acme",strategy="CHEAPEST"': 1,
        'partner="bolt",strategy="FASTEST"': 1,
      });
    });

    it('counts why callers were not authenticated, and has none of what they sent in a label', async () => {
      const clock = { nowSeconds: Math.floor(app.clock.nowMs / 1_000) };
      const path = '/api/v1/cities';
      const get = (headers: Record<string, string>) => request({ port: app.port, path, headers });
      const signed = sign('GET', path, MAIN, clock);
      await get({});
      await get({ ...signed, 'x-partner-id': 'acme' });
      await get({ ...signed, 'x-timestamp': '1' });
      await get(sign('GET', path, { ...MAIN, id: 'stranger-1' }, clock));
      await get(sign('GET', path, { ...MAIN, secret: 'wrong-1' }, clock));
      const hashed = { ...clock, contentSha256: createHash('sha256').update('another').digest('hex') };
      const headers = { 'content-type': 'application/json', ...sign('POST', PATHS.charges, MAIN, hashed) };
      const posted = await request({ port: app.port, method: 'POST', path: PATHS.charges, body: '{}', headers });
      assert.equal(posted.status, 401);
      assert.deepEqual(await seriesOf(app, 'pinrate_authentication_failures_total'), {
        'reason="MISSING_HEADERS"': 1,
        'reason="BOTH_IDS"': 1,
        'reason="TIMESTAMP_OUT_OF_RANGE"': 1,
        'reason="UNKNOWN_CREDENTIAL"': 1,
        'reason="SIGNATURE_MISMATCH"': 1,
        'reason="BODY_HASH_MISMATCH"': 1,
      });
      const { text } = await request({ port: app.port, path: '/metrics' });
      assert.doesNotMatch(text, /stranger-1|wrong-1|secret/);
    });

    it('says what runs, how much of an allowance is used, and that the index lacks nothing', async () => {
      const acme = { kind: 'partner', id: 'acme', secret: 'demo-acme-secret' } as const;
      assert.equal((await app.ask('charges', charges({ partnerId: undefined }), acme)).status, 200);
      const allowances = await seriesOf(app, 'pinrate_credential_allowance_used_ratio');
      assert.deepEqual(Object.keys(allowances), ['kind="partner",credential="acme"']);
      const [build] = Object.keys(await seriesOf(app, 'pinrate_build_info'));
      assert.match(
        build!,
        new RegExp(
          `^version="${PACKAGE_VERSION}",node="${process.versions.node}",store="(lmdb|mongodb)",uws="[a-zA-Z.-]+"$`,
        ),
      );
      await app.app.settled();
      const { text } = await request({ port: app.port, path: '/metrics' });
      assert.match(text, /^pinrate_index_lag_seconds 0$/m);
    });
  });
}

it('does not count what it asks itself for its welcome, nor has its impact', async (t) => {
  const app = await TestApp.startDemo({ now: new Date() });
  t.after(() => app.close());
  const welcome = async (env: Record<string, string>): Promise<string> => {
    const read = readConfig(env);
    assert.ok(read.ok);
    return welcomeOf(app.app, read.config, 0);
  };
  assert.match(await welcome({}), /^Data {9}the demo of data\/demo;/m);
  assert.doesNotMatch(await welcome({ DATASET: 'other' }), /the demo of/);
  assert.deepEqual(await seriesOf(app, 'pinrate_questions_total'), {});
  const levy = { id: 900_001, partnerId: null, code: 'LEVY', label: 'Levy', basis: 'FLAT', value: 1, order: 950 };
  const { json } = await app.apply([{ collection: 'surcharges', document: { ...levy, status: true } }], '?dryRun=true');
  assert.equal(json.data.impact.sampled, 0);
});
