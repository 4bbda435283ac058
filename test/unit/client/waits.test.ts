/** The waits between the attempts of a request, without a node: nothing else here has timers. */
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { connect, getPincode } from '../../../src/client/main.js';

const TIMEOUT_MS = 30_000;

/** The waits in milliseconds of a request that never succeeds; they take no time here. */
async function waitsOf(t: TestContext, headers: Record<string, string>, random: () => number, retries: number) {
  const waits: number[] = [];
  const { setTimeout: usual } = globalThis;
  t.mock.method(globalThis, 'setTimeout', (callback: () => void, ms: number) => {
    if (ms !== TIMEOUT_MS) waits.push(ms);
    return usual(callback, ms === TIMEOUT_MS ? ms : 0);
  });
  t.mock.method(Math, 'random', random);
  const fetch = async (): Promise<Response> => new Response('{}', { status: 503, headers });
  const pinrate = connect({ url: 'http://node.example', service: 'a', secret: 'b', fetch, retries });
  await assert.rejects(getPincode(pinrate, '411001'), { status: 503 });
  return waits;
}

it('are at least Retry-After each, and 20 s at most in all', async (t) => {
  const waits = await waitsOf(t, { 'retry-after': '6' }, () => 0.999, 9);
  assert.equal(waits.length, 3);
  assert.ok(waits.every((ms) => ms > 6_000));
  assert.ok(waits.reduce((sum, ms) => sum + ms) <= 20_000);
});

it('are spread over a time that doubles', async (t) => {
  const parts = [0.5, 0.25, 0.75];
  assert.deepEqual(await waitsOf(t, {}, () => parts.shift()!, 3), [250, 250, 1_500]);
});

it('are none where the first Retry-After is longer than 20 s', async (t) => {
  assert.deepEqual(await waitsOf(t, { 'retry-after': '21' }, () => 0, 3), []);
});
