import type { ActiveSecret, FindCredential } from '../../src/caller.js';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DEMO_SERVICE } from '../../src/demo-service.js';
import { findDemoCredential } from '../../src/start/demo-credential.js';
import { activeCredential, secretOf } from '../support/front-end.js';

const CREDENTIAL = activeCredential({ kind: 'service', ...DEMO_SERVICE });
const having =
  (...secrets: ActiveSecret[]): FindCredential =>
  (kind, id) =>
    kind === 'service' && id === DEMO_SERVICE.id ? { ...CREDENTIAL, secrets } : undefined;

it('finds the demo credential by its public secret, as a key or as bytes, among others', () => {
  const asBytes = { key: Buffer.from(DEMO_SERVICE.secret), notAfterMs: null };
  assert.equal(findDemoCredential(having(secretOf(DEMO_SERVICE.secret))), DEMO_SERVICE);
  assert.equal(findDemoCredential(having(secretOf('another'), asBytes)), DEMO_SERVICE);
});

it('finds none where there is none, where its secret is another, and where its secret ends', () => {
  assert.equal(
    findDemoCredential(() => undefined),
    null,
  );
  assert.equal(findDemoCredential(having()), null);
  assert.equal(findDemoCredential(having(secretOf('another'), secretOf(`${DEMO_SERVICE.secret} `))), null);
  assert.equal(findDemoCredential(having(secretOf(DEMO_SERVICE.secret, 1_800_000_000_000))), null);
});
