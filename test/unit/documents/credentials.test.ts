import type { ActiveCredential } from '../../../src/caller.js';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { Credentials } from '../../../src/control/documents/credentials.js';
import type { Credential } from '../../../src/model/documents.js';
import { sealCredential } from '../../../src/store/secrets.js';

const KEY = randomBytes(32);
const document = (fields: Partial<Credential> = {}): Credential => ({
  id: 'main-system',
  kind: 'service',
  tier: 'UNLIMITED',
  status: 'ACTIVE',
  secrets: [{ version: 1, secret: 'first' }],
  ...fields,
});
const filled = (documents: Credential[], keys: Buffer[] = []): Credentials => {
  const credentials = new Credentials(keys);
  credentials.replace(documents);
  return credentials;
};
const secretsOf = (credential: ActiveCredential | undefined) =>
  credential?.secrets.map(({ key }) => (Buffer.isBuffer(key) ? key : key.export()).toString());

describe('Credentials', () => {
  it('finds by kind and id', () => {
    const credentials = filled([
      document(),
      document({ kind: 'partner', id: 'acme', tier: 'TIER_1', requireBodyHash: true }),
    ]);
    const service = credentials.find('service', 'main-system');
    assert.deepEqual(
      [service?.kind, service?.id, service?.tier, service?.requireBodyHash],
      ['service', 'main-system', 'UNLIMITED', false],
    );
    assert.equal(credentials.find('partner', 'acme')?.requireBodyHash, true);
    for (const [kind, id] of [
      ['partner', 'main-system'],
      ['service', 'acme'],
      ['service', ''],
      ['service', 'MAIN-SYSTEM'],
    ] as const)
      assert.equal(credentials.find(kind, id), undefined);
  });

  it('does not confuse a kind with an id that contains a separator', () => {
    const credentials = filled([document({ kind: 'service', id: 'partner/acme' })]);
    assert.equal(credentials.find('partner', 'acme'), undefined);
    assert.equal(credentials.find('service', 'partner/acme')?.id, 'partner/acme');
    for (const id of ['__proto__', 'constructor']) assert.equal(credentials.find('service', id), undefined);
  });

  it('finds nothing that is inactive, with either form of status', () => {
    const found = (status: Credential['status']) =>
      filled([document({ status })]).find('service', 'main-system') !== undefined;
    assert.deepEqual([found('ACTIVE'), found(true), found('INACTIVE'), found(false)], [true, true, false, false]);
  });

  it('has all secrets, with their expiry', () => {
    const credentials = filled([
      document({
        secrets: [
          { version: 1, secret: 'old', notAfter: '2026-01-01T00:00:00.000Z' },
          { version: 2, secret: 'नया', notAfter: null },
        ],
      }),
    ]);
    const credential = credentials.find('service', 'main-system');
    assert.deepEqual(secretsOf(credential), ['old', 'नया']);
    assert.deepEqual(
      credential?.secrets.map(({ notAfterMs }) => notAfterMs),
      [Date.parse('2026-01-01T00:00:00.000Z'), null],
    );
  });

  it('decrypts encrypted secrets', () => {
    const sealed = sealCredential(document(), [KEY]);
    assert.equal(JSON.stringify(sealed).includes('first'), false);
    assert.deepEqual(secretsOf(filled([sealed], [KEY]).find('service', 'main-system')), ['first']);
  });

  it('reports one that it cannot decrypt by name, and adopts the others', () => {
    const credentials = filled([document(), document({ id: 'leaver' })], [KEY]);
    const foreign = sealCredential(document({ id: 'other' }), [randomBytes(32)]);
    assert.throws(
      () =>
        credentials.replace([document({ tier: 'TIER_1' }), foreign, document({ id: 'leaver', status: 'INACTIVE' })]),
      /service credential other/,
    );
    assert.equal(credentials.find('service', 'main-system')?.tier, 'TIER_1');
    assert.equal(credentials.find('service', 'other'), undefined);
    assert.deepEqual(credentials.refused, { count: 1, unopened: 1, withoutGoodVersion: 1 });
    assert.equal(
      credentials.find('service', 'leaver'),
      undefined,
      'a revoked one is removed, whatever is wrong with another',
    );
  });

  it('keeps the last version of one while its new version cannot be decrypted', () => {
    const credentials = filled([document()], [KEY]);
    const held = credentials.find('service', 'main-system');
    const unreadable = sealCredential(document(), [randomBytes(32)]);
    for (let attempt = 0; attempt < 2; attempt++) {
      assert.throws(() => credentials.replace([unreadable]), /service credential main-system/);
      assert.equal(credentials.find('service', 'main-system'), held);
      assert.deepEqual(credentials.refused, { count: 1, unopened: 1, withoutGoodVersion: 0 });
    }
    credentials.replace([sealCredential(document({ tier: 'TIER_2' }), [KEY])]);
    assert.equal(credentials.find('service', 'main-system')?.tier, 'TIER_2');
    assert.deepEqual(credentials.refused, { count: 0, unopened: 0, withoutGoodVersion: 0 });
  });

  it('does not decrypt inactive ones, so these cannot fail', () => {
    const foreign = sealCredential(document({ id: 'other', status: false }), [randomBytes(32)]);
    assert.equal(filled([document(), foreign], [KEY]).find('service', 'other'), undefined);
  });

  it('forgets one that is deleted or becomes inactive', () => {
    const credentials = filled([document(), document({ id: 'second' })]);
    credentials.replace([document({ status: 'INACTIVE' })]);
    assert.deepEqual(
      [credentials.find('service', 'main-system'), credentials.find('service', 'second')],
      [undefined, undefined],
    );
  });
});

describe('the identity of a credential', () => {
  it('stays the same while its document is equal', () => {
    const credentials = filled([document(), document({ id: 'other' })]);
    const held = credentials.find('service', 'main-system');
    credentials.replace([
      document({ id: 'other', tier: 'TIER_2' }),
      Object.fromEntries(Object.entries(document()).reverse()) as Credential,
    ]);
    assert.equal(credentials.find('service', 'main-system'), held);
    assert.notEqual(credentials.find('service', 'other'), undefined);
  });

  it('is different after any change, also after the change back', () => {
    const changes: Partial<Credential>[] = [
      { tier: 'TIER_1' },
      { requireBodyHash: true },
      { secrets: [{ version: 1, secret: 'second' }] },
      { secrets: [{ version: 1, secret: 'first', notAfter: '2030-01-01T00:00:00.000Z' }] },
      {
        secrets: [
          { version: 1, secret: 'first' },
          { version: 2, secret: 'second' },
        ],
      },
    ];
    for (const change of changes) {
      const credentials = filled([document()]);
      const held = credentials.find('service', 'main-system');
      credentials.replace([document(change)]);
      const changed = credentials.find('service', 'main-system');
      credentials.replace([document()]);
      const back = credentials.find('service', 'main-system');
      assert.equal(new Set([held, changed, back]).size, 3, JSON.stringify(change));
    }
  });
});
