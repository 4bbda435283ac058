import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import {
  RATE_TIERS,
  UNSIGNED_BURST_PER_SECOND,
  UNSIGNED_REQUESTS_PER_WINDOW,
} from '../../../src/limits/rate-limits.js';
import { addressKey } from '../../../src/http/address.js';
import { FixedWindows, SECOND_FULL, WINDOW_FULL } from '../../../src/rate-limits/fixed-windows.js';
import { AddressLimiter } from '../../../src/rate-limits/limiters.js';
import { post, request, type Reply } from '../../support/client.js';
import {
  CHARGES,
  PARTNER,
  SERVICE,
  activeCredential,
  startFrontEnd,
  type TestFrontEnd,
} from '../../support/front-end.js';

const TIER_1 = RATE_TIERS.TIER_1;

describe('rate limits', () => {
  let server: TestFrontEnd;
  before(async () => {
    server = await startFrontEnd();
  });
  after(() => server.frontEnd.close(0));
  beforeEach(() => {
    // the beginning of a fresh window
    server.clock.nowMs = (Math.floor(server.clock.nowMs / 60_000) + 1) * 60_000;
    server.setCredential(activeCredential(PARTNER, { tier: 'TIER_1' }));
    server.setCredential(activeCredential(SERVICE));
  });

  const ask = (credential = PARTNER): Promise<Reply> => post(server.port, CHARGES, credential, '{}', server.signing());
  const unsigned = (): Promise<Reply> => request({ port: server.port, path: '/nowhere' });

  async function spend(times: number): Promise<void> {
    for (let i = 0; i < times; i++) assert.equal((await ask()).status, 200);
  }

  it('reports the rest of the window', async () => {
    const windowEnds = server.clock.nowMs / 1000 + 60;
    for (const remaining of [TIER_1.perWindow - 1, TIER_1.perWindow - 2]) {
      const { status, headers } = await ask();
      assert.equal(status, 200);
      assert.equal(headers['x-ratelimit-limit'], String(TIER_1.perWindow));
      assert.equal(headers['x-ratelimit-remaining'], String(remaining));
      assert.equal(headers['x-ratelimit-reset'], String(windowEnds));
      assert.equal(headers['retry-after'], undefined);
    }
  });

  it('refuses the request beyond the burst, until the next second', async () => {
    await spend(TIER_1.perSecond);
    const refused = await ask();
    const second = server.clock.nowMs / 1000;
    assert.equal(refused.status, 429);
    assert.equal(refused.json.error.code, 'RATE_LIMIT_EXCEEDED');
    assert.deepEqual(refused.json.error.details, {
      tier: 'TIER_1',
      limit: TIER_1.perSecond,
      window: 1,
      resetTime: new Date((second + 1) * 1000).toISOString(),
      retryAfter: 1,
    });
    assert.equal(refused.headers['x-ratelimit-limit'], String(TIER_1.perSecond));
    assert.equal(refused.headers['x-ratelimit-remaining'], '0');
    assert.equal(refused.headers['x-ratelimit-reset'], String(second + 1));
    assert.equal(refused.headers['retry-after'], '1');
    server.clock.nowMs += 999;
    assert.equal((await ask()).status, 429);
    server.clock.nowMs += 1;
    const next = await ask();
    assert.equal(next.status, 200);
    assert.equal(next.headers['x-ratelimit-remaining'], String(TIER_1.perWindow - TIER_1.perSecond - 1));
  });

  it('refuses the request beyond the window, until the next window', async () => {
    const windowStart = server.clock.nowMs;
    for (let spent = 0; spent < TIER_1.perWindow; spent += TIER_1.perSecond) {
      await spend(TIER_1.perSecond);
      server.clock.nowMs += 1_000;
    }
    server.clock.nowMs = windowStart + 59_500;
    const refused = await ask();
    assert.equal(refused.status, 429);
    assert.deepEqual(refused.json.error.details, {
      tier: 'TIER_1',
      limit: TIER_1.perWindow,
      window: 60,
      resetTime: new Date(windowStart + 60_000).toISOString(),
      retryAfter: 1,
    });
    server.clock.nowMs = windowStart + 60_000;
    assert.equal((await ask()).headers['x-ratelimit-remaining'], String(TIER_1.perWindow - 1));
  });

  it('counts each credential separately, also through a rotation of its secrets', async () => {
    const other = { kind: 'partner' as const, id: 'other', secret: 's' };
    const sameIdService = { kind: 'service' as const, id: PARTNER.id, secret: 's' };
    server.setCredential(activeCredential(other, { tier: 'TIER_1' }));
    server.setCredential(activeCredential(sameIdService, { tier: 'TIER_1' }));
    await spend(TIER_1.perSecond);
    assert.equal((await ask()).status, 429);
    assert.equal((await ask(other)).status, 200);
    assert.equal((await ask(sameIdService)).status, 200);
    server.setCredential(activeCredential(PARTNER, { tier: 'TIER_1' }));
    assert.equal((await ask()).status, 429);
  });

  it('does not limit the UNLIMITED tier, whose answers carry no limit headers', async () => {
    for (let i = 0; i < 2 * TIER_1.perSecond; i++) {
      const { status, headers } = await ask(SERVICE);
      assert.equal(status, 200);
      assert.deepEqual(
        Object.keys(headers).filter((name) => name.startsWith('x-ratelimit')),
        [],
      );
    }
  });

  it('never counts a request with a wrong signature against the id that it names', async () => {
    for (let i = 0; i < TIER_1.perSecond + 5; i++) await ask({ ...PARTNER, secret: 'guess' });
    assert.equal((await ask()).headers['x-ratelimit-remaining'], String(TIER_1.perWindow - 1));
  });

  it('limits unsigned traffic by address, but not signed traffic and probes of that address', async () => {
    const statuses = await Promise.all(
      Array.from({ length: UNSIGNED_BURST_PER_SECOND + 10 }, async () => (await unsigned()).status),
    );
    assert.deepEqual([...new Set(statuses)].sort(), [404, 429]);
    assert.equal(statuses.filter((status) => status === 429).length, 10);
    const refused = await ask({ ...PARTNER, secret: 'guess' });
    assert.equal(refused.status, 429);
    assert.equal(refused.json.error.details.tier, 'UNSIGNED');
    assert.equal(refused.headers['retry-after'], '1');
    assert.equal((await ask()).status, 200);
    assert.equal((await request({ port: server.port, path: '/health/live' })).status, 200);
    assert.equal((await request({ port: server.port, path: '/health' })).status, 200);
    server.clock.nowMs += 1_000;
    assert.equal((await unsigned()).status, 404);
  });

  it('limits the open routes by address too, but not the probes', async () => {
    const info = async (): Promise<number> => (await request({ port: server.port, path: '/health/info' })).status;
    for (let i = 0; i < UNSIGNED_BURST_PER_SECOND; i++) assert.equal(await info(), 200);
    assert.equal(await info(), 429);
    for (let i = 0; i < 5; i++) assert.equal((await request({ port: server.port, path: '/health/ready' })).status, 200);
    const metrics = await server.metrics.registry.getSingleMetricAsString('pinrate_rate_limited_total');
    assert.match(metrics, /pinrate_rate_limited_total\{tier="UNSIGNED"\} \d+/);
  });
});

describe('fixed windows', () => {
  const allowance = { perWindow: 3, perSecond: 2 };

  it('count only admitted requests', () => {
    const windows = new FixedWindows(10);
    const count = (nowMs: number): number => windows.count('a', allowance, nowMs);
    assert.deepEqual(
      [count(0), count(1), count(2), count(3), count(1_000), count(1_001), count(59_999), count(60_000)],
      [1, 2, SECOND_FULL, SECOND_FULL, 3, WINDOW_FULL, WINDOW_FULL, 1],
    );
  });

  it('drop all keys when there are more than they may hold', () => {
    const windows = new FixedWindows(2);
    for (const key of ['a', 'a', 'b']) windows.count(key, allowance, 0);
    assert.equal(windows.count('a', allowance, 0), SECOND_FULL);
    windows.count('c', allowance, 0);
    assert.equal(windows.count('a', allowance, 0), 1);
  });

  it('ask callers to wait at least one second', () => {
    const limiter = new AddressLimiter({ perWindow: 1, perSecond: 1 });
    limiter.admit('a', 0);
    assert.equal(limiter.admit('a', 59_999).retryAfterSeconds, 1);
    assert.equal(limiter.admit('a', 0).retryAfterSeconds, 60);
  });

  it('allow more than one burst of unsigned traffic', () => {
    assert.ok(UNSIGNED_REQUESTS_PER_WINDOW > UNSIGNED_BURST_PER_SECOND);
  });

  it('use the whole IPv4 address, mapped or not, and the /64 of an IPv6 address as key', () => {
    const key = (hex: string): string => {
      const bytes = Buffer.from(hex, 'hex');
      return addressKey(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer);
    };
    assert.equal(key('7f000001'), key('00000000000000000000ffff7f000001'));
    assert.notEqual(key('7f000001'), key('7f000002'));
    assert.notEqual(key('00000000000000000000ffff7f000001'), key('00000000000000000000ffff7f000002'));
    assert.equal(key('20010db8000000010000000000000001'), key('20010db800000001ffffffffffffffff'));
    assert.notEqual(key('20010db8000000010000000000000001'), key('20010db8000000020000000000000001'));
  });
});
