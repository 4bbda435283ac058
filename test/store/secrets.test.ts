import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Credential } from '../../src/model/documents.js';
import { DecryptionError } from '../../src/store/sealing.js';
import { isPublicSecret, openSecrets, resealCredential, sealCredential } from '../../src/store/secrets.js';
import { fixtureDocuments } from './fixtures.js';

const credential = (): Credential => fixtureDocuments().credentials[1]!;
const PLAIN = [
  { version: 1, secret: 'fixture-old-secret', notAfterMs: Date.UTC(2030, 0, 1) },
  { version: 2, secret: 'fixture-new-secret', notAfterMs: null },
];

const withoutKeyIds = (sealed: Credential): Credential => ({
  ...sealed,
  secrets: sealed.secrets.map((secret) => ({
    ...secret,
    ciphertext: secret.ciphertext!.split('.').slice(0, 2).join('.'),
  })),
});

describe('credential secrets', () => {
  const keys = [randomBytes(32)];

  it('decrypt to what was encrypted, and the ciphertext does not contain the secret', () => {
    const sealed = sealCredential(credential(), keys);
    assert.ok(sealed.secrets.every(({ secret, ciphertext }) => secret === undefined && ciphertext !== undefined));
    assert.ok(!JSON.stringify(sealed).includes('fixture-'));
    assert.deepEqual(openSecrets(sealed, keys), PLAIN);
    assert.deepEqual(credential(), fixtureDocuments().credentials[1], 'the credential given is left alone');
  });

  it('never encrypt to the same bytes twice, and are not encrypted again', () => {
    const once = sealCredential(credential(), keys);
    assert.notEqual(sealCredential(credential(), keys).secrets[0]!.ciphertext, once.secrets[0]!.ciphertext);
    assert.deepEqual(sealCredential(once, keys), once);
  });

  it('stay in plain text without a key', () => {
    assert.deepEqual(sealCredential(credential(), []), credential());
    assert.deepEqual(openSecrets(credential(), []), PLAIN);
    assert.deepEqual(openSecrets(credential(), keys), PLAIN);
  });

  it('fail with a clear message when the key is wrong, missing or too short', () => {
    const sealed = sealCredential(credential(), keys);
    assert.throws(
      () => openSecrets(sealed, [randomBytes(32)]),
      /SECRETS_KEY does not open secret version 1 of partner credential swift-air/,
    );
    assert.throws(() => openSecrets(sealed, []), /SECRETS_KEY is not set/);
    assert.throws(() => openSecrets(sealed, [randomBytes(16)]), /16 bytes; it must have 32/);
    assert.throws(() => sealCredential(credential(), [randomBytes(33)]), /33 bytes/);
  });

  it('are encrypted under the first key, and decrypted under any', () => {
    const [fresh, old] = [randomBytes(32), randomBytes(32)];
    const underOld = sealCredential(credential(), [old]);
    assert.deepEqual(openSecrets(underOld, [fresh, old]), PLAIN);
    const underFresh = sealCredential(credential(), [fresh, old]);
    assert.deepEqual(openSecrets(underFresh, [fresh]), PLAIN);
    assert.throws(() => openSecrets(underFresh, [old]), DecryptionError);
    const keyIdsOf = ({ secrets }: Credential) => secrets.map(({ ciphertext }) => ciphertext!.split('.')[2]);
    assert.equal(new Set(keyIdsOf(underFresh)).size, 1);
    assert.notDeepEqual(keyIdsOf(underFresh), keyIdsOf(underOld));
  });

  it('of earlier releases, which do not name their key, are decrypted', () => {
    const sealed = withoutKeyIds(sealCredential(credential(), keys));
    assert.deepEqual(openSecrets(sealed, [randomBytes(32), ...keys]), PLAIN);
    assert.throws(() => openSecrets(sealed, [randomBytes(32)]), DecryptionError);
  });

  it('are encrypted again under the first key, unless they are already', () => {
    const [fresh, old] = [randomBytes(32), randomBytes(32)];
    const underOld = sealCredential(credential(), [old]);
    const [first, second] = underOld.secrets as [Credential['secrets'][number], Credential['secrets'][number]];
    const mixed: Credential = { ...underOld, secrets: [first, sealCredential(credential(), [fresh]).secrets[1]!] };
    for (const given of [underOld, mixed, withoutKeyIds(underOld), credential()]) {
      const resealed = resealCredential(given, [fresh, old]);
      assert.deepEqual(openSecrets(resealed, [fresh]), PLAIN);
      assert.equal(resealCredential(resealed, [fresh, old]), resealed);
    }
    assert.equal(resealCredential(mixed, [fresh, old]).secrets[1]!.ciphertext, mixed.secrets[1]!.ciphertext);
    assert.throws(() => resealCredential(underOld, [fresh]), DecryptionError);
    assert.deepEqual([first, second], underOld.secrets, 'the credential given is left alone');
  });

  it('cannot be decrypted under another id, kind or version', () => {
    const sealed = sealCredential(credential(), keys);
    const [first, second] = sealed.secrets as [Credential['secrets'][number], Credential['secrets'][number]];
    for (const moved of [
      { ...sealed, id: 'hill-carts' },
      { ...sealed, kind: 'service' as const },
      { ...sealed, secrets: [{ ...first, version: 3 }] },
      { ...sealed, secrets: [{ ...first, ciphertext: second.ciphertext }] },
    ])
      assert.throws(() => openSecrets(moved, keys), /does not open/);
  });

  it('cannot be decrypted when altered or truncated', () => {
    const sealed = sealCredential(credential(), keys);
    const bytes = Buffer.from(sealed.secrets[0]!.ciphertext!.split('.')[1]!, 'base64');
    const withCiphertext = (ciphertext: string): Credential => ({ ...sealed, secrets: [{ version: 1, ciphertext }] });
    for (let position = 0; position < bytes.length; position++) {
      const altered = Buffer.from(bytes);
      altered[position]! ^= 1;
      assert.throws(() => openSecrets(withCiphertext(`v1.${altered.toString('base64')}`), keys), /does not open/);
    }
    assert.throws(
      () => openSecrets(withCiphertext(`v1.${bytes.subarray(0, 20).toString('base64')}`), keys),
      /not in the form v1/,
    );
    assert.throws(() => openSecrets(withCiphertext(`v9.${bytes.toString('base64')}`), keys), /not in the form v1/);
  });

  it('knows the secrets of the demo dataset and of the examples', () => {
    assert.equal(isPublicSecret('demo-main-system-secret'), true);
    assert.equal(isPublicSecret('demo-bluekart-secret'), true);
    assert.equal(isPublicSecret('demo-secret'), false);
    assert.equal(isPublicSecret('x-demo-a-secret'), false);
    assert.equal(isPublicSecret('demo-a-secret2'), false);
    for (const secret of [
      'Demo-x-secret',
      'DEMO-X-SECRET',
      ' demo-x-secret\n',
      'change-me-to-a-long-random-secret',
      'Change-Me ',
    ]) {
      assert.equal(isPublicSecret(secret), true, secret);
    }
  });
});
