import assert from 'node:assert/strict';
import { it } from 'node:test';
import { check } from '../../src/check.js';
import { COMPONENT_CHECK_TIMEOUT_MS } from '../../src/limits/http.js';

const now = (): number => 1_790_000_000_000;

it('a component is up if it says so in time, and down if it says no, fails, or says nothing', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const isUp = async (asked: Promise<boolean>): Promise<boolean> => (await check(asked, now)).isUp;
  assert.equal(await isUp(Promise.resolve(true)), true);
  assert.equal(await isUp(Promise.resolve(false)), false);
  assert.equal(await isUp(Promise.reject(new Error('away'))), false);

  let answered: boolean | null = null;
  const silent = isUp(new Promise(() => {})).then((up) => (answered = up));
  t.mock.timers.tick(COMPONENT_CHECK_TIMEOUT_MS - 1);
  await new Promise(setImmediate);
  assert.equal(answered, null);
  t.mock.timers.tick(1);
  assert.equal(await silent, false);
});

it('a check says when it ended and how long it took', async (t) => {
  let clockMs = 100;
  t.mock.method(performance, 'now', () => clockMs);
  const answered = new Promise<boolean>((resolve) =>
    setImmediate(() => {
      clockMs += 20;
      resolve(true);
    }),
  );
  assert.deepEqual(await check(answered, now), { isUp: true, tookMs: 20, atMs: 1_790_000_000_000 });
});
