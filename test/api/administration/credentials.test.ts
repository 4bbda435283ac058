/** Credentials, their secrets and the keys that encrypt them, over the API. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { CredentialView } from '../../../src/contract/credentials.js';
import { type Scope, SCOPES } from '../../../src/model/scopes.js';
import { IS_ON_MONGO, MAIN, partnerCredential, TestApp } from '../../support/app.js';
import type { ClientCredential, Reply } from '../../support/client.js';

let app: TestApp;
before(async () => {
  app = await TestApp.startDemo();
});
after(async () => {
  assert.deepEqual(app.errors, []);
  await app.close();
});

const service = (id: string, secret: string): ClientCredential => ({ kind: 'service', id, secret });
async function add(id: string, scopes?: Scope[]): Promise<ClientCredential> {
  const reply = await app.send('POST', '/credentials', {
    kind: 'service',
    id,
    tier: 'UNLIMITED',
    ...(scopes && { scopes }),
  });
  assert.equal(reply.status, 201, reply.text);
  return service(id, reply.json.data.secret);
}
const statusFor = async (credential: ClientCredential): Promise<number> =>
  (await app.get('/zones?limit=1', credential)).status;
const codeOf = ({ status, json }: Reply): unknown[] => [status, json.error?.code];
const listed = async (id: string) =>
  (await app.get('/credentials')).json.data.find((each: { id: string }) => each.id === id);

describe('a credential', () => {
  it('is added with a secret that is shown once and in nothing else', async () => {
    const made = await app.send('POST', '/credentials?note=till', { kind: 'service', id: 'till-1', tier: 'TIER_1' });
    assert.equal(made.status, 201, made.text);
    const { secret, ...view } = made.json.data;
    assert.match(secret, /^[A-Za-z0-9_-]{43}$/);
    assert.deepEqual(view, {
      kind: 'service',
      id: 'till-1',
      status: 'ACTIVE',
      tier: 'TIER_1',
      scopes: ['quote', 'assign', 'read', 'write'],
      requireBodyHash: false,
      secrets: [{ version: 1, notAfter: null }],
      lastUsed: null,
    });
    assert.deepEqual(Object.keys(view), Object.keys(CredentialView.properties));
    assert.equal(await statusFor(service('till-1', secret)), 200);
    const set = await app.get(`/changes/${made.json.changeId}`);
    assert.deepEqual(
      [set.json.data.note, set.json.data.collections, set.json.data.entries],
      ['till', ['credentials'], []],
    );
    const again = await app.send('POST', '/credentials', { kind: 'service', id: 'till-1', tier: 'TIER_1' });
    assert.deepEqual(codeOf(again), [409, 'ALREADY_EXISTS']);
    assert.ok(!(await app.get('/credentials')).text.includes(secret));
    if (!IS_ON_MONGO) assert.ok(!readFileSync(app.storeFile).includes(secret));
    const revert = await app.send('POST', `/changes/${made.json.changeId}/revert`);
    assert.deepEqual(codeOf(revert), [409, 'NOT_REVERTIBLE']);
  });

  it('has a secret that no Idempotency-Key keeps or shows again', async () => {
    const once = { 'idempotency-key': 'till-6' };
    const body = { kind: 'service', id: 'till-6', tier: 'TIER_1' };
    const made = await app.send('POST', '/credentials', body, MAIN, once);
    assert.equal(made.status, 201, made.text);
    const again = await app.send('POST', '/credentials', body, MAIN, once);
    assert.deepEqual(codeOf(again), [409, 'ALREADY_EXISTS']);
    const rotate = () => app.send('POST', '/credentials/service/till-6/rotate', { overlapSeconds: 0 }, MAIN, once);
    const [first, second] = [await rotate(), await rotate()];
    assert.equal(second.headers['idempotency-replayed'], undefined);
    const secrets = [made, first, second].map(({ json }) => json.data.secret as string);
    assert.equal(new Set(secrets).size, 3);
    assert.deepEqual(await Promise.all(secrets.map((secret) => statusFor(service('till-6', secret)))), [401, 401, 200]);
    if (IS_ON_MONGO) return;
    const file = readFileSync(app.storeFile);
    assert.deepEqual(
      secrets.filter((secret) => file.includes(secret)),
      [],
    );
  });

  it('is listed with the minute of its last request, which its ETag leaves out', async () => {
    const till = await add('till-2');
    const first = await app.get('/credentials');
    await statusFor(till);
    const { lastUsed } = await listed('till-2');
    assert.equal(lastUsed, new Date(Math.floor(app.clock.nowMs / 60_000) * 60_000).toISOString());
    assert.equal((await app.get('/credentials', MAIN, { 'if-none-match': first.headers.etag! })).status, 304);
    await app.send('PATCH', '/credentials/service/till-2', { tier: 'TIER_3' });
    assert.equal((await app.get('/credentials', MAIN, { 'if-none-match': first.headers.etag! })).status, 200);
  });

  it('has two valid secrets after a rotation, and then one', async () => {
    const old = await add('till-3');
    const rotated = await app.send('POST', '/credentials/service/till-3/rotate', { overlapSeconds: 60 });
    assert.equal(rotated.status, 200, rotated.text);
    const renewed = service('till-3', rotated.json.data.secret);
    assert.deepEqual(rotated.json.data.secrets, [
      { version: 1, notAfter: new Date(app.clock.nowMs + 60_000).toISOString() },
      { version: 2, notAfter: null },
    ]);
    assert.deepEqual([await statusFor(old), await statusFor(renewed)], [200, 200]);
    const running = await app.send('POST', '/credentials/service/till-3/rotate');
    assert.deepEqual(codeOf(running), [409, 'ROTATION_RUNNING']);
    const forced = await app.send('POST', '/credentials/service/till-3/rotate?force=true', { overlapSeconds: 60 });
    const third = service('till-3', forced.json.data.secret);
    assert.deepEqual([await statusFor(old), await statusFor(renewed), await statusFor(third)], [401, 200, 200]);
    app.clock.nowMs += 60_001;
    assert.deepEqual([await statusFor(renewed), await statusFor(third)], [401, 200]);
    const last = await app.send('POST', '/credentials/service/till-3/rotate', { overlapSeconds: 0 });
    assert.deepEqual([await statusFor(third), await statusFor(service('till-3', last.json.data.secret))], [401, 200]);
  });

  it('is revoked at once, and revived', async () => {
    const till = await add('till-4');
    const revoked = await app.send('POST', '/credentials/service/till-4/revoke');
    assert.deepEqual([revoked.status, revoked.json.data.status, await statusFor(till)], [200, 'INACTIVE', 401]);
    assert.equal((await app.send('POST', '/credentials/service/till-4/revoke')).json.changeId, null);
    await app.send('PATCH', '/credentials/service/till-4', { status: 'ACTIVE' });
    assert.equal(await statusFor(till), 200);
  });

  it('is changed in no other member than the four, whatever a body has', async () => {
    const till = await add('till-8');
    const stored = await app.store.get('credentials', 'service/till-8');
    const secrets = [{ version: 7, secret: 'chosen-by-somebody-0123456789', notAfter: null }];
    for (const body of [{ secrets }, { secrets: [] }, { kind: 'partner' }, { id: 'till-9' }]) {
      const reply = await app.send('PATCH', '/credentials/service/till-8', body);
      assert.deepEqual(codeOf(reply), [400, 'UNKNOWN_FIELD'], reply.text);
    }
    assert.deepEqual(await app.store.get('credentials', 'service/till-8'), stored);
    assert.deepEqual([await statusFor(till), await statusFor(service('till-8', secrets[0]!.secret))], [200, 401]);
  });

  it('is left as it is by a dry run, which makes no secret', async () => {
    const till = await add('till-5');
    const former = await listed('till-5');
    const dry = await app.send('POST', '/credentials/service/till-5/rotate?dryRun=true', { overlapSeconds: 0 });
    assert.deepEqual([dry.status, dry.json.data.secret, dry.json.changeId], [200, null, null]);
    assert.equal((await app.send('POST', '/credentials/service/till-5/revoke?dryRun=true')).status, 200);
    assert.deepEqual(
      [await statusFor(till), await listed('till-5')],
      [200, { ...former, lastUsed: (await listed('till-5')).lastUsed }],
    );
  });
});

describe('what may not be', () => {
  it('is refused: scopes that the caller lacks, and those of services for a partner', async () => {
    const clerk = await add('clerk', ['admin', 'read']);
    const grant = (scopes: Scope[]) =>
      app.send('POST', '/credentials', { kind: 'service', id: 'other', tier: 'TIER_1', scopes }, clerk);
    assert.deepEqual((await grant(['read', 'manage'])).json.error.details, { missingScope: 'manage' });
    assert.equal((await grant(['read'])).status, 201);
    const more = await app.send('PATCH', '/credentials/service/other', { scopes: ['read', 'write'] }, clerk);
    assert.deepEqual([more.status, more.json.error.details], [403, { missingScope: 'write' }]);
    const rotated = await app.send('POST', '/credentials/service/main-system/rotate', '', clerk);
    assert.deepEqual([rotated.status, rotated.json.error.details], [403, { missingScope: 'quote' }]);
    const byDefault = await app.send('POST', '/credentials', { kind: 'service', id: 'more', tier: 'TIER_1' }, clerk);
    assert.deepEqual([byDefault.status, byDefault.json.error.details], [403, { missingScope: 'quote' }]);
    const partner = await app.send('PATCH', '/credentials/partner/dharaline-surface', { scopes: ['read', 'admin'] });
    assert.deepEqual([partner.status, partner.json.error.details[0].field], [400, 'scopes[1]']);
    const nobody = await app.send('POST', '/credentials', { kind: 'partner', id: 'nobody-at-all', tier: 'TIER_1' });
    assert.deepEqual([nobody.status, nobody.json.error.details[0].field], [400, 'id']);
    const bad = await app.send('POST', '/credentials', { kind: 'service', id: 'a b', tier: 'TIER_1' });
    assert.deepEqual([bad.status, bad.json.error.details[0].field], [400, 'id']);
  });

  it('is refused: a caller without the scope admin, and a request whose body is not signed', async () => {
    const reader = await add('reader', ['read', 'manage']);
    for (const credential of [reader, partnerCredential('dharaline-surface')])
      for (const [method, path] of [
        ['GET', '/credentials'],
        ['POST', '/credentials'],
        ['PATCH', '/credentials/service/reader'],
        ['POST', '/credentials/service/reader/rotate'],
        ['POST', '/credentials/service/main-system/revoke'],
        ['POST', '/admin/rekey'],
        ['POST', '/admin/backup'],
      ] as const) {
        const reply = await app.send(method, path, '', credential);
        assert.deepEqual([reply.status, reply.json.error.details], [403, { missingScope: 'admin' }], path);
      }
    const unsigned = await app.post('/credentials/service/reader/revoke', '');
    assert.equal(unsigned.json.error.details.reason, 'BODY_HASH_REQUIRED');
    assert.deepEqual(codeOf(await app.send('POST', '/credentials/service/nobody/revoke')), [404, 'DOCUMENT_NOT_FOUND']);
  });

  it('is refused: that no admin is left, even when two try at once', async () => {
    const one = await add('admin-1', [...SCOPES]);
    for (const { id, scopes, status } of (await app.get('/credentials')).json.data)
      if (id !== 'admin-1' && id !== 'main-system' && status === 'ACTIVE' && scopes.includes('admin'))
        await app.send('POST', `/credentials/service/${id}/revoke`);
    const both = await Promise.all([
      app.send('POST', '/credentials/service/main-system/revoke', '', one),
      app.send('PATCH', '/credentials/service/admin-1', { scopes: ['read'] }, MAIN),
    ]);
    const outcomes = both.map((reply) => (reply.status === 200 ? 'done' : String(codeOf(reply)[1]))).sort();
    assert.deepEqual(outcomes, ['LAST_ADMIN', 'done']);
    // the other one goes on
    const left = both[0].status === 200 ? one : MAIN;
    const key = `service/${left.id}`;
    assert.deepEqual(codeOf(await app.send('POST', `/credentials/${key}/revoke`, '', left)), [409, 'LAST_ADMIN']);
    const demoted = await app.send('PATCH', `/credentials/${key}`, { status: 'INACTIVE' }, left);
    assert.deepEqual(codeOf(demoted), [409, 'LAST_ADMIN']);
    await app.send('PATCH', '/credentials/service/main-system', { status: 'ACTIVE' }, left);
    assert.equal((await app.get('/credentials')).status, 200);
  });
});

describe('a change of SECRETS_KEY', () => {
  it('encrypts credentials and the history again, and then the old key may go', async () => {
    const own = await TestApp.startFixture();
    try {
      const key = (text: string) => createHash('sha256').update(text).digest();
      const made = await own.send('POST', '/credentials', { kind: 'service', id: 'till', tier: 'TIER_1' });
      const till = service('till', made.json.data.secret);
      const path = '/documents/partners/swift-air';
      const former = (await own.get(path)).json.data;
      const patch = await own.send('PATCH', path, { contact: { name: 'Other' } });
      const [old] = own.secretsKeys;
      own.secretsKeys = [key('new'), old!];
      await own.restart();
      const rekeyed = await own.send('POST', '/admin/rekey');
      assert.equal(rekeyed.status, 200, rekeyed.text);
      const { resealed, left } = rekeyed.json.data;
      // every credential, the part with the contact, and the key of quote tokens
      assert.deepEqual([resealed, left], [(await own.get('/credentials')).json.data.length + 2, 0]);
      assert.deepEqual((await own.send('POST', '/admin/rekey')).json.data, { resealed: 0, left: 0 });
      own.secretsKeys = [key('new')];
      await own.restart();
      assert.equal((await own.get('/zones?limit=1', till)).status, 200);
      assert.equal((await own.send('POST', `/changes/${patch.json.changeId}/revert`)).status, 200);
      assert.deepEqual((await own.get(path)).json.data, former);
      own.secretsKeys = [];
      assert.deepEqual(own.errors, []);
    } finally {
      await own.close();
    }
  });
});
