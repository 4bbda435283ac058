/** No change of credentials leaves a scope that an admin could grant to nobody. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type Scope, SCOPES } from '../../../src/model/scopes.js';
import { MAIN, TestApp } from '../../support/app.js';
import type { ClientCredential, Reply } from '../../support/client.js';

let app: TestApp;
before(async () => {
  app = await TestApp.startFixture();
});
after(async () => {
  assert.deepEqual(app.errors, []);
  await app.close();
});
beforeEach(async () => {
  for (const { kind, id } of (await app.get('/credentials')).json.data as { kind: string; id: string }[])
    if (kind === 'service' && id !== MAIN.id) await app.send('POST', `/credentials/service/${id}/revoke`);
});

let made = 0;
async function add(scopes: readonly Scope[]): Promise<ClientCredential> {
  const id = `service-${made++}`;
  const { json } = await app.send('POST', '/credentials', { kind: 'service', id, tier: 'UNLIMITED', scopes });
  return { kind: 'service', id, secret: json.data.secret };
}
const revoke = (id: string, by: ClientCredential, query = ''): Promise<Reply> =>
  app.send('POST', `/credentials/service/${id}/revoke${query}`, '', by);
const patch = (id: string, body: object, by: ClientCredential): Promise<Reply> =>
  app.send('PATCH', `/credentials/service/${id}`, body, by);
const refusalOf = ({ status, json }: Reply): unknown[] => [status, json.error?.code, json.error?.details];
const lacks = (scope: Scope): unknown[] => [409, 'LAST_ADMIN', { scope }];

describe('the last admin that has a scope', () => {
  it('is not revoked by an admin that lacks it', async () => {
    const robot = await add(['admin']);
    for (const query of ['', '?dryRun=true']) {
      const reply = await revoke(MAIN.id, robot, query);
      assert.deepEqual(refusalOf(reply), lacks('manage'));
      assert.match(reply.json.error.message, /scope manage/);
    }
    assert.deepEqual(refusalOf(await patch(MAIN.id, { status: 'INACTIVE' }, robot)), lacks('manage'));
    assert.deepEqual(refusalOf(await patch(MAIN.id, { scopes: ['admin'] }, robot)), lacks('manage'));
    assert.equal((await app.get('/credentials')).status, 200);
  });

  it('is not revoked by itself either, and a scope of others that are no admins does not count', async () => {
    await add(['admin', 'manage', 'quote']);
    await add(SCOPES.filter((scope) => scope !== 'admin'));
    assert.deepEqual(refusalOf(await revoke(MAIN.id, MAIN)), lacks('write'));
  });

  for (const scope of SCOPES) {
    it(`keeps ${scope}, which the other admin lacks`, async () => {
      const others = SCOPES.filter((each) => each !== scope);
      const other = await add(others);
      const reply = await patch(MAIN.id, { scopes: others }, scope === 'admin' ? MAIN : other);
      assert.deepEqual(refusalOf(reply), lacks(scope));
    });
  }

  it('is kept when two admins with a scope end each other at once', async () => {
    const one = await add(['admin', 'manage']);
    const two = await add(['admin', 'manage']);
    assert.equal((await patch(MAIN.id, { scopes: SCOPES.filter((scope) => scope !== 'manage') }, MAIN)).status, 200);
    const both = await Promise.all([revoke(two.id, one), revoke(one.id, two)]);
    const refused = both.filter(({ status }) => status !== 200);
    // the second may also be too late to be let in
    assert.equal(refused.length, 1);
    assert.ok([401, 409].includes(refused[0]!.status), refused[0]!.text);
    const left = both[0].status === 200 ? one : two;
    assert.deepEqual(refusalOf(await revoke(left.id, MAIN)), lacks('manage'));
    assert.equal((await patch(MAIN.id, { scopes: SCOPES }, left)).status, 200);
  });

  it('may go when others have each of its scopes between them', async () => {
    const half = await add(['admin', 'quote', 'assign', 'read']);
    await add(['admin', 'write', 'manage']);
    assert.equal((await revoke(MAIN.id, half)).status, 200);
    // each is now the only one with what it has
    assert.deepEqual(refusalOf(await revoke(half.id, half)), lacks('read'));
  });
});
