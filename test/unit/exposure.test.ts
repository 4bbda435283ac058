import assert from 'node:assert/strict';
import { it } from 'node:test';
import { exposedCredentials, isLoopback } from '../../src/start/exposure.js';
import { activeCredential, PARTNER, secretOf, SERVICE } from '../support/front-end.js';

const NOW_MS = 1_790_000_000_000;

it('knows the hosts that only this machine reaches', () => {
  const own = ['127.0.0.1', '127.1.2.3', '::1', '0:0::1', '::ffff:127.0.0.1', 'localhost', 'LocalHost'];
  const others = ['0.0.0.0', '::', '192.168.0.1', '128.0.0.1', 'fe80::1', 'shop.example', 'localhost.example'];
  for (const host of own) assert.equal(isLoopback(host), true, host);
  for (const host of others) assert.equal(isLoopback(host), false, host);
});

it('counts credentials with a public secret that is valid, on other hosts only', () => {
  const having = (text: string, notAfterMs: number | null = null) =>
    activeCredential(PARTNER, { secrets: [secretOf('own'), secretOf(text, notAfterMs)] });
  const key = Buffer.from('demo-bluekart-secret');
  const asBytes = activeCredential(PARTNER, { secrets: [{ key, notAfterMs: null }] });
  const exposed = [having('demo-main-system-secret'), having('demo-x-secret', NOW_MS), asBytes];
  const others = [activeCredential(SERVICE), having('demo-x-secret', NOW_MS - 1), having('demo')];
  assert.equal(exposedCredentials('0.0.0.0', [...exposed, ...others], NOW_MS), 3);
  assert.equal(exposedCredentials('0.0.0.0', others, NOW_MS), 0);
  assert.equal(exposedCredentials('127.0.0.1', exposed, NOW_MS), 0);
});
